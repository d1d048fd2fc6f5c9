"""What `gradus train`, `gradus resume` and `gradus bench` show while students learn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from gradus import students
from gradus.cli.common import print_json
from gradus.cli.counts import count
from gradus.cli.progress import progress

_BARS = " ▁▂▃▄▅▆▇█"


__all__ = ["count", "print_training", "sparkline", "training_bar"]


def sparkline(values: list[float], top: float = 100.0) -> str:
    """A curve in one line of text.

    >>> sparkline([0, 50, 100])
    ' ▄█'
    """
    places = [
        min(len(_BARS) - 1, int(value / top * (len(_BARS) - 1))) for value in values[-40:]
    ]  # a line has room for no more
    return "".join(_BARS[max(0, place)] for place in places)


@contextmanager
def training_bar(training: students.Training) -> Iterator[Callable[[students.Training], None]]:
    """A progress bar with the latest figures; yields what training calls now and then."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with progress(*columns, what="training", total=training.plan.steps) as bar:

        def show(now: students.Training) -> None:
            recent = sum(now.recent) / len(now.recent) if now.recent else float("nan")
            curve = [evaluation.mastered for evaluation in now.evaluations]
            tests = f", mastered {curve[-1]:.0f} % {sparkline(curve)}" if curve else ""
            text = f"step {now.steps:,}, {now.episodes:,} episodes, return {recent:.0f}{tests}"
            bar(completed=now.steps, description=text)

        yield show


def print_training(training: students.Training, as_json: bool, folder: Path | None) -> None:
    """What a training came to, for people or for programs."""
    last: students.Evaluation | None = training.evaluations[-1] if training.evaluations else None
    if as_json:
        curve = [{"step": e.step, "mastered": e.mastered} for e in training.evaluations]
        value = {"steps": training.steps, "episodes": training.episodes, "finished": training.finished}
        print_json(value | {"mastered": None if last is None else last.mastered, "evaluations": curve})
        return
    print(f"{training.steps:,} steps, {training.episodes:,} episodes.")
    for evaluation in training.evaluations:
        mean = sum(evaluation.returns) / len(evaluation.returns)
        print(
            f"  step {evaluation.step:>10,}: {evaluation.mastered:5.1f} % mastered, mean return {mean:7.1f}"
        )
    if folder:
        print(f"Record written to {folder}.")
