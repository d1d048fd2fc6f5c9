"""A deck of questions: n copies of each of n keys, dealt to the end, then shuffled again."""

from __future__ import annotations

from typing import Any

from gradus.school import Chooser

Deck = tuple[int, ...] | None
"""How many cards of each key are left; None before the first card."""


def deal(pick: Chooser, n: int, deck: Deck, use_deck: bool = True) -> tuple[int, Any]:
    """Which of ``n`` keys comes next, and what is left; without a deck all are equally likely every time.

    Dealing a shuffled deck and drawing one of the cards left are the same thing; the second needs only the
    counts, which keeps the state small enough to enumerate.
    """
    if not use_deck:
        return pick.below(n), None
    left = sum(deck) if deck else 0
    counts = deck if deck and left else (n,) * n
    card = pick.below(left or n * n)
    for i, count in enumerate(counts):
        if card < count:
            return i, (*counts[:i], count - 1, *counts[i + 1 :])
        card -= count
    raise AssertionError("the counts sum to more than the card drawn")
