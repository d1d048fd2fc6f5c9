"""Micro-task 1 as an orbit machine: the shown symbols leak which answers are possible.

Of an alphabet of ``n`` symbols ``chosen`` are drawn; one of them is the target and right as an answer to
everything; each shown symbol is uniform over the drawn ones. What an agent can know is which symbols are surely
among the drawn (``member``), which of those are surely not the target (``out``), and which others are surely not
the target (``off``). Once the target is known it counts as a member, whether or not it was ever shown.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import comb

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.orbits import Try, orbit_machine

State = tuple[str, int, int, int]
Answers = list[tuple[Hashable, Fraction, Hashable]]


class _Knowledge:
    """The bookkeeping of what an agent knows; states are ``(kind, member, out, off)`` or ``(known, member, k, 0)``."""

    def __init__(self, n: int, chosen: int, streak: int, inputs: int) -> None:
        self.n, self.chosen, self.streak, self.inputs = n, chosen, streak, inputs

    def settle(self, member: int, out: int, off: int) -> State:
        """The canonical state of a knowledge without a hit."""
        if member == self.chosen:
            off = 0
        left = member - out
        far = self.n - member - off if member < self.chosen else 0
        if left + far == 1:
            return ("known", member + far, 0, 0)
        return ("open", member, out, off)

    def shown_known(self, member: int, run: int, reward: int) -> Answers:
        """The next symbol when the target is known: an old member or a new one."""
        old = Fraction(member, self.chosen)
        new = ("known", member + 1, run, 0)
        return [(("old", reward), old, ("known", member, run, 0)), (("new", reward), 1 - old, new)]

    def shown_open(self, member: int, out: int, off: int, reward: int, scale: Fraction) -> Answers:
        """The next symbol when the target is open; a new one may have been excluded before, or be a candidate."""
        state = self.settle(member, out, off)
        if state[0] == "known":
            return [(y, p * scale, s) for y, p, s in self._shown_inferred(state, member, reward)]
        unseen, missing = self.n - member, self.chosen - member
        old = Fraction(member, self.chosen)
        answers: Answers = [(("old", reward), old * scale, state)]
        if missing:
            excluded, candidate = self._new_symbol(member, out, off, unseen, missing)
            answers.append((("new out", reward), excluded * scale, self.settle(member + 1, out + 1, off - 1)))
            answers.append((("new", reward), candidate * scale, self.settle(member + 1, out, off)))
        return answers

    def _shown_inferred(self, state: State, member: int, reward: int) -> Answers:
        """Elimination just found the target; it counts as a member, shown or not."""
        return self.shown_known(state[1], 0, reward)

    def _new_symbol(
        self, member: int, out: int, off: int, unseen: int, missing: int
    ) -> tuple[Fraction, Fraction]:
        """Chances that the next symbol is new and excluded, and new and a candidate."""
        far = unseen - off
        near_weight = Fraction(member - out)
        far_weight = far * Fraction(missing, unseen)
        total = near_weight + far_weight
        if_near = Fraction(missing, unseen)
        if_far = Fraction(missing - 1, unseen - 1) if unseen > 1 else Fraction(0)
        excluded = (near_weight * if_near + far_weight * if_far) / total * off / self.chosen
        candidate = (
            (near_weight * if_near * far + far_weight * (1 + if_far * (far - 1))) / total / self.chosen
        )
        return excluded, candidate

    def tries(self, state: State) -> Iterable[Try]:
        """Every kind of answer byte."""
        kind, member, out, off = state
        one = Fraction(1)
        if kind == "known":
            run = out
            done = run + 1 == self.streak
            hit = self.opening(1) if done else self.shown_known(member, run + 1, 1)
            yield Try("target", 1, hit, one if done else Fraction(0))
            yield Try("wrong", self.inputs - 1, self.shown_known(member, 0, -1))
            return
        unseen, missing = self.n - member, self.chosen - member
        near, far = member - out, unseen - off if missing else 0
        odds = Fraction(missing, unseen) if missing else Fraction(0)
        total = near + far * odds
        if near:
            yield Try("member", near, self._guess(state, 1 / total, member, (member, out + 1, off)))
        if far:
            yield Try("stranger", far, self._guess(state, odds / total, member + 1, (member, out, off + 1)))
        yield Try("wrong", self.inputs - near - far, self.shown_open(member, out, off, -1, one))

    def _guess(self, state: State, chance: Fraction, member: int, miss: tuple[int, int, int]) -> Answers:
        """A hit reveals the target, a miss excludes the symbol; both are followed by a shown symbol."""
        hit = self.opening(1) if self.streak == 1 else self.shown_known(member, 1, 1)
        answers: Answers = [(y, p * chance, s) for y, p, s in hit]
        return answers + self.shown_open(*miss, -1, 1 - chance)

    def opening(self, reward: int) -> Answers:
        """A new instance shows its first symbol."""
        return [(("new", reward), Fraction(1), self.settle(1, 0, 0))]

    def size(self, state: State) -> int:
        """How many causal states share this form."""
        kind, member, out, off = state
        if kind == "known":
            return self.n * comb(self.n - 1, member - 1)
        return comb(self.n, member) * comb(member, out) * comb(self.n - member, off)


def leaking_target_orbits(n: int = 69, chosen: int = 10, streak: int = 10, inputs: int = 256) -> Machine:
    """The agent's orbit machine of micro-task 1."""
    knowledge = _Knowledge(n, chosen, streak, inputs)
    return orbit_machine(knowledge.settle(1, 0, 0), knowledge.tries, knowledge.size)
