"""How long a task is in the engine's own language, with an empty library and with one that earlier tasks filled.

The engine is a code for right answers: its proposals are asked one after the other, each with how sure it is, and what
none of them has is spelled at the engine's own price. Summed over the questions of a task, while the engine goes on
learning, this is a prequential description length: a program is paid for by the answers spelled until it is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import log2
from typing import Any

from gradus.learners.gradual.knowledge import Knowledge, KnowledgeSettings
from gradus.learners.gradual.knowledge.settings import DESCRIPTION
from gradus.learners.gradual.programs.settings import PROBLEM
from gradus.school import Sampler, Ticket, UserError
from gradus.stream import SILENCE, Curriculum, Origin, Question, Task


@dataclass(frozen=True)
class Described:
    """The bits that right answers to the first questions of a task take."""

    task: str
    empty: float
    """Told to an engine that knows nothing."""
    after: float
    """Told to an engine that was told as much of every earlier task."""

    @property
    def saved(self) -> float:
        """The part of the bits that the earlier tasks save; negative if they mislead."""
        return 1 - self.after / self.empty


def description_lengths(
    curriculum: Curriculum,
    seed: int = 0,
    questions: int = DESCRIPTION.questions,
    settings: KnowledgeSettings | None = None,
) -> Iterator[Described]:
    """The description lengths of the tasks of a curriculum, in its order; seconds each."""
    if questions < 1:
        raise UserError(f"A task is described by at least one question, not {questions}.")
    walker = new_engine(settings)
    for label, task in curriculum.tasks.items():
        empty = told_bits(new_engine(settings), label, task, seed, questions)
        yield Described(label, empty, told_bits(walker, label, task, seed, questions))


def new_engine(settings: KnowledgeSettings | None = None) -> Knowledge:
    """An engine that knows nothing but what separates words."""
    engine = Knowledge(settings)
    engine.silence = SILENCE
    return engine


def told_bits(
    engine: Knowledge, label: str, task: Task, seed: int, questions: int = DESCRIPTION.questions
) -> float:
    """Tell an engine right answers to the first questions of a task; the bits that takes. The engine learns from it."""
    total = 0.0
    for question, shown in _questions(label, task, seed, questions):
        heard = tuple((question.text.lstrip() or question.text).encode("latin-1"))
        bits, said = _bits(engine, heard, question, shown)
        total += bits
        if said is None:
            engine.hear(heard, tuple(shown.encode("latin-1")))
        else:
            engine.judged(heard, said, 1)
        engine.think(DESCRIPTION.thought)
    return total


def _bits(
    engine: Knowledge, heard: tuple[int, ...], question: Question, shown: str
) -> tuple[float, tuple[int, ...] | None]:
    """What a right answer costs, and the proposal that is one."""
    bits = 0.0
    for proposal in engine.propose(heard):
        sure = min(max(proposal.sure, 1 - DESCRIPTION.surest), DESCRIPTION.surest)
        if question.accepts(bytes(proposal.answer).decode("latin-1")):
            return bits - log2(sure), proposal.answer
        bits -= log2(1 - sure)
    return bits + PROBLEM.symbol_bits * (len(shown) + 1), None


def _questions(label: str, task: Task, seed: int, most: int) -> Iterator[tuple[Question, str]]:
    """The first questions with a right answer each, instance by instance, as one hears them who is never wrong."""
    asked = nth = 0
    while asked < most:
        ticket = Ticket(label, seed, nth, nth)
        pick, act = Sampler.for_ticket(ticket), task.bound
        hidden = act.draw(pick, Origin(nth, partial(Sampler.for_ticket, ticket)))
        memory: Any = None
        for _ in range(min(1 if task.rules.single else task.rules.streak, most - asked)):
            question, memory = act.ask(pick, hidden, memory)
            yield question, pick.choice(question.shown) if question.shown else question.answer
            asked += 1
        nth += 1
