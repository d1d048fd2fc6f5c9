"""The same to each member of a list, and calls of functions by their names."""

from __future__ import annotations

import random

from gradus.learners.gradual.programs import (
    EACH,
    Case,
    Found,
    Function,
    Problem,
    Search,
    SearchSettings,
    World,
    find_leaves,
    run,
)
from gradus.learners.gradual.programs.calls import calls


def case(question: str) -> Case:
    return Case(question, tuple(question.split()), False, " ", {})


def search(pairs: list[tuple[str, str]], world: World, evaluations: int = 3500) -> Found:
    cases = [case(question) for question, _ in pairs]
    answers = tuple([answer for _, answer in pairs])
    found = Search(
        Problem(tuple(cases), answers, find_leaves(cases, answers, (), "")), world, {}, SearchSettings()
    )
    found.work(evaluations)
    assert found.best is not None
    return found.best


def lists(change: dict[str, str] | None = None) -> list[tuple[str, str]]:
    pick = random.Random(3)
    found = []
    for _ in range(10):
        words = ["".join(pick.choice("abcdef") for _ in range(pick.randint(3, 6))) for _ in range(3)]
        words = [pick.choice(list(change)) for _ in words] if change else words[: pick.randint(2, 3)]
        found.append((" ".join(words), " ".join([change[w] if change else w[:2] + w[0] for w in words])))
    return found


def test_each_member_is_changed_by_a_program_of_its_own() -> None:
    found = search(lists(), World())
    assert all(found.right)
    assert run(found.program, case("abc fed"), World().operators) == "aba fef"


def test_each_member_is_looked_up_in_a_table_that_is_learned_on_the_way() -> None:
    found = search(lists({"uno": "x", "due": "yy", "tre": "zzz", "sei": "w", "sette": "vu"}), World())
    assert EACH in str(found.program) and found.entries["due"] == "yy" and all(found.right)


def test_a_search_about_members_may_stop_anywhere() -> None:
    cases = [case(question) for question, _ in lists()]
    answers = tuple([answer for _, answer in lists()])
    problem = Problem(tuple(cases), answers, find_leaves(cases, answers, (), ""))
    whole, sliced = [Search(problem, World(), {}, SearchSettings()) for _ in range(2)]
    whole.work(3000)
    while not sliced.done and sliced.judge.used < whole.judge.used:
        sliced.work(7)
    assert sliced.best == whole.best


NAMED = World(
    functions={
        "p1": Function("t", "t", ("rev", ("arg", 0))),
        "p2": Function("t", "t", ("cat", ("tail", ("arg", 0)), ("head", ("arg", 0)))),
    },
    names={"turn": "p1", "roll": "p2"},
)


def test_known_names_are_called_before_anything_is_enumerated() -> None:
    found = search([("turn roll abcd go", "adcb")], NAMED, 12)
    assert run(found.program, case("roll turn abcd go"), NAMED.operators) == "cbad"


def test_names_with_words_of_their_own_are_called_side_by_side() -> None:
    found = search([("turn abc roll def", "cbaefd"), ("roll abc turn def", "bcafed")], NAMED, 40)
    assert run(found.program, case("turn ab turn cd"), NAMED.operators) == "badc"


def test_without_names_there_is_nothing_to_call() -> None:
    assert not list(calls([case("turn abc")], {}))


def test_members_are_kept_for_which_something_holds() -> None:
    pick = random.Random(4)
    pairs = []
    while len(pairs) < 16:
        words = ["".join(pick.choice("abcdef") for _ in range(pick.randint(2, 6))) for _ in range(4)]
        kept = [word for word in words if len(word) > 3]
        if kept:
            pairs.append((" ".join(words), " ".join(kept)))
    found = search(pairs, World())
    assert all(found.right)
    assert run(found.program, case("abcd fed abcde fa"), World().operators) == "abcd abcde"


def test_a_name_that_calls_itself_says_nothing() -> None:
    """Names follow what is told of them, and may so come to stand for each other."""
    mutual = World(
        functions={
            "p1": Function("t", "t", ("apply", ("lit", "roll"), ("arg", 0))),
            "p2": Function("t", "t", ("f:p3", ("arg", 0))),
            "p3": Function("t", "t", ("apply", ("lit", "turn"), ("arg", 0))),
            "p4": Function("t", "t", ("apply", ("arg", 0), ("arg", 0))),
            "p5": Function("t", "t", ("rev", ("arg", 0))),
        },
        names={"turn": "p1", "roll": "p2", "whirl": "p4", "back": "p5"},
    )
    for world in (mutual, mutual.copy()):
        apply = world.operators["apply"].meaning
        assert [apply(name, name) for name in ("turn", "roll", "whirl")] == [None] * 3
        assert apply("back", apply("back", "abc")) == "abc"
        assert world.called == []
