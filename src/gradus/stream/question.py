"""A question and what counts as an answer to it: plain data, nothing about bytes, turns or limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Question(NamedTuple):
    """One prompt. Texts leave out the terminator that the task's rules put behind question and answer."""

    text: str
    """What is asked."""
    answer: str
    """The right answer, or one of them; where an answer ends by length, this one's length counts."""
    others: tuple[str, ...] = ()
    """Further right answers."""
    key: str = ""
    """The name under which the instance's bookkeeping files the question."""
    shown: tuple[str, ...] = ()
    """What feedback may reveal, one of them at random; nothing: the right answer."""
    bare: bool = False
    """Feedback reveals the text without the terminator."""
    accept: str = "equal"
    """``equal``: one of the right answers; ``ends``: ends with one; ``contains``: has one inside; ``any``: anything."""
    avoid: str = ""
    """A text that a right answer must not contain."""
    at_least: int = 0
    """The fewest characters a right answer may have."""

    def accepts(self, said: str) -> bool:
        """Whether ``said`` (without terminator) is right."""
        if self.accept == "equal":
            fits = said == self.answer or said in self.others
        else:
            right = (self.answer, *self.others)
            fits = self.accept == "any" or any(
                said.endswith(text) if self.accept == "ends" else text in said for text in right
            )
        return fits and len(said) >= self.at_least and not (self.avoid and self.avoid in said)

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`from_json` reads back."""
        return self._asdict()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Question:
        """The question that :meth:`to_json` wrote."""
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**values)
