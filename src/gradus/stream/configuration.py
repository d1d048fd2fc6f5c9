"""The challenge's own JSON configuration files, read as curricula.

They name Python classes; those of the challenge are aliases of our tasks and teachers.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from gradus.school import UserError, hint

_MICRO = "tasks.challenge.round1.challenge_micro.Micro"
_MINI = "tasks.challenge.round1.challenge_mini.TaskSet"
_SUBTASKS = {5: 18, 7: 3, 9: 3, 13: 2}
WORLDS = ("worlds.grid_world.GridWorld",)
"""World classes that are accepted and ignored: the mini-tasks name one but never use it."""
SCHEDULERS = {
    "core.scheduler.RandomTaskScheduler": ("random", {}),
    "core.scheduler.SequentialTaskScheduler": ("sequential", {}),
    "core.scheduler.IncrementalTaskScheduler": ("incremental", {"success_threshold": 2}),
    "core.scheduler.ConsecutiveTaskScheduler": ("consecutive", {"success_threshold": 2}),
    "core.scheduler.DependenciesTaskScheduler": ("dependencies", {"unlock_threshold": 10}),
}
"""Scheduler classes, the teachers that do the same, and the settings that were the default in 2017."""
_SETTINGS = {
    "success_threshold": "success_threshold",
    "unlock_threshold": "unlock_threshold",
    "tasks_dependencies": "dependencies",
}


def _task_classes() -> dict[str, str]:
    classes = {}
    for number in (*range(1, 17), 19, 20):
        for sub in range(1, _SUBTASKS.get(number, 0) + 1):
            classes[f"{_MICRO}{number}Sub{sub}Task"] = f"micro{number}.{sub}"
        if number not in _SUBTASKS:
            classes[f"{_MICRO}{number}Task"] = f"micro{number}"
    return classes | {f"{_MINI}{number}": f"mini{number}" for number in range(6)}


TASK_CLASSES = _task_classes()
"""Our task id for each task class of the challenge."""


def read_configuration(path: Path) -> dict[str, Any]:
    """A JSON file with ``worlds``, ``tasks`` and ``scheduler``, as the table of a curriculum."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, Mapping):
        raise UserError(f"{path} must hold a JSON object with worlds, tasks and scheduler.")
    for key in _PARTS:
        if not isinstance(data.get(key), Mapping):
            raise UserError(f"{path} needs an object named {key!r}.")
    _only(data, str(path), _PARTS)
    for name, entry in data["worlds"].items():
        _class(entry, f"The world {name!r} in {path}", WORLDS, ("type",))
    tasks = {name: _task(name, entry, data["worlds"], path) for name, entry in data["tasks"].items()}
    teacher, order = _scheduler(data["scheduler"], tasks, path)
    return {"tasks": [{"id": name, "task": tasks[name]} for name in order], "teacher": teacher}


_PARTS = ("worlds", "tasks", "scheduler")


def _only(entry: Mapping[str, Any], where: str, known: Sequence[str]) -> None:
    for key in entry:
        if key not in known:
            raise UserError(f"{where} has an unknown key {key!r}.{hint(key, known)}")


def _class(entry: Any, where: str, known: Collection[str], keys: Sequence[str]) -> str:
    """The class path of an entry that may have only these keys."""
    path = entry.get("type") if isinstance(entry, Mapping) else None
    if not isinstance(path, str):
        raise UserError(f"{where} needs a 'type', the path of a class.")
    if path not in known:
        raise UserError(f"{where} has the unknown type {path!r}.{hint(path, known)}")
    _only(entry, where, keys)
    return path


def _task(name: str, entry: Any, worlds: Mapping[str, Any], path: Path) -> str:
    where = f"The task {name!r} in {path}"
    kind = TASK_CLASSES[_class(entry, where, TASK_CLASSES, ("type", "world"))]
    world = entry.get("world")
    if world is not None and (not isinstance(world, str) or world not in worlds):
        raise UserError(f"{where} names the unknown world {world!r}.")
    return kind


def _scheduler(
    entry: Mapping[str, Any], tasks: Mapping[str, str], path: Path
) -> tuple[dict[str, Any], list[str]]:
    where = f"The scheduler in {path}"
    name, defaults = SCHEDULERS[_class(entry, where, SCHEDULERS, ("type", "args"))]
    args = entry.get("args", {})
    order = args.get("tasks") if isinstance(args, Mapping) else None
    if not isinstance(order, list) or not order:
        raise UserError(f"{where} needs args with a list of tasks that is not empty.")
    teacher: dict[str, Any] = {"name": name, **defaults}
    for key, value in args.items():
        if key in _SETTINGS:
            teacher[_SETTINGS[key]] = value
        elif key != "tasks":
            raise UserError(f"{where} has an unknown argument {key!r}.{hint(key, ('tasks', *_SETTINGS))}")
    for task in (*order, *_named(args.get("tasks_dependencies"))):
        if not isinstance(task, str) or task not in tasks:
            raise UserError(f"{where} names the unknown task {task!r}.{hint(str(task), tasks)}")
    return teacher, order


def _named(value: Any) -> list[Any]:
    """The ids in nested lists."""
    if isinstance(value, list):
        return [name for part in value for name in _named(part)]
    return [] if value is None else [value]
