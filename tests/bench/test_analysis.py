"""Analysis of campaigns whose truth is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.bench.made import made_campaign

from gradus.bench import Choice
from gradus.bench.analysis import analyse, compare, rank_agreement, rank_note

ORDER = {
    "random": 30.0,
    "adr": 43.4,
    "riac": 42.2,
    "covar-gmm": 45.2,
    "alp-gmm": 49.3,
    "goal-gan": 51.9,
    "spdl": 34.0,
    "setter-solver": 37.4,
}


def test_teachers_without_knowledge_count_at_every_level(tmp_path: Path) -> None:
    choice = Choice("hours", seeds=3, levels=("no", "high"))
    results = analyse(made_campaign(tmp_path, "original", choice, ORDER))
    cells = {(cell.teacher, cell.level): cell for cell in results.cells}
    assert set(cells) == {
        ("random", "no"),
        ("random", "high"),
        ("covar-gmm", "no"),
        ("covar-gmm", "high"),
        ("alp-gmm", "no"),
        ("alp-gmm", "high"),
        ("adr", "high"),
    }
    assert cells["random", "no"].runs == cells["random", "high"].runs
    cell = cells["alp-gmm", "high"]
    assert cell.mean.n == 3 and cell.mean.low < cell.mean.estimate < cell.mean.high
    assert cell.mean.estimate == pytest.approx(49.3, abs=2.1)
    assert cell.mean.estimate == pytest.approx(np.mean([run.final for run in cell.runs]))
    pair = next(
        p for p in results.pairs if p.level == "high" and {p.first, p.second} == {"random", "alp-gmm"}
    )
    assert pair.difference < 0 and pair.test is not None and pair.test.p < 0.01
    assert pair.corrected is not None and pair.test.p <= pair.corrected <= 1
    assert pair.improvement.estimate == 0.0  # every run of ALP-GMM beats every run of Random


def test_pooled_parts_are_one_population(tmp_path: Path) -> None:
    choice = Choice(
        "full", seeds=2, teachers=("random", "alp-gmm"), experiments=("diverse_students",), levels=("low",)
    )
    results = analyse(made_campaign(tmp_path, "challenges", choice, ORDER))
    assert [len(cell.runs) for cell in results.cells] == [8, 8]


def test_ranks_are_compared_only_with_runs_as_in_the_paper(tmp_path: Path) -> None:
    choice = Choice("full", seeds=1, levels=("high",))
    results = analyse(made_campaign(tmp_path / "sac", "original", choice, ORDER))
    ranks = rank_agreement(results)
    assert ranks == {("original_stump_tracks", "high"): pytest.approx(1.0)}
    assert "1.00" in rank_note(results)
    for name, other in (
        ("ppo", Choice("full", 1, levels=("high",), student="ppo")),
        ("short", Choice("full", 1, steps=10**7)),
    ):
        results = analyse(made_campaign(tmp_path / name, "original", other, ORDER))
        assert rank_agreement(results) == {}
        assert "No rank agreement" in rank_note(results)


def test_published_figures_stand_beside_ours(tmp_path: Path) -> None:
    results = analyse(made_campaign(tmp_path, "original", Choice("hours", seeds=2), ORDER)).to_json()
    row = next(cell for cell in results["cells"] if cell["teacher"] == "alp-gmm")
    assert row["published"]["mean"] == 49.3 and "Table 3" in row["published"]["source"]
    assert row["mean"]["n"] == 2 and len(row["finals"]) == 2


def test_unfinished_runs_are_named_and_left_out(tmp_path: Path) -> None:
    campaign = made_campaign(tmp_path, "original", Choice("hours", seeds=2), ORDER)
    lost = campaign.folder / campaign.jobs[0].place
    (lost / "checkpoint" / "state.json").write_text('{"state": {"finished": false}}')
    results = analyse(campaign)
    assert results.missing == (campaign.jobs[0].place,)


def test_too_few_runs_give_no_test() -> None:
    assert compare(np.array([1.0]), np.array([2.0, 3.0])) is None
    same = compare(np.zeros(3), np.zeros(3))
    assert same is not None and same.p == 1.0
    apart = compare(np.zeros(3), np.ones(3))
    assert apart is not None and apart.p == 0.0
