"""The stream tasks, one module per family, found by name."""

from __future__ import annotations

from gradus.stream.task import TASKS, Task
from gradus.stream.tasks import micro, mini  # the public tasks come first in the catalogue

# isort: split
from gradus.stream.tasks import arithmetic, blocks, evaluation, text
from gradus.stream.tasks.description import SETS, draw_description
from gradus.stream.tasks.regular import draw_example


def available() -> list[str]:
    """The ids of all tasks, in the order of the public curriculum."""
    return TASKS.available()


def make(name: str, **changes: object) -> Task:
    """The task of that name, with some of its rules or parameters changed."""
    return TASKS.get(name).with_(**changes)


__all__ = [
    "SETS",
    "TASKS",
    "arithmetic",
    "available",
    "blocks",
    "draw_description",
    "draw_example",
    "evaluation",
    "make",
    "micro",
    "mini",
    "text",
]
