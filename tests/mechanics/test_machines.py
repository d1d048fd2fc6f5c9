"""Machines: what is refused, and that minimisation and views do what they say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.mechanics.guessing_games import grouped_targets, hidden_target

from gradus.mechanics import (
    OTHER,
    VIEWS,
    Edge,
    Generator,
    Machine,
    Move,
    Offer,
    belief_closure,
    causal_states,
    drive,
    expert_complexity,
    feedback_complexity,
    minimise,
    recurrent,
    uniform,
)
from gradus.mechanics.machines.examples import channel, process
from gradus.mechanics.machines.machine import check
from gradus.mechanics.measures.process import measure_process
from gradus.school import UserError

GOOD: dict[str, Any] = {"A": {0: [("x", "1/2", "A"), ("y", "1/2", "B")]}, "B": {0: [("x", 1, "A")]}}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({}, ["table is empty"]),
        (
            {"A": {0: [("x", "1/2", "A"), ("x", "1/2", "B")]}, "B": {0: [("x", 1, "A")]}},
            ["'A'", "'x'", "unifilar"],
        ),
        ({"A": {0: [("x", "1/2", "A"), ("y", "1/3", "A")]}}, ["'A'", "5/6", "expected 1"]),
        ({"A": {0: [("x", 1, "A"), ("y", 0, "A")]}}, ["'A'", "positive"]),
        ({"A": {0: [("x", 1, "A")]}, "B": {0: [("x", 1, "A")]}}, ["'B'", "cannot be reached"]),
        ({"A": {0: [("x", 1, "C")]}}, ["'A'", "'C'", "does not exist"]),
        ({"A": {}}, ["'A'", "no input"]),
    ],
)
def test_bad_machines_are_refused_with_the_place(table: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(UserError) as caught:
        Machine.from_table(table)
    for word in words:
        assert word in str(caught.value)


def test_unknown_start_is_refused() -> None:
    with pytest.raises(UserError, match="'Z'"):
        Machine.from_table(GOOD, start="Z")


def test_several_recurrent_parts_are_named() -> None:
    table: dict[str, Any] = {
        "S": {0: [("l", "1/2", "L"), ("r", "1/2", "R")]},
        "L": {0: [("1", 1, "L")]},
        "R": {0: [("2", 1, "R")]},
    }
    with pytest.raises(UserError, match=r"2 recurrent parts.*'L'.*'R'"):
        recurrent(Machine.from_table(table))


def test_unbounded_beliefs_are_refused() -> None:
    """Two coins of unknown bias: every toss gives a new belief."""

    def step(coin: Any, _label: Any) -> list[Move]:
        return [Move(Fraction(coin, 3), "heads", coin), Move(Fraction(3 - coin, 3), "tails", coin)]

    coins = Generator({1: Fraction(1, 2), 2: Fraction(1, 2)}, step, ["toss"])
    with pytest.raises(UserError, match="unbounded or larger than cap=50"):
        belief_closure(coins, cap=50)


def test_bad_view_has_a_hint() -> None:
    with pytest.raises(UserError, match="Did you mean 'agent'"):
        belief_closure(hidden_target(2, 2), "agnt")  # type: ignore[arg-type]


def test_orbit_machines_are_not_minimised() -> None:
    edge = (Edge("x", Fraction(1), 0),)
    with pytest.raises(UserError, match="orbits"):
        minimise(Machine(((Offer(0, edge),),), ("A",), sizes=(3,)))


def test_process_needs_one_input() -> None:
    with pytest.raises(UserError, match="exactly one"):
        measure_process(channel("delay-1"))


def test_expert_needs_something_to_solve() -> None:
    with pytest.raises(UserError, match="solves"):
        expert_complexity(causal_states(channel("delay-1")))


def test_minimisation_is_idempotent_and_keeps_behaviour() -> None:
    raw = belief_closure(grouped_targets(2, 2, 3), "revealed")
    once = causal_states(raw)
    twice = causal_states(once)
    assert len(once) == len(twice) == 18
    assert drive(once, uniform(once)).complexity == pytest.approx(drive(twice, uniform(twice)).complexity)
    check(once)


def test_minimisation_splits_late_differences() -> None:
    """A long ring with one different label needs as many rounds as it has states."""
    n = 60
    ring: dict[int, Any] = {i: {0: [("x" if i else "y", 1, (i + 1) % n)]} for i in range(n)}
    assert len(minimise(Machine.from_table(ring))) == n
    same: dict[int, Any] = {i: {0: [("x", 1, (i + 1) % n)]} for i in range(n)}
    assert len(minimise(Machine.from_table(same))) == 1


def test_inputs_like_all_others_do_not_split() -> None:
    one, two = Fraction(1), Edge("y", Fraction(1), 0)
    loop = (Edge("x", one, 1),)
    back = (Edge("x", one, 0),)
    first = (Offer("a", loop), Offer(OTHER, loop, 255))
    second = (Offer("b", back), Offer(OTHER, back, 255))
    assert len(minimise(Machine((first, second), ("A", "B")))) == 1
    third = (Offer("b", (two,)), Offer(OTHER, back, 255))
    assert len(minimise(Machine((first, third), ("A", "B")))) == 2


def test_views_order_complexity() -> None:
    """An evaluator sees more than an agent; the revealed view has no beliefs left to hold."""
    sizes = {view: len(causal_states(belief_closure(hidden_target(3, 4), view))) for view in VIEWS}  # type: ignore[arg-type]
    assert sizes["revealed"] == 12 and sizes["agent"] == 16 == sizes["evaluator"]


def test_idle_states_reach_topological_complexity() -> None:
    machine = causal_states(belief_closure(hidden_target(3, 3)))
    bracket = feedback_complexity(machine)
    assert bracket.low == pytest.approx(bracket.high, abs=1e-6)
    assert bracket.high == pytest.approx(3.700440, abs=1e-5)


def test_information_balance() -> None:
    """Answers carry the instance's bits: rate times instance length is the entropy of the parameters."""
    machine = causal_states(belief_closure(hidden_target(2, 5), "revealed"))
    greedy = drive(
        machine,
        lambda s: [float(o.label == machine.names[s][0][0][0][0]) for o in machine.offers[s]],  # type: ignore[index]
    )
    assert greedy.entropy_rate * 5 == pytest.approx(1.0)


def test_policy_must_be_a_distribution() -> None:
    machine = causal_states(process("even"))
    with pytest.raises(UserError, match="sum 1"):
        drive(machine, lambda state: [0.5])


def test_two_closed_classes_are_refused() -> None:
    table = {"A": {0: [("x", 1, "A")], 1: [("x", 1, "B")]}, "B": {0: [("y", 1, "B")], 1: [("y", 1, "A")]}}
    machine = Machine.from_table(table)
    with pytest.raises(UserError, match="2 closed classes"):
        drive(machine, lambda state: [1.0, 0.0])


def test_tables_take_floats_and_mean_what_they_say():
    thirds = Machine.from_table({"A": {"-": [(i, 1 / 3, "A") for i in range(3)]}})
    assert [edge.weight for edge in thirds.offers[0][0].edges] == [Fraction(1, 3)] * 3
    coin = Machine.from_table({"A": {"-": [("h", 0.3, "A"), ("t", 0.7, "A")]}})
    assert [edge.weight for edge in coin.offers[0][0].edges] == [Fraction(3, 10), Fraction(7, 10)]
    with pytest.raises(UserError, match="sum to"):
        Machine.from_table({"A": {"-": [("h", 0.3, "A"), ("t", 0.6, "A")]}})
    with pytest.raises(UserError, match="'much' is no probability"):
        Machine.from_table({"A": {"-": [("h", "much", "A")]}})
    with pytest.raises(UserError, match="nan is no probability"):
        Machine.from_table({"A": {"-": [("h", float("nan"), "A")]}})
