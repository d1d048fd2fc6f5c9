"""Same seed, same bytes; a state taken at any moment goes on exactly; worlds do not disturb each other."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.stream.knowing import Player, right, wrong
from tests.stream.transcripts import ROUND1, world_of

from gradus import stream
from gradus.school import Outcome
from gradus.stream import TASKS, World


def erratic(seed):
    """Right, wrong or rambling by the question; spoken through ``Player`` in turn, and sometimes out of it."""
    luck = random.Random(seed)

    def policy(task, question, hidden, judged):
        kind = luck.choice(("right", "right", "right", "wrong", "rambling"))
        if kind == "rambling":
            return "".join(chr(luck.randrange(256)) for _ in range(luck.randint(1, 6)))
        return (right if kind == "right" else wrong)(task, question, hidden, judged)

    return policy


def recorded(world, policy, steps, seed):
    """Play and return what was said to the world, so that the same can be said again."""
    luck = random.Random(seed)
    player = Player(world, policy)
    said = []
    for _ in range(steps):
        reply = player._reply()
        if luck.random() < 0.03:
            reply = chr(luck.choice((46, 65, 200)))
        said.append(ord(reply))
        player.byte, player.reward = world.step(ord(reply))
    return said


@pytest.mark.parametrize("name", ROUND1)
def test_a_state_taken_at_any_moment_goes_on_exactly(name):
    task = TASKS.get(name).with_(max_time=220, streak=2 if name.startswith("micro") else 1)
    said = recorded(world_of(task, seed=6), erratic(1), 900, seed=2)
    world = world_of(task, seed=6)
    heard = [world.step(None)]
    moments = {0, 1, 2, *random.Random(name).sample(range(900), 7)}
    states = {}
    for moment, byte in enumerate(said):
        if moment in moments:
            states[moment] = json.dumps([world.state(), [o.to_json() for o in world.outcomes]])
        heard.append(world.step(byte))
    assert len(world.outcomes) >= 2
    for moment, text in states.items():
        state, rows = json.loads(text)
        other = world_of(task, seed=6)
        other.restore(state, [Outcome.from_json(row) for row in rows])
        assert json.dumps(other.state()) == json.dumps(state)
        assert [other.step(byte) for byte in said[moment:]] == heard[moment + 1 :]
        assert other.outcomes == world.outcomes
        assert other.state() == world.state()


def test_a_state_of_the_whole_curriculum_with_scrambler_and_cap():
    def make():
        return World(stream.make("round1", streak=2), seed=11, scramble="all", reward_cap=4)

    world = make()
    player = Player(Unscrambled(world))  # type: ignore[arg-type]
    for _ in range(3000):
        player.step()
    state = json.loads(json.dumps(world.state()))
    other = make()
    other.restore(state)
    said = [random.Random(0).randrange(256) for _ in range(2000)]
    assert [world.step(byte) for byte in said] == [other.step(byte) for byte in said]
    assert world.state() == other.state()


class Unscrambled:
    """A scrambled world, heard and spoken to in plain text."""

    def __init__(self, world):
        self._world = world

    def __getattr__(self, name):
        return getattr(self._world, name)

    def step(self, byte):
        table, inverse = self._world.scrambler.table, self._world.scrambler.inverse
        shown, reward = self._world.step(None if byte is None else table[byte])
        return inverse[shown], reward


def test_a_state_before_the_first_byte_and_after_the_last():
    one = stream.make("round1").only("micro4")
    world = World(one)
    twin = World(one)
    twin.restore(json.loads(json.dumps(world.state())))
    byte, _ = world.step(None)
    assert twin.step(None) == (byte, 0)
    while not world.finished:
        byte, _ = world.step(byte)
    twin.restore(json.loads(json.dumps(world.state())))
    assert twin.finished and twin.task is None and twin.steps == world.steps


def test_an_instance_does_not_depend_on_what_happened_before_it():
    """The third instance of a task is the same whether the first two were solved or not."""
    curriculum = stream.make("round1").only("micro5.4", "mini1")

    def third(policy):
        world = World(curriculum, seed=3, teacher="sequential")
        Player(world, policy).run(instances=4)
        return world.ticket, world.dialogue._hidden

    assert third(right) == third(wrong)


def test_worlds_played_in_turn_do_not_disturb_each_other():
    names = ["micro5.9", "micro16", "micro19", "micro20", "mini0", "mini5"]
    alone = {}
    for name in names:
        world = world_of(TASKS.get(name), seed=8)
        said = recorded(world, erratic(3), 1200, seed=4)
        alone[name] = (said, world.state())
    worlds = {name: world_of(TASKS.get(name), seed=8) for name in names}
    for world in worlds.values():
        world.step(None)
    for step in range(1200):
        for name, world in worlds.items():
            world.step(alone[name][0][step])
    assert {name: world.state() for name, world in worlds.items()} == {n: alone[n][1] for n in names}


def test_the_global_generators_are_neither_used_nor_touched():
    def run():
        world = World(stream.make("round1", streak=1), seed=1)
        Player(world).run()
        return world.state()

    random.seed(1)
    np.random.seed(1)  # noqa: NPY002
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002
    first = run()
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]  # noqa: NPY002
    random.seed(2)
    np.random.seed(2)  # noqa: NPY002
    assert run() == first


def test_different_seeds_give_different_runs():
    heard = set()
    for seed in range(20):
        world = World(seed=seed)
        heard.add(bytes([world.step(None)[0], *(world.step(32)[0] for _ in range(60))]))
    assert len(heard) == 20


DIGEST = """
import hashlib, random
from gradus import stream
from gradus.stream import World
luck, digest = random.Random(5), hashlib.sha256()
world = World(stream.make("round1", streak=2), seed=5, scramble="classes", teacher="sequential")
byte, reward = world.step(None)
for _ in range(40_000):
    digest.update(bytes([byte, reward & 255]))
    awaited = world.dialogue.awaited()
    plain = awaited[0] if awaited and luck.random() < 0.97 else 32
    byte, reward = world.step(world.scrambler.table[plain])
digest.update(repr(sorted(set(o.ticket.task for o in world.outcomes))).encode())
print(digest.hexdigest(), len({o.ticket.task for o in world.outcomes}))
"""


def test_the_bytes_do_not_depend_on_the_hash_seed():
    source = str(Path(stream.__file__).parents[2])
    digests = set()
    for hash_seed in ("0", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": source}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True
        )
        digests.add(done.stdout)
    assert len(digests) == 1
    assert digests.pop().split()[1] == "46", "the transcript covers all tasks"
