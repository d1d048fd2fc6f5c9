"""Mapping tasks with answers of several characters: a certified bracket from a coarse machine.

The coarse machine (:mod:`gradus.mechanics.models.lumped_mappings`) forgets which answers coincide. It brackets the
truth from both sides: an agent that ignores coincidences loses, on average, the logarithm of how many situations fall
together (lower bound), and multipliers corrected by the same logarithms still prove an upper bound, where the
correction is averaged over all mappings exactly, through the tree of the answers read from their ends.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb, factorial, log2

import numpy as np

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.measures.controlled_chain import choices
from gradus.mechanics.measures.feedback import Bracket, solve
from gradus.mechanics.measures.figure import Complexity, proved_kind
from gradus.mechanics.models.lumped_mappings import END, FixedLengthMapping, lumped_machine, power
from gradus.stream import TASKS


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
    values = power(model.base, shared)
    rest = power(model.base, model.length - shared)
    distinct = values * (power(values, j) - power(values - 1, j)) * power(rest, j)
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
