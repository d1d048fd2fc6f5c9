"""Suites are data: a table of experiments, teachers, levels of expert knowledge and tiers of effort.

A suite and a tier unfold into jobs, each a whole plan with the place of its record. Someone who adds a suite
writes a table file and nothing else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from gradus.school import UserError, hint
from gradus.students import Plan
from gradus.teachers import TEACHERS
from gradus.teachers.expert import Knowledge, Wants, expert_settings

ANY = "any"
"""The level of a teacher that no expert knowledge can change."""


@dataclass(frozen=True)
class Job:
    """One run of a suite."""

    experiment: str
    """The experiment it counts for."""
    variant: str
    """Which of the experiment's pooled parts, or an empty text."""
    level: str
    """The level of expert knowledge, or ``any``."""
    teacher: str
    """The teacher's bare name."""
    plan: Plan
    """Everything about the run."""

    @property
    def place(self) -> str:
        """Where the record stands inside the campaign's folder."""
        parts = [self.experiment, self.variant, self.level, self.teacher, f"s{self.plan.seed}"]
        return "/".join(part for part in parts if part)

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`from_json` reads back."""
        names = ("experiment", "variant", "level", "teacher")
        return {name: getattr(self, name) for name in names} | {"plan": self.plan.to_json()}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Job:
        """The job that :meth:`to_json` wrote."""
        return cls(**{**row, "plan": Plan.from_json(row["plan"])})


@dataclass(frozen=True)
class Choice:
    """What someone wants of a suite; what is None is as the tier says."""

    tier: str = "minutes"
    """minutes, hours or full."""
    seeds: int | None = None
    """Runs per teacher and experiment."""
    first_seed: int = 0
    """The first seed; campaigns on several machines can share the work."""
    steps: int | None = None
    """Length of each run."""
    teachers: tuple[str, ...] | None = None
    """Only these teachers; teachers of other people can be added here."""
    levels: tuple[str, ...] | None = None
    """Only these levels of expert knowledge."""
    experiments: tuple[str, ...] | None = None
    """Only these experiments."""
    student: str | None = None
    """Another student than the tier's."""
    settings: Mapping[str, Any] | None = None
    """Further entries of every plan."""


def available() -> list[str]:
    """The names of the suites that come with Gradus."""
    folder = files("gradus.exams.benchmark") / "suites"
    return sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml"))


def load(name: str) -> dict[str, Any]:
    """The table of a suite, by name or by the path of a table file."""
    path = Path(name)
    if path.suffix == ".toml":
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise UserError(f"Cannot read the suite {name}: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            raise UserError(f"The suite {name} is not a valid table: {error}.") from error
    elif name in available():
        text = (files("gradus.exams.benchmark") / "suites" / f"{name}.toml").read_text()
    else:
        raise UserError(
            f"There is no suite {name!r}, only {', '.join(available())}.{hint(name, available())}"
        )
    try:
        return {"name": path.stem, **tomllib.loads(text)}
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"The suite {name} is not a valid table: {error}.") from error


def unfold(suite: Mapping[str, Any], choice: Choice) -> list[Job]:
    """Every run of a suite at a tier, in a fixed order: seeds slowest, so that early results compare teachers."""
    tier = _entry(suite.get("tiers", {}), choice.tier, f"The suite {suite['name']!r}", "tier")
    seeds = choice.seeds if choice.seeds is not None else int(tier["seeds"])
    if seeds < 1:
        raise UserError(f"seeds must be at least 1, not {seeds}.")
    # Only what someone asked for by name must be possible; a suite simply leaves the rest out.
    explicit = choice.teachers is not None and choice.levels is not None
    jobs: list[Job] = []
    for seed in range(choice.first_seed, choice.first_seed + seeds):
        for experiment in _experiments(suite, tier, choice):
            for teacher in choice.teachers or tier.get("teachers", suite["teachers"]):
                for level in _levels(suite, tier, choice, teacher, explicit):
                    jobs += _variants(suite, tier, choice, experiment, teacher, level, seed)
    if not jobs:
        raise UserError("Nothing is left to run: no chosen teacher can teach at a chosen level.")
    return jobs


def _experiments(
    suite: Mapping[str, Any], tier: Mapping[str, Any], choice: Choice
) -> list[Mapping[str, Any]]:
    known = {row["name"]: row for row in suite["experiment"]}
    wanted = choice.experiments or tier.get("experiments", list(known))
    return [_entry(known, name, f"The suite {suite['name']!r}", "experiment") for name in wanted]


def _levels(
    suite: Mapping[str, Any], tier: Mapping[str, Any], choice: Choice, teacher: str, explicit: bool
) -> list[str]:
    """The levels at which a teacher can run; one that knowledge cannot change runs once for all of them."""
    levels: Sequence[str] = choice.levels or tier.get("levels", suite["levels"])
    kind = TEACHERS.get(teacher)
    wants: Wants = getattr(kind, "wants", Wants())
    if wants == Wants():
        return [ANY]
    knowledge, found = Knowledge(**_tuples(suite.get("knowledge", {}))), []
    for level in levels:
        try:
            expert_settings(kind, level, knowledge)  # type: ignore[arg-type]
        except UserError:
            if explicit or level not in ("no", "low", "high", "original"):
                raise
            continue
        found.append(level)
    return found


def _variants(
    suite: Mapping[str, Any],
    tier: Mapping[str, Any],
    choice: Choice,
    experiment: Mapping[str, Any],
    teacher: str,
    level: str,
    seed: int,
) -> list[Job]:
    jobs = []
    knowledge = Knowledge(**_tuples(suite.get("knowledge", {})))
    known = {} if level == ANY else expert_settings(TEACHERS.get(teacher), level, knowledge)  # type: ignore[arg-type]
    for variant in experiment.get("variants", [{"name": "", "plan": {}}]):
        entries = {**suite["plan"], **tier.get("plan", {}), **experiment.get("plan", {}), **variant["plan"]}
        if choice.student is not None:
            entries["student"] = choice.student
        if choice.steps is not None:
            entries["steps"] = choice.steps
        entries |= dict(choice.settings or {})
        plan = Plan.from_json({**entries, "teacher": teacher, "teacher_settings": known, "seed": seed})
        if "forget_share" in experiment:
            plan = replace(plan, forget_every=int(plan.steps * experiment["forget_share"]))
        jobs.append(Job(experiment["name"], variant["name"], level, teacher, plan))
    return jobs


def _entry(table: Mapping[str, Any], name: str, owner: str, kind: str) -> Any:
    if name not in table:
        raise UserError(f"{owner} has no {kind} {name!r}, only {', '.join(table)}.{hint(name, table)}")
    return table[name]


def _tuples(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
