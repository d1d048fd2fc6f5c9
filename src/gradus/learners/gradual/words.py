"""Cuts a question into words.

Words are what silence separates. Symbols that nearly always end a word are punctuation; they are learned from how
often a silence follows them and are kept apart from the word they are glued to.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from gradus.learners.gradual.codec import Remembering, remembered

ENOUGH = 12
"""Occurrences before a symbol can count as punctuation."""


RIGHTS = 12
"""Right answers remembered."""


@remembered
@dataclass(frozen=True)
class Phrase:
    """A question in words."""

    full: tuple[str, ...]
    """Words with their punctuation, the final terminator removed."""
    word: tuple[str, ...]
    """The same without punctuation."""
    raw: tuple[str, ...]
    """Words as sent, the final terminator still attached or standing alone."""


class WordCutter(Remembering):
    """Learns punctuation and cuts questions."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._final: dict[str, int] = {}
        self._rights: deque[str] = deque(maxlen=RIGHTS)
        self.punctuation: set[str] = set()
        self.glued: set[str] = set()

    def note(self, question: str, silence: str, terminator: str, right: str = "") -> None:
        """Count which symbols stand at the end of words; those that answers are made of are no punctuation."""
        self._rights.append(right.removesuffix(terminator) if terminator else right)
        body = question.removesuffix(terminator) if terminator else question
        if not silence or silence not in body:
            return
        closed = body + silence
        for symbol in dict.fromkeys(
            body
        ):  # in the order of the text: what is saved must not depend on hashes
            if symbol == silence:
                continue
            seen = self._seen.get(symbol, 0) + body.count(symbol)
            final = self._final.get(symbol, 0) + closed.count(symbol + silence)
            if seen > 60:
                seen, final = seen // 2, final // 2
            self._seen[symbol], self._final[symbol] = seen, final
            content = sum(symbol in answer for answer in self._rights) > 1
            if seen >= ENOUGH and final >= 0.95 * seen and not content:
                self.punctuation.add(symbol)
            else:
                self.punctuation.discard(symbol)

    def cut(self, question: str, silence: str, terminator: str) -> Phrase:
        """The words of `question`."""
        raw = [word for word in question.split(silence) if word] if silence else [question]
        full = list(raw)
        if terminator and full and full[-1].endswith(terminator):
            full[-1] = full[-1].removesuffix(terminator)
            if not full[-1]:
                full.pop()
        return Phrase(tuple(full), tuple(map(self.bare, full)), tuple(raw))

    def bare(self, full: str) -> str:
        """A word without its trailing punctuation; at least one symbol is left."""
        end = len(full)
        while end > 1 and (full[end - 1] in self.punctuation or full[end - 1] in self.glued):
            end -= 1
        return full[:end]


def beginning(texts: Sequence[str]) -> str:
    """What all texts begin with."""
    shared = 0
    while all(len(text) > shared and text[shared] == texts[0][shared] for text in texts):
        shared += 1
    return texts[0][:shared]
