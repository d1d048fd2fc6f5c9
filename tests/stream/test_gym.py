"""The Gymnasium views: the checker is satisfied, and the views show exactly the world."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import gradus  # noqa: F401 (registers the environments)
from gradus.school import UserError
from gradus.stream import World, make

SHORT = make("round1").only("micro4", "micro5.1")


def test_the_checker_is_satisfied():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("gradus/Stream-v0").unwrapped)


def test_the_environment_is_the_world():
    env = gymnasium.make("gradus/Stream-v0", scramble=True)
    world = World("round1", 7, scramble=True)
    observation, _ = env.reset(seed=7)
    byte, reward = world.step(None)
    rng = np.random.default_rng(0)
    for _ in range(3000):
        assert (observation["byte"], observation["reward"]) == (byte, reward)
        action = int(rng.integers(32, 127))
        observation, paid, *_ = env.step(action)
        byte, reward = world.step(action)
        assert paid == reward


def right_answer(env):
    """The byte of a learner that knows, for any lane."""
    rest = env.world.dialogue.awaited()
    return rest[0] if rest else 32


def test_an_episode_is_a_run_and_ends():
    env = gymnasium.make("gradus/Stream-v0", curriculum=SHORT).unwrapped
    env.reset(seed=0)
    ended, outcomes = False, []
    while not ended:
        _, _, ended, _, info = env.step(right_answer(env))
        outcomes += [info["outcome"]] if "outcome" in info else []
    assert len(outcomes) == 10 and all(row["solved"] for row in outcomes)
    with pytest.raises(UserError, match="finished"):
        env.step(32)


def test_resets_without_a_seed_follow_from_the_first():
    def seeds():
        env = gymnasium.make("gradus/Stream-v0")
        return [env.reset(seed=3)[1]["seed"], env.reset()[1]["seed"], env.reset()[1]["seed"]]

    assert seeds() == seeds()
    assert len(set(seeds())) == 3


def test_lanes_equal_single_environments_and_start_again_after_their_end():
    lanes = gymnasium.make_vec("gradus/Stream-v0", num_envs=3, curriculum=SHORT)
    observations, _ = lanes.reset(seed=5)
    singles = [gymnasium.make("gradus/Stream-v0", curriculum=SHORT).unwrapped for _ in range(3)]
    expected = [env.reset(seed=5 + i)[0] for i, env in enumerate(singles)]
    ended, restarts = [False] * 3, 0
    for _ in range(400):
        assert [dict(o) for o in expected] == [
            {k: observations[k][i] for k in ("byte", "reward")} for i in range(3)
        ]
        assert observations in lanes.observation_space
        actions = np.array([32 if ended[i] else right_answer(env) for i, env in enumerate(singles)])
        observations, rewards, terminated, _, _ = lanes.step(actions)
        for i, env in enumerate(singles):
            if ended[i]:
                expected[i], ended[i], restarts = env.reset()[0], False, restarts + 1
                assert rewards[i] == 0 and not terminated[i]
            else:
                expected[i], reward, ended[i], *_ = env.step(actions[i])
                assert (reward, ended[i]) == (rewards[i], terminated[i])
    assert restarts >= 3


def test_rendering_shows_aligned_rows():
    env = gymnasium.make("gradus/Stream-v0", render_mode="ansi").unwrapped
    env.reset(seed=0)
    for byte in b"abc":
        env.step(byte)
    lines = env.render().splitlines()  # type: ignore[union-attr]
    assert [line[:5] for line in lines] == ["In  |", "Out |", "Rew |"]
    assert lines[1] == "Out |abc" and len(lines[0]) == 8


def step_first():
    gymnasium.make("gradus/Stream-v0").unwrapped.step(3)


@pytest.mark.parametrize("call", [lambda: gymnasium.make_vec("gradus/Stream-v0", num_envs=0), step_first])
def test_misuse_is_one_sentence(call):
    with pytest.raises(UserError, match=r"at least 1|reset\(\) before"):
        call()
