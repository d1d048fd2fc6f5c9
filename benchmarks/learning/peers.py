"""Learners side by side: public tasks, evaluation, generated worlds; beside them the agents of 2017 as published."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from benchmarks.learning.common import PATIENCE, ROUND1, TASKS, Over, each_alone, fresh, table, walk
from benchmarks.learning.worlds import Job, one_job
from benchmarks.worlds import FAMILIES

from gradus.report.published import AGENTS_2017, EVALUATION_TASKS
from gradus.stream import make

PEERS = ("gradual", "memory", "recurrent", "repeat", "random")
"""Ours, a table of answers, the neural baseline, and two that learn nothing."""

PARTS = ("walk", "evaluation", *FAMILIES)


def one_part(seed: int, split: str, job: tuple[str, str]) -> tuple[int, int]:
    """Tasks passed, and how many there are, of one learner in one part of the comparison."""
    who, part = job
    if part == "walk":
        return len(walk(ROUND1, seed, fresh(who, seed)).passed), len(TASKS)
    if part == "evaluation":
        steps = each_alone(make("round1-eval"), seed, fresh(who, seed))
        return sum(count > 0 for count in steps.values()), len(steps)
    rows = one_job(Job(who, seed, (part,), split, ""))
    return sum(row.passed for row in rows), len(rows)


def section_peers(seeds: Sequence[int], over: Over, learners: Sequence[str], split: str) -> tuple[str, Any]:
    """The table, and its rows as data; a cell adds up all seeds."""
    jobs = [(who, part) for who in learners for part in PARTS]
    found: dict[tuple[str, str], list[tuple[int, int]]] = {job: [] for job in jobs}
    for seed in seeds:
        for job, cell in zip(jobs, over(partial(one_part, seed, split), jobs), strict=True):
            found[job].append(cell)
    rows = [(who, *(_sum(found[who, part]) for part in PARTS)) for who in learners]
    unknown = [""] * len(FAMILIES)
    rows += [
        (
            f"agent {agent.name} of 2017",
            f"{agent.public}*",
            f"{agent.scrambled} of {EVALUATION_TASKS}*",
            *unknown,
        )
        for agent in AGENTS_2017
    ]
    columns = [
        "learner",
        f"public, walked (tasks of 46, {PATIENCE:,} steps each)",
        "evaluation (10,000 steps each)",
        *FAMILIES,
    ]
    title = f"Learners side by side, scrambled; worlds of the {split} split"
    return table(title, columns, rows) + NOTE, [list(row) for row in rows]


NOTE = """
\\* As published: one run each of 24 hours, in another evaluation curriculum beyond its tenth task; the public tasks
were not scrambled.
"""


def _sum(cells: Sequence[tuple[int, int]]) -> str:
    return f"{sum(cell[0] for cell in cells)} of {sum(cell[1] for cell in cells)}"
