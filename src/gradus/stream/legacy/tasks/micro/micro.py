"""Three tiny tasks of repetition from before the challenge."""

from __future__ import annotations

import random
from string import ascii_uppercase
from typing import Any, ClassVar

from gradus.stream.legacy.core.task import on_message, on_start, on_timeout
from gradus.stream.legacy.tasks.competition.base import BaseTask


def return_random_string(vocabulary: int, length: int) -> str:
    """One to ``length`` capitals out of the first ``vocabulary``."""
    if not 1 <= vocabulary <= 26:
        raise ValueError("the vocabulary has 1 to 26 letters")
    if length < 1:
        raise ValueError("a string has at least one letter")
    return "".join(random.choices(ascii_uppercase[:vocabulary], k=random.randint(1, length)))


class _Repeat(BaseTask):
    vocabulary: ClassVar[int] = 1
    length: ClassVar[int] = 1
    max_time: ClassVar[int] = 112

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=self.max_time, world=world)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        self.target = return_random_string(self.vocabulary, self.length)
        self.set_message(f"repeat: {self.target}.")

    @on_message(r"\.")
    def check_response(self, event: Any) -> None:
        """Judge what stands before the full stop."""
        if event.is_message(self.target, "."):
            self.set_result(1, "correct.")
        else:
            self.fail(event)

    @on_timeout()
    def fail(self, event: Any) -> None:
        """Wrong, or too late."""
        self.set_result(0, f"wrong: {self.target}.")


class Repeat1V1L(_Repeat):
    """One letter, always the same."""


class Repeat3V1L(_Repeat):
    """One of three letters."""

    vocabulary = 3


class Repeat3V2L(_Repeat):
    """One or two of three letters."""

    vocabulary, length, max_time = 3, 2, 136
