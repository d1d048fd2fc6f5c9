"""Steps from state to state, and signs in a circle, learned from examples."""

from __future__ import annotations

from itertools import product

from gradus.learners.gradual.programs.moves import fill_circle, fill_steps
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
