"""Marks: signs at which questions are cut, between words where silence does not separate them, and inside content."""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.knowledge.settings import GROUPING
from gradus.learners.gradual.programs import doubt, sign_around


def marks_of(contents: Sequence[str], silence: str) -> list[str]:
    """Signs that all contents have inside, equally often and never side by side first."""
    if len(contents) < 2:
        return []
    inner = [content[1:-1] for content in contents]
    shared = [s for s in dict.fromkeys(inner[-1]) if s != silence and all(s in text for text in inner)]
    likely = sorted(shared, key=lambda symbol: _doubt(symbol, contents))[: GROUPING.marks]
    return list(dict.fromkeys([_whole(symbol, contents, silence) for symbol in likely]))


def _doubt(symbol: str, contents: Sequence[str]) -> int:
    """How little a symbol behaves like a separator in some texts."""
    counts = {text.count(symbol) for text in contents}
    beside = sum(symbol + symbol in text or text[0] == symbol or text[-1] == symbol for text in contents)
    return len(counts) + 2 * beside


def gap_of(questions: Sequence[str], silence: str) -> str:
    """The symbols of the sign that separates words where silence does not; empty when there is none."""
    late = [question for question in questions[-GROUPING.gap :] if len(question) > 2]
    spoken = sum(bool(silence) and silence in question[1:-1] for question in late)
    if len(late) < GROUPING.clear or spoken >= GROUPING.wordy * len(late):
        return ""
    counts: dict[str, int] = {}
    for text in late:
        for symbol in dict.fromkeys(text[1:-1]):
            counts[symbol] = counts.get(symbol, 0) + (symbol != silence)
    always = [symbol for symbol, n in counts.items() if n == len(late)]
    best = min(always, key=lambda symbol: (doubt(symbol, late), _vocabulary(symbol, late)), default="")
    if best:
        return _whole(best, late, silence)
    often = [symbol for symbol, n in counts.items() if n >= GROUPING.wordy * len(late)]
    best = min(often, key=lambda symbol: _vocabulary(symbol, late), default="")
    good = best != "" and _vocabulary(best, late) < GROUPING.saved * _vocabulary("", late)
    return _whole(best, late, silence) if good else ""


def _whole(symbol: str, texts: Sequence[str], silence: str) -> str:
    """The different symbols, silence left out, of the sign that a symbol is always a part of."""
    return "".join(dict.fromkeys([other for other in sign_around(symbol, texts) if other != silence]))


def _vocabulary(symbol: str, questions: Sequence[str]) -> int:
    """How many symbols it takes to list the words that questions consist of when cut at a symbol."""
    words = {
        word: None for question in questions for word in (question.split(symbol) if symbol else (question,))
    }
    return sum(map(len, words)) + len(words)
