"""Tasks before the challenge that nobody had validated: guessing numbers, repeating and mapping letters."""

from __future__ import annotations

import random
from string import ascii_lowercase
from typing import Any, ClassVar

from gradus.stream.legacy.core.task import Task, on_message, on_output_message, on_start, on_timeout
from gradus.stream.legacy.tasks.competition.baskets import global_properties
from gradus.stream.legacy.tasks.competition.messages import congratulations

_QUESTIONS = (
    "please tell me the number.",
    "what's the number?",
    "what is the number?",
    "can you tell me the number?",
)
_DIGIT_QUESTIONS = tuple(question.replace("number", "next digit") for question in _QUESTIONS)
_ITALIAN = dict(
    zip(
        (
            *("apple", "asparagus", "avocado", "banana", "beet", "carrot", "cucumber"),
            *("onion", "pear", "pineapple", "potato", "tomato", "mango"),
        ),
        (
            *("mela", "asparago", "avocado", "banana", "rapa", "carota", "cetriolo"),
            *("cipolla", "pera", "ananas", "patata", "pomodoro", "mango"),
        ),
        strict=True,
    )
)
_ITALIAN_NUMBERS = (
    *("zero", "uno", "due", "tre", "quattro", "cinque"),
    *("sei", "sette", "otto", "nove", "dieci"),
)


class _Attentive(Task):
    """Listens only after its text has once been said to the end."""

    max_time: ClassVar[int] = 500
    terminator: ClassVar[str] = "."

    def __init__(self) -> None:
        super().__init__(max_time=self.max_time)

    def order(self) -> str:
        """Draw the instance; what is asked."""
        raise NotImplementedError

    def heard(self, event: Any) -> None:
        """What the learner has said, once the text is out."""
        raise NotImplementedError

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        self.listening = False
        self.set_message(self.order())

    @on_output_message(r"[.?]$")
    def on_said(self, event: Any) -> None:
        """Everything has been said."""
        self.listening = self.listening or event.output_message.endswith(self.terminator)

    @on_message()
    def on_words(self, event: Any) -> None:
        """Blank what comes too early."""
        if not event.message:
            return
        if self.listening:
            self.heard(event)
        elif event.message[-1] != " ":
            self.ignore_last_char()


class ItalianHowManyPropertiesDoesAnObjectHaveTask(_Attentive):
    """How many properties, in Italian."""

    max_time = 3000
    terminator = "?"

    def order(self) -> str:
        """A thing in a basket."""
        owner = random.choice(list(global_properties))
        thing = random.choice(list(global_properties[owner]))
        self.count = len(global_properties[owner][thing])
        self.answers = [str(self.count), _ITALIAN_NUMBERS[self.count]]
        return f"quante proprieta' ha {_ITALIAN[thing]} nel cestino di {owner}?"

    def heard(self, event: Any) -> None:
        """Digits or a word."""
        if any(event.is_message(answer, ".") for answer in self.answers):
            praise = ["ottimo lavoro.", "bravo.", "congratulazioni.", "giusto.", "corretto."]
            self.set_result(1, random.choice(praise))

    @on_timeout()
    def tell(self, event: Any) -> None:
        """Time is up."""
        self.set_message(f"la risposta corretta e': {random.choice(self.answers)}.")


class _Guess(_Attentive):
    """Guess a number that is told when asked for in the right words."""

    max_time = 3000
    explicit: ClassVar[bool] = False
    hint: ClassVar[str] = "you can ask me for the number."
    questions: ClassVar[tuple[str, ...]] = _QUESTIONS

    def order(self) -> str:
        """A number of one to five digits."""
        size = random.randint(1, 5)
        self.number = str(random.randint(10 ** (size - 1), 10**size - 1))
        self.told = 0
        self.model = random.choice(self.questions)
        self.terminator_now = self.model[-1] if self.explicit else "."
        ask = f"you can ask me: {self.model}" if self.explicit else self.hint
        return f"guess the {size}-digit number I am thinking of; {ask}"

    @on_output_message(r"[.?]$")
    def on_said(self, event: Any) -> None:
        """Everything has been said."""
        self.listening = self.listening or event.output_message.endswith(self.terminator_now)

    def heard(self, event: Any) -> None:
        """A question, or the number."""
        if event.message.endswith(self.questions):
            self.set_message(self.reply())
        elif event.is_message(self.number, "."):
            self.set_result(1, random.choice(congratulations))

    def reply(self) -> str:
        """The number."""
        return f"{self.number}."

    @on_timeout()
    def tell(self, event: Any) -> None:
        """Time is up."""
        self.set_message(f"if you asked: {self.model}, I would have said: {self.number}.")


class GuessTheNumberAskingQuestionsExplicitModelTask(_Guess):
    """Ask for the number as shown."""

    explicit = True


class GuessTheNumberAskingQuestionsTask(_Guess):
    """Ask for the number."""


class _GuessDigits(_Guess):
    """The number is told digit by digit."""

    max_time = 3500
    hint = "you can ask me for the next digit."
    questions = _DIGIT_QUESTIONS

    def reply(self) -> str:
        """The next digit."""
        if self.told >= len(self.number):
            return f"the number has only {len(self.number)} digits."
        self.told += 1
        return f"{self.number[self.told - 1]}."

    @on_timeout()
    def tell(self, event: Any) -> None:
        """Time is up."""
        text = f"the number is {self.number}."
        if self.told < len(self.number):
            text = f"if you asked: {self.model}, I would have said: {self.number[self.told]}. {text}"
        self.set_message(text)


class GuessTheNumberAskingForDigitsExplicitModelTask(_GuessDigits):
    """Ask for digits as shown."""

    explicit = True


class GuessTheNumberAskingForDigitsTask(_GuessDigits):
    """Ask for digits."""


def _mapping() -> dict[str, str]:
    return dict(zip(random.sample(ascii_lowercase, 5), random.sample(ascii_lowercase, 5), strict=True))


global_mapping = _mapping()
"""Five letters and the letters they stand for, the same for all Global tasks of a process."""


class _Letters(_Attentive):
    """A string is shown, and one is wanted; there is no feedback."""

    mapping: ClassVar[dict[str, str]] = global_mapping
    lengths: ClassVar[tuple[int, int]] = (1, 1)
    shown: ClassVar[str] = "{p}."
    """How the first string, and perhaps the second, is shown."""
    closing: ClassVar[str] = "."
    """What must follow the answer."""

    def order(self) -> str:
        """Letters of the mapping, and what they stand for."""
        first = "".join(random.choices(list(self.mapping), k=random.randint(*self.lengths)))
        self.target = "".join(self.mapping[letter] for letter in first)
        return self.shown.format(p=first, t=self.target)

    def heard(self, event: Any) -> None:
        """Judge whatever the text ends with."""
        if event.message.endswith(self.target + self.closing):
            self.set_result(1)


class _Repeated(_Letters):
    """The same string is wanted."""

    mapping = dict(zip(ascii_lowercase, ascii_lowercase, strict=True))


class RepeatCharacter(_Repeated):
    """One letter."""


class RepeatStringMax4(_Repeated):
    """Up to four letters."""

    lengths = (1, 4)


class RepeatStringMin5Max10(_Repeated):
    """Five to ten letters."""

    lengths = (5, 10)


class GlobalTwoAssociatedCharacters(_Letters):
    """Both letters are shown, the second is wanted."""

    shown = "{p}{t}."


class GlobalCharacterPrimeTarget(_Letters):
    """The first letter is shown, the second is wanted."""


class LocalCharacterPrimeTarget(_Letters):
    """The same with a mapping of its own."""

    mapping = _mapping()


class GlobalTwoAssociatedDelimitedStringsMax4(_Letters):
    """Both strings are shown, with a mark between them."""

    lengths, shown, closing = (1, 4), "{p}#{t}.", ""


class LocalTwoAssociatedDelimitedStringsMax4(GlobalTwoAssociatedDelimitedStringsMax4):
    """The same with a mapping of its own."""

    mapping = _mapping()


class GlobalTwoAssociatedStringsMax4(_Letters):
    """Both strings are shown."""

    lengths, shown, closing = (1, 4), "{p}{t}.", ""


class LocalTwoAssociatedStringsMax4(GlobalTwoAssociatedStringsMax4):
    """The same with a mapping of its own."""

    mapping = _mapping()


class GlobalStringPrimeTargetMax4(_Letters):
    """The first string is shown, the second is wanted."""

    lengths = (1, 4)


class LocalStringPrimeTargetMax4(GlobalStringPrimeTargetMax4):
    """The same with a mapping of its own."""

    mapping = _mapping()


class GlobalStringPrimeTargetMin5Max10(_Letters):
    """Longer strings; the constructor's argument is not used."""

    lengths = (5, 10)

    def __init__(self, world: Any) -> None:
        super().__init__()
