"""Says what is believed about the form of the dialogue: as plain values, and as sentences made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.form import NEWBORN, Cut, End, Slot
from gradus.learners.gradual.perception.keeper import Keeper

Show = Callable[[str], str]


def found_form(keeper: Keeper, show: Show) -> dict[str, Any] | None:
    """The present form in phrases, and what it has earned; None: the learner listens."""
    form = keeper.form
    if form is None:
        return None
    return {
        "newborn": form == NEWBORN,
        "after_right": _cut(form.right, show),
        "after_wrong": _cut(form.wrong, show),
        "question_ends": _end(form.end, show),
        "answer_told": _slot(form.slot, show) if form.slot else None,
        "told_late": bool(form.lag),
        "rewards": keeper.wins,
        "trouble": round(keeper.trouble, 1),
    }


def found_ending(endings: Endings, show: Show) -> dict[str, Any]:
    """How answers end."""
    sought = not endings.sign and not endings.by_length
    return {
        "sign": show(endings.sign) or None,
        "by_length": endings.by_length,
        "signs_tried": endings.tried if sought else 0,
    }


def form_in_words(found: Mapping[str, Any] | None) -> list[str]:
    """What `found_form` found, as sentences."""
    if found is None:
        return ["How the world talks is not known: the learner listens."]
    if found["newborn"]:
        return ["Nothing is known yet about how the world talks: every symbol is taken for a question."]
    lines = [_reaction(found["after_right"], found["after_wrong"])]
    lines.append(f"A question ends {found['question_ends']}.")
    late = ", one question late" if found["told_late"] else ""
    if found["answer_told"]:
        lines.append(f"The reaction to a wrong answer tells the right one: {found['answer_told']}{late}.")
    else:
        lines.append("Reactions do not tell the right answer: only rewards show it.")
    doubt = " Something that does not fit it happened lately." if found["trouble"] else ""
    lines.append(f"So understood, the dialogue has earned {_many(found['rewards'], 'reward')}.{doubt}")
    return lines


def ending_in_words(found: Mapping[str, Any]) -> str:
    """What `found_ending` found, as a sentence."""
    if found["sign"]:
        return f"An answer ends with {found['sign']!r}."
    if found["by_length"]:
        return "An answer needs no sign at its end: the world knows how long it is."
    return f"The sign that ends an answer is being sought ({_many(found['signs_tried'], 'try', 'tries')})."


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def _reaction(right: str | None, wrong: str | None) -> str:
    if right == wrong:
        if right is None:
            return "The world does not react to answers: all it says is the next question."
        return f"The world first reacts to the latest answer, {right}, and then asks."
    cases = [
        f"after {what} {cut or 'not at all'}" for what, cut in (("a right one", right), ("others", wrong))
    ]
    return f"The world first reacts to the latest answer, {', '.join(cases)}, and then asks."


def _cut(cut: Cut, show: Show) -> str | None:
    if not cut.mark:
        return f"with {_many(cut.count, 'symbol')}" if cut.count else None
    times = "the first" if cut.count == 1 else f"number {cut.count} of"
    return f"up to {times} {show(cut.mark)!r}{' if there is one' if cut.optional else ''}"


def _end(end: End, show: Show) -> str:
    if not end.mark:
        return f"after {_many(end.length, 'symbol')}"
    return "with the next " + " or ".join(repr(show(mark)) for mark in (end.mark, *end.also))


def _slot(slot: Slot, show: Show) -> str:
    if slot.last:
        size = "as many as the world waited for" if slot.last < 0 else _many(slot.last, "symbol")
        return f"its last symbols, {size}"
    which = {-1: "the last", 1: "the first"}.get(slot.times, f"number {slot.times} of")
    begin = (
        f"what follows {which} {show(slot.mark)!r}" if slot.mark else f"all from symbol {slot.skip + 1} on"
    )
    if not slot.mark and not slot.skip:
        begin = "all of it"
    until = f" up to the next {show(slot.stop)!r}" if slot.stop else ""
    return begin + until + (f" but for the last {_many(slot.drop, 'symbol')}" if slot.drop else "")
