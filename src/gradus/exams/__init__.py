"""Exams: protocols over runs that end in figures with intervals."""

from __future__ import annotations

from gradus.exams import graduality, steps
from gradus.exams.exam import EXAMS, Exam, available, examine, make, resume

__all__ = ["EXAMS", "Exam", "available", "examine", "graduality", "make", "resume", "steps"]
