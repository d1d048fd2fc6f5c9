"""PufferLib: its processes share one curriculum through a server."""

import gymnasium
import pufferlib.vector
from pufferlib.emulation import GymnasiumPufferEnv

from gradus.school import Box
from gradus.teachers import make
from gradus.teachers.gym import Taught
from gradus.teachers.shared import TeacherServer, connect


def set_gravity(env, task):
    env.unwrapped.gravity = task[0]


def lane(address, **buffers):
    env = Taught(gymnasium.make("CartPole-v1"), connect(address), set_gravity, lambda ret, info: ret > 30)
    return GymnasiumPufferEnv(env=env, **buffers)


if __name__ == "__main__":
    teacher = make("learning-progress", Box((5.0,), (30.0,)), seed=0)
    with TeacherServer(teacher) as server:
        several = pufferlib.vector.Multiprocessing
        envs = pufferlib.vector.make(lane, [server.address], backend=several, num_envs=4, num_workers=2)
        envs.reset(seed=0)
        for _ in range(200):
            envs.step(envs.action_space.sample())
        envs.close()
    print(teacher.plays.sum(), "episodes from two processes")
