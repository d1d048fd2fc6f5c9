"""A machine that was learned from data: what it is, and how far it can be trusted."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gradus.mechanics.machines.machine import Machine

Piece = tuple[tuple[Hashable, Hashable], ...]
"""One instance: pairs of input and output, in order."""


@dataclass(frozen=True)
class Learned:
    """A machine from transcripts."""

    machine: Machine
    """Its start is the beginning of an instance; the last step of an instance leads back to it."""
    complexity: float
    """C_X under the recorded behaviour: entropy of the states visited."""
    interval: tuple[float, float]
    """What C_X may be, from resampled blocks; simulated, it covers about as often as ``level`` says. Its upper end is
    infinite where states may be missing (``doubt``)."""
    instances: int
    """How many instances were read."""
    rarest: int
    """Visits of the least visited input of a state; below a hundred states may be missing."""
    level: float = 0.9
    """Nominal coverage of the interval, if the states are the right ones."""
    doubt: str = ""
    """Why states may be missing, which can only make C larger; empty if nothing speaks for it."""


def exact_counts(counts: Sequence[int]) -> list[Fraction]:
    """Counts as shares of their sum."""
    total = sum(counts)
    return [Fraction(count, total) for count in counts]
