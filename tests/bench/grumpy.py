"""A stranger's teacher that fails in its own way."""

from __future__ import annotations

from gradus.school import Teacher
from gradus.teachers import TEACHERS


class Grumpy(Teacher):
    name = "grumpy-v0"

    def choose(self, rng):
        raise LookupError("no more of this")


if "grumpy" not in TEACHERS.available():
    TEACHERS.add("grumpy", Grumpy)
