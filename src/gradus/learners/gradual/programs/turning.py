"""Seeks how several programs take turns (`turns.py`): which program follows which, and because of what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2
from operator import eq
from typing import Any

from gradus.learners.gradual.programs.judge import NEW, Judge
from gradus.learners.gradual.programs.language import Program
from gradus.learners.gradual.programs.leaves import Case
from gradus.learners.gradual.programs.running import run
from gradus.learners.gradual.programs.settings import TURNING
from gradus.learners.gradual.programs.tables import STEP, Table
from gradus.learners.gradual.programs.turns import DUE, EACH_TIME, pairs_of, rights, turns_of

Shown = dict[tuple[str, str], tuple[bool, ...]]
"""By question and answer: which programs are right."""


class Turns:
    """Seeks tables of steps for programs that are each right in some cases."""

    def __init__(self, judge: Judge, register: Any) -> None:
        """`register`: what was asked and answered before each question; None: nothing is known of it."""
        self.judge, self.register = judge, register
        self.tried: set[tuple[Program, ...]] = set()

    def seek(self, masks: Mapping[int, tuple[int, Program]], size: int) -> bool:
        """Whether a few programs that cover all telling cases take turns in a way that explains everything."""
        if self.register is None or self.judge.problem.size < TURNING.least or len(masks) < 2:
            return False
        chosen = _cover(masks, size, self.judge.settings.ways)
        programs = tuple([program for _, program in chosen])
        if len(chosen) < 2 or programs in self.tried or len(self.tried) == TURNING.tries:
            return False
        self.tried.add(programs)
        shown = self._shown(programs)
        return any(
            self._offer(chosen, programs, self._steps(programs, shown, ticks)) for ticks in (False, True)
        )

    def _shown(self, programs: Sequence[Program]) -> Shown:
        """Which programs are right about every earlier question."""
        shown: Shown = {}
        world = self.judge.world.operators
        for case in self.judge.problem.cases:
            for pair in pairs_of(case.registers.get(self.register, ())):
                if pair not in shown:
                    self.judge.used += len(programs)
                    shown[pair] = rights(programs, *pair, (self.register[-1], case.silence), world)
        return shown

    def _right(self, programs: Sequence[Program], case: Case, answer: str) -> list[bool]:
        return [run(program, case, self.judge.world.operators) == answer for program in programs]

    def _steps(self, programs: Sequence[Program], shown: Shown, ticks: bool) -> dict[Any, str]:
        """What becomes of the state by events; `ticks`: whether answering is one."""
        votes: dict[str, dict[str, int]] = {}
        table = Table()
        for least in (True, False):
            for case, answer in zip(self.judge.problem.cases, self.judge.problem.answers, strict=True):
                last = self._right(programs, case, answer)
                state, events = _since(pairs_of(case.registers.get(self.register, ())), shown, ticks)
                if state is None or last.count(True) != 1 or not events or (least and len(events) > 1):
                    continue
                key = table.after(state, events[:-1]) + STEP + events[-1]
                counts = votes.setdefault(key, {})
                now = DUE[last.index(True)]
                counts[now] = counts.get(now, 0) + 1
            entries: dict[Any, str] = {
                key: max(counts, key=lambda state: counts[state]) for key, counts in votes.items()
            }
            table = Table(entries)
        return {key: to for key, to in table.entries.items() if to != str(key).split(STEP)[0]}

    def _offer(
        self, chosen: Sequence[tuple[int, Program]], programs: Sequence[Program], entries: dict[Any, str]
    ) -> bool:
        if not entries:
            return False
        whole = ("turn:" + NEW, ("reg", self.register), *programs)
        operators = {**self.judge.world.operators, "turn:" + NEW: turns_of(Table(entries))}
        cases = self.judge.problem.cases
        self.judge.used += len(cases) * len(programs)
        right = tuple(map(eq, [run(whole, case, operators) for case in cases], self.judge.problem.answers))
        bits = sum(bits for bits, _ in chosen) + 4 + len(entries) * (TURNING.step_bits + log2(len(programs)))
        return self.judge.offer(whole, entries, right, bits)


def _cover(masks: Mapping[int, tuple[int, Program]], size: int, most: int) -> list[tuple[int, Program]]:
    """The fewest cheap programs of which one is right in nearly every case; empty when there are none."""
    chosen: list[tuple[int, Program]] = []
    covered = 0
    while len(chosen) < most and covered.bit_count() < size:
        best = max(masks, key=lambda mask: ((mask & ~covered).bit_count(), -masks[mask][0]))
        if (best & ~covered).bit_count() < 2:
            break
        chosen.append(masks[best])
        covered |= best
    return chosen if covered.bit_count() >= size - max(1, size // 6) else []


def _since(pairs: Sequence[tuple[str, str]], shown: Shown, ticks: bool) -> tuple[str | None, list[str]]:
    """The program that was right alone the last time, and what happened since; None: there is none."""
    events: list[str] = []
    for pair in reversed(pairs):
        right = shown[pair]
        if not any(right):
            events.append(pair[0])
            continue
        if ticks:
            events.append(EACH_TIME)
        if right.count(True) == 1:
            return DUE[right.index(True)], events[::-1]
    return None, []
