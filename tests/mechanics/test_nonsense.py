"""What is no machine gets one sentence that says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

from gradus.mechanics import (
    Machine,
    channel,
    infer,
    machine_from_regex,
    machine_from_step,
    measure_env,
    measure_process,
    process,
    windows_of,
)
from gradus.school import UserError


class Ring(gymnasium.Env[Any, Any]):
    """Three places in a circle."""

    observation_space: Any = gymnasium.spaces.Discrete(3)
    action_space: Any = gymnasium.spaces.Discrete(2)
    place = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.place = 0
        return 0, {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.place = (self.place + 1) % 3
        return self.place, 0.0, False, False, {}


class Continuous(Ring):
    observation_space = gymnasium.spaces.Box(0, 1, (2,))


class Steered(Ring):
    action_space = gymnasium.spaces.Box(0, 1, (2,))


class Breaks(Ring):
    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        raise ValueError("the axle is broken")


class Mute(Ring):
    def step(self, action: Any) -> Any:
        return None


class Shapeless(gymnasium.Env[Any, Any]):
    observation_space: Any = gymnasium.spaces.Discrete(3)
    action_space: Any = gymnasium.spaces.Discrete(2)


class Half(Ring):
    """A transition table that is no law."""

    initial_state_distrib = (1, 0, 0)
    P: Any = {0: {0: [(0.5, 1, 0, False)], 1: [(1, 0, 0, False)]}, 1: {0: [(1, 0, 0, False)]}}


class Holes(Half):
    """A transition table that leads to states it does not have."""

    P = {0: {0: [(1, 7, 0, False)], 1: [(1, 0, 0, False)]}}


class Torn(Half):
    P = {0: {0: [(1, 0)], 1: [(1, 0, 0, False)]}}


def table(rows: Any) -> Callable[[], object]:
    return lambda: Machine.from_table(rows)


def env(made: Any, **options: Any) -> Callable[[], object]:
    return lambda: measure_env(made, **options)


def regex(pattern: Any) -> Callable[[], object]:
    return lambda: machine_from_regex(pattern)


def step(function: Any, inputs: Any = (0,), cap: int = 50) -> Callable[[], object]:
    return lambda: machine_from_step(function, 0, inputs, cap)


NONSENSE: dict[str, tuple[Callable[[], object], str]] = {
    "continuous observations": (env(Continuous()), "observation space .* expected a discrete one"),
    "continuous actions": (env(Steered()), "action space .* expected a discrete one"),
    "no such environment": (env("Nowhere-v0"), "cannot be made"),
    "no environment": (env(3), "Expected a Gymnasium environment or the id of one, not 3"),
    "unknown option": (env("FrozenLake-v1", slippery=True), "cannot be made: .*slippery"),
    "unknown map": (env("FrozenLake-v1", map_name="9x9"), "cannot be made: KeyError '9x9'"),
    "no states followed": (env("FrozenLake-v1", cap=0), "whole number from 1 on, not 0"),
    "states in words": (env("FrozenLake-v1", cap="many"), "whole number from 1 on, not 'many'"),
    "breaks when stepped": (env(Breaks()), "failed in step\\(0\\): ValueError: the axle is broken"),
    "gives nothing": (env(Mute()), "failed in step\\(0\\)"),
    "has no rules": (env(Shapeless()), "failed in reset"),
    "no law": (env(Half()), "no law at state 0, action 0: its probabilities sum to 0.5"),
    "leads nowhere": (env(Holes()), "cannot be read at state 7"),
    "torn rows": (env(Torn()), "cannot be read at state 0, action 0"),
    "no start": (env(Ring(), starts=()), "at least one seed"),
    "table is a list": (table([1, 2]), "mapping from states to inputs, not list"),
    "table is nothing": (table(None), "not NoneType"),
    "row is a list": (table({"A": [1]}), "State 'A': expected a mapping from inputs"),
    "answer of two parts": (table({"A": {"-": [(0, "A")]}}), "is no answer; expected \\(output"),
    "answers are a text": (table({"A": {"-": "abc"}}), "'a' is no answer"),
    "answers are a number": (table({"A": {"-": 7}}), "7 is no answer"),
    "output is a list": (table({"A": {"-": [([0], 1, "A")]}}), "\\[0\\] is no symbol"),
    "not a number": (table({"A": {"-": [(0, float("nan"), "A")]}}), "nan is no probability"),
    "infinite": (table({"A": {"-": [(0, float("inf"), "A")]}}), "inf is no probability"),
    "channel for a process": (lambda: measure_process(channel("delay-1")), "a process has exactly one"),
    "expression is a number": (regex(7), "is a text, not 7"),
    "repetition in braces": (regex("a{3}"), "'{' is not known here"),
    "anchors": (regex("^a$"), "'\\^' is not known here"),
    "backward reference": (regex("(a)\\1"), "not known here; list the letters"),
    "class of letters": (regex("\\d+"), "not known here; list the letters"),
    "all other letters": (regex("[^a]"), "all other letters"),
    "empty range": (regex("[c-a]"), "the range c-a is empty"),
    "function gives nothing": (step(lambda s, x: None), "the step gave None"),
    "function gives a number": (step(lambda s, x: [1]), "the step gave 1"),
    "state is a list": (step(lambda s, x: [(0, 1, [1])]), "\\[1\\] is no state"),
    "function has no end": (step(lambda s, x: [(0, 1, s + 1)]), "more than cap=50 states"),
    "no inputs": (step(lambda s, x: [(0, 1, s)], ()), "accepts no input"),
    "no data": (lambda: infer([]), "at least 200 steps"),
    "hardly any data": (lambda: infer(windows_of([0, 1, 0])), "at least 200 steps"),
    "window of nothing": (lambda: windows_of([0], window=-1), "at least one step, not -1"),
    "unknown process": (lambda: process("goldenmean"), "Did you mean 'golden-mean'"),
    "unknown channel": (lambda: channel("delay"), "is not one of"),
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_gets_one_sentence(kind: str) -> None:
    attempt, words = NONSENSE[kind]
    with pytest.raises(UserError, match=words) as refused:
        attempt()
    assert "\n" not in str(refused.value)


def test_ranges_in_sets() -> None:
    assert machine_from_regex("[a-c0]+") == machine_from_regex("(a|b|c|0)+")
    assert machine_from_regex("[a-]") == machine_from_regex("a|\\-")
