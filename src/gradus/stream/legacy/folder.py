"""All tasks of 2017 in a folder, found by importing its modules."""

from __future__ import annotations

import importlib
import inspect
import sys
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gradus.school import Remark, Ticket, UserError
from gradus.stream.instance import TaskFailed
from gradus.stream.legacy.core.task import Task as ScriptTask
from gradus.stream.legacy.core.task import World as ScriptWorld
from gradus.stream.legacy.names import install
from gradus.stream.legacy.python2 import remark
from gradus.stream.legacy.task import legacy_task, load


def tasks_in(folder: Path) -> dict[str, Any]:
    """All task classes in the modules of a folder, as the table of a curriculum."""
    if not folder.is_dir():
        raise UserError(f"--tasks-path names {folder}, which is not a folder.")
    rows = []
    for path in _classes_in(folder):
        trouble = None
        for world in _worlds_for(path, folder):
            source = {"class": path, "world": world, "folders": [str(folder.resolve())]}
            said = _trouble(source)
            if said is None:
                rows.append({"id": path, "legacy": source})
                break
            trouble = trouble or said
        else:
            warnings.warn(f"{path} is left out: {trouble}", Remark, stacklevel=2)
    if not rows:
        raise UserError(f"No task class of 2017 was found in {folder}.")
    return {"name": folder.resolve().name, "tasks": rows}


def _classes_in(folder: Path) -> Iterator[str]:
    install(folder)
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder).with_suffix("").parts
        if parts[-1].startswith(("_", "test")) or "tests" in parts or parts[0] == "core":
            continue
        module = ".".join(parts)
        try:
            found = vars(importlib.import_module(module))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            said = f"{type(error).__name__}: {error}{remark(error)}"
            warnings.warn(f"{module} is left out: {said}.", Remark, stacklevel=2)
            continue
        for name, kind in found.items():
            if inspect.isclass(kind) and issubclass(kind, ScriptTask) and kind.__module__ == module:
                yield f"{module}.{name}"


def _worlds_for(path: str, folder: Path) -> list[str | None]:
    """The worlds to try for a task, the likeliest first: one that its module names, then the grid world."""
    kind = load(path, [folder])
    if not _wants_a_world(kind):
        return [None]
    named = (value for value in vars(sys.modules[kind.__module__]).values() if inspect.isclass(value))
    own = [w for w in named if issubclass(w, ScriptWorld) and not w.__module__.startswith("gradus.")]
    return [*(f"{w.__module__}.{w.__qualname__}" for w in own), "worlds.grid_world.GridWorld"]


def _wants_a_world(kind: Any) -> bool:
    """Whether a task cannot be made without an argument, which in 2017 was its world."""
    try:
        inspect.signature(kind).bind()
    except (TypeError, ValueError):
        return True
    return False


def _trouble(source: Mapping[str, Any]) -> str | None:
    """Why a task cannot be started; None if it can."""
    try:
        legacy_task(source).open(Ticket(source["class"], 0, 0, 0))
    except (UserError, TaskFailed) as error:
        return str(error)
    return None
