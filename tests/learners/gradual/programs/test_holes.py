"""Holes: tables, and sets of symbols that are left out."""

from __future__ import annotations

from gradus.learners.gradual.programs.holes import fill_table, left_out, piece_of
from gradus.learners.gradual.programs.tables import Table


def test_symbols_that_are_always_left_out_are_found() -> None:
    assert left_out(["abcd", "bead", "cc"], ["bd", "bd", ""]) == "ace"
    assert left_out(["abcd", "ab"], ["bcd", "ab"]) == ""
    assert left_out(["ab"], ["ba"]) == ""
    assert left_out(["ab"], ["ab"]) == ""


def test_a_table_of_frequent_answers_costs_less() -> None:
    keys, answers = ["a", "b", "a", "b"], ["left", "right", "left", "right"]
    dear, cheap = fill_table(keys, answers), fill_table(keys, answers, lambda answer: 1.0)
    assert dear is not None and cheap is not None
    assert dear.entries == cheap.entries == {"a": "left", "b": "right"}
    assert cheap.bits < dear.bits


def test_a_table_is_corrected_by_what_it_hears_twice_and_takes_in_what_is_alike() -> None:
    table = Table({"a": "b", "b": "c"})
    table.hear("a", "x", 10)
    assert table.entries["a"] == "b"
    table.hear("a", "x", 10)
    assert table.entries["a"] == "x"
    table.hear("long", "c", 10)
    table.hear("c", "d", 10)
    assert "long" not in table.entries and table.entries["c"] == "d"


def test_a_piece_of_several_symbols_tells_texts_apart() -> None:
    assert piece_of(["xaby", "abz", "qqab", "ba", "axb"], [True, True, True, False, False]) == "ab"
    assert piece_of(["xab", "abz", "cab"], [True, True, False]) == ""
    assert piece_of(["ax", "ya", "bc"], [True, True, False]) == ""  # a single symbol is none
    assert piece_of(["bc"], [False]) == ""
