"""Gradus, a school for learning agents: worlds, teachers, learners and exams with exact replay."""

from __future__ import annotations

__version__ = "0.1.0"
__all__ = ["__version__"]
