"""What is believed apart from the window on which forms are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log2

from gradus.learners.gradual.codec import remembered
from gradus.learners.gradual.perception.form import Cut, Form, Slot


@remembered
@dataclass(frozen=True)
class Context:
    """What is believed apart from the window."""

    silence: str
    ending: str = ""
    """The sign with which answers end; empty: none is known."""
    known: Mapping[Form, int] = field(default_factory=dict)
    """Forms that were proven before, with how often."""
    blame: Mapping[tuple[Cut, Slot | None, int], float] = field(default_factory=dict)
    """Bits held against a cut, slot and lag, because their told answers were wrong."""
    earned: tuple[str, ...] = ()
    """Answers rewarded lately, also before the window: right answers that are told are of the same sort."""
    failed: Mapping[str, int] = field(default_factory=dict)
    """How often texts were said in vain, whatever the question, since they were last rewarded."""

    in_vain: bool = False
    """Whether nothing has been earned for long: then all ways to cut are tried with answers told late as well."""

    def prior(self, form: Form) -> float:
        """Bits in favour of a form before looking at the window."""
        worth = -form.cost - self.blame.get((form.wrong, form.slot, form.lag), 0.0) - self._expected(form)
        if form in self.known:
            return worth + 3.0 + min(3.0, self.known[form] / 10)
        parts = max((_alike(form, other) for other in self.known), default=0)
        return worth + 0.7 * parts

    def _expected(self, form: Form) -> float:
        """Bits for whether answers are told, going by how many of the forms proven before tell them."""
        alike = sum((other.slot is None) == (form.slot is None) for other in self.known)
        return log2((len(self.known) + 2) / (alike + 1))


def _alike(form: Form, other: Form) -> int:
    return (form.wrong == other.wrong) + (form.end == other.end) + (form.slot == other.slot)
