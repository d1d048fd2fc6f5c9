"""Every operator on examples computed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from gradus.learners.gradual.programs import LEAVES, OPERATORS, Case, fill, run

BY_HAND: dict[str, list[tuple[tuple[Any, ...], Any]]] = {
    "rev": [(("abc",), "cba")],
    "head": [(("abc",), "a"), (("",), None)],
    "end": [(("abc",), "c"), (("",), None)],
    "tail": [(("abc",), "bc"), (("",), None)],
    "trunk": [(("abc",), "ab")],
    "odd": [(("abcde",), "ace")],
    "even": [(("abcde",), "bd")],
    "front": [(("abcde",), "abc"), (("abcd",), "ab")],
    "rear": [(("abcde",), "cde"), (("abcd",), "cd")],
    "once": [(("abacb",), "abc")],
    "cat": [(("ab", "c"), "abc")],
    "weave": [(("ab", "xyz"), "axbyz")],
    "zip": [(("abc", "xy"), "axby")],
    "keep": [(("abcb", "bx"), "bb")],
    "drop": [(("abcb", "bx"), "ac")],
    "swap": [(("abcb", "b", "x"), "axcx"), (("abc", "", "x"), None)],
    "take": [(("abc", 2), "ab"), (("abc", 0), None)],
    "skip": [(("abc", 2), "c"), (("abc", -1), None)],
    "from": [(("abcb", "b"), "bcb"), (("abc", "d"), None)],
    "until": [(("abcb", "b"), "a"), (("abc", "d"), None)],
    "nth": [(("abc", 2), "b"), (("abc", 4), None)],
    "times": [(("ab", 3), "ababab"), (("ab", 0), None)],
    "chars": [(("abc",), ("a", "b", "c")), (("",), None)],
    "split": [(("a-b-c", "-"), ("a", "b", "c")), (("abc", "-"), None)],
    "glue": [((("ab", "c"),), "abc")],
    "join": [((("ab", "c"), "-"), "ab-c")],
    "each": [((("ab", "c"), "-"), "ab-c-"), (((), "-"), "")],
    "first": [((("ab", "c"),), "ab"), (((),), None)],
    "last": [((("ab", "c"),), "c")],
    "item": [((("a", "b", "c"), 2), "b"), ((("a",), 2), None)],
    "behind": [((("a", "b", "c"), "b"), "c"), ((("a", "b"), "b"), None)],
    "paired": [((("a", "b", "b", "c"), "b"), "c"), ((("x", "a", "b"), "a"), None)],
    "before": [((("a", "b", "c"), "b"), "a"), ((("a", "b"), "a"), None)],
    "longest": [((("a", "bcd", "ef"),), "bcd")],
    "shortest": [((("ab", "c", "d"),), "c")],
    "usual": [((("a", "b", "b"),), "b")],
    "rest": [((("a", "b", "c"),), ("b", "c"))],
    "lead": [((("a", "b", "c"),), ("a", "b"))],
    "turned": [((("a", "b", "c"),), ("c", "b", "a"))],
    "distinct": [((("a", "b", "a"),), ("a", "b"))],
    "chain": [((("a",), ("b", "c")), ("a", "b", "c"))],
    "mixed": [((("a", "b"), ("x", "y", "z")), ("a", "x", "b", "y", "z"))],
    "less": [((("a", "b", "a"), "a"), ("b",))],
    "having": [((("ab", "c", "bd"), "b"), ("ab", "bd"))],
    "by length": [((("abc", "d", "ef"),), ("d", "ef", "abc"))],
    "heads": [((("ab", "cd"),), ("a", "c"))],
    "ends": [((("ab", "cd"),), ("b", "d"))],
    "tails": [((("abc", "cd"),), ("bc", "d"))],
    "trunks": [((("abc", "cd"),), ("ab", "c"))],
    "revs": [((("abc", "cd"),), ("cba", "dc"))],
    "doubles": [((("ab", "c"),), ("abab", "cc"))],
    "length": [(("abc",), 3)],
    "size": [((("abc", "d"),), 2)],
    "count": [(("abcab", "ab"), 2), (("abc", ""), None)],
    "number": [((("a", "b", "a"), "a"), 2)],
    "place": [(("abc", "b"), 2), (("abc", "x"), None)],
    "rank": [((("a", "b"), "b"), 2), ((("a", "b"), "x"), None)],
    "plus": [((3, 4), 7)],
    "minus": [((3, 4), -1)],
    "mul": [((3, 4), 12), ((10**6, 10**6), None)],
    "apart": [((2, 5), 3), ((5, 2), 3)],
    "more": [((2, 5), 5)],
    "lesser": [((2, 5), 2)],
    "in": [(("b", "abc"), True), (("x", "abc"), False), (("", "abc"), None)],
    "same": [(("b", "b"), True), (("x", "b"), False)],
    "starts": [(("abc", "ab"), True), (("abc", "b"), False)],
    "stops": [(("abc", "bc"), True), (("abc", "b"), False)],
    "fewer": [((1, 2), True), ((2, 2), False)],
    "equal": [((2, 2), True), ((1, 2), False)],
    "even?": [((4,), True), ((5,), False)],
    "among": [(("a", ("a", "b")), True), (("c", ("a", "b")), False)],
    "all in": [((("a", "b"), "cab"), True), ((("a", "x"), "cab"), False)],
    "any in": [((("a", "x"), "cab"), True), ((("y", "x"), "cab"), False)],
    "in all": [((("ab", "ca"), "a"), True), ((("ab", "c"), "a"), False)],
    "in one": [((("ab", "c"), "a"), True), ((("b", "c"), "a"), False)],
    "covers": [((("aba",), "ababa"), True), ((("ab",), "aba"), False)],
    "ending": [(("abc", 2), "bc"), (("a", 2), "a"), (("abc", 0), None)],
    "not": [((True,), False)],
    "and": [((True, False), False), ((True, True), True)],
    "or": [((True, False), True), ((False, False), False)],
    "rearranged": [(("abca", "caab"), True), (("abc", "abca"), False)],
    "steps": [(("abca",), ("ab", "bc", "ca")), (("a",), None)],
    "repeats": [((("a", "b", "a"),), True), ((("a", "b"),), False)],
}


def test_every_operator_is_computed_by_hand() -> None:
    assert set(BY_HAND) == set(OPERATORS)


@pytest.mark.parametrize("name", BY_HAND)
def test_operator(name: str) -> None:
    operator = OPERATORS[name]
    for arguments, value in BY_HAND[name]:
        assert operator.meaning(*arguments) == value
        assert len(operator.takes) == len(arguments)
        assert operator.words.format(*"XYZ")


CASE = Case("say: ab  cd; not e ", ("say:", "ab", "cd;", "not", "e"), True, " ", {"r": ("x", "y")})
LEAF_VALUES: dict[tuple[Any, ...], Any] = {
    ("tok", 1): "ab",
    ("tok", -1): "e",
    ("tok", 9): None,
    ("toks", 1, 1): ("ab", "cd;", "not"),
    ("fields", ("say:", "not")): ("ab", "cd;", "e"),
    ("field", 1, ("say:", "not")): "cd;",
    ("line", 1): "ab cd; not e ",
    ("onward", 1): "ab  cd; not e ",
    ("pieces", ";", 1): ("ab  cd", "not e"),
    ("after", "not", ("say:", "not")): ("e",),
    ("others", "not", ("say:", "not")): ("ab", "cd;"),
    ("lit", "x"): "x",
    ("num", 2): 2,
    ("has", "not"): True,
    ("reg", "r"): ("x", "y"),
    ("top", "r"): "y",
    ("low", "r"): "x",
    ("net", "r", "y", ""): 1,
    ("net", "r", "z", "x"): -1,
    ("arg", 0): None,
}


def test_leaves_see_the_question() -> None:
    assert {leaf[0] for leaf in LEAF_VALUES} == set(LEAVES)
    for leaf, value in LEAF_VALUES.items():
        assert run(leaf, CASE, OPERATORS) == value, leaf


def test_programs_nest_branch_and_are_undefined_where_a_part_is() -> None:
    assert run(("cat", ("rev", ("tok", 1)), ("lit", "!")), CASE, OPERATORS) == "ba!"
    test = ("in", ("lit", "a"), ("tok", 1))
    assert run(("if", test, ("tok", 1), ("tok", 4)), CASE, OPERATORS) == "ab"
    assert run(("cat", ("tok", 9), ("lit", "!")), CASE, OPERATORS) is None
    assert run(("unknown", ("tok", 1)), CASE, OPERATORS) is None
    assert fill(("rev", ("hole",)), ("tok", 1)) == ("rev", ("tok", 1))


@pytest.mark.parametrize(
    "program",
    [("join", ("chars", ("tok", 0)), ("tok", 0)), ("swap", ("tok", 0), ("lit", "a"), ("tok", 0))],
)
def test_texts_that_multiply_are_not_built(program) -> None:
    for size, built in ((10, True), (1000, False)):
        case = Case("a" * size, ("a" * size,), False, " ", {})
        assert (run(program, case, OPERATORS) is not None) == built
