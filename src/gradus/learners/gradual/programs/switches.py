"""Switches: a program for every value of something that is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log2
from typing import Any

from gradus.learners.gradual.programs.judge import Judge
from gradus.learners.gradual.programs.language import Program


class Switches:
    """Texts on which it may depend which program is right."""

    def __init__(self, judge: Judge, masks: Mapping[int, tuple[int, Program]]) -> None:
        """`masks`: programs that are right in some cases, with their bits, by those cases."""
        self.judge, self.masks = judge, masks
        self.views: list[tuple[Program, tuple[Any, ...], int]] = []
        """Simple texts that few values occur of: each value may call for a program of its own."""
        self._switched = 0
        """Programs that were partly right when switches were tried the last time."""

    def view(self, program: Program, values: tuple[Any, ...], bits: int) -> None:
        """Note a text on which it may depend which program is right."""
        if bits <= self.judge.settings.switching and 1 < len(set(values)) <= len(values) * 2 // 3:
            self.views.append((program, values, bits))

    def seek(self) -> Iterator[bool]:
        """For each simple text: the programs that its values call for, if each calls for one that is known."""
        settings = self.judge.settings
        if not settings.conditions or self.judge.problem.size < settings.switched or not self.views:
            return
        if len(self.masks) == self._switched:
            return
        self._switched = len(self.masks)
        for program, values, bits in list(self.views):
            self.judge.used += 1
            chosen = self._chosen(values)
            yield len(chosen) > 1 and self._switch(program, bits, chosen)

    def _chosen(self, values: tuple[Any, ...]) -> list[tuple[int, Program]]:
        """The fewest cheap programs so that one is right wherever a value occurs; empty when there are none."""
        classes: dict[Any, int] = {}
        for n, value in enumerate(values):
            classes[value] = classes.get(value, 0) | 1 << n
        found: dict[int, tuple[int, Program]] = {}
        for places in sorted(classes.values(), key=lambda mask: -mask.bit_count()):
            if any(places & ~mask == 0 for mask in found):
                continue
            able = [mask for mask in self.masks if places & ~mask == 0]
            if not able:
                return []
            best = min(able, key=lambda mask: (self.masks[mask][0], -mask.bit_count()))
            found[best] = self.masks[best]
        return list(found.values()) if len(found) <= self.judge.settings.ways else []

    def _switch(self, view: Program, bits: int, chosen: list[tuple[int, Program]]) -> bool:
        """Which program each value calls for, decided on all examples."""
        values = self.judge.everywhere(view)
        rights = [self.judge.right(program) for _, program in chosen]
        votes: dict[Any, list[int]] = {}
        for n, value in enumerate(values):
            counts = votes.setdefault(value, [0] * len(chosen))
            for way, right in enumerate(rights):
                counts[way] += right[n]
        calls = {value: counts.index(max(counts)) for value, counts in votes.items() if value is not None}
        apart = sum(len({right[n] for right in rights}) > 1 for n in range(len(values)))
        spent = len(calls) * log2(len(chosen))
        if (
            len(set(calls.values())) < 2
            or apart < spent + log2(1 + len(self.views) * len(self.masks)) + self.judge.settings.beyond_luck
        ):
            return False
        cost = bits + 4 * (len(chosen) - 1) + spent + sum(cost for cost, _ in chosen)
        return self.judge.check(_nested(view, calls, [program for _, program in chosen]), cost)


def _nested(view: Program, calls: Mapping[str, int], programs: Sequence[Program]) -> Program:
    """The program that says what each value calls for; the most frequent way is for values never met as well."""
    ways = sorted(range(len(programs)), key=lambda way: -sum(called == way for called in calls.values()))
    whole = programs[ways[0]]
    for way in ways[1:]:
        values = [value for value, called in calls.items() if called == way]
        if all(len(value) == 1 for value in values):
            whole = ("if", ("in", view, ("lit", "".join(values))), programs[way], whole)
            continue
        for value in values:
            whole = ("if", ("same", view, ("lit", value)), programs[way], whole)
    return whole
