"""Machines from the task code itself: every choice of a task enumerated with its exact probability.

The hidden state is the dialogue's own state without what cannot matter when limits are off: clock, counters and
what was said before. Tasks with few instances and short questions are enumerated whole; larger ones use models
that tests hold against this one at small parameters.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gradus.mechanics.machines.answers import canonical_answer, telling_bytes
from gradus.mechanics.machines.beliefs import Generator, Move
from gradus.mechanics.machines.machine import OTHER
from gradus.school import Chooser, UserError, branches, distribution
from gradus.stream import SILENCE, Dialogue, Origin, Question, Task

NO_QUESTION = Question("", "")


@dataclass(frozen=True)
class Moment:
    """A dialogue between two bytes, as far as it matters for what comes."""

    hidden: Any
    memory: Any
    question: Question
    streak: int
    queue: str
    """What the world still has to say."""
    answer: str
    """The answer begun, in canonical form."""
    ended: bool
    solved: bool
    due: int
    rest: int


class _Bound(Chooser):
    """A chooser without a state of its own, as a resumed dialogue expects one."""

    def __init__(self, inner: Chooser) -> None:
        self.below = inner.below  # type: ignore[method-assign]

    def state(self) -> list[Any]:
        """Nothing to remember."""
        return []

    def restore(self, state: Any) -> None:
        """Nothing to restore."""


def measured_variant(task: Task) -> Task:
    """The variant that is measured: limits off, questions independent."""
    changes: dict[str, object] = {"limits": False}
    if "deck" in task.params:
        changes["deck"] = False
    return task.with_(**changes)


def task_generator(task: Task, limit: int = 200_000) -> Generator:
    """The task as a hidden channel for :func:`belief_closure`, questions and instances enumerated.

    Raises:
        UserError: if the task's limits are on, or it has more than ``limit`` instances and first questions.
    """
    if task.rules.limits:
        raise UserError(f"The task {task.name!r} has limits on; machines are built with limits=False.")

    def opened(pick: Chooser) -> Moment:
        dialogue = Dialogue(task, _Bound(pick), Origin())  # type: ignore[arg-type]
        dialogue.speak()
        return _moment(dialogue, task)

    prior: dict[Hashable, Fraction] = dict(distribution(opened, limit))
    moments = [moment for moment in prior if isinstance(moment, Moment)]
    fresh = [(m, prior[m], m.question.text[:1] or task.rules.terminator) for m in moments]
    inputs, counts = _inputs(task, [moment.question for moment in moments])

    def step(moment: Hashable, label: Hashable) -> Iterable[Move]:
        assert isinstance(moment, Moment)
        byte = _byte_of(label, inputs)

        def play(pick: Chooser) -> tuple[int | None, int, bool, Moment | None]:
            dialogue = _resumed(moment, task, pick)
            reward = dialogue.hear(byte)
            if dialogue.over:
                return None, reward, dialogue.solved, None
            return dialogue.speak(), reward, False, _moment(dialogue, task)

        for (spoken, reward, solved, after), weight in branches(play):
            if after is not None and spoken is not None:
                yield Move(weight, (chr(spoken), reward), after)
            else:
                for new, share, first in fresh:
                    yield Move(weight * share, (first, reward), new, (new.hidden,), solved)

    return Generator(prior, step, inputs, counts, lambda moment: moment.question.text[:1])  # type: ignore[attr-defined]


def _inputs(task: Task, questions: list[Question]) -> tuple[list[Hashable], dict[Hashable, int]]:
    """The bytes that matter, by name, and one for all others."""
    telling = {SILENCE} | {b for q in questions for b in telling_bytes(q, task.rules.terminator)}
    labels: list[Hashable] = [chr(byte) for byte in sorted(telling)]
    counts: dict[Hashable, int] = dict.fromkeys(labels, 1)
    if len(telling) < 256:
        labels.append(OTHER)
        counts[OTHER] = 256 - len(telling)
    return labels, counts


def _byte_of(label: Hashable, inputs: list[Hashable]) -> int:
    """The byte of a label; for all others, the first that is not listed."""
    if label != OTHER:
        return ord(str(label))
    return next(byte for byte in range(255, -1, -1) if chr(byte) not in inputs)


def _moment(dialogue: Dialogue, task: Task) -> Moment:
    """What matters of a dialogue."""
    state = dialogue.state()
    queue = state["queue"][state["position"] :]
    ended, solved = state["ended"], state["solved"]
    if ended and not (task.rules.interruption_fails and solved):
        return Moment(None, None, NO_QUESTION, 0, queue, "", True, solved, state["due"], state["rest"])
    question = Question.from_json(state["question"])
    answer = canonical_answer(question, state["answer"], task.rules.terminator)
    streak = 0 if task.rules.single else state["streak"]
    return Moment(
        state["hidden"],
        state["memory"],
        question,
        streak,
        queue,
        answer,
        ended,
        solved,
        state["due"],
        state["rest"],
    )


def _resumed(moment: Moment, task: Task, pick: Chooser) -> Dialogue:
    """A live dialogue at that moment, its clock at zero so that time never runs out."""
    state: dict[str, Any] = {
        "clock": 0,
        "over": False,
        "reason": "stopped",
        "position": 0,
        "asked": 0,
        "soft": None,
        "hard": None,
        "known": True,
        "record": None,
        "pick": [],
    }
    for name in ("hidden", "memory", "streak", "queue", "answer", "ended", "solved", "due", "rest"):
        state[name] = getattr(moment, name)
    state["question"] = moment.question.to_json()
    return Dialogue.resume(task, _Bound(pick), state)  # type: ignore[arg-type]
