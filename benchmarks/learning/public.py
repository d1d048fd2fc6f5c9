"""The public tasks: walked once and twice, one by one from nothing, and asked further questions."""

from __future__ import annotations

import statistics
from functools import partial
from typing import Any

from benchmarks.learning.common import (
    MINIS,
    PATIENCE,
    ROUND1,
    TASKS,
    Over,
    copy_of,
    each_alone,
    endless,
    fresh,
    spread,
    table,
    walk,
)

from gradus.stream import Curriculum, StreamLearner, World, make


def one_walk(who: str, seed: int) -> tuple[Any, ...]:
    done = walk(ROUND1, seed, fresh(who, seed))
    worst = max(done.steps, key=lambda name: done.steps[name])
    mean, nearly, most = spread(done.times)
    whole = f"{1000 * done.seconds / done.total:.3f}"
    longest = f"{worst} ({done.steps[worst]:,})"
    return seed, len(done.passed), done.total, longest, whole, f"{mean:.3f}", f"{nearly:.1f}", f"{most:.0f}"


def section_walk(seeds: range, over: Over, who: str) -> str:
    rows = list(over(partial(one_walk, who), seeds))
    totals = [row[2] for row in rows if row[1] == len(TASKS)]
    middle = f"{statistics.median(totals):,.0f}" if totals else "-"
    rows.append(("median", f"{len(totals)} of {len(rows)} complete", middle, *[""] * 5))
    return table(
        "The 46 tasks, scrambled, full criterion",
        [
            "seed",
            "tasks passed",
            "steps",
            "longest task",
            "ms of CPU per step, world included",
            "learner alone",
            "99.9 % of its steps below (ms)",
            "most",
        ],
        rows,
    )


def questions(learner: StreamLearner, curriculum: Curriculum, seed: int, count: int) -> list[bool]:
    """Ask `count` questions of one task, each an instance of its own."""
    world = World(curriculum, seed=seed + 1000, scramble=World(ROUND1, seed=seed, scramble=True).scrambler)
    byte, reward = world.step(None)
    while len(world.outcomes) < count and world.steps < 400 * count:
        byte, reward = world.step(learner.act(byte, reward))
    return [outcome.solved for outcome in world.outcomes]


def one_accuracy(who: str, seed: int) -> dict[str, float]:
    """After passing each mini-task in turn, 200 further questions of it; the last 100 count."""
    learner = walk(
        ROUND1.only(*[name for name in TASKS if name not in MINIS]), seed, fresh(who, seed)
    ).learner
    found = {}
    for name in MINIS:
        learner = walk(ROUND1.only(name), seed, learner).learner
        kinds: dict[str, dict[str, Any]] = {name: {}}
        if name == "mini0":
            kinds["mini0, fair lengths"] = {"fair": True}
        for label, changes in kinds.items():
            answers = questions(copy_of(who, learner, seed), endless(ROUND1, name, **changes), seed, 200)
            found[label] = sum(answers[-100:]) / 100
    return found


def section_accuracy(seeds: range, over: Over, who: str) -> str:
    rows = list(over(partial(one_accuracy, who), seeds))
    names = list(rows[0])
    shown = [
        (name, *(f"{row[name]:.0%}" for row in rows), f"{min(row[name] for row in rows):.0%}")
        for name in names
    ]
    return table(
        "Right answers in the last 100 of 200 further questions after passing",
        ["task", *(f"seed {seed}" for seed in seeds), "worst"],
        shown,
    )


def one_second(who: str, seed: int) -> tuple[int, int, int, int, int]:
    first = walk(ROUND1, seed, fresh(who, seed))
    second = walk(ROUND1, seed, first.learner)
    return seed, len(first.passed), first.total, len(second.passed), second.total


def section_second(seeds: range, over: Over, who: str) -> str:
    rows = [(*row, f"{row[4] / row[2]:.2f}") for row in over(partial(one_second, who), seeds)]
    return table(
        "A second walk, nothing reset",
        ["seed", "first: passed", "steps", "second: passed", "steps", "ratio"],
        rows,
    )


def one_rasa(who: str, job: tuple[str, int]) -> tuple[str, int, int]:
    """Steps to pass one task from nothing (0: not passed) and the longest time without a judged answer."""
    name, seed = job
    world = World(ROUND1.only(name), seed=seed, scramble=True)
    learner = fresh(who, seed)
    byte, reward = world.step(None)
    asked, last, gap = 0, 2000, 0
    while not world.finished and world.steps < PATIENCE:
        byte, reward = world.step(learner.act(byte, reward))
        judged = len(world.outcomes) * 10**6 + (world.dialogue.questions if world.dialogue else 0)
        if judged != asked:
            asked, last = judged, max(last, world.steps)
        gap = max(gap, world.steps - last)
    return name, world.steps if world.finished else 0, gap


def section_rasa(seeds: range, over: Over, who: str) -> str:
    rows = list(over(partial(one_rasa, who), [(name, seed) for name in TASKS for seed in seeds]))
    shown: list[tuple[Any, ...]] = []
    for name in TASKS:
        own = [row for row in rows if row[0] == name]
        shown.append((name, *(steps or "not passed" for _, steps, _ in own), max(gap for *_, gap in own)))
    passed = [sum(row[1] > 0 for row in rows[number :: len(seeds)]) for number in range(len(seeds))]
    shown.append(("passed of 46", *passed, max(row[2] for row in rows)))
    return table(
        "Every task from nothing, at most 20,000 steps",
        [
            "task",
            *(f"seed {seed}" for seed in seeds),
            "longest time without a judged answer after step 2,000",
        ],
        shown,
    )


def one_evaluation(who: str, seed: int) -> dict[str, int]:
    return each_alone(make("round1-eval"), seed, fresh(who, seed))


def section_evaluation(seeds: range, over: Over, who: str) -> str:
    runs = list(over(partial(one_evaluation, who), seeds))
    rows = [(name, *(run[name] or "not passed" for run in runs)) for name in runs[0]]
    rows.append(("passed", *(sum(steps > 0 for steps in run.values()) for run in runs)))
    return table(
        "The evaluation curriculum, scrambled, at most 10,000 steps per task",
        ["task", *(f"seed {s}" for s in seeds)],
        rows,
    )
