"""Gradus, a school for learning agents: worlds, teachers, learners and exams with exact replay.

Importing the package makes its environments known to Gymnasium; the rooms themselves are imported when used.
"""

from __future__ import annotations

from gradus import registration

__version__ = "0.1.0"
__all__ = ["__version__"]

registration.register()
