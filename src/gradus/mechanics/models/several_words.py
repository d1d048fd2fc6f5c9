"""Tasks 7.3 and 10, several words said in one answer: an exact program with few unknowns instead of a machine.

The states are those of :mod:`gradus.mechanics.models.words_said`. The lower bound is the entropy of a flow through
their stretches. The upper bound gives every state the multiplier that would make this flow the best one; what does not
fit is charged to the states before the first word and, where a right
answer is not repeated, to the reaction to right answers, which is made so dear that no question gains by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log2

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.measures.feedback import Bracket
from gradus.mechanics.measures.figure import Complexity, dropped_bracket, proved_kind
from gradus.mechanics.models.words_said import Array, SeveralWords, eta, several_words_states
from gradus.stream import TASKS


def several_words_bracket(model: SeveralWords) -> Bracket:
    """The certified bracket of C_mu, the last reply examined."""
    rate, wrong = _best_with_echo(model) if model.echo else _best_in_vain(model)
    low = _lower(model, rate, wrong)
    return Bracket(low, max(low, _upper(model, rate, wrong)), low, 0.0)


def _spoilt(model: SeveralWords, rate: float, wrong: Mapping[int, float]) -> float:
    """How often each spoilt answer is seen when all other time is spent: negative if there is none left."""
    listed = [model.before(rate), *model.stretches(rate, wrong)]
    return (1 - sum(stretch.mass for stretch in listed)) / model.questions


def _lower(model: SeveralWords, rate: float, wrong: Mapping[int, float]) -> float:
    """The entropy of the flow."""
    spoilt = _spoilt(model, rate, wrong)
    if spoilt <= 0:
        return -inf
    listed = [model.before(rate), *model.stretches(rate, wrong)]
    return sum(stretch.entropy for stretch in listed) + model.questions * eta(spoilt)


def _best_in_vain(model: SeveralWords) -> tuple[float, dict[int, float]]:
    """Every answer wrong, which alone is repeated; the best rate of questions."""
    wrong = dict.fromkeys(model.law, 1.0)
    found = minimize_scalar(
        lambda x: -max(_lower(model, 2.0**x, wrong), -1e6),
        bounds=(-60, -2),
        method="bounded",
        options={"xatol": 1e-11},
    )
    return float(2.0**found.x), wrong


def _best_with_echo(model: SeveralWords) -> tuple[float, dict[int, float]]:
    """The best rate of questions and share of wrong answers."""
    counts = list(model.law)

    def read(x: Array) -> tuple[float, dict[int, float]]:
        return float(2.0 ** x[0]), {
            n: float(1 / (1 + np.exp(-v))) for n, v in zip(counts, x[1:], strict=True)
        }

    start = np.array([-8.0] + [0.0] * len(counts))
    for _ in range(3):
        start = minimize(
            lambda x: -max(_lower(model, *read(x)), -1e6),
            start,
            method="Nelder-Mead",
            options={"xatol": 1e-10, "fatol": 1e-13, "maxiter": 4000},
        ).x
    return read(start)


def _upper(model: SeveralWords, rate: float, wrong: Mapping[int, float]) -> float:
    """The bound proved by the multipliers that belong to a flow; a spoilt answer has exponent zero.

    Along a round of the dialogue the exponents of the states passed must sum to zero on average, whatever the
    agent chooses; the states before the first word take what is missing.
    """
    top = -log2(_spoilt(model, rate, wrong))
    words = len(model.vocabulary.words)
    if any(rate * p / words**n / model.copies * 2**top > 1 for n, p in model.law.items()):
        return inf  # saying the answer to its end would not be the best choice
    listed, before = model.stretches(rate, wrong), model.before(rate)
    mass = sum(s.mass for s in listed)
    entropy = before.entropy + sum(s.entropy for s in listed)
    missing = (entropy - top * (mass + before.mass)) / rate
    chosen = [(_surplus(model, rate, wrong, top), 0.0)] if model.echo else _praise(model, rate, wrong, top)
    return top + min(
        log2(
            mass
            + before.mass * 2 ** ((missing + gain) / before.visits)
            + (praise * model.copies + model.questions) / 2**top
        )
        for gain, praise in chosen
    )


def _surplus(model: SeveralWords, rate: float, wrong: Mapping[int, float], top: float) -> float:
    """What choosing the better of right and wrong gains over the shares of the flow, per question."""
    right_only, wrong_only, _shared = model.reaction_states
    gain = 0.0
    for n, p in model.law.items():
        flow = rate * p / len(model.vocabulary.words) ** n
        after_right = right_only * (-log2(flow * (1 - wrong[n])) - top)
        after_wrong = wrong_only * (-log2(flow * wrong[n]) - top)
        mixed = (1 - wrong[n]) * after_right + wrong[n] * after_wrong
        gain += p * (max(after_right, after_wrong) - mixed)
    return gain


def _praise(
    model: SeveralWords, rate: float, wrong: Mapping[int, float], top: float
) -> list[tuple[float, float]]:
    """How dear the reaction to right answers may be made, all answers being wrong.

    For every price: what questions with a cheaper repetition still gain by a right answer, per question, and what
    the reaction weighs. The separator behind both kinds of feedback is common and left out of the comparison.
    """
    values = {n: _repetition(model, rate, wrong, top, n) for n in model.law}
    pairs = np.sort(np.add.outer(*values[2]).ravel()) if 2 in values else np.array([inf])
    ceiling = min((sum(part.min() for part in parts) for n, parts in values.items() if n > 2), default=inf)
    praise, below = model.reaction_states[0], np.concatenate([[0.0], np.cumsum(pairs)])
    found = []
    for share in (0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.2, 0.4):
        price = min(float(pairs[int(share * (len(pairs) - 1))]), float(ceiling))
        cheaper = int(np.searchsorted(pairs, price))
        gain = model.law.get(2, 0.0) * (price * cheaper - float(below[cheaper])) / len(pairs)
        found.append((gain, float(praise * 2 ** (-price / praise))))
    return found


def _repetition(
    model: SeveralWords, rate: float, wrong: Mapping[int, float], top: float, n: int
) -> list[Array]:
    """For each of n words of an answer, by which word it is: its part in the value of a wrong answer's feedback."""
    words, bits = model.vocabulary, log2(len(model.vocabulary.words))
    flows = model.repeated(rate, wrong)
    fixed = model.reaction_states[1] * (n * bits - log2(flows[n]) - top) - log2(sum(flows.values())) - top
    parts = []
    for later in range(n):
        passing = sum(f for k, f in flows.items() if k > later)
        fixed += (later + 1) * bits - log2(passing) - top
        each = later * bits - np.log2(words.ends) - log2(passing) - top
        parts.append(np.asarray(words.has_end.T @ each, dtype=np.float64))
    parts[0] = parts[0] + fixed
    return parts


def several_words_figure(name: str) -> Complexity:
    """The figure of a task of saying several words."""
    task = measured_variant(TASKS.get(name))
    model = SeveralWords.of(task)
    bracket, states = several_words_bracket(model), several_words_states(model)
    return Complexity(
        name,
        proved_kind(bracket.low, bracket.high),
        log2(states),
        bracket.low,
        bracket.high,
        "program over beginnings and ends of words, held against enumerated task code at small word lists",
        last_reply="examined",
        states=str(states),
        structural=bracket.structural,
        content=bracket.content,
        dropped=dropped_bracket(bracket.low, bracket.high, task.rules.streak),
    )
