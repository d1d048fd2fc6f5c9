"""Tasks 7.3 and 10, several words said in one answer, as stretches of states that are passed with one common flow.

With 2,284 words there are far too many states to list. But nothing is hidden, and how often each is visited
hangs on little. While a question is printed the learner has no say: a prefix is seen as often as words begin with
it. While it answers, saying the right text to the end passes the most states, and a spoilt answer can be drawn
out at will. While feedback repeats the answer, a rest is seen as often as words end with it. So states fall into
*stretches* that are passed with one common flow and a known law inside, and what is left to choose is how often
a question is asked, which share is answered wrongly, and how long spoilt answers last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import log2

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

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
        return self.visits * eta(self.flow) + self.flow * self.inner


def eta(p: float) -> float:
    """What a state with this share of time adds to an entropy."""
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
class SeveralWords:
    """A task that shows some words of a list and wants them said, joined by spaces."""

    vocabulary: Vocabulary
    law: Mapping[int, float]
    """How likely each number of words is."""
    openings: tuple[str, ...]
    """What a question may begin with, equally likely, before the first word."""
    glues: tuple[str, ...]
    """For each of them, what stands between two words of the question."""
    right: str
    wrong: str
    """How feedback begins."""
    echo: bool
    """Whether a right answer is repeated, as a wrong one always is."""
    copies: int = 1
    """In how many ways (streaks) an agent may be supposed to stand while no mistake was made: for upper bounds."""

    @classmethod
    def of(cls, task: Task) -> SeveralWords:
        """The model of micro7.3 or micro10, or of a variant."""
        words, keyword = task.params.get("words", ()), task.params.get("keyword", "")
        rules = task.rules
        if task.name not in ("micro7.3", "micro10") or rules.terminator != "." or len(rules.separator) != 1:
            raise UserError(f"The task {task.name!r} is not one of saying several words.")
        if len(set(words)) != len(words) or any(set(word) & {" ", "."} for word in words):
            raise UserError(f"The words of {task.name!r} must be distinct and without spaces or full stops.")
        if not all(reaction.endswith(" ") and len(reaction) > 1 for reaction in rules.reactions):
            raise UserError(f"reactions must end with a space for this model, not {rules.reactions!r}.")
        opening, law = f"{keyword} ", {2: 1.0}
        glue = " " if task.name == "micro7.3" else f" {opening}"
        if task.name == "micro10":
            law = dict.fromkeys(range(2, task.params["most"] + 1), 1 / (task.params["most"] - 1))
        return cls(Vocabulary(words), law, (opening,), (glue,), *rules.reactions, rules.echo)

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
        which also stands before a later word, is not counted where words follow.
        """
        after = [self.right[i:] for i in range(1, len(self.right))]
        astray = [self.wrong[i:] for i in range(1, len(self.wrong))]
        if not self.echo:
            return len(after), len(astray) - 1, 0
        shared = len(set(after) & set(astray))
        return len(after) - shared, len(astray) - shared, shared - 1

    def before(self, rate: float) -> Stretch:
        """The states before the first word."""
        own = sum(map(len, self.openings))
        each = own / len(self.openings)
        return self._copied(Stretch(rate, 1 + each, each * log2(len(self.openings)), 1 + own))

    def _copied(self, stretch: Stretch) -> Stretch:
        """A stretch without a mistake, as often as an agent may stand there."""
        more = stretch.visits * log2(self.copies)
        return replace(stretch, inner=stretch.inner + more, states=stretch.states * self.copies)

    def stretches(self, rate: float, wrong: Mapping[int, float]) -> list[Stretch]:
        """All other states but the spoilt answers: asked ``rate`` times a step, ``wrong`` of n words in vain."""
        return [*self._asking(rate), *self._answering(rate, wrong), *self._repeating(rate, wrong)]

    def _asking(self, rate: float) -> list[Stretch]:
        """The words of a question; which opening it had matters until nothing is left to glue."""
        w, words, kinds = len(self.vocabulary.words), self.vocabulary, len(self.openings)
        found = []
        for place in range(self.most):
            flow, known = rate * self.at_least(place + 1), place * log2(w)
            last = place == self.most - 1
            told, times = (0.0, 1) if last else (log2(kinds), kinds)
            visits = float(words.beginnings.sum())
            inner = _entropy(words.beginnings) + visits * (known + told)
            found.append(Stretch(flow, visits, inner, len(words.beginnings) * w**place * times))
            if place:
                found.append(self._gluing(flow, known, w**place, last))
        return [self._copied(stretch) for stretch in found]

    def _gluing(self, flow: float, known: float, before: int, last: bool) -> Stretch:
        """What stands between two words; before the last word only its rest matters, not how it began."""
        rests = Counter(
            (glue[i:], 0 if last else k) for k, glue in enumerate(self.glues) for i in range(1, len(glue) + 1)
        )
        shares = np.array(list(rests.values())) / len(self.glues)
        visits = float(shares.sum())
        return Stretch(flow, visits, _entropy(shares) + visits * known, len(rests) * before)

    def _answering(self, rate: float, wrong: Mapping[int, float]) -> list[Stretch]:
        """Answers on the right way, and the reactions to both kinds."""
        w = len(self.vocabulary.words)
        right_only, wrong_only, shared = self.reaction_states
        found, praised = [], 0.0
        for n, chance in self.law.items():
            flow, bits, number = rate * chance, n * log2(w), w**n
            heard = n * self.vocabulary.mean_length + n
            found.append(self._copied(Stretch(flow, heard, heard * bits, round(heard * number))))
            vain = flow * wrong[n]
            found.append(Stretch(vain, wrong_only, wrong_only * bits, wrong_only * number))
            if self.echo:
                after = Stretch(flow - vain, right_only, right_only * bits, right_only * number)
                found.append(self._copied(after))
                found.append(Stretch(flow, shared, shared * bits, shared * number))
            praised += flow - vain
        if not self.echo:
            found.append(self._copied(Stretch(praised, right_only, 0.0, right_only)))
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
        found.append(self._copied(Stretch(rate, 1, 0.0, 1)))  # the separator
        return found


def several_words_states(model: SeveralWords) -> int:
    """The number of causal states."""
    listed = [model.before(1.0), *model.stretches(1.0, dict.fromkeys(model.law, 0.5))]
    return sum(stretch.states for stretch in listed) + model.questions
