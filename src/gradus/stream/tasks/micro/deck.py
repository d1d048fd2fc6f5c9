"""A deck of questions: n copies of each of n keys, dealt to the end, then shuffled again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradus.school import Chooser

Deck = tuple[int, ...] | None
"""How many cards of each key are left; None before the first card."""


def deal(pick: Chooser, keys: Sequence[str], deck: Deck, use_deck: bool = True) -> tuple[str, Any]:
    """The next key and what is left; without a deck every key is equally likely every time.

    Dealing a shuffled deck and drawing one of the cards left are the same thing; the second needs only the
    counts, which keeps the state small enough to enumerate.
    """
    if not use_deck:
        return pick.choice(keys), None
    n = len(keys)
    counts = list(deck) if deck and any(deck) else [n] * n
    card = pick.below(sum(counts))
    for i, count in enumerate(counts):
        if card < count:
            counts[i] -= 1
            return keys[i], tuple(counts)
        card -= count
    raise AssertionError("the counts sum to more than the card drawn")
