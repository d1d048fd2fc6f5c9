"""The byte world: one byte in, one byte out, and a reward."""

from __future__ import annotations

from gradus.stream.curriculum import CURRICULA, Curriculum, available, make
from gradus.stream.dialogue import SILENCE, Dialogue
from gradus.stream.learner import StreamLearner
from gradus.stream.question import Question
from gradus.stream.scrambler import Scrambler
from gradus.stream.task import Origin, Rules, Task, task
from gradus.stream.tasks import TASKS
from gradus.stream.world import World, open_instance

__all__ = [
    "CURRICULA",
    "SILENCE",
    "TASKS",
    "Curriculum",
    "Dialogue",
    "Origin",
    "Question",
    "Rules",
    "Scrambler",
    "StreamLearner",
    "Task",
    "World",
    "available",
    "make",
    "open_instance",
    "task",
]
