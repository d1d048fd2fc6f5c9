"""The score of a form of dialogue: a pure function of a window of raw exchanges.

The score is the number of bits by which a form shortens the description of the window. All text costs the same
wherever a form puts it; forms gain only where they predict: questions, reactions and told answers that come back or
begin alike, told answers as long as the world waited, told answers that were rewarded when said.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.cutting import Cutting
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form
from gradus.learners.gradual.perception.telling import Telling, places
from gradus.learners.gradual.perception.view import View


class Scorer(View):
    """Scores forms on a window; forms that cut segments alike share that part of the work."""

    def __init__(self, window: Sequence[RawExchange], context: Context) -> None:
        super().__init__(window, context)
        self._cuttings: dict[tuple[Cut, Cut, End], Cutting] = {}

    def cutting(self, form: Form) -> Cutting:
        """What a form says apart from where answers are told; many forms share it."""
        key = (form.right, form.wrong, form.end)
        found = self._cuttings.get(key)
        if found is None:
            found = self._cuttings[key] = Cutting(self, form)
        return found

    def close(self) -> None:
        """Let go of shared work: it refers to this view, and Python frees such circles late and all at once."""
        self._cuttings.clear()

    def score(self, form: Form) -> float:
        """Bits in favour of `form`."""
        cutting = self.cutting(form)
        found_at = places(self, form, cutting)
        stop = None if form.slot is None else form.slot.stop
        if stop in (self.context.ending, self.context.silence):
            stop = ""  # only of other signs it counts whether they are missing behind what is told
        key = (found_at, stop, form.lag)
        if key not in cutting.tellings:
            cutting.tellings[key] = Telling(self, form, cutting, found_at).bits
        return reduce(add, cutting.tellings[key], self.context.prior(form) + cutting.total)
