"""True strings of the mini-tasks: random strings that fit a description.

A string grows letter by letter along the pieces of its description, with fillers between them where
"anything" allows it, until it is long enough and nothing is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from gradus.school import Chooser, UserError
from gradus.stream.tasks.description import Description, distinct

FILLER = (1, 5)
"""Shortest and longest stretch of letters that "anything" puts between pieces."""


class _Growth:
    """A string under construction and the pieces that its last letters could still become."""

    __slots__ = ("_begun", "_grams", "missing", "open", "text")

    def __init__(self, grams: tuple[str, ...]) -> None:
        self._grams = grams
        self._begun: list[tuple[str, int]] = []
        self.missing = list(grams)
        self.open = 0  # how many last letters no finished piece covers yet
        self.text = ""

    def fill(self, letters: str) -> None:
        """Add letters that belong to no piece."""
        self.text += letters
        self._begun = []

    def candidates(self) -> tuple[str, ...]:
        """The letters after which all open letters can still be covered."""
        letters = [gram[done] for gram, done in self._begun if done >= self.open]
        if not self.open:
            letters += [gram[0] for gram in self._grams]
        return distinct(letters)

    def append(self, letter: str) -> None:
        """Add a letter and see which pieces it goes on with or ends."""
        self.text += letter
        self.open += 1
        starts = [(gram, 0) for gram in self._grams]
        grown = [(gram, done + 1) for gram, done in self._begun + starts if gram[done] == letter]
        ended = [gram for gram, done in grown if done == len(gram)]
        self._begun = [(gram, done) for gram, done in grown if done < len(gram)]
        if any(len(gram) >= self.open for gram in ended):
            self.open = 0
        self.missing = [gram for gram in self.missing if gram not in ended]

    def toward(self, goal: str, letters: Sequence[str]) -> str | None:
        """The letter that brings the goal furthest; None if none of them belongs to it now."""
        steps = [(done, gram) for gram, done in self._begun if gram == goal]
        for done, _ in sorted([*steps, (0, goal)], reverse=True):
            if goal[done] in letters:
                return goal[done]
        return None


def true_string(pick: Chooser, description: Description, target: int, alphabet: str = ascii_uppercase) -> str:
    """A string that the description accepts, longer than ``target``."""
    _check_can_be_met(description)
    growth, goal = _Growth(description.positive), ""
    while True:
        may_fill = description.anything and not growth.open and len(growth.text) <= target
        # Without pieces only a filler makes the string longer, so a coin tossed for it would be tossed again.
        if may_fill and (not description.positive or pick.chance(1, 2)):
            growth.fill(_filler(pick, growth.text, description, alphabet))
        long_enough = len(growth.text) > target
        wanted = growth.missing if long_enough and description.operator == "and" else []
        if long_enough and not wanted and (description.anything or not growth.open):
            return growth.text
        if not description.positive:
            continue
        letters = growth.candidates()
        if wanted and goal not in wanted:
            goal = pick.choice(wanted)
        best = growth.toward(goal, letters) if wanted else None
        growth.append(best or pick.choice(letters))


def _check_can_be_met(description: Description) -> None:
    if not description.positive and not description.anything:
        raise UserError(f"The description {description.text()!r} has nothing to build a string from.")
    if description.negative and any(
        letter in gram for letter in "".join(description.positive) for gram in description.negative
    ):
        raise UserError(f"The description {description.text()!r} uses a letter both plain and negated.")


def _filler(pick: Chooser, text: str, description: Description, alphabet: str) -> str:
    """A stretch for "anything" to put after ``text``, which completes no n-gram."""
    size = pick.between(*FILLER)
    if description.negative and pick.chance(1, 2):
        run = _harmless_run(pick, text, description.negative, size)
        # An empty run among pieces is a missed chance; where there are none it would only be drawn again.
        if run or description.positive:
            return run
    return pick.letters(description.unused(alphabet), size)


def _harmless_run(pick: Chooser, text: str, negative: tuple[str, ...], size: int) -> str:
    """Up to ``size`` letters of the negated n-grams that complete none of them; fewer when stuck."""
    letters, run = distinct("".join(negative)), ""
    for _ in range(size):
        options = [letter for letter in letters if not (text + run + letter).endswith(negative)]
        if not options:
            break
        run += pick.choice(options)
    return run
