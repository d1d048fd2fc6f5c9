"""First steps for bodies that find none by themselves: a rhythm from a short search, cloned into a policy.

    python tools/first_steps.py millipede -o start.npz
    python tools/first_steps.py climbing_profile_chimpanzee --track parkour --task=-0.15,0.9,0.1,0,0.25,0,5,10 -o s.npz

A rhythm is one frequency and, per action, an amplitude, a phase and a bias. The cross-entropy method looks for one
that earns much on the given tasks (a fall costs only the time after it, or nobody would dare to let go). A network
then learns to do the same from what the body observes while it moves so, with and without disturbances. The file is
a walker, from which PPO can start (``--student.start FILE``) to learn the rest.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus import tracks
from gradus.students import Plan, write_walker
from gradus.students.networks import apply, jax, jnp, layers, optax, orthogonal
from gradus.students.running_stats import RunningStats

Floats = NDArray[np.float64]
CANDIDATES, ELITE = 64, 10
DISTURBANCES = (0.0, 0.1, 0.2, 0.3)
"""Deviations of the noise on the actions while examples are collected."""
HIDDEN = (128, 64)


def actions_at(rhythms: Floats, t: int) -> NDArray[np.float32]:
    """The actions [B, A] of rhythms [B, 1 + 3 A] at a step."""
    size = (rhythms.shape[1] - 1) // 3
    amplitude, phase, bias = (rhythms[:, 1 + i * size : 1 + (i + 1) * size] for i in range(3))
    wave = amplitude * np.sin(rhythms[:, :1] * t + phase) + bias
    return np.asarray(np.clip(wave, -1, 1), np.float32)


def first_guess(size: int, hands: int) -> tuple[Floats, Floats]:
    """Mean and deviation [1 + 3 A] of the first rhythms; hands let go in turn, and rather hold."""
    mean = np.concatenate([[0.1], np.full(size, 0.5), np.zeros(2 * size)])
    spread = np.concatenate([[0.05], np.full(size, 0.4), np.full(size, 1.5), np.full(size, 0.3)])
    if hands:
        mean[0], spread[0] = 0.08, 0.03
    for hand in range(hands):
        place = size - hands + hand
        mean[1 + place], mean[1 + size + place], mean[1 + 2 * size + place] = 1.0, np.pi * hand, 0.5
        spread[1 + place], spread[1 + size + place], spread[1 + 2 * size + place] = (
            0.2,
            0.01 + 0.59 * hand,
            0.2,
        )
    return mean, spread


def earned(world: Any, rhythms: Floats, steps: int, pace: float) -> Floats:
    """What each rhythm earns, a lane each; no more than ``pace`` per step counts, so that flinging is no use."""
    world.reset(seed=0)
    for t in range(steps):
        world.step(actions_at(rhythms, t))
        if t % 50 == 0 and (world.lanes.ends > 0).all():
            break
    fell = world.lanes.ends == 1
    return np.minimum(world.lanes.returns + 100.0 * fell, pace * world.lanes.steps)


def search(
    options: dict[str, Any],
    tasks: Sequence[Any],
    stages: Sequence[int],
    generations: int,
    seed: int,
    pace: float,
) -> Floats:
    """The best rhythm of the last generation, by the mean over all tasks."""
    rng, often = np.random.default_rng(seed), len(tasks)
    world = tracks.make(**options, num_envs=CANDIDATES * often, tickets=list(tasks))
    body = world.lanes.body
    mean, spread = first_guess(body.actions, body.hands)
    best = mean
    for generation in range(generations):
        steps = stages[len(stages) * generation // generations]
        found = mean + spread * rng.standard_normal((CANDIDATES, len(mean)))
        found[0] = mean
        scores = earned(world, np.repeat(found, often, axis=0), steps, pace).reshape(-1, often).mean(axis=1)
        elite = found[np.argsort(-scores)[:ELITE]]
        best = elite[0]
        # Half of what was known stays; a little spread always remains.
        mean = 0.4 * mean + 0.6 * elite.mean(axis=0)
        spread = 0.4 * spread + 0.6 * elite.std(axis=0) + 0.003
        if generation % 5 == 4:
            print(
                f"generation {generation + 1}: best {scores.max():.1f}, median {np.median(scores):.1f}",
                flush=True,
            )
    return best


def examples(options: dict[str, Any], tasks: Sequence[Any], rhythm: Floats, seed: int) -> tuple[Any, Any]:
    """Observations [N, O] on the way and what the rhythm does there [N, A]; lanes that fell are left out."""
    rng = np.random.default_rng(seed)
    world = tracks.make(**options, num_envs=40, tickets=list(tasks))
    seen, done = [], []
    for number, noise in enumerate(DISTURBANCES):
        observations, _ = world.reset(seed=number)
        for t in range(400):
            wanted = np.repeat(actions_at(rhythm[None], t), 40, axis=0)
            going = world.lanes.ends == 0
            seen.append(observations[going])
            done.append(wanted[going])
            disturbed = wanted + noise * rng.standard_normal(wanted.shape)
            observations = world.step(np.clip(disturbed, -1, 1).astype(np.float32))[0]
    return np.concatenate(seen), np.concatenate(done)


def cloned(seen: Any, done: Any, seed: int, epochs: int = 30) -> tuple[Any, RunningStats]:
    """Layers of a network that does at each observation [N, O] what was done there [N, A]."""
    rng, stats = np.random.default_rng(seed), RunningStats(seen.shape[1:])
    stats.update(seen)
    x, rule = stats.centred(seen), optax.adam(1e-3)
    params = layers(
        (x.shape[1], *HIDDEN, done.shape[1]),
        lambda place, r, c: orthogonal(rng, r, c, 2**0.5 if place < len(HIDDEN) else 0.01),
    )
    state = rule.init(params)

    @jax.jit
    def descend(params: Any, state: Any, x: Any, y: Any) -> Any:
        gradient = jax.grad(lambda p: jnp.mean((apply(p, x, jax.nn.relu) - y) ** 2))(params)
        changes, state = rule.update(gradient, state)
        return optax.apply_updates(params, changes), state

    for _ in range(epochs):
        order = rng.permutation(len(x))
        for start in range(0, len(x) - 500, 500):
            picked = order[start : start + 500]
            params, state = descend(params, state, x[picked], done[picked])
    return params, stats


def main() -> None:
    """Search, clone, save."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("body")
    parser.add_argument("--track", default="stump")
    parser.add_argument("--task", action="append", help="numbers with commas; may be repeated")
    parser.add_argument(
        "--steps", default="300,700,1500", help="length of episodes in each stage of the search"
    )
    parser.add_argument("--pace", type=float, default=np.inf, help="what counts per step at most")
    parser.add_argument("--ceiling", type=float, help="the track's ceiling_offset (Parkour)")
    parser.add_argument("--generations", type=int, default=90)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args()
    tasks = [tuple(float(part) for part in text.split(",")) for text in given.task or ["0,6"]]
    options: dict[str, Any] = {
        "name": given.track,
        "body": given.body,
        "rules": "repaired",
        "autoreset_mode": "Disabled",
    }
    options |= {} if given.ceiling is None else {"ceiling_offset": given.ceiling}
    stages = [int(part) for part in given.steps.split(",")]
    rhythm = search(options, tasks, stages, given.generations, given.seed, given.pace)
    params, stats = cloned(*examples(options, tasks, rhythm, given.seed), given.seed)
    plan = Plan(
        track=given.track, body=given.body, test=tuple(tasks), student_settings={"hidden": list(HIDDEN)}
    )
    write_walker(
        given.output, plan, [(layer["w"], layer["b"]) for layer in params], stats, {"rhythm": rhythm.tolist()}
    )
    print(f"Written to {given.output}.")


if __name__ == "__main__":
    main()
