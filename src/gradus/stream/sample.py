"""A sample of a task's stream, played by a learner that knows the answers but errs on purpose once."""

from __future__ import annotations

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


def knowing(dialogue: Dialogue, mistakes: int = 0) -> Callable[[], int]:
    """What a learner says that sees the right answer and answers in the first admissible column.

    Its first ``mistakes`` answers are wrong: as long as the right ones, but of the letter q.
    """

    def say() -> int:
        rest = dialogue.awaited()
        if not rest:
            return SILENCE
        wrong = dialogue.questions < mistakes and not dialogue.terminates(rest)
        return ord("q") if wrong else rest[0]

    return say


def sample(curriculum: Curriculum, task: str, seed: int = 0, questions: int = 3, mistakes: int = 1) -> Sample:
    """Play a task from its first instance on until so many questions have been judged."""
    heard, said, rewards = bytearray(), bytearray(), []
    nth, judged = 0, 0
    while judged < questions:
        dialogue = open_instance(curriculum, Ticket(task, seed, nth, nth))
        say = knowing(dialogue, mistakes - judged)
        while not dialogue.over and not (judged + dialogue.questions >= questions and dialogue.awaited()):
            heard.append(dialogue.speak())
            said.append(say())
            rewards.append(dialogue.hear(said[-1]))
        nth, judged = nth + 1, judged + dialogue.questions
    return Sample(bytes(heard), bytes(said), tuple(rewards))
