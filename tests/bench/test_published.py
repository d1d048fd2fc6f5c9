"""The published figures, and our statistics against what the paper's own summaries imply."""

from __future__ import annotations

import pytest

from gradus.bench.published import find, published, welch_from_summary


def test_every_table_is_there() -> None:
    counts: dict[str, int] = {}
    for cell in published():
        counts[cell.source] = counts.get(cell.source, 0) + 1
    assert counts == {"Table 3": 19, "Table 4": 25, "Table 5": 40, "Table 6": 40, "model cards": 32}


def test_some_cells_by_hand() -> None:
    cell = find("original_stump_tracks", "no", "alp-gmm")
    assert cell is not None and (cell.mean, cell.deviation, cell.seeds) == (52.1, 5.9, 32)
    cell = find("diverse_students", "high", "setter-solver")
    assert cell is not None and (cell.mean, cell.deviation, cell.seeds) == (24.0, 9.8, 128)
    assert find("parkour_overall", "any", "random") == find("parkour_overall", "low", "random")
    assert find("original_stump_tracks", "no", "adr") is None
    doubted = find("mostly_trivial", "no", "random")
    assert doubted is not None and doubted.doubt


# Recomputed from the published means, population deviations and numbers of runs of TeachMyAgent, Tables 4 to 6.
WELCH = [
    ("mostly_unfeasible", "no", "alp-gmm", 11.134, 52.2, 2.13e-15),
    ("mostly_trivial", "no", "covar-gmm", 2.649, 61.8, 0.0102),
    ("forgetting_student", "no", "covar-gmm", 0.894, 61.3, 0.375),
    ("diverse_students", "no", "riac", 2.516, 253.9, 0.0125),
    ("mostly_trivial", "no", "spdl", -2.118, 53.3, 0.0389),
    ("mostly_unfeasible", "low", "adr", -2.763, 48.9, 0.00804),
    ("rugged_difficulty", "low", "adr", -3.516, 40.3, 0.0011),
]


@pytest.mark.parametrize(("experiment", "level", "teacher", "t", "freedom", "p"), WELCH)
def test_welch_from_published_summaries(
    experiment: str, level: str, teacher: str, t: float, freedom: float, p: float
) -> None:
    ours, random = find(experiment, level, teacher), find(experiment, level, "random")
    assert ours is not None and random is not None
    found = welch_from_summary(ours, random)
    assert found[0] == pytest.approx(t, abs=6e-4)
    assert found[1] == pytest.approx(freedom, abs=0.06)
    assert found[2] == pytest.approx(p, rel=6e-3)
