"""A sample of a task's stream, played by a learner that knows the answers but errs on purpose once."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass

from gradus.school import Ticket
from gradus.stream.curriculum import Curriculum
from gradus.stream.dialogue import SILENCE, Dialogue
from gradus.stream.world import open_instance


@dataclass(frozen=True)
class Sample:
    """The first bytes of a task, as they went."""

    heard: bytes
    said: bytes
    rewards: tuple[int, ...]


WRONG = "q" + string.ascii_letters.replace("q", "") + string.digits + string.punctuation
"""What mistakes are made of, in the order of trying: somewhere a q is right."""


def knowing(dialogue: Dialogue, mistakes: int = 0, wrong: str = WRONG[0]) -> Callable[[], int]:
    """What a learner says that sees the right answer and answers in the first admissible column.

    Its first ``mistakes`` answers are as long as the right ones, but made of ``wrong``.
    """

    def say() -> int:
        rest = dialogue.awaited()
        if not rest:
            return SILENCE
        errs = dialogue.questions < mistakes and not dialogue.terminates(rest)
        return ord(wrong) if errs else rest[0]

    return say


def sample(curriculum: Curriculum, task: str, seed: int = 0, questions: int = 3, mistakes: int = 1) -> Sample:
    """Play a task from its first instance on until so many questions have been judged, the first of them wrong."""
    tries = (_play(curriculum, task, seed, questions, mistakes, wrong) for wrong in WRONG)
    errs = (played for played, mistaken in tries if mistaken >= mistakes)
    found = next(errs, None)
    return found or _play(curriculum, task, seed, questions, mistakes, WRONG[0])[0]


def _play(
    curriculum: Curriculum, task: str, seed: int, questions: int, mistakes: int, wrong: str
) -> tuple[Sample, int]:
    """The sample, and how many of the intended mistakes were judged as such."""
    heard, said, rewards = bytearray(), bytearray(), []
    nth, judged, mistaken = 0, 0, 0
    while judged < questions:
        dialogue = open_instance(curriculum, Ticket(task, seed, nth, nth))
        say = knowing(dialogue, mistakes - judged, wrong)
        while not dialogue.over and not (judged + dialogue.questions >= questions and dialogue.awaited()):
            before = dialogue.questions
            heard.append(dialogue.speak())
            said.append(say())
            rewards.append(dialogue.hear(said[-1]))
            if judged + before < mistakes and dialogue.questions > before:
                mistaken += rewards[-1] <= 0
        nth, judged = nth + 1, judged + dialogue.questions
    return Sample(bytes(heard), bytes(said), tuple(rewards)), mistaken
