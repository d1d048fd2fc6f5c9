"""Steps from state to state, and signs in a circle, learned from examples."""

from __future__ import annotations

import random
from itertools import product

import pytest

from gradus.learners.gradual.programs.moves import (
    fill_circle,
    fill_line,
    fill_numerals,
    fill_steps,
    fill_sums,
)
from gradus.learners.gradual.programs.tables import STEP, Table


def test_steps_are_learned_from_single_events_and_explain_several() -> None:
    starts: list[str | None] = ["dark", "lit", "dark", "lit", None]
    events = [("press",), ("press",), ("press", "press"), (), ("press",)]
    filling = fill_steps(starts, events, ["lit", "dark", "dark", "lit", "lit"])
    assert filling is not None
    assert filling.entries == {f"dark{STEP}press": "lit", f"lit{STEP}press": "dark"}
    assert filling.right == (True, True, True, True, False)


def test_a_step_in_the_middle_is_told_by_the_only_way_to_the_answer() -> None:
    starts, answers = ["a", "b", "c", "a"], ["b", "c", "a", "a"]
    filling = fill_steps(starts, [("on",), ("on",), ("on",), ("far", "on")], answers)
    assert filling is not None and filling.entries[f"a{STEP}far"] == "c"


def test_nothing_that_changes_is_no_table_of_steps() -> None:
    assert fill_steps(["a", "b"], [("look",), ("look",)], ["a", "b"]) is None


def test_a_table_of_steps_is_followed_and_what_it_does_not_know_changes_nothing() -> None:
    table = Table({f"a{STEP}on": "b", f"b{STEP}on": "a"})
    assert table.steps and not table.order
    assert table.after("a", ("on", "else", "on", "on")) == "b"


def test_an_order_in_a_circle_is_found_from_sums() -> None:
    signs = "pqrst"
    sums = [(signs[a], signs[b], signs[(a + b) % 5]) for a, b in product(range(5), repeat=2)][::2]
    filling = fill_circle(*zip(*sums, strict=True))
    assert filling is not None and all(filling.right)
    digits = Table(filling.entries).digits
    for a, b, c in sums:
        assert digits[(digits.index(a) + digits.index(b)) % 5] == c


def test_no_circle_where_sums_contradict_each_other() -> None:
    assert fill_circle("abca", "bcab", "aabb") is None


def numeral(digits: str, number: int) -> str:
    text = ""
    while number or not text:
        number, place = divmod(number, len(digits))
        text = digits[place] + text
    return text


def test_digits_are_told_by_numerals_and_the_next_ones() -> None:
    digits = "kmzqa"
    texts = [numeral(digits, n) for n in range(12)]
    found = fill_numerals(texts[:-1], texts[1:])
    assert found is not None
    assert found[0] == 1 and list(found[1].entries.values()) == list(digits) and all(found[1].right)
    found = fill_numerals(texts[1:], texts[:-1])
    assert found is not None and found[0] == -1
    assert fill_numerals(texts[1:], texts[1:]) is None


@pytest.mark.parametrize("digits", ["kz", "kzm", "kmzqa", "kmzqabcdef"])
def test_digits_are_told_by_sums(digits: str) -> None:
    """Nothing is known before: neither an order of the signs nor which of them is nought."""
    rng = random.Random(digits)
    numbers = [(rng.randrange(40), rng.randrange(40)) for _ in range(80)]
    lefts, rights = [[numeral(digits, pair[side]) for pair in numbers] for side in (0, 1)]
    sums = [numeral(digits, sum(pair)) for pair in numbers]
    found = fill_sums(lefts, rights, sums)
    assert found is not None
    assert "".join(found.entries.values()) == digits and all(found.right)
    products = [numeral(digits, a * b + 1) for a, b in numbers]
    assert fill_sums(lefts, rights, products) is None


def test_places_on_a_line_are_told_by_moves_and_one_misheard_example_changes_nothing() -> None:
    line = ["ohm", "ket", "uru", "sil"]
    ways = [(0, 1), (1, 2), (2, 3), (3, 1), (1, 0), (0, 3), (2, 0), (3, 2), (1, 3), (0, 2)]
    starts = [line[a] for a, _ in ways]
    moves, answers = [b - a for a, b in ways], [line[b] for _, b in ways]
    filling = fill_line(starts, moves, answers)
    assert filling is not None and all(filling.right)
    assert list(filling.entries.values()) == line
    answers[5] = "uru"
    filling = fill_line(starts, moves, answers)
    assert filling is not None and list(filling.entries.values()) == line
    assert filling.right.count(False) == 1


def test_what_never_moves_is_no_line() -> None:
    assert fill_line(["a", "b", "c"] * 4, [0, 0, 0] * 4, ["a", "b", "c"] * 4) is None
