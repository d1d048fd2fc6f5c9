"""Exams: protocols over runs that end in figures with intervals."""

from __future__ import annotations

from gradus.exams import accuracy, forgetting, graduality, relaxed, retention, steps, transfer
from gradus.exams.exam import EXAMS, Exam, available, check, examine, make, resume
from gradus.exams.figures import RunFigures, TaskFigures, floor, read_run
from gradus.exams.human import figures_of, human_table
from gradus.exams.outlook import Progress

__all__ = [
    "EXAMS",
    "Exam",
    "Progress",
    "RunFigures",
    "TaskFigures",
    "accuracy",
    "available",
    "check",
    "examine",
    "figures_of",
    "floor",
    "forgetting",
    "graduality",
    "human_table",
    "make",
    "read_run",
    "relaxed",
    "resume",
    "retention",
    "steps",
    "transfer",
]
