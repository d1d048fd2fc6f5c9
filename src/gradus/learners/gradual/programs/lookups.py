"""Look-ups inside a question: what it has for a word of it, in pairs or right behind that word.

Among all that can be said of many words these few programs come late, so they are tried before anything is enumerated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gradus.learners.gradual.programs.judge import Judge
from gradus.learners.gradual.programs.language import Program
from gradus.learners.gradual.programs.settings import LOOKUPS


def lookups(judge: Judge) -> Iterator[bool]:
    """Tries to look up the last word of a question, or its first, among the others; true when that explains all."""
    cases = judge.problem.cases
    least = min(len(case.tokens) for case in cases)
    if least < LOOKUPS.least or len(cases) < LOOKUPS.examples:
        return
    start = 0
    while start < least - LOOKUPS.least and len({case.tokens[start] for case in cases}) == 1:
        start += 1
    last: Program = ("tok", -1)
    first: Program = ("tok", start)
    places = [(("toks", start, behind), last) for behind in (1, 2)]
    places += [(("toks", start + before, 0), first) for before in (1, 2)]
    for name, (others, key) in product(("paired", "behind", "before"), places):
        program = (name, others, key)
        yield judge.right(program).count(False) <= LOOKUPS.wrong * len(cases) and judge.check(
            program, LOOKUPS.bits
        )
