"""A teacher drives Gymnasium environments; tickets survive every way of resetting."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from gradus.school import Box, Discrete, UserError
from gradus.teachers import make
from gradus.teachers.gym import TaskSlot, Taught, TaughtVector, instance_seed


class Steps(gymnasium.Env):
    """Lasts as many steps as its task says and rewards each with the task; shows task and luck."""

    observation_space = gymnasium.spaces.Box(-10, 10, (2,), np.float64)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self):
        self.task = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.left, self.luck = 1 + int(self.task), float(self.np_random.random())
        return self._look(), {}

    def step(self, action):
        self.left -= 1
        return self._look(), self.task, self.left == 0, False, {"success": self.task > 2}

    def _look(self):
        return np.array([self.task, self.luck])


def set_task(env, task):
    env.unwrapped.task = task[0]


SPACE = Box((0.0,), (5.0,))


def slot():
    return TaskSlot(Steps(), set_task)


def expected(outcome):
    (task,) = outcome.ticket.task
    steps = 1 + int(task)
    return (steps, pytest.approx(steps * task), task > 2)


def test_one_environment():
    env = Taught(Steps(), make("random", SPACE, 3), set_task)
    seen = []
    for _ in range(20):
        observation, info = env.reset()
        assert info["ticket"] == len(env.outcomes)
        seen.append(observation)
        done = False
        while not done:
            _, _, done, _, _ = env.step(0)
    for observation, outcome in zip(seen, env.outcomes, strict=True):
        assert (outcome.steps, outcome.reward, outcome.solved) == expected(outcome)
        again = slot()
        again.ticket = outcome.ticket
        assert np.array_equal(again.reset()[0], observation)


def test_a_reset_in_the_middle_stops_the_episode():
    env = Taught(Steps(), make("random", SPACE, 1), set_task)
    env.reset()
    env.reset()
    assert [outcome.reason for outcome in env.outcomes] == ["stopped"]


def test_an_exhausted_teacher_says_so():
    class Named(Steps):
        pass

    teacher = make("consecutive", Discrete(("1",)), success_threshold=1)
    env = Taught(
        Named(),
        teacher,
        lambda e, task: setattr(e.unwrapped, "task", float(task)),  # type: ignore[arg-type]
        lambda r, i: True,
    )
    env.reset()
    while not env.outcomes:
        env.step(0)
    with pytest.raises(UserError, match="nothing left"):
        env.reset()


def test_a_slot_without_ticket_refuses():
    with pytest.raises(UserError, match="no ticket"):
        slot().reset()


def run(mode, vector, steps=60, lanes=3):
    venv = vector([slot] * lanes, autoreset_mode=mode)
    env = TaughtVector(venv, make("random", SPACE, 5))
    observations, _ = env.reset()
    starts = [observations.copy()]
    try:
        for _ in range(steps):
            observations, _, terminated, truncated, _ = env.step(np.zeros(lanes, int))
            done = terminated | truncated
            if mode == AutoresetMode.DISABLED and done.any():
                observations, _ = env.reset(options={"reset_mask": done})
            starts.append(observations.copy())
    finally:
        env.close()
    return env.outcomes, starts


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_tickets_survive_autoreset(mode):
    outcomes, starts = run(mode, SyncVectorEnv)
    assert len(outcomes) > 30
    assert len({outcome.ticket.serial for outcome in outcomes}) == len(outcomes)
    shown = {tuple(row) for observations in starts for row in observations}
    for outcome in outcomes:
        assert (outcome.steps, outcome.reward, outcome.solved) == expected(outcome)
        again = slot()
        again.ticket = outcome.ticket
        assert tuple(again.reset()[0]) in shown


def robust():
    """A teacher that trains on replays only."""
    return make("plr", SPACE, 5, train_on_new=False, buffer=10)


def test_one_environment_says_what_to_learn_from():
    env = Taught(Steps(), robust(), set_task)
    said = []
    for _ in range(40):
        _, info = env.reset()
        assert info["trains_on"] is (info["ticket"] in env.teacher.replays)
        said.append(info["trains_on"])
        while len(env.outcomes) < len(said):
            env.step(0)
    assert set(said) == {True, False}
    _, info = Taught(Steps(), make("random", SPACE), set_task).reset()
    assert info["trains_on"] is True


@pytest.mark.parametrize("vector", [SyncVectorEnv, pytest.param(AsyncVectorEnv, marks=pytest.mark.slow)])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_lanes_say_what_to_learn_from(mode, vector):
    asked, teacher = {}, robust()
    answer = teacher.trains_on
    teacher.trains_on = lambda ticket: asked.setdefault(ticket.serial, answer(ticket))
    env = TaughtVector(vector([slot] * 3, autoreset_mode=mode), teacher)
    said = {}

    def listen(infos):
        for lane in np.flatnonzero(infos.get("_trains_on", [])):
            assert infos["_ticket"][lane]
            said[int(infos["ticket"][lane])] = bool(infos["trains_on"][lane])

    listen(env.reset()[1])
    try:
        for _ in range(60):
            _, _, terminated, truncated, infos = env.step(np.zeros(3, int))
            listen(infos)
            if mode == AutoresetMode.DISABLED and (terminated | truncated).any():
                listen(env.reset(options={"reset_mask": terminated | truncated})[1])
    finally:
        env.close()
    assert {outcome.ticket.serial for outcome in env.outcomes} <= set(said)
    assert said == {serial: asked[serial] for serial in said}
    assert set(said.values()) == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_processes_give_the_same_run(mode):
    assert run(mode, AsyncVectorEnv)[0] == run(mode, SyncVectorEnv)[0]


def test_same_lanes_same_tickets_with_a_learning_teacher():
    def outcomes():
        env = TaughtVector(SyncVectorEnv([slot] * 4), make("riac", SPACE, 0, capacity=20))
        env.reset()
        for _ in range(80):
            env.step(np.zeros(4, int))
        return env.outcomes

    assert outcomes() == outcomes()


def test_the_seed_of_an_instance_belongs_to_its_ticket():
    teacher = make("random", SPACE)
    first, second = teacher.issue(), teacher.issue()
    assert instance_seed(first) == instance_seed(first) != instance_seed(second)


@pytest.mark.slow
def test_a_stable_baselines_student():
    sb3 = pytest.importorskip("stable_baselines3")

    teacher = make("alp-gmm", SPACE, 0, fit_every=40)
    lanes = [lambda: Taught(Steps(), teacher, set_task) for _ in range(2)]
    from stable_baselines3.common.vec_env import DummyVecEnv

    sb3.PPO("MlpPolicy", DummyVecEnv(lanes), n_steps=64, batch_size=32, seed=0, device="cpu").learn(600)
    assert teacher.mixture is not None
    assert teacher.episodes >= 100
