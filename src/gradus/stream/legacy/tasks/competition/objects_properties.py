"""Tasks before the challenge: things in two baskets, and their properties."""

from __future__ import annotations

import random
import re
from string import ascii_lowercase
from typing import Any, ClassVar

from gradus.stream.legacy.core.task import on_message, on_start, on_timeout
from gradus.stream.legacy.tasks.competition import messages as msg
from gradus.stream.legacy.tasks.competition.base import BaseTask
from gradus.stream.legacy.tasks.competition.baskets import (
    all_properties,
    global_objects,
    global_properties,
    rev_global_properties,
)
from gradus.stream.legacy.tasks.competition.counting import enumeration

_BETWEEN = r"(?:, and |, | and | )"


class ObjectExistenceTask1(BaseTask):
    """Do I have it? Asked again until the answer is right."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=3000, world=world)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Name what there is, ask for something."""
        self.thing, self.asked = random.choice(global_objects), random.choice(global_objects)
        self.question = f"Do I have {self.asked}?"
        self.set_message(f"Let's play game with objects. I have {self.thing}. {self.question}")

    @on_message(r"(yes|no).$")
    def check_response(self, event: Any) -> None:
        """Only a full stop makes it an answer."""
        if event.message[-1] != ".":
            return
        has = self.thing == self.asked
        if event.is_message("yes" if has else "no", "."):
            self.set_result(1, "Correct!")
        else:
            self.set_message(f"Wrong, I do {'' if has else 'not '}have {self.asked}. {self.question}")

    @on_timeout()
    def fail(self, event: Any) -> None:
        """Time is up."""
        self.set_result(0, "You are too slow! Let's try something else.")


class ObjectExistenceTask2(BaseTask):
    """Do I have it? Asked once, of several things."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=3000, world=world)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Name what there is, ask for something."""
        things = random.choices(global_objects, k=random.randint(1, 5))
        asked = random.choice(global_objects)
        self.answer = "Yes" if asked in things else "No"
        named = msg.indef_article(asked)
        self.give_away_message = f"Wrong. I do {'' if asked in things else 'not '}have {named}."
        self.set_message(f"I have {enumeration(things)}. Do I have {named}? ")

    @on_message(r"\.")
    def check_response(self, event: Any) -> None:
        """Yes or no, with a capital."""
        if event.is_message(self.answer, "."):
            self.set_result(1, random.choice(msg.congratulations))
        else:
            self.set_result(0, self.give_away_message)

    @on_timeout()
    def fail(self, event: Any) -> None:
        """Time is up."""
        self.set_result(0, self.give_away_message)


class _About(BaseTask):
    """A question about the baskets; a subclass draws it, and says what it gives away."""

    max_time: ClassVar[int] = 3000
    retries: ClassVar[bool] = False
    """Whether a wrong answer is corrected and the question asked again."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=self.max_time, world=world)

    def draw(self) -> tuple[str, list[str], str]:
        """The question, the right answers (any one is enough), and what is given away."""
        raise NotImplementedError

    def right(self, event: Any) -> bool:
        """Whether the learner's text ends with a right answer."""
        return any(event.is_message(answer, ".") for answer in self.answers)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        self.question, self.answers, self.give_away = self.draw()
        self.set_message(self.question)

    @on_message(r"\.")
    def check_response(self, event: Any) -> None:
        """Praise what is right; correct what is wrong where the task does so."""
        if self.right(event):
            self.set_result(1, random.choice(msg.congratulations))
        elif self.retries:
            self.set_message(f"{self.give_away} please try again. {self.question}")

    @on_timeout()
    def tell(self, event: Any) -> None:
        """Time is up: the answer is told, and nothing is judged."""
        self.set_message(f"you are too slow. {self.give_away}" if self.retries else self.give_away)


class _Enumerated(_About):
    """The answer is a list in any order."""

    max_time = 3500

    def right(self, event: Any) -> bool:
        """Whether the last so many words are the right ones."""
        words = _BETWEEN.join([r"([a-z]+)"] * len(self.answers))
        found = re.search(words + r"\.$", event.message)
        return bool(found) and set(found.groups()) == set(self.answers)  # type: ignore[union-attr]


def _a_basket() -> str:
    return random.choice(list(global_properties))


def _listed(items: list[str]) -> str:
    return " ".join(random.sample(items, len(items)))


class AssociateObjectWithPropertyTask(_About):
    """Repeat the property just named."""

    def draw(self) -> tuple[str, list[str], str]:
        """A property of a thing."""
        owner = _a_basket()
        thing = random.choice(list(global_properties[owner]))
        quality = random.choice(global_properties[owner][thing])
        question = f"{thing} in {owner}'s basket is {quality}. how is {thing}?"
        return question, [quality], f"the right answer is: {quality}."


class VerifyThatObjectHasPropertyTask(_About):
    """Has it, or not?"""

    def draw(self) -> tuple[str, list[str], str]:
        """A property that the thing has, or one that it lacks."""
        owner = _a_basket()
        thing = random.choice(list(global_properties[owner]))
        own = global_properties[owner][thing]
        has = bool(random.randrange(2))
        quality = random.choice(own if has else [p for p in all_properties if p not in own])
        answer = "yes" if has else "no"
        return f"is {thing} {quality} in {owner}'s basket?'", [answer], f"the right answer is: {answer}."


class _OfAThing(_About):
    """Asks about a thing in a basket."""

    def pick_thing(self) -> tuple[str, str, list[str]]:
        """Basket, thing and its properties."""
        owner = _a_basket()
        thing = random.choice(list(global_properties[owner]))
        return owner, thing, global_properties[owner][thing]


class ListPropertiesOfAnObjectTask(_Enumerated, _OfAThing):
    """All properties of a thing."""

    def draw(self) -> tuple[str, list[str], str]:
        """A thing."""
        owner, thing, own = self.pick_thing()
        question = f"which properties does {thing} have in {owner}'s basket?"
        return question, own, f"the right properties are: {_listed(own)}."


class NameAPropertyOfAnObjectTask(_OfAThing):
    """Any property of a thing."""

    def draw(self) -> tuple[str, list[str], str]:
        """A thing."""
        owner, thing, own = self.pick_thing()
        question = f"can you tell me a property of {thing} in {owner}'s basket?"
        return question, own, f"one right answer is: {random.choice(own)}."


class HowManyPropertiesDoesAnObjectHaveTask(_OfAThing):
    """The number of properties of a thing."""

    def draw(self) -> tuple[str, list[str], str]:
        """A thing."""
        owner, thing, own = self.pick_thing()
        question = f"how many property does {thing} have in {owner}'s basket?"
        answers = msg.number_to_strings(len(own))
        return question, answers, f"the right answer is: {random.choice(answers)}."


class _OfAProperty(_About):
    """Asks about a property in a basket."""

    retries = True

    def pick_property(self) -> tuple[str, str, list[str]]:
        """Basket, property and the things that have it."""
        owner = _a_basket()
        quality = random.choice(list(rev_global_properties[owner]))
        return owner, quality, rev_global_properties[owner][quality]


class ListObjectsWithACertainPropertyTask(_Enumerated, _OfAProperty):
    """All things with a property."""

    def draw(self) -> tuple[str, list[str], str]:
        """A property."""
        owner, quality, things = self.pick_property()
        question = f"which objects are {quality} in {owner}'s basket?"
        return question, things, f"the right objects are: {_listed(things)}."


class NameAnObjectWithAPropertyTask(_OfAProperty):
    """Any thing with a property."""

    def draw(self) -> tuple[str, list[str], str]:
        """A property."""
        owner, quality, things = self.pick_property()
        question = f"can you tell me an object that is {quality} in {owner}'s basket?"
        return question, things, f"one right answer is: {random.choice(things)}."


class HowManyObjectsHaveACertainPropertyTask(_OfAProperty):
    """The number of things with a property; some properties are invented."""

    def draw(self) -> tuple[str, list[str], str]:
        """A property, or a word that is none."""
        owner = _a_basket()
        known = list(rev_global_properties[owner])
        slot = random.randint(0, len(known) + 5)
        if slot < len(known):
            quality = known[slot]
        else:
            quality = "".join(random.sample(ascii_lowercase, random.randint(1, 10)))
        answers = msg.number_to_strings(len(rev_global_properties[owner].get(quality, [])))
        question = f"how many objects are {quality} in {owner}'s basket?"
        return question, answers, f"the right answer is: {random.choice(answers)}."


class WhoHasACertainObjectWithACertainPropertyTask(_Enumerated):
    """Whose thing has the property?"""

    retries = True

    def draw(self) -> tuple[str, list[str], str]:
        """A thing and a property."""
        thing, quality = random.choice(global_objects), random.choice(all_properties)
        owners = [owner for owner, things in global_properties.items() if quality in things.get(thing, [])]
        owners = owners or ["nobody"]
        question = f"who has {msg.indef_article(quality)} {thing} in the basket?"
        return question, owners, f"the right answer is: {_listed(owners)}."


class _OfBothBaskets(_Enumerated):
    """Asks about a thing that both have."""

    retries = True

    def pick_common(self) -> tuple[str, list[str], list[str], str]:
        """The thing, its properties in one basket and in the other, and whose the first is."""
        one, other = random.sample(list(global_properties), 2)
        common = [thing for thing in global_properties[one] if thing in global_properties[other]]
        thing = random.choice(common)
        return thing, global_properties[one][thing], global_properties[other][thing], one


class ListThePropertiesThatAnObjectHasInABasketOnlyTask(_OfBothBaskets):
    """What is special about it here?"""

    def draw(self) -> tuple[str, list[str], str]:
        """A thing."""
        thing, here, there, owner = self.pick_common()
        answers = [quality for quality in here if quality not in there] or ["none"]
        question = f"which properties does {thing} have in {owner}'s basket only?"
        return question, answers, f"the right properties are: {_listed(answers)}."


class ListThePropertiesThatAnObjectHasInAllBasketsTask(_OfBothBaskets):
    """What is the same everywhere?"""

    def draw(self) -> tuple[str, list[str], str]:
        """A thing."""
        thing, here, there, _ = self.pick_common()
        answers = [quality for quality in here if quality in there] or ["none"]
        question = f"which properties does {thing} have in all baskets?"
        return question, answers, f"the right properties are: {_listed(answers)}."
