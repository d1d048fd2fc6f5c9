"""What an exam costs beside the runs it holds: planning, watching, reading records and making the table.

    python benchmarks/exams.py [--learner memory] [--runs 3] [--tasks 5] [--task-steps 60000]

One exam is held with one worker. The time inside the lessons (making and running them), less what the exam's own
watching takes there, is the runs'; all the rest is the exam's. Both are CPU time: a busy machine does not count.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gradus import exams
from gradus.learners import Lesson

clock = time.process_time


class Meter:
    """Stands before a lesson's ``run`` and takes its time."""

    def __init__(self) -> None:
        self.inside = self.watching = 0.0
        self.steps = 0

    def counted(self, create: Callable[..., Any]) -> Callable[..., Any]:
        """The same ``create``, with the time taken of it."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            began = clock()
            try:
                return create(*args, **kwargs)
            finally:
                self.inside += clock() - began

        return timed

    def measured(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """The same ``run``, with the time taken of it and of what it calls back."""

        def timed(lesson: Lesson, progress: Callable[[Any], None] | None = None) -> Any:
            def watched(world: Any) -> None:
                began = clock()
                if progress:
                    progress(world)
                self.watching += clock() - began

            before, began = lesson.world.steps, clock()
            try:
                return run(lesson, watched)
            finally:
                self.inside += clock() - began
                self.steps += lesson.world.steps - before

        return timed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learner", default="memory")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tasks", type=int, default=5)
    parser.add_argument("--task-steps", type=int, default=60_000)
    given = parser.parse_args()
    settings = {
        "learner": given.learner,
        "runs": given.runs,
        "first": given.tasks,
        "task_steps": given.task_steps,
    }
    meter = Meter()
    run, create = Lesson.run, Lesson.create
    Lesson.run = meter.measured(run)  # type: ignore[method-assign]
    Lesson.create = meter.counted(create)  # type: ignore[method-assign]
    try:
        with tempfile.TemporaryDirectory() as name:
            began = clock()
            exams.examine(exams.make("graduality", control=(), **settings), Path(name) / "exam")
            whole = clock() - began
    finally:
        Lesson.run, Lesson.create = run, create  # type: ignore[method-assign]
    runs = meter.inside - meter.watching
    result = {"steps": meter.steps, "exam_s": whole, "runs_s": runs, "overhead": whole / runs - 1}
    print(json.dumps({key: round(value, 4) for key, value in result.items()}))


if __name__ == "__main__":
    main()
