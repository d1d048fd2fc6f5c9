"""What was written for the original in 2017: its interface, its module names and its bit mode."""

from __future__ import annotations

from typing import Any

from gradus.stream.legacy.names import PACKAGES, PROVIDED, install, installed, provides, uninstall
from gradus.stream.legacy.results import results_text


def at_the_terminal(kind: Any) -> Any:
    """A person as a human learner of 2017 of that kind, asked on the terminal."""
    from gradus.stream.legacy.learners import human_learner  # loads the rest of 2017's interface

    return human_learner.at_the_terminal(kind)


__all__ = [
    "PACKAGES",
    "PROVIDED",
    "at_the_terminal",
    "install",
    "installed",
    "provides",
    "results_text",
    "uninstall",
]
