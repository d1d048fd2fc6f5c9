"""The few names a user starts with: teach somebody, load what was recorded, look at it as a table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gradus.learners import Lesson, Replay, Results, replay, seeded
from gradus.school import Outcome, RunFolder, Tabular, UserError
from gradus.stream import Curriculum, StreamLearner, World


def teach(
    learner: str | StreamLearner = "gradual",
    curriculum: str | Path | Curriculum = "round1",
    *,
    seed: int = 0,
    scramble: str | bool | None = None,
    teacher: str | None = None,
    max_steps: int | None = None,
    hours: float | None = None,
    output: str | Path | None = None,
    **options: Any,
) -> Results:
    """Teach a learner a curriculum and say how far it came, as ``gradus teach`` does.

    ``learner`` is a name, an import path or a learner of your own; ``options`` are a named learner's. With
    ``output`` everything is recorded in that folder, which :func:`load` reads.

    >>> results = teach("memory", "round1", max_steps=2_000)
    >>> results.steps, results.finished, len(results.tasks)
    (2000, False, 46)
    >>> [task for task in results.rows() if task["steps"]][0]["name"]
    'micro1'
    """
    world = World(curriculum, seed, scramble, teacher)
    limits: dict[str, Any] = {"max_steps": max_steps, "hours": hours}
    if isinstance(learner, str):
        return Lesson.create(output, learner, world, options=seeded(learner, seed, **options), **limits).run()
    if options:
        raise UserError(
            f"The option {next(iter(options))!r} is for a learner that is named, not for one that is made."
        )
    return Lesson.host(output, learner, world, name=type(learner).__name__, **limits).run()


def load(path: str | Path) -> Run | Examined | Compared:
    """What a folder holds: a :class:`Run` (a lesson or a training), the result of an exam, or a campaign of teachers.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp()) / "run"
    >>> results = teach("memory", max_steps=500, output=folder)
    >>> run = load(folder)
    >>> run.kind, run.steps, run.rows()[0]["task"]
    ('lesson', 500, 'micro1')
    >>> run.replay(0).exact
    True
    """
    folder = Path(path)
    if (folder / "table.json").is_file():
        return Examined(folder)
    if (folder / "exam.json").is_file():
        raise UserError(f"The exam in {folder} is not finished; go on with `gradus exam resume {folder}`.")
    return Compared(folder) if (folder / "bench.json").is_file() else Run(folder)


class Run(Tabular):
    """A recorded run, a lesson in the stream or a training on the tracks: its description and its outcomes."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._folder = RunFolder.read(path)
        self.description: Mapping[str, Any] = self._folder.description
        """The content of ``run.json``: everything needed to repeat the run."""
        self.kind = str(self.description.get("kind"))
        """``lesson`` or ``training``."""
        self.outcomes: list[Outcome] = list(self._folder.outcomes())
        """What happened to each ticket, in order."""

    @property
    def steps(self) -> int:
        """Steps of all recorded instances or episodes."""
        return sum(outcome.steps for outcome in self.outcomes)

    @property
    def heading(self) -> str:
        """Who was taught what, and how much is recorded."""
        solved = sum(outcome.solved for outcome in self.outcomes)
        known = f"{len(self.outcomes):,} outcomes, {solved:,} solved, {self.steps:,} steps"
        return f"{self.kind} in {self.path}: {self._who()}; {known}"

    def _who(self) -> str:
        if self.kind == "training":
            plan = self.description["plan"]
            return f"{plan['student']} taught by {plan['teacher']} on {plan['track']}, seed {plan['seed']}"
        world = self.description["world"]
        scrambled = ", scrambled" if world["scramble"] else ""
        name = self.description["learner"]["name"]
        return f"{name} on {world['curriculum']['name']}{scrambled}, seed {world['seed']}"

    def rows(self) -> list[dict[str, Any]]:
        """One row per outcome; ``ended`` is the run's step at which it ended, tasks of the tracks have columns."""
        names, ended, rows = self._coordinates(), 0, []
        for outcome in self.outcomes:
            ended += outcome.steps
            task = outcome.ticket.task
            where = {"task": task} if isinstance(task, str) else dict(zip(names, task, strict=True))
            rows.append({"serial": outcome.ticket.serial, **where, "nth": outcome.ticket.nth})
            rows[-1] |= {"steps": outcome.steps, "ended": ended, "reward": outcome.reward}
            rows[-1] |= {"solved": outcome.solved, "reason": outcome.reason}
        return rows

    def _coordinates(self) -> list[str]:
        """What the numbers of a task on the tracks are called."""
        if self.kind != "training":
            return []
        from gradus.tracks import task_space  # only who reads a training waits for the tracks

        return list(task_space(str(self.description["plan"]["track"]).split("-v")[0]).names)

    def replay(self, serial: int) -> Replay:
        """Play one recorded instance of a lesson again, byte for byte."""
        return replay(self.path, serial)

    def report(self, output: str | Path = "report.html") -> Path:
        """Draw the run into one HTML file."""
        from gradus.report import write  # drawing takes a second to load

        return write([self.path], output)


class Examined(Tabular):
    """The result of an exam: its settings, its tables and its figures per task."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        from gradus.exams import read_exam  # only who reads an exam waits for them

        self.record = read_exam(self.path)
        self.protocol = self.record.protocol
        """Which exam it was."""
        self.settings = self.record.settings
        self.result = self.record.result
        """Everything that was found, with intervals and n, as its exam's class of results."""

    @property
    def table(self) -> dict[str, Any]:
        """The result as JSON."""
        return self.result.to_json()

    @property
    def heading(self) -> str:
        """Which exam, of whom, and how many runs."""
        who = self.settings.get("learner") or self.settings.get("command") or "people"
        return f"exam {self.protocol} in {self.path}: {who}, {len(self.result.runs)} runs"

    def rows(self) -> list[dict[str, Any]]:
        """One row per task: mean steps with its interval, the floor, runs that passed it."""
        return [_flat(row) for row in self.table.get("tasks", ())]


class Compared(Tabular):
    """A campaign of ``gradus bench``: what the student of every finished run has mastered."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        from gradus.bench import Campaign, analyse  # only who reads a campaign waits for it

        self.result = analyse(Campaign.open(self.path))
        """Cells with intervals, pairs with tests, and what is missing."""

    @property
    def heading(self) -> str:
        """How many runs, of which teachers."""
        teachers = dict.fromkeys(cell.teacher for cell in self.result.cells)
        return f"campaign in {self.path}: {len(self.rows())} finished runs with {', '.join(teachers) or 'nobody'}"

    def rows(self) -> list[dict[str, Any]]:
        """One row per finished run: where it belongs, its seed, its length, mastered test tasks in per cent."""
        return [
            {"experiment": cell.experiment, "level": cell.level, "teacher": cell.teacher}
            | {"seed": run.job.plan.seed, "steps": run.job.plan.steps}
            | {
                "mastered": run.evaluations[-1].mastered,
                "best": max(test.mastered for test in run.evaluations),
            }
            for cell in self.result.cells
            for run in cell.runs
        ]


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Intervals become three columns; lists and deeper tables stay in :attr:`Examined.table`."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, Mapping) and "estimate" in value:
            flat |= {key: value["estimate"], f"{key}_low": value["low"], f"{key}_high": value["high"]}
        elif value is None or isinstance(value, str | int | float):
            flat[key] = value
    return flat
