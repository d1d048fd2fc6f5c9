"""Goals: what a search may reach instead of the answer itself, and the program that leads from there to the answer.

An answer can be approached from its side: its reverse, its symbols, its pieces between shared symbols, what remains
behind a known beginning, the number that its numeral stands for. Each goal is a template with a hole; a program whose
values equal the goal's fills it.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.programs.approaches import (
    Goal,
    beside,
    chosen_words,
    constant_bits,
    constants_between,
    lacking,
    stands,
    undone_all,
)
from gradus.learners.gradual.programs.language import HOLE, Items, Program, fill
from gradus.learners.gradual.programs.numerals import read_numeral, write_numeral
from gradus.learners.gradual.programs.pieces import separators, shared_beginning
from gradus.learners.gradual.programs.settings import GOALS
from gradus.learners.gradual.programs.world import World

TURNED_TWICE: Program = ("times", ("rev", HOLE), ("num", 2))

Values = tuple[object, ...]


class Goals:
    """All goals of a search, by type and values."""

    def __init__(
        self, answers: Items, group: Items, gaps: str, world: World, words: Sequence[Items] = ()
    ) -> None:
        """Goals of the telling answers of a group; `gaps`: signs between words; `words`: those of the questions."""
        self.by_type: dict[str, dict[Values, list[Goal]]] = {"t": {}, "l": {}, "n": {}, "b": {}}
        self.texts: list[tuple[Items, Goal]] = []
        """The text goals in the order in which they were found: remainders are looked for behind them."""
        self.numbers: list[tuple[tuple[int, ...], Goal]] = []
        """The number goals that do not rest on another number."""
        self.words: list[tuple[Program, Items, int]] = []
        """Words of the question: how much of one a goal is may be a number that is known."""
        self.residuals = self.numeric_residuals = 0
        self.world, self.group = world, group
        self._approach(answers, Goal(HOLE, 0), gaps)
        self._without_literals(answers, group, gaps)
        self._through_functions(answers, words)

    def add(self, kind: str, values: Values, goal: Goal) -> None:
        """One more goal."""
        self.by_type[kind].setdefault(values, []).append(goal)

    def _approach(self, answers: Items, goal: Goal, gaps: str) -> None:
        """The goals that follow from a text goal."""
        self.add("t", answers, goal)
        self.texts.append((answers, goal))
        self._add_inside("l", tuple([tuple(text) for text in answers]), goal, ("glue", HOLE), 4)
        turned = tuple([text[::-1] for text in answers])
        if turned != answers:
            self._add_inside("t", turned, goal, ("rev", HOLE), 3)
        halves = tuple([text[: len(text) // 2] for text in answers])
        if all(half + half == text and half for half, text in zip(halves, answers, strict=True)):
            self._add_inside("t", halves, goal, ("times", HOLE, ("num", 2)), 6)
            self._add_inside("t", tuple([half[::-1] for half in halves]), goal, TURNED_TWICE, 9)
        for symbol in separators(answers, self.group, gaps):
            pieces = tuple([tuple(text.split(symbol)) for text in answers])
            bits = 7 + GOALS.symbol_bits * (len(symbol) - 1)
            self._add_inside("l", pieces, goal, ("join", HOLE, ("lit", symbol)), bits)
            if all(text.endswith(symbol) for text in answers):
                before = tuple([p[:-1] for p in pieces])
                self._add_inside("l", before, goal, ("each", HOLE, ("lit", symbol)), bits)
        self._numerals(answers, goal)

    def _add_inside(self, kind: str, values: Values, goal: Goal, step: Program, bits: int) -> None:
        self.add(kind, values, Goal(fill(goal.template, step), goal.bits + bits, goal.depth))

    def _numerals(self, answers: Items, goal: Goal) -> None:
        """Numbers whose numerals are wanted, and keys whose entries are."""
        for name, table in self.world.tables.items():
            if table.digits:
                numbers = [read_numeral(table.digits, text) for text in answers]
                if None not in numbers and all(
                    n is not None and write_numeral(table.digits, n) == text
                    for n, text in zip(numbers, answers, strict=True)
                ):
                    self._add_inside("n", tuple(numbers), goal, (f"show:{name}", HOLE), 3)
                    whole = Goal(fill(goal.template, (f"show:{name}", HOLE)), goal.bits + 3, goal.depth)
                    self.numbers.append((tuple([n for n in numbers if n is not None]), whole))
            keys = [table.inverse.get(text) for text in answers]
            if None not in keys:
                kind = "n" if table.numeric else "t"
                self._add_inside(kind, tuple(keys), goal, (f"get:{name}", HOLE), 5)

    def _without_literals(self, answers: Items, group: Items, gaps: str) -> None:
        """What remains when a beginning or an end that all answers of the group share is said as it is."""
        if len(set(group)) < 2:
            return
        front = shared_beginning(group)
        back = shared_beginning([text[::-1] for text in group])[::-1]
        if front and front not in group:
            rest = tuple([text[len(front) :] for text in answers])
            template: Program = ("cat", ("lit", front), HOLE)
            self._approach(rest, Goal(template, constant_bits(front), 1), gaps)
        if back and back not in group:
            rest = tuple([text[: -len(back)] for text in answers])
            self._approach(rest, Goal(("cat", HOLE, ("lit", back)), constant_bits(back), 1), gaps)

    def _through_functions(self, answers: Items, words: Sequence[Items]) -> None:
        """What a function of the library was applied to, where its answers tell that, or where it was a word."""
        for name, function in list(self.world.functions.items())[-GOALS.inverted :]:
            if function.takes + function.gives != "tt":
                continue
            inner = undone_all(function.body, answers, self.world)
            if not inner:
                inner = chosen_words(self.world.operators[f"f:{name}"].meaning, answers, words)
            if inner and inner not in self.by_type["t"]:
                goal = Goal((f"f:{name}", HOLE), GOALS.function_bits)
                self.add("t", inner, goal)
                self.texts.append((inner, goal))

    def around(self, program: Program, values: tuple[int, ...], bits: int) -> list[tuple[Values, Goal]]:
        """The new number goals that lead to an old one with this number: what is missing to it, or too much."""
        found: list[tuple[Values, Goal]] = []
        if self.numeric_residuals >= GOALS.numbers:
            return found
        for wanted, goal in self.numbers:
            pairs = list(zip(wanted, values, strict=True))
            steps: tuple[tuple[list[int], Program], ...] = (
                ([n - known for n, known in pairs], ("plus", HOLE, program)),
                ([n + known for n, known in pairs], ("minus", HOLE, program)),
                ([known - n for n, known in pairs], ("minus", program, HOLE)),
            )
            for numbers, step in steps:
                if min(numbers) >= 0:
                    whole = Goal(fill(goal.template, step), goal.bits + 5 + bits, goal.depth + 1)
                    found.append((tuple(numbers), whole))
        for rest, whole in found:
            self.numeric_residuals += 1
            self.add("n", rest, whole)
        return found

    def part_of_word(self, wanted: Items, goal: Goal) -> list[tuple[Values, Goal]]:
        """How long a beginning of a word is that is wanted, or what comes before a wanted end of it."""
        found: list[tuple[Values, Goal]] = []
        for word, words, bits in self.words:
            if words == wanted or not all(wanted):
                continue
            more = goal.bits + 5 + bits
            if all(map(str.startswith, words, wanted)):
                sizes: Values = tuple(map(len, wanted))
                found.append((sizes, Goal(fill(goal.template, ("take", word, HOLE)), more, goal.depth)))
            if all(map(str.endswith, words, wanted)):
                sizes = tuple([len(text) - len(part) for text, part in zip(words, wanted, strict=True)])
                found.append((sizes, Goal(fill(goal.template, ("skip", word, HOLE)), more, goal.depth)))
        for sizes, whole in found:
            self.add("n", sizes, whole)
        return found

    def repeated(self, program: Program, values: Items, bits: int) -> list[tuple[Values, Goal]]:
        """How often a text is said, where an answer says nothing else."""
        found: list[tuple[Values, Goal]] = []
        for wanted, goal in self.texts if all(values) else ():
            if wanted[0].startswith(values[0]):
                found += self._repeated(program, values, bits, wanted, goal)
        return found

    def _repeated(
        self, program: Program, values: Items, bits: int, answers: Items, goal: Goal
    ) -> list[tuple[Values, Goal]]:
        if not all(answers):
            return []
        counts = tuple([len(text) // len(part) for text, part in zip(answers, values, strict=True)])
        said = [part * count for part, count in zip(values, counts, strict=True)]
        if tuple(said) != answers or len(set(counts)) == 1:
            return []
        whole = Goal(fill(goal.template, ("times", program, HOLE)), goal.bits + 5 + bits, 1)
        self.add("n", counts, whole)
        return [(counts, whole)]

    def of_one_sign(self, wanted: Items, goal: Goal) -> list[tuple[Values, Goal]]:
        """How often the one symbol is said that some texts consist of, if they are not all equally long."""
        signs = {symbol for text in wanted for symbol in text}
        counts = tuple(map(len, wanted))
        if len(signs) != 1 or not all(counts) or len(set(counts)) == 1:
            return []
        sign: Program = ("lit", wanted[0][0])
        whole = Goal(fill(goal.template, ("times", sign, HOLE)), goal.bits + 10, goal.depth)
        self.add("n", counts, whole)
        return [(counts, whole)]

    def joined(self, word: Program, words: Items, bits: int, gap: str) -> tuple[Values, Goal] | None:
        """The pieces of answers between what a word of the question says, with a `gap` around it where it has one."""
        answers, goal = self.texts[0]
        if gap and all(gap + part + gap in text for part, text in zip(words, answers, strict=True)):
            words = tuple([gap + part + gap for part in words])
            word, bits = ("cat", ("lit", gap), ("cat", word, ("lit", gap))), bits + 10
        elif not all(part and part in text for part, text in zip(words, answers, strict=True)):
            return None
        pieces = tuple([tuple(text.split(part)) for text, part in zip(answers, words, strict=True)])
        whole = Goal(fill(goal.template, ("join", HOLE, word)), goal.bits + 4 + bits)
        self.add("l", pieces, whole)
        return pieces, whole

    def missing(self, program: Program, lists: Sequence[Items], bits: int) -> list[tuple[Values, Goal]]:
        """The one member of a list that a goal lacks."""
        found: list[tuple[Values, Goal]] = []
        for wanted, goals in self.by_type["l"].items():
            gone = [lacking(items, some) for items, some in zip(lists, wanted, strict=True)]
            if all(gone):
                step = fill(goals[0].template, ("less", program, HOLE))
                found.append((tuple(gone), Goal(step, goals[0].bits + 5 + bits, 1)))
        for texts, goal in found:
            self.add("t", texts, goal)
        return found

    def replaced(self, text: Program, texts: Items, old: Program, olds: Items, bits: int) -> None:
        """What stands in the answer for every occurrence of something in a text."""
        answers, goal = self.texts[0]
        news = [stands(*parts) for parts in zip(texts, olds, answers, strict=True)]
        if None not in news and any(news):
            whole = Goal(fill(goal.template, ("swap", text, old, HOLE)), goal.bits + 5 + bits, 1)
            self.add("t", tuple(news), whole)
            if all(news):
                self.texts.append((tuple(map(str, news)), whole))

    def behind(self, program: Program, values: Items, bits: int) -> list[tuple[Items, Goal]]:
        """The new goals that remain behind or before a text that answers begin or end with."""
        found: list[tuple[Items, Goal]] = []
        if not all(values) or self.residuals >= GOALS.residuals:
            return found
        for wanted, goal in self.texts:
            if goal.depth >= 2 or len(wanted[0]) <= len(values[0]):
                continue
            if wanted[0].startswith(values[0]) and all(map(str.startswith, wanted, values)):
                rest = tuple([text[len(part) :] for text, part in zip(wanted, values, strict=True)])
                found.append((rest, beside(goal, ("cat", program, HOLE), bits)))
            if wanted[0].endswith(values[0]) and all(map(str.endswith, wanted, values)):
                rest = tuple([text[: -len(part)] for text, part in zip(wanted, values, strict=True)])
                found.append((rest, beside(goal, ("cat", HOLE, program), bits)))
        found += [inner for rest, goal in found for inner in constants_between(rest, goal)]
        for rest, goal in found:
            self.residuals += 1
            self.add("t", rest, goal)
            self.texts.append((rest, goal))
        return found
