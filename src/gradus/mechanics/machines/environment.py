"""Gymnasium environments as hidden channels: through their transition table, or by exploring their states.

An episode that ends is followed by the next one, so that there is something to measure: the step that ends an episode
shows the first observation of the next. Limits of time are off, as for the tasks of the stream; clocks inside an
environment stand still. What an agent sees of a step is observation, reward and whether an episode ended.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np

from gradus.mechanics.machines.beliefs import Generator, Move
from gradus.mechanics.machines.frozen import CLOCKS, chance_of, frozen, state_of
from gradus.school import UserError

HARMLESS = ("TimeLimit", "OrderEnforcing", "PassiveEnvChecker")
"""Wrappers that Gymnasium itself puts around every environment; others change what is seen, paid or done."""

OTHER_SEEDS = range(1, 9)
"""Seeds whose resets are compared with those of the starts."""

ROUNDED = Fraction(1, 10**5)
"""How far the probabilities of a transition table may be from 1 in all: they are often rounded."""


def env_generator(env: gymnasium.Env[Any, Any], starts: Sequence[int] = (0,), cap: int = 20_000) -> Generator:
    """An environment with finitely many states as a hidden channel.

    With a transition table (``env.unwrapped.P``) it is exact. Without one, states are explored by copying the
    environment; that needs steps without chance. ``starts``: the seeds of the resets that begin episodes, all
    equally likely.

    Raises:
        UserError: for continuous spaces, wrappers, chance without a table, or far more than ``cap`` states.
    """
    _check_wrappers(env)
    actions = _actions(env)
    bare = env.unwrapped
    if _has_table(bare):
        return _from_table(bare, actions, _name(env))
    # Beliefs are counted by whoever follows them; one step further there are this many states at most.
    return _Explorer(env, starts, cap * (1 + len(actions))).generator(actions)


def begins_like(env: gymnasium.Env[Any, Any], starts: Sequence[int] = (0,)) -> str:
    """With which resets episodes begin, if other seeds begin otherwise; empty if they do not, or if a table says."""
    if _has_table(env.unwrapped):
        return ""
    bare = copy.deepcopy(env.unwrapped)

    def begun(seed: int) -> Hashable:
        seen, _info = bare.reset(seed=int(seed))
        return frozen(seen), state_of(bare)

    known = {begun(seed) for seed in starts}
    if all(begun(seed) in known for seed in OTHER_SEEDS):
        return ""
    return f"reset(seed={', '.join(map(str, starts))})"


def _has_table(bare: Any) -> bool:
    return hasattr(bare, "P") and hasattr(bare, "initial_state_distrib")


def _check_wrappers(env: gymnasium.Env[Any, Any]) -> None:
    """Refuse what would be passed over: states are read off the bare environment."""
    layer = env
    while isinstance(layer, gymnasium.Wrapper):
        if type(layer).__name__ not in HARMLESS:
            raise UserError(
                f"The environment {_name(env)!r} has the wrapper {type(layer).__name__}, which would be passed over; "
                "give the bare environment (env.unwrapped), or one that does itself what the wrapper does."
            )
        layer = layer.env


def _actions(env: gymnasium.Env[Any, Any]) -> list[int]:
    if not isinstance(env.action_space, gymnasium.spaces.Discrete):
        raise UserError(
            f"The environment {_name(env)!r} has the action space {_short(env.action_space)}; expected a discrete one."
        )
    first = int(env.action_space.start)
    return list(range(first, first + int(env.action_space.n)))


def _name(env: gymnasium.Env[Any, Any]) -> str:
    return env.spec.id if env.spec else type(env.unwrapped).__name__


def _short(space: gymnasium.Space[Any]) -> str:
    text = " ".join(str(space).split())
    return text if len(text) < 60 else f"{text[:57]}..."


def _from_table(bare: Any, actions: Sequence[int], name: str) -> Generator:
    """The transition table; its states are what is observed."""
    start: dict[Hashable, Fraction] = {
        state: _fraction(p) for state, p in enumerate(np.asarray(bare.initial_state_distrib)) if p > 0
    }
    whole = sum(start.values(), Fraction(0))
    start = {state: p / whole for state, p in start.items()}

    def step(state: Hashable, action: Hashable) -> Iterable[Move]:
        try:
            rows = [
                (p, int(after), float(reward), bool(ended))
                for p, after, reward, ended in bare.P[state][action]
            ]
            total = sum((_fraction(p) for p, *_rest in rows), Fraction(0))
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise UserError(
                f"The transition table of {name!r} cannot be read at state {state}, action {action}: "
                f"{type(error).__name__} {error}; expected a list of (probability, state, reward, ended)."
            ) from error
        if abs(total - 1) > ROUNDED or any(p < 0 for p, *_rest in rows):
            raise UserError(
                f"The transition table of {name!r} is no law at state {state}, action {action}: its probabilities "
                f"sum to {float(total):g}, expected 1 and none below zero."
            )
        for p, after, reward, ended in rows:
            if not p:
                continue
            weight = _fraction(p) / total  # tables hold rounded thirds
            if not ended:
                yield Move(weight, (after, _number(reward), False), after)
                continue
            for fresh, share in start.items():
                yield Move(weight * share, (fresh, _number(reward), True), fresh, fresh, reward > 0)

    return Generator(start, step, actions, opening=lambda state: state)


def _fraction(p: float) -> Fraction:
    return Fraction(float(p)).limit_denominator(10**6)


def _number(reward: Any) -> float:
    return float(np.round(float(reward), 9))


class _Explorer:
    """Copies of an environment, one per state found."""

    def __init__(self, env: gymnasium.Env[Any, Any], starts: Sequence[int], cap: int) -> None:
        self.env, self.starts, self.cap = env.unwrapped, starts, cap
        self.name = _name(env)
        self.kept: dict[Hashable, tuple[Any, Hashable]] = {}
        check_observations(env)

    def generator(self, actions: Sequence[int]) -> Generator:
        """The channel whose hidden states are the environment's own."""
        if not self.starts:
            raise UserError("Exploring an environment needs at least one seed to start from.")
        opened: dict[Hashable, Fraction] = {}
        for seed in self.starts:
            with self._failing(f"reset(seed={seed})"):
                seen, _info = self.env.reset(seed=int(seed))
            state = self._keep(self.env, seen)
            opened[state] = opened.get(state, Fraction(0)) + Fraction(1, len(self.starts))

        def step(state: Hashable, action: Hashable) -> Iterable[Move]:
            after, reward, ended = self._try(state, int(action))  # type: ignore[call-overload]
            if not ended:
                return [Move(Fraction(1), (self.kept[after][1], reward, False), after)]
            return [
                Move(share, (self.kept[fresh][1], reward, True), fresh, fresh, reward > 0)
                for fresh, share in opened.items()
            ]

        return Generator(opened, step, actions, opening=lambda state: self.kept[state][1])

    def _try(self, state: Hashable, action: int) -> tuple[Hashable, float, bool]:
        env = copy.deepcopy(self.kept[state][0])
        before = chance_of(env)
        with self._failing(f"step({action})"):
            seen, reward, ended, _cut, _info = env.step(action)
            reward = _number(reward)
        if chance_of(env) != before:
            raise UserError(
                f"The environment {self.name!r} draws chance while stepping and has no transition table (P); its "
                "probabilities cannot be read off."
            )
        return (state if ended else self._keep(env, seen)), reward, bool(ended)

    @contextmanager
    def _failing(self, call: str) -> Iterator[None]:
        """Say which call of a stranger's environment failed, or did not give what Gymnasium asks for."""
        try:
            yield
        except Exception as error:
            raise UserError(
                f"The environment {self.name!r} failed in {call}: {type(error).__name__}: {error}."
            ) from error

    def _keep(self, env: Any, seen: Any) -> Hashable:
        for clock in CLOCKS:
            if isinstance(vars(env).get(clock), int):
                setattr(env, clock, 0)
        state = state_of(env)
        if state not in self.kept:
            if len(self.kept) >= self.cap:
                raise UserError(f"The environment {self.name!r} has more than cap={self.cap} states.")
            self.kept[state] = (copy.deepcopy(env), frozen(seen))
        return state


def check_observations(env: gymnasium.Env[Any, Any]) -> None:
    """Refuse observations that are real numbers: an observer of those has no finite alphabet."""
    space = env.observation_space
    parts = list(space.spaces.values()) if isinstance(space, gymnasium.spaces.Dict) else [space]
    for part in parts:
        if isinstance(part, gymnasium.spaces.Box) and not np.issubdtype(part.dtype, np.integer):
            raise UserError(
                f"The environment {_name(env)!r} has the observation space {_short(space)}; expected a discrete one."
            )
