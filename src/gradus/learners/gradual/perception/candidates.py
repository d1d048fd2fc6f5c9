"""Parts of forms worth considering: everything comes from the segments themselves or from forms proven before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gradus.learners.gradual.perception.form import Cut, End, Slot
from gradus.learners.gradual.perception.settings import SETTINGS


def failures(size: int) -> int:
    """How many of `size` segments a form may fail to explain."""
    return 0 if size < 4 else 1 if size < 10 else 2


def ends(segments: Sequence[str]) -> list[End]:
    """Marks with which nearly all segments end, the short ones first."""
    needed = len(segments) - failures(len(segments))
    found = []
    for size in range(1, SETTINGS.longest_mark + 1):
        counts: dict[str, int] = {}
        for segment in segments:
            if len(segment) > size:
                counts[segment[-size:]] = counts.get(segment[-size:], 0) + 1
        found += [End(mark) for mark, count in counts.items() if count >= needed]
    return found


def kinds_of_ends(segments: Sequence[str]) -> list[End]:
    """Two or three symbols of which each ends several segments and hardly stands anywhere else: kinds of question."""
    counts: dict[str, int] = {}
    for segment in segments:
        counts[segment[-1:]] = counts.get(segment[-1:], 0) + 1
    found = [mark for mark, count in counts.items() if count > 1]
    inside = sum(segment[:-1].count(mark) for segment in segments for mark in found)
    covered = sum(counts[mark] for mark in found)
    if not 2 <= len(found) <= SETTINGS.kinds_of_ends or covered < len(segments) - failures(len(segments)):
        return []
    return [End(found[0], 0, tuple(found[1:]))] if inside <= len(segments) // SETTINGS.stray else []


def lengths(segments: Sequence[str], silence: str) -> list[End]:
    """Lengths of questions: how much is always left behind a mark that all segments have."""
    found: dict[int, None] = {}
    for mark, count in marks(segments).items():
        if count == len(segments):
            rests = {len(segment.partition(mark)[2].lstrip(silence)) for segment in segments}
            if len(rests) == 1:
                found.setdefault(rests.pop())
    return [End("", size) for size in sorted(found) if 0 < size <= 40][:4]


def marks(segments: Sequence[str]) -> dict[str, int]:
    """All pieces of one to three symbols, with the number of segments that have them."""
    counts: dict[str, int] = {}
    for segment in reversed(segments):
        pieces = dict.fromkeys(
            segment[start : start + size]
            for size in range(1, SETTINGS.longest_mark + 1)
            for start in range(len(segment) - size + 1)
        )
        for piece in pieces:
            counts[piece] = counts.get(piece, 0) + 1
    return counts


def cuts(segments: Sequence[str], price: Mapping[str, float]) -> list[Cut]:
    """Ways in which the reaction may end in segments of one class; dear marks, those of rare symbols, come first."""
    found = [Cut("", size) for size in range(SETTINGS.longest_unmarked + 1)]
    size = len(segments)
    counts = marks(segments)
    needed = size - failures(size)
    always = [mark for mark, count in counts.items() if count >= needed]
    always.sort(key=lambda mark: (len(mark), _first(mark, segments)))
    dear = sorted(always, key=lambda mark: -sum(map(price.__getitem__, mark)) / len(mark))
    always = list(dict.fromkeys([*always[: SETTINGS.marks // 2], *dear[: SETTINGS.marks // 2]]))
    for mark in always:
        found += [Cut(mark, count) for count in range(1, 5 - len(mark))]
    if size >= 3:
        some = [mark for mark, count in counts.items() if 2 <= count < size]
        some.sort(
            key=lambda mark: (sum(map(str.count, segments, [mark] * size)) - counts[mark], -counts[mark])
        )
        found += [Cut(mark, 1, True) for mark in some[: SETTINGS.optional_marks]]
    return found


def _first(mark: str, segments: Sequence[str]) -> int:
    return segments[-1].find(mark) % 1000


def shared(texts: Sequence[str], backwards: bool = False) -> int:
    """How many first (or last) symbols all texts share."""
    if backwards:
        texts = [text[::-1] for text in texts]
    low, high = min(texts), max(texts)
    size = 0
    for left, right in zip(low, high, strict=False):
        if left != right:
            break
        size += 1
    return size


def plain_slots(reactions: Sequence[str], silence: str, ending: str) -> list[Slot]:
    """The most likely places of a told answer: behind what all reactions begin with, before what all end with."""
    distinct = list(dict.fromkeys(reactions))
    begin, close = shared(distinct), shared(distinct, backwards=True)
    if len(distinct) == 1:
        begin = distinct[0].rfind(silence) + 1 if silence else 0
        close = 0
    word = distinct[0].rfind(silence, 0, begin) + 1 if silence else 0
    found = [Slot(skip) for skip in dict.fromkeys((begin, word, 0))]
    found += [
        Slot(skip, drop=min(close, SETTINGS.longest_mark)) for skip in dict.fromkeys((begin, word)) if close
    ]
    if ending and close:
        found += [Slot(skip, stop=ending) for skip in dict.fromkeys((begin, word))]
    return found


def all_slots(
    reactions: Sequence[str], silence: str, ending: str, sizes: Sequence[int], price: Mapping[str, float]
) -> list[Slot]:
    """Further places: at other words, after or before shared marks, the last few symbols (see `Slot.last`)."""
    distinct = list(dict.fromkeys(reactions))
    begin, close = shared(distinct), shared(distinct, backwards=True)
    drops = list(dict.fromkeys([0, *range(1, min(close, 4) + 1)]))
    found = [Slot(skip, drop=drop) for skip in _skips(distinct, begin, silence) for drop in drops]
    for mark in _slot_signs(distinct, silence, price):
        found += [Slot(mark=mark, times=times, drop=drop) for times in (1, 2, -1) for drop in drops[:2]]
        counts = {text.count(mark, begin) for text in distinct}
        if mark == silence or (len(counts) == 1 and 0 not in counts):  # else content would stop it
            found.append(Slot(begin, stop=mark))
        found += [
            Slot(mark=mark, times=times, stop=mark) for times in ((1, 2, 3) if mark == silence else (1,))
        ]
        if ending and mark != ending:
            found += [Slot(mark=mark, times=times, stop=ending) for times in (1, 2, -1)]
    found += [Slot(last=size, drop=drop) for size in sizes for drop in drops[:3]]
    return found


def sizes(waited: Sequence[int]) -> list[int]:
    """How many last symbols of reactions may tell an answer, from how long the world waited for answers (0: unknown).

    Where it always waits as long, answers are that long also where nobody knows how long it would have waited.
    """
    known = sorted({size for size in waited if size})
    return list(dict.fromkeys([*([-1] if known else []), 1, 2, 3, *(known if len(known) == 1 else [])]))


def _skips(distinct: Sequence[str], begin: int, silence: str) -> list[int]:
    """How many first symbols of reactions may come before the told answer."""
    skips = dict.fromkeys([begin, 0, *(at + 1 for at in range(begin) if distinct[0][at] == silence)])
    if len(distinct) == 1:
        skips.update(dict.fromkeys(range(min(begin, SETTINGS.skips))))
    skips.update(dict.fromkeys(at for at in (begin - 1, begin - 2) if at > 0))
    return list(skips)


def _slot_signs(distinct: Sequence[str], silence: str, price: Mapping[str, float]) -> list[str]:
    """Marks within all reactions, the rarest first, and before them silence.

    What stands only in what all begin with is a place that can be counted, and behind the common end nothing is told.
    """
    begin, close = shared(distinct), shared(distinct, backwards=True)
    inner = [text[begin : len(text) - close] for text in distinct] if len(distinct) > 1 else distinct
    common = [mark for mark, count in marks(inner).items() if count == len(inner)]
    common.sort(key=lambda mark: (-sum(map(price.__getitem__, mark)) / len(mark), len(mark)))
    return list(dict.fromkeys([*([silence] if silence else []), *common[: SETTINGS.slot_marks]]))
