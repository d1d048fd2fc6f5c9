"""The kit for tracks: hand it a way to make your track and it checks every promise a student or teacher relies on.

``check_track(make)`` raises a :class:`KitError` with one sentence about the first promise that is broken. ``make``
takes the options ``num_envs`` (None for one environment), ``threads``, ``tickets``, ``seed`` and ``max_steps``, as
Gradus's own tracks do.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import check_env

from gradus.kits.verdict import blaming, demand, global_chance_untouched, refuses
from gradus.school import Box, Outcome, Ticket

Make = Callable[..., Any]
"""Makes a fresh environment."""
_LANES, _STEPS, _LIMIT = 5, 60, 25
"""Five lanes, which two threads cannot share evenly; and so few steps to an episode that every lane meets its limit
twice while it is watched."""


def check_track(make: Make) -> None:
    """Check every promise of a track."""
    with global_chance_untouched("This track"):
        check_gymnasium(make)
        check_repetition(make)
        check_lanes(make)
        check_tickets(make)
        check_restore(make)
        check_guards(make)


def check_gymnasium(make: Make) -> None:
    """One environment keeps Gymnasium's contract and names its task space."""
    env = make()
    with blaming("This track", "Gymnasium checks it"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    demand(isinstance(env.task_space, Box), "This track's task_space is not a Box.")
    observation, info = env.reset(seed=0)
    for key in ("task", "return", "success"):
        demand(key in info, f"This track's info lacks {key!r}.")
    env.task_space.check(tuple(float(x) for x in info["task"]))
    demand(observation.dtype == np.float32, f"Observations are {observation.dtype}, not float32.")
    env.close()


def check_repetition(make: Make) -> None:
    """The same seed gives the same episode to the last bit, another seed another."""
    runs = [_play(make(num_envs=2, seed=seed), seed) for seed in (3, 3, 4)]
    demand(_same(runs[0], runs[1]), "The same seed gave two different episodes.")
    demand(not np.array_equal(runs[0][0][0], runs[2][0][0]), "Two seeds gave the same episode.")


def check_lanes(make: Make) -> None:
    """Results depend neither on threads nor on the other lanes."""
    one, two = (_play(make(num_envs=_LANES, threads=threads, seed=1), 1) for threads in (1, 2))
    demand(_same(one, two), "Results depend on the number of threads.")
    tasks = [ticket.task for ticket in _Recorder(make).tickets(2)]
    tickets = [Ticket(task, 0, i, 0) for i, task in enumerate(tasks)]
    many = make(num_envs=2, tickets=tickets, max_steps=0)
    alone = make(tickets=tickets[0], max_steps=0)
    together, _ = many.reset()
    single, _ = alone.reset()
    rng = np.random.default_rng(0)
    for t in range(_LIMIT):
        demand(np.array_equal(single, together[0]), f"One lane and two lanes differ after {t} steps.")
        # Weak actions: whoever falls over at once would not be compared for long.
        actions = rng.uniform(-0.3, 0.3, many.action_space.shape).astype(np.float32)
        together, _, ends, cuts, _ = many.step(actions)
        single, _, over, cut, _ = alone.step(actions[0])
        demand(
            (over, cut) == (bool(ends[0]), bool(cuts[0])), "One lane and two lanes end at different steps."
        )
        if over or cut:
            break


def check_tickets(make: Make) -> None:
    """Every ended lane is observed before new tickets are issued, lanes in order, with honest outcomes."""
    recorder = _Recorder(make)
    env = make(num_envs=3, tickets=recorder, max_steps=_LIMIT)
    env.reset()
    rng = np.random.default_rng(0)
    totals = np.zeros(3)
    for _ in range(2 * _LIMIT):
        before = len(recorder.calls)
        _, rewards, ends, cuts, _ = env.step(rng.uniform(-1, 1, env.action_space.shape).astype(np.float32))
        totals += rewards
        over = np.flatnonzero(ends | cuts)
        kinds = [kind for kind, _ in recorder.calls[before:]]
        demand(
            kinds == ["observe"] * len(over) + ["issue"] * len(over),
            "When lanes end, all must be observed first and then get new tickets.",
        )
        for lane, (_, outcome) in zip(over, recorder.calls[before:], strict=False):
            _check_outcome(outcome, float(totals[lane]), bool(cuts[lane]))
            totals[lane] = 0.0
    demand(len(recorder.calls) > 6, "No episode ended within its limit of steps.")


def _check_outcome(outcome: Outcome, total: float, cut: bool) -> None:
    # Rewards may be summed in single precision, in another order than here.
    near = abs(outcome.reward - total) <= 1e-6 * max(1.0, abs(total))
    demand(near, f"An outcome reports a return of {outcome.reward}, but the rewards sum to {total}.")
    demand(
        not cut or outcome.steps == _LIMIT,
        f"An episode was truncated after {outcome.steps} steps, not {_LIMIT}.",
    )
    demand(
        not cut or outcome.reason in ("truncated", "solved"),
        f"A truncated episode is called {outcome.reason!r}.",
    )


def check_restore(make: Make) -> None:
    """A restored environment goes on exactly like the one that was saved."""
    env = make(num_envs=2, seed=5, max_steps=_LIMIT)
    env.reset()
    plan = np.random.default_rng(0).uniform(-1, 1, (_STEPS, *env.action_space.shape)).astype(np.float32)
    half = _STEPS // 2
    for actions in plan[:half]:
        env.step(actions)
    saved = env.state()
    twin = make(num_envs=2, seed=5, max_steps=_LIMIT)
    with blaming("This track", "a saved state is restored"):
        twin.restore(saved)
    for actions in plan[half:]:
        demand(
            _same(env.step(actions)[:4], twin.step(actions)[:4]),
            "A restored environment went on differently.",
        )


def check_guards(make: Make) -> None:
    """Bad input raises one clear sentence, and the batch goes on as if nothing had been asked."""
    env, twin = (make(num_envs=2, seed=2) for _ in range(2))
    env.reset()
    twin.reset()
    shape = env.action_space.shape
    refuses(
        "This track",
        lambda: env.step(np.full(shape, np.nan, dtype=np.float32)),
        "an action that is not a number",
    )
    refuses(
        "This track",
        lambda: env.step(np.zeros((shape[0] + 1, shape[1]), dtype=np.float32)),
        "an action of the wrong shape",
    )
    bad = tuple(float("nan") for _ in env.task_space.names)
    refuses("This track", lambda: make(tickets=[bad]).reset(), "a task that is not a number")
    actions = np.zeros(shape, dtype=np.float32)
    demand(_same(env.step(actions)[:4], twin.step(actions)[:4]), "Refused input changed the batch.")
    env.close()
    refuses("This track", lambda: env.step(actions), "a step after close")


class _Recorder:
    """A teacher that issues uniform tasks and remembers every call."""

    def __init__(self, make: Make) -> None:
        self._space = make().task_space
        self._rng = np.random.default_rng(0)
        self.calls: list[tuple[str, Any]] = []
        self._issued = 0

    def tickets(self, count: int) -> list[Ticket]:
        return [self.issue() for _ in range(count)]

    def issue(self) -> Ticket:
        ticket = Ticket(self._space.sample(self._rng), 0, self._issued, 0)
        self._issued += 1
        self.calls.append(("issue", ticket))
        return ticket

    def observe(self, outcome: Outcome) -> None:
        self.calls.append(("observe", outcome))


def _play(env: Any, seed: int) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = [(env.reset(seed=seed)[0],)]
    plan = np.random.default_rng(seed).uniform(-1, 1, (_STEPS, *env.action_space.shape)).astype(np.float32)
    return rows + [env.step(actions)[:4] for actions in plan]


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(np.array_equal(one, other))
