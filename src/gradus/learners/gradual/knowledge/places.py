"""Which word of a question is its answer: guessed by its place among the words that come back.

Before any rule is found, and where several answers are right of which one is told at random, the place of the word
that was right lately in such questions is worth saying: if it is right again and again, it becomes a rule.
"""

from __future__ import annotations

from collections.abc import Sequence

FADE = 0.8
"""Weight of an experience after a further one."""

HOPE, WEIGHT = 0.1, 2.0
"""Success expected of a place before any experience, and how many experiences that counts for."""

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
            wins, trials = wins * FADE + (others[at] == answer), trials * FADE + 1.0
        sure = (wins + WEIGHT * HOPE) / (trials + WEIGHT)
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
