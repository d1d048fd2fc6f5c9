"""RLlib: the environment runners share one curriculum through a Ray actor."""

import sys

import gymnasium
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.tune.registry import register_env

from gradus.school import Box
from gradus.teachers.gym import Taught
from gradus.teachers.shared import actor


def set_gravity(env, task):
    env.unwrapped.gravity = task[0]


def lane(config):
    env = gymnasium.make("CartPole-v1")
    return Taught(env, actor.join(config["desk"]), set_gravity, lambda ret, info: ret > 150)


if __name__ == "__main__":
    ray.init(num_cpus=3, include_dashboard=False)
    desk = actor.start("alp-gmm", Box((5.0,), (30.0,)), seed=0, settings={"fit_every": 50})
    register_env("taught", lane)
    config = PPOConfig().environment("taught", env_config={"desk": desk}).env_runners(num_env_runners=2)
    algorithm = config.training(train_batch_size=1000, minibatch_size=128, num_epochs=2).build_algo()
    for _ in range(int((*sys.argv, "3")[1])):
        algorithm.train()
    algorithm.stop()
    print(ray.get(desk.state.remote())["teacher"]["memory"]["episodes"], "episodes from two runners")
