"""SAC against a world that is not ours: Gymnasium's Pendulum, which published SACs swing up within 10,000 steps."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from gradus.students import EnvShape, Step
from gradus.students.sac import Sac

STEPS, LIMIT = 8000, 200
SETTINGS: dict[str, Any] = {
    "batch_size": 256,
    "hidden": (64, 64),
    "steps_per_update": 1,
    "random_steps": 1000,
}
YES = np.ones(1, bool)


def trained(seed: int) -> Sac:
    """A student after 40 episodes; Pendulum never ends by itself, every episode is cut off."""
    shape = EnvShape(3, 1, 1, (0.0,), (1.0,), STEPS)
    student = Sac(shape, seed, buffer_size=STEPS, entropy_weight=0.1, **SETTINGS)
    world = gymnasium.make("Pendulum-v1")
    seen = row(world.reset(seed=seed)[0])
    for step in range(1, STEPS + 1):
        action = student.act(seen)
        last, reward, terminated, truncated, _ = world.step(2 * action[0])
        assert not terminated
        now = row(world.reset()[0] if truncated else last)
        rewards, length = np.array([float(reward)]), np.array([(step - 1) % LIMIT + 1], np.int32)
        ends = (~YES, np.array([truncated]))
        student.learn(Step(rewards, *ends, row(last), now, np.zeros((1, 1)), length, YES, YES))
        seen = now
    return student


def row(observation: np.ndarray) -> np.ndarray:
    return np.asarray(observation, np.float32)[None]


def examined(student: Sac, episodes: int = 10) -> float:
    """The mean return of the best actions."""
    world, total = gymnasium.make("Pendulum-v1"), 0.0
    for episode in range(episodes):
        seen, over = world.reset(seed=1000 + episode)[0], False
        while not over:
            seen, reward, _, over, _ = world.step(2 * student.best(row(seen))[0])
            total += float(reward)
    return total / episodes


@pytest.mark.parametrize("seed", [0, 1])
def test_sac_swings_the_pendulum_up(seed: int) -> None:
    # At rest or at random an episode costs 1000 to 1500; whoever swings up and balances pays 100 to 300.
    assert examined(trained(seed)) > -300
