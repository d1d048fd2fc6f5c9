"""Look-ups inside a question: what it has for a word of it, in pairs or right behind that word.

Among all that can be said of many words these few programs come late, so they are tried before anything is enumerated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gradus.learners.gradual.programs.judge import Judge
from gradus.learners.gradual.programs.language import Program

LEAST = 4
"""Words of a question that may hold what is looked up."""

EXAMPLES = 4
"""Examples from which on look-ups are tried: one of several is right about two or three by luck."""

WRONG = 0.1
"""Part of the examples that may be wrong."""

BITS = 11
"""What such a program costs."""


def lookups(judge: Judge) -> Iterator[bool]:
    """Tries to look up the last word of a question, or its first, among the others; true when that explains all."""
    cases = judge.problem.cases
    least = min(len(case.tokens) for case in cases)
    if least < LEAST or len(cases) < EXAMPLES:
        return
    start = 0
    while start < least - LEAST and len({case.tokens[start] for case in cases}) == 1:
        start += 1
    last: Program = ("tok", -1)
    first: Program = ("tok", start)
    places = [(("toks", start, behind), last) for behind in (1, 2)]
    places += [(("toks", start + before, 0), first) for before in (1, 2)]
    for name, (others, key) in product(("paired", "behind", "before"), places):
        program = (name, others, key)
        yield judge.right(program).count(False) <= WRONG * len(cases) and judge.check(program, BITS)
