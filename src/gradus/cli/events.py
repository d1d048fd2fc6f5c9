"""TensorBoard events of a training, written beside its record on request."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from gradus import students
from gradus.school import UserError


def events(folder: Path) -> Callable[[students.Training], None]:
    """Gives a duty for the progress of a training: its figures go to event files in ``folder``."""
    try:
        writer = import_module("tensorboardX").SummaryWriter(str(folder))
    except ImportError as error:
        raise UserError("TensorBoard events need tensorboardX: pip install 'gradus[tensorboard]'.") from error
    except OSError as error:
        raise UserError(f"No events can be written to {folder} ({error.strerror}).") from error
    written = 0

    def write(training: students.Training) -> None:
        nonlocal written
        if training.recent:
            writer.add_scalar("training/return", sum(training.recent) / len(training.recent), training.steps)
        for name, value in training.student.figures().items():
            writer.add_scalar(f"update/{name}", value, training.steps)
        for evaluation in training.evaluations[written:]:
            mean = sum(evaluation.returns) / len(evaluation.returns)
            writer.add_scalar("tests/mastered", evaluation.mastered, evaluation.step)
            writer.add_scalar("tests/return", mean, evaluation.step)
        written = len(training.evaluations)
        if training.finished:
            writer.close()

    return write
