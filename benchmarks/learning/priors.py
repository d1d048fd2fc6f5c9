"""What is lost without a prior, and what a program inside a program needs."""

from __future__ import annotations

from functools import partial

from benchmarks.learning.common import ROUND1, Over, each_alone, endless, fresh, table
from benchmarks.learning.public import questions

from gradus.learners.gradual import PRIORS
from gradus.school import Chooser
from gradus.stream import TASKS as TASK_CATALOGUE
from gradus.stream import Curriculum, Question, task


@task("bench-mirror")
def mirror(pick: Chooser, *, letters: str = "abcdefgh") -> Question:
    """Say a word forwards and backwards."""
    word = "".join(pick.choice(letters) for _ in range(2 + pick.below(3)))
    return Question(f"mirror: {word}", word + word[::-1])


@task("bench-spaced-mirror")
def spaced_mirror(pick: Chooser, *, letters: str = "abcdefgh", glue: str = " ") -> Question:
    """Say a word forwards and backwards, letter by letter."""
    word = "".join(pick.choice(letters) for _ in range(2 + pick.below(3)))
    return Question(f"spaced: {word}", glue.join(word + word[::-1]))


def one_composition(who: str, job: tuple[str, int]) -> tuple[str, int, list[int]]:
    """Steps for a mapping, a simple operation and one that contains it; 0: not passed."""
    name, seed = job
    parts = {
        "micro6": ROUND1.tasks["micro6"],
        "simple": TASK_CATALOGUE.get("bench-mirror"),
        "composed": TASK_CATALOGUE.get("bench-spaced-mirror"),
    }
    learner = fresh(who, seed, without=(name,) if name else ())
    alone = each_alone(Curriculum("composition", parts, "consecutive", {}), seed, learner)
    return name, seed, list(alone.values())


def section_composition(seeds: range, over: Over, who: str) -> str:
    jobs = [(name, seed) for seed in seeds for name in ("", "library")]
    rows = [
        (seed, f"without {name}" if name else "complete", *(steps or "not passed" for steps in alone))
        for name, seed, alone in over(partial(one_composition, who), jobs)
    ]
    return table(
        "A program inside a program: steps, each task at most 10,000",
        ["seed", "learner", "task 6", "a word forwards and backwards", "the same letter by letter"],
        rows,
    )


def one_ablation(who: str, job: tuple[str, int]) -> tuple[str, int, int, int, float]:
    name, seed = job
    without = tuple(name.split(" and ")) if name else ()
    learner = fresh(who, seed, without=without)
    alone = each_alone(ROUND1, seed, learner)
    truth = questions(learner, endless(ROUND1, "mini5"), seed, 200)
    return (
        name or "(nothing)",
        sum(steps > 0 for steps in alone.values()),
        sum(alone.values()),
        alone["micro20"],
        sum(truth[-100:]) / 100,
    )


def section_ablation(seeds: range, over: Over, who: str) -> str:
    meanings = {name: prior.meaning for name, prior in PRIORS.items()}
    jobs = [(name, seed) for name in ("", *PRIORS, "hints and synonyms") for seed in list(seeds)[:2]]
    rows = [
        (name, meanings.get(name, ""), passed, f"{steps:,}", hinted or "not passed", f"{truth:.0%}")
        for name, passed, steps, hinted, truth in over(partial(one_ablation, who), jobs)
    ]
    columns = ["without", "which is", "tasks passed", "steps in passed tasks", "task 20 (hints)"]
    return table(
        "Without a prior (each task at most 10,000 steps)", [*columns, "mini 5 right, last 100 of 200"], rows
    )
