"""A window of raw exchanges prepared for scoring: prices, classes, and parses that many forms share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.exchange import RawExchange, timed
from gradus.learners.gradual.perception.form import Cut, End, Parse, extent, parse
from gradus.learners.gradual.perception.prices import Prices


class View:
    """A window prepared for scoring."""

    def __init__(self, window: Sequence[RawExchange], context: Context) -> None:
        self.window = window
        self.context = context
        self.prices = Prices([exchange.segment for exchange in window])
        self.classes = {
            right: [i for i, x in enumerate(window) if (x.before > 0) == right] for right in (False, True)
        }
        self._cores = [self._core(exchange.said) for exchange in window]
        self.timed = timed(window)
        """Whether the time that the world waits says how long an answer is."""
        self._parses: dict[tuple[Cut, End, bool], list[Parse | None]] = {}
        self.cuts: dict[tuple[End, bool], list[Cut]] = {}
        """Cuts that explain the segments of a class, once they were sought."""
        self.residues: dict[tuple[tuple[int, int, int], ...], list[float]] = {}
        """What parts of reactions cost that tell nothing, once that was asked."""
        self.heard: dict[tuple[int, int, int, int, int], Any] = {}
        """What told answers say by themselves: by number, from where to where in a reaction how long, about what."""
        self.edged = 2 * sum(map(self.edge, context.earned)) > len(context.earned)
        """Whether most answers that were rewarded begin or end with silence: then told ones do as well."""

    def parses(self, cut: Cut, end: End, right: bool) -> list[Parse | None]:
        """The parses of all segments of a class; None where a segment does not end with its question."""
        key = (cut, end, right)
        if key not in self._parses:
            silence = self.context.silence
            found = []
            for number in self.classes[right]:
                segment = self.window[number].segment
                item = parse(cut, end, segment, silence)
                if (item is None or item.end < len(segment)) and not self.window[number].joined:
                    item = parse(Cut(), end, segment, silence)  # nothing that it could react to was heard
                found.append(item if item is not None and item.end == len(segment) else None)
            self._parses[key] = found
        return self._parses[key]

    def places(self, cut: Cut, end: End, right: bool, allowed: int) -> tuple[int, ...]:
        """Where questions begin, seen from the end of each segment of a class; -1: nowhere.

        Empty if that is so in more than `allowed` segments: nearly all cuts tried fail, most of them early.
        """
        silence, found = self.context.silence, []
        for number in self.classes[right]:
            segment, joined = self.window[number].segment, self.window[number].joined
            _, start, stop, whole = extent(cut, end, segment, silence)
            if whole < len(segment) and not joined:
                _, start, stop, whole = extent(Cut(), end, segment, silence)
            if whole == len(segment):
                found.append(stop - start + (len(silence) + whole - stop if end.also else 0))
                continue
            found.append(-1)
            allowed -= 1
            if allowed < 0:
                return ()
        return tuple(found)

    def edge(self, text: str) -> bool:
        """Whether a text begins or ends with silence."""
        return text != text.strip(self.context.silence or None)

    def core(self, number: int) -> str:
        """What was said in an exchange, without its ending and the silence around it."""
        return self._cores[number]

    def core_before(self, number: int) -> str:
        """What was said to which the segment of an exchange reacts; empty: that is not known."""
        exchange = self.window[number]
        return self._cores[number - 1] if number and exchange.joined else self._core(exchange.after)

    def reacts(self, number: int) -> bool:
        """Whether the segment of an exchange follows an answer whose reward is known."""
        exchange = self.window[number]
        return exchange.joined or bool(exchange.after) or exchange.before > 0

    def _core(self, said: str) -> str:
        if self.context.ending:
            return said.partition(self.context.ending)[0]
        return said.rstrip(self.context.silence) if self.context.silence else said

    def waited(self, number: int) -> bool:
        """Whether the world waited for more than was said: then its verdict is about that as well."""
        said, silence = self.window[number].said, self.context.silence
        return bool(silence) and said.endswith(silence)
