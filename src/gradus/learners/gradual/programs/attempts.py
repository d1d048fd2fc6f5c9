"""Attempts: what is tried once in a search, between programs of one size and the next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from gradus.learners.gradual.programs.growth import Growth
from gradus.learners.gradual.programs.mapping import counted
from gradus.learners.gradual.programs.operators import OPERATORS
from gradus.learners.gradual.programs.settings import MAPPING
from gradus.learners.gradual.programs.verdicts import clauses, verdict


def counts(growth: Growth) -> Iterator[bool]:
    """How many members stand in some relation to a word, where answers are numerals or two."""
    if not (growth.goals.by_type["n"] or growth.two):
        return
    words = [leaf for leaf in growth.leaves["t"] if leaf[0][0][0] in ("tok", "field")][: MAPPING.shared]
    lists = [leaf for leaf in growth.leaves["l"] if leaf[0][0][0] in ("toks", "fields")][: MAPPING.shared]
    pairs = OPERATORS["steps"]
    steps = [
        ((("steps", word), tuple(map(pairs.meaning, texts))), bits + pairs.bits)
        for (word, texts), bits in words
    ]
    lists += [entry for entry in steps if None not in entry[0][1]]
    for program, values, bits in counted(lists, words, growth.judge):
        yield values not in growth.seen["n"] and growth.add(program, "n", values, bits)


def replacements(growth: Growth) -> Iterator[bool]:
    """What may be joined by a word, or stand for it inside another one, becomes a goal."""
    words = [item for item in growth.leaves["t"] if item[0][0][0] != "lit"]
    growth.goals.words = [(text, texts, bits) for (text, texts), bits in words if text[0] in ("tok", "field")]
    for wanted, goal in list(growth.goals.texts):
        growth.judge.used += 1
        yield any(growth.known("n", *part) for part in growth.goals.part_of_word(wanted, goal))
    for (text, texts), bits in words:
        growth.judge.used += 1
        made = growth.goals.joined(text, texts, bits, growth.cases[0].silence or growth.problem.gaps[:1])
        yield made is not None and growth.known("l", *made)
    for ((text, texts), bits), ((old, olds), more) in permutations(words, 2):
        growth.judge.used += 1
        growth.goals.replaced(text, texts, old, olds, bits + more)
        yield False


def verdicts(growth: Growth) -> Iterator[bool]:
    """Several conditions at once, before anything else: simple tests are among them."""
    found = []
    for clause in clauses(growth.problem, growth.judge.world.operators):
        growth.judge.used += 1
        found.append(clause)
        yield False
    made = verdict(growth.problem, found)
    if made is not None:
        yield growth.judge.check(*made)
