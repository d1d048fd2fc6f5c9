"""The grid world of 2017: an endless grid, one learner on it, things to pick up and to give."""

from __future__ import annotations

import logging
from collections import defaultdict
from typing import Any, NamedTuple

from gradus.stream.legacy.core.task import World, on_message, on_world_start
from gradus.stream.legacy.tasks.competition.messages import indef_article


class Span(NamedTuple):
    """A way from one cell to another."""

    dx: int
    dy: int

    def __rmul__(self, n: Any) -> Span:
        return Span(n * self.dx, n * self.dy)

    def __mul__(self, n: Any) -> Span:
        return n * self


class Point(NamedTuple):
    """A cell."""

    x: int
    y: int

    def __add__(self, span: Any) -> Point:
        dx, dy = span
        return Point(self.x + dx, self.y + dy)

    def __sub__(self, span: Any) -> Point:
        dx, dy = span
        return Point(self.x - dx, self.y - dy)


class GWEntity(NamedTuple):
    """A thing on the grid."""

    name: str
    pickable: bool
    traversable: bool


class GridWorld(World):
    """The learner turns, moves, looks, picks up and gives by saying so."""

    valid_directions = {
        "north": Span(0, -1),
        "east": Span(1, 0),
        "south": Span(0, 1),
        "west": Span(-1, 0),
    }
    clockwise_directions = ["north", "east", "south", "west"]

    def __init__(self, init_pos: tuple[int, int] = (0, 0), init_direction: str = "north") -> None:
        super().__init__()
        self._init_pos, self._init_direction = Point(*init_pos), init_direction

    @on_world_start()
    def on_world_start(self, event: Any) -> None:
        """Put the learner on an empty grid."""
        self.state.learner_pos = self._init_pos
        self.state.learner_direction = self._init_direction
        self.state.entities = {}
        self.state.learner_inventory = defaultdict(int)
        self.state.teacher_inventory = defaultdict(int)
        self.state.teacher_accepts = set()

    def put_entity(self, position: Any, name: str, pickable: bool, traversable: bool) -> None:
        """Put a thing on a cell."""
        self.state.entities[Point(*position)] = GWEntity(name, pickable, traversable)

    def remove_entity(self, position: Any) -> None:
        """Take the thing off a cell."""
        if self.state.entities.pop(Point(*position), None) is None:
            logging.getLogger(__name__).warning("There is nothing to remove at %s", position)

    def get_entity(self, position: Any) -> GWEntity | None:
        """The thing on a cell, None if there is none."""
        entity: GWEntity | None = self.state.entities.get(Point(*position))
        return entity

    def get_clockwise_direction(self, d: int) -> str:
        """The direction after so many quarter turns."""
        order = self.clockwise_directions
        return order[(order.index(self.state.learner_direction) + d) % len(order)]

    def turn(self, d: int | str) -> None:
        """Face a direction, given by name or by quarter turns."""
        self.state.learner_direction = d if isinstance(d, str) else self.get_clockwise_direction(d)

    def can_move_to(self, position: Any) -> bool:
        """Whether the learner may stand there."""
        entity = self.get_entity(position)
        return entity is None or entity.traversable

    def _ahead(self, n: int = 1) -> Point:
        here: Point = self.state.learner_pos
        return here + n * self.valid_directions[self.state.learner_direction]

    def move_forward(self, n: int = 1) -> bool:
        """Jump so many cells; whether that was possible."""
        target = self._ahead(n)
        if not self.can_move_to(target):
            return False
        self.state.learner_pos = target
        return True

    @on_message(r"I turn left\.$")
    def on_turn_left(self, event: Any) -> None:
        """A quarter turn to the left."""
        self.turn(-1)
        self.set_message(f"You turned left, you are now facing {self.state.learner_direction}.")

    @on_message(r"I turn right\.$")
    def on_turn_right(self, event: Any) -> None:
        """A quarter turn to the right."""
        self.turn(1)
        self.set_message(f"You turned right, you are now facing {self.state.learner_direction}.")

    @on_message(r"I move forward\.$")
    def on_move_forward(self, event: Any) -> None:
        """One cell ahead."""
        self.set_message("You moved." if self.move_forward() else "You can't move.")

    @on_message(r"I look\.$")
    def on_look(self, event: Any) -> None:
        """What is in the cell ahead?"""
        entity = self.get_entity(self._ahead())
        self.set_message(f"There is a {entity.name}." if entity else "There is nothing here.")

    @on_message(r"I pick up the (\w+)\.$")
    def on_pick_up(self, event: Any) -> None:
        """Take the thing ahead."""
        name, ahead = event.get_match(1), self._ahead()
        entity = self.get_entity(ahead)
        if entity is None or entity.name != name:
            self.set_message(f"There is no {name} here.")
        elif not entity.pickable:
            self.set_message(f"You can't pick up the {name}.")
        else:
            self.state.learner_inventory[name] += 1
            self.remove_entity(ahead)
            self.set_message(f"You picked up the {name}.")

    @on_message(r"I give you an? (\w+)\.$")
    def on_give(self, event: Any) -> None:
        """Hand a thing to the teacher, who takes only what it asked for."""
        name = event.get_match(1)
        if name not in self.state.teacher_accepts:
            self.set_message(f"I haven't asked you for {indef_article(name)}.")
            return
        self.state.learner_inventory[name] -= 1
        self.state.teacher_inventory[name] += 1
        self.set_message(f"You gave me {indef_article(name)}.")

    def __str__(self) -> str:
        x0, y0 = self.state.learner_pos
        rule = "    " + "+---" * 5 + "+"
        lines = ["    " + "".join(f"{x:>3} " for x in range(x0 - 2, x0 + 3)), rule]
        for y in range(y0 - 2, y0 + 3):
            cells = [self._cell(Point(x, y)) for x in range(x0 - 2, x0 + 3)]
            lines += [f"{y:>3} +" + "".join(cell[0] + "+" for cell in cells)]
            lines += ["    +" + "".join(cell[1] + "+" for cell in cells), rule]
        return "\n".join(lines)

    def _cell(self, place: Point) -> tuple[str, str]:
        """The two pieces of three letters that show a cell."""
        if place == self.state.learner_pos:
            letter = self.state.learner_direction[0] * 3
            return letter, letter
        entity = self.get_entity(place)
        name = entity.name if entity else ""
        return f"{name[:3]:3}", f"{name[3:6]:3}"
