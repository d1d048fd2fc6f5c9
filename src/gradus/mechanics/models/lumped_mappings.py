"""Mapping tasks with answers of several characters as a coarse machine.

Keys with equal known answers, and known answers with equal ends still to be printed, are one causal state, so
the exact orbits multiply beyond use. The coarse machine keeps the current key apart instead and forgets which
answers coincide; :mod:`gradus.mechanics.models.fixed_length_mappings` corrects for both.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.orbits import Try, orbit_machine
from gradus.school import UserError
from gradus.stream import Task

ONE, NONE = Fraction(1), Fraction(0)
END = -1  # stands in place of a run's length once the instance is over
Answers = list[tuple[Hashable, Fraction, Hashable]]


@dataclass(frozen=True)
class FixedLengthMapping:
    """A mapping task with keys and answers of fixed lengths; keys count as known from their first character."""

    keys: int = 10
    """Keys of an instance."""
    key_space: int = 10
    """Keys there are to draw from, without repetition."""
    lead: int = 1
    """Bytes printed from the key on until the learner may answer, less one."""
    base: int = 10
    """Characters of the answers."""
    length: int = 2
    """Characters of an answer."""
    stop: bool = False
    """Whether an answer ends with a full stop of its own."""
    tail: int = 1
    """Bytes of feedback behind the answer's characters."""
    streak: int = 10

    @classmethod
    def of(cls, task: Task) -> FixedLengthMapping:
        """The model of a task with one-character keys and answers of one length."""
        p = task.params
        if p["key_lengths"] or len(p["answer_lengths"]) != 1 or p["permutation"] or p["noise"] != (0,):
            raise UserError(f"The task {task.name!r} does not have plain keys and answers of one length.")
        n = len(p["alphabet"])
        tail = len(p["answer_end"]) + len(task.rules.separator)
        lead = len(p["input_separator"])
        return cls(n, n, lead, n, p["answer_lengths"][0], bool(p["answer_end"]), tail, task.rules.streak)

    @property
    def answer_bytes(self) -> int:
        """Bytes the learner must say."""
        return self.length + self.stop


class _Talk:
    """Situations are ``(phase, place, known keys, streak)``."""

    def __init__(self, model: FixedLengthMapping) -> None:
        self.m = model

    def tries(self, s: tuple[str, int, int, int]) -> Iterable[Try]:
        """All kinds of input."""
        phase, place, j, run = s
        if phase.startswith("hear"):
            yield from self._hear(phase, place, j, run)
            return
        yield Try("silent", 1, self._print(s))
        if run == END and phase == "gap":
            yield Try("speak", 255, self._print(s))
        else:
            yield Try("speak", 255, self._print((phase, place, j, END if run == END else 0)))

    def _print(self, s: tuple[str, int, int, int]) -> Answers:
        """The world's next byte."""
        phase, place, j, run = s
        m = self.m
        if phase == "gap":
            j, run = (0, 0) if run == END else (j, run)
            known = Fraction(j, m.keys)
            return [
                ("known", known, self._asked("known", 0, j, run)),
                ("open", 1 - known, self._asked("open", 0, j, run)),
            ]
        if phase.startswith("ask"):
            return [("more", ONE, self._asked(phase[4:], place + 1, j, run))]
        if phase == "tell":
            return [("more", ONE, self._told(place - 1, j, run))]
        if phase == "tail":
            return [("more", ONE, self._tailed(place - 1, j, run))]
        return self._show(place, j, run, excluded=phase == "show excluded")

    def _asked(self, kind: str, place: int, j: int, run: int) -> Hashable:
        return (f"ask {kind}", place, j, run) if place < self.m.lead else (f"hear {kind}", 0, j, run)

    def _told(self, rest: int, j: int, run: int) -> Hashable:
        """A known answer has ``rest`` characters to go."""
        return ("tell", rest, j, run) if rest else self._tailed(self.m.tail, j, run)

    def _tailed(self, rest: int, j: int, run: int) -> Hashable:
        return (
            ("tail", rest, 0 if run == END else j, run) if rest else ("gap", 0, 0 if run == END else j, run)
        )

    def _show(self, shown: int, j: int, run: int, excluded: bool, scale: Fraction = ONE) -> Answers:
        """One more character of an answer that was not known; ``excluded``: so far as the wrong guess."""
        m = self.m
        left = m.length - shown
        after: Hashable = ("show", shown + 1, j, run) if left > 1 else self._tailed(m.tail, j + 1, run)
        if not excluded:
            return [("new", scale, after)]
        all_left, below = m.base**left - 1, m.base ** (left - 1)
        same = Fraction(below - 1, all_left)
        answers: Answers = [("new", scale * (1 - same), after)]
        if same and m.base == 2 and left == 2:
            answers.append(("same", scale * same, ("tell", 1, j + 1, run)))  # the last character is certain
        elif same:
            answers.append(("same", scale * same, ("show excluded", shown + 1, j, run)))
        return answers

    def _hear(self, phase: str, place: int, j: int, run: int) -> Iterable[Try]:
        m = self.m
        ruined = phase.endswith("ruined")
        kind = phase[5:].removesuffix(" ruined")
        if place + 1 < m.answer_bytes:
            spoiled = (f"hear {kind} ruined", place + 1, j, 0)
            if not ruined:
                fit = 1 if kind == "known" else m.base
                yield Try("fit", fit, [("silence", ONE, (phase, place + 1, j, run))])
                yield Try("other", 256 - fit, [("silence", ONE, spoiled)])
            else:
                yield Try("any", 256, [("silence", ONE, spoiled)])
            return
        wrong = (
            [("wrong", ONE, self._told(m.length - 1, j, 0))]
            if kind == "known"
            else self._show(0, j, 0, False)
        )
        if ruined:
            yield Try("any", 256, wrong)
            return
        done = run + 1 == m.streak
        hits = 1 if kind == "known" or m.stop else m.base
        right = self._told(m.length - 1, 0 if done else j + (kind == "open"), END if done else run + 1)
        chance = ONE if kind == "known" else Fraction(1, m.base**m.length)
        answers: Answers = [("right", chance, right)]
        if chance < 1:
            answers += self._show(0, j, 0, True, 1 - chance)
        yield Try("last", hits, answers, chance if done else NONE)
        yield Try("other", 256 - hits, wrong)

    def size(self, s: tuple[str, int, int, int]) -> int:
        """How many situations have this form when the current key is kept apart."""
        phase, place, j, run = s
        m = self.m
        if run == END:
            return power(m.base, place) if phase == "tell" else 1
        maps = comb(m.key_space, j) * power(power(m.base, m.length), j)
        fresh = m.key_space - j
        if phase in ("gap", "tail"):
            return maps
        if "known" in phase or phase == "tell":
            return maps * j
        if phase == "hear open":
            return maps * fresh * power(m.base, place)
        if phase == "show":
            return maps * fresh * power(m.base, place)
        if phase == "show excluded":
            return maps * fresh * power(m.base, m.length)
        return maps * fresh


def power(base: int, exponent: int) -> int:
    """A whole power of a whole number."""
    return int(base**exponent)


def lumped_machine(model: FixedLengthMapping) -> Machine:
    """The coarse machine of a mapping task; its sizes keep the current key apart."""
    talk = _Talk(model)
    return orbit_machine(("gap", 0, 0, 0), talk.tries, talk.size)
