"""An order with gaps is closed by the examples that need it."""

from itertools import pairwise

from gradus.learners.gradual.operators import Case, answer
from gradus.learners.gradual.orders import chains, close_by, closings
from gradus.learners.gradual.synthesis import Example

DIGITS = "0123456789abcdef"
COMPLETE = dict(pairwise(DIGITS))


def example(left, right, table):
    """An addition of two hexadecimal numbers."""
    asked = (f"{left:x}", f"{right:x}")
    return Example(Case(asked, asked, " ", ".", {"t": table}), f"{left + right:x}.")


def without(*keys):
    """The order of the digits with some entries missing."""
    return {key: value for key, value in COMPLETE.items() if key not in keys}


def test_a_table_falls_into_its_pieces():
    assert chains(without("7", "b")) == [list("01234567"), list("89ab"), list("cdef")]
    assert chains({"a": "b", "c": "b"}) == []
    assert chains({"a": "b", "b": "a"}) == []


def test_complete_orders_need_no_closing():
    assert list(closings(COMPLETE)) == []


def test_sums_close_the_gaps_of_their_order():
    for missing in (("7",), ("0",), ("7", "b")):
        table = without(*missing)
        pairs = [(31, 201), (118, 77), (255, 255), (8, 9), (150, 61), (5, 6), (240, 12)]
        found = close_by([example(left, right, table) for left, right in pairs])
        assert found is not None
        program, name, links = found
        assert name == "t"
        assert {**table, **links} == COMPLETE
        assert answer(program, example(77, 188, COMPLETE).case) == f"{77 + 188:x}."


def test_examples_that_no_order_explains_close_nothing():
    table = without("7")
    odd = [Example(example(31, 201, table).case, "12."), Example(example(8, 9, table).case, "ff.")]
    assert close_by(odd) is None
