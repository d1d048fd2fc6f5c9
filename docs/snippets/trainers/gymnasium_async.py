"""Gymnasium's AsyncVectorEnv: the lanes are processes, the teacher stays here, and the run can be repeated exactly."""

import gymnasium
from gymnasium.vector import AsyncVectorEnv

from gradus.school import Box
from gradus.teachers import make
from gradus.teachers.gym import TaskSlot, TaughtVector


def set_gravity(env, task):
    env.unwrapped.gravity = task[0]


def lane():
    return TaskSlot(gymnasium.make("CartPole-v1"), set_gravity)


if __name__ == "__main__":
    teacher = make("learning-progress", Box((5.0,), (30.0,)), seed=0)
    envs = TaughtVector(AsyncVectorEnv([lane] * 4), teacher, lambda ret, info: ret > 30)
    envs.reset()
    envs.action_space.seed(0)
    for _ in range(300):
        envs.step(envs.action_space.sample())
    envs.close()
    print(len(envs.outcomes), "episodes in four processes")
