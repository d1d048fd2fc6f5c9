"""Lanes that are solved at once play the episodes that they play one by one, in every bit."""

import time
from types import SimpleNamespace

import numpy as np
import pytest

from gradus.school import UserError
from gradus.tracks import bodies, make
from gradus.tracks.native import core, present
from gradus.tracks.options import SOLVERS

HERE = SOLVERS[1 : 1 + core().widest().value] if present() else ()
CASES = [(track, body, False) for track in ("stump", "parkour") for body in bodies.NAMES]
CASES += [("parkour", body, True) for body in bodies.NAMES if "climbing" in body]


def play(case, solver, steps, lanes=35, seed=0):
    """Everything that happens: 35 lanes are two full teams and three more, with many ends and new beginnings."""
    track, body, movable = case
    env = make(track, num_envs=lanes, body=body, seed=seed, solver=solver, movable_creepers=movable)
    rows, rng = [env.reset()[0].tobytes()], np.random.default_rng(seed)
    for t in range(steps):
        if t % 3 == 0:
            action = rng.uniform(-1, 1, env.action_space.shape).astype(np.float32)
        rows.append(b"".join(array.tobytes() for array in env.step(action)[:4]))
        rows.append(b"".join(env.lanes.batch.poses(lane).tobytes() for lane in range(lanes)))
    return rows


def check(case, steps, **options):
    alone = play(case, "scalar", steps, **options)
    for solver in HERE:
        together = play(case, solver, steps, **options)
        first = next((i for i, (a, b) in enumerate(zip(alone, together, strict=True)) if a != b), None)
        assert first is None, f"{solver} differs from step {(first - 1) // 2}"


@pytest.mark.parametrize("case", CASES, ids=lambda c: "-".join(map(str, c)))
def test_lanes_solved_at_once_play_the_same_episodes(case):
    check(case, 4 if case[2] else 20)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda c: "-".join(map(str, c)))
def test_lanes_solved_at_once_play_the_same_whole_episodes(case):
    check(case, 60 if case[2] else 700, lanes=20, seed=5)


@pytest.mark.parametrize("lanes", [2, 17, 64, 70])
def test_any_number_of_lanes_is_dealt_out_right(lanes):
    for case in (("parkour", "fish", False), ("parkour", "climbing_profile_chimpanzee", False)):
        check(case, 12, lanes=lanes, seed=lanes)


def test_options_change_nothing_about_that():
    for body, options in (
        ("spider", {"pairs": 1}),
        ("millipede", {"segments": 7}),
        ("wheel", {"scale": 1.5}),
    ):
        table = bodies.make(body, **options)
        check(("stump", table, False), 20)


def test_threads_change_nothing():
    def episode(threads):
        env = make("parkour", num_envs=20, body="climbing_profile_chimpanzee", threads=threads, seed=2)
        env.reset()
        plan = np.random.default_rng(0).uniform(-1, 1, (40, 20, 12)).astype(np.float32)
        return np.array([env.step(action)[0].copy() for action in plan])

    one = episode(1)
    assert np.array_equal(one, episode(2)) and np.array_equal(one, episode(3))


def test_threads_that_fell_asleep_wake_up():
    """More threads than most machines have cores, and now and then a pause in which all of them stop looking out."""
    plan = np.random.default_rng(0).uniform(-1, 1, (200, 24, 4)).astype(np.float32)

    def episode(threads):
        env = make("stump", num_envs=24, threads=threads, seed=5)
        env.reset()
        found = []
        for t, action in enumerate(plan):
            if t % 20 == 0:
                time.sleep(0.003)
            found.append(env.step(action)[0].copy())
        return np.array(found)

    assert np.array_equal(episode(1), episode(6))


def test_a_solver_that_this_machine_lacks_is_refused(monkeypatch):
    with pytest.raises(UserError, match="solver must be one of auto, scalar, four, eight, sixteen"):
        make("stump", solver="thirty")
    real = core()
    narrow = SimpleNamespace(Settings=real.Settings, Lidar=real.Lidar, widest=lambda: real.Wide.scalar)
    monkeypatch.setattr("gradus.tracks.options.core", lambda: narrow)
    with pytest.raises(UserError, match="solver must be at most 'scalar' on this machine, not 'four'"):
        make("stump", solver="four")
