"""Curricula as data: tasks in an order, and the teacher that walks them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from gradus.school import Discrete, Registry, Sampler, Teacher, UserError, hint
from gradus.stream.configuration import read_configuration
from gradus.stream.task import Origin, Rules, Task, freeze
from gradus.stream.tasks import TASKS
from gradus.teachers import TEACHERS
from gradus.teachers import available as available_teachers

_KEYS = ("name", "summary", "tasks", "teacher", "defaults")
_RESERVED = ("self", "space", "seed")


@dataclass(frozen=True, repr=False)
class Curriculum:
    """Named tasks in an order, and how they are taught."""

    name: str
    tasks: Mapping[str, Task]
    """The tasks by the id they have in this curriculum, in order."""
    teacher: str = "consecutive"
    """The teacher's id."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The teacher's settings."""
    summary: str = ""

    def __repr__(self) -> str:
        return f"<Curriculum {self.name!r}, {len(self.tasks)} tasks, taught by {self.teacher}>"

    @property
    def space(self) -> Discrete:
        """The task space a teacher chooses from."""
        return Discrete(tuple(self.tasks))

    def make_teacher(self, seed: int, name: str | None = None, **settings: Any) -> Teacher:
        """The curriculum's own teacher, or another one by name."""
        if name is None:
            name, settings = self.teacher, {**self.settings, **settings}
        if isinstance(name, str) and re.sub(r"-v\d+$", "", name) not in TEACHERS.available():
            known = available_teachers(self.space)
            words = hint(name, known) or f" For named tasks there are {', '.join(known)}."
            raise UserError(f"There is no teacher named {name!r}.{words}")
        return TEACHERS.get(name)(self.space, seed, **settings)

    def only(self, *ids: str) -> Curriculum:
        """The same curriculum with only these tasks, in this order."""
        for name in ids:
            if name not in self.tasks:
                raise UserError(f"The curriculum {self.name!r} has no task {name!r}.{hint(name, self.tasks)}")
        return Curriculum(
            self.name, {i: self.tasks[i] for i in ids}, self.teacher, self.settings, self.summary
        )

    def spec(self) -> dict[str, Any]:
        """A JSON-able description with versioned ids, enough to build the curriculum again."""
        rows = [{"id": name, **task.row()} for name, task in self.tasks.items()]
        teacher = {"name": TEACHERS.full_id(self.teacher), **self.settings}
        return {"name": self.name, "summary": self.summary, "teacher": teacher, "tasks": rows}

    @classmethod
    def from_spec(cls, spec: Mapping[str, Any], source: str = "The curriculum") -> Curriculum:
        """Build a curriculum from a table as :meth:`spec` or a TOML file gives it."""
        if not isinstance(spec, Mapping):
            raise UserError(f"{source} must be a table, not {spec!r}.")
        for key in spec:
            if key not in _KEYS:
                raise UserError(f"{source} has an unknown key {key!r}.{hint(key, _KEYS)}")
        rows = spec.get("tasks")
        if not isinstance(rows, list) or not rows:
            raise UserError(f"{source} needs a list of tasks that is not empty.")
        for key in ("name", "summary"):
            if not isinstance(spec.get(key, ""), str):
                raise UserError(f"{key} in {source} must be text, not {spec[key]!r}.")
        defaults = _table(spec, "defaults", source)
        tasks: dict[str, Task] = {}
        for row in rows:
            name, task = _row(row, defaults, source)
            if name in tasks:
                raise UserError(f"{source} has two tasks with the id {name!r}; give one another id.")
            tasks[name] = task
        _check_defaults(defaults, tasks, source)
        teacher = dict(_table(spec, "teacher", source))
        kind = teacher.pop("name", "consecutive")
        for key in _RESERVED:
            if key in teacher:
                raise UserError(f"The teacher in {source} cannot be given {key!r}: the run decides it.")
        settings = {key: freeze(value) for key, value in teacher.items()}
        made = cls(spec.get("name", source), tasks, kind, settings, spec.get("summary", ""))
        made.make_teacher(seed=0)  # a mistake in the settings should be found now, not when teaching starts
        return made


def _table(spec: Mapping[str, Any], key: str, source: str) -> Mapping[str, Any]:
    value = spec.get(key, {})
    if not isinstance(value, Mapping):
        raise UserError(f"{key} in {source} must be a table, not {value!r}.")
    return value


def _row(row: Any, defaults: Mapping[str, Any], source: str) -> tuple[str, Task]:
    """One entry: a task's id, or a table with an id, a task and what is changed."""
    if isinstance(row, str):
        row = {"id": row}
    if not isinstance(row, Mapping) or not isinstance(row.get("id"), str):
        raise UserError(f"A task in {source} must be an id or a table with an id, not {row!r}.")
    if "legacy" in row:
        from gradus.stream.legacy.task import legacy_task  # code of 2017 is loaded only where it is named

        return row["id"], legacy_task(row["legacy"])
    changes = {key: value for key, value in row.items() if key not in ("id", "task", "summary")}
    task = TASKS.get(row.get("task", row["id"]))
    common = {k: v for k, v in defaults.items() if k in task.params or k in _RULES}
    changed = {**common, **changes}
    variant = replace(task.with_(**changed), summary=_summary(row, task, source))
    if changed:
        _try_out(variant, f"The task {row['id']!r} in {source}")
    return row["id"], variant


def _summary(row: Mapping[str, Any], task: Task, source: str) -> str:
    """What the task asks here, where the curriculum says so."""
    text = row.get("summary", task.summary)
    if not isinstance(text, str):
        raise UserError(f"summary of the task {row['id']!r} in {source} must be text, not {text!r}.")
    return text


_RULES = tuple(f.name for f in fields(Rules))


def _check_defaults(defaults: Mapping[str, Any], tasks: Mapping[str, Task], source: str) -> None:
    """A default that no task knows is a misspelling."""
    known = dict.fromkeys((*_RULES, *(name for task in tasks.values() for name in task.params)))
    for key in defaults:
        if key not in known:
            raise UserError(f"defaults in {source} name the unknown parameter {key!r}.{hint(key, known)}")


def _try_out(task: Task, where: str) -> None:
    """Ask one question, so that impossible parameters are found now and not in the middle of a run."""
    pick = Sampler(0)
    try:
        hidden = task.bound.draw(pick, Origin())
        question, _ = task.bound.ask(pick, hidden, None)
        task.bound.react(pick, hidden, question, False)
    except Exception as error:
        reason = str(error).rstrip(".")
        raise UserError(f"{where} cannot be played with its parameters: {reason}.") from error


CURRICULA: Registry[Curriculum | Path] = Registry("curriculum")
"""Curricula by name: made ones, or the files they are read from."""

for _file in sorted(Path(str(files("gradus.stream") / "curricula")).glob("*.toml")):
    CURRICULA.add(_file.stem, _file)


def available() -> list[str]:
    """The names of all curricula."""
    return CURRICULA.available()


def make(
    name: str | Path | Curriculum, *, tasks_path: str | Path | None = None, **defaults: Any
) -> Curriculum:
    """The curriculum of that name, or read from a file (.toml, or .json or .py as in 2017), with rules changed.

    ``tasks_path``: a folder with tasks of 2017. Class paths in a configuration are looked up there first; without
    a configuration of its own (``"round1"``) the folder's task classes are the curriculum.
    """
    if isinstance(name, Curriculum):
        return name if not defaults else Curriculum.from_spec({**name.spec(), "defaults": defaults})
    path = Path(name)
    if path.suffix == ".py" or (tasks_path is not None and path.suffix != ".toml"):
        return _of_2017(path, tasks_path)
    if path.suffix in (".toml", ".json"):
        return _read(path, defaults)
    found = CURRICULA.get(str(name))
    return _read(found, defaults) if isinstance(found, Path) else make(found, **defaults)


def _of_2017(path: Path, tasks_path: str | Path | None) -> Curriculum:
    """Code of 2017: a Python configuration, a JSON one with a folder of tasks, or all tasks of a folder."""
    from gradus.stream.legacy.folder import tasks_in
    from gradus.stream.legacy.task import load, read_python_configuration

    folders = [] if tasks_path is None else [str(tasks_path)]
    if path.suffix == ".py":
        spec = read_python_configuration(path, folders)
    elif path.suffix == ".json":
        spec = _parsed(path, folders)
    elif str(path) == "round1":
        return Curriculum.from_spec(tasks_in(Path(folders[0])))
    else:
        load(str(path), folders)
        world = "worlds.grid_world.GridWorld"
        spec = {"tasks": [{"id": str(path), "legacy": {"class": str(path), "folders": folders}}]}
        try:
            legacy = Curriculum.from_spec(spec).tasks[str(path)]
            legacy.make()  # type: ignore[attr-defined]
        except TypeError:
            spec["tasks"][0]["legacy"]["world"] = world
    return Curriculum.from_spec({"name": path.stem, **spec}, str(path))


def _parsed(path: Path, folders: Sequence[str] = ()) -> dict[str, Any]:
    try:
        return read_configuration(path, folders)
    except OSError as error:
        raise UserError(f"Cannot read the curriculum {path}: {error.strerror}.") from error
    except ValueError as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{path} is not a valid JSON file: {error}.") from error


def _read(path: Path, defaults: Mapping[str, Any]) -> Curriculum:
    try:
        if path.suffix == ".json":
            spec: dict[str, Any] = read_configuration(path)
        else:
            spec = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"Cannot read the curriculum {path}: {error.strerror}.") from error
    except ValueError as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{path} is not a valid {path.suffix[1:].upper()} file: {error}.") from error
    merged = {**_table(spec, "defaults", str(path)), **defaults}
    return Curriculum.from_spec({"name": path.stem, **spec, "defaults": merged}, str(path))
