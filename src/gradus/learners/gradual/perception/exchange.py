"""Raw exchanges: the only record of the dialogue that perception keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gradus.learners.gradual.codec import remembered
from gradus.learners.gradual.perception.settings import SETTINGS


@remembered
@dataclass
class RawExchange:
    """One turn of the dialogue, as it was heard and said, with nothing interpreted."""

    segment: str
    """What the world said before the answer, without silence around it."""
    before: int
    """Reward of the answer before, to which `segment` may react: 1, -1 or 0."""
    joined: bool
    """Whether `segment` follows the exchange before without a break."""
    said: str = ""
    """The learner's answer, with its ending and the silence until the world went on."""
    reward: int = 0
    """What the answer earned; 0 when nothing came."""
    length: int = 0
    """How long the right answer is, where the world showed it by ending the turn itself; 0: not known."""
    certain: bool = False
    """Whether the world itself showed that the segment ends here."""
    prompt: bool = True
    """Whether the answer began at once: a late one proves nothing about its content."""
    after: str = ""
    """The answer to which it reacts, where the exchange before is forgotten."""


def timed(window: Sequence[RawExchange]) -> bool:
    """Whether the time that the world waits says how long an answer is."""
    lengths = {exchange.length for exchange in window if exchange.length}
    return len(lengths) > 1 or (bool(lengths) and min(lengths) <= SETTINGS.patience)
