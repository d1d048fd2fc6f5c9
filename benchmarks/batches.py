"""Cost of a ticket when many lanes are taught at once: issue and observe, in batches and one by one.

    OMP_NUM_THREADS=1 python benchmarks/batches.py --lanes 1024 --rounds 60 [--teacher plr]

Every round issues a ticket to each lane and observes all of them; the student costs nothing here and is not counted.
All clocks are processor time, the first third of the rounds (buffers fill, mixtures have their first fit) is left out.
Fits of mixtures are counted, and what remains without them is shown beside.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from typing import Any

from gradus.kits.teacher import PracticeStudent
from gradus.school import Box, Discrete
from gradus.teachers import make, mixtures

BOX = Box((0.0, 0.0), (3.0, 6.0))
NAMES = Discrete(tuple(f"task{i}" for i in range(100)))
TEACHERS = ("random", "plr", "sfl", "learning-progress", "alp-gmm", "alp-gmm-sklearn")
SETTINGS: dict[str, dict[str, Any]] = {"alp-gmm-sklearn": {"fits": "scikit-learn"}}
"""A second ALP-GMM, whose mixtures are fitted one by one by scikit-learn as in the released code."""


class Clock:
    """Processor time, and how much of it was spent in fits."""

    def __init__(self):
        self.total = self.fits = 0.0
        self._fit = mixtures.best_fit

    def fit(self, *given):
        """Fit, and note how long it took."""
        start = time.process_time()
        try:
            return self._fit(*given)
        finally:
            self.fits += time.process_time() - start


def rounds(teacher, lanes, count, together, clock):
    """Play; the processor time of the teacher alone."""
    student = PracticeStudent()
    for _ in range(count):
        start = time.process_time()
        tickets = teacher.issue_many(lanes) if together else [teacher.issue() for _ in range(lanes)]
        clock.total += time.process_time() - start
        outcomes = [replace(student(ticket), extras={}) for ticket in tickets]
        start = time.process_time()
        if together:
            teacher.observe_many(outcomes)
        else:
            for outcome in outcomes:
                teacher.observe(outcome)
        clock.total += time.process_time() - start


def cost(name, space, lanes, count, together):
    """Microseconds per ticket: in all, and without fits."""
    teacher = make(name.removesuffix("-sklearn"), space, **SETTINGS.get(name, {}))
    rounds(teacher, lanes, count // 3, together, Clock())
    clock = Clock()
    mixtures.best_fit = clock.fit
    try:
        rounds(teacher, lanes, count - count // 3, together, clock)
    finally:
        mixtures.best_fit = clock._fit
    tickets = lanes * (count - count // 3)
    return 1e6 * clock.total / tickets, 1e6 * (clock.total - clock.fits) / tickets


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lanes", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--single", type=int, default=3, help="rounds one by one, which are slow")
    parser.add_argument("--teacher", action="append")
    given = parser.parse_args()
    print("teacher            space  us per ticket  without fits  one by one")
    for name in given.teacher or TEACHERS:
        for kind, space in (("box", BOX), ("names", NAMES)):
            if name.startswith("alp-gmm") and kind == "names":
                continue
            whole, rest = cost(name, space, given.lanes, given.rounds, True)
            alone, _ = cost(name, space, given.lanes, given.single, False)
            print(f"{name:18} {kind:6} {whole:12.2f} {rest:13.2f} {alone:11.2f}", flush=True)


if __name__ == "__main__":
    main()
