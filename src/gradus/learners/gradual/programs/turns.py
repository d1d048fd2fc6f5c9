"""Which of several programs is right now: told by which one was right before, and by what was asked since.

A command may change what is done from then on, set it or turn it over; it may also change with every question. The
state is not seen, but every answer shows it. What each event does to it is learned as a table of steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gradus.learners.gradual.programs.language import Items, Operator, Program
from gradus.learners.gradual.programs.leaves import Case, cut
from gradus.learners.gradual.programs.running import run
from gradus.learners.gradual.programs.settings import LANGUAGE
from gradus.learners.gradual.programs.tables import STEP, Table

EACH_TIME = "\ufffc"
"""The event that a question was answered at all; no symbol has this number."""

DUE = "\ufff0\ufff1\ufff2\ufff3"
"""The states: the first of the programs is due, or another; no symbols have these numbers."""


def turns_of(table: Table) -> Operator:
    """The operator that runs the one of its programs that is due by a table of steps."""

    def meaning(program: Program, case: Case, world: Mapping[str, Operator]) -> Any:
        return run(program[2 + _due(table, program, case, world)], case, world)

    return Operator("", "t", meaning, LANGUAGE.rare, "what follows from {0}: {1} or {2}", whole=True)


def _due(table: Table, program: Program, case: Case, world: Mapping[str, Operator]) -> int:
    """The number of the program that is due, by all that was asked and answered before."""
    state, events, _ = _traced(table, program, case, world)
    return DUE.index(table.after(state, events))


def _traced(
    table: Table, program: Program, case: Case, world: Mapping[str, Operator]
) -> tuple[str, list[str], bool]:
    """The program that was right last, what happened since, and whether one was right at all."""
    register = program[1][1]
    state, known = DUE[0], False
    events: list[str] = []
    for question, answer in pairs_of(case.registers.get(register, ())):
        right = rights(program[2:], question, answer, (register[-1], case.silence), world)
        if not any(right):
            events.append(question)
            continue
        state = table.after(state, events)
        if not (known and right[DUE.index(state)]):
            state, known = DUE[right.index(True)], True
        events = [EACH_TIME]
    return state, events, known


def lesson(
    table: Table, program: Program, case: Case, world: Mapping[str, Operator], answer: str
) -> tuple[str, str] | None:
    """The step that explains another answer than the program's: what the last event does to the state.

    That answering changes something is only told by many examples.
    """
    state, events, known = _traced(table, program, case, world)
    right = [run(part, case, world) == answer for part in program[2:]]
    ticking = any(str(key).endswith(EACH_TIME) for key in table.entries)
    if not known or right.count(True) != 1 or (events[-1] == EACH_TIME and not ticking):
        return None
    return table.after(state, events[:-1]) + STEP + events[-1], DUE[right.index(True)]


def pairs_of(said: Items) -> list[tuple[str, str]]:
    """Questions with their answers, from both in turn."""
    return list(zip(said[::2], said[1::2], strict=False))


def rights(
    programs: Sequence[Program],
    question: str,
    answer: str,
    cutting: tuple[str, str],
    world: Mapping[str, Operator],
) -> tuple[bool, ...]:
    """Which programs are right about an earlier question; `cutting`: marks and silence."""
    marks, silence = cutting
    ends = bool(silence) and question.endswith(silence)
    case = Case(question, cut(question, silence, marks), ends, silence, {})
    return tuple([run(program, case, world) == answer for program in programs])
