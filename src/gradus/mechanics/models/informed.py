"""The informed floor: steps of a learner that knows the rules of a task but not the secrets of its instances.

Where the exact machine says how fast instances can be solved at all, that is the floor. Elsewhere a player is simulated
that answers rightly whatever follows from the rules, and of what is hidden every answer that was told before in the
same instance; the first time it is wrong. Steps above the floor are what learning costs.
"""

from __future__ import annotations

from pathlib import Path

from gradus.mechanics.measures.correlation import steps_of
from gradus.mechanics.models.table import table
from gradus.school import RunFolder
from gradus.stream import SILENCE, Curriculum, World, nothing_hidden


def floors_of(path: str | Path) -> dict[str, float]:
    """The informed floor of every task that a recorded run came to."""
    world = RunFolder.read(path).expect("lesson", "world")["world"]
    curriculum, seed = Curriculum.from_spec(world["curriculum"]), int(world["seed"])
    return {name: informed_steps(curriculum, name, seed) for name in steps_of(path)}


def costs_of(path: str | Path) -> dict[str, float]:
    """The steps of a recorded run above the informed floor, task by task; not below zero."""
    floors = floors_of(path)
    return {name: max(spent - floors[name], 0.0) for name, spent in steps_of(path).items()}


def informed_steps(curriculum: Curriculum, name: str, seed: int = 0, most: int = 20_000) -> float:
    """Steps in which an informed learner passes a task of a curriculum; from the exact machine, or simulated."""
    world = World(curriculum.only(name), seed=seed)
    played = _played(world, curriculum.tasks[name].drawing is nothing_hidden, most)
    if not world.finished:  # no answer comes twice: then its instances show what answers follow from
        world = World(curriculum.only(name), seed=seed)
        played = _played(world, True, most)
    figure = table().get(name)
    solved = sum(outcome.solved for outcome in world.outcomes)
    return figure.steps * solved if figure is not None and figure.steps is not None else float(played)


def _played(world: World, all_told: bool, most: int) -> int:
    """Play to the end of the task; an answer told before in the same instance is given rightly."""
    world.step(None)
    known: set[bytes] = set()
    dialogue, asked, plan = None, -1, b""
    while not world.finished and world.steps < most:
        if world.dialogue is not dialogue:
            dialogue, asked, plan = world.dialogue, -1, b""
            known.clear()
        assert dialogue is not None
        right = bytes(dialogue.awaited())
        if right and dialogue.questions != asked:
            asked = dialogue.questions
            plan = right if all_told or right in known else _wrong(right)
            known.add(right)
        said, plan = (plan[0], plan[1:]) if right and plan else (right[-1] if right else SILENCE, b"")
        world.step(said)
    return world.steps


def _wrong(right: bytes) -> bytes:
    """An answer of the same length that is not right."""
    return bytes([ord("q") if right[0] != ord("q") else ord("w")]) + right[1:]
