"""Mapping tasks 5.x with one-character answers as orbit machines.

The states are forms (:mod:`gradus.mechanics.models.mapping_forms`) with a streak; random characters in front of the
feedback are drawn when they are printed. Keys with the same known answer are one causal state.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from math import factorial

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.orbits import Try, orbit_machine
from gradus.mechanics.models.mapping_forms import (
    ANSWER,
    END,
    NONE,
    ONE,
    RANDOM,
    Entry,
    Form,
    MappingRules,
    Program,
    Record,
    Step,
    canonical,
    entries_of,
    forgotten,
    merged,
    replaced,
)
from gradus.stream import Task


def mapping_orbits(task: Task) -> Machine:
    """The orbit machine of a mapping task, questions drawn independently, limits off."""
    rules = MappingRules.of(task)
    talk = _Talk(rules)
    start = (Form("gap", 0, False, False, (), (Record(),) * rules.symbols), 0)
    return orbit_machine(start, talk.tries, talk.size)


class _Talk:
    """The dialogue of a mapping task over forms and streaks."""

    def __init__(self, rules: MappingRules) -> None:
        self.rules = rules
        self._known: dict[Form, list[tuple[str, int, list[Step]]]] = {}

    def tries(self, situation: tuple[Form, int]) -> Iterable[Try]:
        """All kinds of input with their outcomes."""
        form, run = situation
        if form not in self._known:
            self._known[form] = list(self._inputs(form))
        if run == END and form.phase == "gap":
            steps = self._known[form][0][2]
            for label, count in (("silent", 1), ("speak", 255)):  # the reply is dropped either way
                yield Try(label, count, [(i, s.weight, (s.form, 0)) for i, s in enumerate(steps)])
            return
        for label, count, steps in self._known[form]:
            answers: list[tuple[Hashable, Fraction, Hashable]] = []
            solved = NONE
            for i, step in enumerate(steps):
                after, streak = step.form, self._streak(run, step.reward, label)
                if streak == END and run != END:
                    solved += step.weight
                if streak == END:
                    after = forgotten(after)
                elif after.ruined:
                    streak = 0  # a wrong verdict is certain, so the streak no longer matters
                answers.append((i, step.weight, (after, streak)))
            yield Try(label, count, answers, solved)

    def _streak(self, run: int, reward: int, label: str) -> int:
        if run == END:
            return END
        if label == "speak" or reward < 0:
            return 0
        return END if run + reward == self.rules.streak else run + reward

    def size(self, situation: tuple[Form, int]) -> int:
        """How many causal states have this form."""
        form, run = situation
        count = factorial(len(form.records))
        for record in set(form.records):
            count //= factorial(form.records.count(record))
        if run == END:
            return count
        known = sum(record.keys for record in form.records)
        free = self.rules.keys - known
        maps = factorial(self.rules.keys) // factorial(free)
        for record in form.records:
            maps //= factorial(record.keys)
        return count * maps * (free if form.open else 1)

    def _inputs(self, form: Form) -> Iterable[tuple[str, int, list[Step]]]:
        if form.phase == "hear":
            yield from self._hear(form)
            return
        steps = merged(self._print(form))
        yield "silent", 1, steps
        yield "speak", 255, steps

    def _print(self, form: Form) -> Iterable[Step]:
        """The world's next byte when it is the world's turn."""
        if form.phase == "gap":
            yield from self._draw_key(form)
        elif form.phase == "ask":
            yield Step(0, ONE, self._asked(form, form.place + 1))
        else:
            for weight, after in self._say(list(form.records), entries_of(form), form.open):
                yield Step(0, weight, after)

    def _draw_key(self, form: Form) -> Iterable[Step]:
        n = self.rules.keys
        for i, record in enumerate(form.records):
            if record.keys:
                records = replaced(form.records, i, record._replace(flag="due"))
                asking = Form("ask", 0, False, False, (), records)
                yield Step(0, Fraction(record.keys, n), self._asked(asking, 0))
        free = n - sum(record.keys for record in form.records)
        if free:
            yield Step(0, Fraction(free, n), self._asked(Form("ask", 0, True, False, (), form.records), 0))

    def _asked(self, form: Form, place: int) -> Form:
        if place < len(self.rules.input_separator):
            return canonical(form._replace(place=place))
        return canonical(form._replace(phase="hear", place=0))

    def _hear(self, form: Form) -> Iterable[tuple[str, int, list[Step]]]:
        """An answer byte: the character itself first, then, where there is one, the full stop."""
        if form.place == 1:
            yield "stop", 1, merged(self._judge(form))
            yield "other", 255, merged(self._judge(form._replace(ruined=True)))
            return
        listed = 0
        for record in dict.fromkeys(form.records):
            i, count = form.records.index(record), form.records.count(record)
            if self._may_be(form, record):
                listed += count
                yield f"digit {record}", count, merged(self._typed(form, i))
        yield "other", 256 - listed, merged(self._typed(form, None))

    def _may_be(self, form: Form, record: Record) -> bool:
        if not form.open:
            return record.flag == "due"
        return not (self.rules.permutation and record.keys)

    def _typed(self, form: Form, i: int | None) -> Iterable[Step]:
        """The first byte of an answer was typed: character ``i``, or nothing that can be right."""
        heard = form._replace(ruined=i is None)
        if i is not None and form.open:
            heard = heard._replace(records=replaced(form.records, i, form.records[i]._replace(flag="said")))
        if self.rules.answer_end:
            yield Step(0, ONE, canonical(heard._replace(place=1)))
        else:
            yield from self._judge(heard)

    def _judge(self, form: Form) -> Iterable[Step]:
        """The answer is complete: reward, feedback, and what is learned from both."""
        plain = [record._replace(flag="") for record in form.records]
        if form.open:
            able = [i for i, record in enumerate(form.records) if self._may_be(form, record)]
        else:
            able = [i for i, record in enumerate(form.records) if record.flag == "due"]
        share = Fraction(1, len(able))
        for reward in (1, -1):
            entries = []
            for i in able:
                right = not form.ruined and (not form.open or form.records[i].flag == "said")
                if right == (reward > 0):
                    programs = self.rules.right if right else self.rules.wrong
                    entries += [Entry(i, program, share * weight) for program, weight in programs]
            for weight, after in self._say(plain, entries, form.open):
                yield Step(reward, weight, after)

    def _say(
        self, records: list[Record], entries: Sequence[Entry], pending: bool
    ) -> Iterable[tuple[Fraction, Form]]:
        """Print one byte of feedback; every possible byte with its weight and the form after it."""
        plain = [record._replace(flag="", entries=()) for record in records]
        printed: dict[Hashable, list[Entry]] = {}
        for digit, program, weight in entries:
            head, rest = program[0], program[1:]
            if head == RANDOM:
                for b in range(self.rules.symbols):
                    printed.setdefault(b, []).append(Entry(digit, rest, weight / self.rules.symbols))
            else:
                printed.setdefault(digit if head == ANSWER else head, []).append(Entry(digit, rest, weight))
        for kept in printed.values():
            total = sum((entry.weight for entry in kept), NONE)
            yield total, self._settled(plain, [e._replace(weight=e.weight / total) for e in kept], pending)

    def _settled(self, plain: list[Record], entries: list[Entry], pending: bool) -> Form:
        """The form while these rests of feedback are possible; a certain answer is learned at once."""
        records = list(plain)
        digits = {entry.digit for entry in entries}
        if pending and len(digits) == 1:
            (digit,) = digits
            assert digit is not None
            records = self._learned(records, digit)
            pending = False
        loose: dict[Program, Fraction] = {}
        bound: dict[int, dict[Program, Fraction]] = {}
        for digit, program, weight in entries:
            needed = digit is not None and (pending or ANSWER in program)
            into = bound.setdefault(digit, {}) if needed and digit is not None else loose
            into[program] = into.get(program, NONE) + weight
        for digit, programs in bound.items():
            records[digit] = records[digit]._replace(entries=tuple(sorted(programs.items())))
        if not bound and set(loose) == {()}:
            return canonical(Form("gap", 0, False, False, (), tuple(records)))
        return canonical(Form("say", 0, pending, False, tuple(sorted(loose.items())), tuple(records)))

    def _learned(self, records: list[Record], digit: int) -> list[Record]:
        records[digit] = records[digit]._replace(keys=records[digit].keys + 1)
        free = [i for i, record in enumerate(records) if not record.keys]
        if self.rules.permutation and len(free) == 1:
            records[free[0]] = records[free[0]]._replace(keys=1)
        return records
