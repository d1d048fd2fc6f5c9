"""Training speed beside its peer: Gymnasium's BipedalWalker with a PyTorch PPO of the same size, in one run.

    python benchmarks/training.py --steps 20000 --repeats 3

Each side collects and learns with the same numbers (2000 samples, minibatches of 1000, five epochs, 400-300 units) on
one thread. Figures are CPU time per environment step; sides are interleaved and medians are taken, so that a busy
machine slows both. SAC is compared by the time of one gradient step (batch 1000, two action values, a state value and
a policy). The peer needs torch and gymnasium[box2d]; without them only our side is shown.

    python benchmarks/training.py --beside OTHER/bin/python --steps 10000 --repeats 7

compares PPO with that of another version of Gradus, installed in an environment of its own, and nothing else.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from gradus.students import EnvShape, Plan, Step, Training
from gradus.students.sac import Sac

PAPER_STEPS = 20_000_000
PAPER_HOURS = 48 / 8
"""GPU-hours of one 20-million-step run in the paper: eight runs share a V100 for about 48 hours."""


def ours(steps: int) -> Callable[[], float]:
    """CPU seconds per step of a whole training: world, teacher, student, record-keeping off."""
    plan = Plan(teacher="random", steps=10**9, evaluate_every=10**9, preview_every=10**9)
    training = Training.create(None, plan)
    while training.steps < 4000:
        training._advance()

    def measure() -> float:
        before, begun = training.steps, time.process_time()
        while training.steps < before + steps:
            training._advance()
        return (time.process_time() - begun) / (training.steps - before)

    return measure


def theirs(steps: int) -> Callable[[], float]:
    """CPU seconds per step of the peer: one Gymnasium environment, PyTorch."""
    import gymnasium
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    world = gymnasium.make("BipedalWalker-v3")
    agent = TorchPpo(torch, 24, 4)
    state: dict[str, Any] = {"observation": world.reset(seed=0)[0]}

    def measure() -> float:
        begun = time.process_time()
        for _ in range(0, steps, 2000):
            roll = _collect(torch, world, agent, state)
            agent.improve(roll)
        return (time.process_time() - begun) / (-(-steps // 2000) * 2000)

    return measure


def _collect(torch: Any, world: Any, agent: Any, state: dict[str, Any]) -> dict[str, Any]:
    rows: dict[str, list[Any]] = {name: [] for name in ("x", "action", "log_p", "value", "reward", "end")}
    for _ in range(2000):
        x = torch.as_tensor(np.asarray(state["observation"], np.float32))[None]
        with torch.no_grad():
            mean, value = agent.forward(x)
            normal = torch.distributions.Normal(mean, agent.log_std.exp())
            action = normal.sample()
            log_p = normal.log_prob(action).sum(-1)
        observation, reward, terminated, truncated, _ = world.step(action[0].clamp(-1, 1).numpy())
        end = terminated or truncated
        state["observation"] = world.reset()[0] if end else observation
        columns = (x[0], action[0], log_p[0], value[0], float(reward), float(end))
        for name, item in zip(rows, columns, strict=True):
            rows[name].append(item)
    return rows


class TorchPpo:
    """A plain PPO in PyTorch: same sizes, same loss, Adam."""

    def __init__(self, torch: Any, seen: int, acted: int) -> None:
        self.torch, layer = torch, torch.nn.Linear
        relu = torch.nn.ReLU
        self.trunk = torch.nn.Sequential(layer(seen, 400), relu(), layer(400, 300), relu())
        self.mean, self.value = layer(300, acted), layer(300, 1)
        self.log_std = torch.nn.Parameter(torch.zeros(acted))
        parts = [*self.trunk.parameters(), *self.mean.parameters(), *self.value.parameters(), self.log_std]
        self.parameters = parts
        self.optimiser = torch.optim.Adam(parts, 3e-4, eps=1e-5)

    def forward(self, x: Any) -> tuple[Any, Any]:
        """Mean action and value."""
        trunk = self.trunk(x)
        return self.mean(trunk), self.value(trunk)[:, 0]

    def improve(self, roll: dict[str, list[Any]]) -> None:
        """One update on 2000 samples."""
        torch = self.torch
        data = {name: torch.stack(roll[name]) for name in ("x", "action", "log_p", "value")}
        gains, gain, following = np.zeros(2000, np.float32), 0.0, 0.0
        values = data["value"].numpy()
        for t in reversed(range(2000)):
            alive = 1 - roll["end"][t]
            error = roll["reward"][t] + 0.99 * following * alive - values[t]
            gain = error + 0.99 * 0.95 * alive * gain
            gains[t], following = gain, values[t]
        data["gain"] = torch.as_tensor(gains)
        for _ in range(5):
            for picked in torch.randperm(2000).split(1000):
                self._descend({name: column[picked] for name, column in data.items()})

    def _descend(self, batch: dict[str, Any]) -> None:
        torch = self.torch
        mean, value = self.forward(batch["x"])
        log_p = torch.distributions.Normal(mean, self.log_std.exp()).log_prob(batch["action"]).sum(-1)
        ratio, gain = (log_p - batch["log_p"]).exp(), batch["gain"]
        scaled = (gain - gain.mean()) / (gain.std() + 1e-8)
        policy = torch.max(-scaled * ratio, -scaled * ratio.clamp(0.8, 1.2)).mean()
        target = gain + batch["value"]
        near = batch["value"] + (value - batch["value"]).clamp(-0.2, 0.2)
        error = 0.5 * torch.max((value - target) ** 2, (near - target) ** 2).mean()
        self.optimiser.zero_grad()
        (policy + 0.5 * error).backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 0.5)
        self.optimiser.step()


def our_sac(updates: int) -> Callable[[], float]:
    """CPU seconds of one of our gradient steps of SAC."""
    student = Sac(EnvShape(24, 4, 1, (0.0, 0.0), (3.0, 6.0), 5000), 0, buffer_size=5000)
    rng = np.random.default_rng(0)
    none = np.zeros(1, bool)
    for _ in range(3000):
        x = rng.standard_normal((1, 24)).astype(np.float32)
        student.act(x)
        student.learn(
            Step(np.ones(1), none, none, x, x, np.zeros((1, 2)), np.ones(1, np.int32), ~none, ~none)
        )
    student._improve()

    def measure() -> float:
        begun = time.process_time()
        for _ in range(updates):
            student._improve()
        return (time.process_time() - begun) / updates

    return measure


def their_sac(updates: int) -> Callable[[], float]:
    """CPU seconds of one gradient step of the same networks in PyTorch."""
    import torch

    torch.set_num_threads(1)

    def made(inputs: int, outputs: int) -> Any:
        layer, relu = torch.nn.Linear, torch.nn.ReLU
        return torch.nn.Sequential(layer(inputs, 400), relu(), layer(400, 300), relu(), layer(300, outputs))

    policy, q1, q2, v, target = made(24, 8), made(28, 1), made(28, 1), made(24, 1), made(24, 1)
    critics = [*q1.parameters(), *q2.parameters(), *v.parameters()]
    rules = torch.optim.Adam(policy.parameters(), 1e-3), torch.optim.Adam(critics, 1e-3)
    memory = torch.randn(5000, 24 + 4 + 1 + 1 + 24)

    def sample(x: Any) -> tuple[Any, Any]:
        mean, wide = policy(x).chunk(2, 1)
        log_std = -20 + 11 * (wide.tanh() + 1)
        noise = torch.randn_like(mean)
        action = (mean + log_std.exp() * noise).tanh()
        log_p = (-0.5 * (noise**2 + np.log(2 * np.pi)) - log_std).sum(1)
        return action, log_p - ((1 - action**2).clamp(0, 1) + 1e-6).log().sum(1)

    def improve() -> None:
        rows = memory[torch.randint(5000, (1000,))]
        x, old, reward, end, later = rows.split([24, 4, 1, 1, 24], 1)
        action, log_p = sample(x)
        rules[0].zero_grad()
        (0.005 * log_p - q1(torch.cat([x, action], 1))[:, 0]).mean().backward()
        rules[0].step()
        with torch.no_grad():
            goal = reward + 0.99 * (1 - end) * target(later)
            both = torch.cat([x, action], 1)
            worth = torch.min(q1(both), q2(both)) - 0.005 * log_p[:, None]
        taken = torch.cat([x, old], 1)
        rules[1].zero_grad()
        errors = (q1(taken) - goal, q2(taken) - goal, v(x) - worth)
        sum(0.5 * (error**2).mean() for error in errors).backward()
        rules[1].step()
        with torch.no_grad():
            for new, slow in zip(v.parameters(), target.parameters(), strict=True):
                slow.mul_(0.995).add_(0.005 * new)

    improve()

    def measure() -> float:
        begun = time.process_time()
        for _ in range(updates):
            improve()
        return (time.process_time() - begun) / updates

    return measure


def version_in(python: str, steps: int) -> Callable[[], float]:
    """CPU seconds per step of a whole training by the version that an interpreter has."""
    command = [python, str(Path(__file__).with_name("training_worker.py"))]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert worker.stdin is not None and worker.stdout is not None
    asked, told = worker.stdin, worker.stdout

    def measure() -> float:
        print(steps, file=asked, flush=True)
        return float(told.readline())

    return measure


def versions(other: str, steps: int, repeats: int) -> dict[str, Any]:
    """PPO of this version beside that of another."""
    sides = {"other": version_in(other, steps), "this": version_in(sys.executable, steps)}
    found = interleaved(sides, repeats)
    told: dict[str, Any] = {f"{name}_us_per_step": round(1e6 * value, 1) for name, value in found.items()}
    return told | {"ratio": round(found["this"] / found["other"], 3)}


def interleaved(sides: dict[str, Callable[[], float]], repeats: int) -> dict[str, float]:
    """The median of each side, taken in turns."""
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(repeats):
        for name, measure in sides.items():
            found[name].append(measure())
    return {name: statistics.median(values) for name, values in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--beside", help="the Python of an environment with another version of Gradus")
    given = parser.parse_args()
    if given.beside:
        print(json.dumps(versions(given.beside, given.steps, given.repeats), indent=1))
        return
    peers = find_spec("torch") is not None and find_spec("Box2D") is not None
    ppo = {"ours": ours(given.steps)} | ({"theirs": theirs(given.steps)} if peers else {})
    sac = {"ours": our_sac(given.updates)} | ({"theirs": their_sac(given.updates)} if peers else {})
    steps, updates = interleaved(ppo, given.repeats), interleaved(sac, given.repeats)
    result: dict[str, Any] = {
        "ppo_us_per_step": {name: round(1e6 * value, 1) for name, value in steps.items()},
        "sac_ms_per_update": {name: round(1e3 * value, 2) for name, value in updates.items()},
        "ppo_core_hours_of_20M_steps": round(PAPER_STEPS * steps["ours"] / 3600, 2),
        "sac_core_hours_of_20M_steps": round(PAPER_STEPS * (updates["ours"] / 10 + 100e-6) / 3600, 1),
        "paper_gpu_hours_of_20M_steps": PAPER_HOURS,
    }
    if peers:
        result["ppo_ratio"] = round(steps["ours"] / steps["theirs"], 3)
        result["sac_ratio"] = round(updates["ours"] / updates["theirs"], 3)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
