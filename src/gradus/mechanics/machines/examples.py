"""Small processes and channels from the literature on computational mechanics, ready to measure.

The names follow the literature; where several definitions are in use, the docstring of the entry's table says
which one is meant. They serve as worked examples and as test vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from gradus.mechanics.machines.machine import Machine
from gradus.school import UserError, hint

Rows = dict[str, str]

PROCESSES: dict[str, Rows] = {
    "coin-0.5": {"A": "0 1/2 A, 1 1/2 A"},
    "coin-0.3": {"A": "1 3/10 A, 0 7/10 A"},
    "period-2": {"A": "0 1 B", "B": "1 1 A"},
    "period-3": {"A": "0 1 B", "B": "0 1 C", "C": "1 1 A"},
    "golden-mean": {"A": "1 1/2 A, 0 1/2 B", "B": "1 1 A"},
    "even": {"A": "0 1/2 A, 1 1/2 B", "B": "1 1 A"},
    "random-insertion": {"A": "0 1/2 B, 1 1/2 C", "B": "0 1/2 C, 1 1/2 C", "C": "1 1 A"},
    "nemo": {"A": "1 1/2 A, 0 1/2 B", "B": "0 1 C", "C": "0 1/2 A, 1 1/2 A"},
    "rrxor": {
        "S": "0 1/2 Z, 1 1/2 O",
        "Z": "0 1/2 E, 1 1/2 U",
        "O": "0 1/2 U, 1 1/2 E",
        "E": "0 1 S",
        "U": "1 1 S",
    },
    "noisy-period-2": {"A": "0 1 B", "B": "0 1/2 A, 1 1/2 A"},
    "noisy-copy": {"A": "0 1/4 B, 1 3/4 C", "B": "0 1 A", "C": "0 1/4 A, 1 3/4 A"},
}
"""Every process: for each state ``output weight next state``."""

Answer = Iterable[tuple[int, Fraction, Any]]
ONE, HALF = Fraction(1), Fraction(1, 2)


def _nor(a: int, b: int) -> int:
    return int(not (a or b))


def _odd_not(odd: int, x: int) -> Answer:
    return [(x ^ odd, ONE, odd ^ 1 if x else 0)]


def _odd_random(odd: int, x: int) -> Answer:
    after = odd ^ 1 if x else 0
    return [(0, HALF, after), (1, HALF, after)] if odd else [(x, ONE, after)]


def _trapdoor(kept: int, x: int) -> Answer:
    if kept == x:
        return [(x, ONE, x)]
    return [(kept, HALF, x), (x, HALF, kept)]


CHANNELS: dict[str, tuple[Any, Callable[[Any, int], Answer]]] = {
    "identity": (0, lambda s, x: [(x, ONE, 0)]),
    "all-is-fair": (0, lambda s, x: [(0, HALF, 0), (1, HALF, 0)]),
    "z": (0, lambda s, x: [(0, HALF, 0), (1, HALF, 0)] if x else [(0, ONE, 0)]),
    "delay-1": (0, lambda s, x: [(s, ONE, x)]),
    "delay-2": ((0, 0), lambda s, x: [(s[0], ONE, (s[1], x))]),
    "feedforward-nor": (0, lambda s, x: [(_nor(x, s), ONE, x)]),
    "feedback-nor": (0, lambda s, x: [(_nor(x, s), ONE, _nor(x, s))]),
    "toggle": (0, lambda s, x: [(x ^ s, ONE, x ^ s)]),
    "odd-not": (0, _odd_not),
    "odd-random": (0, _odd_random),
    "alternate": (0, lambda s, x: [(x ^ s, ONE, s ^ 1)]),
    "trapdoor": (0, _trapdoor),
    "redundant-delay": ((0, 0), lambda s, x: [(s[0], ONE, (x, s[1] ^ 1))]),
}
"""Every binary channel: its start and what a state answers to an input bit."""


def process(name: str) -> Machine:
    """A process of the table by name.

    >>> len(process("golden-mean"))
    2
    """
    if name not in PROCESSES:
        raise UserError(f"Process {name!r} is not one of {', '.join(PROCESSES)}.{hint(name, PROCESSES)}")
    table = {}
    for state, row in PROCESSES[name].items():
        answers = [part.split() for part in row.split(", ")]
        table[state] = {"-": [(int(output), weight, target) for output, weight, target in answers]}
    return Machine.from_table(table)


def channel(name: str) -> Machine:
    """A binary channel of the table by name, with the states it was defined by.

    >>> len(channel("redundant-delay"))
    4
    """
    if name not in CHANNELS:
        raise UserError(f"Channel {name!r} is not one of {', '.join(CHANNELS)}.{hint(name, CHANNELS)}")
    start, answer = CHANNELS[name]
    table: dict[Any, dict[int, list[tuple[int, Fraction, Any]]]] = {}
    stack = [start]
    while stack:
        state = stack.pop()
        if state in table:
            continue
        table[state] = {bit: list(answer(state, bit)) for bit in (0, 1)}
        stack.extend(target for row in table[state].values() for _y, _p, target in row)
    return Machine.from_table(table, start)
