"""Tasks before the challenge: turn, move, pick up and give in the grid world."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from gradus.stream.legacy.core.task import Task, on_ended, on_message, on_start, on_state_changed, on_timeout
from gradus.stream.legacy.tasks.competition import messages as msg
from gradus.stream.legacy.tasks.competition.base import BaseTask
from gradus.stream.legacy.tasks.competition.baskets import global_objects

objects = list(global_objects)
dirs = ["east", "west", "north", "south"]
_SIDES = {"left": -1, "right": 1}


class _InWorld(BaseTask):
    """A task in the grid world whose time is up with a sentence and no result."""

    max_time: ClassVar[int] = 1000

    def __init__(self, world: Any) -> None:
        super().__init__(max_time=self.max_time, world=world)

    @property
    def here(self) -> Any:
        """The world's state."""
        return self.get_world().state  # type: ignore[union-attr]

    def beside(self, turns: int, steps: int = 1) -> Any:
        """The cell so many steps away after so many quarter turns."""
        world: Any = self.get_world()
        return self.here.learner_pos + steps * world.valid_directions[world.get_clockwise_direction(turns)]

    def place(self, cell: Any) -> str:
        """Put any thing there that can be picked up."""
        name = random.choice(objects)
        world: Any = self.get_world()
        world.put_entity(cell, name, True, True)
        return name

    @on_timeout()
    def on_time_out(self, event: Any) -> None:
        """Time is up."""
        self.set_message(random.choice(msg.timeout))


class TurningTask(_InWorld):
    """Turn to a side."""

    max_time = 576

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Name the side."""
        side = random.choice(list(_SIDES))
        world: Any = self.get_world()
        self.state.target_direction = world.get_clockwise_direction(_SIDES[side])
        self.set_message(f"Turn {side}.")

    @on_state_changed(lambda ws, ts: ws.learner_direction == ts.target_direction)
    def on_turned(self, event: Any) -> None:
        """Done."""
        self.set_result(1)


class _Going(_InWorld):
    """Go to a cell."""

    def order(self) -> tuple[str, Any]:
        """What is asked, and the cell."""
        raise NotImplementedError

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        text, self.state.dest_pos = self.order()
        self.set_message(text)

    @on_state_changed(lambda ws, ts: ws.learner_pos == ts.dest_pos)
    def on_arrived(self, event: Any) -> None:
        """Done."""
        self.set_result(1)


class MovingTask(_Going):
    """One step."""

    max_time = 600

    def order(self) -> tuple[str, Any]:
        """Ahead."""
        return "Move forward.", self.beside(0)


class MovingRelativeTask(_Going):
    """One step to a side."""

    max_time = 784

    def order(self) -> tuple[str, Any]:
        """Left or right."""
        side = random.choice(list(_SIDES))
        return f"Move {side}.", self.beside(_SIDES[side])


class MovingAbsoluteTask(_Going):
    """One step in a direction that is named."""

    max_time = 2336

    def order(self) -> tuple[str, Any]:
        """The direction to the left or right."""
        turns = random.choice(list(_SIDES.values()))
        world: Any = self.get_world()
        target = world.get_clockwise_direction(turns)
        return f"You are facing {self.here.learner_direction}, move {target}.", self.beside(turns)


class _PickingUp(_InWorld):
    """Pick something up."""

    praise: ClassVar[bool] = False
    """Whether the task itself tells that it was picked up."""

    def order(self) -> tuple[str, str]:
        """What is asked, and the thing."""
        raise NotImplementedError

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        text, name = self.order()
        self.state.target_obj = name
        self.state.initial_count = self.here.learner_inventory[name]
        self.set_message(text)

    @on_state_changed(lambda ws, ts: ws.learner_inventory[ts.target_obj] == ts.initial_count + 1)
    def on_picked_up(self, event: Any) -> None:
        """Done."""
        self.set_result(1, f"You picked up the {self.state.target_obj}." if self.praise else "")


class PickUpTask(_PickingUp):
    """What is in front."""

    max_time = 1328

    def order(self) -> tuple[str, str]:
        """A thing ahead."""
        name = self.place(self.beside(0))
        return f"You have {msg.indef_article(name)} in front of you. Pick up the {name}.", name


class PickUpAroundTask(_PickingUp):
    """What is next to the learner."""

    max_time = 2896

    def order(self) -> tuple[str, str]:
        """A thing in one of the four neighbouring cells."""
        direction = random.choice(dirs)
        world: Any = self.get_world()
        name = self.place(self.here.learner_pos + world.valid_directions[direction])
        return f"There is {msg.indef_article(name)} {direction} from you, pick up the {name}.", name


class PickUpInFrontTask(_PickingUp):
    """What is some steps ahead."""

    max_time = 3328
    praise = True

    def order(self) -> tuple[str, str]:
        """A thing up to ten steps ahead."""
        steps = random.randint(1, 10)
        name = self.place(self.beside(0, steps))
        far = msg.number_to_string(steps)
        return f"There is {msg.indef_article(name)} {far} steps forward, pick up the {name}.", name


class GivingTask(_InWorld):
    """Give back what was given."""

    max_time = 1280

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Give a thing away and ask for it."""
        name = random.choice(objects)
        self.state.target_obj = name
        self.here.learner_inventory[name] += 1
        self.state.initial_count = self.here.teacher_inventory[name]
        self.here.teacher_accepts.add(name)
        thing = msg.indef_article(name)
        self.set_message(f'I gave you {thing}. Give it back to me by saying "I give you {thing}".')

    @on_state_changed(lambda ws, ts: ws.teacher_inventory[ts.target_obj] == ts.initial_count + 1)
    def on_given(self, event: Any) -> None:
        """Done."""
        self.set_result(1)


class PickUpAroundAndGiveTask(_InWorld):
    """Pick up what is near and hand it over."""

    max_time = 5584

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Put a thing beside the learner and ask for it."""
        direction = random.choice(dirs)
        world: Any = self.get_world()
        self.state.cell = self.here.learner_pos + world.valid_directions[direction]
        name = self.state.target_obj = self.place(self.state.cell)
        self.state.picked = False
        self.state.learner_count = self.here.learner_inventory[name]
        self.state.teacher_count = self.here.teacher_inventory[name]
        self.here.teacher_accepts.add(name)
        self.set_message(
            f"There is {msg.indef_article(name)} {direction} from you. Pick it up and give it to me."
        )

    @on_state_changed(
        lambda ws, ts: not ts.picked and ws.learner_inventory[ts.target_obj] == ts.learner_count + 1
    )
    def on_picked_up(self, event: Any) -> None:
        """Half of it is done."""
        self.state.picked = True

    @on_state_changed(lambda ws, ts: ws.teacher_inventory[ts.target_obj] == ts.teacher_count + 1)
    def on_given(self, event: Any) -> None:
        """Done, if it was picked up before."""
        if self.state.picked:
            self.set_result(1)  # what is heard is the world's own sentence
        else:
            self.set_message(f"You have to pick up the {self.state.target_obj} first.")

    @on_timeout()
    def on_time_out(self, event: Any) -> None:
        """Time is up: the thing is taken away."""
        world: Any = self.get_world()
        if world.get_entity(self.state.cell) is not None:
            world.remove_entity(self.state.cell)
        self.set_message(random.choice(msg.timeout))

    @on_ended()
    def on_left(self, event: Any) -> None:
        """Nothing is asked for any more."""
        self.here.teacher_accepts.discard(self.state.target_obj)


class CountingInventoryTask(_InWorld):
    """How many of them does the learner have?"""

    max_time = 800

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask for any kind of thing."""
        self.state.target_obj = random.choice(objects)
        self.set_message(f"How many {msg.pluralize(self.state.target_obj, 2)} do you have?")

    @on_message(r"(\d+)\.$")
    def on_answer(self, event: Any) -> None:
        """Digits only; a wrong number is corrected."""
        count = self.here.learner_inventory[self.state.target_obj]
        if int(event.get_match(1)) == count:
            self.set_result(1, "Correct!")
        else:
            things = msg.pluralize(self.state.target_obj, count)
            self.set_message(f"{random.choice(msg.failed)} You have {count} {things}.")


class CountingInventoryGivingTask(_InWorld):
    """Count before being given something, after it, and after giving it back."""

    max_time = 8000

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask the first time."""
        self.state.target_obj = random.choice(objects)
        self.state.stage, self.state.all_right = 1, True
        self.state.initial_count = self.here.learner_inventory[self.state.target_obj]
        self.state.given_at = -1
        self.set_message(f"How many {msg.pluralize(self.state.target_obj, 2)} do you have?")

    @on_message(r"(\w+)\.$")
    def on_answer_query(self, event: Any) -> None:
        """Any word is an answer."""
        if self.state.stage not in (1, 2, 4) or self.state.given_at == self.get_time():
            return
        name = self.state.target_obj
        right = _number(event.get_match(1)) == self.here.learner_inventory[name]
        self.state.all_right = self.state.all_right and right
        reaction = random.choice(msg.congratulations if right else msg.failed)
        if self.state.stage == 1:
            self.state.stage = 2
            self.here.learner_inventory[name] += 1
            thing, things = msg.indef_article(name), msg.pluralize(name, 2)
            self.set_message(f"{reaction} I gave you {thing}. How many {things} do you have now?")
        elif self.state.stage == 2:
            self.state.stage = 3
            self.here.teacher_accepts.add(name)
            self.set_message(f"{reaction} Now give the {name} back to me.")
        else:
            self.set_result(1 if self.state.all_right else 0, reaction)

    @on_state_changed(
        lambda ws, ts: ts.stage == 3 and ws.teacher_inventory[ts.target_obj] == ts.initial_count + 1
    )
    def on_gave_me_target_object(self, event: Any) -> None:
        """It is back: ask the last time."""
        self.state.stage = 4
        self.state.given_at = self.get_time()
        name = self.state.target_obj
        thing, things = msg.indef_article(name), msg.pluralize(name, 2)
        self.set_message(f"Good! You gave me {thing}. How many {things} do you have now?")


def _number(word: str) -> int | None:
    """The number a word stands for; None for any other word."""
    try:
        return msg.string_to_number(word)
    except ValueError:
        return None


class LookTask(BaseTask):
    """Look in a direction."""

    def __init__(self, world: Any) -> None:
        super().__init__(max_time=1000, world=world)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Name the direction."""
        world: Any = self.get_world()
        self.state.direction = random.choice(dirs)
        facing = world.state.learner_direction
        self.set_message(f"Look to the {self.state.direction}, you are currently facing {facing}.")

    @on_message(r"I look\.$")
    def on_look(self, event: Any) -> None:
        """Done when facing it."""
        world: Any = self.get_world()
        if world.state.learner_direction == self.state.direction:
            self.set_result(1, "Congratulations! You are looking in the right direction.")


class LookAroundTask(Task):
    """Look in all four directions without moving."""

    def __init__(self, world: Any) -> None:
        super().__init__(max_time=5000, world=world)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        world: Any = self.get_world()
        self.state.seen = {}
        self.state.start_pos = world.state.learner_pos
        self.set_message(f"Look around. You are facing {world.state.learner_direction}.")

    @on_message(r"I look\.$")
    def on_look(self, event: Any) -> None:
        """One direction more, or one that was seen before."""
        world: Any = self.get_world()
        facing = world.state.learner_direction
        if facing in self.state.seen:
            self.set_message("You already look here.")
            return
        self.state.seen[facing] = True
        left = 4 - len(self.state.seen)
        if left:
            self.set_message(f"{left} directions to go.")
        else:
            self.set_result(1, "Congratulations!")

    @on_state_changed(lambda ws, ts: ws.learner_pos != ts.start_pos)
    def on_moved(self, event: Any) -> None:
        """That was not asked for."""
        self.set_result(0, "You are not allowed to move.")


class FindObjectAroundTask(Task):
    """Pick up the right one of four things."""

    def __init__(self, world: Any) -> None:
        super().__init__(max_time=10000, world=world)
        self._things = random.sample(objects[:4], 4)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Put a thing on each neighbouring cell and name one."""
        world: Any = self.get_world()
        here = world.state.learner_pos
        self.state.cells = [here + world.valid_directions[direction] for direction in dirs]
        for cell, name in zip(self.state.cells, self._things, strict=True):
            world.put_entity(cell, name, True, True)
        self.state.target_obj = random.choice(self._things)
        self.state.initial_count = world.state.learner_inventory[self.state.target_obj]
        self.set_message(f"Pick the {self.state.target_obj} next to you.")

    @on_state_changed(lambda ws, ts: ws.learner_inventory[ts.target_obj] == ts.initial_count + 1)
    def on_picked_up(self, event: Any) -> None:
        """Done."""
        self.set_result(1, "Well done!")

    @on_ended()
    def on_left(self, event: Any) -> None:
        """Take the things away."""
        world: Any = self.get_world()
        for cell in self.state.cells:
            if world.get_entity(cell) is not None:
                world.remove_entity(cell)
