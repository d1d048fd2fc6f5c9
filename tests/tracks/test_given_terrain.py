"""A terrain given as data is the terrain itself: an episode on it equals the one on the task it was taken from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradus.school import Ticket, UserError
from gradus.tracks import Terrain, make

KINDS = ("ground", "ceiling", "stump", "creeper")
TASK = (0.3, -0.4, 0.6, 0.5, 0.25, 1.0, 1.0, 10.0)


def given(lanes: Any) -> Terrain:
    """The terrain of a lane's task, piece by piece."""
    made = lanes.batch.terrain(0)
    pieces = [
        (KINDS[kind], [tuple(point) for point in points])
        for kind, points in made["pieces"]
        if kind < len(KINDS)
    ]
    return Terrain(tuple(pieces), pad=made["pad"], finish=made["finish"], water=made["water"])


def states(env: Any, steps: int = 150) -> np.ndarray:
    """Poses of a body that is moved at random, step by step."""
    rng = np.random.default_rng(3)
    env.reset()
    found = []
    for _ in range(steps):
        actions = rng.uniform(-1, 1, (1, env.lanes.body.actions)).astype(np.float32)
        _, _, terminated, truncated, _ = env.step(actions)
        found.append(env.lanes.batch.poses(0)[:, :3].copy())
        if terminated[0] or truncated[0]:
            break
    return np.stack(found)


def track(body: str, **options: Any) -> Any:
    ticket = Ticket(TASK, 1, 0, 0)
    settings: dict[str, Any] = {"num_envs": 1, "autoreset_mode": "Disabled", "push": 0.0, "space": "hard"}
    return make("parkour", body=body, tickets=[ticket], **{**settings, **options})


@pytest.mark.parametrize("body", ["classic_bipedal", "fish", "climbing_profile_chimpanzee"])
def test_parkour_on_its_own_terrain_given_back(body: str) -> None:
    drawn = track(body)
    expected = states(drawn)
    again = states(track(body, terrain=given(drawn.lanes)))
    assert expected.shape == again.shape
    assert (expected == again).all()


def flat(**more: Any) -> Terrain:
    edges = [("ground", [(x, 3.33), (x + 5.0, 3.33)]) for x in np.arange(0.0, 100.0, 5.0)]
    return Terrain(tuple(edges), **more)


def test_water_carries_a_fish() -> None:
    """Without water a fish lies on the ground and dies; in it, it stays alive."""
    dry = states(track("fish", terrain=flat()), 400)
    wet = states(track("fish", terrain=flat(water=20.0)), 400)
    assert len(wet) > len(dry) or wet[-1, 0, 1] > dry[-1, 0, 1] + 0.5


@pytest.mark.parametrize(
    ("terrain", "name", "body", "sentence"),
    [
        (flat(water=2.0), "stump", "old_classic_bipedal", "Only Parkour has water"),
        (flat(water=float("nan")), "parkour", "fish", "water must be a finite number, not nan"),
        (flat(), "parkour", "climbing_profile_chimpanzee", "hangs from the ceiling"),
    ],
)
def test_what_cannot_be_played_is_said(terrain: Terrain, name: str, body: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        make(name, body=body, terrain=terrain, num_envs=1)
