"""Calls of functions by their names: what questions with known names in fixed places most probably ask for.

Names before or behind a word are applied one after the other; names that each have a word of their own make parts that
are said one after the other. These few programs are tried before anything is enumerated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from gradus.learners.gradual.programs.language import Program
from gradus.learners.gradual.programs.leaves import Case
from gradus.learners.gradual.programs.settings import CALLS


def name_places(cases: Sequence[Case], names: Collection[str]) -> list[int]:
    """Places at which all questions have a name."""
    size = min(len(case.tokens) for case in cases)
    return [at for at in range(min(size, CALLS.words)) if all(case.tokens[at] in names for case in cases)]


def calls(cases: Sequence[Case], names: Collection[str]) -> Iterator[tuple[Program, int]]:
    """Programs that call what is named, with their bits."""
    places = name_places(cases, names)
    sizes = {len(case.tokens) for case in cases}
    if not places or len(sizes) != 1:
        return
    size = sizes.pop()
    yield from ways_to_call(places, [at for at in range(size) if at not in places], cases[0].silence)


def ways_to_call(places: Sequence[int], others: Sequence[int], silence: str) -> Iterator[tuple[Program, int]]:
    """Programs that call what is named at some places, with words at `others`, and their bits."""
    for at in others:
        yield _chain(places[::-1], at), 2 + CALLS.call_bits * len(places)
        if len(places) > 1:
            yield _chain(places, at), 2 + CALLS.call_bits * len(places)
    yield from _side_by_side(places, others, silence)


def _chain(places: Sequence[int], at: int) -> Program:
    """The functions named at these places, the first of them applied first, to the word at another."""
    program: Program = ("tok", at)
    for place in places:
        program = ("apply", ("tok", place), program)
    return program


def _side_by_side(
    places: Sequence[int], others: Sequence[int], silence: str
) -> Iterator[tuple[Program, int]]:
    """Several names with a word behind, or before each of them, and their answers in a row."""
    beside = [[place + step for place in places] for step in (1, -1)]
    for words in beside if len(others) != len(places) or list(others) in beside else [*beside, others]:
        if len(places) < 2 or any(word not in others for word in words):
            continue
        if any(b - a < 2 for a, b in pairwise(places)):
            continue
        parts: list[Program] = [
            ("apply", ("tok", place), ("tok", word)) for place, word in zip(places, words, strict=True)
        ]
        for gap in dict.fromkeys(["", silence]):
            yield _joined(parts, gap), (CALLS.call_bits + 6) * len(parts)
            yield _joined(parts[::-1], gap), (CALLS.call_bits + 6) * len(parts)


def _joined(parts: Sequence[Program], gap: str) -> Program:
    whole = parts[0]
    for part in parts[1:]:
        whole = ("cat", whole, ("cat", ("lit", gap), part) if gap else part)
    return whole
