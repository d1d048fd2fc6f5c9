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
"""The micro-tasks that 2017 numbered once more, as in Micro5Sub1Task to Micro5Sub18Task."""
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


def read_configuration(path: Path, folders: Sequence[str] = ()) -> dict[str, Any]:
    """A JSON file with ``worlds``, ``tasks`` and ``scheduler``, as the table of a curriculum.

    Class paths that are no aliases of our tasks name code of 2017, looked for in ``folders`` and in our layer.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, Mapping):
        raise UserError(f"{path} must hold a JSON object with worlds, tasks and scheduler.")
    for key in _PARTS:
        if not isinstance(data.get(key), Mapping):
            raise UserError(f"{path} needs an object named {key!r}.")
    _only(data, str(path), _PARTS)
    worlds = {}
    for name, entry in data["worlds"].items():
        worlds[name] = _class(entry, f"The world {name!r} in {path}", WORLDS, ("type",), folders)
    tasks = {name: _task(name, entry, worlds, path, folders) for name, entry in data["tasks"].items()}
    teacher, order = _scheduler(data["scheduler"], tasks, path)
    return {"tasks": [{"id": name, **tasks[name]} for name in order], "teacher": teacher}


_AS_IN_2017 = {"micro13.1": {"suffix_is_enough": True}}
"""Quirks that our own curricula leave out and a configuration of 2017 expects."""
_PARTS = ("worlds", "tasks", "scheduler")


def _only(entry: Mapping[str, Any], where: str, known: Sequence[str]) -> None:
    for key in entry:
        if key not in known:
            raise UserError(f"{where} has an unknown key {key!r}.{hint(key, known)}")


def _class(
    entry: Any, where: str, known: Collection[str], keys: Sequence[str], folders: Sequence[str] | None = None
) -> str:
    """The class path of an entry that may have only these keys; unless ``folders`` is None it may be code of 2017."""
    path = entry.get("type") if isinstance(entry, Mapping) else None
    if not isinstance(path, str):
        raise UserError(f"{where} needs a 'type', the path of a class.")
    if path not in known and (folders is None or not _is_code_of_2017(path, where, folders, known)):
        raise UserError(f"{where} has the unknown type {path!r}.{hint(path, known)}")
    _only(entry, where, keys)
    return path


def _is_code_of_2017(path: str, where: str, folders: Sequence[str], known: Collection[str]) -> bool:
    """Whether there is such a class; code that is there but cannot be imported says so itself."""
    from gradus.stream.legacy.names import provides  # only where a configuration names such code
    from gradus.stream.legacy.task import load

    if not provides(path.rpartition(".")[0], folders):
        return False
    try:
        load(path, folders)
    except UserError as error:
        raise UserError(f"{where} has the unknown type {path!r}. {error}{hint(path, known)}") from error
    return True


def _task(
    name: str, entry: Any, worlds: Mapping[str, str], path: Path, folders: Sequence[str]
) -> dict[str, Any]:
    """What a curriculum's row says: a task of ours, or code of 2017 with its world."""
    where = f"The task {name!r} in {path}"
    kind = _class(entry, where, TASK_CLASSES, ("type", "world"), folders)
    world = entry.get("world")
    if world is not None and (not isinstance(world, str) or world not in worlds):
        raise UserError(f"{where} names the unknown world {world!r}.")
    if kind in TASK_CLASSES and not _in_folders(kind, folders):
        return {"task": TASK_CLASSES[kind], **_AS_IN_2017.get(TASK_CLASSES[kind], {})}
    return {"legacy": {"class": kind, "world": worlds[world] if world else None, "folders": list(folders)}}


def _in_folders(path: str, folders: Sequence[str]) -> bool:
    """Whether a user's folder has its own version of the module."""
    parts = path.split(".")[:-1]
    return any(Path(folder, *parts).with_suffix(".py").is_file() for folder in folders)


def _scheduler(
    entry: Mapping[str, Any], tasks: Mapping[str, Any], path: Path
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
