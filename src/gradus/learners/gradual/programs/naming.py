"""What words name, told from questions in which several of them are named at once.

Where chains such as "one other word" are all that is ever asked, no name is heard alone. The functions of all names
are then sought together: the examples with the fewest unknown names come first, those that fit are kept side by side,
and every further example says more about them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from gradus.learners.gradual.programs.calls import ways_to_call
from gradus.learners.gradual.programs.inverse import undone
from gradus.learners.gradual.programs.judge import NEW, Found, Judge
from gradus.learners.gradual.programs.language import Program
from gradus.learners.gradual.programs.leaves import Case
from gradus.learners.gradual.programs.mapping import as_function
from gradus.learners.gradual.programs.meanings import IT, Meaning, caller, meaning_of, naming_places, possible
from gradus.learners.gradual.programs.running import run
from gradus.learners.gradual.programs.settings import NAMING
from gradus.learners.gradual.programs.tables import Table
from gradus.learners.gradual.programs.world import table_operators

Reading = Mapping[str, Meaning]
"""What several names mean together."""

Finder = Callable[[Sequence[str], Sequence[str]], Generator[bool, None, Found | None]]
"""Seeks what makes each of some answers of a text."""


class Naming:
    """Seeks what the names in the questions of a problem mean."""

    def __init__(self, judge: Judge, search: Finder) -> None:
        """`search`: finds what one text becomes, for names that mean nothing simple."""
        self.judge, self.search = judge, search
        self.cases, self.answers = judge.problem.cases, judge.problem.answers
        tokens = [case.tokens for case in self.cases]
        equal = len({len(words) for words in tokens}) == 1
        self.places = naming_places(tokens, self.answers) if equal else []
        self.names = [tuple([words[at] for at in self.places]) for words in tokens]
        self._made: dict[tuple[Program, str], Any] = {}

    def seek(self) -> Iterator[bool]:
        """Tries the ways to call what is named; true when one explains everything."""
        if not self.places:
            return
        world, tokens = self.judge.world, [case.tokens for case in self.cases]
        others = [at for at in range(len(tokens[0])) if at not in self.places]
        content = [at for at in others if len({words[at] for words in tokens}) > 1]
        meanings = possible(world, [words[content[0]] for words in tokens[-NAMING.telling :]])
        every = dict.fromkeys([name for names in self.names for name in names])
        known = {name: meaning_of(world, world.names[name]) for name in every if name in world.names}
        for template, bits in ways_to_call(self.places, content, self.cases[0].silence):
            if (template[0] == "apply") != (len(content) == 1):
                continue  # several texts are not for one chain
            for start in (known, {}) if known else ({},):
                best, entries = yield from self._read(template, start, meanings, list(every))
                yield self._offer(template, bits, best, start, entries)

    def _read(
        self, template: Program, start: Reading, meanings: Sequence[Meaning], every: Sequence[str]
    ) -> Generator[bool, None, tuple[Reading, dict[Any, str]]]:
        """The best reading of a way to call that begins with `start`, with what was learned for one more name."""
        readings: list[Reading] = [start]
        for _ in self._extend(template, readings, meanings):
            yield False
        best, entries = readings[0], dict[Any, str]()
        strange = [name for name in every if name not in best]
        for name in strange if best else ():
            if not entries:
                best, entries = yield from self._learned(template, best, name)
        return best, entries

    def _unknown(self, known: Collection[str]) -> dict[int, list[str]]:
        """The names of each example that are not known, if there are any."""
        found = {
            n: [name for name in dict.fromkeys(names) if name not in known]
            for n, names in enumerate(self.names)
        }
        return {n: left for n, left in found.items() if left}

    def _extend(
        self, template: Program, readings: list[Reading], meanings: Sequence[Meaning]
    ) -> Iterator[None]:
        """Replaces readings by those of more and more names, as long as something simple fits."""
        known = dict.fromkeys(readings[0])
        vain: list[list[str]] = []
        while True:
            unknown = self._unknown(known)
            due = [n for n, left in unknown.items() if left not in vain]
            newest = min(due, key=lambda n: (len(unknown[n]), -n), default=-1)
            if newest < 0 or len(unknown[newest]) > NAMING.unknown:
                return
            new = unknown[newest]
            told = sorted([n for n, left in unknown.items() if set(left) <= set(new)], key=newest.__ne__)
            fitting: list[tuple[int, int, Reading]] = []
            for reading, chosen in product(readings, product(meanings, repeat=len(new))):
                self.judge.used += 1
                whole = {**reading, **dict(zip(new, chosen, strict=True))}
                wrong = self._wrong(template, whole, told)
                if wrong is not None:
                    fitting.append((wrong, sum(meaning.bits for meaning in whole.values()), whole))
                if self.judge.used % NAMING.pause == 0:
                    yield
            fitting.sort(key=lambda entry: entry[:2])
            if fitting:
                readings[:] = [whole for _, _, whole in fitting[: NAMING.beam]]
                known.update(dict.fromkeys(new))
            else:
                vain.append(new)

    def _wrong(self, template: Program, reading: Reading, told: Sequence[int]) -> int | None:
        """How many of some examples a reading does not explain; None: too many."""
        wrong = 0
        for n in told:
            wrong += self._value(template, self.cases[n], reading) != self.answers[n]
            if wrong > (1 - NAMING.right) * len(told):
                return None
        return wrong

    def _value(self, program: Program, case: Case, reading: Reading) -> Any:
        """What a way to call makes of a question."""
        if program[0] == "apply":
            text = self._value(program[2], case, reading)
            meaning = reading.get(case.tokens[program[1][1]])
            return None if meaning is None or text is None else self._applied(meaning, text)
        if program[0] == "cat":
            one, two = [self._value(part, case, reading) for part in program[1:]]
            return None if one is None or two is None else one + two
        return run(program, case, self.judge.world.operators)

    def _applied(self, meaning: Meaning, text: str) -> Any:
        key = (meaning.body, text)
        if key not in self._made:
            self._made[key] = meaning.call(text)
        return self._made[key]

    def _learned(
        self, template: Program, reading: Reading, name: str
    ) -> Generator[bool, None, tuple[Reading, dict[Any, str]]]:
        """The reading with a name that nothing simple fits: what it makes of what is told by the others."""
        pairs: dict[str, str] = {}
        for n, left in self._unknown(reading).items():
            if left == [name] and self.names[n].count(name) == 1:
                pair = self._around(template, n, reading, name)
                pairs.update([pair] if pair else [])
        if len(pairs) < NAMING.learned:
            return reading, {}
        found = yield from self.search(list(pairs), list(pairs.values()))
        if found is None:
            return reading, {}
        body = as_function(found.program)
        operators = self.judge.world.operators
        if found.entries:
            operators = {**operators, **table_operators(NEW, Table(found.entries))}
        meaning = Meaning(body, round(found.bits), caller(body, operators))
        return {**reading, name: meaning}, found.entries

    def _around(self, template: Program, n: int, reading: Reading, name: str) -> tuple[str, str] | None:
        """What an unknown function is given in an example, and what it must make of it; None: not told."""
        answer, case, program = self.answers[n], self.cases[n], template
        while program[0] == "apply" and case.tokens[program[1][1]] != name:
            whole = undone(reading[case.tokens[program[1][1]]].body, answer, self.judge.world)
            if not whole:
                return None
            answer, program = whole, program[2]
        given = self._value(program[2], case, reading) if program[0] == "apply" else None
        return (given, answer) if isinstance(given, str) and given else None

    def _offer(
        self, template: Program, bits: int, best: Reading, start: Reading, entries: dict[Any, str]
    ) -> bool:
        """Judge a reading by the examples all of whose names it knows."""
        told = [all(name in best for name in names) for names in self.names]
        right = tuple(
            [
                whole and self._value(template, case, best) == answer
                for whole, case, answer in zip(told, self.cases, self.answers, strict=True)
            ]
        )
        new = {name: meaning for name, meaning in best.items() if start.get(name) != meaning}
        idle = all(meaning.body == IT for meaning in new.values())
        least = max(NAMING.right * sum(told), len(new) + NAMING.convincing, NAMING.share * len(told))
        if idle or sum(right) < least:
            return False
        spent = bits + sum(meaning.bits + NAMING.name_bits for meaning in new.values())
        gain = sum(value for value, good in zip(self.judge.values, right, strict=True) if good) - spent
        names = {name: meaning.body for name, meaning in new.items()}
        known = self.judge.best
        if gain <= self.judge.settings.gain or (known is not None and known.gain >= gain):
            return False
        self.judge.best = Found(template, entries, right, gain, spent, names)
        return all(right)
