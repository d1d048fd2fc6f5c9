"""The parts of PPO and SAC against values worked out by hand or by another route."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradus.students import EnvShape, Step
from gradus.students.networks import jax, jnp, orthogonal
from gradus.students.ppo import Ppo
from gradus.students.ppo_objective import advantages, log_probability
from gradus.students.running_stats import RunningStats
from gradus.students.sac import Sac, sample
from gradus.students.tickets import Once

SHAPE = EnvShape(3, 2, 2, (0.0, 5.0), (1.0, 5.0), 1000)
BOTH = np.ones(2, bool)
SMALL: dict[str, Any] = {"samples": 8, "minibatch": 4, "hidden": (8,)}


def test_advantages_by_hand_and_no_leak_over_an_end() -> None:
    rewards, values = jnp.array([[1.0], [2.0], [3.0]]), jnp.array([[0.5], [0.25], [1.0]])
    ends = jnp.array([[0.0], [1.0], [0.0]])
    found = advantages(rewards, ends, values, jnp.array([2.0]), 0.5, 0.5)[:, 0]
    last = 3 + 0.5 * 2 - 1  # 3.0
    middle = 2 - 0.25  # the episode ended: nothing follows
    first = 1 + 0.5 * 0.25 - 0.5 + 0.25 * middle
    assert found.tolist() == pytest.approx([first, middle, last])
    # Whatever comes after the end must not change what came before.
    other = advantages(rewards.at[2].set(99.0), ends, values, jnp.array([50.0]), 0.5, 0.5)[:, 0]
    assert other[:2].tolist() == found[:2].tolist()


def test_truncated_episodes_are_continued_by_their_value() -> None:
    def collected(terminated: bool, truncated: bool) -> float:
        student = Ppo(SHAPE, 0, **SMALL)
        x = np.ones((2, 3), np.float32)
        student.begin(x, BOTH)
        student.act(x)
        flags = np.array([terminated, False]), np.array([truncated, False])
        lengths = np.ones(2, np.int32)
        student.learn(Step(np.ones(2), *flags, 7 * x, x, np.zeros((2, 2)), lengths, BOTH, BOTH))
        return float(student._rollout["reward"][0, 0])

    assert collected(True, False) == collected(False, False)
    assert collected(False, True) != collected(False, False)


def test_log_probability_matches_scipy() -> None:
    from scipy.stats import norm

    mean, log_std, action = np.array([[0.1, -0.2]]), np.array([0.3, -0.5]), np.array([[0.4, 0.6]])
    expected = norm.logpdf(action, mean, np.exp(log_std)).sum()
    assert float(log_probability(mean, log_std, action)[0]) == pytest.approx(expected, rel=1e-5)


def test_sac_density_of_squashed_actions() -> None:
    student = Sac(SHAPE, 0, hidden=(8,), buffer_size=10)
    x, noise = np.full((1, 3), 0.3, np.float32), np.array([[0.2, -0.4]], np.float32)
    action, log_p = sample(student.params["policy"], x, noise)
    # The density of tanh(u) by numerical change of variables around the same noise.
    jacobian = jax.jacfwd(lambda n: sample(student.params["policy"], x, n[None])[0][0])(jnp.asarray(noise[0]))
    normal = -0.5 * np.sum(noise**2) - np.log(2 * np.pi)
    assert float(log_p[0]) == pytest.approx(normal - np.log(abs(np.linalg.det(jacobian))), abs=1e-3)
    assert np.all(np.abs(action) < 1)


def test_running_stats_equal_the_whole_batch() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(3, 2, (500, 4))
    stats = RunningStats((4,))
    for part in np.split(rows, 10):
        stats.update(part)
    assert stats.mean == pytest.approx(rows.mean(axis=0), rel=1e-5)
    assert stats.var == pytest.approx(rows.var(axis=0), rel=1e-3)


@pytest.mark.parametrize(("rows", "columns"), [(5, 3), (3, 5), (4, 4)])
def test_orthogonal(rows: int, columns: int) -> None:
    matrix = orthogonal(np.random.default_rng(0), rows, columns, 2.0)
    small = matrix @ matrix.T if rows < columns else matrix.T @ matrix
    assert small == pytest.approx(4 * np.eye(min(rows, columns)), abs=1e-5)


@pytest.mark.parametrize("kind", [Ppo, Sac])
def test_value_estimates_see_the_task(kind: type) -> None:
    settings = SMALL if kind is Ppo else {"hidden": (8,), "memory": 10}
    seeing, blind = kind(SHAPE, 0, True, **settings), kind(SHAPE, 0, False, **settings)
    x = np.ones((2, 3), np.float32)
    tasks = np.array([[0.0, 5.0], [1.0, 5.0]])
    low, high = seeing.values(x, tasks)
    assert low != high
    same, again = blind.values(x, tasks)
    assert same == again


def test_value_estimates_learn_what_tasks_are_worth() -> None:
    # Reward equals the task's free coordinate, episodes of one step: the estimate must find the difference.
    shape = EnvShape(3, 1, 20, (0.0,), (1.0,), 10**6)
    student = Ppo(shape, 0, True, samples=200, minibatch=100, hidden=(32,), learning_rate=3e-3)
    rng = np.random.default_rng(0)
    x, ends = np.ones((20, 3), np.float32), np.ones(20, bool)
    student.begin(x, ends)
    for _ in range(600):
        tasks = rng.uniform(0, 1, (20, 1))
        student.act(x)
        student.learn(Step(tasks[:, 0], ends, ~ends, x, x, tasks, np.ones(20, np.int32), ends, ends))
    low, high = student.values(x[:2], np.array([[0.1], [0.9]]))
    assert low == pytest.approx(0.1, abs=0.15)
    assert high == pytest.approx(0.9, abs=0.15)


def test_a_repeated_test_task_is_another_instance_each_time() -> None:
    source = Once()
    tickets = []
    for number in range(2):
        source.load([(0.0,), (1.0,), (0.0,)], 7, number)
        tickets += [source.issue() for _ in range(3)]
    assert source.issue() is None
    keys = [ticket.spawn_key() for ticket in tickets if ticket is not None]
    assert len(set(keys)) == 6


def test_a_single_task_leaves_nothing_to_see() -> None:
    student = Ppo(EnvShape(3, 2, 2, (1.0,), (1.0,), 100), 0, **SMALL)
    x, ends = np.ones((2, 3), np.float32), np.zeros(2, bool)
    student.begin(x, BOTH)
    for _ in range(4):
        student.act(x)
        lengths = np.ones(2, np.int32)
        student.learn(Step(np.ones(2), ends, ends, x, x, np.ones((2, 1)), lengths, BOTH, BOTH))
    assert student.settled and student.figures()


def taught(settings: dict[str, Any], updates: int = 3, steps: int = 1000) -> Ppo:
    """A student after some updates on the same observations, rewards by the first action."""
    student = Ppo(EnvShape(3, 2, 2, (0.0, 5.0), (1.0, 5.0), steps), 0, **SMALL, **settings)
    x, ends = np.ones((2, 3), np.float32), np.zeros(2, bool)
    student.begin(x, BOTH)
    for _ in range(4 * updates):
        reward = student.act(x)[:, 0].astype(float)
        lengths = np.ones(2, np.int32)
        student.learn(Step(reward, ends, ends, x, x, np.zeros((2, 2)), lengths, BOTH, BOTH))
    return student


def moved(student: Ppo) -> float:
    fresh = Ppo(student.shape, 0, **SMALL).params["mean"][0]["w"]
    return float(np.abs(np.asarray(student.params["mean"][0]["w"] - fresh)).max())


def test_the_step_size_falls_to_nothing() -> None:
    # Adam's first steps are as long as its step size, whatever the gradient.
    whole, falling = moved(taught({}, 2)), moved(taught({"anneal": True}, 2, steps=16))
    assert falling == pytest.approx(0.75 * whole, rel=0.2)
    ended = taught({"anneal": True}, 5, steps=16)
    assert moved(ended) == moved(taught({"anneal": True}, 2, steps=16))


def test_steps_end_when_the_policy_has_moved_too_far() -> None:
    settings = {"learning_rate": 0.1, "epochs": 50}
    free, held = taught(settings, 1), taught({**settings, "target_kl": 0.02}, 1)
    assert free.figures()["kl"] > 0.02 >= held.figures()["kl"]
    assert 1 <= held.figures()["gradient_steps"] < 100
    # Never reached, it changes nothing.
    wide = taught({"target_kl": 1e9})
    for name, array in taught({}).state()[1].items():
        assert np.allclose(wide.state()[1][name], array, atol=1e-6)


@pytest.mark.parametrize(
    ("kind", "expected"), [("plain", [1.0, 4.0]), ("huber", [1.0, 3.0]), ("clipped", [1.0, 7.84])]
)
def test_value_losses_by_hand(kind: str, expected: list[float]) -> None:
    from gradus.students.ppo_objective import value_error
    from gradus.students.ppo_settings import Settings

    found = value_error(
        jnp.array([1.0, 2.0]), jnp.array([1.0, 3.0]), jnp.array([0.0, 0.0]), Settings(value_loss=kind)
    )
    assert found.tolist() == pytest.approx(expected)


@pytest.mark.parametrize("kind", [Ppo, Sac])
def test_checkpoints_of_version_0_1_are_read(kind: type) -> None:
    old = {"opt_state": "memory", "rollout": "roll", "opt_states": "memories"}
    student = taught({}) if kind is Ppo else Sac(SHAPE, 0, hidden=(8,), buffer_size=10)
    small, arrays = student.state()
    stored = {}
    for name, array in arrays.items():
        first = name.split(".")[0].split("[")[0]
        stored[old.get(first, first) + name.removeprefix(first)] = array
    again = kind(student.shape, 1, **(SMALL if kind is Ppo else {"hidden": (8,), "memory": 10}))
    again.restore(small, stored)
    assert stored.keys() != arrays.keys()
    assert all(np.array_equal(again.state()[1][name], array) for name, array in arrays.items())


def test_the_old_name_of_a_setting_still_works() -> None:
    assert Ppo(SHAPE, 0, **SMALL, gae=0.5).settings.gae_lambda == 0.5


def test_a_student_may_start_from_an_action() -> None:
    student = Ppo(SHAPE, 0, **SMALL, action_init=(0.5, -0.25), log_std_init=-20.0)
    x = np.zeros((2, 3), np.float32)
    student.begin(x, BOTH)
    assert student.best(x) == pytest.approx(np.tile([0.5, -0.25], (2, 1)))
    assert student.act(x) == pytest.approx(student.best(x), abs=1e-6)
