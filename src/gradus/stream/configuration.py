"""The challenge's own JSON configuration files, read as curricula.

They name Python classes; those of the challenge are aliases of our tasks and teachers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
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
    for key in ("worlds", "tasks", "scheduler"):
        if not isinstance(data.get(key), Mapping):
            raise UserError(f"{path} needs an object named {key!r}.")
    for key in data:
        if key not in ("worlds", "tasks", "scheduler"):
            raise UserError(
                f"{path} has an unknown key {key!r}.{hint(key, ('worlds', 'tasks', 'scheduler'))}"
            )
    for name, entry in data["worlds"].items():
        _class(entry, f"world {name!r} in {path}", WORLDS)
    tasks = {name: _task(name, entry, data["worlds"], path) for name, entry in data["tasks"].items()}
    teacher, order = _scheduler(data["scheduler"], tasks, path)
    return {"tasks": [{"id": name, "task": tasks[name]} for name in order], "teacher": teacher}


def _class(entry: Any, where: str, known: Any) -> str:
    path = entry.get("type") if isinstance(entry, Mapping) else None
    if not isinstance(path, str):
        raise UserError(f"The {where} needs a 'type', the path of a class.")
    if path not in known:
        raise UserError(f"The {where} has the unknown type {path!r}.{hint(path, known)}")
    return path


def _task(name: str, entry: Any, worlds: Mapping[str, Any], path: Path) -> str:
    where = f"task {name!r} in {path}"
    kind = TASK_CLASSES[_class(entry, where, TASK_CLASSES)]
    for key in entry:
        if key not in ("type", "world"):
            raise UserError(f"The {where} has an unknown key {key!r}.{hint(key, ('type', 'world'))}")
    if "world" in entry and entry["world"] not in worlds:
        raise UserError(f"The {where} names the unknown world {entry['world']!r}.")
    return kind


def _scheduler(
    entry: Mapping[str, Any], tasks: Mapping[str, str], path: Path
) -> tuple[dict[str, Any], list[str]]:
    where = f"scheduler in {path}"
    name, defaults = SCHEDULERS[_class(entry, where, SCHEDULERS)]
    args = entry.get("args", {})
    if not isinstance(args, Mapping) or not isinstance(args.get("tasks"), list) or not args["tasks"]:
        raise UserError(f"The {where} needs args with a list of tasks that is not empty.")
    teacher: dict[str, Any] = {"name": name, **defaults}
    for key, value in args.items():
        if key.startswith("tasks"):
            _known_tasks(value, tasks, where)
        if key in _SETTINGS:
            teacher[_SETTINGS[key]] = value
        elif key != "tasks":
            raise UserError(f"The {where} has an unknown argument {key!r}.{hint(key, ('tasks', *_SETTINGS))}")
    return teacher, list(args["tasks"])


def _known_tasks(value: Any, tasks: Mapping[str, str], where: str) -> None:
    """Every id in nested lists must be a task of the file."""
    if isinstance(value, list):
        for part in value:
            _known_tasks(part, tasks, where)
    elif value not in tasks:
        raise UserError(f"The {where} names the unknown task {value!r}.{hint(str(value), tasks)}")
