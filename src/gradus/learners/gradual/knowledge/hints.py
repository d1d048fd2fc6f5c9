"""Hints: a question that first says what a word in it stands for.

The words before some place tell, by their places, which word is new and which known word it stands for; the rest is a
question in which the new word, or a word that begins with it, is read as the known one. Such a shape is learned when a
question read that way has the right answer, and used once that happened more than once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gradus.learners.gradual.knowledge.settings import HINTS

Template = tuple[int, int, int, tuple[str, ...]]
"""How many words the hint has, the places of the new and the known word in it, and its other words."""


class Hints:
    """The shapes of hints, with how often they were right less how often they were wrong."""

    def __init__(self) -> None:
        self.credits: dict[Template, int] = {}
        """By shape: how often it was right less how often it was wrong."""

    def unfold(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """The question that a believed hint makes of these words; empty when there is none."""
        for template, credit in self.credits.items():
            if credit >= HINTS.proven:
                found = apply(template, tokens)
                if found:
                    return found
        return ()

    def readings(
        self, tokens: Sequence[str], keywords: Mapping[str, None]
    ) -> Iterator[tuple[Template, tuple[str, ...]]]:
        """All ways to take the beginning of a question for a hint that leads to a known keyword."""
        for size in range(2, min(HINTS.longest, len(tokens) - 1) + 1):
            for new in range(size):
                for old in range(size):
                    template = template_of(tokens, size, new, old)
                    found = apply(template, tokens) if new != old else ()
                    if found and any(
                        b in keywords and a != b for a, b in zip(tokens[size:], found, strict=True)
                    ):
                        yield template, found

    def judge(self, template: Template, good: bool) -> None:
        """A reading led to the right answer, or to a wrong one."""
        self.credits[template] = max(-3, min(6, self.credits.pop(template, 0) + (1 if good else -1)))
        while len(self.credits) > HINTS.templates:
            del self.credits[min(self.credits, key=lambda other: self.credits[other])]


def template_of(tokens: Sequence[str], size: int, new: int, old: int) -> Template:
    """The shape of the hint in the first words, given the places of the new and the known word."""
    others = tuple(["" if at in (new, old) else tokens[at] for at in range(size)])
    return size, new, old, others


def apply(template: Template, tokens: Sequence[str]) -> tuple[str, ...]:
    """The rest of a question with the new word read as the known one; empty when the hint is another."""
    size, new, old, _ = template
    if len(tokens) <= size or template_of(tokens, size, new, old) != template:
        return ()
    word, known = tokens[new], tokens[old]
    rest = tuple([known + token[len(word) :] if token.startswith(word) else token for token in tokens[size:]])
    return rest if rest != tuple(tokens[size:]) else ()
