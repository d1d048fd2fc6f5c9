"""Says in words what is believed about the dialogue."""

from __future__ import annotations

from collections.abc import Callable

from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.form import Cut, End, Slot
from gradus.learners.gradual.perception.keeper import Keeper

Show = Callable[[str], str]


def form_in_words(keeper: Keeper, show: Show) -> list[str]:
    """The present form, how well it is proven, and how many others are remembered."""
    form = keeper.form
    kept = f"{len(keeper.library)} proven forms are remembered; regime {keeper.regimes + 1}."
    if form is None:
        return ["The form of the dialogue is not known: the learner listens.", kept]
    return [
        f"A reaction to a right answer ends {_cut(form.right, show)}, one to another answer {_cut(form.wrong, show)}.",
        f"A question ends {_end(form.end, show)}.",
        f"The right answer is told {_slot(form.slot, show)}{', one question late' if form.lag else ''}.",
        f"This form has earned {keeper.wins} rewards; trouble {keeper.trouble:.1f}. {kept}",
    ]


def _cut(cut: Cut, show: Show) -> str:
    if not cut.mark:
        return f"after {cut.count} symbols" if cut.count else "at once (there is none)"
    times = "the first" if cut.count == 1 else f"number {cut.count} of"
    return f"behind {times} {show(cut.mark)!r}{', if there is one' if cut.optional else ''}"


def _end(end: End, show: Show) -> str:
    if not end.mark:
        return f"after {end.length} symbols"
    return "with the next " + " or ".join(repr(show(mark)) for mark in (end.mark, *end.also))


def _slot(slot: Slot | None, show: Show) -> str:
    if slot is None:
        return "nowhere"
    if slot.last:
        size = "as many symbols as the world waited for" if slot.last < 0 else f"{slot.last} symbols"
        return f"in the last {size}"
    begin = f"behind {slot.times} times {show(slot.mark)!r}" if slot.mark else f"behind {slot.skip} symbols"
    until = f" up to {show(slot.stop)!r}" if slot.stop else ""
    return begin + until + (f", without the last {slot.drop}" if slot.drop else "")


def ending_in_words(endings: Endings, show: Show) -> list[str]:
    """How answers end."""
    if endings.sign:
        return [f"An answer ends with {show(endings.sign)!r}."]
    if endings.by_length:
        return ["An answer ends when it is long enough."]
    return ["The sign that ends an answer is being sought."]
