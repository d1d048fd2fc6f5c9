"""Pieces of what was heard that may be the right answer although the form that tells it is not understood.

A pure function of the latest segments: words that come and go between segments first, as answers do; then words that
are always there, then both with a few symbols less, as marks may be glued to them.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.perception.settings import SETTINGS


def pieces(segments: Sequence[str], marks: Sequence[str], silence: str) -> list[str]:
    """Texts that may be told answers, the most likely first."""
    latest = [_words(segment, marks, silence) for segment in segments[-SETTINGS.latest_segments :]]
    counts: dict[str, int] = {}
    for words in reversed(latest):
        for word in dict.fromkeys(words):
            counts[word] = counts.get(word, 0) + 1
    changing = [word for word, count in counts.items() if 1 < count < len(latest)]
    constant = [word for word, count in counts.items() if count == len(latest)]
    constant += [
        word
        for word in _beginning(segments[-SETTINGS.latest_segments :], marks, silence)
        if word not in counts
    ]
    whole = [*changing, *constant]
    shorter = [part for word in whole for part in _shorter(word)]
    return list(dict.fromkeys([*whole, *shorter]))[: SETTINGS.pieces]


def stretches(segments: Sequence[str], marks: Sequence[str], silence: str) -> list[str]:
    """Parts of what is always heard: a constant may be told between words that never change, or between others.

    Nothing shows where it begins and ends, so that those that are as long as words come first.
    """
    latest = segments[-SETTINGS.latest_segments :]
    if len(latest) < SETTINGS.constant:
        return []
    shared = [word for text in _common(latest) for word in _words(text, marks, silence)]
    found: dict[str, None] = {}
    for size in sorted(
        range(1, SETTINGS.longest_answer + 1), key=lambda size: abs(size - SETTINGS.usual_answer)
    ):
        for word in shared:
            found.update(dict.fromkeys(word[start : start + size] for start in range(len(word) - size + 1)))
    return list(found)[: SETTINGS.stretches]


def _common(segments: Sequence[str]) -> list[str]:
    """The longest parts of two symbols and more that all segments have, as the shortest of them has them."""
    text, found, end = min(segments, key=len), [], 0
    for start in range(len(text)):
        stop = max(start + 1, end)
        while stop < len(text) and all(text[start : stop + 1] in other for other in segments):
            stop += 1
        if stop > end and stop - start > 1 and all(text[start:stop] in other for other in segments):
            found.append(text[start:stop])
            end = stop
    return found


def _words(text: str, marks: Sequence[str], silence: str) -> list[str]:
    """A text cut at silence and at marks."""
    for mark in marks:
        if mark:
            text = text.replace(mark, silence)
    return [word for word in text.split(silence) if word]


def _beginning(segments: Sequence[str], marks: Sequence[str], silence: str) -> list[str]:
    """The words of what all segments begin with: a reaction that is always the same."""
    low, high = min(segments, default=""), max(segments, default="")
    size = next((at for at, (left, right) in enumerate(zip(low, high, strict=False)) if left != right), 0)
    return _words(low[:size], marks, silence)


def _shorter(word: str) -> list[str]:
    """A word without its first symbols, the shortest loss first, or without a few of its last."""
    found = [word[start:] for start in range(1, len(word))]
    return [*found, *(word[:-size] for size in range(1, min(SETTINGS.glued, len(word) - 1) + 1))]
