"""The exam: a protocol over runs, described by data, that ends in a result."""

from __future__ import annotations

import json
import shlex
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from gradus.exams.catalogue import EXAMS
from gradus.exams.figures import RunFigures
from gradus.exams.plan import BEGINNING, RunBudget, RunPlan, seed_for
from gradus.exams.results import PlainResult
from gradus.exams.sections import R, Shown
from gradus.learners import make as make_learner
from gradus.learners import saves_memory, seeded
from gradus.school import Sampler, UserError, command_words, hint, options_of
from gradus.stream import Curriculum, Scrambler
from gradus.stream import make as make_curriculum
from gradus.stream.remote import split_command

TRANSPORTS = ("zmq", "unix")
"""How a learner's command may speak."""
Runs = Mapping[str, RunFigures]
"""Finished runs by name."""


@dataclass(frozen=True)
class Exam(Shown[R]):
    """What all protocols share; a protocol adds its own settings, its runs, its result and how that is shown."""

    protocol: ClassVar[str] = ""

    learner: str = field(default="memory", metadata={"flags": ("--learner", "-l")})
    """A learner's name or import path; not used with a command."""
    options: Mapping[str, Any] = field(default_factory=dict, metadata={"flags": ("--option",)})
    """An option of the learner, as name=value."""
    curriculum: str = field(default="round1", metadata={"flags": ("--curriculum", "-c")})
    """A curriculum's name, or a .toml, .json or .py file."""
    tasks_path: str = ""
    """A folder with tasks of 2017, for class paths of the curriculum; all of them if it names none."""
    bits: bool = field(default=False, metadata={"flags": ("--bitmode", "--bit-mode")})
    """One bit per step, written 0 or 1, as in 2017."""
    order: str = ""
    """Another order: ``reversed``, ``random:SEED``, or task ids separated by commas (which may leave some out)."""
    first: int | None = None
    """Only the first so many tasks."""
    scramble: bool = True
    """Whether every run gets a fresh scrambler."""
    runs: int = 5
    """Independent runs of each kind."""
    seed: int = 0
    """Seed of the exam; the same seed gives the same bytes."""
    level: float = 0.9
    """The level of the intervals; a one-sided verdict errs in half of the rest."""
    start: str = field(default="", metadata={"flags": ("--from",)})
    """A run whose learner's memory every learner of the exam begins with."""
    max_steps: int | None = 1_000_000
    """Steps a run may take in all."""
    hours: float | None = 24.0
    """Hours a run may take in all."""
    task_steps: int | None = 100_000
    """Steps a run may spend on one task."""
    stages: tuple[tuple[str, float], ...] = field(default=(), metadata={"flags": ("--stage",)})
    """TASK=SHARE: stop a run that has not passed TASK within SHARE of its steps."""
    command: str = field(default="", metadata={"flags": ("--learner-cmd",)})
    """Instead of a learner: a command that speaks the remote protocol; its address is added."""
    transport: str = "zmq"
    """How the command speaks: ``zmq`` (it gets a port) or ``unix`` (it gets the address of a socket)."""
    port: int | None = field(default=None, metadata={"flags": ("--serve",)})
    """Instead of a learner: a fixed port at which every run waits for an agent, or for that of --learner-cmd."""

    def __post_init__(self) -> None:
        if self.runs < 1:
            raise UserError(f"runs must be at least 1, not {self.runs!r}.")
        if not 0 < self.level < 1:
            raise UserError(f"level must lie between 0 and 1, not {self.level!r}.")
        object.__setattr__(self, "stages", self.budget.stages)
        known = self.tasks.tasks
        for task, _ in self.stages:
            if task not in known:
                raise UserError(f"A stage names the unknown task {task!r}.{hint(task, known)}")
        if self.port is not None and (not 1 <= self.port <= 65535 or self.transport != "zmq"):
            raise UserError(f"A fixed port is a number from 1 to 65535, for zmq only, not {self.port!r}.")
        if self.transport not in TRANSPORTS:
            raise UserError(f"transport must be one of {', '.join(TRANSPORTS)}, not {self.transport!r}.")
        if self.bits and self.scramble:
            raise UserError("In bit mode nothing is scrambled: ask for an exam without it (--no-scramble).")
        if not self.saves_memory and self.start:
            raise UserError(f"start needs a learner that can be given a memory; {self.cannot_save}")

    @cached_property
    def saves_memory(self) -> bool:
        """Whether the learner's memory can be saved and copied; finds mistakes before hours of runs."""
        if self.command:
            split_command(self.command)
        if self.is_remote:
            return False
        return saves_memory(make_learner(self.learner, **self.seeded_options(0)))

    @property
    def cannot_save(self) -> str:
        """Whose memory cannot be saved, as a sentence's end."""
        if self.command:
            return f"the command {self.command!r} keeps its own to itself."
        if self.is_remote:
            return f"the agent at port {self.port} keeps its own to itself."
        return f"the learner {self.learner!r} has no state() and restore()."

    @property
    def budget(self) -> RunBudget:
        """The limits of one run."""
        return RunBudget(self.max_steps, self.hours, self.task_steps, self.stages)

    @cached_property
    def tasks(self) -> Curriculum:
        """The curriculum in the order asked for."""
        curriculum = make_curriculum(self.curriculum, tasks_path=self.tasks_path or None)
        return in_order(curriculum, self.order, self.first)

    def seeded_options(self, seed: int) -> dict[str, Any]:
        """The learner's options for a run of that seed."""
        return {} if self.is_remote else seeded(self.learner, seed, **self.options)

    @property
    def is_remote(self) -> bool:
        """Whether the learner lives in another process."""
        return bool(self.command) or self.port is not None

    def plan_run(
        self,
        name: str,
        curriculum: Curriculum,
        seed: int,
        *,
        key: int | None = None,
        after: str | None = None,
    ) -> RunPlan:
        """A run of this exam's learner; ``key`` is the seed of the scrambler, if not the run's own."""
        scrambler = Scrambler.from_seed(seed if key is None else key) if self.scramble else None
        return RunPlan(
            name,
            "" if self.is_remote else self.learner,
            self.seeded_options(seed),
            curriculum.spec(),
            seed,
            scrambler.spec() if scrambler else None,
            after or (BEGINNING if self.start else None),
            replace(self.budget, stages=tuple(s for s in self.stages if s[0] in curriculum.tasks)),
            command=self.command,
            port=self.port,
            transport=self.transport,
            resumable=self.saves_memory,
            bits=self.bits,
        )

    def seed_for(self, role: str, number: int) -> int:
        """The seed of a run, fresh for each role."""
        return seed_for(self.seed, role, number)

    def plan(self, done: Runs) -> list[RunPlan]:
        """All runs that can be planned, given those that are finished; called until nothing new comes."""
        raise UserError("Exam is only a contract: make one of " + ", ".join(EXAMS.available()) + ".")

    def result(self, done: Runs) -> R:
        """What was found, a pure function of the finished runs; an instance of :attr:`result_type`."""
        table = self.table(done)
        warnings.warn(
            f"The exam {self.protocol!r} describes its result as a dictionary (table); the next version wants a "
            "frozen dataclass (result).",
            DeprecationWarning,
            stacklevel=2,
        )
        return PlainResult.from_json(table)  # type: ignore[return-value]

    def table(self, done: Runs) -> dict[str, Any]:
        """The result as version 0.1 described it, as a dictionary; :meth:`result` has taken its place."""
        raise UserError("Exam is only a contract: make one of " + ", ".join(EXAMS.available()) + ".")

    @classmethod
    def repeat(cls, protocol: str, settings: Mapping[str, Any], folder: str | Path) -> str:
        """The command line that holds the exam again; settings left at their defaults are not repeated."""
        options = options_of(cls)
        who = settings if settings.get("command") else {**settings, "command": ""}
        named = "command" if who["command"] else "learner" if settings.get("port") is None else ""
        first = [o for o in options if o.name == named]
        rest = [o for o in options if o.name not in ("command", "learner")]
        name = [word for option in first for word in option.words(who[option.name])]
        words = ["gradus exam", protocol, *name, *command_words(rest, settings)]
        return " ".join([*words, "-o", shlex.quote(str(folder))])

    def to_json(self) -> dict[str, Any]:
        """The description that :func:`from_json` reads back."""
        return {"protocol": self.protocol, "settings": json.loads(json.dumps(asdict(self)))}


def in_order(curriculum: Curriculum, order: str, first: int | None = None) -> Curriculum:
    """The curriculum in another order, perhaps only its beginning."""
    ids: Sequence[str] = list(curriculum.tasks)
    if order == "reversed":
        ids = ids[::-1]
    elif order.startswith("random:"):
        number = order.removeprefix("random:")
        if not number.isdigit():
            raise UserError(f"A random order is written random:SEED with a whole number, not {order!r}.")
        ids = Sampler(int(number)).shuffled(ids)
    elif order:
        ids = [name.strip() for name in order.split(",")]
    for name in ids:
        if ids.count(name) > 1:
            raise UserError(f"The order names the task {name!r} twice.")
    if first is not None and first < 1:
        raise UserError(f"first must be at least 1, not {first!r}.")
    return curriculum.only(*ids[:first])
