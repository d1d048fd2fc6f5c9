"""Generated worlds: tasks passed, steps and questions against the oracle's, search and time, and why a task failed."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from benchmarks.learning.common import PATIENCE, ROUND1, Over, fresh, spread, table
from benchmarks.learning.comparison import section_comparison
from benchmarks.worlds import FAMILIES, GeneratedWorld, Result, draw, floors

from gradus.exams.statistics import share_over_runs
from gradus.stream import SILENCE, Scrambler, StreamLearner, World


@dataclass(frozen=True)
class Job:
    """One learner in the worlds of one seed."""

    learner: str
    seed: int
    families: tuple[str, ...]
    split: str
    after: str
    """``round1``: the learner has walked the public curriculum before; empty: it is a beginner."""


@dataclass
class Row:
    """What became of one task."""

    learner: str
    family: str
    seed: int
    task: str
    role: str
    passed: bool
    steps: int
    questions: int
    right: int
    floor_steps: int
    floor_questions: int
    evaluations: int
    reason: str
    milliseconds: list[float] = field(default_factory=list)
    """Mean, 99.9 % and most of the learner's CPU time per step."""
    after: str = ""
    """What was learned before; empty: nothing."""


def evaluations_of(learner: Any) -> int:
    """How many programs the learner has evaluated in its life; 0 for learners that do not search."""
    for part in (learner, getattr(learner, "knowledge", None)):
        count = getattr(part, "evaluations", None)
        if isinstance(count, int):
            return count
    return 0


class Observer:
    """Watches a learner in a world and keeps what tells why a task failed."""

    def __init__(self, world: GeneratedWorld, learner: StreamLearner) -> None:
        self.world, self.learner = world, learner
        self.times: list[list[float]] = [[] for _ in world.tasks]
        self.evaluations = [0] * len(world.tasks)
        self._empty = [0] * len(world.tasks)
        self._interruptions = [0] * len(world.tasks)
        self._right: list[list[bool]] = [[] for _ in world.tasks]

    def play(self) -> None:
        """The whole world, step by step."""
        world, names = self.world, [task.name for task in self.world.tasks]
        byte, reward = world.step(None)
        while not world.finished:
            index = names.index(str(world.task))
            before = evaluations_of(self.learner)
            began = time.thread_time()
            said = self.learner.act(byte, reward)
            self.times[index].append(time.thread_time() - began)
            self.evaluations[index] += evaluations_of(self.learner) - before
            byte, reward = self._step(index, said)
        self.learner.act(byte, reward)

    def _step(self, index: int, said: int) -> tuple[int, int]:
        world, instance = self.world, self.world.instance
        assert instance is not None
        plain, result = world.plain[said], world.results[index]
        silent = plain == SILENCE
        self._interruptions[index] += not silent and not instance.awaited()
        answer, judged, right = instance.said + chr(plain), result.questions, result.right
        byte, reward = world.step(said)
        if result.questions > judged:
            end = instance.task.form.answer_end
            self._empty[index] += not answer.removesuffix(end).strip()
            self._right[index].append(result.right > right)
        return byte, reward

    def reason(self, index: int) -> str:
        """Why the task was not passed, in a few words; empty: it was."""
        result = self.world.results[index]
        if result.passed:
            return ""
        if result.questions < 20:
            return "hardly ever answered"
        if self._interruptions[index] > 2 * result.questions:
            return "spoke out of turn"
        if self._empty[index] > result.questions / 2:
            return "said nothing"
        last = self._right[index][-50:]
        share = sum(last) / len(last)
        return "nearly right" if share >= 0.8 else "sometimes right" if share >= 0.2 else "wrong"

    def rows(self, learner: str, family: str, floor: Sequence[Result]) -> list[Row]:
        """One row per task."""
        return [
            Row(
                learner=learner,
                family=family,
                seed=self.world.seed,
                task=task.content.name,
                role=task.content.role,
                passed=result.passed,
                steps=result.steps,
                questions=result.questions,
                right=result.right,
                floor_steps=least.steps,
                floor_questions=least.questions,
                evaluations=self.evaluations[index],
                reason=self.reason(index),
                milliseconds=spread(self.times[index]),
            )
            for index, (task, result, least) in enumerate(
                zip(self.world.tasks, self.world.results, floor, strict=True)
            )
        ]


def one_job(job: Job) -> list[Row]:
    """The worlds of one seed, each met by a learner with the same past."""
    key = Scrambler.from_seed(job.seed)
    past = _past(job, key)
    rows = []
    for family in job.families:
        learner = fresh(job.learner, job.seed)
        if past is not None:
            learner.restore(json.loads(past))
        watch = Observer(draw(family, job.seed, job.split, scramble=key), learner)
        watch.play()
        rows += watch.rows(job.learner, family, floors(draw(family, job.seed, job.split)))
    return [replace(row, after=job.after) for row in rows]


def _past(job: Job, key: Scrambler) -> str | None:
    """What a learner remembers that has walked the public curriculum in the same alphabet."""
    if not job.after:
        return None
    learner = fresh(job.learner, job.seed)
    for name in ROUND1.tasks:
        world = World(ROUND1.only(name), seed=job.seed, scramble=key)
        byte, reward = world.step(None)
        while not world.finished and world.steps < PATIENCE:
            byte, reward = world.step(learner.act(byte, reward))
    return json.dumps(learner.state())


def summary(rows: Sequence[Row], label: str) -> list[Any]:
    """A line of the table for these rows."""
    passed = [row for row in rows if row.passed]
    steps = sum(row.steps for row in rows)
    mean = sum(row.milliseconds[0] * row.steps for row in rows) / max(1, steps)
    return [
        label,
        f"{len(passed)} of {len(rows)} ({len(passed) / len(rows):.0%}){_interval(rows)}",
        _ratio([row.steps / row.floor_steps for row in passed]),
        _middle([row.questions - row.floor_questions for row in passed]),
        _middle([row.evaluations for row in passed]),
        f"{mean:.3f}",
        f"{max(row.milliseconds[1] for row in rows):.1f}",
        f"{max(row.milliseconds[2] for row in rows):.0f}",
        _reasons(rows),
    ]


def _interval(rows: Sequence[Row]) -> str:
    """90 % interval of the share passed, worlds as the unit: the tasks of a world share its form and words."""
    worlds: dict[tuple[str, int], list[bool]] = {}
    for row in rows:
        worlds.setdefault((row.family, row.seed), []).append(row.passed)
    found = share_over_runs([statistics.fmean(passed) for passed in worlds.values()])
    return "" if found.note else f" [{100 * found.low:.0f}, {100 * found.high:.0f}]"


def _middle(values: list[int]) -> str:
    return f"{statistics.median(values):,.0f}" if values else "-"


def _ratio(values: list[float]) -> str:
    return f"{statistics.median(values):.2f}" if values else "-"


def _reasons(rows: Iterable[Row]) -> str:
    found: dict[str, int] = {}
    for row in rows:
        if row.reason:
            found[row.reason] = found.get(row.reason, 0) + 1
    return ", ".join(f"{count} {reason}" for reason, count in sorted(found.items())) or "-"


COLUMNS = [
    "worlds",
    "tasks passed [90 % interval over worlds]",
    "steps / floor",
    "questions above floor",
    "evaluations",
    "ms per step",
    "99.9 % (worst task)",
    "most",
    "failures",
]


def section_worlds(
    jobs: Sequence[Job], over: Over, *, each_task: bool = False
) -> tuple[str, list[dict[str, Any]]]:
    """The table, and its rows as data; who has learned something before is compared with beginners."""
    beginners = [replace(job, after="") for job in jobs if job.after]
    rows = [row for found in over(one_job, [*jobs, *beginners]) for row in found]
    arms = [[row for row in rows if row.after == after] for after in dict.fromkeys(row.after for row in rows)]
    texts = [_arm(arm, jobs[0].split, each_task) for arm in arms]
    if len(arms) > 1:
        texts.append(section_comparison(*arms))
    return "\n".join(texts), [asdict(row) for row in rows]


def _arm(rows: Sequence[Row], split: str, each_task: bool) -> str:
    """The table of learners with the same past."""
    lines = []
    for learner in dict.fromkeys(row.learner for row in rows):
        own = [row for row in rows if row.learner == learner]
        lines += [
            summary([row for row in own if row.family == family], f"{learner}: {family}")
            for family in FAMILIES
            if any(row.family == family for row in own)
        ]
        if len({row.family for row in own}) > 1:
            lines.append(summary(own, f"{learner}: all of them"))
        composed = [row for row in own if row.role == "composition"]
        if composed:
            lines.append(summary(composed, f"{learner}: compositions without their primitives"))
    title = f"Generated worlds, {split} seeds, at most 8,000 steps per task" + (
        ", after the public curriculum" if rows[0].after else ""
    )
    text = table(title, COLUMNS, lines)
    if each_task:
        text += "\n" + table("Task by task", ["seed", "family", "task", "result"], map(_line, rows))
    return text


def _line(row: Row) -> tuple[Any, ...]:
    result = f"{row.steps:,} steps (floor {row.floor_steps:,})" if row.passed else row.reason
    return row.seed, row.family, row.task, result
