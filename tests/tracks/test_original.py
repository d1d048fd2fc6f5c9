"""Whole episodes of all thirteen bodies on five worlds, equal to the original's in every bit.

``original.json`` holds what the untouched TeachMyAgent environments (NumPy 1.26, pybox2d 2.3.10, a fresh world for
every episode) did: seeds and actions to repeat an episode, checksums (CRC-32) of all its observations and rewards, the
sum of its rewards, and the head's x, y, angle and velocities after 0, 1, 10, 30 and 60 steps and at the end. Numbers
are the digits of IEEE floats. On Parkour the original was given the output of our terrain network, so its own is not
part of this.
"""

import json
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from gradus.school import Box
from gradus.tracks import bodies
from gradus.tracks.cppn import network
from gradus.tracks.lanes import Lanes
from gradus.tracks.options import TrackOptions

ORIGINAL = json.loads((Path(__file__).parent / "original.json").read_text())
TIMES = (0, 1, 10, 30, 60)


class Episode(NamedTuple):
    body: str
    world: str
    words: list
    push: str
    seed: int
    hold: int
    steps: int
    ended: bool
    observations: str
    rewards: str
    total: str
    heads: list


EPISODES = [Episode(*row) for row in ORIGINAL["episodes"]]


def bits(values, kind):
    return np.asarray(values, dtype=kind).astype(f">{kind}").tobytes().hex()


def opened(episode, count=1, **options):
    """Lanes that stand at the start of the episode."""
    world = ORIGINAL["worlds"][episode.world]
    task = world["task"]
    values = tuple(task.values())
    space = Box(tuple(min(0.0, v) for v in values), tuple(max(1.0, v) for v in values), tuple(task))
    chosen = TrackOptions(world["track"], body=episode.body, space=space, max_steps=0, **options)
    lanes = Lanes(chosen, None, count, 1, 0)
    rows, words = [lanes.reader.row(values)] * count, [episode.words] * count
    lanes.batch.reset(np.arange(count, dtype=np.int32), np.array(rows), np.array(words, dtype=np.uint32))
    return lanes


def actions(episode, body):
    """Motors from -1 to 1, hands mostly closed, held for some steps; exact in single precision."""
    draws = np.random.RandomState(episode.seed)
    while True:
        words = draws.randint(0, 2**32, body.actions, dtype=np.uint32)
        action = ((words >> 8).astype(np.float64) - 2**23) / 2**23
        hands = slice(body.motors, None)
        action[hands] = np.where(words[hands] >= 2**29, 1.0, -1.0)
        for _ in range(episode.hold):
            yield action.astype(np.float32)[None]


def head(lanes):
    return bits(lanes.batch.poses(0)[lanes.body.head], "f4")


def play(episode, lanes):
    """The first lane's heads at the listed times and at the end, its checksums, and the sum of its rewards."""
    heads = [head(lanes)]
    observations, rewards, total = zlib.crc32(lanes.observations[0].tobytes()), 0, 0.0
    for t, action in zip(range(1, episode.steps + 1), actions(episode, lanes.body), strict=False):
        assert not lanes.ends[0], f"ended before step {t}"
        lanes.batch.step(action.repeat(lanes.count, axis=0))
        observations = zlib.crc32(lanes.observations[0].tobytes(), observations)
        rewards = zlib.crc32(lanes.rewards[:1].tobytes(), rewards)
        total += lanes.rewards[0]
        if t in TIMES:
            heads.append(head(lanes))
    heads.append(head(lanes))
    return heads, f"{observations:08x}", f"{rewards:08x}", bits(total, "f8")


@pytest.mark.parametrize("episode", EPISODES, ids=[f"{e.body}-{e.world}" for e in EPISODES])
@pytest.mark.parametrize("count", [1, 2], ids=["alone", "together"])
def test_the_episode_is_the_originals_in_every_bit(episode, count):
    lanes = opened(
        episode, count
    )  # one lane goes through the engine's own solver, two go through the wide one
    heads, observations, rewards, total = play(episode, lanes)
    assert heads == episode.heads
    assert (observations, rewards, total) == (episode.observations, episode.rewards, episode.total)
    assert bool(lanes.ends[0]) == episode.ended


def test_every_body_is_compared_on_four_worlds():
    assert sorted(e.body for e in EPISODES) == sorted(4 * bodies.NAMES)
    assert sum(e.steps for e in EPISODES) == 27_517


@pytest.mark.parametrize("relief", ORIGINAL["reliefs"], ids=lambda r: f"{r['theta'][0]}/{r['smoothing']}")
def test_heights_are_made_of_the_networks_output_as_in_the_original(relief):
    raw = network().relief(*relief["theta"])
    assert [f"{zlib.crc32(np.ascontiguousarray(column).tobytes()):08x}" for column in raw.T] == relief["raw"]
    names = ("theta_1", "theta_2", "theta_3", "water_level", "smoothing")
    space = Box((-1.0, -1.0, -1.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0, 20.0), names)
    lanes = Lanes(
        TrackOptions("parkour", space=space), [(*relief["theta"], 0.5, relief["smoothing"])], 1, 1, 0
    )
    lanes.open([0])
    terrain = lanes.batch.terrain(0)
    made = [np.array(terrain[name])[20:, 1] for name in ("ground", "ceiling")]
    assert all(np.array_equal(heights, heights.astype(np.float32)) for heights in made)
    assert [f"{zlib.crc32(heights.astype(np.float32).tobytes()):08x}" for heights in made] == relief[
        "heights"
    ]


@pytest.mark.parametrize("name", [name for name, world in ORIGINAL["worlds"].items() if "water" in world])
def test_the_water_stands_where_it_does_in_the_original(name):
    episode = next(e for e in EPISODES if e.world == name)
    assert bits(opened(episode).batch.terrain(0)["water"], "f8") == ORIGINAL["worlds"][name]["water"]


@pytest.mark.parametrize("episode", EPISODES[:4], ids=lambda e: e.world)
def test_the_push_is_the_last_draw(episode):
    pushed, fixed = (
        opened(episode),
        opened(episode, push=float(np.frombuffer(bytes.fromhex(episode.push), ">f8")[0])),
    )
    assert head(pushed) == head(fixed) == episode.heads[0]
