"""Spellings: what some symbols of a text become, each a text of its own, while the others stay as they are.

Where one symbol may become several or none, nothing says at once which part of an answer belongs to which symbol. Each
example is read in the way that needs the fewest exceptions; what most examples say of a symbol then counts as usual.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gradus.learners.gradual.programs.holes import Filling
from gradus.learners.gradual.programs.settings import PROBLEM, SPELLING
from gradus.learners.gradual.programs.tables import Key

Images = dict[Key, str]
"""What symbols become; others stay as they are."""


def fill_spelling(texts: Sequence[Any], answers: Sequence[Any]) -> Filling | None:
    """What symbols become that do not stay as they are, if some become more or less than one symbol."""
    pairs = [
        (text, answer)
        for text, answer in zip(texts, answers, strict=True)
        if isinstance(text, str) and isinstance(answer, str) and text
    ][-SPELLING.looked :]
    turned = [(text[::-1], answer[::-1]) for text, answer in pairs]
    forth = _images(pairs)
    back = {symbol: image[::-1] for symbol, image in _images(turned).items()}
    images = max((forth, back), key=lambda found: _explained(pairs, found))
    if not any(len(image) != 1 for image in images.values()):
        return None
    right = tuple(
        [
            isinstance(text, str) and spelled(images, text) == answer
            for text, answer in zip(texts, answers, strict=True)
        ]
    )
    bits = sum(PROBLEM.symbol_bits * (1 + len(image)) for image in images.values())
    return Filling(dict(images), right, bits)


def spelled(images: Mapping[Any, str], text: str) -> str:
    """A text with what its symbols become."""
    return "".join([images.get(symbol, symbol) for symbol in text])


def plausible(texts: Sequence[str], answers: Sequence[str]) -> bool:
    """Whether most symbols may have stayed as they are in all of some texts, and answers are not as long as they."""
    if all(len(text) == len(answer) for text, answer in zip(texts, answers, strict=True)):
        return False
    return all(
        _kept(text, answer) >= SPELLING.kept * len(text) for text, answer in zip(texts, answers, strict=True)
    )


def _kept(text: str, answer: str) -> int:
    """How many symbols of a text are found in an answer one behind the other, looked for greedily."""
    at = kept = 0
    for symbol in text:
        place = answer.find(symbol, at)
        if place >= 0 and place - at <= SPELLING.longest:
            at, kept = place + 1, kept + 1
    return kept


def _explained(pairs: Sequence[tuple[str, str]], images: Images) -> int:
    return sum(spelled(images, text) == answer for text, answer in pairs) - len(images)


def _images(pairs: Sequence[tuple[str, str]]) -> Images:
    """What most readings say of each symbol, read again with what they said before."""
    images: Images = {}
    for _ in range(SPELLING.passes):
        votes: dict[str, dict[str, int]] = {}
        for text, answer in pairs:
            for symbol, image in zip(text, _read(text, answer, images), strict=False):
                counts = votes.setdefault(symbol, {})
                counts[image] = counts.get(image, 0) + 1
        usual = {symbol: max(counts, key=lambda image: counts[image]) for symbol, counts in votes.items()}
        before, images = images, {symbol: image for symbol, image in usual.items() if symbol != image}
        if images == before:
            break
    return images


def _read(text: str, answer: str, images: Images) -> list[str]:
    """The parts of an answer that belong to the symbols of a text, with the fewest exceptions; empty: none fit."""
    best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
    for place, symbol in enumerate(text):
        usual, left = images.get(symbol, symbol), len(text) - place - 1
        reached: dict[int, tuple[float, int]] = {}
        for start, (spent, _) in best[-1].items():
            for end in range(start, min(start + SPELLING.longest, len(answer)) + 1):
                if len(answer) - end > left * SPELLING.longest:
                    continue
                cost = spent + _cost(symbol, answer[start:end], usual)
                if end not in reached or cost < reached[end][0]:
                    reached[end] = (cost, start)
        best.append(reached)
    if len(answer) not in best[-1]:
        return []
    parts, end = [], len(answer)
    for reached in best[:0:-1]:
        start = reached[end][1]
        parts.append(answer[start:end])
        end = start
    return parts[::-1]


def _cost(symbol: str, image: str, usual: str) -> float:
    """How unusual an image is: most where it does not begin with the symbol itself."""
    if image == usual:
        return 0.0
    return 1.0 if not image or image[0] == symbol else SPELLING.strange
