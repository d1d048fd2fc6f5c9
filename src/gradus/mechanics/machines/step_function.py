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
            table[state][label] = answers = _answers(step(state, label), state, label)
            for _output, _weight, target in answers:
                if target not in found:
                    if len(found) >= cap:
                        raise UserError(
                            f"The function leads to more than cap={cap} states; {target!r} is one too many."
                        )
                    found.add(target)
                    queue.append(target)
    return Machine.from_table(table, start)


def _answers(given: Any, state: Hashable, label: Hashable) -> list[Sequence[Any]]:
    """What the function gave, as a list of answers whose next states can be looked up."""
    listed = list(given) if isinstance(given, Iterable) else [given]
    for answer in listed:
        if not isinstance(answer, tuple | list) or len(answer) != 3:
            raise UserError(
                f"State {state!r}, input {label!r}: the step gave {answer!r}; "
                "expected (output, probability, next state)."
            )
        if not isinstance(answer[2], Hashable):
            raise UserError(
                f"State {state!r}, input {label!r}: {answer[2]!r} is no state; use numbers, texts or tuples."
            )
    return listed
