"""Published figures: textbook processes and channels, guessing families in full and as orbits."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.mechanics.guessing_games import (
    grouped_orbits,
    grouped_targets,
    hidden_target,
    shown_permutation_orbits,
    target_orbits,
)

from gradus.mechanics.machines.beliefs import belief_closure
from gradus.mechanics.machines.examples import channel, process
from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.machines.orbits import count_states, topological
from gradus.mechanics.measures.driven import by_label, drive, drive_by, uniform
from gradus.mechanics.measures.feedback import Bracket, expert_complexity, feedback_complexity
from gradus.mechanics.measures.process import joint_process, measure_process
from gradus.mechanics.models.leaking_target import leaking_target_orbits

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
INPUTS = ("coin-0.5", "coin-0.3", "golden-mean", "even", "period-2")
FAMILIES = {
    "target": target_orbits,
    "grouped": grouped_orbits,
    "shown": shown_permutation_orbits,
    "leaking": leaking_target_orbits,
}


def close(value: float, expected: float, digits: float = 1.01e-6) -> bool:
    return abs(value - expected) <= digits


def holds(bracket: Bracket, expected: float, digits: float) -> bool:
    """The published value, known to some digits, lies in the bracket."""
    return bracket.low - digits <= expected <= bracket.high + digits


@pytest.mark.parametrize("name", VECTORS["processes"])
def test_process(name: str) -> None:
    law, c, h, e, chi, reverse, reverse_states = VECTORS["processes"][name]
    found = measure_process(process(name))
    assert found.law == tuple(Fraction(p) for p in law.split())
    assert close(found.complexity, c) and close(found.entropy_rate, h)
    assert close(found.excess_entropy, e) and close(found.crypticity, chi)
    assert found.reverse_states == reverse_states and close(found.reverse_complexity, reverse)


@pytest.mark.parametrize("name", VECTORS["channels"])
def test_channel(name: str) -> None:
    given, states, complexities, rate, feedback = VECTORS["channels"][name]
    raw = channel(name)
    machine = causal_states(raw)
    assert (len(raw), len(machine)) == (given, states)
    for source, expected in zip(INPUTS, complexities, strict=True):
        assert close(drive_by(machine, process(source)).complexity, expected)
    assert close(drive_by(machine, process("coin-0.5")).entropy_rate, rate)
    assert holds(feedback_complexity(machine), feedback, 1e-9)


def likeliest(machine: Machine, state: int) -> list[Fraction]:
    """A greedy expert: one of the likeliest answers to what is shown."""
    chance: dict[int, Fraction] = {}
    for (mapping, current, _run, _given), weight in machine.names[state]:  # type: ignore[attr-defined]
        chance[mapping[current]] = chance.get(mapping[current], Fraction(0)) + weight
    best = [x for x, p in chance.items() if p == max(chance.values())]
    return [Fraction(offer.label in best, len(best)) for offer in machine.offers[state]]


@pytest.mark.parametrize("case", VECTORS["enumerated"], ids=lambda c: f"{c['groups']}-{c['n']}-{c['view']}")
def test_enumerated(case: dict[str, Any]) -> None:
    task = grouped_targets(case["groups"], case["n"], case["streak"], case.get("injective", False))
    beliefs = belief_closure(task, case["view"])
    machine = causal_states(beliefs)
    assert [len(beliefs), len(machine)] == case["states"]
    driven = drive(machine, uniform(machine))
    assert close(driven.complexity, case["uniform"]) and close(driven.entropy_rate, case["rate"])
    assert holds(feedback_complexity(machine), case["feedback"], 5e-6)
    greedy = drive(machine, lambda state: [float(p) for p in likeliest(machine, state)])
    assert close(greedy.complexity, case["greedy"], 5.1e-6)
    if "joint" in case:
        joint = measure_process(joint_process(machine, lambda state: likeliest(machine, state)))
        states, c, e, chi = case["joint"]
        assert joint.states == states
        assert close(joint.complexity, c) and close(joint.excess_entropy, e) and close(joint.crypticity, chi)


ORBITS = [
    pytest.param(
        case, id=f"{case['family']}-{case['parameters']}", marks=[pytest.mark.slow] * (case["orbits"] > 1000)
    )
    for case in VECTORS["orbits"]
]


@pytest.mark.parametrize("case", ORBITS)
def test_orbits(case: dict[str, Any]) -> None:
    machine = FAMILIES[case["family"]](*case["parameters"])  # type: ignore[operator]
    assert len(machine) == case["orbits"]
    assert "states" not in case or count_states(machine) == case["states"]
    assert close(topological(machine), case["c0"])
    assert close(drive(machine, uniform(machine)).complexity, case["uniform"])
    big = len(machine) > 1000
    bracket = feedback_complexity(machine)
    assert bracket.width < (0.01 if big else 1e-6)
    assert holds(bracket, case["feedback"], 1e-3 if big else 1e-5)
    expert, steps = expert_complexity(machine)
    assert holds(expert, case["expert"], 5e-4 if big else 2e-5)
    assert close(expert.structural, case["structural"], 1e-3 if big else 2e-5)
    assert close(steps, case["steps"], 2e-6)


@pytest.mark.parametrize("view", VECTORS["limits"])
def test_hard_limit(view: Any) -> None:
    for limit, (states, expected) in VECTORS["limits"][view].items():
        machine = causal_states(belief_closure(grouped_targets(1, 2, 5, limit=int(limit)), view))
        assert len(machine) == states
        assert holds(feedback_complexity(machine), expected, 5e-5)


def test_closed_form_of_expert() -> None:
    """C* of a hidden target has a closed form in the number of candidates and the streak."""
    from math import comb, log2

    def f(p: float, w: int) -> float:
        return -p * log2(p / w)

    n, streak = 6, 4
    d = (n + 1) / 2 + streak - 1
    exact = sum(f(u / (n * d), comb(n, u)) for u in range(2, n + 1)) + f(1 / (n * d), n)
    exact += (streak - 1) * f(1 / d, n)
    bracket, steps = expert_complexity(target_orbits(n, streak))
    assert steps == pytest.approx(d) and holds(bracket, exact, 1e-9)


def test_expert_steps_are_exact() -> None:
    """The least number of steps of a shown permutation, by a recursion over rationals."""
    n = streak = 10
    memo: dict[tuple[int, int], Fraction] = {}

    def questions(j: int, run: int) -> Fraction:
        j = n if j >= n - 1 else j
        if run == streak:
            return Fraction(0)
        if (j, run) not in memo:
            known = Fraction(j, n)
            value = 1 + known * questions(j, run + 1)
            if j < n:
                hit = Fraction(1, n - j)
                value += (1 - known) * (hit * questions(j + 1, run + 1) + (1 - hit) * questions(j + 1, 0))
            memo[j, run] = value
        return memo[j, run]

    steps = expert_complexity(shown_permutation_orbits(n, streak))[1]
    assert steps == pytest.approx(float(2 * questions(0, 0)), abs=1e-9)


@pytest.mark.parametrize(
    ("machine", "full"),
    [
        (target_orbits(4, 5), hidden_target(4, 5)),
        (target_orbits(5, 3), hidden_target(5, 3)),
        (target_orbits(6, 2), hidden_target(6, 2)),
        (grouped_orbits(2, 2, 5), grouped_targets(2, 2, 5)),
        (grouped_orbits(2, 3, 5), grouped_targets(2, 3, 5)),
        (grouped_orbits(3, 2, 5), grouped_targets(3, 2, 5)),
        (grouped_orbits(2, 4, 3), grouped_targets(2, 4, 3)),
        (grouped_orbits(2, 2, 5, True), grouped_targets(2, 2, 5, True)),
        (grouped_orbits(3, 3, 5, True), grouped_targets(3, 3, 5, True)),
    ],
    ids=["t4-5", "t5-3", "t6-2", "g2-2", "g2-3", "g3-2", "g2-4", "p2", "p3"],
)
def test_orbits_equal_enumeration(machine: Machine, full: Any) -> None:
    whole = causal_states(belief_closure(full))
    assert count_states(machine) == len(whole)
    assert close(drive(machine, uniform(machine)).complexity, drive(whole, uniform(whole)).complexity, 1e-9)
    assert close(feedback_complexity(machine).low, feedback_complexity(whole).low, 1e-7)


def test_input_classes_differ() -> None:
    """Agents that see outputs reach more than any input written in advance."""
    modes: dict[str, Any] = {}
    onward = [(("mode", j), "1/3", f"M{j}") for j in range(3)]
    for i in range(3):
        modes[f"M{i}"] = {x: onward if x == i else [("miss", 1, "L")] for x in range(3)}
    modes["L"] = dict.fromkeys(range(3), onward)
    machine = causal_states(Machine.from_table(modes))
    assert close(drive(machine, by_label(machine, {0: 1 / 3, 1: 1 / 3, 2: 1 / 3})).complexity, 1.921928)
    assert close(drive(machine, by_label(machine, {0: 1.0, 1: 0.0, 2: 0.0})).complexity, 1.921928)
    assert holds(feedback_complexity(machine), 2.0, 1e-9)
    on_target = {
        "L": [1 / 3, 1 / 3, 1 / 3],
        "M0": [1.0, 0.0, 0.0],
        "M1": [0.0, 1.0, 0.0],
        "M2": [0.0, 0.0, 1.0],
    }
    hit = drive(machine, lambda s: on_target[str(machine.names[s])])
    assert close(hit.complexity, 1.584963)


@pytest.mark.parametrize("leaves", [2, 4, 7])
def test_hub(leaves: int) -> None:
    from math import log2

    table: dict[str, Any] = {"hub": {i: [(i, 1, f"leaf{i}")] for i in range(leaves)}}
    # Leaves that led back with the same output would be one causal state.
    for i in range(leaves):
        table[f"leaf{i}"] = {x: [(("back", i), 1, "hub")] for x in range(leaves)}
    machine = causal_states(Machine.from_table(table))
    assert topological(machine) == pytest.approx(log2(leaves + 1))
    assert holds(feedback_complexity(machine), 1 + 0.5 * log2(leaves), 1e-9)
