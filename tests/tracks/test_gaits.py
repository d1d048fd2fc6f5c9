"""The worlds can be mastered: for every body there is a simple rhythm that carries it forward.

The rhythms in ``gaits.json`` (frequency, then per action amplitude, phase and bias) come from a short random search.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from gradus.tracks import bodies, make

GAITS = json.loads((Path(__file__).parent / "gaits.json").read_text())
DRY = (-0.15, 0.8, 0.1, 0.0, 0.25, 0.0, 5.0, 10.0)
WET = (-0.15, 0.8, 0.1, 1.0, 0.25, 0.0, 5.0, 10.0)
FLAT = (-3.0, 6.0)


def setting(body):
    family = bodies.make(body).family
    return {"swimmer": ("parkour", WET), "climber": ("parkour", DRY)}.get(family, ("stump", FLAT))


def progress(body, gait, lanes=4, steps=160):
    """How far each lane's head gets; lanes differ in their push."""
    track, task = setting(body)
    env = make(track, num_envs=lanes, body=body, tickets=[task], autoreset_mode="Disabled")
    env.reset(seed=7)
    head, size = env.lanes.body.head, env.lanes.body.actions
    start = env.lanes.batch.poses(0)[head][0]
    frequency, amplitude, phase, bias = gait[0], *np.array(gait[1:]).reshape(3, size)
    for t in range(steps):
        action = np.clip(amplitude * np.sin(frequency * t + phase) + bias, -1, 1)
        env.step(np.tile(action.astype(np.float32), (lanes, 1)))
    return np.array([env.lanes.batch.poses(lane)[head][0] for lane in range(lanes)]) - start


@pytest.mark.parametrize("body", bodies.NAMES)
def test_a_rhythm_carries_the_body_forward(body):
    gait, metres = GAITS[body]["gait"], GAITS[body]["metres"]
    rest = [0.0] * len(gait)
    if bodies.make(body).hands:
        rest[-2:] = [1.0, 1.0]  # a climber that rests holds on
    moved, carried = np.median(progress(body, gait)), np.median(progress(body, rest))
    assert moved > metres > 0.1 and moved > carried + 0.15
