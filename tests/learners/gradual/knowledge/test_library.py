"""What was learned before is a step of what is learned next; without the library the gain vanishes."""

from __future__ import annotations

from tests.learners.gradual.knowledge.test_facade import fresh, lesson, pairs, symbols, text

from gradus.learners.gradual.knowledge import Knowledge
from gradus.learners.gradual.knowledge.library import Library, parameterise
from gradus.learners.gradual.programs import Function, World


def primitive(w: str) -> str:
    return w[::-1] + w[0]


def composed(w: str) -> str:
    return primitive(w[1:]) + primitive(w)


def test_programs_become_functions_of_their_leaves() -> None:
    program = ("cat", ("rev", ("tok", 1)), ("cat", ("lit", "-"), ("tok", 1)))
    body = ("cat", ("rev", ("arg", 0)), ("cat", ("lit", "-"), ("arg", 0)))
    assert parameterise(program) == Function("t", "t", body)
    assert parameterise(("lit", "x")) is None
    assert parameterise(("top", ("said", ""))) is None


def test_what_is_new_becomes_cheaper_in_a_long_life_as_well() -> None:
    world, library = World(), Library()
    for _ in range(200):
        library.shelve(("rev", ("end", ("tok", 0))), world, 60)
    before = library.costs(world)["weave"]
    for _ in range(4):
        library.shelve(("weave", ("tok", 0), ("tok", 1)), world, 60)
    assert library.costs(world)["weave"] < before


def test_what_was_of_use_long_ago_is_forgotten() -> None:
    world, library = World(), Library()
    library.shelve(("weave", ("tok", 0), ("tok", 1)), world, 60)
    for _ in range(200):
        library.shelve(("rev", ("tok", 0)), world, 60)
    assert list(library.counts) == ["rev"]


def evaluations(know: Knowledge) -> tuple[int, list[bool]]:
    """Evaluations spent on the composition, and which answers were right."""
    before = know.evaluations
    right = lesson(know, pairs("both:", composed, 12, 5))
    return know.evaluations - before, right


def test_a_composition_costs_less_after_its_primitive_and_not_without_the_library() -> None:
    taught, knocked, beginner = fresh(), fresh(library=False), fresh()
    for know in (taught, knocked):
        lesson(know, pairs("prim:", primitive, 10))
    for keyword, change in (("one:", lambda w: w[::2]), ("two:", lambda w: w[1:] + w[1:])):
        lesson(beginner, pairs(keyword, change, 10, 3))
    spent, right = evaluations(taught)
    assert all(right[4:])
    assert spent < 0.7 * evaluations(knocked)[0]
    assert spent < 0.7 * evaluations(beginner)[0]


def test_a_keyword_names_its_function() -> None:
    know = fresh()
    lesson(know, pairs("turn", lambda w: w[::-1], 8))
    lesson(know, pairs("tail", lambda w: w[1:], 8, 1))
    nested = [
        (f"do {first} {q.split()[1]}", q.split()[1][::-1] if first == "turn" else q.split()[1][1:])
        for first, (q, _) in zip(["turn", "tail"] * 8, pairs("x", str, 16, 4), strict=True)
    ]
    right = lesson(know, nested)
    assert all(right[6:])
    assert text(know.propose(symbols("do turn hello"))[0].answer) == "olleh"
