"""The engine of the gradual learner without any dialogue: questions with their right answers, one task after the other.

Generated families come as pairs; the tasks of a curriculum are played as far as content goes: an answer that the task
accepts is rewarded, else the right one is told, where the task tells it. What counts is how many questions pass before
a streak of right answers, and how many programs are evaluated.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple
from zlib import crc32

from benchmarks.learning.common import Over, table
from benchmarks.worlds import FAMILIES, WorldTask, content_pairs, draw_tasks

from gradus.learners.gradual.knowledge import Knowledge, KnowledgeSettings, settings_without
from gradus.school import Sampler, Ticket
from gradus.stream import SILENCE, Question, Scrambler, make
from gradus.stream.task import Origin, no_feedback
from gradus.stream.task import Task as StreamTask

STREAK = 10
"""Right answers in a row that solve a task."""
INSTANCES = 5
"""Successful instances in a row that pass a task of a public curriculum."""
REMEMBERED = 14
"""The same where answers rest on earlier questions: more can be right by chance."""
VERDICTS = 20
"""The same where there are two answers."""
THOUGHT = 4000
"""Evaluations allowed between two questions: what a learner in a dialogue has idle steps for."""
NOISE = 0.08
"""Part of the told answers that are wrong in the noisy setting."""


class Asked(NamedTuple):
    """One question as the engine hears it."""

    question: bytes
    accepts: Callable[[bytes], bool]
    told: bytes
    """The right answer as the reaction names it; empty: it names none."""


Questions = Generator[Asked, bool, None]
"""Asks, is told whether the answer was right, and ends when the task is solved."""


@dataclass(frozen=True)
class Lesson:
    """A task as a stream of questions."""

    family: str
    task: str
    most: int
    """Questions after which it counts as not solved."""
    ask: Callable[[], Questions]


@dataclass
class Row:
    """What became of one task."""

    seed: int
    family: str
    task: str
    solved: bool
    asked: int
    wrong: int
    evaluations: int
    milliseconds: float
    """CPU time per question."""
    slowest: float
    """Milliseconds of the longest single call."""


# ---- the tasks


def generated(family: str, seed: int, split: str, most: int = 60) -> list[Lesson]:
    """The tasks of a generated world, solved by a streak of right answers."""
    found = []
    for task in draw_tasks(family, seed, split):
        two = len(task.content.options) == 2
        streak = VERDICTS if two else REMEMBERED if family == "state" else STREAK
        found.append(Lesson(family, task.name, most, partial(as_questions, task, seed, most, streak)))
    return found


def as_questions(task: WorldTask, seed: int, most: int, wanted: int) -> Questions:
    """The questions of a generated task until so many answers in a row are right."""
    streak = 0
    for pair in content_pairs(task, seed, most + 1):
        right = bytes(pair.answer)
        good = yield Asked(bytes(pair.question), right.__eq__, right)
        streak = streak + 1 if good else 0
        if streak == wanted:
            return


def curriculum(name: str, seed: int, most: int = 300) -> list[Lesson]:
    """The tasks of a public curriculum, solved as there: five successful instances in a row."""
    tasks = make(name).tasks.items()
    return [Lesson(name, label, most, partial(_instances, label, task, seed)) for label, task in tasks]


def _instances(label: str, task: StreamTask, seed: int) -> Questions:
    nth = solved = 0
    while solved < INSTANCES:
        ticket = Ticket(label, seed, nth, nth)
        good = yield from _instance(task, Sampler.for_ticket(ticket), ticket)
        solved, nth = (solved + 1 if good else 0), nth + 1


def _instance(task: StreamTask, pick: Sampler, ticket: Ticket) -> Generator[Asked, bool, bool]:
    """The questions of an instance; whether it was solved."""
    rules, act = task.rules, task.bound
    hidden = act.draw(pick, Origin(ticket.nth, partial(Sampler.for_ticket, ticket)))
    memory: Any = None
    streak = 0
    for _ in range(1 if rules.single else 6 * rules.streak):
        question, memory = act.ask(pick, hidden, memory)
        told = pick.choice(question.shown) if question.shown else question.answer
        good = yield Asked(
            (question.text.lstrip() or question.text).encode("latin-1"),
            partial(_accepted, question),
            b"" if task.reacting is no_feedback else told.encode("latin-1"),
        )
        streak = streak + 1 if good else 0
        if streak == rules.streak:
            return True
    return False


def _accepted(question: Question, said: bytes) -> bool:
    return question.accepts(said.decode("latin-1"))


# ---- the pupil


class Pupil:
    """The engine, taught question by question in a scrambled alphabet."""

    def __init__(self, seed: int, settings: KnowledgeSettings, noise: float = 0.0) -> None:
        key = Scrambler.from_seed(seed)
        self.shown, self.plain = key.table, key.inverse
        self.knowledge = Knowledge(settings)
        self.knowledge.silence = self.shown[SILENCE]
        self.noise, self.pick = noise, Sampler(seed, (crc32(b"noise"),))
        self.told: list[bytes] = []
        self.slowest = 0.0

    def _call(self, function: Callable[..., Any], *values: Any) -> Any:
        began = time.thread_time()
        result = function(*values)
        self.slowest = max(self.slowest, time.thread_time() - began)
        return result

    def answer(self, asked: Asked) -> bool:
        """Answer a question, learn from what follows and think about it; whether the answer was right."""
        question = self._heard(asked.question)
        proposals = self._call(self.knowledge.propose, question)
        said = bytes([self.plain[symbol] for symbol in proposals[0].answer]) if proposals else b""
        good = asked.accepts(said)
        told = self._misheard(asked.told)
        if good and (told == asked.told or not told):
            self._call(self.knowledge.judged, question, self._heard(said), 1)
        elif told:
            self._call(self.knowledge.hear, question, self._heard(told), 0.9)
        elif said:
            self._call(self.knowledge.judged, question, self._heard(said), -1)
        for _ in range(THOUGHT // 100):
            if not self._call(self.knowledge.think, 100):
                break
        return good

    def _heard(self, text: bytes) -> tuple[int, ...]:
        return tuple([self.shown[byte] for byte in text])

    def _misheard(self, told: bytes) -> bytes:
        """What was told, or now and then something else that was told before."""
        if not told or not self.noise:
            return told
        self.told = [*self.told[-19:], told]
        wrong = self.pick.below(1000) < 1000 * self.noise
        return self.pick.choice(self.told) if wrong else told

    def learn(self, lesson: Lesson, seed: int) -> Row:
        """All questions of a task until it is solved."""
        asked = wrong = 0
        before, began = self.knowledge.evaluations, time.thread_time()
        self.slowest = 0.0
        questions, solved = lesson.ask(), False
        question = next(questions)
        while asked < lesson.most and not solved:
            asked += 1
            good = self.answer(question)
            wrong += not good
            try:
                question = questions.send(good)
            except StopIteration:
                solved = True
        return Row(
            seed=seed,
            family=lesson.family,
            task=lesson.task,
            solved=solved,
            asked=asked,
            wrong=wrong,
            evaluations=self.knowledge.evaluations - before,
            milliseconds=round(1000 * (time.thread_time() - began) / asked, 3),
            slowest=round(1000 * self.slowest, 1),
        )


def taught(
    lessons: Sequence[Lesson], seed: int, settings: KnowledgeSettings, noise: float = 0.0
) -> list[Row]:
    """A row per task, learned one after the other by the same engine."""
    pupil = Pupil(seed, settings, noise)
    return [pupil.learn(lesson, seed) for lesson in lessons]


# ---- the tables

CURRICULA = {
    "round1": "round1",
    "round1-eval": "round1-eval",
    "public-arithmetic": "arithmetic",
    "public-blocks": "blocks",
    "public-text": "text-operations",
}
"""Public tasks whose content is looked at: their names here, where families have names too, and there."""


@dataclass(frozen=True)
class Job:
    """One engine and the tasks of one seed."""

    seed: int
    family: str
    split: str = "development"
    settings: KnowledgeSettings = field(default_factory=KnowledgeSettings)
    noise: float = 0.0


def one_job(job: Job) -> list[Row]:
    """What an engine that knows nothing makes of the tasks, one after the other."""
    if job.family in CURRICULA:
        found = curriculum(CURRICULA[job.family], job.seed)
        lessons = [replace(lesson, family=job.family) for lesson in found]
    else:
        lessons = generated(job.family, job.seed, job.split)
    return taught(lessons, job.seed, job.settings, job.noise)


def section_engine(
    seeds: Sequence[int], over: Over, families: Sequence[str], split: str, *, each_task: bool = False
) -> tuple[str, list[dict[str, Any]]]:
    """A line per family or curriculum, and the rows as data."""
    names = families or (*CURRICULA, *FAMILIES)
    jobs = [Job(seed, name, split) for name in names for seed in seeds]
    rows = [row for found in over(one_job, jobs) for row in found]
    lines = [summary([row for row in rows if row.family == name], name) for name in names]
    title = f"The engine alone, questions with right answers, {split} seeds {seeds[0]}-{seeds[-1]}"
    text = table(title, COLUMNS, lines)
    if each_task:
        text += "\n" + table("Task by task", ["seed", "task", "result", "asked", "wrong"], map(_line, rows))
    return text, [asdict(row) for row in rows]


ABLATIONS: dict[str, tuple[str, ...]] = {
    "everything": (),
    "without tables": ("tables",),
    "without splitting at marks": ("marks",),
    "without orders": ("orders",),
    "without goal decomposition": ("decomposition",),
    "without conditions": ("conditions",),
    "without memory": ("memory",),
    "without names": ("names", "synonyms", "hints"),
    "without library": ("library",),
    "without library and learned costs": ("library", "costs"),
    "a third of the budget": (),
    "8 % wrong answers": (),
}
"""What is switched off; the last two make something harder instead."""
SHORT_BUDGET = KnowledgeSettings(budget=1200)


def ablated(name: str) -> KnowledgeSettings:
    """The settings of an ablation."""
    return settings_without(ABLATIONS[name], SHORT_BUDGET if "budget" in name else None)


def section_ablations(
    seeds: Sequence[int], over: Over, families: Sequence[str], split: str
) -> tuple[str, list[dict[str, Any]]]:
    """A line per ablation, a column per family."""
    names = families or tuple(FAMILIES)
    jobs = [
        Job(seed, family, split, ablated(name), NOISE if "wrong" in name else 0.0)
        for name in ABLATIONS
        for family in names
        for seed in seeds
    ]
    found = iter(over(one_job, jobs))
    lines, rows = [], []
    for name in ABLATIONS:
        cells = [[row for _ in seeds for row in next(found)] for _ in names]
        solved = [f"{sum(row.solved for row in cell)} of {len(cell)}" for cell in cells]
        every = [row for cell in cells for row in cell]
        lines.append([name, *solved, f"{sum(row.solved for row in every)} of {len(every)}"])
        rows += [{"ablation": name, **asdict(row)} for row in every]
    title = f"The engine alone, something switched off, {split} seeds {seeds[0]}-{seeds[-1]}: tasks solved"
    return table(title, ["engine", *names, "all"], lines), rows


COLUMNS = [
    "content",
    "solved",
    "wrong answers per solved task",
    "evaluations per question",
    "ms per question",
]
COLUMNS += ["longest call, ms"]


def summary(rows: Sequence[Row], label: str) -> list[Any]:
    """A line of the table."""
    solved = [row for row in rows if row.solved]
    asked = sum(row.asked for row in rows)
    return [
        label,
        f"{len(solved)} of {len(rows)}",
        f"{sum(row.wrong for row in solved) / max(1, len(solved)):.1f}",
        f"{sum(row.evaluations for row in rows) / asked:,.0f}",
        f"{sum(row.milliseconds * row.asked for row in rows) / asked:.2f}",
        f"{max(row.slowest for row in rows):.0f}",
    ]


def _line(row: Row) -> tuple[Any, ...]:
    return row.seed, row.task, "solved" if row.solved else "not solved", row.asked, row.wrong
