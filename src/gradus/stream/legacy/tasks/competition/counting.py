"""A task before the challenge: count the things that were named."""

from __future__ import annotations

import random
from typing import Any

from gradus.stream.legacy.core.task import on_message, on_start, on_timeout
from gradus.stream.legacy.tasks.competition import messages as msg
from gradus.stream.legacy.tasks.competition.base import BaseTask

objects = [
    *("apple", "banana", "beet", "carrot", "cucumber", "mango", "onion"),
    *("pear", "pineapple", "potato", "tomato"),
]


def enumeration(items: list[str]) -> str:
    """Things with their articles, as in a sentence."""
    named = [msg.indef_article(item) for item in items]
    return ", ".join(named[:-1]) + " and " + named[-1] if len(named) > 1 else named[0]


class SimpleCountingTask(BaseTask):
    """How many of them?"""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=3000, world=world)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Name up to ten things and ask for one kind; the first kind never comes up."""
        things = random.choices(objects[1:], k=random.randint(1, 10))
        asked = random.choice(objects[1:])
        self.answer = msg.numbers_in_words[things.count(asked)]
        self.give_away_message = f"Wrong. The right answer is: {self.answer}."
        self.set_message(f"I have {enumeration(things)}. How many {asked}s do I have? ")

    @on_message(r"\.")
    def check_response(self, event: Any) -> None:
        """The number must be a word."""
        if event.is_message(self.answer, "."):
            self.set_result(1, random.choice(msg.congratulations))
        else:
            self.set_result(0, self.give_away_message)

    @on_timeout()
    def fail(self, event: Any) -> None:
        """Time is up."""
        self.set_result(0, self.give_away_message)
