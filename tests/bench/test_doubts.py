"""A campaign says what it cannot show."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from tests.bench.made import made_campaign

from gradus.bench import Campaign, Choice, analyse, distinct, doubts
from gradus.bench.doubtful import told_apart

MEANS = {"random": 30.0, "alp-gmm": 40.0}


def _campaign(folder: Path) -> Campaign:
    choice = Choice("hours", seeds=3, teachers=("random", "alp-gmm"), levels=("high",))
    return made_campaign(folder, "original", choice, MEANS)


def test_nothing_is_said_of_a_campaign_that_compares(tmp_path: Path) -> None:
    campaign = _campaign(tmp_path)
    for job in campaign.jobs:
        (tmp_path / job.place / "outcomes.jsonl").write_text("")
        _write_tasks(tmp_path / job.place, job.plan.seed, 1.0 + (job.teacher == "random"))
    assert doubts(analyse(campaign)) == []


def _write_tasks(path: Path, seed: int, power: float, count: int = 200) -> None:
    """A record of so many episodes: stump heights by a power of a uniform draw, the other dimension fixed."""
    rng = np.random.default_rng([seed, int(10 * power)])
    tasks = [[3 * float(x) ** power, 6.0] for x in rng.random(count)]
    lines = (json.dumps({"ticket": {"task": task}}) + "\n" for task in tasks)
    (path / "outcomes.jsonl").write_text("".join(lines))


def test_tasks_that_cannot_be_told_apart_are_named(tmp_path: Path) -> None:
    campaign = _campaign(tmp_path)
    for job in campaign.jobs:
        _write_tasks(tmp_path / job.place, job.plan.seed + 50 * (job.teacher == "random"), 1.0)
    (sentence,) = doubts(analyse(campaign))
    assert "the tasks of random (600 episodes) and of alp-gmm (600) cannot be told apart" in sentence


def test_samples_of_tasks_by_hand() -> None:
    """Two dimensions, one fixed: the p-value is that of the other alone."""
    low, high = np.arange(30.0), np.arange(30.0) + 15
    first, second = (np.column_stack([x, np.ones(30)]) for x in (low, high))
    # Half of one sample lies below all of the other: D = 1/2, and 2 exp(-2 D^2 n m / (n + m)) bounds p.
    p = told_apart(first, second)
    assert p is not None and 1e-5 < p < 2 * np.exp(-2 * 0.25 * 15)
    assert told_apart(first, first) is None
    assert told_apart(first[:5], second[:5]) is None
    wide = np.column_stack([low, high])
    assert told_apart(wide, wide[:-1]) == 1.0


def test_identical_records_are_named(tmp_path: Path) -> None:
    campaign = _campaign(tmp_path)
    for job in campaign.jobs:
        same = job.plan.seed < 2
        (tmp_path / job.place / "outcomes.jsonl").write_text("{}" if same else f"{job.place}")
    assert doubts(analyse(campaign)) == [
        "original_stump_tracks (high): random and alp-gmm have identical records in 2 of 3 runs; "
        "the runs are too short for these teachers to differ."
    ]


def test_what_ends_alike_or_once_cannot_be_compared(tmp_path: Path) -> None:
    campaign = _campaign(tmp_path / "alike")
    first = (tmp_path / "alike" / campaign.jobs[0].place / "evaluations.jsonl").read_text()
    for job in campaign.jobs:
        (tmp_path / "alike" / job.place / "evaluations.jsonl").write_text(first)
    (sentence,) = doubts(analyse(campaign))
    assert "every run of every teacher ended at" in sentence
    choice = Choice("hours", seeds=1, teachers=("random", "alp-gmm"), levels=("high",))
    (sentence,) = doubts(analyse(made_campaign(tmp_path / "once", "original", choice, MEANS)))
    assert sentence == "original_stump_tracks (high): every teacher has a single run; there are no intervals."


def test_figures_that_do_not_vary_are_named(tmp_path: Path) -> None:
    campaign = _campaign(tmp_path)
    for job in distinct(campaign.jobs):
        path = tmp_path / job.place / "evaluations.jsonl"
        if job.teacher == "random":
            path.write_text((tmp_path / campaign.jobs[0].place / "evaluations.jsonl").read_text())
    (sentence,) = doubts(analyse(campaign))
    assert "all 3 runs of random ended at" in sentence
