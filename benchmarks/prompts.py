"""Does a teacher over prompts beat uniform sampling? A small model, trained with groups of answers and a verifier.

    python benchmarks/prompts.py study --seeds 20 [--first-seed 0] [--world spent] [-o prompts.jsonl]
    python benchmarks/prompts.py cost

The model answers sums modulo a prime and was taught a little of all of them by their answers. In the world *mixed* it
was then taught most of them well (those prompts are easy), and the key to some is wrong, so that no answer is ever
accepted. In the world *even* no prompt is easy or hopeless, and there is little to leave out. The world *spent* is what
trainers with verifiers meet late: many prompts, of which seven in ten are solved nearly always, two in ten never can
be, and one in ten is solved now and then; a prompt is seen three or four times in all. Training is that of GRPO: each
update takes a batch of prompts, samples a group of answers to each, and reinforces what is above the group's mean. All
samplers get the same number of updates. Two figures: the share of honest prompts that are answered
correctly by the most likely answer (*greedy*), and the mean probability of the right answer, which is what sampled
answers earn (*sampled*); at the end, on average over the run, and in *spent* for its learnable tenth alone.

The criterion of *spent* was written down before its seeds 0 to 19 were run: a sampler helps if its *sampled* share of
all honest prompts at the end is above that of uniform sampling, p below 0.05 after Holm. Differences from uniform are
paired by seed, with Student's 90 % intervals and the signed-rank test after Holm.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from gradus.exams.statistics import holm, mean_interval, paired_test
from gradus.teachers.sampler import METHODS, DatasetTeacher

HIDDEN = 96
GROUP, BATCH, EVERY = 8, 16, 100


@dataclass(frozen=True)
class World:
    """Which prompts there are, and what the model was taught of them before."""

    prime: int = 17
    known: float = 0.0
    """Share of the prompts that are taught well before."""
    hopeless: float = 0.0
    """Share of the prompts with a wrong key."""
    taught: int = 60
    """Steps in which all honest prompts are taught a little."""
    steps: int = 0
    """Steps in which some are taught well."""
    updates: int = 1200


WORLDS = {
    "mixed": World(known=0.6, hopeless=0.2, steps=100),
    "even": World(),
    "spent": World(prime=61, known=0.7, hopeless=0.2, taught=300, steps=1200, updates=800),
}


class Model:
    """Two tables of embeddings and a hidden layer, with Adam; NumPy only."""

    def __init__(self, rng, prime):
        self.prime = prime
        shapes = {"a": (prime, HIDDEN), "b": (prime, HIDDEN), "w": (HIDDEN, HIDDEN), "o": (HIDDEN, prime)}
        self.p = {name: rng.normal(0, 1 / np.sqrt(HIDDEN), shape) for name, shape in shapes.items()}
        self.m = {name: np.zeros_like(value) for name, value in self.p.items()}
        self.v = {name: np.zeros_like(value) for name, value in self.p.items()}
        self.t = 0

    def forward(self, prompts):
        """Probabilities of all answers, and what the gradient needs."""
        first = np.tanh(self.p["a"][prompts // self.prime] + self.p["b"][prompts % self.prime])
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
        for name, places in (("a", prompts // self.prime), ("b", prompts % self.prime)):
            g[name] = np.zeros_like(self.p[name])
            np.add.at(g[name], places, back)
        self.t += 1
        for name, value in g.items():
            self.m[name] += 0.1 * (value - self.m[name])
            self.v[name] += 0.01 * (value**2 - self.v[name])
            scale = np.sqrt(self.v[name] / (1 - 0.99**self.t)) + 1e-8
            self.p[name] -= rate * self.m[name] / (1 - 0.9**self.t) / scale


def world(rng, of):
    """The keys of all prompts, which are honest, and which the model has seen."""
    prompts = np.arange(of.prime**2)
    keys = (prompts // of.prime + prompts % of.prime) % of.prime
    order = rng.permutation(len(prompts))
    wrong = order[: int(of.hopeless * len(prompts))]
    keys[wrong] = -1  # no answer is ever accepted
    honest = np.setdiff1d(prompts, wrong)
    seen = rng.permutation(honest)[: int(of.known * len(prompts))]
    return keys, honest, seen


def pretrain(model, rng, keys, seen, steps):
    """Teach prompts by their answers."""
    for _ in range(steps):
        prompts = rng.choice(seen, 64)
        odds, kept = model.forward(prompts)
        odds[np.arange(64), keys[prompts]] -= 1
        model.update(prompts, odds / 64, kept, 3e-3)


def run(name, method, seed):
    """One model, one sampler: curves of what it knows."""
    rng = np.random.default_rng([seed, 1])  # the same world, model and luck of answers for every sampler
    of = WORLDS[name]
    keys, honest, seen = world(rng, of)
    model = Model(rng, of.prime)
    pretrain(model, rng, keys, honest, of.taught)
    pretrain(model, rng, keys, seen, of.steps)
    sampler = DatasetTeacher(of.prime**2, seed, method=method, batch=BATCH, batches=of.updates)
    curves = {"greedy": [], "sampled": [], "learnable": []}
    for update in range(of.updates):
        learn(model, rng, keys, sampler)
        if (update + 1) % EVERY == 0:
            for figure, value in known(model, keys, honest, seen).items():
                curves[figure].append(value)
    return curves


def learn(model, rng, keys, sampler):
    """One update of GRPO on the prompts that the sampler deals."""
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


def known(model, keys, honest, seen):
    """What the model knows of the honest prompts, in all and of those that it was not taught well before."""
    odds = model.forward(honest)[0]
    right = odds[np.arange(len(honest)), keys[honest]]
    fresh = ~np.isin(honest, seen)
    greedy = odds.argmax(axis=1) == keys[honest]
    return {
        name: float(values.mean())
        for name, values in (("greedy", greedy), ("sampled", right), ("learnable", right[fresh]))
    }


def study(given):
    """Every world, sampler and seed; then the table."""
    seeds = range(given.first_seed, given.first_seed + given.seeds)
    rows = [
        {"world": name, "method": method, "seed": seed, **run(name, method, seed)}
        for name, method, seed in product(given.world or WORLDS, METHODS, seeds)
    ]
    if given.output:
        Path(given.output).write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name in given.world or WORLDS:
        table(name, [row for row in rows if row["world"] == name])


def table(name, rows):
    """Every figure, at the end and on average over the run."""
    print(f"\n{name}: percent of honest prompts, {len(rows) // len(METHODS)} seeds")
    for figure in ("greedy", "sampled", *(["learnable"] if name == "spent" else [])):
        for when, number in (("at the end", lambda curve: curve[-1]), ("mean of the run", np.mean)):
            values = {
                m: np.array([100 * float(number(row[figure])) for row in rows if row["method"] == m])
                for m in METHODS
            }
            print(f"{figure}, {when}: uniform {_text(mean_interval(values['uniform']))}")
            differences(values)


def differences(values):
    """Every sampler against uniform."""
    gaps = {method: values[method] - values["uniform"] for method in METHODS if method != "uniform"}
    corrected = holm([paired_test(gap).p for gap in gaps.values()])
    for (method, gap), p in zip(gaps.items(), corrected, strict=True):
        print(
            f"  {method:18} {values[method].mean():5.1f}, difference {_text(mean_interval(gap))}, p (Holm) {p:.4f}"
        )


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
                sampler.observe(rows, rng.random(len(rows)))  # type: ignore[arg-type]
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
    parser.add_argument("--world", action="append", choices=list(WORLDS))
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("-o", "--output")
    given = parser.parse_args()
    study(given) if given.what == "study" else cost(given)


if __name__ == "__main__":
    main()
