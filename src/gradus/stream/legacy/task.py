"""Tasks of 2017 as tasks of a curriculum: a class path, or a place in a Python configuration."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

from gradus.school import Sampler, Ticket, UserError
from gradus.stream.instance import Instance
from gradus.stream.legacy.chance import OwnChance, forwarding
from gradus.stream.legacy.core import scheduler as schedulers
from gradus.stream.legacy.core.task import Task as ScriptTask
from gradus.stream.legacy.instance import LegacyInstance
from gradus.stream.legacy.names import install
from gradus.stream.legacy.python2 import Chance, old_collections, remark, with_old_collections
from gradus.stream.legacy.tasks.challenge.round1.catalogue import in_the_manner_of_2017
from gradus.stream.task import Origin, Task

_TEACHERS: dict[type[Any], str] = {
    schedulers.RandomTaskScheduler: "random",
    schedulers.SequentialTaskScheduler: "sequential",
    schedulers.IncrementalTaskScheduler: "incremental",
    schedulers.ConsecutiveTaskScheduler: "consecutive",
    schedulers.DependenciesTaskScheduler: "dependencies",
}


def _no_question(*_: Any, **__: Any) -> Any:
    raise UserError("A task of 2017 is code that plays itself: it has no questions to be looked at.")


@dataclass(frozen=True)
class LegacyTask(Task):
    """A task of 2017; every instance gets task and world objects of its own."""

    source: Mapping[str, Any] = field(default_factory=dict)
    """``class`` and perhaps ``world``, or ``file`` and ``index``; with ``folders`` of users."""
    seconds: float = 60.0
    """A handler that takes longer is stopped, and the run with it."""

    def open(self, ticket: Ticket, bits: bool = False) -> Instance:
        """The instance a ticket stands for."""
        return LegacyInstance(self.make, ticket, bits=bits, seconds=self.seconds)

    def resume(self, ticket: Ticket, state: Mapping[str, Any], bits: bool = False) -> Instance:
        """The instance, played again up to where its state was taken."""
        instance = LegacyInstance(self.make, ticket, bits=bits, seconds=self.seconds)
        instance.replay(state)
        return instance

    def make(self) -> Any:
        """A task object with its world."""
        if "file" in self.source:
            return self._created().tasks[self.source["index"]]
        kind, world = self._classes
        return kind(world()) if world else kind()

    @cached_property
    def _classes(self) -> tuple[Any, Any]:
        folders, world = self.source["folders"], self.source.get("world")
        return load(self.source["class"], folders), load(world, folders) if world else None

    @cached_property
    def _created(self) -> Callable[[], Any]:
        return _creator(Path(self.source["file"]), self.source["folders"])

    def row(self) -> dict[str, Any]:
        """How a curriculum's description names it."""
        return {"legacy": dict(self.source)}

    def with_(self, /, **changes: Any) -> Task:
        """Code of 2017 has no parameters."""
        if changes:
            name = next(iter(changes))
            raise UserError(f"The task {self.name!r} is code of 2017 and has no parameter {name!r}.")
        return self


def legacy_task(source: Mapping[str, Any]) -> LegacyTask:
    """The task that a source describes; its class must be there."""
    folders = [str(folder) for folder in source.get("folders", ())]
    install(*folders)
    source = {**source, "folders": folders}
    if "file" in source:
        path = f"{source['file']}:{source['index']}"
        summary = "From a Python configuration of 2017."
    else:
        path = source["class"]
        kind = load(path, folders)
        if source.get("world"):
            load(source["world"], folders)
        if not (inspect.isclass(kind) and issubclass(kind, ScriptTask)):
            raise UserError(f"{path} is not a task class of 2017.")
        summary = (inspect.getdoc(kind) or "A task of 2017.").splitlines()[0]
    return LegacyTask(path, summary, _no_question, _no_question, _no_question, _no_question, source=source)


def load(path: str, folders: Any = ()) -> Any:
    """The class at a dotted path, or one clear sentence."""
    install(*folders)
    module, _, name = path.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise UserError(f"There is no class {path!r}: {error}{remark(error)}.") from error
    except Exception as error:
        raise UserError(
            f"The module {module!r} cannot be imported: {type(error).__name__}: {error}{remark(error)}."
        ) from error


def _creator(path: Path, folders: Any) -> Callable[[], Any]:
    """``create_tasks`` of a Python configuration."""
    install(*folders, path.resolve().parent)
    name = f"gradus_configuration_{crc32(str(path.resolve()).encode()):08x}"
    create: Callable[[], Any] | None = getattr(_executed(name, path), "create_tasks", None)
    if not callable(create):
        raise UserError(f"{path} has no function create_tasks().")
    return create


def _executed(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UserError(f"Cannot read the configuration {path}.")
    module = importlib.util.module_from_spec(spec)
    try:
        with OwnChance(Chance(0)), old_collections():
            spec.loader.exec_module(module)
    except Exception as error:
        raise UserError(
            f"{path} cannot be executed: {type(error).__name__}: {error}{remark(error)}."
        ) from error
    forwarding(module)
    with_old_collections(module)
    return module


def read_python_configuration(path: Path, folders: Any = ()) -> dict[str, Any]:
    """A Python configuration as the table of a curriculum."""
    folders = [str(Path(folder).resolve()) for folder in folders]
    create = _creator(path, folders)
    try:
        with OwnChance(Chance(0)):
            made = create()
    except Exception as error:
        raise UserError(
            f"create_tasks() in {path} fails: {type(error).__name__}: {error}{remark(error)}."
        ) from error
    if type(made) not in _TEACHERS:
        known = ", ".join(kind.__name__ for kind in _TEACHERS)
        raise UserError(f"create_tasks() in {path} must return one of {known}, not {type(made).__name__}.")
    ids = _unique([task.get_name() for task in made.tasks])
    source = {"file": str(path.resolve()), "folders": folders}
    rows = [{"id": name, "legacy": {**source, "index": i}} for i, name in enumerate(ids)]
    teacher: dict[str, Any] = {"name": _TEACHERS[type(made)]}
    for setting in ("success_threshold", "unlock_threshold"):
        if hasattr(made, setting):
            teacher[setting] = getattr(made, setting)
    if isinstance(made, schedulers.DependenciesTaskScheduler):
        index = {id(task): name for task, name in zip(made.tasks, ids, strict=True)}
        teacher["dependencies"] = [
            [index[id(first)], index[id(second)]] for first, second in made.tasks_dependencies
        ]
    return {"tasks": rows, "teacher": teacher}


def _unique(names: list[str]) -> list[str]:
    """The names, with a number where one comes again."""
    taken: dict[str, int] = {}
    ids = []
    for name in names:
        taken[name] = taken.get(name, 0) + 1
        ids.append(name if taken[name] == 1 else f"{name}-{taken[name]}")
    return ids


def in_bits(task: Task, ticket: Ticket) -> LegacyInstance:
    """An instance of a task of the catalogue, played in bits as it would have been in 2017."""
    kind = in_the_manner_of_2017(task, "Task" + "".join(c for c in task.name.title() if c.isalnum()))

    def make() -> Any:
        made = kind()
        made.pick = Sampler.for_ticket(ticket)
        made.origin = Origin(ticket.nth, lambda block: Sampler.for_ticket(ticket, block))
        return made

    return LegacyInstance(make, ticket, bits=True)
