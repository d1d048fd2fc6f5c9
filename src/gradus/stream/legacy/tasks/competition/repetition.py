"""Tasks before the challenge: be silent, repeat, repeat often, repeat one of two."""

from __future__ import annotations

import random
import string
from itertools import permutations
from typing import Any, ClassVar

from gradus.stream.legacy.core.task import Task, on_message, on_start, on_timeout
from gradus.stream.legacy.tasks.competition import messages as msg
from gradus.stream.legacy.tasks.competition.base import BaseTask

verbs = ["say", "repeat"]
negation = ["do not", "don't"]
phrases = ["apple", "banana", "cat", "hello world"]
context = [
    "and you will get a reward",
    "and a reward is yours",
    "and you will pass this task",
    "and you will solve this problem",
]


class BeSilentTask(Task):
    """Say nothing until the time is up."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=random.randint(100, 1000), world=world)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask for silence."""
        self.spoken = False
        self.set_message(random.choice(["be silent now.", "do not say anything."]))

    @on_message(r"[^ ]")
    def on_something(self, event: Any) -> None:
        """Any word is one too many, once."""
        if not self.spoken:
            self.spoken = True
            self.set_result(0, random.choice(msg.failed))

    @on_timeout()
    def on_silence(self, event: Any) -> None:
        """The learner was silent all the time."""
        if not self.spoken:
            self.set_result(1, random.choice(msg.congratulations))


class _Repeat(BaseTask):
    """Something is to be said; a subclass says what and how it is asked for."""

    max_time: ClassVar[int] = 1000
    tells: ClassVar[bool] = False
    """Whether failure tells the answer."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=self.max_time, world=world)

    def order(self) -> tuple[str, str]:
        """What is asked, and what is to be said."""
        raise NotImplementedError

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        question, self.target = self.order()
        self.set_message(question)

    @on_message(r"\.$")
    def check_response(self, event: Any) -> None:
        """Judge at a full stop."""
        if event.is_message(self.target, "."):
            self.set_result(1, random.choice(msg.congratulations))
        else:
            self.fail(event)

    @on_timeout()
    def fail(self, event: Any) -> None:
        """Wrong, or too late."""
        text = random.choice(msg.failed)
        self.set_result(0, f"{text} correct answer is: {self.target}." if self.tells else text)


class RepeatCharacterTask(_Repeat):
    """Repeat a letter."""

    def order(self) -> tuple[str, str]:
        """Any letter."""
        letter = random.choice(string.ascii_letters)
        return f"{random.choice(verbs)} {letter}.", letter


class RepeatWhatISayTask(_Repeat):
    """Repeat a phrase."""

    def order(self) -> tuple[str, str]:
        """Any phrase."""
        phrase = random.choice(phrases)
        return f"{random.choice(verbs)} {phrase}.", phrase


class RepeatWhatISay2Task(_Repeat):
    """Repeat a phrase, but not what follows it."""

    def order(self) -> tuple[str, str]:
        """A phrase in a context."""
        phrase = random.choice(phrases)
        return f"{random.choice(verbs)} {phrase} {random.choice(context)}.", phrase


class RepeatWhatISayMultipleTimesTask(_Repeat):
    """Repeat a phrase two or three times."""

    max_time = 10000
    tells = True

    def order(self) -> tuple[str, str]:
        """A phrase, and how often."""
        phrase, n = random.choice(phrases), random.randint(2, 3)
        question = f"{random.choice(verbs)} {phrase} {msg.number_to_string(n)} times{self.manner()}."
        return question, self.joined([phrase] * n)

    def manner(self) -> str:
        """What follows the number."""
        return ""

    def joined(self, parts: list[str]) -> str:
        """The phrases as they are to be said."""
        return " ".join(parts)


class RepeatWhatISayMultipleTimes2Task(RepeatWhatISayMultipleTimesTask):
    """The same in a context."""

    def manner(self) -> str:
        """A promise."""
        return " " + random.choice(context)


class RepeatWhatISayMultipleTimesSeparatedByCommaTask(RepeatWhatISayMultipleTimesTask):
    """With commas."""

    def manner(self) -> str:
        """How to join."""
        return " separated by comma (,)"

    def joined(self, parts: list[str]) -> str:
        """With commas."""
        return ", ".join(parts)


class RepeatWhatISayMultipleTimesSeparatedByAndTask(RepeatWhatISayMultipleTimesTask):
    """With and."""

    def manner(self) -> str:
        """How to join."""
        return " separated by and"

    def joined(self, parts: list[str]) -> str:
        """With and."""
        return " and ".join(parts)


class RepeatWhatISayMultipleTimesSeparatedByCATask(RepeatWhatISayMultipleTimesTask):
    """With commas and, before the last, and."""

    def manner(self) -> str:
        """How to join."""
        return " separated by comma and and"

    def joined(self, parts: list[str]) -> str:
        """As in an enumeration."""
        return ", ".join(parts[:-1]) + " and " + parts[-1]


class _OneOf(BaseTask):
    """Several answers are right; as in 2017, each that does not match fails the learner before the next is tried."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=3000, world=world)

    def order(self) -> tuple[str, list[str]]:
        """What is asked, and the right answers."""
        raise NotImplementedError

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        question, self.targets = self.order()
        self.set_message(question)

    @on_message(r"\.$")
    def check_response(self, event: Any) -> None:
        """Try the right answers one after the other."""
        for target in self.targets:
            if event.is_message_exact(target, "."):
                self.set_result(1, random.choice(msg.congratulations))
                return
            self.set_result(0, random.choice(msg.failed))

    @on_timeout()
    def fail(self, event: Any) -> None:
        """Too late."""
        self.set_result(0, random.choice(msg.failed))


class RepeatWhatISayDisjunction(_OneOf):
    """Repeat one of two phrases."""

    def order(self) -> tuple[str, list[str]]:
        """Two phrases, perhaps the same."""
        first, second = random.choice(phrases), random.choice(phrases)
        return f"{random.choice(verbs)} {first} or {second}.", [first, second]


class RepeatWhatISayConjunctionNegation(_OneOf):
    """Repeat the phrases that are not forbidden."""

    def order(self) -> tuple[str, list[str]]:
        """Two phrases, each perhaps forbidden."""
        verb, first, second = random.choice(verbs), random.choice(phrases), random.choice(phrases)
        no1, no2 = (random.choice(negation) if random.randrange(2) else "" for _ in range(2))
        return f"{no1} {verb} {first} and {no2} {verb} {second}.", _allowed(first, second, no1, no2)


def _allowed(first: str, second: str, no1: str, no2: str) -> list[str]:
    """The right answers; as in 2017 the first phrase where both are forbidden."""
    if no1 and not no2:
        return [second]
    if no2 or first == second:
        return [first]
    return [" and ".join(order) for order in permutations((first, second))]


class VerbTask(Task):
    """Do something by saying so."""

    verbs: ClassVar[dict[str, str]] = {
        "sing": "sang",
        "smile": "smiled",
        "rest": "rested",
        "relax": "relaxed",
        "jump": "jumped",
        "dance": "danced",
    }

    def __init__(self, world: Any) -> None:
        super().__init__(max_time=896, world=world)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Name the verb."""
        self.verb = random.choice(list(self.verbs))
        self.set_message(f"Say 'I {self.verb}' to {self.verb}.")

    @on_message(r"\.$")
    def check_response(self, event: Any) -> None:
        """The verb must come last."""
        if event.is_message(self.verb, "."):
            self.set_result(1, f"You {self.verbs[self.verb]}.")
        else:
            self.fail(event)

    @on_timeout()
    def fail(self, event: Any) -> None:
        """Wrong, or too late."""
        self.set_result(0, random.choice(msg.failed))
