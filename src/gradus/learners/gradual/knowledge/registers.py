"""Registers: what may be remembered from earlier questions, as leaves of ordinary programs.

A register is a list of texts that earlier questions and answers have written: all answers, words behind a keyword,
values kept under names, a stack, a queue, a collection that is cleared, the latest of a few commands, the latest
answer to the same question or about the same thing, and what was asked since then. It is written down as how it is
written, and computed from the latest pairs whenever it is needed, so there is no state to go wrong.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from gradus.learners.gradual.knowledge.settings import REGISTERS
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.knowledge.writers import (
    about_things,
    changed,
    of_one_task,
    recurring_words,
    sets,
    trailing,
    word_counts,
    written_by,
    written_by_length,
)
from gradus.learners.gradual.knowledge.writing import KEEPING, Register, Values, read, write


class Past:
    """The latest pairs, and what registers hold because of them."""

    def __init__(
        self,
        pairs: Iterable[tuple[str, str]] = (),
        times: Iterable[int] = (),
        untold: Iterable[tuple[int, str]] = (),
        begun: Iterable[int] = (),
    ) -> None:
        self.pairs: deque[tuple[str, str]] = deque(pairs, REGISTERS.past)
        """The latest questions with their right answers."""
        self.times: deque[int] = deque(times or range(1, len(self.pairs) + 1), REGISTERS.past)
        """When each pair was heard."""
        self.untold: deque[tuple[int, str]] = deque(untold, REGISTERS.past)
        """Questions whose answers were never told, with the time of the pair before: they may change things too."""
        self.begun: deque[int] = deque(begun, REGISTERS.beginnings)
        """When pairs were heard before which all that had been kept was forgotten."""

    def learn(self, question: str, answer: str, at: int) -> None:
        """Note a pair; what was asked last, and waited for its answer, waits no longer."""
        before = self.times[-1] if self.times else 0
        late = [asked for time, asked in self.untold if time == before]
        if question in late:
            while self.untold and self.untold[-1][0] == before:
                self.untold.pop()
            place = late.index(question)
            self.untold.extend([(before, asked) for asked in late[:place]])
            self.untold.extend([(at, asked) for asked in late[place + 1 :]])
        self.pairs.append((question, answer))
        self.times.append(at)

    def ask(self, question: str) -> None:
        """Note a question that was answered wrongly: its answer may be told, or may not."""
        if self.times:
            self.untold.append((self.times[-1], question))

    def retract(
        self, doubtful: Callable[[tuple[str, str]], bool], most: int
    ) -> dict[tuple[str, str], list[int]]:
        """Take away the latest pairs as far as all of them are doubtful; returns when each was heard."""
        taken: dict[tuple[str, str], list[int]] = {}
        while most > 0 and self.pairs and doubtful(self.pairs[-1]):
            taken.setdefault(self.pairs.pop(), []).insert(0, self.times.pop())
            most -= 1
        last = self.times[-1] if self.times else 0
        while self.untold and self.untold[-1][0] > last:
            self.untold.pop()
        return taken

    @property
    def latest(self) -> str:
        """The latest right answer; empty when there is none."""
        return self.pairs[-1][1] if self.pairs else ""

    def values(self, registers: Sequence[Register], question: str, silence: str) -> Values:
        """What registers hold when a question is asked now."""
        if not registers:
            return {}
        return self.replay(registers, silence, {len(self.pairs): question})[len(self.pairs)]

    def replay(
        self,
        registers: Sequence[Register],
        silence: str,
        wanted: dict[int, str],
        begun: Sequence[int] | None = None,
    ) -> dict[int, Values]:
        """What registers held before the pairs at some places, given the questions asked there.

        `begun`: the places before which everything was forgotten, if not those that are known.
        """
        last = max(wanted, default=0)
        pairs = list(islice(self.pairs, last + 1))
        found: dict[int, Values] = {place: {} for place in sorted(wanted) if place <= len(pairs)}
        events, starts = self._events(pairs)
        begun = self.beginnings() if begun is None else begun
        written = {
            marks: [(question, answer, cut(question, silence, marks)) for question, answer in events]
            for marks in dict.fromkeys([register[-1] for register in registers])
        }
        for register in registers:
            marks = register[-1]
            held: list[Any] = []
            start = 0
            anew = [starts[place] for place in begun if place <= last] if register[0] in KEEPING else ()
            for place, values in found.items():
                if latest := [at for at in anew if start <= at <= starts[place]]:
                    held.clear()
                    start = max(latest)
                write(register, held, written[marks][start : starts[place]])
                start, asked = starts[place], wanted[place]
                values[register] = read(register, held, asked, cut(asked, silence, marks), silence)
        return found

    def beginnings(self) -> list[int]:
        """The places of the pairs before which everything was forgotten."""
        return [place for place, time in enumerate(self.times) if time in self.begun] if self.begun else []

    def _events(self, pairs: Sequence[tuple[str, str]]) -> tuple[list[tuple[str, str | None]], list[int]]:
        """Some of the oldest questions with those that were never told in between, and how many come before each."""
        untold: dict[int, list[str]] = {}
        for time, asked in self.untold:
            untold.setdefault(time, []).append(asked)
        events: list[tuple[str, str | None]] = []
        starts = []
        for pair, time in zip(pairs, self.times, strict=False):
            starts.append(len(events))
            events += [pair, *[(asked, None) for asked in untold.get(time, ())]]
        return events, [*starts, len(events)]

    def ambiguous(self, question: str, answer: str) -> bool:
        """Whether the answer may depend on the past: it differed, or it was said or asked before but not now."""
        for earlier, other in self.pairs:
            if earlier == question and other != answer:
                return True
        recent = list(self.pairs)[-12:-1]
        return answer not in question and any(answer in earlier for earlier, _ in recent)

    def changing(self, question: str) -> bool:
        """Whether a question had different answers lately."""
        return len({answer for earlier, answer in self.pairs if earlier == question}) > 1

    def settled(self, question: str) -> bool:
        """Whether a question was asked several times lately and always answered by the same usual answer."""
        answers = [answer for earlier, answer in self.pairs if earlier == question]
        return len(answers) > 2 and len(set(answers)) == 1 and answers[0] in self.usual()

    @property
    def unsteady(self) -> bool:
        """Whether some question had different answers lately: then others are commands that only change something."""
        known: dict[str, str] = {}
        recent = list(self.pairs)[-REGISTERS.usual :]
        return any(known.setdefault(question, answer) != answer for question, answer in recent)

    def recurring(self, marks: str) -> list[Register]:
        """Registers about the same question: its latest answer, and what was asked since then."""
        return [("last", marks), ("since", marks), ("said", marks)]

    def usual(self) -> tuple[str, ...]:
        """Answers that are frequent lately, whatever was asked."""
        recent = [answer for _, answer in self.pairs][-REGISTERS.usual :]
        return tuple([a for a in dict.fromkeys(recent) if recent.count(a) >= max(3, 0.15 * len(recent))])

    @property
    def two_valued(self) -> bool:
        """Whether all late answers are one of two: then any rule is right now and then."""
        return len({answer for _, answer in list(self.pairs)[-REGISTERS.usual :]}) <= 2

    def candidates(self, marks: str, silence: str) -> list[Register]:
        """Registers that may matter now, plain ones first."""
        cuts = of_one_task([cut(question, silence, marks) for question, _ in self.pairs][-32:])
        counts = word_counts(cuts)
        always, often = recurring_words(counts, len(cuts))
        words = sorted(often, key=lambda word: -counts[word])[: REGISTERS.words]
        behind = trailing(cuts, always)
        found: list[Register] = [("said", marks), ("asked", -1 - behind, marks)]
        if about_things(cuts, always, -1 - behind):
            found.append(("about", -1 - behind, marks))
        single = {word: None for t in cuts if len(t) - len(always) == 1 for word in t if word not in always}
        commands = sorted(
            [w for w in single if counts[w] >= REGISTERS.commanded], key=lambda word: -counts[word]
        )
        alone = tuple(commands[: REGISTERS.commands])
        quiet = self._acknowledged(commands, always, marks, silence)[: REGISTERS.commands]
        if len(alone) > 1:
            found.append(("mode", tuple(quiet) if len(quiet) > 1 else alone, marks))
        found += [("heap", word, -1 - behind, marks) for word in alone[: REGISTERS.heaps]]
        found += sets(words, cuts, -1 - behind, marks)
        silently = self._acknowledged(often, always, marks, silence)
        for word in words:
            having = [tokens for tokens in cuts if word in tokens]
            written = written_by(word, having, alone, marks, (len(always), behind))
            found += [*written, *changed(written, silently, cuts)]
        return [*found, *written_by_length(cuts, marks), ("past", marks)]

    def _acknowledged(
        self, commands: Sequence[str], always: Sequence[str], marks: str, silence: str
    ) -> list[str]:
        """The commands that are only ever answered by what is usual: they change something and say nothing."""
        usual = self.usual()
        told = [
            word
            for question, answer in self.pairs
            if answer not in usual
            for word in cut(question, silence, marks)
            if word not in always
        ]
        return [word for word in commands if word not in told]
