"""Learners of the stream, found by name or by import path, and the lessons they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import lazily

if TYPE_CHECKING:
    from gradus.learners import gradual
    from gradus.learners.catalogue import LEARNERS, available, full_id, make, seeded
    from gradus.learners.command import teach_command
    from gradus.learners.ending import Ending, Stop, StopRule, Streak, threshold_of
    from gradus.learners.experience import fitting_memory, memory_of, saves_memory
    from gradus.learners.lesson import Lesson
    from gradus.learners.replaying import Replay, replay
    from gradus.learners.results import Results, results_of
else:
    __getattr__, __dir__ = lazily(__name__)


__all__ = [
    "gradual",
    "LEARNERS",
    "Ending",
    "Lesson",
    "Replay",
    "Results",
    "Stop",
    "StopRule",
    "Streak",
    "available",
    "fitting_memory",
    "full_id",
    "make",
    "memory_of",
    "replay",
    "results_of",
    "saves_memory",
    "seeded",
    "teach_command",
    "threshold_of",
]
