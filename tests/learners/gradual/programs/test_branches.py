"""Conditions: which of several programs is right, and when a test is more than luck."""

from __future__ import annotations

import random

from gradus.learners.gradual.programs import (
    Case,
    Problem,
    Program,
    Search,
    SearchSettings,
    World,
    find_leaves,
    run,
)


def search(
    pairs: list[tuple[str, str]], registers: list[dict[object, tuple[str, ...]]] | None = None
) -> Program:
    held = registers or [{} for _ in pairs]
    cases = [
        Case(question, tuple(question.split()), False, " ", known)
        for (question, _), known in zip(pairs, held, strict=True)
    ]
    answers = tuple([answer for _, answer in pairs])
    problem = Problem(tuple(cases), answers, find_leaves(cases, answers, (), ""))
    found = Search(problem, World(), {}, SearchSettings())
    found.work(20_000)
    return found.best.program if found.best else ()


def word(pick: random.Random, least: int = 3, most: int = 6) -> str:
    return "".join(pick.choice("abcdefgh") for _ in range(pick.randint(least, most)))


def test_a_set_of_first_symbols_decides_between_two_programs() -> None:
    pick = random.Random(2)
    words = [word(pick) for _ in range(40)]
    program = search([(w, w[::-1] if w[0] in "abc" else w[-1]) for w in words])
    for w in words:
        assert run(program, Case(w, (w,), False, " ", {}), World().operators) == (
            w[::-1] if w[0] in "abc" else w[-1]
        )


def test_three_commands_call_for_three_programs() -> None:
    pick = random.Random(4)
    ways = {"plain": lambda w: w, "flip": lambda w: w[::-1], "cut": lambda w: w[0]}
    mode = ("mode", ("plain", "flip", "cut"), "")
    modes = [pick.choice(list(ways)) for _ in range(24)]
    words = [word(pick) for _ in modes]
    pairs = [(w, ways[m](w)) for w, m in zip(words, modes, strict=True)]
    program = search(pairs, [{mode: (m,)} for m in modes])
    for name, way in ways.items():
        assert run(program, Case("hgfab", ("hgfab",), False, " ", {mode: (name,)}), World().operators) == way(
            "hgfab"
        )


def test_few_examples_are_not_told_apart_by_a_lucky_test() -> None:
    pairs = [("abc", "a"), ("fgha", "ahgf"), ("cdef", "c"), ("bdfh", "hfdb"), ("hac", "h")]
    assert not search(pairs) or search(pairs)[0] != "if"


def test_two_conditions_together_make_a_verdict() -> None:
    pick = random.Random(6)
    pairs = []
    for _ in range(60):
        w, a, b = word(pick), pick.choice("abc"), pick.choice("abc")
        w = (a + w if pick.random() < 0.7 else w) + (b if pick.random() < 0.7 else "")
        pairs.append((f"{a} {b} {w}", "yes" if w[0] == a and w[-1] == b else "no"))
    program = search(pairs)
    assert run(program, Case("a b acb", ("a", "b", "acb"), False, " ", {}), World().operators) == "yes"
    assert run(program, Case("a b acc", ("a", "b", "acc"), False, " ", {}), World().operators) == "no"
    assert run(program, Case("a b ccb", ("a", "b", "ccb"), False, " ", {}), World().operators) == "no"


def test_a_limit_of_a_number_is_learned() -> None:
    pick = random.Random(1)
    words = [word(pick, 2, 8) for _ in range(30)]
    program = search([(text, "yes" if len(text) > 5 else "no") for text in words])
    assert run(program, case("abcabc"), World().operators) == "yes"
    assert run(program, case("hhhhh"), World().operators) == "no"


def test_symbols_that_make_the_difference_are_learned() -> None:
    pick = random.Random(2)
    words = [word(pick, 2, 4) for _ in range(40)]
    program = search([(text, "yes" if set(text) & {"c", "f"} else "no") for text in words])
    assert run(program, case("aaf"), World().operators) == "yes"
    assert run(program, case("hgba"), World().operators) == "no"


def case(question: str) -> Case:
    return Case(question, tuple(question.split()), False, " ", {})
