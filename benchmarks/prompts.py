"""Does a teacher over prompts beat uniform sampling? A small model, trained with groups of answers and a verifier.

    python benchmarks/prompts.py study --seeds 20 [--first-seed 0] [-o prompts.jsonl]
    python benchmarks/prompts.py cost

The model answers sums modulo a prime and was taught a little of all of them by their answers. In the world *mixed* it
was then taught most of them well (those prompts are easy), and the key to some is wrong, so that no answer is ever
accepted. In the world *even* no prompt is easy or hopeless, and there is little to leave out. Training is
that of GRPO: each update takes a batch of prompts, samples a group of answers to each, and reinforces what is above the
group's mean. All samplers get the same number of updates. The figure is the share of honest prompts that are answered
correctly (by the most likely answer), at the end and on average over the run.

Differences from uniform are paired by seed, with Student's 90 % intervals and the signed-rank test after Holm.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import product
from pathlib import Path

import numpy as np

from gradus.exams.statistics import holm, mean_interval, paired_test
from gradus.teachers.sampler import METHODS, DatasetTeacher

PRIME = 17
HIDDEN = 96
GROUP, BATCH, UPDATES, EVERY = 8, 16, 1200, 100
WORLDS = {"mixed": (0.6, 0.2, 100), "even": (0.0, 0.0, 0)}
"""Shares of prompts taught well before and of prompts with a wrong key; steps of that teaching."""
TAUGHT = 60
"""Steps in which all honest prompts are taught a little."""


class Model:
    """Two tables of embeddings and a hidden layer, with Adam; NumPy only."""

    def __init__(self, rng):
        shapes = {"a": (PRIME, HIDDEN), "b": (PRIME, HIDDEN), "w": (HIDDEN, HIDDEN), "o": (HIDDEN, PRIME)}
        self.p = {name: rng.normal(0, 1 / np.sqrt(HIDDEN), shape) for name, shape in shapes.items()}
        self.m = {name: np.zeros_like(value) for name, value in self.p.items()}
        self.v = {name: np.zeros_like(value) for name, value in self.p.items()}
        self.t = 0

    def forward(self, prompts):
        """Probabilities of all answers, and what the gradient needs."""
        first = np.tanh(self.p["a"][prompts // PRIME] + self.p["b"][prompts % PRIME])
        second = np.maximum(first @ self.p["w"], 0)
        logits = second @ self.p["o"]
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), (first, second)

    def update(self, prompts, grad, kept, rate):
        """One step of Adam along the gradient of the logits."""
        first, second = kept
        g = {"o": second.T @ grad}
        back = (grad @ self.p["o"].T) * (second > 0)
        g["w"] = first.T @ back
        back = (back @ self.p["w"].T) * (1 - first**2)
        for name, places in (("a", prompts // PRIME), ("b", prompts % PRIME)):
            g[name] = np.zeros_like(self.p[name])
            np.add.at(g[name], places, back)
        self.t += 1
        for name, value in g.items():
            self.m[name] += 0.1 * (value - self.m[name])
            self.v[name] += 0.01 * (value**2 - self.v[name])
            scale = np.sqrt(self.v[name] / (1 - 0.99**self.t)) + 1e-8
            self.p[name] -= rate * self.m[name] / (1 - 0.9**self.t) / scale


def world(rng, known, hopeless):
    """The keys of all prompts, which are honest, and which the model has seen."""
    prompts = np.arange(PRIME**2)
    keys = (prompts // PRIME + prompts % PRIME) % PRIME
    order = rng.permutation(len(prompts))
    wrong = order[: int(hopeless * len(prompts))]
    keys[wrong] = -1  # no answer is ever accepted
    honest = np.setdiff1d(prompts, wrong)
    seen = rng.permutation(honest)[: int(known * len(prompts))]
    return keys, honest, seen


def pretrain(model, rng, keys, seen, steps):
    """Teach prompts by their answers."""
    for _ in range(steps):
        prompts = rng.choice(seen, 64)
        odds, kept = model.forward(prompts)
        odds[np.arange(64), keys[prompts]] -= 1
        model.update(prompts, odds / 64, kept, 3e-3)


def run(name, method, seed):
    """One model, one sampler: the curve of accuracies."""
    rng = np.random.default_rng([seed, 1])  # the same world, model and luck of answers for every sampler
    known, hopeless, steps = WORLDS[name]
    keys, honest, seen = world(rng, known, hopeless)
    model = Model(rng)
    pretrain(model, rng, keys, honest, TAUGHT)
    pretrain(model, rng, keys, seen, steps)
    sampler = DatasetTeacher(PRIME**2, seed, method=method, batch=BATCH, batches=UPDATES)
    curve = []
    for update in range(UPDATES):
        rows = np.array(sampler.draw(BATCH))
        prompts = np.repeat(rows, GROUP)
        odds, kept = model.forward(prompts)
        answers = (odds.cumsum(axis=1) > rng.random((len(prompts), 1))).argmax(axis=1)
        rewards = (answers == keys[prompts]).astype(float)
        groups = rewards.reshape(BATCH, GROUP)
        sampler.observe(rows, groups.mean(axis=1), GROUP)
        spread = groups.std(axis=1, keepdims=True)
        advantage = ((groups - groups.mean(axis=1, keepdims=True)) / (spread + 1e-4)).ravel()
        grad = odds * advantage[:, None]
        grad[np.arange(len(prompts)), answers] -= advantage
        model.update(prompts, grad / len(prompts), kept, 1e-3)
        if (update + 1) % EVERY == 0:
            best = model.forward(honest)[0].argmax(axis=1)
            curve.append(float((best == keys[honest]).mean()))
    return curve


def study(given):
    """Every world, sampler and seed; then the table."""
    seeds = range(given.first_seed, given.first_seed + given.seeds)
    rows = [
        {"world": name, "method": method, "seed": seed, "curve": run(name, method, seed)}
        for name, method, seed in product(WORLDS, METHODS, seeds)
    ]
    if given.output:
        Path(given.output).write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name in WORLDS:
        table(name, [row for row in rows if row["world"] == name])


def table(name, rows):
    figures = {"final": lambda curve: 100 * curve[-1], "mean": lambda curve: 100 * float(np.mean(curve))}
    methods = [method for method in METHODS if method != "uniform"]
    print(f"\n{name}: percent of honest prompts answered correctly, {len(rows) // len(METHODS)} seeds")
    for figure, number in figures.items():
        values = {m: np.array([number(row["curve"]) for row in rows if row["method"] == m]) for m in METHODS}
        print(f"{figure}: uniform {_text(mean_interval(values['uniform']))}")
        gaps = {method: values[method] - values["uniform"] for method in methods}
        corrected = holm([paired_test(gap).p for gap in gaps.values()])
        for method, p in zip(methods, corrected, strict=True):
            gap = _text(mean_interval(gaps[method]))
            print(f"  {method:18} {values[method].mean():5.1f}, difference {gap}, p (Holm) {p:.4f}")


def _text(interval):
    return f"{interval.estimate:.1f} [{interval.low:.1f}, {interval.high:.1f}]"


def cost(given):
    """Microseconds per row, drawn and observed in batches, for datasets of many sizes."""
    print("rows       method              us per row (draw and observe)")
    for method in METHODS:
        for size in (1_000, 10_000, 100_000, 1_000_000):
            sampler = DatasetTeacher(size, method=method, batch=given.batch)
            rng = np.random.default_rng(0)
            for _ in range(20):
                rows = sampler.draw(given.batch)
                sampler.observe(rows, rng.random(len(rows)))
            spent = 0.0
            for _ in range(given.rounds):
                scores = rng.random(given.batch)
                start = time.process_time()
                sampler.observe(sampler.draw(given.batch), scores)
                spent += time.process_time() - start
            print(f"{size:<10,} {method:18} {1e6 * spent / given.rounds / given.batch:8.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["study", "cost"])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("-o", "--output")
    given = parser.parse_args()
    study(given) if given.what == "study" else cost(given)


if __name__ == "__main__":
    main()
