"""Moving: what has become of the latest answer to a question by what happened since, step by step or in the plane."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gradus.learners.gradual.programs.judge import NEW, Judge
from gradus.learners.gradual.programs.language import Program
from gradus.learners.gradual.programs.leaves import events_of
from gradus.learners.gradual.programs.moves import fill_line, fill_steps
from gradus.learners.gradual.programs.settings import MOVES


class Moving:
    """Tries what is learned from states before and after something happened."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def steps(self, program: Program, bits: int) -> None:
        """What has become of the latest answer by what happened since."""
        start: Program = ("top", ("last", program[1][-1]))
        filling = fill_steps(
            self.judge.everywhere(start), self.judge.everywhere(program), self.judge.problem.answers
        )
        if filling is not None:
            whole = ("fold:" + NEW, start, program)
            self.judge.offer(whole, filling.entries, filling.right, bits + 6 + filling.bits)

    def line(self, program: Program, bits: int) -> None:
        """Where on a line of states the latest answer is now, moved by a number."""
        start: Program = ("top", ("last", _register(program)[-1]))
        filling = fill_line(
            self.judge.everywhere(start), self.judge.everywhere(program), self.judge.problem.answers
        )
        if filling is not None:
            whole = ("get:" + NEW, ("plus", ("key:" + NEW, start), program))
            self.judge.offer(whole, filling.entries, filling.right, bits + 11 + filling.bits)

    def plane(self, program: Program, bits: int) -> None:
        """Where on a plane of states the latest answer is now, moved by four things that happen.

        Two and two of them are opposite; a row of the plane is far from the next one on the line.
        """
        register = program[1]
        counts = Counter(
            [word for case in self.judge.problem.cases for word in events_of(case, register) or ()]
        )
        often = sorted([word for word in counts if counts[word] > 1], key=lambda word: -counts[word])[:4]
        if len(often) < 4:
            return
        one, *others = often
        for other in others:
            two, three = [word for word in others if word != other]
            across: Program = ("mul", ("net", register, two, three), ("num", MOVES.row))
            self.line(("plus", ("net", register, one, other), across), bits + 15)


def _register(program: Program) -> Any:
    """The register that a sum of movements looks at."""
    return program[1] if program[0] == "net" else _register(program[1])
