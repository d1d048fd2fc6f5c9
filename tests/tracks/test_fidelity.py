"""The tracks against figures measured on the TeachMyAgent reference implementation with Box2D 2.3.10."""

import json
from pathlib import Path

import numpy as np
import pytest

from gradus.tracks import Terrain, bodies, make
from gradus.tracks.lanes import Lanes
from gradus.tracks.options import TrackOptions

CASES = json.loads((Path(__file__).parent / "head_poses.json").read_text())
"""Track, water level, body, and the head's x, y, angle after reset and after 1, 5, 10 and 20 steps."""
TIMES = (0, 1, 5, 10, 20)
FIRST = 1e-4
"""Tolerance up to the first step; the measured figures are rounded to 5e-5."""


def tolerance(body, water, t):
    if t <= 1:
        return FIRST
    if "millipede" in body:
        return 5e-2
    if water and "quadru" in body:
        return (
            2e-2  # strong motors under water: a push of 1e-5 N moves the head by a centimetre within 20 steps
        )
    if water and "climbing" in body:
        return 1e-2
    return 1e-3


def play(track, water, body):
    """Yields the head's pose at the measured times, or None once the episode has ended."""
    # The original was driven with double-precision actions. From a push of exactly 0 the old bipedal's spawn is a
    # tie that their last bits decide; a hundred-thousandth of a newton breaks it the same way.
    push = 1e-5 if body == "old_classic_bipedal" and track == "stump" else 0.0
    stump, parkour = (1.0, 3.0), (-0.15, 0.8, 0.1, float(water), 10.0)
    names = ("theta_1", "theta_2", "theta_3", "water_level", "smoothing")
    from gradus.school import Box

    dry = Box((-1, -1, -1, 0, 10), (1, 1, 1, 1, 10), names)
    env = make(track, body=body, push=push, space=dry if track == "parkour" else None, max_steps=0)
    env = make(
        track, body=body, push=push, space=env.task_space, tickets=parkour if track == "parkour" else stump
    )
    env.reset(seed=1)
    hands, motors = env.lanes.body.hands, env.lanes.body.motors
    over = False
    for t in range(TIMES[-1] + 1):
        if t and not over:
            action = [0.6 * np.sin(0.15 * (t - 1) + 1.3 * k) for k in range(motors)] + [1.0] * hands
            over = env.step(np.array(action, dtype=np.float32))[2]
        if t in TIMES:
            yield t, None if over else env.lanes.batch.poses(0)[env.lanes.body.head][:3]


@pytest.mark.parametrize(
    ("track", "water", "body", "wanted"), CASES, ids=lambda v: str(v) if isinstance(v, str | int) else ""
)
def test_head_poses_are_those_of_the_original(track, water, body, wanted):
    for (t, found), expected in zip(play(track, water, body), wanted, strict=True):
        if expected is None:
            assert found is None, f"the original's episode had ended by step {t}"
        elif found is not None or t < TIMES[-1]:
            np.testing.assert_allclose(found, expected, atol=tolerance(body, water, t), err_msg=f"step {t}")


SIZES = {  # parts, actions, observation sizes on both tracks, mass in kg: TeachMyAgent reference implementation
    "classic_bipedal": (5, 4, 24, 36, 6.5102),
    "small_bipedal": (5, 4, 24, 36, 5.9662),
    "big_quadru": (9, 8, 34, 46, 16.4356),
    "spider": (13, 12, 42, 54, 3.7156),
    "millipede": (20, 16, 54, 66, 9.5289),
    "wheel": (9, 8, 34, 46, 2.5422),
    "profile_chimpanzee": (16, 14, 50, 62, 8.1164),
    "climbing_profile_chimpanzee": (14, 12, 42, 54, 7.9899),
    "climbing_chest_profile_chimpanzee": (10, 8, 32, 44, 7.0939),
    "fish": (5, 4, 26, 38, 1.5400),
    "amphibious_bipedal": (5, 4, 24, 36, 1.6276),
    "old_classic_bipedal": (5, 4, 24, 36, 6.5102),
    "old_big_quadru": (9, 8, 34, 46, 16.4356),
}


@pytest.mark.parametrize("body", bodies.NAMES)
def test_sizes_and_masses(body):
    parts, actions, stump, parkour, mass = SIZES[body]
    for track, size in (("stump", stump), ("parkour", parkour)):
        lanes = Lanes(TrackOptions(track, body=body), None, 1, 1, 0)  # type: ignore[arg-type]
        lanes.open([0])
        masses = lanes.batch.masses(0)
        assert (len(masses), lanes.body.actions, lanes.observation_size) == (parts, actions, size)
        assert sum(masses) == pytest.approx(mass, abs=1e-4)


class _Recorded:
    """A generator that remembers its last uniform draw, which in Gymnasium's reset is the push."""

    def __init__(self, seed):
        self._rng = np.random.default_rng(seed)

    def uniform(self, *args, **kwargs):
        self.last = self._rng.uniform(*args, **kwargs)
        return self.last

    def __getattr__(self, name):
        return getattr(self._rng, name)


def gymnasium_episode(seed):
    """A fresh Hardcore environment of Gymnasium, its first observation, its terrain and its push."""
    pytest.importorskip("Box2D", reason="Gymnasium's walkers need the package box2d", exc_type=ImportError)
    from gymnasium.envs.box2d.bipedal_walker import BipedalWalker

    env = BipedalWalker(hardcore=True)
    env._np_random = _Recorded(seed)  # type: ignore[assignment]
    observation, _ = env.reset()
    pieces = []
    for body in reversed(env.terrain):  # Gymnasium keeps the list back to front for drawing
        for fixture in body.fixtures:
            points = [(float(x), float(y)) for x, y in fixture.shape.vertices]
            pieces.append(("ground" if len(points) == 2 else "stump", points))
    return env, observation, Terrain(pieces), env._np_random.last  # type: ignore[attr-defined]


def actions_for(seed):
    """Random actions, held for one, four or sixteen steps, so that episodes differ in style and length."""
    rng = np.random.default_rng(1000 + seed)
    hold = (1, 4, 16)[seed % 3]
    while True:
        action = rng.uniform(-1, 1, 4).astype(np.float32)
        for _ in range(hold):
            yield action


def check_episode(seed, lidar):
    theirs, observation, terrain, push = gymnasium_episode(seed)
    ours = make("stump", terrain=terrain, push=push, lidar=lidar, max_steps=0)
    first, _ = ours.reset()
    assert np.array_equal(first, observation)
    for t, action in zip(range(2000), actions_for(seed)):  # noqa: B905
        observation, reward, over, _, _ = theirs.step(action)
        found, gain, terminated, _, _ = ours.step(action)
        assert np.array_equal(found, observation), f"seed {seed}, step {t}"
        assert gain == pytest.approx(float(reward), abs=1e-5)  # Gymnasium adds in single precision
        assert terminated == over
        if over:
            return t + 1
    return 2000


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("lidar", ["box2d", "analytic"])
def test_whole_episodes_are_bit_equal_to_gymnasium(lidar):
    assert sum(check_episode(seed, lidar) for seed in range(12)) > 1000


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_many_episodes_are_bit_equal_to_gymnasium():
    assert sum(check_episode(seed, "box2d") for seed in range(100, 196)) > 10_000
