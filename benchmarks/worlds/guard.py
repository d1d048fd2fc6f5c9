"""The guard against shallow cues: answers that need no understanding must not be right often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from gradus.school import Sampler

from .content import Asked, Content, Stream

Answer = tuple[str, ...]
History = list[Asked]


def constant(history: History, question: Answer) -> Answer:
    """The first answer ever told."""
    return history[0].answer


def most_frequent(history: History, question: Answer) -> Answer:
    """What was right most often."""
    return Counter(asked.answer for asked in history).most_common(1)[0][0]


def last_told(history: History, question: Answer) -> Answer:
    """What was right last."""
    return history[-1].answer


def copy(history: History, question: Answer) -> Answer:
    """The question itself."""
    return question


def copy_last_word(history: History, question: Answer) -> Answer:
    """The last word of the question."""
    return question[-1:]


def copy_first_word(history: History, question: Answer) -> Answer:
    """The first word of the question."""
    return question[:1]


def by_heart(history: History, question: Answer) -> Answer:
    """What was right for this very question last time."""
    return next((asked.answer for asked in reversed(history) if asked.question == question), ())


SHALLOW: dict[str, Callable[[History, Answer], Answer]] = {
    "constant": constant,
    "most frequent": most_frequent,
    "last told": last_told,
    "copy": copy,
}
"""Answerers that know the form of the dialogue and nothing else."""

LIMIT = 0.66
"""The share of right answers above which content counts as shallow: 50 in a row then happen once in 10**9."""


def share_right(content: Content, answerer: Callable[[History, Answer], Answer], count: int = 300) -> float:
    """How often the answerer is right, its keyword left out of the question."""
    stream, history, right = Stream(content, Sampler(7)), [], 0
    history.append(stream.next())
    skip = len(content.words)
    for _ in range(count):
        asked = stream.next()
        right += answerer(history, asked.question[skip:]) == asked.answer
        history.append(asked)
    return right / count


def shallow(content: Content) -> str:
    """The name of a shallow answerer that is right too often; empty: there is none."""
    for name, answerer in SHALLOW.items():
        if share_right(content, answerer) > LIMIT:
            return name
    return ""


def begins(content: Content, count: int = 300) -> bool:
    """Whether questions often begin with their answer: to copy them is right where the world cuts answers to length."""
    stream, skip = Stream(content, Sampler(7)), len(content.words)
    asked = [stream.next() for _ in range(count)]
    return sum(_text(one.question[skip:]).startswith(_text(one.answer)) for one in asked) > LIMIT * count


def _text(words: Answer) -> str:
    """Words as one text, with something between them that is no symbol of theirs."""
    return "\0".join(words)
