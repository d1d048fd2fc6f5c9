"""Environments, regular expressions, functions, tables and data of anybody."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from math import inf, log2
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from gradus.cli import main
from gradus.mechanics import (
    Machine,
    Measured,
    causal_states,
    feedback_complexity,
    infer,
    machine_from_regex,
    machine_from_step,
    measure_env,
    measure_machine,
    measure_process,
    process,
    read_csv,
    recurrent,
    sample,
    windows_of,
)
from gradus.school import UserError

MOVES = [(0, -1), (1, 0), (0, 1), (-1, 0)]
LAKE = ["SFFF", "FHFH", "FFFH", "HFFG"]


def lake(slippery: bool) -> Machine:
    """FrozenLake by hand: slides to either side of where one wants to go, with a third each."""

    def step(cell: tuple[int, int], action: int) -> Iterator[tuple[Any, ...]]:
        ways = [(action + turn) % 4 for turn in (-1, 0, 1)] if slippery else [action]
        seen: dict[tuple[Any, ...], int] = {}
        for way in ways:
            row = min(max(cell[0] + MOVES[way][0], 0), 3)
            column = min(max(cell[1] + MOVES[way][1], 0), 3)
            kind = LAKE[row][column]
            after = (0, 0) if kind in "HG" else (row, column)
            key = (after, int(kind == "G"), kind in "HG")
            seen[key] = seen.get(key, 0) + 1
        for key, count in seen.items():
            yield key, f"{count}/{len(ways)}", key[0]

    return machine_from_step(step, (0, 0), range(4))


@pytest.mark.parametrize("slippery", [True, False])
def test_frozen_lake_equals_the_machine_made_by_hand(slippery: bool) -> None:
    found = measure_env("FrozenLake-v1", is_slippery=slippery)
    by_hand = causal_states(lake(slippery))
    assert found.states == len(by_hand) == 11
    assert found.bracket.low == pytest.approx(feedback_complexity(by_hand).low, abs=1e-6)
    assert found.bracket.high == pytest.approx(feedback_complexity(by_hand).high, abs=1e-6)
    assert found.c0 == pytest.approx(log2(11))


@pytest.mark.parametrize("slippery", [True, False])
def test_cliff_walking_equals_the_machine_made_by_hand(slippery: bool) -> None:
    def lands(cell: tuple[int, int], way: tuple[int, int]) -> tuple[tuple[int, int], int, bool]:
        row, column = min(max(cell[0] + way[0], 0), 3), min(max(cell[1] + way[1], 0), 11)
        if row == 3 and 0 < column < 11:
            return (3, 0), -100, False
        return ((3, 0), -1, True) if (row, column) == (3, 11) else ((row, column), -1, False)

    def step(cell: tuple[int, int], action: int) -> Iterator[tuple[Any, ...]]:
        ways = [(-1, 0), (0, 1), (1, 0), (0, -1)]
        turns = (-1, 0, 1) if slippery else (0,)
        seen: dict[tuple[Any, ...], int] = {}
        for turn in turns:
            key = lands(cell, ways[(action + turn) % 4])
            seen[key] = seen.get(key, 0) + 1
        for key, count in seen.items():
            yield key, f"{count}/{len(turns)}", key[0]

    found = measure_env("CliffWalking-v1", is_slippery=slippery)
    assert_equal(found, machine_from_step(step, (3, 0), range(4)))
    assert found.states == 37


def assert_equal(found: Measured, by_hand: Machine) -> None:
    """An environment and a machine made by hand have the same figures."""
    hand = measure_machine(by_hand)
    assert found.states == hand.states and found.c0 == pytest.approx(hand.c0)
    assert found.bracket.low == pytest.approx(hand.bracket.low, abs=1e-5)
    assert found.bracket.high == pytest.approx(hand.bracket.high, abs=1e-5)
    assert found.uniform == pytest.approx(hand.uniform, abs=1e-9)


def taxi_id() -> str:
    """Taxi under the version that is current."""
    return max(name for name in gymnasium.registry if name.startswith("Taxi-v"))


STANDS = [(0, 0), (0, 4), (4, 0), (4, 3)]
WALLS = {(0, 1), (1, 1), (3, 0), (4, 0), (3, 2), (4, 2)}
"""Places with a wall to their right."""
CALLS = [
    (row, column, waiting, wanted)
    for row in range(5)
    for column in range(5)
    for waiting in range(4)
    for wanted in range(4)
    if waiting != wanted
]


def taxi(state: tuple[int, int, int, int], action: int) -> list[tuple[Any, ...]]:
    """Taxi by hand; the passenger 4 is in the taxi. A ride that ends is followed by any call."""
    row, column, passenger, wanted = state
    reward = -1
    if action == 0:
        row = min(row + 1, 4)
    elif action == 1:
        row = max(row - 1, 0)
    elif action == 2 and (row, column) not in WALLS:
        column = min(column + 1, 4)
    elif action == 3 and (row, column - 1) not in WALLS:
        column = max(column - 1, 0)
    elif action == 4:
        here = passenger < 4 and (row, column) == STANDS[passenger]
        passenger, reward = (4, -1) if here else (passenger, -10)
    elif action == 5:
        if passenger == 4 and (row, column) == STANDS[wanted]:
            return [((call, 20, True), f"1/{len(CALLS)}", call) for call in CALLS]
        if passenger == 4 and (row, column) in STANDS:
            passenger = STANDS.index((row, column))
        else:
            reward = -10
    after = (row, column, passenger, wanted)
    return [((after, reward, False), 1, after)]


def test_taxi_equals_the_machine_made_by_hand() -> None:
    """25 places of the taxi; passenger at a stand other than the destination (12 ways), or in the taxi (4 ways)."""
    found = measure_env(taxi_id())
    assert found.states == 25 * (12 + 4) and found.bracket.width < 1e-5
    assert_equal(found, machine_from_step(taxi, CALLS[0], range(6)))


class Corridor(gymnasium.Env[int, int]):
    """Three cells without a transition table; the last one ends the episode. Only walls can be felt."""

    def __init__(self, felt: bool = False) -> None:
        self.felt, self.place, self.step_count = felt, 0, 0
        self.observation_space = gymnasium.spaces.Discrete(4)  # type: ignore[assignment]
        self.action_space = gymnasium.spaces.Discrete(2)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        super().reset(seed=seed)
        self.place = 0
        return self._seen(), {}

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        self.step_count += 1
        self.place = max(0, self.place + (1 if action else -1))
        return self._seen(), float(self.place == 3), self.place == 3, False, {}

    def _seen(self) -> int:
        return int(self.place == 0) if self.felt else self.place


@pytest.mark.parametrize("felt", [True, False])
def test_an_environment_is_explored_without_a_table(felt: bool) -> None:
    """Whether cells are seen or only walls are felt: who starts at the wall always knows where it is."""
    found = measure_env(Corridor(felt))
    assert found.states == 3 and found.name == "Corridor"
    assert found.bracket.low == pytest.approx(log2(3), abs=1e-6)  # it may wait at the wall, or go to and fro


def room(state: tuple[int, int, int], action: int) -> list[tuple[Any, ...]]:
    """MiniGrid's empty room of 3 by 3 cells by hand: turn left, turn right, go on; the rest does nothing."""
    x, y, way = state
    if action < 2:
        way = (way + (1 if action else -1)) % 4
    elif action == 2:
        dx, dy = [(1, 0), (0, 1), (-1, 0), (0, -1)][way]
        x, y = min(max(x + dx, 0), 2), min(max(y + dy, 0), 2)
    ended = (x, y) == (2, 2)
    after = (0, 0, 0) if ended else (x, y, way)
    return [((after, ended), 1, after)]


def test_minigrid_rooms_equal_the_machine_made_by_hand() -> None:
    pytest.importorskip("minigrid", reason="MiniGrid is optional")
    found = measure_env("MiniGrid-Empty-5x5-v0")
    assert found.states == (3 * 3 - 1) * 4 and found.c0 == pytest.approx(5.0)
    assert_equal(found, machine_from_step(room, (0, 0, 0), range(7)))


class Ray(Corridor):
    """A corridor without an end; only the wall at its beginning can be felt."""

    def __init__(self) -> None:
        super().__init__(felt=True)

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        self.place = max(0, self.place + (1 if action else -1))
        return self._seen(), 0.0, False, False, {}


def test_an_unbounded_machine_has_a_lower_end() -> None:
    """Of fifty cells followed, those are surely different from which the wall is nearer than the unknown: 26."""
    found = measure_env(Ray(), cap=50)
    assert not found.bounded and found.states == 26 and found.uniform is None
    assert found.bracket.low == pytest.approx(log2(26), abs=0.01) and found.bracket.high == inf
    assert measure_env(Ray(), cap=100).bracket.low > found.bracket.low + 0.9  # it grows without end
    row = found.to_json()
    assert row["kind"] == "bracketed" and row["C_0"] is None and row["C_mu"]["high"] is None
    assert row["states"] == "more than 26"


class Steps(Corridor):
    """Counts for ever, and nothing ever shows it."""

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        self.place = max(0, self.place + (1 if action else -1))
        return 0, 0.0, False, False, {}


def test_states_that_nothing_tells_apart_count_as_one() -> None:
    assert measure_env(Steps(), cap=30).bracket.low == pytest.approx(0, abs=1e-9)


def test_what_is_not_cut_is_followed_to_the_end() -> None:
    """A table too large for the cap, against all of it: the lower end is below the truth."""
    whole = measure_env("CliffWalking-v1")
    part = measure_env("CliffWalking-v1", cap=25)
    assert 1 < part.bracket.low <= whole.bracket.low and part.bracket.high == inf


class Dice(Corridor):
    """Draws while stepping."""

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        self.place = int(self.np_random.integers(3))
        return self.place, 0.0, False, False, {}


class OwnDice(Corridor):
    """Draws from a source of its own, which Gymnasium does not know."""

    def __init__(self) -> None:
        super().__init__()
        self.dice = np.random.default_rng(0)

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        self.place = int(self.dice.integers(3))
        return self.place, 0.0, False, False, {}


class EverybodysDice(Corridor):
    """Draws from the source that all share."""

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        self.place = random.randrange(3)
        return self.place, 0.0, False, False, {}


class Begins(Corridor):
    """Begins anywhere."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        super().reset(seed=seed)
        self.place = int(self.np_random.integers(3))
        return self.place, {}


def test_resets_that_differ_are_named() -> None:
    assert measure_env(Corridor()).begins == ""
    found = measure_env(Begins())
    assert found.begins == "reset(seed=0)" == found.to_json()["begins"]
    assert measure_env("FrozenLake-v1").begins == ""


def test_a_wrapper_is_not_passed_over() -> None:
    """The lake with its cells hidden is another machine than the lake."""
    lake = gymnasium.make("FrozenLake-v1")
    dark = gymnasium.wrappers.TransformObservation(lake, lambda _cell: 0, gymnasium.spaces.Discrete(1))
    with pytest.raises(UserError, match="the wrapper TransformObservation, which would be passed over"):
        measure_env(dark)


class Endless(Corridor):
    """Counts for ever."""

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        self.place += 1
        return 0, float(self.place % 2), False, False, {}


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ("CartPole-v1", "observation space .* expected a discrete one"),
        ("Pendulum-v1", "action space .* expected a discrete one"),
        ("Nowhere-v0", "cannot be made"),
        (Dice(), "draws chance while stepping and has no transition table"),
        (OwnDice(), "draws chance while stepping and has no transition table"),
        (EverybodysDice(), "draws chance while stepping and has no transition table"),
        (Endless(), "more than cap=50 states"),
    ],
)
def test_environments_that_cannot_be_measured(env: Any, words: str) -> None:
    with pytest.raises(UserError, match=words) as refused:
        measure_env(env, cap=50)
    assert str(refused.value).count(". ") == 0


def test_a_regular_expression_is_a_process() -> None:
    ended = machine_from_regex("(0|11)*")  # letters of the even process, and ends
    assert len(ended) == 3 and measure_process(ended).states == 2
    assert measure_process(machine_from_regex("ab*c")).complexity == pytest.approx(1.5)
    assert measure_process(machine_from_regex("[ab]")).complexity == pytest.approx(1.0)
    assert measure_process(machine_from_regex("a|b")).states == 2
    once, again = machine_from_regex("a+"), machine_from_regex("aa*")
    assert measure_process(once) == measure_process(again)


@pytest.mark.parametrize("pattern", ["(a", "a)", "*a", "", "[]", "a.b", "a\\"])
def test_expressions_that_cannot_be_read(pattern: str) -> None:
    with pytest.raises(UserError, match="expression"):
        machine_from_regex(pattern)


def test_a_function_that_does_not_keep_to_its_contract() -> None:
    with pytest.raises(UserError, match="expected \\(output, probability, next state"):
        machine_from_step(lambda s, x: [(0, 1)], 0)
    with pytest.raises(UserError, match="more than cap=10 states"):
        machine_from_step(lambda s, x: [(0, 1, s + 1)], 0, cap=10)


BAD_TABLES: dict[str, tuple[dict[str, Any], str]] = {
    "does not sum to one": ({"A": {"-": [(0, 0.5, "A")]}}, "sum to 1/2, expected 1"),
    "leads nowhere": ({"A": {"-": [(0, 1, "B")]}}, "'B' does not exist"),
    "two next states": (
        {"A": {"-": [(0, 0.5, "A"), (0, 0.5, "B")]}, "B": {"-": [(0, 1, "A")]}},
        "leads to both 'A' and 'B'",
    ),
    "unreachable": ({"A": {"-": [(0, 1, "A")]}, "B": {"-": [(0, 1, "A")]}}, "'B' cannot be reached"),
    "no input": ({"A": {}}, "accepts no input"),
    "negative": ({"A": {"-": [(0, -1, "A"), (1, 2, "A")]}}, "must be positive"),
    "no number": ({"A": {"-": [(0, "half", "A")]}}, "'half' is no probability"),
    "empty": ({}, "at least one state"),
}


@pytest.mark.parametrize("kind", BAD_TABLES)
def test_contradictory_tables_get_one_sentence(kind: str) -> None:
    table, words = BAD_TABLES[kind]
    with pytest.raises(UserError, match=words):
        Machine.from_table(table)


def test_absorbing_and_periodic_machines() -> None:
    """One absorbing part is what remains; of two nobody can say which; a period is no obstacle."""
    one = Machine.from_table({"A": {"-": [(0, 0.5, "A"), (1, 0.5, "B")]}, "B": {"-": [(1, 1, "B")]}})
    assert measure_machine(one).states == 1
    rows: dict[str, Any] = {
        "A": {"-": [(0, 0.5, "B"), (1, 0.5, "C")]},
        "B": {"-": [(0, 1, "B")]},
        "C": {"-": [(1, 1, "C")]},
    }
    with pytest.raises(UserError, match="2 recurrent parts"):
        recurrent(Machine.from_table(rows))
    assert measure_machine(process("period-3")).uniform == pytest.approx(log2(3))


def test_arrays_and_files_become_windows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stream = sample(process("even"), 2000, seed=5)
    outputs = [y for _x, y in stream]
    whole = infer(windows_of(np.array(outputs)), samples=40)
    assert len(whole.machine) == 2
    file = tmp_path / "even.csv"
    file.write_text("output\n" + "\n".join(map(str, outputs)) + "\n")
    (read,) = read_csv(file)
    assert [y for _x, y in read] == list(map(str, outputs))
    with pytest.raises(SystemExit):
        main(["measure", "--data", str(file), "--json"])
    (row,) = json.loads(capsys.readouterr().out)
    assert row["states"] == 2 and row["interval"][0] < row["C_X"] < row["interval"][1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2\n", "no column 'output'; its columns are a, b"),
        ("output\n", "no rows"),
        ("input,output\n1\n", "line 2: a value is missing"),
        ("input,output\n1,0\n1,\n", "line 3: a value is missing"),
        ("input,output\n,0\n", "line 2: a value is missing"),
        ("", "its columns are none"),
    ],
)
def test_files_that_are_no_data(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "bad.csv"
    file.write_text(text)
    with pytest.raises(UserError, match=words):
        read_csv(file)


def test_arrays_that_are_no_data() -> None:
    with pytest.raises(UserError, match="2 inputs and 3 outputs"):
        windows_of([0, 1, 0], [1, 1])
    for value in ([0], float("nan"), None):
        with pytest.raises(UserError, match="is no symbol"):
            windows_of([value, value])
    with pytest.raises(UserError, match="cannot be read"):
        read_csv("/nowhere/at/all.csv")


def test_the_command_measures_environments_and_expressions(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["measure", "--env", "FrozenLake-v1", "--json"])
    (row,) = json.loads(capsys.readouterr().out)
    assert row["states"] == "11" and row["kind"] == "exact" and row["limits"] == "off"
    with pytest.raises(SystemExit):
        main(["measure", "--env", "CliffWalking-v1", "--regex", "ab*c"])
    text = capsys.readouterr().out
    assert "37" in text and "1.5000" in text and "any agent" in text
    for wrong in (
        ["--env", "CartPole-v1"],
        ["--regex", "(a"],
        ["micro1", "--env", "FrozenLake-v1"],
        ["--window", "w"],
    ):
        with pytest.raises(SystemExit) as ended:
            main(["measure", *wrong])
        assert ended.value.code == 2
