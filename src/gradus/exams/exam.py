"""The exam: a protocol over runs, described by data, that ends in a table.

An exam is a folder::

    exam.json    the protocol, its settings, the tasks as they were, and the versions that made it
    start.json   the memory its learner began with, if it was given one
    runs/        one run folder per run
    table.json   the result: a pure function of the settings and the runs' records
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from gradus import __version__
from gradus.exams.conduct import is_finished
from gradus.exams.figures import RunFigures, read_run
from gradus.exams.plan import BEGINNING, RunBudget, RunPlan, seed_for
from gradus.exams.progress import Progress, progress_of, runs_to_come
from gradus.exams.sections import Line, Section, any_lines, any_sections, parts_of, run_lines
from gradus.exams.workers import execute_all
from gradus.learners import fitting_memory, saves_memory, seeded
from gradus.learners import make as make_learner
from gradus.school import (
    Registry,
    Sampler,
    UserError,
    Versions,
    command_words,
    compare_versions,
    hint,
    options_of,
    read_json,
    write_json,
)
from gradus.stream import Curriculum, Scrambler
from gradus.stream import make as make_curriculum
from gradus.stream.remote import split_command

EXAMS: Registry[type[Exam]] = Registry("exam")
"""Every protocol by its name."""

TRANSPORTS = ("zmq", "unix")
"""How a learner's command may speak."""
Runs = Mapping[str, RunFigures]
"""Finished runs by name."""


@dataclass(frozen=True)
class Exam:
    """What all protocols share; a protocol adds its own settings, its runs and its table."""

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

    def table(self, done: Runs) -> dict[str, Any]:
        """The result, a pure function of the finished runs; JSON-able."""
        raise UserError("Exam is only a contract: make one of " + ", ".join(EXAMS.available()) + ".")

    @classmethod
    def lines(cls, table: Mapping[str, Any]) -> Iterator[Line]:
        """What the terminal shows of a result, beside its runs; by itself every part that has rows."""
        return any_lines(table)

    @classmethod
    def sections(cls, table: Mapping[str, Any], who: str, settings: Mapping[str, Any]) -> Iterable[Section]:
        """What a report shows of a result; by itself a table for every part that has rows."""
        return any_sections(table, who)

    @classmethod
    def verdict(cls, table: Mapping[str, Any]) -> str | None:
        """What was found, in a few words; None: the exam gives no verdict."""
        found = [part["whole"]["verdict"] for part in parts_of(table).values() if part.get("whole")]
        return found[0] if found else None

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


def from_json(description: Mapping[str, Any]) -> Exam:
    """The exam that :meth:`Exam.to_json` described."""
    try:
        protocol, settings = str(description["protocol"]), dict(description["settings"])
    except (KeyError, TypeError, ValueError):
        raise UserError("The exam's description is damaged: it names no protocol and settings.") from None
    return make(protocol, **settings)


def protocol_of(name: str) -> type[Exam]:
    """The class of a protocol; one that is not installed here still shows what every exam has."""
    return EXAMS.get(name) if name in EXAMS.available() else Exam


def lines(result: Mapping[str, Any]) -> Iterator[Line]:
    """What the terminal shows of an exam's result."""
    yield from run_lines(result["table"].get("runs", []))
    yield from protocol_of(result["protocol"]).lines(result["table"])


def command_of(protocol: str, settings: Mapping[str, Any], folder: str | Path) -> str:
    """The command line that holds an exam again; settings left at their defaults are not repeated."""
    options = options_of(protocol_of(protocol))
    who = settings if settings.get("command") else {**settings, "command": ""}
    named = "command" if who["command"] else "learner" if settings.get("port") is None else ""
    first = [o for o in options if o.name == named]
    rest = [o for o in options if o.name not in ("command", "learner")]
    name = [word for option in first for word in option.words(who[option.name])]
    words = ["gradus exam", protocol, *name, *command_words(rest, settings)]
    return " ".join([*words, "-o", shlex.quote(str(folder))])


def available() -> list[str]:
    """The names of all protocols."""
    return EXAMS.available()


def make(name: str, **settings: Any) -> Exam:
    """An exam by its protocol's name."""
    protocol = EXAMS.get(name)
    known = [f.name for f in fields(protocol)]
    for key in settings:
        if key not in known:
            raise UserError(f"The exam {name!r} has no setting {key!r}.{hint(key, known)}")
    frozen: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in settings.items()}
    return protocol(**frozen)


def check(exam: Exam) -> None:
    """Complain about an exam that cannot be held, before anything is written."""
    exam.plan({})  # complains about what only planning finds
    if not exam.saves_memory and any(plan.after for plan in runs_to_come(exam, {})):
        raise UserError(f"The exam {exam.protocol!r} copies memories; {exam.cannot_save}")


def examine(
    exam: Exam, folder: str | Path, workers: int = 1, progress: Progress | None = None
) -> dict[str, Any]:
    """Hold the exam in a folder, or go on with it, and return its table."""
    folder = Path(folder)
    check(exam)
    _describe(exam, folder)
    done: dict[str, RunFigures] = {}
    while True:
        _read_finished(exam, folder, done)
        planned = exam.plan(done)
        if all(plan.name in done for plan in planned):
            break
        tell = progress_of(progress, runs_to_come(exam, done), folder) if progress else None
        execute_all(folder, planned, workers, tell)
    result = {**exam.to_json(), "table": exam.table(done)}
    write_json(folder / "table.json", result)
    return result


def resume(folder: str | Path, workers: int = 1, progress: Progress | None = None) -> dict[str, Any]:
    """Go on with an exam that was stopped or killed."""
    path = Path(folder) / "exam.json"
    if not path.is_file():
        raise UserError(f"{folder} is not an exam's folder: it has no exam.json.")
    return examine(from_json(read_json(path)), folder, workers, progress)


def _describe(exam: Exam, folder: Path) -> None:
    """Write the description, or check that the folder belongs to this very exam."""
    path = folder / "exam.json"
    described = {**exam.to_json(), "tasks": json.loads(json.dumps(exam.tasks.spec()))}
    if path.exists():
        before = read_json(path)
        # Read back, because a version that knew fewer settings may have written it.
        if {**from_json(before).to_json(), "tasks": before.get("tasks")} != described:
            raise UserError(f"{folder} already holds another exam; name another folder, or resume that one.")
        compare_versions(f"The exam in {folder}", before.get("versions"))
        return
    if (folder / "run.json").exists():
        raise UserError(f"{folder} already holds a run; name another folder for the exam.")
    memory = None
    if exam.start:
        memory = fitting_memory(Path(exam.start), exam.learner, **exam.seeded_options(0))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if memory is not None:
            write_json(folder / "start.json", memory)
        write_json(path, {**described, "versions": asdict(Versions(__version__))})
    except OSError as error:
        raise UserError(f"Cannot write an exam to {folder}: {error.strerror}.") from error


def _read_finished(exam: Exam, folder: Path, done: dict[str, RunFigures]) -> None:
    """Add the figures of the runs finished meanwhile; later runs are planned from earlier ones."""
    while True:
        new = [p for p in exam.plan(done) if p.name not in done and is_finished(folder, p.name)]
        if not new:
            return
        for plan in new:
            done[plan.name] = read_run(folder / "runs" / plan.name, plan.name)
