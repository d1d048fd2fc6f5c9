"""What single told answers say whatever else was told: about answers said, earned and waited for, and questions."""

from __future__ import annotations

from functools import lru_cache
from math import log2
from typing import NamedTuple

from gradus.learners.gradual.perception.candidates import shared
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.settings import SETTINGS
from gradus.learners.gradual.perception.view import View


class Heard(NamedTuple):
    """What a told answer says whatever else was told: many forms hear the same."""

    core: str
    """The answer without its ending."""
    price: float
    first: str
    """What it begins with: a word where it begins with one, else a symbol."""
    begun: bool
    """Whether it begins inside a word,"""
    broken: bool
    """and whether it ends inside one."""
    ends: bool
    """Whether it ends as answers end."""
    worth: float
    """Bits in favour of it, those of what was rewarded then included."""
    rewarded: bool
    """Whether what was said then was rewarded."""
    again: bool
    """Whether it was said then, and punished."""
    saved: float
    """Bits saved because nearly this was said."""
    fits: float = 0.0
    """Bits for and against it if answers are judged when they are as long as the right one,"""
    cut: float = 0.0
    """and if they are broken off at their first wrong symbol."""


def hear(view: View, reaction: str, key: tuple[int, int, int, int, int]) -> Heard:
    """What is told in a reaction from `start` to `stop`, about the exchange `about`; negative: it is forgotten."""
    number, start, stop, _, about = key
    context, told, price = view.context, reaction[start:stop], view.prices.of(number, start, stop)
    wordy = bool(context.silence) and context.silence in reaction
    begun = wordy and start > 0 and reaction[start - 1] != context.silence
    broken = wordy and stop < len(reaction) and reaction[stop] != context.silence
    first = told.partition(context.silence)[0] if wordy and not begun else told[0]
    if about < 0:
        return Heard(told, price, first, begun, broken, False, 0.0, False, False, 0.0)
    exchange, said = view.window[about], view.core(about)
    ends = bool(context.ending) and told.endswith(context.ending)
    core = told[: -len(context.ending)] if ends else told
    worth = SETTINGS.readable
    if core in context.earned:
        worth += SETTINGS.rewarded
    fits = 0.0
    if exchange.length:
        long = exchange.length in (len(told), len(core) + len(context.ending))
        fits = 1.0 if long else -SETTINGS.longer * view.timed
    if exchange.reward > 0:
        worth += -0.5 if said == core else -SETTINGS.different - price
    again = exchange.prompt and bool(said) and not view.waited(about) and _refuted(core, said, context.ending)
    saved = _nearly_said(core, said) if exchange.prompt else 0.0
    return Heard(
        core,
        price,
        first,
        begun,
        broken,
        ends,
        worth,
        exchange.reward > 0,
        again,
        saved,
        fits,
        _broken_off(core, exchange),
    )


def _refuted(core: str, said: str, ending: str) -> bool:
    """Whether what was said in vain refutes a told answer: all of it, or where no sign ends answers its beginning."""
    return said == core or (not ending and len(core) - len(said) > SETTINGS.glued and core.startswith(said))


def _broken_off(core: str, exchange: RawExchange) -> float:
    """Bits for a told answer if what was said was judged at its first wrong symbol."""
    if exchange.reward > 0 or not exchange.prompt or not exchange.said:
        return 0.0
    right = shared([exchange.said, core])
    if right != len(exchange.said) - 1:
        return -SETTINGS.longer
    return 1.0 if right else 0.0  # that the first symbol was wrong is no wonder


def _nearly_said(core: str, said: str) -> float:
    """Bits saved by a told answer that begins or ends with what was said in vain, and has little more."""
    if not (said and 0 < len(core) - len(said) <= SETTINGS.glued):
        return 0.0
    return SETTINGS.nearly if core.startswith(said) or core.endswith(said) else 0.0


@lru_cache(SETTINGS.taken_apart)
def made(text: str, question: str) -> float:
    """Bits of a text made of its question: of its words, or of its symbols.

    Symbols that follow each other in the question, perhaps with always the same one between them, cost little.
    """
    symbol = log2(len(set(question)) + 1.0)
    bits, start, size = 2.0, 0, len(text)
    ahead: set[int] = set()
    between = ""
    while start < size:
        stop = start + 1
        while stop < size and text[start : stop + 1] in question:
            stop += 1
        if stop - start > 2:
            bits += min(SETTINGS.word, (stop - start) * symbol)
            start = stop
            continue
        said = text[start]
        following = {place + 1 for place in ahead if question.startswith(said, place)}
        if following:
            bits, ahead = bits + SETTINGS.follows, following
        elif said == between:
            bits += SETTINGS.follows
        else:
            bits += symbol + SETTINGS.foreign * (said not in question)
            ahead |= {place + 1 for place, other in enumerate(question) if other == said}
            between = said
        start += 1
    return bits
