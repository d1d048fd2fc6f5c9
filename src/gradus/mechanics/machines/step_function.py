"""Machines from a Python function that says what happens next."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from gradus.mechanics.machines.machine import Machine
from gradus.school import UserError

Step = Callable[[Any, Any], Iterable[Sequence[Any]]]
"""For a state and an input all answers: output, probability, next state."""


def machine_from_step(
    step: Step, start: Hashable, inputs: Sequence[Hashable] = ("-",), cap: int = 100_000
) -> Machine:
    """The machine of all states that a function reaches from a start.

    ``step(state, input)`` gives all answers as (output, probability, next state); a process has one input, ``"-"``.

    >>> delay = machine_from_step(lambda last, bit: [(last, 1, bit)], start=0, inputs=(0, 1))
    >>> len(delay)
    2
    """
    table: dict[Hashable, dict[Hashable, list[Sequence[Any]]]] = {}
    queue = [start]
    found = {start}
    for state in queue:
        table[state] = {}
        for label in inputs:
            answers = [_answer(answer, state, label) for answer in step(state, label)]
            table[state][label] = answers
            for _output, _weight, target in answers:
                if target not in found:
                    if len(found) >= cap:
                        raise UserError(
                            f"The function leads to more than cap={cap} states; {target!r} is one too many."
                        )
                    found.add(target)
                    queue.append(target)
    return Machine.from_table(table, start)


def _answer(answer: Any, state: Hashable, label: Hashable) -> Sequence[Any]:
    if not isinstance(answer, tuple | list) or len(answer) != 3:
        raise UserError(
            f"State {state!r}, input {label!r}: the step gave {answer!r}; expected (output, probability, next state)."
        )
    return answer
