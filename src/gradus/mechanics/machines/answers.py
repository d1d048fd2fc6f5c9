"""What still matters of an answer begun: the shortest text with the same chances.

A learner may say anything for any length of time before the terminator, so the raw answer has no bound. Whether
the answer can still become right depends on much less. The canonical form keeps exactly that, which makes
exact enumeration finite.
"""

from __future__ import annotations

from gradus.stream import Question

DOOMED = "\x00"
"""A byte that no right answer contains: stands for an answer that cannot become right any more."""


def canonical_answer(question: Question, said: str, terminator: str) -> str:
    """A text that every continuation completes to a right answer exactly if it so completes ``said``.

    With an empty terminator the answer ends by its length, which the canonical form keeps.

    >>> canonical_answer(Question("say: ab", "ab"), "xyz", ".") == DOOMED
    True
    """
    right = (question.answer, *question.others)
    if not terminator:
        return said if any(text.startswith(said) for text in right) else DOOMED * len(said)
    if question.avoid and question.avoid in said:
        return question.avoid
    if question.accept == "equal":
        return said if any(text.startswith(said) for text in right) else DOOMED
    if question.accept == "any":
        return _kept_end(said, (question.avoid,)) or DOOMED * min(len(said), question.at_least)
    if question.accept == "contains":
        held = next((text for text in right if text in said), None)
        return held if held is not None else _kept_end(said, right)
    return _kept_end(said, right)


def _kept_end(said: str, texts: tuple[str, ...]) -> str:
    """The longest end of what was said that is a beginning of some text."""
    for start in range(len(said)):
        if any(text.startswith(said[start:]) for text in texts if text):
            return said[start:]
    return ""


def telling_bytes(question: Question, terminator: str) -> set[int]:
    """The bytes that may matter for an answer; all others act alike."""
    texts = (question.answer, *question.others, question.avoid, terminator)
    return {byte for text in texts for byte in text.encode("latin-1")}
