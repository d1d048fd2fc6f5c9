"""What a report shows: exams, single lessons and tables of people's runs, read from their folders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gradus.charts import walk
from gradus.exams import ExamRecord, Result, Section, figures_of, protocol_of, read_exam, to_json
from gradus.learners import teach_command
from gradus.school import RunFolder, UserError

LESSON, HUMAN = "lesson", "human"
"""Kinds of exhibits that are no exams: a single run, and people's runs beside agents'."""


@dataclass(frozen=True)
class Exhibit:
    """One thing to show."""

    label: str
    """Who it is about, short enough for a legend."""
    kind: str
    """The protocol, ``lesson`` or ``human``."""
    curriculum: str
    scrambled: bool
    runs: int
    result: Result
    command: str
    """The command that makes these figures again."""
    level: float
    settings: Mapping[str, Any] = field(default_factory=dict)
    learner: str = ""
    """Who it is about in full: two exhibits of the same learner are not compared with each other."""
    walk: tuple[Sequence[int], Sequence[int]] = ((), ())
    """Of a lesson: steps, and how many tasks were passed by then."""

    @property
    def parts(self) -> list[Section]:
        """The sections that the exam itself describes; a lesson has none."""
        if self.kind == LESSON:
            return []
        return list(protocol_of(self.kind).sections(self.result, self.label, self.settings))

    @property
    def verdict(self) -> str | None:
        """What the exam found, in a few words."""
        return None if self.kind == LESSON else protocol_of(self.kind).verdict(self.result)

    @property
    def tasks(self) -> list[dict[str, Any]]:
        """Rows per task, in the curriculum's order, as charts draw them."""
        return [to_json(row) for row in self.result.tasks]


def gather(paths: Sequence[str | Path]) -> list[Exhibit]:
    """Read every folder; one that holds neither an exam nor a run is refused in one sentence."""
    if not paths:
        raise UserError("Name at least one exam or run to report on.")
    found: list[Exhibit] = []
    for path in map(Path, paths):
        try:
            found += _read(path)
        except (KeyError, TypeError, AttributeError) as error:
            raise UserError(f"What {path} holds is damaged: {error}.") from error
    return _distinct(found)


def _read(path: Path) -> list[Exhibit]:
    if (path / "table.json").is_file():
        record = read_exam(path)
        return _people(record, path) if record.protocol == HUMAN else [_exam(record, path)]
    if (path / "run.json").is_file():
        return [_lesson(path)]
    if (path / "exam.json").is_file():
        raise UserError(f"The exam in {path} is not finished; go on with `gradus exam resume {path}`.")
    if not path.exists():
        raise UserError(f"There is no folder {path} to report on.")
    raise UserError(f"{path} holds no exam (table.json), no run (run.json) and no campaign (bench.json).")


def _exam(record: ExamRecord[Result], path: Path) -> Exhibit:
    settings = record.settings
    return Exhibit(
        label=_label(settings),
        kind=record.protocol,
        curriculum=Path(str(settings["curriculum"])).stem,
        scrambled=bool(settings["scramble"]),
        runs=int(settings["runs"]),
        result=record.result,
        command=record.command(path),
        level=float(settings["level"]),
        settings=settings,
        learner=_identity(str(settings.get("command") or settings["learner"]), settings.get("options") or {}),
    )


def _label(settings: Mapping[str, Any]) -> str:
    """A learner's name without where it lies; a command's program, or the script it runs."""
    words = str(settings.get("command", "")).split()
    if words:
        scripts = [word for word in words if word.endswith((".py", ".sh", ".js", ".jar"))]
        return Path((scripts or words)[0]).name
    return str(settings["learner"]).rpartition(":")[2]


def _identity(name: str, options: Mapping[str, Any]) -> str:
    """A learner and its options, without the version and the seed."""
    told = sorted(f"{key}={value}" for key, value in options.items() if key != "seed")
    return " ".join([re.sub(r"-v\d+$", "", name), *told])


def _lesson(path: Path) -> Exhibit:
    description = RunFolder.read(path).expect("lesson", "world", "learner")
    world, learner = description["world"], description["learner"]
    name = str(learner["name"])
    return Exhibit(
        label=name.partition("-v")[0].rpartition(":")[2],
        kind=LESSON,
        curriculum=str(world["curriculum"]["name"]),
        scrambled=bool(world["scramble"]),
        runs=1,
        result=figures_of([path]),
        command=teach_command(description, path),
        level=0.9,
        learner=_identity(name, learner["options"]),
        walk=_walk(path, int(world["curriculum"].get("settings", {}).get("success_threshold", 5))),
    )


def _walk(path: Path, streak: int) -> tuple[list[int], list[int]]:
    outcomes = list(RunFolder.read(path).outcomes())
    tasks, solved = [str(o.ticket.task) for o in outcomes], [o.solved for o in outcomes]
    return walk(tasks, solved, [o.steps for o in outcomes], streak)


def _people(record: ExamRecord[Any], path: Path) -> list[Exhibit]:
    """People and, beside them, agents, as two exhibits."""
    settings, result = record.settings, record.result

    def show(label: str, part: Result, runs: int) -> Exhibit:
        command, level = record.command(path), settings["level"]
        return Exhibit(label, HUMAN, "", False, runs, part, command, level, learner=label)

    shown = [show("people", result, len(settings["people"]))]
    return shown + ([show("agents", result.agents, len(settings["agents"]))] if result.agents else [])


def _distinct(exhibits: Sequence[Exhibit]) -> list[Exhibit]:
    """Name the exam behind labels that occur twice, and number those that still do."""
    labels = [exhibit.label for exhibit in exhibits]
    for say_more in (_with_kind, _with_number):
        counts = Counter(labels)
        labels = [
            say_more(exhibit, label, labels[: i + 1].count(label)) if counts[label] > 1 else label
            for i, (exhibit, label) in enumerate(zip(exhibits, labels, strict=True))
        ]
    return [replace(exhibit, label=label) for exhibit, label in zip(exhibits, labels, strict=True)]


def _with_kind(exhibit: Exhibit, label: str, nth: int) -> str:
    return f"{label} ({exhibit.kind})"


def _with_number(exhibit: Exhibit, label: str, nth: int) -> str:
    return f"{label} {nth}" if nth > 1 else label
