"""Keywords: words of a question that come again in the same place and are rarely part of answers."""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.knowledge.settings import GROUPING

Cut = tuple[tuple[str, ...], str]
"""The tokens of a question, and its answer."""


def keywords_of(tokens: Sequence[str], pool: Sequence[Cut], late: Sequence[Cut] = ()) -> tuple[str, ...]:
    """The tokens of a question that recur in others and are rarely part of answers; one stays content.

    `late`: all questions of late, also those that are understood: their answers may be made of such a token.
    """
    found = []
    for token in dict.fromkeys(tokens):
        having = [answer for others, answer in pool if token in others]
        if len(having) < 2 or len(having) < GROUPING.common * len(pool):
            continue
        known = [answer for others, answer in late if token in others]
        seldom = _seldom(token, having) and _seldom(token, known)
        if seldom and _settled(token, [others for others, _ in pool if token in others]):
            found.append(token)
    if len(found) == len(set(tokens)) and len(found) > 1:
        found = found[:-1]
    return tuple(found)


def _seldom(token: str, answers: Sequence[str]) -> bool:
    """Whether a token is rarely part of the answers to questions that have it."""
    return sum(token in answer for answer in answers) <= max(
        GROUPING.content * len(answers), len(answers) // 4
    )


def _settled(token: str, questions: Sequence[tuple[str, ...]]) -> bool:
    """Whether a token mostly comes first at the same place, seen from the beginning or from the end."""
    front: dict[int, int] = {}
    back: dict[int, int] = {}
    for tokens in questions:
        at = tokens.index(token)
        front[at] = front.get(at, 0) + 1
        back[at - len(tokens)] = back.get(at - len(tokens), 0) + 1
    return max(*front.values(), *back.values()) >= GROUPING.place * len(questions)


def prefix_of(question: str, others: Sequence[str]) -> str:
    """The beginning that a question shares with others: the longer and the more of them the better."""
    best, value = "", 0
    for size in range(1, len(question)):
        begin = question[:size]
        others = [other for other in others if other.startswith(begin)]
        if len(others) < 2:
            break
        if size * len(others) >= value:
            best, value = begin, size * len(others)
    return best
