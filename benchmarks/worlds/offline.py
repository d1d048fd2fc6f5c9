"""Pairs of question and right answer without a dialogue, for whoever builds the part that understands content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from gradus.school import Sampler
from gradus.stream import SILENCE

from .content import Stream
from .drawing import draw_tasks
from .instance import WorldTask

Symbols = tuple[int, ...]


@dataclass(frozen=True)
class Pair:
    """A question as it is heard, without its end, and the right answer without its ending."""

    task: str
    question: Symbols
    answer: Symbols
    fresh: bool
    """The first question of an instance: secrets and memory begin anew."""


def pairs(
    family: str,
    seed: int,
    split: str = "development",
    *,
    count: int = 60,
    length: int = 20,
    silence_gap: bool | None = None,
) -> list[list[Pair]]:
    """A list of pairs for every task of the world, ``length`` questions to an instance.

    ``silence_gap``: True joins words by silence whatever the form says; None leaves them as the form joins them.
    """
    tasks = draw_tasks(family, seed, split)
    return [list(content_pairs(task, seed, count, length, bool(silence_gap))) for task in tasks]


def content_pairs(
    task: WorldTask, seed: int, count: int, length: int = 20, silence_gap: bool = False
) -> Iterator[Pair]:
    """Pairs of one task."""
    stream = Stream(task.content, Sampler(seed, (crc32(task.name.encode()),)), length)
    gap = chr(SILENCE) if silence_gap else task.form.gap
    head = (task.form.keyword + task.form.key_mark,) if task.form.keyword else ()
    for number in range(count):
        asked = stream.next()
        question = gap.join((*head, *asked.question)).encode("latin-1")
        answer = gap.join(asked.answer).encode("latin-1")
        yield Pair(task.name, tuple(question), tuple(answer), number % length == 0)
