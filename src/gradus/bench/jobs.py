"""A suite and a tier unfold into jobs, each a whole plan with the place of its record."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gradus.bench.suites import Experiment, Suite, Tier
from gradus.school import UserError, hint
from gradus.school.typed import read_settings
from gradus.students import Plan, Training, setting_text
from gradus.teachers import TEACHERS, Wants, expert_settings

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
    recorded: str = ""
    """The level under which the record stands, if another one has the very same plan."""

    @property
    def place(self) -> str:
        """Where the record stands inside the campaign's folder; jobs with the same plan share one."""
        level = self.recorded or self.level
        parts = [self.experiment, self.variant, level, self.teacher, f"s{self.plan.seed}"]
        return "/".join(part for part in parts if part)

    @property
    def key(self) -> tuple[str, ...]:
        """What makes it one job: the same place of the table, whatever its plan."""
        return (self.experiment, self.variant, self.level, self.teacher, str(self.plan.seed))

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`from_json` reads back."""
        names = ("experiment", "variant", "level", "teacher", "recorded")
        return {name: getattr(self, name) for name in names} | {"plan": self.plan.to_json()}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Job:
        """The job that :meth:`to_json` wrote."""
        return cls(**{**row, "plan": Plan.from_json(row["plan"])})


def distinct(jobs: Iterable[Job]) -> list[Job]:
    """One job per record: the first of those that share it."""
    first: dict[str, Job] = {}
    for job in jobs:
        first.setdefault(job.place, job)
    return list(first.values())


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


def bench_command(suite: str, choice: Choice, modules: Sequence[str] = ()) -> str:
    """The command line that asks for this choice of a suite, without the folder of the records."""
    usual = Choice()
    words = [f"gradus bench {shlex.quote(suite)} --tier {choice.tier}"]
    words += [
        f"--{name.replace('_', '-')} {getattr(choice, name)}"
        for name in ("seeds", "first_seed", "steps", "student")
        if getattr(choice, name) != getattr(usual, name)
    ]
    for flag, names in (
        ("--teacher", choice.teachers),
        ("--level", choice.levels),
        ("--experiment", choice.experiments),
        ("--import", modules),
    ):
        words += [f"{flag} {shlex.quote(name)}" for name in names or ()]
    settings = [(name, setting_text(name, value)) for name, value in (choice.settings or {}).items()]
    # What no word can say, such as a table inside a table, is left out of a command that only people read.
    words += [f"--plan {text}" for _, text in settings if text is not None]
    return " ".join(words)


def unfold(suite: Suite, choice: Choice) -> list[Job]:
    """Every run of a suite at a tier, in a fixed order: seeds slowest, so that early results compare teachers."""
    tier: Tier = _entry(suite.tiers, choice.tier, f"The suite {suite.name!r}", "tier")
    seeds = choice.seeds if choice.seeds is not None else tier.seeds
    if seeds < 1:
        raise UserError(f"seeds must be at least 1, not {seeds}.")
    for name in ("teacher", "seed"):
        if name in (choice.settings or {}):
            raise UserError(
                f"A suite chooses the {name} of every plan itself; use --{name} or --first-seed instead."
            )
    # Only what someone asked for by name must be possible; a suite simply leaves the rest out.
    explicit = choice.teachers is not None and choice.levels is not None
    jobs: list[Job] = []
    for seed in range(choice.first_seed, choice.first_seed + seeds):
        for experiment in _experiments(suite, tier, choice):
            for teacher in choice.teachers or tier.teachers or suite.teachers:
                for level in _levels(suite, tier, choice, teacher, explicit):
                    jobs += _variants(suite, tier, choice, experiment, teacher, level, seed)
    if not jobs:
        raise UserError("Nothing is left to run: no chosen teacher can teach at a chosen level.")
    if choice.settings:
        _try_worlds(jobs)
    return jobs


def _experiments(suite: Suite, tier: Tier, choice: Choice) -> list[Experiment]:
    known = {experiment.name: experiment for experiment in suite.experiment}
    wanted = choice.experiments or tier.experiments or list(known)
    return [_entry(known, name, f"The suite {suite.name!r}", "experiment") for name in wanted]


def _levels(suite: Suite, tier: Tier, choice: Choice, teacher: str, explicit: bool) -> list[str]:
    """The levels at which a teacher can run; one that knowledge cannot change runs once for all of them."""
    levels: Sequence[str] = choice.levels or tier.levels or suite.levels
    kind = TEACHERS.get(teacher)
    wants: Wants = getattr(kind, "wants", Wants())
    if wants == Wants():
        return [ANY]
    knowledge, found = suite.expert, []
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
    suite: Suite,
    tier: Tier,
    choice: Choice,
    experiment: Experiment,
    teacher: str,
    level: str,
    seed: int,
) -> list[Job]:
    jobs = []
    known = _known(suite, teacher, level)
    for variant in experiment.variants:
        entries = {**suite.plan, **tier.plan, **experiment.plan, **variant.plan}
        scaled = tier.settings.get(teacher, {})
        if choice.student is not None:
            entries["student"] = choice.student
        if choice.steps is not None:
            entries["steps"] = choice.steps
        entries |= dict(choice.settings or {})
        # Settings that somebody gives the teachers stand above the tier's and those of expert knowledge.
        given = entries.pop("teacher_settings", {})
        if not isinstance(given, Mapping):
            raise UserError(f"teacher_settings must be a table of settings, not {given!r}.")
        given = {**scaled, **given}
        entries |= {"teacher": teacher, "teacher_settings": {**known, **given}, "seed": seed}
        plan = Plan.from_json(entries)
        if given:
            _try_settings(teacher, plan)
        if experiment.forget_share is not None:
            plan = replace(plan, forget_every=int(plan.steps * experiment.forget_share))
        recorded = _recorded(suite, teacher, level, given)
        jobs.append(Job(experiment.name, variant.name, level, teacher, plan, recorded))
    return jobs


def _known(suite: Suite, teacher: str, level: str) -> dict[str, Any]:
    """The settings that a level of expert knowledge gives a teacher."""
    return {} if level == ANY else expert_settings(TEACHERS.get(teacher), level, suite.expert)  # type: ignore[arg-type]


def _recorded(suite: Suite, teacher: str, level: str, given: Mapping[str, Any]) -> str:
    """The suite's first level that gives a teacher the same settings, so that a plan is run once; empty: its own."""
    own = {**_known(suite, teacher, level), **given}
    for other in [] if level == ANY else suite.levels:
        try:
            same = {**_known(suite, teacher, other), **given} == own
        except UserError:
            continue  # this teacher cannot run at that level
        if same:
            return "" if other == level else other
    return ""


def _try_settings(teacher: str, plan: Plan) -> None:
    """Complain about settings that a teacher does not know before anything is run."""
    kind = TEACHERS.get(teacher).Settings
    read_settings(kind, plan.teacher_settings, f"The teacher {teacher!r}")


def _try_worlds(jobs: Sequence[Job]) -> None:
    """Complain about what a track or a student does not know before anything is run."""
    tries = (replace(job.plan, teacher="random", teacher_settings={}, seed=0, steps=1) for job in jobs)
    for plan in {repr(plan): plan for plan in tries}.values():
        try:
            plan.make_world(1, None)
            if plan.student_settings:
                Training(plan)
        except UserError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(f"No world can be made of a plan: {type(error).__name__}: {error}.") from error


def _entry(table: Mapping[str, Any], name: str, owner: str, kind: str) -> Any:
    if name not in table:
        raise UserError(f"{owner} has no {kind} {name!r}, only {', '.join(table)}.{hint(name, table)}")
    return table[name]
