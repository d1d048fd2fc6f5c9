"""Stable-Baselines3: four processes, one curriculum."""

import sys
from functools import partial

import gymnasium
from stable_baselines3 import PPO
from stable_baselines3.common.vec_env import SubprocVecEnv

from gradus.school import Box
from gradus.teachers import make
from gradus.teachers.gym import Taught
from gradus.teachers.shared import TeacherServer, connect


def set_gravity(env, task):
    env.unwrapped.gravity = task[0]


def lane(address):
    return Taught(gymnasium.make("CartPole-v1"), connect(address), set_gravity, lambda ret, info: ret > 150)


if __name__ == "__main__":
    teacher = make("alp-gmm", Box((5.0,), (30.0,), ("gravity",)), seed=0, fit_every=50)
    with TeacherServer(teacher, folder="curriculum") as server:
        envs = SubprocVecEnv([partial(lane, server.address)] * 4)
        PPO("MlpPolicy", envs, n_steps=256, seed=0).learn(int((*sys.argv, "20000")[1]))
        envs.close()
    print(teacher.episodes, "episodes; the next tasks:", teacher.preview(3))
