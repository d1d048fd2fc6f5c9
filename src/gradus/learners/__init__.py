"""Learners of the stream, found by name or by import path, and the lessons they take."""

from __future__ import annotations

from gradus.learners.catalogue import LEARNERS, available, make, seeded
from gradus.learners.lesson import Lesson, Results, replay, results_of, saves_memory

__all__ = [
    "LEARNERS",
    "Lesson",
    "Results",
    "available",
    "make",
    "replay",
    "results_of",
    "saves_memory",
    "seeded",
]
