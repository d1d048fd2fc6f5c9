"""Tables, what follows from them, and the operators they bring."""

from __future__ import annotations

from gradus.learners.gradual.programs import Case, Function, Table, World, run
from gradus.learners.gradual.programs.numerals import read_numeral
from gradus.learners.gradual.programs.world import UNDEFINED, defined

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


def test_a_table_reads_numerals_as_its_digits_say_also_after_a_change() -> None:
    table = Table({1: "b", 2: "c", 3: "ba"})
    texts = ("", "a", "b", "cab", "x", "ax", "abcabcabca")
    assert [table.number(text) for text in texts] == [read_numeral(table.digits, text) for text in texts]
    assert table.number("ba") == 3 and table.number("x") is None
    table.replace({1: "x", 2: "y", 3: "xa"})
    assert table.number("ya") == 6 and table.number("b") is None


def test_what_is_not_defined_for_the_first_value_is_not_asked_for_the_others() -> None:
    asked: list[str] = []

    def known(text: str) -> str | None:
        asked.append(text)
        return {"a": "x", "b": "y"}.get(text)

    assert defined(known, ("c", "a", "b")) == UNDEFINED and asked == ["c"]
    assert defined(known, ("a", "b")) == ("x", "y")
    assert None in defined(known, ("a", "c", "b"))


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


def numerals(digits: str, numbers: list[int]) -> list[str]:
    found = []
    for number in numbers:
        text = ""
        while number or not text:
            number, place = divmod(number, len(digits))
            text = digits[place] + text
        found.append(text)
    return found


def test_digits_are_told_by_some_steps_of_numerals() -> None:
    """Gaps in the order do no harm as long as every digit has been the last one, and one has begun anew."""
    numbers = [0, 2, 3, 5, 6, 11, 12, 14, 17, 18, 19, 21]
    entries = dict(
        zip(numerals("pqrstuvwxy", numbers), numerals("pqrstuvwxy", [n + 1 for n in numbers]), strict=True)
    )
    assert Table(entries).digits == tuple("pqrstuvwxy")  # type: ignore[arg-type]
    assert Table({after: before for before, after in entries.items()}).digits == tuple("pqrstuvwxy")
    del entries["qy"]
    assert not Table(entries).digits, "whether there are more digits is not known without it"  # type: ignore[arg-type]


def test_digits_stay_when_what_a_table_says_is_hidden() -> None:
    world = World({"t": Table({"p": "q", "q": "r", "r": "qp", "qp": "qq"})})
    hidden = world.copy(frozenset(("t",)))
    assert value(hidden, "show:t", ("plus", ("read:t", ("lit", "qr")), ("num", 1))) == "rp"
    assert value(hidden, "get:t", ("lit", "q")) is None


def test_a_table_of_texts_does_not_take_numbers() -> None:
    table = Table({"a": "b", "b": "c"})
    table.hear(3, "d", 10)
    assert table.entries == {"a": "b", "b": "c"}
    counted = Table({1: "a", 2: "b"})
    counted.hear("x", "c", 10)
    counted.hear(3, "c", 10)
    assert counted.entries == {1: "a", 2: "b", 3: "c"}
