"""Random: every task is equally likely, always. The baseline of all comparisons."""

from __future__ import annotations

from gradus.school import Teacher


class Random(Teacher):
    """Uniform choice in any task space; learns nothing."""

    name = "random-v0"
