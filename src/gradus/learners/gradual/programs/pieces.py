"""Pieces of answers: signs between them, what they begin with, and what a part of a program stands for in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gradus.learners.gradual.programs.language import Items, Program
from gradus.learners.gradual.programs.settings import PIECES


def shared_beginning(texts: Sequence[str]) -> str:
    """What all texts begin with."""
    shortest = min(texts, key=len)
    size = 0
    while size < len(shortest) and all(text[size] == shortest[size] for text in texts):
        size += 1
    return shortest[:size]


def shared_symbols(answers: Sequence[str], group: Sequence[str] = ()) -> list[str]:
    """Symbols that all answers have, those first that behave most like signs in a group of texts."""
    found = [symbol for symbol in dict.fromkeys(answers[0]) if all(symbol in other for other in answers)]
    return sorted(found, key=lambda symbol: doubt(symbol, group or answers))


def doubt(symbol: str, texts: Sequence[str]) -> int:
    """How often a symbol is only now and then what a sign always or never is: there, first, last, doubled."""
    found = (
        [symbol in text for text in texts],
        [text.startswith(symbol) for text in texts],
        [text.endswith(symbol) for text in texts],
        [symbol + symbol in text for text in texts],
    )
    return sum(min(sum(held), len(held) - sum(held)) for held in found)


def sign_around(symbol: str, texts: Sequence[str]) -> str:
    """The longest sign that a symbol is always a part of: what stands beside it wherever it occurs."""
    having = [text for text in texts if symbol in text]
    sign = symbol
    if sum(text.count(symbol) for text in having) < PIECES.often or _at_one_place(symbol, having):
        return sign
    for turn in (1, -1):  # first what follows, then, read backwards, what precedes
        sign, having = sign[::turn], [text[::turn] for text in having]
        while len(sign) < PIECES.longest_sign and (other := _following(sign, having)):
            sign += other
        sign, having = sign[::turn], [text[::turn] for text in having]
    return sign


def _at_one_place(symbol: str, texts: Sequence[str]) -> bool:
    """Whether a symbol mostly occurs once and at the same place: what stands beside it there is as constant as it."""
    single = sum(text.count(symbol) == 1 for text in texts)
    if 2 * single < len(texts):
        return False
    for places in ([text.index(symbol) for text in texts], [text[::-1].index(symbol) for text in texts]):
        if max(map(places.count, places)) > PIECES.constant * len(texts):
            return True
    return False


def _following(sign: str, texts: Sequence[str]) -> str:
    """The symbol that nearly always follows a sign; empty: there are several, or texts end there."""
    counts: dict[str, int] = {}
    for text in texts:
        for rest in text.split(sign)[1:]:
            counts[rest[:1]] = counts.get(rest[:1], 0) + 1
    best = max(counts, key=lambda symbol: counts[symbol], default="")
    return best if counts and counts[best] >= PIECES.steady * sum(counts.values()) else ""


def separators(answers: Items, group: Sequence[str], gaps: str) -> list[str]:
    """Signs at which answers may be cut: what all have, and what separates words, once or always twice."""
    found = dict.fromkeys([sign_around(symbol, group) for symbol in shared_symbols(answers, group)[:3]])
    for gap in gaps:
        if any(gap in text for text in answers):
            doubled = all(gap not in text.replace(gap + gap, "") for text in answers)
            found.pop(gap, None)
            found[gap + gap if doubled else gap] = None
    return list(found)


def standing_for(
    whole: Program, part: Program, answers: Sequence[Any], values: Callable[[Program], Sequence[Any]]
) -> list[str | None] | None:
    """What a part of a program must be for the whole to be some answers; None: that cannot be told.

    `values`: those of another part of the program, one for each answer.
    """
    if whole == part:
        return list(answers)
    if whole[0] == "rev":
        turned = [answer and answer[::-1] for answer in answers]
        return standing_for(whole[1], part, turned, values)
    if whole[0] != "cat":
        return None
    one, two = whole[1:]
    if has_part(one, part):
        pairs = zip(answers, values(two), strict=True)
        return standing_for(
            one, part, [_without(answer, end, str.removesuffix) for answer, end in pairs], values
        )
    pairs = zip(answers, values(one), strict=True)
    return standing_for(
        two, part, [_without(answer, start, str.removeprefix) for answer, start in pairs], values
    )


def has_part(whole: Program, part: Program) -> bool:
    """Whether a program has another one as a part."""
    return whole == part or any(has_part(inner, part) for inner in whole[1:] if isinstance(inner, tuple))


def _without(answer: str | None, known: Any, cut: Callable[[str, str], str]) -> str | None:
    """An answer less what is known of it; None if that is not there."""
    if answer is None or not isinstance(known, str):
        return None
    rest = cut(answer, known)
    return rest if len(rest) + len(known) == len(answer) else None
