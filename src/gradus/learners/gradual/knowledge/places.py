"""Which word of a question is its answer: guessed by its place among the words that come back.

Before any rule is found, and where several answers are right of which one is told at random, the place of the word
that was right lately in such questions is worth saying: if it is right again and again, it becomes a rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.knowledge.settings import PLACES

Cut = tuple[tuple[str, ...], str]
"""The words of a question, and its answer."""


def likely_word(tokens: Sequence[str], late: Sequence[Cut]) -> tuple[str, float]:
    """The word of a question that stands where answers stood in `late` ones, and how probably it is right.

    Empty when none stood at any place.
    """
    fixed = _fixed(tokens, late)
    alike = [
        (others, answer)
        for others, answer in late
        if len(others) == len(tokens) and all(others[at] == tokens[at] for at in fixed)
    ]
    best, chance = "", 0.0
    for at, token in enumerate(tokens):
        wins = trials = 0.0
        for others, answer in alike:
            wins, trials = wins * PLACES.fade + (others[at] == answer), trials * PLACES.fade + 1.0
        sure = (wins + PLACES.weight * PLACES.hope) / (trials + PLACES.weight)
        if wins and sure > chance and at not in fixed:
            best, chance = token, sure
    return best, chance


def _fixed(tokens: Sequence[str], late: Sequence[Cut]) -> list[int]:
    """The places of words that come back there and are no part of answers."""
    alike = [others for others, _ in late if len(others) == len(tokens)]
    return [
        at
        for at, token in enumerate(tokens)
        if any(others[at] == token for others in alike) and not any(token in answer for _, answer in late)
    ]
