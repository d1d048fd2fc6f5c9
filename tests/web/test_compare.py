"""Comparisons and costs: figures over several runs, checked against the records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradus.learners import Lesson
from gradus.mechanics import steps_of
from gradus.school import UserError
from gradus.stream import World
from gradus.stream import make as make_curriculum
from gradus.web import Library, compare, costs

SEEDS = (0, 2, 3)
"""With these the first learner passes two tasks within the steps given."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Two learners, three seeds each; the first passes what it is given, the other does not."""
    folder = tmp_path_factory.mktemp("compare")
    for seed in SEEDS:
        for learner, names in (("gradual", ("micro4", "micro1")), ("random", ("micro4", "micro1"))):
            world = World(make_curriculum("round1").only(*names), seed=seed)
            Lesson.create(folder / f"{learner}-{seed}", learner, world, max_steps=600 + 100 * seed).run()
    return Library([folder])


def keys(library: Library, part: str = "") -> list[str]:
    return [row["id"] for row in library.rows() if part in row["name"]]


def test_lessons_have_bands_although_their_instances_end_at_different_steps(library: Library) -> None:
    found = compare.compare(library, keys(library))
    assert {group["name"].split("-")[0]: group["n"] for group in found["groups"]} == {
        "gradual": 3,
        "random": 3,
    }
    bands = {band.name: band for band in found["plots"]["groups"].series}
    assert set(bands) == {"gradual (n = 3)", "random (n = 3)"}
    for band in bands.values():
        assert len(band.x) > 20 and all(map(np.isfinite, band.low + band.high))
        assert all(low <= mean <= high for low, mean, high in zip(band.low, band.y, band.high, strict=True))
    assert bands["gradual (n = 3)"].y[-1] == 2.0 and bands["random (n = 3)"].y[-1] == 0.0
    # What never passes anything lasts as long as the shortest of its runs.
    assert bands["random (n = 3)"].x[-1] <= min(
        run["x"][-1] for run in found["runs"] if run["group"].startswith("random")
    )


def test_a_mean_is_that_of_the_runs_at_every_place(library: Library) -> None:
    found = compare.compare(library, keys(library, "gradual"))
    (band,) = found["plots"]["groups"].series
    for place in (0, len(band.x) // 2, len(band.x) - 1):
        step = band.x[place]
        values = [
            max(y for x, y in zip(run["x"], run["y"], strict=True) if x <= step) for run in found["runs"]
        ]
        assert band.y[place] == pytest.approx(np.mean(values))


def test_pairs_are_seeds_and_steps_are_counted_until_a_task_is_passed(library: Library) -> None:
    found = compare.compare(library, keys(library))
    ends, steps = found["pairs"]
    assert ends["seeds"] == list(SEEDS) and ends["differences"] == [2.0, 2.0, 2.0]
    assert steps["what"].startswith("steps") and steps["differences"] == [
        0.0,
        0.0,
        0.0,
    ]  # nothing passed by both
    run = next(run for run in found["runs"] if run["name"] == "gradual-0")
    assert run["steps_to_pass"] == steps_of(library.entry(run["id"]).path)


def test_grouping_is_chosen_and_nonsense_refused(library: Library) -> None:
    alone = compare.compare(library, keys(library), by="name")
    assert len(alone["groups"]) == 6 and not any(len(s.low) for s in alone["plots"]["groups"].series)
    with pytest.raises(UserError, match="grouped by"):
        compare.compare(library, keys(library), by="colour")


def test_costs_are_medians_over_the_records(library: Library) -> None:
    rows = {row["learner"].split("-")[0]: row for row in costs.costs(library)}
    row: dict[str, Any] = rows["gradual"]
    records = [steps_of(library.entry(key).path) for key in keys(library, "gradual")]
    assert row["runs"] == 3 and set(row["tasks"]) == {"micro1", "micro4"}
    for name, value in zip(row["tasks"], row["steps"], strict=True):
        assert value == np.median([record[name] for record in records])
    assert "at least 8 tasks" in row["rho"]["steps"]["note"] and row["command"].count("--records") == 3


def test_commands_name_folders_as_they_are_typed(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = library.entry(keys(library)[0])
    monkeypatch.chdir(tmp_path)  # not above the runs, wherever the tests were started
    entry = Library([known.path.parent]).entry(known.id)
    assert entry.typed == str(entry.path)
    monkeypatch.chdir(entry.path.parents[1])
    seen = Library([entry.path.parent]).entry(entry.id)
    assert seen.typed == f"{entry.path.parent.name}/{entry.path.name}"
    (tmp_path / "a run; rm -rf $HOME").mkdir()
    (tmp_path / "a run; rm -rf $HOME" / "run.json").write_text("{}")
    strange = Library([tmp_path], published=True)
    (row,) = strange.rows()
    assert strange.entry(row["id"]).typed == "'a run; rm -rf $HOME'"
