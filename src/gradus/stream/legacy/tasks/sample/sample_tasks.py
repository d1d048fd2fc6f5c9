"""Tasks that showed how to write tasks: each uses another part of the interface."""

from __future__ import annotations

import random
from string import ascii_lowercase
from typing import Any, ClassVar

from gradus.stream.legacy.core.task import (
    Task,
    on_ended,
    on_message,
    on_sequence,
    on_start,
    on_state_changed,
    on_timeout,
)
from gradus.stream.legacy.worlds.grid_world import Span

_CHARACTERS = ascii_lowercase + "{"
_ALEF = "\N{HEBREW LETTER ALEF}"


class RepeatingCharTask(Task):
    """Repeat a character; as in 2017 no answer is ever taken as right."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=100, world=world)

    @on_start()
    def on_start(self, event: Any) -> None:
        """Show the character."""
        self.character = random.choice(_CHARACTERS)
        self.set_message(self.character)

    @on_message(r"[^ ]")
    def on_message(self, event: Any) -> None:
        """Judge any answer."""
        self.set_result(int(event.is_message(self.character)))


class YesNoTask(Task):
    """Was it said, or its opposite?"""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=1000, world=world)

    @on_start()
    def on_start(self, event: Any) -> None:
        """State something and ask for it."""
        thing, quality = ("".join(random.choices(_CHARACTERS, k=5)) for _ in range(2))
        self.answer = random.choice(["yes", "no"])
        denial = "" if self.answer == "yes" else "not "
        self.set_message(f"{thing} is {denial}{quality}. Is {thing} {quality}?")

    @on_message(r"(yes|no)")
    def on_answer(self, event: Any) -> None:
        """The first yes or no counts."""
        self.set_result(int(event.get_match(1) == self.answer))


class BeSilentTask(Task):
    """Not a single bit that is set."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=1000, world=world)

    @on_start()
    def on_start(self, event: Any) -> None:
        """Ask for silence."""
        self.set_message("Please, be quiet.")

    @on_sequence(r"1")
    def on_bit(self, event: Any) -> None:
        """Not silent."""
        self.set_result(0)

    @on_timeout()
    def on_time_out(self, event: Any) -> None:
        """Silent all the time."""
        self.set_result(1)


class RepeatingPhraseTask(Task):
    """Say a phrase."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=1000, world=world)
        self.phrase = "I am not Mr Robot"

    @on_start()
    def on_start(self, event: Any) -> None:
        """Name the phrase."""
        self.set_message(f"Say '{self.phrase}'.")

    @on_message(r"I am not Mr Robot$")
    def on_phrase(self, event: Any) -> None:
        """Done."""
        self.set_result(1, "Correct")

    @on_timeout()
    def on_time_out(self, event: Any) -> None:
        """Too late."""
        self.set_message("Sorry, time is out.")


class SampleConflictingMessagesTask(Task):
    """Messages with priorities."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=1000, world=world)

    @on_start()
    def on_start(self, event: Any) -> None:
        """Ask."""
        self.set_message("Say my name")

    @on_message(r"Say$")
    def on_say(self, event: Any) -> None:
        """Important."""
        self.set_message("I'm Heisenberg, you don't give me orders.", priority=5)

    @on_message(r"my name$")
    def on_my_name(self, event: Any) -> None:
        """Less important."""
        self.set_message("Are you repeating everything I say?", priority=1)

    @on_message(r"Heisenberg$")
    def on_right(self, event: Any) -> None:
        """Done."""
        self.set_result(1, "You're Goddamn right.", priority=5)


class _Doing(Task):
    command: ClassVar[str] = ""

    def __init__(self, world: Any) -> None:
        super().__init__(max_time=1000, world=world)

    @on_start()
    def on_start(self, event: Any) -> None:
        """Ask for the command."""
        world: Any = self.get_world()
        here = world.state.learner_pos
        self.state.target_pos = here + world.valid_directions[world.state.learner_direction]
        self.state.left, self.state.right = (world.get_clockwise_direction(d) for d in (-1, 1))
        self.set_message(f"Say '{self.command}'")


class MovingTask(_Doing):
    """Move forward."""

    command = "I move forward."

    @on_state_changed(lambda ws, ts: ws.learner_pos == ts.target_pos)
    def on_moved(self, event: Any) -> None:
        """Done."""
        self.set_result(1)


class TurnLeftTask(_Doing):
    """Turn left."""

    command = "I turn left."

    @on_state_changed(lambda ws, ts: ws.learner_direction == ts.left)
    def on_turned(self, event: Any) -> None:
        """Done."""
        self.set_result(1)


class TurnRightTask(_Doing):
    """Turn right."""

    command = "I turn right."

    @on_state_changed(lambda ws, ts: ws.learner_direction == ts.right)
    def on_turned(self, event: Any) -> None:
        """Done."""
        self.set_result(1)


class LookAroundTask(Task):
    """Look once."""

    def __init__(self, world: Any) -> None:
        super().__init__(max_time=1000, world=world)

    @on_start()
    def on_start(self, event: Any) -> None:
        """Ask."""
        self.set_message("Look around.")

    @on_message(r"I look.")
    def on_looked(self, event: Any) -> None:
        """Done."""
        self.set_result(1)


class PickAnApple(Task):
    """Find an apple beside a block."""

    def __init__(self, world: Any) -> None:
        super().__init__(max_time=10000, world=world)

    @on_start()
    def on_start(self, event: Any) -> None:
        """Put both near the learner."""
        world: Any = self.get_world()
        apple, block = (
            world.state.learner_pos + Span(random.randint(-2, 2), random.randint(-2, 2)) for _ in range(2)
        )
        if apple == block:
            block += Span(0, 1)
        self.cells = (apple, block)
        world.put_entity(apple, "apple", True, True)
        world.put_entity(block, "block", False, False)
        self.state.initial_apples = world.state.learner_inventory["apple"]
        self.set_message("Pick up an apple.")

    @on_state_changed(lambda ws, ts: ws.learner_inventory["apple"] > ts.initial_apples)
    def on_picked_up(self, event: Any) -> None:
        """Done."""
        self.set_result(1, "Enjoy!")

    @on_ended()
    def on_ended(self, event: Any) -> None:
        """Clear both cells."""
        world: Any = self.get_world()
        for cell in self.cells:
            if world.get_entity(cell) is not None:
                world.remove_entity(cell)


class UnicodeTask(Task):
    """A letter that is no byte: only bits can carry it."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=1000, world=world)

    @on_start()
    def on_start(self, event: Any) -> None:
        """Tell and ask."""
        self.set_message(f"a in Hebrew is {_ALEF}. How do you say a in Hebrew?")

    @on_message(_ALEF + "$")
    def on_answer(self, event: Any) -> None:
        """Done."""
        self.set_result(1, "Correct!")
