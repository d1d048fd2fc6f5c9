"""Registers: what may be remembered from earlier questions, as leaves of ordinary programs.

A register is a list of texts that earlier questions and answers have written: all answers, words behind a keyword,
values kept under names, a stack, a queue, a collection that is cleared, the latest of a few commands, the latest
answer to the same question or about the same thing, and what was asked since then. It is written down as how it is
written, and computed from the latest pairs whenever it is needed, so there is no state to go wrong.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from gradus.learners.gradual.knowledge.settings import REGISTERS
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.programs import LEAVES, REMEMBERING, Program

Register = tuple[Any, ...]
"""How it is written, the words that write it, places of tokens; the last item are the marks that cut questions."""

Values = dict[Register, tuple[str, ...]]

Row = tuple[str, str | None, tuple[str, ...]]
"""A question, its answer (None: it was never told), and the tokens of the question."""

ANSWERED = ("said", "last", "past", "about")
"""Registers of answers: what was asked and never answered changes none of them."""


class Past:
    """The latest pairs, and what registers hold because of them."""

    def __init__(
        self,
        pairs: Iterable[tuple[str, str]] = (),
        times: Iterable[int] = (),
        untold: Iterable[tuple[int, str]] = (),
    ) -> None:
        self.pairs: deque[tuple[str, str]] = deque(pairs, REGISTERS.past)
        """The latest questions with their right answers."""
        self.times: deque[int] = deque(times or range(1, len(self.pairs) + 1), REGISTERS.past)
        """When each pair was heard."""
        self.untold: deque[tuple[int, str]] = deque(untold, REGISTERS.past)
        """Questions whose answers were never told, with the time of the pair before: they may change things too."""

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
        self, registers: Sequence[Register], silence: str, wanted: dict[int, str]
    ) -> dict[int, Values]:
        """What registers held before the pairs at some places, given the questions asked there."""
        last = max(wanted, default=0)
        pairs = list(islice(self.pairs, last + 1))
        found: dict[int, Values] = {place: {} for place in sorted(wanted) if place <= len(pairs)}
        events, starts = self._events(pairs)
        written = {
            marks: [(question, answer, cut(question, silence, marks)) for question, answer in events]
            for marks in dict.fromkeys([register[-1] for register in registers])
        }
        for register in registers:
            marks = register[-1]
            held: list[Any] = []
            start = 0
            for place, values in found.items():
                _write(register, held, written[marks][start : starts[place]])
                start, asked = starts[place], wanted[place]
                values[register] = _read(register, held, asked, cut(asked, silence, marks), silence)
        return found

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
        cuts = _of_one_task([cut(question, silence, marks) for question, _ in self.pairs][-32:])
        counts = _counts(cuts)
        always = [word for word in counts if counts[word] == len(cuts)]
        often = [
            word for word, count in counts.items() if count >= REGISTERS.recurring and word not in always
        ]
        words = sorted(often, key=lambda word: -counts[word])[: REGISTERS.words]
        behind = _trailing(cuts, always)
        found: list[Register] = [("said", marks), ("asked", -1 - behind, marks)]
        if _about_things(cuts, always, -1 - behind):
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
        found += _sets(words, cuts, -1 - behind, marks)
        for word in words:
            found += _written_by(
                word, [tokens for tokens in cuts if word in tokens], alone, marks, (len(always), behind)
            )
        return [*found, *_written_by_length(cuts, marks), ("past", marks)]

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


def _counts(cuts: Sequence[tuple[str, ...]]) -> dict[str, int]:
    """In how many questions each word stands."""
    counts: dict[str, int] = {}
    for tokens in cuts:
        for token in dict.fromkeys(tokens):
            counts[token] = counts.get(token, 0) + 1
    return counts


def _about_things(cuts: Sequence[tuple[str, ...]], always: Sequence[str], place: int) -> bool:
    """Whether most questions say something besides a word at a place, and such words come again."""
    things = [tokens[place] for tokens in cuts if len(tokens) - len(always) > 1 and len(tokens) >= -place]
    return 2 * len(things) > len(cuts) and 2 * len(set(things)) <= len(things)


def _of_one_task(cuts: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The questions that have what the latest ones all have."""
    late = cuts[-REGISTERS.late :]
    shared = [token for token in cuts[-1] if all(token in tokens for tokens in late)] if cuts else []
    return [tokens for tokens in cuts if all(token in tokens for token in shared)]


def _trailing(cuts: Sequence[tuple[str, ...]], always: Sequence[str]) -> int:
    """How many words at the end all questions share: content stands before them."""
    count = 0
    while count < min(map(len, cuts), default=1) - 1 and cuts[-1][-1 - count] in always:
        count += 1
    return count if all(tokens[-count:] == cuts[-1][-count:] for tokens in cuts) else 0


def _sets(words: Sequence[str], cuts: Sequence[tuple[str, ...]], end: int, marks: str) -> list[Register]:
    """Collections to which one command adds and from which another one takes the same things."""
    things = {
        word: {tokens[end] for tokens in cuts if word in tokens[:-1] and len(tokens) >= -end}
        for word in words
    }
    return [
        ("set", word, other, end, marks)
        for word, other in itertools.permutations(words, 2)
        if len(things[other]) > 1 and len(things[other] & things[word]) >= REGISTERS.same * len(things[other])
    ]


def _written_by_length(cuts: Sequence[tuple[str, ...]], marks: str) -> list[Register]:
    """Registers that the longest questions write, where the same words also ask for what is there."""
    sizes = [len(tokens) for tokens in cuts]
    longest = max(sizes, default=0)
    if longest < 2 or sizes.count(longest) < REGISTERS.recurring or sizes.count(longest) == len(sizes):
        return []
    places = _kept_under([tokens for tokens in cuts if len(tokens) == longest])
    return [*[("keyed", longest, *both, marks) for both in places], ("kept", longest, -1, marks)]


def _writes(register: Register, tokens: Sequence[str]) -> bool:
    """Whether a question writes a register: it has the word, or is long enough."""
    writer = register[1]
    return len(tokens) >= writer if isinstance(writer, int) else writer in tokens


def _written_by(
    word: str, cuts: Sequence[tuple[str, ...]], alone: tuple[str, ...], marks: str, shared: tuple[int, int]
) -> list[Register]:
    """Registers that questions with a word write; `shared`: words that all questions have, and how many at the end."""
    size = min(len(tokens) for tokens in cuts)
    fixed, behind = shared
    if size - fixed < 2:
        return []
    end = -1 - behind
    found: list[Register] = [("kept", word, end, marks)]
    places = (end,) if behind else ()
    found += [
        ("stack", word, other, how, *places, marks) for other in alone for how in ("last", "first", "all")
    ]
    if size - fixed > 2:
        found += [("keyed", word, *places, marks) for places in _kept_under(cuts, word)]
    return found


def _kept_under(cuts: Sequence[tuple[str, ...]], writer: str = "") -> list[tuple[int, int]]:
    """Places, counted from the end, of a value and of its name in questions that keep values: what varies there."""
    size = min(map(len, cuts))
    words = {-place: {tokens[-place] for tokens in cuts} for place in range(1, size + 1)}
    varied = [place for place, others in words.items() if len(others) > 1 and writer not in others]
    return list(itertools.permutations(varied[: REGISTERS.keeping], 2))


def _write(register: Register, held: list[Any], rows: Sequence[Row]) -> None:
    """What becomes of a register by some questions in a row; those whose answer is None were never told one."""
    how = register[0]
    if how in ANSWERED:
        rows = [row for row in rows if row[1] is not None]
    if how == "said":
        held += [answer for _, answer, _ in rows]
    elif how in ("last", "past"):
        held += [(question, answer) for question, answer, _ in rows]
    elif how == "since":
        held += [(question, answer is not None) for question, answer, _ in rows]
    elif how == "about":
        held += [(word, answer) for _, answer, tokens in rows for word in _word(tokens, register[1])]
    elif how == "asked":
        held += [word for _, _, tokens in rows for word in _word(tokens, register[1])]
    elif how in ("stack", "heap", "set"):
        for _, answer, tokens in rows:
            _collect(register, held, tokens, answer)
    else:
        held += [item for _, _, tokens in rows for item in _kept(register, tokens)]


def _kept(register: Register, tokens: Sequence[str]) -> Sequence[Any]:
    """What a question adds to a register that keeps words."""
    how = register[0]
    if how == "mode":
        return [token for token in tokens if token in register[1]][:1]
    if how == "kept" and _writes(register, tokens):
        return _word(tokens, register[2])
    if how == "keyed" and _writes(register, tokens) and len(tokens) >= -min(register[2], register[3]):
        return [(tokens[register[3]], tokens[register[2]])]
    return ()


def _word(tokens: Sequence[str], place: int) -> Sequence[str]:
    """The word at a place counted from the end, if there is one."""
    return [tokens[place]] if len(tokens) >= -place else []


def _collect(register: Register, held: list[Any], tokens: Sequence[str], answer: str | None) -> None:
    """Add to a collection, or take from it."""
    if register[0] == "heap":
        if register[1] in tokens:
            held.clear()
        else:
            held += _word(tokens, register[2])
    elif register[0] == "set":
        gone = _word(tokens, register[3]) if register[2] in tokens else ()
        held[:] = [item for item in held if item not in gone]
        held += _word(tokens, register[3]) if register[1] in tokens else ()
    elif register[1] in tokens:
        held += _word(tokens, register[4] if len(register) == 6 else -1)
    elif register[2] in tokens and held:
        del held[_taken(held, register[3], answer)]


def _taken(held: Sequence[Any], how: str, answer: str | None) -> slice:
    """What is taken from a row; the first is what the answer says, if it is there: what stood before is of no
    use any more, since a new instance has begun.
    """
    if how == "first":
        return slice(0, 1 + (held.index(answer) if answer in held else 0))
    return slice(-1, None) if how == "last" else slice(0, None)


def _read(
    register: Register, held: Sequence[Any], question: str, tokens: Sequence[str], silence: str
) -> tuple[str, ...]:
    how = register[0]
    if how == "last":
        return tuple([answer for earlier, answer in held if earlier == question][-1:])
    if how == "past":
        return tuple([text for both in held[-REGISTERS.shown :] for text in both])
    if how == "since":
        return _since(held, question, tokens, silence, register[-1])
    if how == "about":
        return tuple([answer for word, answer in held if word in _word(tokens, register[1])][-16:])
    if how == "heap":
        return tuple([item for item in held if item not in tokens][-16:])
    if how == "keyed":
        return _under(held, tokens)
    return tuple(held[-16:])


def _under(held: Sequence[Any], tokens: Sequence[str]) -> tuple[str, ...]:
    """All values of the name that is asked for; of several names the latest ones, in the order of the names."""
    latest = dict(held)
    asked = [token for token in tokens if token in latest]
    if len(asked) > 1:
        return tuple([latest[token] for token in asked])
    return tuple([value for key, value in held if key in tokens][-16:])


def _since(
    held: Sequence[tuple[str, bool]], question: str, tokens: Sequence[str], silence: str, marks: str
) -> tuple[str, ...]:
    """What was asked since the same question, without what it shares with it; about the same thing if it has one."""
    found: list[str] = []
    for earlier, told in reversed(held):
        if earlier == question:
            if told:
                break
            continue
        others = cut(earlier, silence, marks)
        if len(tokens) == 1:
            found.append(earlier)
        elif tokens[-1] in others:
            found.append((silence or marks[:1]).join([token for token in others if token not in tokens]))
    return tuple(found[::-1])


def registers_in(program: Program) -> list[Register]:
    """The registers that a program looks at."""
    if program[0] in REMEMBERING:
        return [program[1]]
    if program[0] in LEAVES:
        return []
    return [register for part in program[1:] for register in registers_in(part)]
