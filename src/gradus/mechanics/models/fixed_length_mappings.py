"""Mapping tasks with answers of several characters: a certified bracket from a coarse machine.

Keys with equal known answers, and known answers with equal ends still to be printed, are one causal state, so
the exact orbits multiply beyond use. The coarse machine keeps the current key apart instead and forgets which
answers coincide. It brackets the truth from both sides: an agent that ignores coincidences loses, on average,
the logarithm of how many situations fall together (lower bound), and multipliers corrected by the same
logarithms still prove an upper bound, where the correction is averaged over all mappings exactly, through the
tree of the answers read from their ends.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, factorial, log2

import numpy as np

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.orbits import Try, orbit_machine
from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.measures.controlled_chain import choices
from gradus.mechanics.measures.feedback import Bracket, solve
from gradus.mechanics.measures.figure import Complexity, proved_kind
from gradus.school import UserError
from gradus.stream import TASKS, Task

ONE, NONE = Fraction(1), Fraction(0)
END = -1
Answers = list[tuple[Hashable, Fraction, Hashable]]


@dataclass(frozen=True)
class FixedLengthMapping:
    """A mapping task with keys and answers of fixed lengths; keys count as known from their first character."""

    keys: int = 10
    """Keys of an instance."""
    key_space: int = 10
    """Keys there are to draw from, without repetition."""
    lead: int = 1
    """Bytes printed from the key on until the learner may answer, less one."""
    base: int = 10
    """Characters of the answers."""
    length: int = 2
    """Characters of an answer."""
    stop: bool = False
    """Whether an answer ends with a full stop of its own."""
    tail: int = 1
    """Bytes of feedback behind the answer's characters."""
    streak: int = 10

    @classmethod
    def of(cls, task: Task) -> FixedLengthMapping:
        """The model of a task with one-character keys and answers of one length."""
        p = task.params
        if p["key_lengths"] or len(p["answer_lengths"]) != 1 or p["permutation"] or p["noise"] != (0,):
            raise UserError(f"The task {task.name!r} does not have plain keys and answers of one length.")
        n = len(p["alphabet"])
        tail = len(p["answer_end"]) + len(task.rules.separator)
        lead = len(p["input_separator"])
        return cls(n, n, lead, n, p["answer_lengths"][0], bool(p["answer_end"]), tail, task.rules.streak)

    @property
    def answer_bytes(self) -> int:
        """Bytes the learner must say."""
        return self.length + self.stop


class _Talk:
    """Situations are ``(phase, place, known keys, streak)``."""

    def __init__(self, model: FixedLengthMapping) -> None:
        self.m = model

    def tries(self, s: tuple[str, int, int, int]) -> Iterable[Try]:
        """All kinds of input."""
        phase, place, j, run = s
        if phase.startswith("hear"):
            yield from self._hear(phase, place, j, run)
            return
        yield Try("silent", 1, self._print(s))
        if run == END and phase == "gap":
            yield Try("speak", 255, self._print(s))
        else:
            yield Try("speak", 255, self._print((phase, place, j, END if run == END else 0)))

    def _print(self, s: tuple[str, int, int, int]) -> Answers:
        """The world's next byte."""
        phase, place, j, run = s
        m = self.m
        if phase == "gap":
            j, run = (0, 0) if run == END else (j, run)
            known = Fraction(j, m.keys)
            return [
                ("known", known, self._asked("known", 0, j, run)),
                ("open", 1 - known, self._asked("open", 0, j, run)),
            ]
        if phase.startswith("ask"):
            return [("more", ONE, self._asked(phase[4:], place + 1, j, run))]
        if phase == "tell":
            return [("more", ONE, self._told(place - 1, j, run))]
        if phase == "tail":
            return [("more", ONE, self._tailed(place - 1, j, run))]
        return self._show(place, j, run, excluded=phase == "show excluded")

    def _asked(self, kind: str, place: int, j: int, run: int) -> Hashable:
        return (f"ask {kind}", place, j, run) if place < self.m.lead else (f"hear {kind}", 0, j, run)

    def _told(self, rest: int, j: int, run: int) -> Hashable:
        """A known answer has ``rest`` characters to go."""
        return ("tell", rest, j, run) if rest else self._tailed(self.m.tail, j, run)

    def _tailed(self, rest: int, j: int, run: int) -> Hashable:
        return (
            ("tail", rest, 0 if run == END else j, run) if rest else ("gap", 0, 0 if run == END else j, run)
        )

    def _show(self, shown: int, j: int, run: int, excluded: bool, scale: Fraction = ONE) -> Answers:
        """One more character of an answer that was not known; ``excluded``: so far as the wrong guess."""
        m = self.m
        left = m.length - shown
        after: Hashable = ("show", shown + 1, j, run) if left > 1 else self._tailed(m.tail, j + 1, run)
        if not excluded:
            return [("new", scale, after)]
        all_left, below = m.base**left - 1, m.base ** (left - 1)
        same = Fraction(below - 1, all_left)
        answers: Answers = [("new", scale * (1 - same), after)]
        if same and m.base == 2 and left == 2:
            answers.append(("same", scale * same, ("tell", 1, j + 1, run)))  # the last character is certain
        elif same:
            answers.append(("same", scale * same, ("show excluded", shown + 1, j, run)))
        return answers

    def _hear(self, phase: str, place: int, j: int, run: int) -> Iterable[Try]:
        m = self.m
        ruined = phase.endswith("ruined")
        kind = phase[5:].removesuffix(" ruined")
        if place + 1 < m.answer_bytes:
            spoiled = (f"hear {kind} ruined", place + 1, j, 0)
            if not ruined:
                fit = 1 if kind == "known" else m.base
                yield Try("fit", fit, [("silence", ONE, (phase, place + 1, j, run))])
                yield Try("other", 256 - fit, [("silence", ONE, spoiled)])
            else:
                yield Try("any", 256, [("silence", ONE, spoiled)])
            return
        wrong = (
            [("wrong", ONE, self._told(m.length - 1, j, 0))]
            if kind == "known"
            else self._show(0, j, 0, False)
        )
        if ruined:
            yield Try("any", 256, wrong)
            return
        done = run + 1 == m.streak
        hits = 1 if kind == "known" or m.stop else m.base
        right = self._told(m.length - 1, 0 if done else j + (kind == "open"), END if done else run + 1)
        chance = ONE if kind == "known" else Fraction(1, m.base**m.length)
        answers: Answers = [("right", chance, right)]
        if chance < 1:
            answers += self._show(0, j, 0, True, 1 - chance)
        yield Try("last", hits, answers, chance if done else NONE)
        yield Try("other", 256 - hits, wrong)

    def size(self, s: tuple[str, int, int, int]) -> int:
        """How many situations have this form when the current key is kept apart."""
        phase, place, j, run = s
        m = self.m
        if run == END:
            return _power(m.base, place) if phase == "tell" else 1
        maps = comb(m.key_space, j) * _power(_power(m.base, m.length), j)
        fresh = m.key_space - j
        if phase in ("gap", "tail"):
            return maps
        if "known" in phase or phase == "tell":
            return maps * j
        if phase == "hear open":
            return maps * fresh * _power(m.base, place)
        if phase == "show":
            return maps * fresh * _power(m.base, place)
        if phase == "show excluded":
            return maps * fresh * _power(m.base, m.length)
        return maps * fresh


def _power(base: int, exponent: int) -> int:
    """A whole power of a whole number."""
    return int(base**exponent)


def lumped_machine(model: FixedLengthMapping) -> Machine:
    """The coarse machine of a mapping task; its sizes keep the current key apart."""
    talk = _Talk(model)
    return orbit_machine(("gap", 0, 0, 0), talk.tries, talk.size)


def lumped_bracket(model: FixedLengthMapping) -> Bracket:
    """The certified bracket of C_mu of a mapping task with long answers."""
    machine = lumped_machine(model)
    chain = choices(machine)
    low = solve(replace(chain, log_size=chain.log_size + _lower_terms(model, machine)))
    high = solve(replace(chain, log_size=chain.log_size + _upper_terms(model, machine)))
    return Bracket(low.low, high.high, low.structural, low.content)


def lumped_states(model: FixedLengthMapping) -> int:
    """The number of causal states, coincidences counted exactly (see :func:`_coincidences`)."""
    return sum(_causal_count(model, s, size) for s, size in zip(*_named(lumped_machine(model)), strict=True))


def _named(machine: Machine) -> tuple[tuple[tuple[str, int, int, int], ...], tuple[int, ...]]:
    return machine.names, machine.weights  # type: ignore[return-value]


def _same_answers(model: FixedLengthMapping, s: tuple[str, int, int, int]) -> int | None:
    """How many characters two known answers must share to be one state here; None where nothing coincides."""
    phase, place, _j, run = s
    if run == END:
        return None
    if phase == "tell":
        return place
    return model.length if phase.split()[-1] == "known" or phase == "hear known ruined" else None


def _causal_count(model: FixedLengthMapping, s: tuple[str, int, int, int], size: int) -> int:
    """The size with coincidences merged: distinct values of ``j`` answers, counted over all mappings."""
    shared, j = _same_answers(model, s), s[2]
    if shared is None or not j:
        return size
    values = _power(model.base, shared)
    rest = _power(model.base, model.length - shared)
    distinct = values * (_power(values, j) - _power(values - 1, j)) * _power(rest, j)
    return comb(model.key_space, j) * distinct


def _lower_terms(model: FixedLengthMapping, machine: Machine) -> np.ndarray:
    """Minus the mean logarithm of how many keys fall together."""
    terms = []
    for s, _size in zip(*_named(machine), strict=True):
        shared = _same_answers(model, s)
        terms.append(0.0 if shared is None else -mean_log(s[2], 1 / model.base**shared))
    return np.array(terms)


def mean_log(j: int, chance: float) -> float:
    """E log2(1 + how many of the other j - 1 keys agree)."""
    return sum(comb(j - 1, b) * chance**b * (1 - chance) ** (j - 1 - b) * log2(1 + b) for b in range(1, j))


def _upper_terms(model: FixedLengthMapping, machine: Machine) -> np.ndarray:
    """Corrections of the sizes under which any multipliers of the coarse machine prove an upper bound.

    The logarithms of a known question are shared out evenly between the gap before it and the states up to its
    answer; those of the feedback are owed there, so multipliers in the feedback only get smaller. Solving breaks
    off what is owed. So the states after the end of an instance, where next to no time is spent, are made dear by
    the most that can be owed.
    """
    shares = [_share(model, j) for j in range(model.keys + 1)]
    owed = (model.length - 1) * log2(model.keys)
    after_the_end = model.length - 1 + model.tail + 1
    terms = []
    for (phase, _place, j, run), _size in zip(*_named(machine), strict=True):
        if run == END:
            terms.append(owed / after_the_end)
        elif phase == "gap" or phase.startswith(("ask known", "hear known")):
            terms.append(shares[j])
        else:
            terms.append(0.0)
    return np.array(terms)


def _share(model: FixedLengthMapping, known: int) -> float:
    """With so many known keys: log2 of the mean of 2^(-X/T) over all mappings.

    X is the mean, over the keys of an instance, of the logarithms summed over all phases of a known question; T is
    how many states share it, on average. 2^(-X/T) is a product over the nodes of the tree of answers read from the
    end, so its mean is a recursion.
    """
    n, b = model.keys, model.base
    full_phases = model.lead + model.answer_bytes
    part = 1 / (n * (1 + known / n * full_phases))
    level = [1.0] + [c ** (-c * full_phases * part) for c in range(1, n + 1)]
    for depth in range(model.length - 1, -1, -1):
        spread = _spread(level, b, n)
        level = [spread[c] * (c ** (-c * part) if depth and c else 1.0) for c in range(n + 1)]
    return log2(level[known])


def _spread(child: list[float], branches: int, n: int) -> list[float]:
    """The mean of the product of child values when c keys fall independently on the branches."""
    single = np.array([child[c] / factorial(c) / branches**c for c in range(n + 1)])
    power = np.zeros(n + 1)
    power[0] = 1.0
    for _ in range(branches):
        power = np.convolve(power, single)[: n + 1]
    return [float(power[c]) * factorial(c) for c in range(n + 1)]


def fixed_length_figure(name: str) -> Complexity:
    """The figure of a mapping task with answers of one length above one."""
    model = FixedLengthMapping.of(measured_variant(TASKS.get(name)))
    bracket = lumped_bracket(model)
    states = lumped_states(model)
    method = (
        "coarse machine with proved corrections for coinciding answers; bracket holds at small parameters"
    )
    return Complexity(
        name,
        proved_kind(bracket.low, bracket.high),
        log2(states),
        bracket.low,
        bracket.high,
        method,
        orbits=len(lumped_machine(model)),
        states=str(states),
        structural=bracket.structural,
        content=bracket.content,
    )
