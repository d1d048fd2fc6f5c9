"""A single file in the manner of CleanRL: vector environment, teacher, actor-critic; PyTorch."""

import sys

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from gradus.school import Box
from gradus.teachers import make
from gradus.teachers.gym import TaskSlot, TaughtVector


def set_gravity(env, task):
    env.unwrapped.gravity = task[0]


def lane():
    return TaskSlot(gymnasium.make("CartPole-v1"), set_gravity)


if __name__ == "__main__":
    torch.manual_seed(0)
    torch.set_num_threads(1)
    lanes = SyncVectorEnv([lane] * 8, autoreset_mode=AutoresetMode.SAME_STEP)
    envs = TaughtVector(lanes, make("plr", Box((5.0,), (30.0,)), seed=0), lambda ret, info: ret > 150)
    body = torch.nn.Sequential(torch.nn.Linear(4, 64), torch.nn.Tanh(), torch.nn.Linear(64, 3))
    optimiser = torch.optim.Adam(body.parameters(), 3e-3)
    seen, _ = envs.reset()
    for _ in range(int((*sys.argv, "150")[1])):
        losses, gains, values, alive = [], [], [], []
        for _ in range(16):
            out = body(torch.as_tensor(seen))
            policy = torch.distributions.Categorical(logits=out[:, :2])
            actions = policy.sample()
            seen, rewards, terminated, truncated, _ = envs.step(actions.numpy())
            losses.append(policy.log_prob(actions))
            values.append(out[:, 2])
            gains.append(torch.as_tensor(rewards, dtype=torch.float32))
            alive.append(torch.as_tensor(~(terminated | truncated)))
        returns, after = [], body(torch.as_tensor(seen))[:, 2].detach()
        for gain, going_on in zip(reversed(gains), reversed(alive), strict=True):
            after = gain + 0.99 * after * going_on
            returns.insert(0, after)
        advantage = torch.stack(returns) - torch.stack(values)
        loss = (advantage**2).mean() - (torch.stack(losses) * advantage.detach()).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    last = [outcome.reward for outcome in envs.outcomes[-20:]]
    print(len(envs.outcomes), "episodes; mean return of the last twenty:", np.mean(last))
