"""Puts the policy of a finished training into the package as a walker, with its figures.

    python tools/ship_walker.py RUN NAME --task 0,6

The figures are made by the file itself, in half precision, on the test set of its training, with two seeds that no
training used. The same training can be had again from the file: ``Training.create("run", walker(NAME).plan).run()``.
"""

from __future__ import annotations

import os

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # before NumPy starts: these products are too small to share

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from gradus.students import MASTERED, Walker, save_walker
from gradus.students.evaluation import Tests

FOLDER = Path(__file__).parents[1] / "src" / "gradus" / "students" / "walkers"
SEEDS = (1_000_001, 1_000_002)
AGAIN = "python -c \"from gradus.students import *; Training.create('run', walker('{name}').plan).run()\""


def returns(found: Walker, test: str | tuple[tuple[float, ...], ...]) -> list[float]:
    """The returns of a walker on a test set, for every seed."""
    earned = []
    for seed in SEEDS:
        tests = Tests(replace(found.plan, seed=seed, test=test))
        earned += [outcome.reward for outcome in tests.play(found, 0)]  # type: ignore[arg-type]
    return earned


def share(values: list[float]) -> str:
    """How many of the episodes were mastered."""
    return f"{sum(value > MASTERED for value in values)} of {len(values)}"


def main() -> None:
    """Save, examine, and save again with the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("name")
    parser.add_argument("--task", required=True, help="an easy task, to be shown first")
    parser.add_argument("--start", help="how the walker that the training started from was made")
    parser.add_argument("--kept", help="a kept checkpoint instead of the last state")
    given = parser.parse_args()
    task = tuple(float(part) for part in given.task.split(","))
    path = FOLDER / f"{given.name}.npz"
    found = save_walker(given.run, path, kept=given.kept)
    easy, whole = returns(found, (task,) * 10), returns(found, found.plan.test)
    about: dict[str, Any] = {"task": list(task), "command": AGAIN.format(name=given.name)}
    test = found.plan.test
    name = f"the test set {test!r}" if isinstance(test, str) else f"its own {len(test)} test tasks"
    about |= {"mastered": f"{share(whole)} episodes of {name}"}
    about |= {"on_task": share(easy), "steps": int((given.kept or str(found.plan.steps)).split("-")[0])}
    about |= {"start": given.start} if given.start else {}
    save_walker(given.run, path, about, given.kept)
    print(path, f"{path.stat().st_size:,} bytes", about)


if __name__ == "__main__":
    main()
