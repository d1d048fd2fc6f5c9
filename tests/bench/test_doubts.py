"""A campaign says what it cannot show."""

from __future__ import annotations

from pathlib import Path

from tests.bench.made import made_campaign

from gradus.bench import Campaign, Choice, analyse, distinct, doubts

MEANS = {"random": 30.0, "alp-gmm": 40.0}


def _campaign(folder: Path) -> Campaign:
    choice = Choice("hours", seeds=3, teachers=("random", "alp-gmm"), levels=("high",))
    return made_campaign(folder, "original", choice, MEANS)


def test_nothing_is_said_of_a_campaign_that_compares(tmp_path: Path) -> None:
    campaign = _campaign(tmp_path)
    for job in campaign.jobs:
        (tmp_path / job.place / "outcomes.jsonl").write_text(f"{job.place}\n")
    assert doubts(analyse(campaign)) == []


def test_identical_records_are_named(tmp_path: Path) -> None:
    campaign = _campaign(tmp_path)
    for job in campaign.jobs:
        same = job.plan.seed < 2
        (tmp_path / job.place / "outcomes.jsonl").write_text("alike\n" if same else f"{job.place}\n")
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
