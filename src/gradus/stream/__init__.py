"""The byte world: one byte in, one byte out, and a reward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import lazily
from gradus.stream.task import Origin, Rules, Task, freeze, nothing_hidden, task

if TYPE_CHECKING:
    from gradus.stream.bits import InBits
    from gradus.stream.curriculum import CURRICULA, Curriculum, available, make
    from gradus.stream.dialogue import SILENCE, Dialogue
    from gradus.stream.instance import TaskFailed
    from gradus.stream.learner import LearnerDisconnected, StreamLearner
    from gradus.stream.play import QUIT, Person, PlainPerson, help_text
    from gradus.stream.prerequisites import diagram
    from gradus.stream.question import Question
    from gradus.stream.sampling import knowing, sample
    from gradus.stream.scrambler import Scrambler
    from gradus.stream.screen import PlayApp, ScreenPerson
    from gradus.stream.tasks import TASKS
    from gradus.stream.transcript import rows
    from gradus.stream.variant import to_toml, vary
    from gradus.stream.world import World, open_instance
else:
    __getattr__, __dir__ = lazily(__name__)


__all__ = [
    "QUIT",
    "Person",
    "PlainPerson",
    "PlayApp",
    "ScreenPerson",
    "help_text",
    "CURRICULA",
    "SILENCE",
    "TASKS",
    "Curriculum",
    "Dialogue",
    "InBits",
    "LearnerDisconnected",
    "Origin",
    "Question",
    "Rules",
    "Scrambler",
    "StreamLearner",
    "Task",
    "TaskFailed",
    "World",
    "available",
    "diagram",
    "freeze",
    "knowing",
    "make",
    "nothing_hidden",
    "open_instance",
    "rows",
    "sample",
    "task",
    "to_toml",
    "vary",
]
