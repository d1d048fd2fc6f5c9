"""Variants of the public tasks, new operations and a reworded curriculum, with and without the 46 tasks before."""

from __future__ import annotations

import statistics
from functools import partial

from benchmarks.learning.common import PATIENCE, ROUND1, Over, copy_of, each_alone, fresh, table, walk
from benchmarks.learning.material import OPERATIONS, UNSEEN, operation, reworded

from gradus.school import Chooser
from gradus.stream import TASKS as TASK_CATALOGUE
from gradus.stream import Curriculum, Question, StreamLearner, task

SEPARATORS = [("", ";"), (".", ";;"), ("::", ";"), ("=>", "|||"), ("???", "!!")]


@task("bench-successor")
def next_digit(pick: Chooser, *, digits: str = "0123456789abcdef") -> Question:
    """Say which hexadecimal digit follows."""
    place = pick.below(len(digits) - 1)
    return Question(f"after {digits[place]} comes what:", digits[place + 1])


@task("bench-sum")
def hexadecimal_sum(pick: Chooser, *, most: int = 256) -> Question:
    """Add two hexadecimal numbers."""
    left, right = pick.below(most), pick.below(most)
    return Question(f"add: {left:x} {right:x}", f"{left + right:x}")


def variants() -> dict[str, Curriculum]:
    """Changed separators, keywords, reactions, order; hexadecimal addition after its order was taught."""
    tasks = ROUND1.tasks
    found: dict[str, Curriculum] = {}
    for asked, told in SEPARATORS:
        changed = {"a": tasks["micro5.3"].with_(input_separator=asked, separator=told)}
        found[f"digit mapping, separators {asked or 'none'!r} and {told!r}"] = Curriculum(
            "v", changed, "consecutive", {}
        )
    words = {
        "a": tasks["micro6"].with_(
            terminator="!", separator="||", keyword="find", reactions=("yes ", "not that but ")
        ),
        "b": tasks["micro7.2"].with_(
            terminator="!", separator="||", keyword="repeat", reactions=("fine ", "oh no ")
        ),
        "c": tasks["micro9.3"].with_(
            terminator="!", separator="||", by="using", reactions=("fine ", "oh no ")
        ),
        "d": tasks["micro11"].with_(
            terminator="!", separator="||", keyword="take", reactions=("fine ", "oh no ")
        ),
    }
    found["words: terminator '!', separator '||', other keywords and reactions"] = Curriculum(
        "v", words, "consecutive", {}
    )
    backwards = {name: tasks[name] for name in ("micro12", "micro11", "micro10", "micro7.1", "micro6")}
    found["order reversed: 12, 11, 10, 7.1, 6"] = Curriculum("v", backwards, "consecutive", {})
    order = {
        "a": tasks["micro6"],
        "b": TASK_CATALOGUE.get("bench-successor"),
        "c": TASK_CATALOGUE.get("bench-sum"),
    }
    found["hexadecimal addition after the order of its digits"] = Curriculum("v", order, "consecutive", {})
    return found


BASICS = ("micro5.5", "micro5.9", "micro6", "micro7.1", "micro7.2", "micro14")
"""What a beginner has learned before new operations are asked: the interface, saying words, an order."""


def prepared(who: str, seed: int, veteran: bool) -> StreamLearner:
    """A learner that knows the basics, or one that has walked the whole public curriculum."""
    learner = fresh(who, seed)
    each_alone(ROUND1 if veteran else ROUND1.only(*BASICS), seed, learner, PATIENCE)
    return learner


def one_variant(who: str, job: tuple[int, bool]) -> tuple[int, bool, dict[str, int]]:
    """Steps (0: not passed) of all variants for one seed, without or with the public curriculum before."""
    seed, veteran = job
    known = prepared(who, seed, veteran)
    found = {}
    for name, curriculum in variants().items():
        learner = copy_of(who, known, seed) if veteran else fresh(who, seed)
        done = walk(curriculum, seed, learner)
        found[name] = done.total if len(done.passed) == len(curriculum.tasks) else 0
    for name in OPERATIONS:
        found[f"operation: {name}"] = each_alone(operation(name), seed, copy_of(who, known, seed), 10_000)[
            name
        ]
    return seed, veteran, found


def section_variants(seeds: range, over: Over, who: str) -> str:
    jobs = [(seed, veteran) for veteran in (False, True) for seed in seeds]
    runs = list(over(partial(one_variant, who), jobs))
    rows = []
    for name in runs[0][2]:
        cells = []
        for veteran in (False, True):
            steps = [found[name] for _, walked, found in runs if walked == veteran]
            good = [count for count in steps if count]
            cells += [f"{len(good)} of {len(steps)}", f"{statistics.median(good):,.0f}" if good else "-"]
        unseen = name.removeprefix("operation: ") in UNSEEN
        rows.append((name.replace("|", r"\|") + " (unseen)" * unseen, *cells))
    return table(
        f"Variants: how many of {len(seeds)} seeds pass, and median steps",
        ["variant", "beginner: passed", "steps", "after the 46 tasks: passed", "steps"],
        rows,
    )


def one_reworded(who: str, job: tuple[int, bool]) -> tuple[int, bool, dict[str, int]]:
    seed, veteran = job
    learner = prepared(who, seed, True) if veteran else fresh(who, seed)
    return seed, veteran, each_alone(reworded("round1", seed), seed, learner, PATIENCE)


def section_reworded(seeds: range, over: Over, who: str) -> str:
    rows = []
    jobs = [(seed, veteran) for seed in seeds for veteran in (False, True)]
    for seed, veteran, steps in over(partial(one_reworded, who), jobs):
        failed = [name for name, count in steps.items() if not count]
        passed = len(steps) - len(failed)
        before = "the 46 tasks" if veteran else "nothing"
        rows.append(
            (seed, before, f"{passed} of {len(steps)}", f"{sum(steps.values()):,}", " ".join(failed) or "-")
        )
    return table(
        "The 46 tasks with other words, signs of one to three symbols, reactions and order",
        ["seed", "learned before", "passed", "steps in passed tasks", "not passed within 20,000 steps"],
        rows,
    )
