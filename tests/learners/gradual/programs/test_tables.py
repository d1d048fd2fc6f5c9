"""Tables, what follows from them, and the operators they bring."""

from __future__ import annotations

from gradus.learners.gradual.programs import Case, Function, Table, World, run

CASE = Case("", (), False, " ", {})


def value(world: World, *program: object) -> object:
    return run(program, CASE, world.operators)


def test_a_table_looks_up_both_ways_maps_and_codes() -> None:
    world = World({"t": Table({"a": "x", "b": "y"})})
    assert value(world, "get:t", ("lit", "a")) == "x"
    assert value(world, "get:t", ("lit", "c")) is None
    assert value(world, "back:t", ("lit", "y")) == "b"
    assert value(world, "code:t", ("lit", "abba")) == "xyyx"
    assert value(world, "map:t", ("chars", ("lit", "ab"))) == ("x", "y")


def test_links_make_an_order_that_sorts() -> None:
    world = World({"t": Table({"b": "a", "a": "d", "d": "c"})})
    assert world.tables["t"].order == ("b", "a", "d", "c")
    assert value(world, "sort:t", ("chars", ("lit", "cdab"))) == ("b", "a", "d", "c")
    assert value(world, "at:t", ("lit", "d")) == 2
    assert not Table({"b": "a", "c": "d"}).order


def test_an_order_of_signs_is_a_system_of_numerals() -> None:
    world = World({"t": Table({"p": "q", "q": "r", "r": "qp", "qp": "qq"})})
    assert world.tables["t"].digits == ("p", "q", "r")
    assert value(world, "read:t", ("lit", "qr")) == 5
    assert value(world, "show:t", ("num", 5)) == "qr"
    assert Table({1: "q", 2: "r", 3: "qp"}).digits == ("p", "q", "r")
    assert Table({1: "q", 4: "r"}).digits == ()


def test_the_oldest_entry_goes_and_views_follow() -> None:
    table = Table({"a": "b", "b": "c", "c": "d"})
    assert table.order == ("a", "b", "c", "d")
    table.put("d", "e", 3)
    assert list(table.entries) == ["b", "c", "d"]
    assert table.order == ("b", "c", "d", "e")


def test_functions_are_steps_and_names_call_them() -> None:
    twice = Function("t", "t", ("cat", ("arg", 0), ("arg", 0)))
    world = World({}, {"p1": twice}, {"dup": "p1"})
    assert value(world, "f:p1", ("lit", "ab")) == "abab"
    assert value(world, "m:p1", ("chars", ("lit", "ab"))) == ("aa", "bb")
    assert value(world, "apply", ("lit", "dup"), ("lit", "ab")) == "abab"
    assert value(world, "apply", ("lit", "nix"), ("lit", "ab")) is None
    assert world.copy().operators.keys() == world.operators.keys()
