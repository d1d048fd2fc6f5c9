"""Bandits and replay teach the stream's curricula, too."""

import json

import numpy as np
import pytest

from gradus.stream import World


def play(world, steps, seed=0):
    """Answer with random letters; what the world said."""
    rng = np.random.default_rng(seed)
    answers = rng.integers(97, 123, steps)
    said = [world.step(None)] if world.steps == 0 else []
    return said + [world.step(int(answer)) for answer in answers]


@pytest.mark.parametrize("name", ["learning-progress", "tscl", "plr", "random"])
def test_a_bandit_teaches_a_curriculum_and_goes_on_exactly(name):
    world = World("round1", seed=3, teacher=name)
    play(world, 100_000)
    assert len({outcome.ticket.task for outcome in world.outcomes}) > 3
    saved = json.loads(json.dumps(world.state()))
    twin = World("round1", seed=3, teacher=name)
    twin.restore(saved)
    assert play(twin, 2000, seed=1) == play(world, 2000, seed=1)
