"""How far one update moves PPO's policy, as the deviation of its actions shrinks: an intervention on a kept checkpoint.

    gradus train --teacher random --seed 1 --steps 5M -o run
    python benchmarks/deviation.py run --at 4500000

The first table is read off the run: deviation and divergence at every evaluation. For the second, training goes on from
the checkpoint for a while, several times: as it is, with smaller deviations, and with a cure beside the smallest.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy starts

import argparse
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from gradus.school import RunFolder
from gradus.students import Plan, Training
from gradus.students.networks import jnp

NEVER = 10**9
TRIALS: dict[str, tuple[float | None, dict[str, Any]]] = {
    "as it is": (None, {}),
    "deviation 0.16": (0.16, {}),
    "deviation 0.08": (0.08, {}),
    "deviation 0.08, target_kl 0.02": (0.08, {"target_kl": 0.02}),
    "deviation 0.08, a tenth of the step size": (0.08, {"learning_rate": 3e-5}),
}


def history(folder: RunFolder, actions: int) -> None:
    """Deviation and divergence at every evaluation of the run."""
    for row in folder.rows("evaluations.jsonl"):
        spread = math.exp(row["update"]["entropy"] / actions - 0.5 * math.log(2 * math.pi * math.e))
        print(
            f"{row['step']:>10,}: {row['mastered']:3.0f} %, deviation {spread:.2f}, kl {row['update']['kl']:.4f}"
        )


def resumed(folder: RunFolder, at: int, settings: dict[str, Any]) -> Training:
    """The training as it stood at a kept checkpoint, with other settings of its student."""
    plan = Plan.from_json(folder.expect("training", "plan")["plan"])
    given = {**plan.student_settings, **settings}
    plan = replace(plan, student_settings=given, evaluate_every=NEVER, preview_every=NEVER, steps=NEVER)
    kept = next(name for name in folder.kept() if name.startswith(f"{at}-"))
    found = folder.load_checkpoint(kept)
    assert found is not None
    training = Training(plan)
    training._restore(found[0], found[1])
    return training


def trial(training: Training, deviation: float | None, seed: int, steps: int) -> list[float]:
    """The divergence of every update while the training goes on, with another random stream."""
    student: Any = training.student
    if deviation is not None:
        student.params["log_std"] = jnp.full(student.shape.actions, math.log(deviation), jnp.float32)
    student.rng = np.random.default_rng(seed)
    found, end, updates = list[float](), training.steps + steps, student._updates
    while training.steps < end:
        training._advance()
        if student._updates > updates:
            updates = student._updates
            found.append(student.figures()["kl"])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--at", type=int, default=4_500_000, help="steps of the kept checkpoint")
    parser.add_argument("--steps", type=int, default=150_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    folder = RunFolder.read(given.run)
    history(folder, actions=4)
    for name, (deviation, settings) in TRIALS.items():
        kl = trial(resumed(folder, given.at, settings), deviation, given.seed, given.steps)
        print(f"{name}: kl {np.mean(kl):.4f} on average, {max(kl):.2f} at most ({len(kl)} updates)")


if __name__ == "__main__":
    main()
