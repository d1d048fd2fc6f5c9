"""Gradus, a school for learning agents: worlds, teachers, learners and exams with exact replay.

>>> import gradus
>>> gradus.teach("silent", max_steps=1_000)
<0 of 46 tasks passed in 1,000 steps, reward -999: stopped after 1000 steps>
>>> gradus.teachers.make("alp-gmm", gradus.Box((5.0,), (20.0,), ("gravity",)))
<teacher alp-gmm-v0 on Box(low=(5.0,), high=(20.0,), names=('gravity',)), seed 0, 0 tickets issued>

Importing the package makes its environments known to Gymnasium; the rooms themselves are imported when used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gradus import registration

__version__ = "0.1.0"
__all__ = [
    "Box",
    "Taught",
    "World",
    "__version__",
    "exams",
    "learners",
    "load",
    "stream",
    "students",
    "teach",
    "teachers",
    "tracks",
]
_NAMES = {
    "Box": "gradus.school",
    "Taught": "gradus.teachers.gym",
    "World": "gradus.stream",
    "load": "gradus.start",
    "teach": "gradus.start",
}
_ROOMS = ("exams", "learners", "stream", "students", "teachers", "tracks")

registration.register()


def __getattr__(name: str) -> Any:
    """A name or a room, imported when it is first asked for: ``import gradus`` itself stays fast."""
    if name in _NAMES:
        return getattr(import_module(_NAMES[name]), name)
    if name in _ROOMS:
        return import_module(f"gradus.{name}")
    raise AttributeError(f"module 'gradus' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
