"""Configurations of 2017 as they were read then: class paths in JSON, or a function in a Python file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any


def get_class(name: str) -> Any:
    """The class at a dotted path."""
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module), attribute)


def map_tasks(arg: Any, tasks: Mapping[str, Any]) -> Any:
    """The ids in nested lists replaced by the tasks they stand for."""
    if isinstance(arg, list | tuple):
        return [map_tasks(part, tasks) for part in arg]
    if arg not in tasks:
        raise RuntimeError(f"Task {arg} does not exist in tasks configuration.")
    return tasks[arg]


class JSONConfigLoader:
    """Reads worlds, tasks and the scheduler from a JSON file."""

    def create_tasks(self, tasks_config_file: str) -> Any:
        """The scheduler with its tasks."""
        config = json.loads(Path(tasks_config_file).read_text(encoding="utf-8"))
        worlds = {name: _instantiate("world", entry) for name, entry in config["worlds"].items()}
        tasks = {name: self._task(entry, worlds) for name, entry in config["tasks"].items()}
        scheduler = config["scheduler"]
        args = {
            name: map_tasks(value, tasks) if name.startswith("tasks") else value
            for name, value in scheduler["args"].items()
        }
        return get_class(scheduler["type"])(**args)

    def _task(self, entry: Mapping[str, Any], worlds: Mapping[str, Any]) -> Any:
        if "world" not in entry:
            return _instantiate("task", entry)
        if entry["world"] not in worlds:
            raise RuntimeError(f"Failed to instantiate task {entry['type']} (no world {entry['world']})")
        return _instantiate("task", entry, worlds[entry["world"]])


def _instantiate(kind: str, entry: Mapping[str, Any], *args: Any) -> Any:
    made = get_class(entry["type"])
    try:
        return made(*args)
    except Exception as error:
        raise RuntimeError(f"Failed to instantiate {kind} {entry['type']} ({error})") from error


class PythonConfigLoader:
    """Calls ``create_tasks`` of a Python file below the working directory."""

    def create_tasks(self, tasks_config_file: str) -> Any:
        """The scheduler with its tasks."""
        relative = Path(tasks_config_file).resolve()
        try:
            parts = relative.relative_to(Path.cwd().resolve()).with_suffix("").parts
        except ValueError:
            raise RuntimeError(
                f"The configuration {tasks_config_file} is outside the working directory"
            ) from None
        return import_module(".".join(parts)).create_tasks()
