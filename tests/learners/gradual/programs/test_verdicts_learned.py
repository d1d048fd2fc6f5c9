"""Verdicts that rest on something learned: an order told by comparisons, a test of each neighbours, a limit."""

from __future__ import annotations

import random
from collections.abc import Callable

from gradus.learners.gradual.programs import (
    Case,
    Found,
    Problem,
    Search,
    SearchSettings,
    Table,
    World,
    find_leaves,
    rename,
    run,
)

LETTERS = "hbfacegd"
"""In their order."""

Pairs = list[tuple[str, str]]


def case(question: str) -> Case:
    return Case(question, tuple(question.split()), False, " ", {})


def search(pairs: Pairs, evaluations: int = 3500) -> Found:
    cases = [case(question) for question, _ in pairs]
    answers = tuple([answer for _, answer in pairs])
    leaves = find_leaves(cases, answers, (), "")
    usual = ("yes", "no") if "yes" in answers else ()
    problem = Problem(tuple(cases), answers, leaves, usual=usual, gaps=" ")
    found = Search(problem, World(), {}, SearchSettings())
    found.work(evaluations)
    assert found.best is not None
    return found.best


def said(found: Found, question: str) -> str:
    world = World({"t1": Table(found.entries)} if found.entries else {})
    return run(rename(found.program, "t1"), case(question), world.operators)


def words(count: int, seed: int) -> list[str]:
    pick = random.Random(seed)
    return ["".join(pick.choice(LETTERS) for _ in range(pick.randint(3, 6))) for _ in range(count)]


def test_verdicts_about_numerals_tell_their_digits() -> None:
    pick = random.Random(1)
    numbers = [(pick.randrange(36), pick.randrange(36)) for _ in range(60)]
    digits = LETTERS[:6]

    def numeral(n: int) -> str:
        return (digits[n // 6] if n > 5 else "") + digits[n % 6]

    found = search([(f"{numeral(a)} {numeral(b)}", "yes" if a < b else "no") for a, b in numbers])
    assert "".join(found.entries.values()) == digits
    assert said(found, f"{numeral(17)} {numeral(23)}") == "yes"
    assert said(found, f"{numeral(7)} {numeral(5)}") == "no"


def test_whether_symbols_are_in_order_tells_the_order() -> None:
    pick = random.Random(2)
    some = ["".join(sorted(w, key=LETTERS.index)) if pick.random() < 0.5 else w for w in words(60, 2)]
    right = ["yes" if list(w) == sorted(w, key=LETTERS.index) else "no" for w in some]
    found = search(list(zip(some, right, strict=True)))
    assert said(found, "hbd") == "yes" and said(found, "dhb") == "no"


def test_a_verdict_may_be_about_neighbours() -> None:
    doubled = [w[:2] + w[1:] if n % 2 else w for n, w in enumerate(words(40, 3))]
    holds = [any(a + a in w for a in w) for w in doubled]
    found = search([(w, "yes" if held else "no") for w, held in zip(doubled, holds, strict=True)])
    assert said(found, "abcca") == "yes" and said(found, "cabac") == "no"


def test_a_learned_limit_decides_between_two_programs() -> None:
    found = search([(w, w[::-1] if len(w) > 4 else w) for w in words(24, 4)])
    assert said(found, "abcdefg") == "gfedcba" and said(found, "hbf") == "hbf"


def test_members_are_kept_by_a_learned_limit() -> None:
    some = words(60, 5)
    lists = [some[at : at + 4] for at in range(0, 60, 4)]
    pairs = [(" ".join(ws), " ".join([w for w in ws if len(w) > 4])) for ws in lists]
    found = search([(question, answer) for question, answer in pairs if answer])
    assert said(found, "abcde abc bcdef hbf") == "abcde bcdef"


def test_members_may_lack_a_symbol() -> None:
    some = words(60, 6)
    lists = [some[at : at + 3] for at in range(0, 60, 3)]
    signs = [LETTERS[n % 8] for n in range(20)]
    pairs = [
        (f"{s} {' '.join(ws)}", " ".join([w for w in ws if s not in w]))
        for s, ws in zip(signs, lists, strict=True)
    ]
    found = search([(question, answer) for question, answer in pairs if answer])
    assert said(found, "b abcde hfg") == "hfg"


def test_the_larger_of_two_numerals_tells_the_digits() -> None:
    pick = random.Random(6)
    digits = pick.sample("0123456789", 10)

    def numeral(number: int) -> str:
        return "".join([digits[int(sign)] for sign in str(number)])

    pairs = []
    for _ in range(40):
        one, two = pick.sample(range(60), 2)
        pairs.append((f"{numeral(one)} {numeral(two)}", numeral(max(one, two))))
    found = search(pairs)
    assert sum(found.right) > 36
    assert said(found, f"{numeral(7)} {numeral(12)}") == numeral(12)
    assert said(found, f"{numeral(41)} {numeral(15)}") == numeral(41)


def test_the_first_of_several_things_tells_their_order() -> None:
    pick = random.Random(7)
    order = ["mub", "zek", "dax", "ron", "lim", "pof"]
    pairs = []
    for _ in range(40):
        things = pick.sample(order, 3)
        pairs.append((" ".join(things), min(things, key=order.index)))
    found = search(pairs)
    assert said(found, "pof dax lim") == "dax"
    assert said(found, "ron zek") == "zek"


def told(
    pick: random.Random, pairs: list[tuple[str, str]], held: Callable[[str, str], bool], count: int
) -> Pairs:
    """Verdicts about pairs of words, as many of the one sort as of the other."""
    both = {True: [pair for pair in pairs if held(*pair)], False: [pair for pair in pairs if not held(*pair)]}
    chosen = [(pick.choice(both[way]), way) for way in [True, False] * count]
    return [(f"{one} {other}", "yes" if way else "no") for (one, other), way in chosen]


def test_two_words_may_be_alike_in_their_last_symbols() -> None:
    pick = random.Random(8)
    some = [w + end for w in words(20, 8) for end in ("ab", "cb", "ca")]
    pairs = [(pick.choice(some), pick.choice(some)) for _ in range(200)]
    found = search(told(pick, pairs, lambda a, b: a[-2:] == b[-2:], 12))
    assert said(found, "hbfcb gdcb") == "yes" and said(found, "hbfcb hbfab") == "no"


def test_two_words_may_be_alike_in_one_of_two_ways() -> None:
    pick = random.Random(9)
    some = [w[:4] for w in words(60, 9)]
    pairs = [(pick.choice(some), pick.choice(some)) for _ in range(300)]
    found = search(told(pick, pairs, lambda a, b: a[0] == b[0] or a[-1] == b[-1], 30))
    assert (
        said(found, "hbfa hcd") == "yes"
        and said(found, "ehba dca") == "yes"
        and said(found, "hba cbd") == "no"
    )
