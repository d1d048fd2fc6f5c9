"""Gradual learning on the public tasks: steps above the floor, against a learner that knows only the interface."""

from __future__ import annotations

import statistics
from functools import partial

from benchmarks.learning.common import ROUND1, TASKS, Over, copy_of, fresh, interval, table, walk

from gradus.stream import World

SKILLS = TASKS[TASKS.index("micro6") : TASKS.index("micro20") + 1]


def floor(name: str, seed: int) -> int:
    """Steps of a learner that knows the task, on the same world."""
    from gradus.stream.sampling import knowing

    world = World(ROUND1.only(name), seed=seed, scramble=False)
    world.step(None)
    dialogue, say = None, None
    while not world.finished:
        if world.dialogue is not dialogue:
            dialogue = world.dialogue
            assert dialogue is not None
            say = knowing(dialogue)
        assert say is not None
        world.step(say())
    return world.steps


TABLES = ("micro6", "micro14", "micro15")
"""Tasks whose answers follow from nothing: even a learner that knows the form must be told each of them."""


def rote_floor(name: str, seed: int) -> int:
    """Steps of a learner that knows everything about the task but the answers, and forgets none."""
    world = World(ROUND1.only(name), seed=seed, scramble=False)
    byte, _ = world.step(None)
    told: dict[str, bytes] = {}
    heard, plan = "", b""
    while not world.finished:
        heard = (heard + chr(byte))[-80:]
        assert world.dialogue is not None
        right = bytes(world.dialogue.awaited())
        if right and not plan:
            question = heard.rpartition(";")[2]
            plan = right if told.get(question) == right else b"."
            told[question] = right
        said, plan = (plan[0], plan[1:]) if right else (ord(" "), b"")
        byte, _ = world.step(said)
    return world.steps


def one_gradual(who: str, seed: int) -> dict[str, tuple[int, int, int, int]]:
    """Per task: continuous, tabula rasa, interface-only control and floor."""
    continuous = walk(ROUND1, seed, fresh(who, seed)).steps
    interface = ROUND1.only("micro5.5", "micro6", "micro7.1")
    trained = walk(interface, seed, fresh(who, seed)).learner
    rows = {}
    for name in SKILLS:
        rows[name] = (
            continuous[name],
            walk(ROUND1.only(name), seed, fresh(who, seed)).total,
            walk(ROUND1.only(name), seed, copy_of(who, trained, seed)).total,
            floor(name, seed),
        )
    return rows


def section_gradual(seeds: range, over: Over, who: str) -> str:
    runs = list(over(partial(one_gradual, who), seeds))
    rows = []
    pooled: list[float] = []
    for name in SKILLS:
        columns = list(zip(*(run[name] for run in runs), strict=True))
        ratios = [
            max(0, run[name][0] - run[name][3]) / max(1, other[name][2] - other[name][3])
            for run in runs
            for other in runs
        ]
        if TASKS.index(name) >= TASKS.index("micro10"):
            pooled += ratios
        rows.append((name, *(f"{statistics.median(column):,.0f}" for column in columns), interval(ratios)))
    sums = [
        sum(max(0, run[n][0] - run[n][3]) for n in SKILLS[SKILLS.index("micro10") :])
        / sum(max(1, other[n][2] - other[n][3]) for n in SKILLS[SKILLS.index("micro10") :])
        for run in runs
        for other in runs
    ]
    rows.append(("micro10 to micro20, steps above the floor pooled", "", "", "", "", interval(sums)))
    rows.append(("micro10 to micro20, ratios of single tasks pooled", "", "", "", "", interval(pooled)))
    for name in TABLES:
        told = statistics.median(rote_floor(name, seed) for seed in seeds)
        rows.append((f"{name}, floor when answers must be told", "", "", "", f"{told:,.0f}", ""))
    return table(
        "Gradual learning: median steps, and steps above the floor relative to the interface-only control",
        ["task", "continuous", "tabula rasa", "interface only", "floor", "ratio, median [5 %, 95 %]"],
        rows,
    )
