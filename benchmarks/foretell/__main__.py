"""Do measures of tasks foretell what learning them costs? The runs and the tables of decisions 57 and 91.

python benchmarks/foretell.py [--seeds 9301 9302 9303] [--learners gradual dialogue memory] [--runs FILE]

Runs that the file has are not made again. Decision 57: --seeds 7101 7102 7103 --ends --held-out-patience 10000.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import scipy.stats

from gradus.learners import make as make_learner
from gradus.learners.gradual import description_lengths
from gradus.mechanics import (
    belief_closure,
    causal_states,
    feedback_complexity,
    informed_steps,
    measured_variant,
    prepares,
    table,
    task_generator,
)
from gradus.school import UserError
from gradus.stream import Curriculum, StreamLearner, World, make, nothing_hidden

PATIENCE = 10_000
HELD_OUT_PATIENCE = 5000
FEWEST = 8
MEASURES = ("C_mu", "hides", "gain", "empty", "after", "saved")

Rows = dict[str, dict[str, float]]
"""For every task passed its steps in the walk, alone, and on the floor."""


def walk(
    curriculum: Curriculum, seed: int, learner: str, patience: int = PATIENCE, ends: bool = True
) -> dict[str, int]:
    """Steps of every task that was passed, in one walk with a new learner.

    A task that takes longer than the patience ends the walk, or is left for the next one.
    """
    player = make_learner(learner, seed=seed)
    passed: dict[str, int] = {}
    left = list(curriculum.tasks)
    while left:
        passed |= _passed(World(curriculum.only(*left), seed=seed, scramble=True), player, patience)
        done = [name for name in left if name in passed]
        left = [] if ends else left[len(done) + 1 :]
    return passed


def _passed(world: World, player: StreamLearner, patience: int) -> dict[str, int]:
    """Walk until a task takes too long."""
    byte, reward = world.step(None)
    steps: dict[str, int] = {}
    task, spent = str(world.task), 0
    while not world.finished and spent < patience:
        byte, reward = world.step(player.act(byte, reward))
        spent += 1
        if world.finished or str(world.task) != task:
            steps[task] = spent
            task, spent = str(world.task), 0
    return steps


def one_run(
    curriculum: Curriculum, seed: int, learner: str, patience: int = PATIENCE, ends: bool = True
) -> Rows:
    """Continuous, alone and floor, for the tasks passed in the walk."""
    rows = {}
    for name, steps in walk(curriculum, seed, learner, patience, ends).items():
        alone = walk(curriculum.only(name), seed, learner, patience).get(name)
        floor = informed_steps(curriculum, name, seed)
        rows[name] = {"steps": steps, "alone": alone or float("nan"), "floor": floor}
    return rows


class Runs:
    """The runs that were made, kept in a file."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.made: dict[str, Rows] = json.loads(path.read_text()) if path and path.exists() else {}

    def get(self, curriculum: Curriculum, seed: int, learner: str, patience: int, ends: bool) -> Rows:
        """One run, made if it is not there."""
        key = f"{curriculum.name} {learner} {seed} {patience} {'ends' if ends else 'goes on'}"
        if key not in self.made:
            self.made[key] = one_run(curriculum, seed, learner, patience, ends)
            if self.path:
                self.path.write_text(json.dumps(self.made, indent=1) + "\n")
        return self.made[key]


def measures(curriculum: Curriculum, shared: bool = True, seed: int | None = None) -> Rows:
    """C_mu, the flag, the best earlier task's shadow gain and description lengths, as far as they are known."""
    stored, found = table(), {}
    earlier: list[str] = []
    for name, task in curriculum.tasks.items():
        row = {"hides": float(task.drawing is not nothing_hidden)}
        if name in stored:
            row["C_mu"] = sum(stored[name].running) / 2
        else:
            try:
                machine = causal_states(belief_closure(task_generator(measured_variant(task), 500), cap=2000))
                row["C_mu"] = feedback_complexity(machine, 1e-3).low
            except UserError:
                pass
        before = earlier if shared else []
        gains = [gain for gain in (_gain(other, name) for other in before) if gain is not None]
        if gains:
            row["gain"] = max(gains)
        earlier.append(name)
        found[name] = row
    if seed is not None:
        for told in description_lengths(curriculum, seed):
            found[told.task] |= {"empty": told.empty, "after": told.after, "saved": told.saved}
    return found


def _gain(earlier: str, later: str) -> float | None:
    try:
        return prepares(earlier, later)
    except UserError:
        return None


def partial(x: Sequence[float], y: Sequence[float], controls: Sequence[Sequence[float]]) -> float:
    """Spearman's rho between x and y given the controls."""
    ranks = [scipy.stats.rankdata(column) for column in (x, y, *controls)]
    design = np.column_stack([np.ones(len(x)), *ranks[2:]])
    left, right = (r - design @ np.linalg.lstsq(design, r, rcond=None)[0] for r in ranks[:2])
    scale = float(np.sqrt((left**2).sum() * (right**2).sum()))
    return float((left * right).sum() / scale) if scale > 1e-9 else float("nan")


def judged(x: Sequence[float], y: Sequence[float], controls: Sequence[Sequence[float]]) -> dict[str, Any]:
    """The statistic with its interval, or why there is none."""
    if len(x) < FEWEST:
        return {"n": len(x)}
    rng = np.random.default_rng(0)
    columns = np.array([x, y, *controls])
    draws = []
    for _ in range(2000):
        some = columns[:, rng.integers(len(x), size=len(x))]
        draws.append(partial(some[0], some[1], list(some[2:])))
    low, high = np.nanpercentile(draws, [2.5, 97.5])
    return {"n": len(x), "rho": partial(x, y, controls), "low": float(low), "high": float(high)}


def compare(
    runs: Sequence[Mapping[str, Mapping[str, float]]], known: Mapping[str, Mapping[str, float]]
) -> list[dict[str, Any]]:
    """All measures against both targets, over the tasks passed in every seed."""
    names = [name for name in known if runs and all(name in run for run in runs)]
    place = {name: float(i) for i, name in enumerate(known)}
    rows = []
    for target in ("cost", "transfer"):
        values = {name: median(_target(run[name], target) for run in runs) for name in names}
        floors = {name: median(run[name]["floor"] for run in runs) for name in names}
        for measure in MEASURES:
            chosen = [n for n in names if measure in known[n] and np.isfinite(values[n])]
            x, y = [known[n][measure] for n in chosen], [values[n] for n in chosen]
            controls = [[place[n] for n in chosen], [floors[n] for n in chosen]]
            rows.append({"target": target, "measure": measure, **judged(x, y, controls)})
    return rows


def _target(row: Mapping[str, float], target: str) -> float:
    cost = max(row["steps"] - row["floor"], 0.0)
    if target == "cost":
        return cost
    return float(np.log((cost + 100) / (max(row["alone"] - row["floor"], 0.0) + 100)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[9301, 9302, 9303])
    parser.add_argument("--description-seed", type=int, default=9300, help="of the questions described")
    parser.add_argument("--learners", nargs="+", default=["gradual", "dialogue", "memory"])
    parser.add_argument("--curricula", nargs="+", default=["round1", "arithmetic", "blocks"])
    parser.add_argument("--ends", action="store_true", help="a task not passed ends held-out walks, too")
    parser.add_argument("--held-out-patience", type=int, default=HELD_OUT_PATIENCE)
    parser.add_argument(
        "--without-gain", action="store_true", help="leave out the shadow gains, which take minutes"
    )
    parser.add_argument("--runs", type=Path, help="where runs are kept; those it has are not made again")
    arguments = parser.parse_args()
    runs = Runs(arguments.runs)
    print(
        "| curriculum | learner | target | measure | tasks | rho | 95 % interval |\n|---|---|---|---|---|---|---|"
    )
    for curriculum in map(make, arguments.curricula):
        known = measures(curriculum, not arguments.without_gain, arguments.description_seed)
        public = curriculum.name == "round1"
        patience = PATIENCE if public else arguments.held_out_patience
        for learner in arguments.learners:
            made = [
                runs.get(curriculum, seed, learner, patience, public or arguments.ends)
                for seed in arguments.seeds
            ]
            for row in compare(made, known):
                said = "too few | "
                if "rho" in row:
                    said = f"{row['rho']:.2f} | {row['low']:.2f} to {row['high']:.2f}"
                cells = (curriculum.name, learner, row["target"], row["measure"], row["n"], said)
                print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
