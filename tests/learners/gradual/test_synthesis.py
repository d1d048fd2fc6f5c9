"""The shortest program that explains a few examples is found, and generalises."""

from itertools import pairwise

import pytest

from gradus.learners.gradual.inspection import Example, explains, uses_all
from gradus.learners.gradual.operators import Case, added, answer, ordered, ranks, size
from gradus.learners.gradual.synthesis import synthesise

ALPHABET = dict(zip("abcdefghijklmnopqrstuvwxy", "bcdefghijklmnopqrstuvwxyz", strict=True))
HEX = dict(zip("0123456789abcde", "123456789abcdef", strict=True))
TABLES = {"letters": ALPHABET, "digits": HEX}


def case(text, tables=TABLES):
    """The words of `text`, which ends with the terminator."""
    raw = tuple(text.split())
    fields = tuple(word.removesuffix(".") for word in raw if word != ".")
    return Case(fields, raw, " ", ".", tables)


@pytest.mark.parametrize(
    ("examples", "asked", "right"),
    [
        ([("b.", "b."), ("cd.", "cd.")], "xyz.", "xyz."),
        ([("ab cd.", "ab cd."), ("u p .", "u p .")], "a b c.", "a b c."),
        ([("yard.", "y a r d ."), ("so.", "s o .")], "abc.", "a b c ."),
        ([("face ,.", "f,a,c,e."), ("key #.", "k#e#y.")], "ab +.", "a+b."),
        ([("ad bc.", "bc ad."), ("ab cd.", "cd ab.")], "x yz.", "yz x."),
        ([("ad bc.", "abdc."), ("ab cd.", "acbd.")], "xy zw.", "xzyw."),
        ([("abc d.", "abcd."), ("acd d.", "acd."), ("bda c.", "bdac.")], "xy y.", "xy."),
        ([("abc d.", "abc."), ("acd d.", "ac.")], "xyz y.", "xz."),
        ([("a b a.", "b."), ("c d e.", "c."), ("a d d.", "a.")], "x y x.", "y."),
        ([("abc de f.", "adf."), ("xy z.", "xz.")], "pq rs tu.", "prt."),
        ([("cba.", "abc."), ("zxy.", "xyz."), ("hello.", "ehllo.")], "learn.", "aelnr."),
        ([("1f 3.", "22."), ("9 9.", "12."), ("ff 1.", "100.")], "a8 79.", "121."),
        ([("a x banana.", "bxnxnx."), ("e z see.", "szz.")], "o i foot.", "fiit."),
        (
            [("banana a yes no.", "yes."), ("see a up down.", "down."), ("bee e l r.", "l.")],
            "tree t p q.",
            "p.",
        ),
        ([("abc de.", "abc."), ("ab cde.", "cde."), ("ab xy.", "ab.")], "abcd ef.", "abcd."),
        ([("c.", "d."), ("x.", "y."), ("m.", "n.")], "p.", "q."),
        ([("yard.", "ardy."), ("so.", "os."), ("stone.", "tones.")], "learn.", "earnl."),
        ([("yard.", "dary."), ("ship.", "phis."), ("stone.", "etons.")], "learn.", "nearl."),
        ([("yard.", "yr."), ("ship.", "si."), ("stone.", "soe.")], "learn.", "lan."),
        ([("do.", "undo."), ("tie.", "untie."), ("lock.", "unlock.")], "fold.", "unfold."),
        (
            [
                ("stone.", "stn."),
                ("ship.", "shp."),
                ("yard.", "yrd."),
                ("lead.", "ld."),
                ("fun.", "fn."),
                ("do.", "d."),
            ],
            "fashion.",
            "fshn.",
        ),
    ],
)
def test_programs_generalise(examples, asked, right):
    program = synthesise([Example(case(text), told) for text, told in examples])
    assert program is not None
    assert answer(program, case(asked)) == right


def test_a_constant_explains_nothing():
    assert synthesise([Example(case("ab."), "ab."), Example(case("cd."), "ab.")]) is None


def test_random_pairs_have_no_program():
    pairs = [("12.", "7."), ("34.", "9."), ("56.", "0."), ("78.", "4.")]
    assert synthesise([Example(case(text, {}), right) for text, right in pairs]) is None


def test_the_search_stops_at_its_budget():
    pairs = [Example(case("abcdef.", {}), "fdbeca."), Example(case("ghijkl.", {}), "ljhkig.")]
    assert synthesise(pairs, budget=200) is None


def test_a_library_program_counts_as_one_step():
    swapped = ("weave", ("backwards", ("field", 0)), ("weave", ("field", 0), ("backwards", ("field", 0))))
    words = ("yard", "stone")
    known = [Case((word,), (word + ".",), " ", ".", {}, {"p0": swapped}) for word in words]
    examples = [Example(one, answer(swapped, one)[::-1] + ".") for one in known]
    found = synthesise(examples)
    assert found is not None
    assert ("call", "p0") in found[1]
    assert size(found) < size(swapped)


def test_an_order_needs_one_beginning():
    assert list(ranks(HEX)) == list("0123456789abcdef")
    assert ranks({"a": "b", "c": "d"}) == {}
    assert ranks({"a": "b", "b": "a"}) == {}


@pytest.mark.parametrize(("left", "right"), [(0, 0), (15, 1), (255, 255), (4096, 7)])
def test_sums_are_sums(left, right):
    assert added(HEX, f"{left:x}", f"{right:x}") == f"{left + right:x}"


def test_unknown_items_cannot_be_ordered():
    assert ordered(HEX, ("0", "z")) == ()


def test_explains_checks_every_example():
    copy = ("first", ("raw",))
    assert explains(copy, [Example(case("a."), "a.")])
    assert not explains(copy, [Example(case("a."), "a."), Example(case("a b."), "b.")])


def test_a_thorough_search_finds_the_program_that_looks_at_every_word():
    examples = [Example(case("cdb c."), "db."), Example(case("bcd b."), "cd.")]
    quick = synthesise(examples)
    thorough = synthesise(examples, thorough=True)
    assert quick is not None and not uses_all(quick, examples)
    assert thorough is not None and uses_all(thorough, examples)
    assert answer(thorough, case("abc b.")) == "ac."


def test_a_library_program_makes_larger_programs_reachable():
    mirror = ("cat", ("field", 0), ("backwards", ("field", 0)))

    def spaced(word, library):
        case = Case((word,), (word + ".",), " ", ".", {}, library)
        return Example(case, " ".join(word + word[::-1]) + ".")

    words = ("abc", "cad", "ef", "bfgd")
    assert synthesise([spaced(word, {}) for word in words]) is None
    found = synthesise([spaced(word, {"p0": mirror}) for word in words])
    assert found is not None
    assert answer(found, spaced("hg", {"p0": mirror}).case) == "h g g h."


def test_an_order_may_serve_only_as_far_as_the_examples_go():
    letters = "0123456789abcdefghijklmnopqrstuvwxyz"
    table = dict(pairwise(letters))
    assert added(table, "9e", "7d", "f") == "11b"

    def sum_of(left, right):
        asked = (f"{left:x}", f"{right:x}")
        return Example(Case(asked, asked, " ", ".", {"t": table}), f"{left + right:x}.")

    pairs = [(0x21, 0x81), (0x3D, 0x8F), (0xD9, 0x6B), (0xA4, 0xD8), (0xFB, 6)]
    found = synthesise([sum_of(*pair) for pair in pairs])
    assert found is not None and answer(found, sum_of(0x56, 0xD7).case) == "12d."


def test_tables_without_entries_for_the_words_do_not_shorten_the_search():
    words = ("head", "near", "upon", "during", "cold")
    strange = {f"t{n}": {f"x{n}{m}": f"y{n}{m}" for m in range(30)} for n in range(40)}
    examples = [Example(Case((w,), (w + ".",), " ", ".", strange), w * 3 + ".") for w in words]
    found = synthesise(examples)
    assert found is not None
    assert answer(found, Case(("road",), ("road.",), " ", ".")) == "roadroadroad."
