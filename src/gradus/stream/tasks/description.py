"""Descriptions of strings: the language of the mini-tasks, and the families they are drawn from.

A description names pieces that must or must not occur in a string ("AB and not C and anything"). Whether it
accepts a string is three plain rules over substrings; no automaton library is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Literal

from gradus.school import Chooser, UserError

ANYTHING = "anything"
"""The part that allows letters outside every piece."""


def distinct(items: Iterable[str]) -> tuple[str, ...]:
    """The items without repetitions, in order of first appearance: a set would not keep an order."""
    return tuple(dict.fromkeys(items))


@dataclass(frozen=True)
class Description:
    """What a string must look like."""

    positive: tuple[str, ...] = ()
    """The pieces a string is made of; with the operator "and", each must occur."""

    negative: tuple[str, ...] = ()
    """Pieces that must not occur."""

    anything: bool = False
    """Whether letters outside the positive pieces are allowed."""

    operator: Literal["and", "or"] = "and"
    """The word between the parts."""

    order: tuple[str, ...] = ()
    """The parts in the order in which they are shown; empty stands for the order of :meth:`parts`."""

    def __post_init__(self) -> None:
        if self.operator not in ("and", "or"):
            raise UserError(f"operator is {self.operator!r}, but expected 'and' or 'or'.")
        if "" in self.positive or "" in self.negative:
            raise UserError("An n-gram of a description is empty, but expected at least one letter.")
        if self.order and sorted(self.order) != sorted(self.parts()):
            raise UserError(f"order is {self.order}, but expected an arrangement of {self.parts()}.")

    def parts(self) -> tuple[str, ...]:
        """The parts in their plain order: pieces, negated pieces, "anything"."""
        negated = tuple(f"not {gram}" for gram in self.negative)
        return (*self.positive, *negated, *((ANYTHING,) if self.anything else ()))

    def text(self) -> str:
        """The description as the learner reads it.

        >>> Description(("AB",), ("C",), anything=True, order=("anything", "AB", "not C")).text()
        'anything and AB and not C'
        """
        return f" {self.operator} ".join(self.order or self.parts())

    def accepts(self, string: str) -> bool:
        """Whether the string is as described.

        >>> Description(("XYX",)).accepts("XYXYX")
        True
        """
        if self.operator == "and" and not all(gram in string for gram in self.positive):
            return False
        if not self.anything and not _covered(string, self.positive):
            return False
        return not any(gram in string for gram in self.negative)

    def accepts_everything(self) -> bool:
        """Whether no string at all is rejected."""
        return self.anything and not self.negative and (self.operator == "or" or not self.positive)

    def letters(self) -> tuple[str, ...]:
        """Every letter of a piece, negated or not."""
        return distinct("".join(self.positive + self.negative))

    def unused(self, alphabet: str) -> list[str]:
        """The letters of the alphabet that no piece uses; there must be one."""
        used = self.letters()
        others = [letter for letter in alphabet if letter not in used]
        if not others:
            raise UserError(
                f"alphabet is {alphabet!r}, but expected a letter that is not in {self.text()!r}."
            )
        return others


def _covered(string: str, grams: Sequence[str]) -> bool:
    """Whether every position lies inside an occurrence of some n-gram; occurrences may overlap."""
    end = 0
    for start in range(len(string)):
        if start > end:
            return False
        end = max([end, *(start + len(gram) for gram in grams if string.startswith(gram, start))])
    return end >= len(string)


@dataclass(frozen=True)
class Family:
    """The parameters of a mini-task set. Probabilities are pairs: hits, out of how many."""

    operator: Literal["and", "or"] = "and"
    """The word between the parts."""

    groups: int = 1
    """The largest number of n-grams; equal ones are merged."""

    lengths: tuple[int, int] = (1, 3)
    """Shortest and longest n-gram."""

    targets: tuple[int, int] = (1, 10)
    """Smallest and largest length parameter; a true string has at least one letter more than that."""

    anything: tuple[int, int] = (0, 1)
    """Probability of "anything" where no negation forces it."""

    alone: bool = False
    """Whether "anything" stands instead of all n-grams rather than beside them."""

    negation: tuple[int, int] = (0, 1)
    """Probability that an n-gram is negated."""

    alphabet: str = ascii_uppercase
    """The letters of n-grams and strings."""

    pool: int = 13
    """With negation: letters drawn, with replacement, for positive n-grams, then again for negated ones."""

    uniform_tries: int = 0
    """How often a uniformly random string is tried as a false one before a near miss is made."""

    fair: bool = False
    """Whether false strings go without the original's give-aways; see :func:`.regular.false_string`."""

    def __post_init__(self) -> None:
        self._check_ranges()
        used = self.groups * self.lengths[1]
        if len(self.alphabet) <= used:
            raise UserError(
                f"alphabet is {self.alphabet!r}, but expected more than the {used} letters in use."
            )
        if self.negation[0] and not 1 <= self.pool < len(self.alphabet):
            raise UserError(f"pool is {self.pool}, but expected 1 to {len(self.alphabet) - 1} letters.")
        if self.operator == "or" and self.anything[0] and not self.alone:
            raise UserError("anything beside n-grams joined by 'or' accepts every string: set alone=True.")

    def _check_ranges(self) -> None:
        if self.operator not in ("and", "or"):
            raise UserError(f"operator is {self.operator!r}, but expected 'and' or 'or'.")
        if self.groups < 1:
            raise UserError(f"groups is {self.groups}, but expected at least 1.")
        if self.uniform_tries < 0:
            raise UserError(f"uniform_tries is {self.uniform_tries}, but expected 0 or more.")
        if len(distinct(self.alphabet)) != len(self.alphabet):
            raise UserError(f"alphabet is {self.alphabet!r}, but expected every letter once.")
        for name, (low, high) in (("lengths", self.lengths), ("targets", self.targets)):
            if not 1 <= low <= high:
                raise UserError(f"{name} is {(low, high)}, but expected two numbers, 1 <= low <= high.")
        for name, (hits, of) in (("anything", self.anything), ("negation", self.negation)):
            if not 0 <= hits <= of or of < 1:
                raise UserError(f"{name} is {(hits, of)}, but expected hits and out of how many.")


SETS: tuple[Family, ...] = (
    Family(lengths=(1, 1), targets=(1, 2), uniform_tries=3),
    Family(),
    Family(operator="or", groups=3, anything=(1, 20), alone=True),
    Family(groups=3, targets=(1, 30), anything=(1, 2)),
    Family(groups=3, targets=(1, 30), anything=(1, 2), negation=(1, 2)),
)
"""The families of sets 0 to 4 of the General AI Challenge; an instance of set 5 uses one of 1 to 4."""

SET_0_GROWN = Family(lengths=(2, 2), targets=(2, 5), uniform_tries=3)
"""What set 0 turns into later in a task's life."""

KEPT_FOR = 10
"""Set 0 shows the same description for so many instances."""

GROWS_AFTER = 1000
"""Set 0 uses its grown family for instance numbers above this one."""


def set_0_families(number: int) -> tuple[Family, Family]:
    """For an instance number of set 0: the family of its description, and that of its string.

    They differ for numbers 1001 to 1009, where a description drawn before the change is still in use.
    """
    drawn_at = number - number % KEPT_FOR
    return _set_0_at(drawn_at), _set_0_at(number)


def _set_0_at(number: int) -> Family:
    return SET_0_GROWN if number > GROWS_AFTER else SETS[0]


def draw_description(pick: Chooser, family: Family) -> Description:
    """A description of the family; its n-grams are kept sorted, the order shown is a shuffle."""
    if family.alone and pick.chance(*family.anything):
        return Description(anything=True, operator=family.operator, order=(ANYTHING,))
    positive, negative = _draw_grams(pick, family)
    anything = bool(negative) or (not family.alone and pick.chance(*family.anything))
    plain = Description(positive, negative, anything, family.operator)
    return Description(positive, negative, anything, family.operator, pick.shuffled(plain.parts()))


def _draw_grams(pick: Chooser, family: Family) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Positive and negated n-grams; they share no letter."""
    pools = _draw_pools(pick, family)
    grams: tuple[list[str], list[str]] = ([], [])
    for _ in range(pick.between(1, family.groups)):
        side = int(pick.chance(*family.negation))
        grams[side].append(pick.letters(pools[side], pick.between(*family.lengths)))
    return tuple(sorted(distinct(grams[0]))), tuple(sorted(distinct(grams[1])))


def _draw_pools(pick: Chooser, family: Family) -> tuple[str, str]:
    """The letters of positive and of negated n-grams; a letter drawn twice counts twice."""
    if not family.negation[0]:
        return family.alphabet, ""
    positive = pick.letters(family.alphabet, family.pool)
    others = [letter for letter in family.alphabet if letter not in positive]
    return positive, pick.letters(others, family.pool)
