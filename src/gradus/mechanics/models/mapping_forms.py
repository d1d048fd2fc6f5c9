"""What a learner can know in a mapping task with one-character answers, up to renaming keys and characters.

Between two questions it matters which keys have been answered and with what; keys and characters are
interchangeable, so only *how many keys share an answer* does. During a question it matters which answer is due, what
was said, and what of the feedback is still to come.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gradus.school import UserError
from gradus.stream import Task

ONE, NONE = Fraction(1), Fraction(0)
END = -1
"""The streak of an instance that is over and only prints its last feedback."""
RANDOM, ANSWER = "random", "answer"
"""Parts of feedback that are not literal: a fresh random character, the answer's character."""

Program = tuple[str, ...]


class Record(NamedTuple):
    """One character of the alphabet as the learner knows it."""

    keys: int = 0
    """How many known keys it answers."""
    flag: str = ""
    """``due``: it is the known answer to the question; ``said``: it was offered as a guess."""
    entries: tuple[tuple[Program, Fraction], ...] = ()
    """Feedback still to come if this character is the answer, with its weight."""


class Form(NamedTuple):
    """A situation up to renaming keys and characters, without the streak."""

    phase: str
    """``gap``, ``ask``, ``hear`` or ``say``."""
    place: int
    """Bytes already printed behind the key, or bytes of the answer already heard."""
    open: bool
    """The current question's answer is not known."""
    ruined: bool
    """The answer begun cannot become right."""
    loose: tuple[tuple[Program, Fraction], ...]
    """Feedback still to come that no longer depends on the answer."""
    records: tuple[Record, ...]


class Entry(NamedTuple):
    """A possible rest of the feedback."""

    digit: int | None
    program: Program
    weight: Fraction


class Step(NamedTuple):
    """One outcome of an input, without the streak."""

    reward: int
    weight: Fraction
    form: Form


@dataclass(frozen=True)
class MappingRules:
    """What distinguishes one mapping task from another."""

    keys: int
    symbols: int
    permutation: bool
    streak: int
    input_separator: str
    answer_end: str
    right: tuple[tuple[Program, Fraction], ...]
    wrong: tuple[tuple[Program, Fraction], ...]

    @classmethod
    def of(cls, task: Task) -> MappingRules:
        """The rules of a task of the family micro5.x with single-character answers and keys."""
        p = task.params
        if p.get("key_lengths") or p.get("answer_lengths") != (1,):
            raise UserError(f"The task {task.name!r} does not have one-character keys and answers.")
        if len(p["answer_end"]) > 1:
            raise UserError(
                f"answer_end is {p['answer_end']!r}; the orbit machine knows ends of one character."
            )
        symbols = len(p["alphabet"])
        share = Fraction(1, len(p["noise"]))

        def programs(end: str) -> tuple[tuple[Program, Fraction], ...]:
            tail = (ANSWER, *end, *task.rules.separator)
            return tuple(((RANDOM,) * m + tail, share) for m in p["noise"])

        right = programs("" if p["end_only_if_wrong"] else p["answer_end"])
        names = (symbols, symbols, p["permutation"], task.rules.streak, p["input_separator"], p["answer_end"])
        return cls(*names, right, programs(p["answer_end"]))


def entries_of(form: Form) -> list[Entry]:
    """The feedback that may still come, as a list."""
    listed = [Entry(None, program, weight) for program, weight in form.loose]
    for i, record in enumerate(form.records):
        listed += [Entry(i, program, weight) for program, weight in record.entries]
    return listed


def replaced(records: tuple[Record, ...], i: int, record: Record) -> tuple[Record, ...]:
    """The records with one exchanged."""
    return (*records[:i], record, *records[i + 1 :])


def canonical(form: Form) -> Form:
    """The same form with its characters in a fixed order."""
    return form._replace(records=tuple(sorted(form.records)))


def forgotten(form: Form) -> Form:
    """The form once the instance is over: only what is still to be printed matters."""
    return canonical(form._replace(records=tuple(record._replace(keys=0) for record in form.records)))


def merged(steps: Iterable[Step]) -> list[Step]:
    """Outcomes with the same reward and form added up."""
    total: dict[tuple[int, Form], Fraction] = {}
    for reward, weight, form in steps:
        total[reward, form] = total.get((reward, form), NONE) + weight
    return [Step(reward, weight, form) for (reward, form), weight in total.items()]
