"""Tasks 7.3 and 10, several words said in one answer: an exact program with few unknowns instead of a machine.

With 2,284 words there are far too many states to list. But nothing is hidden, and how often each is visited
hangs on little. While a question is printed the learner has no say: a prefix is seen as often as words begin with
it. While it answers, saying the right text to the end passes the most states, and a spoilt answer can be drawn
out at will. While feedback repeats the answer, a rest is seen as often as words end with it. So states fall into
*stretches* that are passed with one common flow and a known law inside, and what is left to choose is how often
a question is asked, which share is answered wrongly, and how long spoilt answers last.

The lower bound is the entropy of such a flow. The upper bound gives every state the multiplier that would make
this flow the best one; what does not fit is charged to the states before the first word and, where a right
answer is not repeated, to the reaction to right answers, which is made so dear that no question gains by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, log2

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar
from scipy.sparse import coo_array, csr_array

from gradus.mechanics.program import Bracket
from gradus.school import UserError
from gradus.stream import Task

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Stretch:
    """States passed one after another by a common flow, with a fixed law over the symbols involved."""

    flow: float
    """How much passes, per step."""
    visits: float
    """How many of its states a passage meets, on average."""
    inner: float
    """Entropy of which state it is, summed over these visits."""
    states: int
    """How many states it has."""

    @property
    def mass(self) -> float:
        """The share of time spent here."""
        return self.flow * self.visits

    @property
    def entropy(self) -> float:
        """The part of the entropy of all states that comes from here."""
        return self.visits * _eta(self.flow) + self.flow * self.inner


def _eta(p: float) -> float:
    return -p * log2(p) if p > 0 else 0.0


def _entropy(weights: Array) -> float:
    return float(-(weights * np.log2(weights)).sum())


@dataclass(frozen=True)
class Vocabulary:
    """A list of words as a tree of beginnings and a tree of ends."""

    words: tuple[str, ...]

    @cached_property
    def beginnings(self) -> Array:
        """For every beginning the share of words that have it."""
        counts = Counter(word[:i] for word in self.words for i in range(1, len(word) + 1))
        return np.array(list(counts.values())) / len(self.words)

    @cached_property
    def has_end(self) -> csr_array:
        """Ends by words: which word has which end."""
        number: dict[str, int] = {}
        pairs = [
            (number.setdefault(word[i:], len(number)), k)
            for k, word in enumerate(self.words)
            for i in range(len(word))
        ]
        rows, columns = zip(*pairs, strict=True)
        shape = (len(number), len(self.words))
        return csr_array(coo_array((np.ones(len(rows)), (rows, columns)), shape=shape))

    @cached_property
    def ends(self) -> Array:
        """For every end the share of words that have it."""
        return np.asarray(self.has_end.sum(axis=1)).ravel() / len(self.words)

    @cached_property
    def mean_length(self) -> float:
        """Letters of a word, on average."""
        return sum(map(len, self.words)) / len(self.words)


@dataclass(frozen=True)
class SpokenWords:
    """A task that shows some words of a list and wants them said, joined by spaces."""

    vocabulary: Vocabulary
    law: Mapping[int, float]
    """How likely each number of words is."""
    opening: int
    """Bytes before the first word."""
    glue: int
    """Bytes between two words of a question."""
    right: str
    wrong: str
    """How feedback begins."""
    echo: bool
    """Whether a right answer is repeated, as a wrong one always is."""

    @classmethod
    def of(cls, task: Task) -> SpokenWords:
        """The model of micro7.3 or micro10, or of a variant."""
        words, keyword = task.params.get("words", ()), task.params.get("keyword", "")
        rules = task.rules
        if task.name not in ("micro7.3", "micro10") or rules.terminator != "." or len(rules.separator) != 1:
            raise UserError(f"The task {task.name!r} is not one of saying several words.")
        if len(set(words)) != len(words) or any(set(word) & {" ", "."} for word in words):
            raise UserError(f"The words of {task.name!r} must be distinct and without spaces or full stops.")
        if not all(reaction.endswith(" ") and len(reaction) > 1 for reaction in rules.reactions):
            raise UserError(f"reactions must end with a space for this model, not {rules.reactions!r}.")
        opening = len(keyword) + 1
        if task.name == "micro7.3":
            return cls(Vocabulary(words), {2: 1.0}, opening, 1, *rules.reactions, rules.echo)
        most = task.params["most"]
        law = {n: 1 / (most - 1) for n in range(2, most + 1)}
        return cls(Vocabulary(words), law, opening, opening + 1, *rules.reactions, rules.echo)

    @property
    def most(self) -> int:
        """The largest number of words."""
        return max(self.law)

    @property
    def questions(self) -> int:
        """How many different questions there are."""
        return sum(len(self.vocabulary.words) ** n for n in self.law)

    def at_least(self, n: int) -> float:
        """The chance of at least so many words."""
        return sum(p for k, p in self.law.items() if k >= n)

    @cached_property
    def reaction_states(self) -> tuple[int, int, int]:
        """States of a reaction that only right, only wrong, and both kinds of answers lead to; its last space,
        which also stands before a later word, is not counted where words follow."""
        after = [self.right[i:] for i in range(1, len(self.right))]
        astray = [self.wrong[i:] for i in range(1, len(self.wrong))]
        if not self.echo:
            return len(after), len(astray) - 1, 0
        shared = len(set(after) & set(astray))
        return len(after) - shared, len(astray) - shared, shared - 1

    def before(self, rate: float) -> Stretch:
        """The states before the first word."""
        return Stretch(rate, self.opening + 1, 0.0, self.opening + 1)

    def stretches(self, rate: float, wrong: Mapping[int, float]) -> list[Stretch]:
        """All other states but the spoilt answers: asked ``rate`` times a step, ``wrong`` of n words in vain."""
        return [*self._asking(rate), *self._answering(rate, wrong), *self._repeating(rate, wrong)]

    def _asking(self, rate: float) -> list[Stretch]:
        w, words = len(self.vocabulary.words), self.vocabulary
        bits = log2(w)
        found = []
        for place in range(self.most):
            flow = rate * self.at_least(place + 1)
            visits = float(words.beginnings.sum())
            inner = _entropy(words.beginnings) + visits * place * bits
            found.append(Stretch(flow, visits, inner, len(words.beginnings) * w**place))
            if place:
                found.append(Stretch(flow, self.glue, self.glue * place * bits, self.glue * w**place))
        return found

    def _answering(self, rate: float, wrong: Mapping[int, float]) -> list[Stretch]:
        """Answers on the right way, and the reactions to both kinds."""
        w = len(self.vocabulary.words)
        right_only, wrong_only, shared = self.reaction_states
        found, praised = [], 0.0
        for n, chance in self.law.items():
            flow, bits, number = rate * chance, n * log2(w), w**n
            heard = n * self.vocabulary.mean_length + n
            found.append(Stretch(flow, heard, heard * bits, round(heard * number)))
            vain = flow * wrong[n]
            found.append(Stretch(vain, wrong_only, wrong_only * bits, wrong_only * number))
            if self.echo:
                found.append(Stretch(flow - vain, right_only, right_only * bits, right_only * number))
                found.append(Stretch(flow, shared, shared * bits, shared * number))
            praised += flow - vain
        if not self.echo:
            found.append(Stretch(praised, right_only, 0.0, right_only))
        return found

    def repeated(self, rate: float, wrong: Mapping[int, float]) -> dict[int, float]:
        """The flow of answers of n words that feedback repeats."""
        return {n: rate * p * (1.0 if self.echo else wrong[n]) for n, p in self.law.items()}

    def _repeating(self, rate: float, wrong: Mapping[int, float]) -> list[Stretch]:
        """The words of feedback from their ends on; a rest does not tell how many words came before."""
        w, words = len(self.vocabulary.words), self.vocabulary
        bits, flows = log2(w), self.repeated(rate, wrong)
        visits, inside = float(words.ends.sum()), _entropy(words.ends)
        found = []
        for later in range(self.most):
            flow = sum(f for n, f in flows.items() if n > later)
            inner = inside + visits * later * bits
            found.append(Stretch(flow, visits, inner, len(words.ends) * w**later))
            found.append(Stretch(flow, 1, (later + 1) * bits, w ** (later + 1)))  # the space before it
        found.append(Stretch(sum(flows.values()), 1, 0.0, 1))  # the full stop
        found.append(Stretch(rate, 1, 0.0, 1))  # the separator
        return found


def spoken_states(model: SpokenWords) -> int:
    """The number of causal states."""
    listed = [model.before(1.0), *model.stretches(1.0, dict.fromkeys(model.law, 0.5))]
    return sum(stretch.states for stretch in listed) + model.questions


def spoken_bracket(model: SpokenWords) -> Bracket:
    """The certified bracket of C_mu, the last reply examined."""
    rate, wrong = _best_with_echo(model) if model.echo else _best_in_vain(model)
    low = _lower(model, rate, wrong)
    return Bracket(low, max(low, _upper(model, rate, wrong)), 0.0, 0.0)


def _spoilt(model: SpokenWords, rate: float, wrong: Mapping[int, float]) -> float:
    """How often each spoilt answer is seen when all other time is spent: negative if there is none left."""
    listed = [model.before(rate), *model.stretches(rate, wrong)]
    return (1 - sum(stretch.mass for stretch in listed)) / model.questions


def _lower(model: SpokenWords, rate: float, wrong: Mapping[int, float]) -> float:
    """The entropy of the flow."""
    spoilt = _spoilt(model, rate, wrong)
    if spoilt <= 0:
        return -inf
    listed = [model.before(rate), *model.stretches(rate, wrong)]
    return sum(stretch.entropy for stretch in listed) + model.questions * _eta(spoilt)


def _best_in_vain(model: SpokenWords) -> tuple[float, dict[int, float]]:
    """Every answer wrong, which alone is repeated; the best rate of questions."""
    wrong = dict.fromkeys(model.law, 1.0)
    found = minimize_scalar(
        lambda x: -max(_lower(model, 2.0**x, wrong), -1e6),
        bounds=(-60, -2),
        method="bounded",
        options={"xatol": 1e-11},
    )
    return float(2.0**found.x), wrong


def _best_with_echo(model: SpokenWords) -> tuple[float, dict[int, float]]:
    """The best rate of questions and share of wrong answers."""
    counts = list(model.law)

    def read(x: Sequence[float]) -> tuple[float, dict[int, float]]:
        return float(2.0 ** x[0]), {n: float(1 / (1 + np.exp(-v))) for n, v in zip(counts, x[1:], strict=True)}

    start = np.array([-8.0] + [0.0] * len(counts))
    for _ in range(3):
        start = minimize(
            lambda x: -max(_lower(model, *read(x)), -1e6),
            start,
            method="Nelder-Mead",
            options={"xatol": 1e-10, "fatol": 1e-13, "maxiter": 4000},
        ).x
    return read(start)


def _upper(model: SpokenWords, rate: float, wrong: Mapping[int, float]) -> float:
    """The bound proved by the multipliers that belong to a flow; a spoilt answer has exponent zero.

    Along a round of the dialogue the exponents of the states passed must sum to zero on average, whatever the
    agent chooses; the states before the first word take what is missing.
    """
    top = -log2(_spoilt(model, rate, wrong))
    listed = model.stretches(rate, wrong)
    mass, entropy = sum(s.mass for s in listed), sum(s.entropy for s in listed)
    if any(rate * p / len(model.vocabulary.words) ** n * 2**top > 1 for n, p in model.law.items()):
        return inf  # saying the answer to its end would not be the best choice
    extra = _surplus(model, rate, wrong, top) if model.echo else 0.0
    praise = 0.0 if model.echo else _dear_praise(model, rate, wrong, top)
    opening = model.before(rate).visits
    exponent = ((entropy - top * mass) / rate + extra) / opening
    return top + log2(mass + (opening * 2**exponent + praise + model.questions) / 2**top)


def _surplus(model: SpokenWords, rate: float, wrong: Mapping[int, float], top: float) -> float:
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


def _dear_praise(model: SpokenWords, rate: float, wrong: Mapping[int, float], top: float) -> float:
    """What the reaction to right answers weighs when no question gains by it, all answers being wrong.

    The separator behind both kinds of feedback is common and left out of the comparison.
    """
    words, bits = model.vocabulary, log2(len(model.vocabulary.words))
    flows = model.repeated(rate, wrong)
    least = inf
    for n, flow in flows.items():
        value = model.reaction_states[1] * (n * bits - log2(flow) - top) - log2(sum(flows.values())) - top
        for later in range(n):
            passing = sum(f for k, f in flows.items() if k > later)
            value += (later + 1) * bits - log2(passing) - top
            each = later * bits - np.log2(words.ends) - log2(passing) - top
            value += float((words.has_end.T @ each).min())
        least = min(least, value)
    praise = model.reaction_states[0]
    return float(praise * 2 ** (-least / praise))
