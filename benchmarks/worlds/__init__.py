"""Worlds drawn from a grammar: dialogues of any form, content of a typed language, for development and for tests."""

from __future__ import annotations

from .content import Asked, Content, Stream
from .drawing import FAMILIES, SPLITS, draw, draw_tasks
from .form import Form
from .instance import Criterion, Instance, WorldTask
from .offline import Pair, content_pairs, pairs
from .oracle import Oracle, floors, play
from .world import GeneratedWorld, Result

__all__ = [
    "FAMILIES",
    "SPLITS",
    "Asked",
    "Content",
    "Criterion",
    "Form",
    "GeneratedWorld",
    "Instance",
    "Oracle",
    "Pair",
    "Result",
    "Stream",
    "WorldTask",
    "content_pairs",
    "draw",
    "draw_tasks",
    "floors",
    "pairs",
    "play",
]
