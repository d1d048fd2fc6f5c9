"""Cost per episode of every teacher over a long run: flat or not, and how much memory an episode takes.

    python benchmarks/teachers.py --episodes 100000 [--teacher alp-gmm] [-o costs.json]

The student costs nothing here: returns are drawn, improving with practice in each part of the space. Each tenth of the
run has a new student, so that there is as much to teach at the end as at the start. GoalGAN, which only trains while
some tasks are neither easy nor hard, has a student to whom every task is so: it trains as often as it ever can.
ALP-GMM is also compared with its fits alone. Teachers that are already in the output file are not
measured again. Run it with OMP_NUM_THREADS=1 on a quiet machine; all clocks are processor time.
"""

from __future__ import annotations

import argparse
import json
import time
import tracemalloc
from dataclasses import replace
from pathlib import Path

from gradus.kits.teacher import PracticeStudent
from gradus.school import Box, generator
from gradus.teachers import available, make, mixtures

SPACE = Box((0.0, 0.0), (3.0, 6.0))
ORDERS = {"consecutive", "incremental", "sequential", "dependencies", "examiner", "self-play"}
SETTINGS = {"spdl": {"offset": 20_000, "period": 20_000}}


class Undecided(PracticeStudent):
    """Solves half of its episodes, whatever the task."""

    def __init__(self, seed=0):
        super().__init__(seed)
        self._coin = generator(seed, "coin")

    def __call__(self, ticket):
        """Play one episode and toss a coin."""
        return replace(super().__call__(ticket), solved=bool(self._coin.integers(2)))


STUDENTS = {"goal-gan": Undecided}


def teach(teacher, student, episodes):
    """Play; the processor time of the teacher alone, in microseconds per episode."""
    spent = 0.0
    for _ in range(episodes):
        start = time.process_time()
        ticket = teacher.issue()
        spent += time.process_time() - start
        outcome = student(ticket)
        start = time.process_time()
        teacher.observe(outcome)
        spent += time.process_time() - start
    return 1e6 * spent / episodes


def cost(name, episodes):
    teacher, student = make(name, SPACE, 0, **SETTINGS.get(name, {})), STUDENTS.get(name, PracticeStudent)
    teach(teacher, student(), 400)  # imports and compilation
    tenths = [teach(teacher, student(tenth), episodes // 10) for tenth in range(10)]
    row = {"teacher": name, "episodes": episodes, "microseconds": [round(t, 1) for t in tenths]}
    return row | {"last_to_first": round(tenths[-1] / tenths[0], 2)}


def memory(name, episodes):
    """Bytes that stay allocated per episode, over the second half of a run."""
    teacher, student = make(name, SPACE, 0, **SETTINGS.get(name, {})), PracticeStudent()
    half = episodes // 2
    teach(teacher, student, half)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    teach(teacher, student, half)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return round(grown / half, 1)


def fits_alone(episodes):
    """ALP-GMM's whole cost relative to the time it spends inside its fits."""
    spent = 0.0
    original = mixtures.best_fit

    def timed(*arguments, **options):
        nonlocal spent
        start = time.process_time()
        try:
            return original(*arguments, **options)
        finally:
            spent += time.process_time() - start

    mixtures.best_fit = timed
    try:
        teacher, student = make("alp-gmm", SPACE, 0), PracticeStudent()
        whole = teach(teacher, student, episodes) * episodes / 1e6
    finally:
        mixtures.best_fit = original
    return round(whole / spent, 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=100_000)
    parser.add_argument("--memory-episodes", type=int, default=4000)
    parser.add_argument("--teacher", action="append")
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    rows = json.loads(options.output.read_text()) if options.output and options.output.exists() else []
    wanted = options.teacher or [name for name in available() if name not in ORDERS]
    for name in [name for name in wanted if name not in {row["teacher"] for row in rows}]:
        row = cost(name, options.episodes)
        row["bytes_per_episode"] = memory(name, options.memory_episodes)
        if name == "alp-gmm":
            row["whole_to_fits"] = fits_alone(min(options.episodes, 6000))
        rows.append(row)
        print(json.dumps(row), flush=True)
        if options.output:
            options.output.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
