"""What a shell may offer for the next word: the names in a registry."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

_ROOMS = {
    "learner": "gradus.learners",
    "teacher": "gradus.teachers",
    "student": "gradus.students",
    "curriculum": "gradus.stream",
    "body": "gradus.tracks.bodies",
    "suite": "gradus.bench",
}


def names_of(kind: str) -> Callable[[str], list[str]]:
    """Completes to the names of one kind; the room is imported only when a shell asks."""

    def complete(incomplete: str) -> list[str]:
        known: list[str] = import_module(_ROOMS[kind]).available()
        return [name for name in known if name.startswith(incomplete)]

    return complete


def suites(incomplete: str) -> list[str]:
    """Completes to what may follow ``gradus bench``: suites, and the commands beside them."""
    from gradus.cli import COMMANDS

    commands = [name.removeprefix("bench ") for name in COMMANDS if name.startswith("bench ")]
    return [*names_of("suite")(incomplete), *(name for name in commands if name.startswith(incomplete))]


def walkers(incomplete: str) -> list[str]:
    """Completes to shipped walkers."""
    from gradus.students import WALKERS

    return [name for name in WALKERS.available() if name.startswith(incomplete)]


def tracks(incomplete: str) -> list[str]:
    """Completes to tracks."""
    from gradus.tracks import SPACES

    return [name for name in SPACES if name.startswith(incomplete)]


def tasks(incomplete: str) -> list[str]:
    """Completes to tasks of the stream."""
    from gradus.stream import TASKS

    return [name for name in TASKS.available() if name.startswith(incomplete)]
