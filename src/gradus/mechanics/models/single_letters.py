"""Micro-tasks 2 and 4 as orbit machines: some letters of an alphabet, shown one at a time, no feedback text.

In task 4 every shown character is its own answer; only which characters belong to the instance is hidden, and
it matters only through what will be shown. In task 2 every letter of the instance has one and the same secret
answer, drawn from these letters, and punctuation answers itself; knowledge about the secret letter is as in
micro-task 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import comb

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.orbits import Try, orbit_machine
from gradus.stream import Task

ONE, NONE = Fraction(1), Fraction(0)
Answers = list[tuple[Hashable, Fraction, Hashable]]


def repeated_character_orbits(task: Task) -> Machine:
    """The orbit machine of micro-task 4: characters seen so far, and the streak."""
    n, size, streak = len(task.params["alphabet"]), task.params["size"], task.rules.streak

    def shown(seen: int, run: int, reward: int) -> Answers:
        old = Fraction(seen, size)
        return [(("old", reward), old, (seen, run)), (("new", reward), 1 - old, (seen + 1, run))]

    def tries(situation: tuple[int, int]) -> Iterable[Try]:
        seen, run = situation
        done = run + 1 == streak
        yield Try("same", 1, shown(0, 0, 1) if done else shown(seen, run + 1, 1), ONE if done else NONE)
        yield Try("wrong", 255, shown(seen, 0, -1))

    return orbit_machine((1, 0), tries, lambda s: comb(n, s[0]) * s[0])


class _OneLetter:
    """Micro-task 2. A situation is ``(kind, members, out, off, streak, shown)``.

    ``members`` letters surely belong to the instance, ``out`` of them are surely not the secret one, ``off``
    others are surely not. ``kind`` is ``open`` or ``known``; ``shown`` says whether a mark or a letter is asked.
    """

    def __init__(self, task: Task) -> None:
        self.n, self.size, self.marks = (
            len(task.params["alphabet"]),
            task.params["size"],
            len(task.params["marks"]),
        )
        self.streak = task.rules.streak

    def shown(self, member: int, out: int, off: int, run: int, reward: int, known: bool) -> Answers:
        """The next character: a mark, a letter seen before, or a new one."""
        if not known:
            member, out, off, known = self._settled(member, out, off)
        total = self.size + self.marks
        kind = "known" if known else "open"
        state = (kind, member, out, off, run)
        answers: Answers = [
            (("mark", reward), Fraction(self.marks, total), (*state, "mark")),
            (("old", reward), Fraction(member, total), (*state, "letter")),
        ]
        missing, unseen = self.size - member, self.n - member
        if not missing:
            return answers
        if known:
            return [
                *answers,
                (("new", reward), Fraction(missing, total), (kind, member + 1, 0, 0, run, "letter")),
            ]
        far = unseen - off
        near_weight, far_weight = Fraction(member - out), far * Fraction(missing, unseen)
        if_far = Fraction(missing - 1, unseen - 1) if unseen > 1 else NONE
        scale = 1 / (near_weight + far_weight) / total
        excluded = (near_weight * Fraction(missing, unseen) + far_weight * if_far) * scale * off
        candidate = (
            near_weight * Fraction(missing, unseen) * far + far_weight * (1 + if_far * (far - 1))
        ) * scale
        for name, chance, after in (
            ("new out", excluded, (out + 1, off - 1)),
            ("new", candidate, (out, off)),
        ):
            if chance:
                m, o, f, sure = self._settled(member + 1, *after)
                answers.append(
                    ((name, reward), chance, ("known" if sure else "open", m, o, f, run, "letter"))
                )
        return answers

    def _settled(self, member: int, out: int, off: int) -> tuple[int, int, int, bool]:
        """Knowledge in canonical form, and whether only one candidate is left."""
        off = 0 if member == self.size else off
        far = self.n - member - off if member < self.size else 0
        if member - out + far == 1:
            return member + far, 0, 0, True
        return member, out, off, False

    def tries(self, situation: tuple[str, int, int, int, int, str]) -> Iterable[Try]:
        """Every kind of answer byte."""
        kind, member, out, off, run, shown = situation
        known = kind == "known"
        done = run + 1 == self.streak
        wrong = self.shown(member, out, off, 0, -1, known)
        if known or shown == "mark":
            right = self.opening() if done else self.shown(member, out, off, run + 1, 1, known)
            yield Try("right", 1, right, ONE if done else NONE)
            yield Try("wrong", 255, wrong)
            return
        missing, unseen = self.size - member, self.n - member
        near, far = member - out, unseen - off if missing else 0
        odds = Fraction(missing, unseen) if missing else NONE
        total = near + far * odds
        yield self._guess("member", near, 1 / total, run, member, (member, out + 1, off))
        if far:
            yield self._guess("stranger", far, odds / total, run, member + 1, (member, out, off + 1))
        yield Try("wrong", 256 - near - far, wrong)

    def _guess(
        self, name: str, count: int, chance: Fraction, run: int, member: int, miss: tuple[int, int, int]
    ) -> Try:
        """A letter offered as the secret one."""
        done = run + 1 == self.streak
        hit = self.opening() if done else self.shown(member, 0, 0, run + 1, 1, True)
        answers: Answers = [(y, p * chance, s) for y, p, s in hit]
        if chance < 1:
            answers += [(y, p * (1 - chance), s) for y, p, s in self.shown(*miss, 0, -1, False)]
        return Try(name, count, answers, chance if done else NONE)

    def opening(self) -> Answers:
        """A new instance shows its first character."""
        return self.shown(0, 0, 0, 0, 1, False)

    def sizes(self, situation: tuple[str, int, int, int, int, str]) -> int:
        """How many causal states have this form; letters asked are alike, marks are not."""
        kind, member, out, off, _run, shown = situation
        asked = self.marks if shown == "mark" else 1
        if kind == "known":
            return self.n * comb(self.n - 1, member - 1) * asked
        return comb(self.n, member) * comb(member, out) * comb(self.n - member, off) * asked


def one_letter_orbits(task: Task) -> Machine:
    """The orbit machine of micro-task 2, questions drawn independently."""
    model = _OneLetter(task)
    return orbit_machine(("open", 0, 0, 0, 0, "mark"), model.tries, model.sizes)
