"""One version in ``benchmarks/training.py --beside``: reads how many steps to train, answers with CPU seconds per step.

It uses only what version 0.1 had, too, so it runs in the environment of any version.
"""

from __future__ import annotations

import sys
import time

from gradus.students import Plan, Training


def main() -> None:
    plan = Plan(teacher="random", steps=10**9, evaluate_every=10**9, preview_every=10**9)
    training = Training.create(None, plan)
    while training.steps < 4000:
        training._advance()
    for line in sys.stdin:
        before, begun = training.steps, time.process_time()
        while training.steps < before + int(line):
            training._advance()
        print((time.process_time() - begun) / (training.steps - before), flush=True)


if __name__ == "__main__":
    main()
