"""A room with a key and a locked door, measured and made by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from gradus.mechanics import machine_from_step, measure_env, measure_machine

WAYS = [(1, 0), (0, 1), (-1, 0), (0, -1)]
LEFT, RIGHT, FORWARD, PICK, DROP, TOGGLE = range(6)
Cell = tuple[int, int]


class Plan(NamedTuple):
    """Where everything stands at the beginning."""

    free: frozenset[Cell]
    door: Cell
    goal: Cell


class Room(NamedTuple):
    """What can change."""

    at: Cell
    way: int
    key: Cell | None
    """None: it is carried."""
    door: str


def read(bare: Any) -> tuple[Plan, Room]:
    """The plan of a MiniGrid room, and how it begins."""
    kinds = {
        (x, y): (bare.grid.get(x, y).type if bare.grid.get(x, y) else "empty")
        for x in range(bare.width)
        for y in range(bare.height)
    }
    one = {kind: cell for cell, kind in kinds.items() if kind in ("door", "goal", "key")}
    free = frozenset(cell for cell, kind in kinds.items() if kind != "wall")
    start = Room(tuple(map(int, bare.agent_pos)), int(bare.agent_dir), one["key"], "locked")  # type: ignore[arg-type]
    return Plan(free, one["door"], one["goal"]), start


def ahead(room: Room) -> Cell:
    dx, dy = WAYS[room.way]
    return room.at[0] + dx, room.at[1] + dy


def acted(plan: Plan, room: Room, action: int) -> Room:
    """The rules of the room: turn, go on, take the key, put it down, use it on the door."""
    front = ahead(room)
    if action in (LEFT, RIGHT):
        return room._replace(way=(room.way + (1 if action == RIGHT else -1)) % 4)
    if action == FORWARD:
        shut = front == plan.door and room.door != "open"
        return room if front not in plan.free or shut or front == room.key else room._replace(at=front)
    if action == PICK:
        return room._replace(key=None) if front == room.key else room
    if action == DROP:
        empty = front in plan.free - {plan.door, plan.goal}
        return room._replace(key=front) if room.key is None and empty else room
    if action == TOGGLE and front == plan.door:
        if room.door == "locked":
            return room._replace(door="open") if room.key is None else room
        return room._replace(door="closed" if room.door == "open" else "open")
    return room


def test_a_room_with_a_key_equals_the_machine_made_by_hand() -> None:
    """What an agent must remember is where it stands, where the key lies, and whether the door is open."""
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("minigrid", reason="MiniGrid is optional")
    env = gymnasium.make("MiniGrid-DoorKey-5x5-v0")
    env.reset(seed=0)
    plan, start = read(env.unwrapped)

    def step(room: Room, action: int) -> list[tuple[Any, ...]]:
        after = acted(plan, room, action)
        ended = after.at == plan.goal
        return [((start if ended else after, ended), 1, start if ended else after)]

    found, hand = measure_env(env), measure_machine(machine_from_step(step, start, range(7)))
    assert found.states == hand.states > 100
    assert found.c0 == pytest.approx(hand.c0)
    assert found.bracket.low == pytest.approx(hand.bracket.low, abs=1e-3)
    assert found.bracket.high == pytest.approx(hand.bracket.high, abs=1e-3)
    assert found.uniform == pytest.approx(hand.uniform, abs=1e-6)
