"""Whatever a learner says, the books balance and the world speaks plain text."""

import pytest
from tests.stream.knowing import Player, right
from tests.stream.transcripts import ROUND1, world_of

from gradus.school import REASONS, Sampler
from gradus.stream import TASKS

STEPS = 1500


def noisy(luck):
    """Right answers, nonsense of any bytes, full stops and silence, in turn and out of it."""

    def reply(world, player):
        kind = luck.below(12)
        if kind == 0:
            return luck.below(256)
        if kind == 1:
            return ord(".")
        return ord(player._reply())

    return reply


@pytest.mark.parametrize("name", ROUND1)
def test_the_books_balance(name):
    task = TASKS.get(name).with_(max_time=300)
    world = world_of(task, seed=12)
    player = Player(world, right)
    reply, total, heard = noisy(Sampler(4)), 0, bytearray([player.byte])
    for _ in range(STEPS):
        byte, reward = world.step(reply(world, player))
        assert reward in ((0, 1) if name.startswith("mini") else (-1, 0, 1))
        total += reward
        heard.append(byte)
    open_one = world.stopped()
    outcomes = [*world.outcomes, open_one]
    assert sum(outcome.reward for outcome in outcomes) == total
    assert sum(outcome.steps for outcome in outcomes) == world.steps == STEPS + 1
    assert [outcome.ticket.serial for outcome in outcomes] == list(range(len(outcomes)))
    assert all(outcome.solved is (outcome.reason == "solved") for outcome in outcomes)
    assert {outcome.reason for outcome in outcomes} <= set(REASONS)
    assert all(32 <= byte <= 126 for byte in heard)
    assert len(outcomes) > 3


@pytest.mark.parametrize("name", ["micro2", "micro5.7", "micro13.2", "mini4"])
@pytest.mark.parametrize("seed", range(3))
def test_random_bytes_never_break_the_world(name, seed):
    luck = Sampler(seed)
    world = world_of(TASKS.get(name).with_(max_time=200), seed=seed)
    world.step(None)
    for _ in range(2000):
        world.step(luck.below(256))
    assert world.outcomes
    assert all(outcome.steps >= 1 for outcome in world.outcomes)
