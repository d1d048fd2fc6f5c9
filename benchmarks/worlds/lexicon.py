"""The symbols and words of one world: every world speaks an alphabet of its own."""

from __future__ import annotations

from dataclasses import dataclass

from gradus.school import Chooser

VISIBLE = "".join(chr(code) for code in range(33, 127))
"""Every printable symbol but silence."""
ROLES = 6
"""Marks are dealt in hands, so that no mark of one role is a part of another role's."""


@dataclass(frozen=True)
class Lexicon:
    """What a world may say: letters, digits in their order, signs for marks, and words made of the letters."""

    letters: str
    digits: str
    """In the order in which they count: the first is nothing."""
    signs: tuple[str, ...]
    """Hands of three signs, one per role a mark can have."""
    words: tuple[str, ...]
    """Material of questions."""
    names: tuple[str, ...]
    """Keywords, reactions and verdicts; none of them is material."""

    @classmethod
    def draw(cls, pick: Chooser) -> Lexicon:
        """An alphabet and a vocabulary."""
        symbols = pick.shuffled(VISIBLE)
        letters = "".join(symbols[: pick.between(9, 14)])
        digits = "".join(symbols[14 : 14 + pick.between(5, 10)])
        hands = symbols[24 : 24 + 3 * ROLES]
        signs = tuple("".join(hands[3 * i : 3 * i + 3]) for i in range(ROLES))
        spoken = distinct(pick, letters, 140)
        return cls(letters, digits, signs, spoken[40:], spoken[:40])


def distinct(pick: Chooser, letters: str, count: int, least: int = 3, most: int = 6) -> tuple[str, ...]:
    """So many different words."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[pick.letters(letters, pick.between(least, most))] = None
    return tuple(found)
