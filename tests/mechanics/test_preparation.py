"""Which task prepares which, stored and computed anew."""

from __future__ import annotations

import json
from math import pi
from pathlib import Path

import numpy as np
import pytest
from tests.mechanics.test_curricula import run_command

from gradus.cli import main
from gradus.mechanics import correlate, preparation_dot, preparation_of, preparations, prepared_by
from gradus.mechanics.measures.shadow import ROLES, reduced, shadow_gain
from gradus.mechanics.models.shared_structure import automatic_roles, prepares, task_roles
from gradus.mechanics.models.small_variants import small_machine, small_variant
from gradus.school import UserError
from gradus.stream import make


@pytest.mark.parametrize(("earlier", "later"), [("micro4", "micro5.1"), ("micro7.1", "micro9.1")])
def test_states_made_one_change_no_gain(earlier: str, later: str) -> None:
    whole = [automatic_roles(small_machine(small_variant(name), "agent", 600)) for name in (earlier, later)]
    a, b = (reduced(machine) for machine in whole)
    assert len(a) < len(whole[0]) and len(b) < len(whole[1])
    assert shadow_gain([a], b, tolerance=1e-6) == pytest.approx(
        shadow_gain(whole[:1], whole[1], tolerance=1e-6), abs=1e-6
    )
    assert b.complexity < whole[1].complexity
    for row in b.edges:
        assert all(sum(p for _label, p, _target in row[role]) == pytest.approx(1) for role in ROLES)
    assert len(reduced(b)) == len(b)


def test_every_public_task_is_compared_or_says_why_not() -> None:
    stored = preparations()
    assert list(stored) == list(make("round1").tasks)
    unable = [name for name, row in stored.items() if row.why]
    assert unable == ["mini2", "mini3", "mini4", "mini5"]
    for i, (name, row) in enumerate(stored.items()):
        if not row.why:
            assert list(row.gains) == [other for other in list(stored)[:i] if other not in unable]
            assert all(0 <= gain <= 1.001 for gain in row.gains.values())
            assert row.library is not None and row.library >= max(row.gains.values(), default=0) - 0.002
        else:
            assert name in row.why and "5000" in row.why


@pytest.mark.parametrize("name", ["micro4", "micro5.2", "micro5.8"])
def test_stored_gains_are_those_computed_now(name: str) -> None:
    names = ["micro1", "micro4", "micro5.1", "micro5.2", "micro5.8"]
    fresh, stored = prepared_by(name, names), preparation_of(name)
    assert fresh.gains == pytest.approx({other: stored.gains[other] for other in fresh.gains}, abs=2e-3)
    assert fresh.bits == stored.bits


@pytest.mark.slow
def test_all_stored_gains_are_those_computed_now() -> None:
    names = list(make("round1").tasks)
    for name in names:
        fresh, stored = prepared_by(name, names), preparation_of(name)
        assert fresh.gains == pytest.approx(dict(stored.gains), abs=2e-3)
        assert fresh.library == pytest.approx(stored.library, abs=2e-3) and fresh.why == stored.why


def test_an_inserted_separator_is_stored_as_its_closed_form() -> None:
    assert preparation_of("micro5.2").gains["micro5.1"] == pytest.approx(5 / 6 - 0.25 / 3, abs=1e-3)
    assert prepares("micro5.2", "micro5.2") == pytest.approx(1, abs=1e-3)
    assert len(task_roles("micro4")) == 1


def test_the_table_and_the_graph_of_all_tasks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "all.dot"
    run_command("measure", "--shared", str(picture))
    text = capsys.readouterr().out
    assert "Left out: The task 'mini3' has no small variant" in text and "jump" in text
    source = picture.read_text()
    assert '"micro7.1" -> "micro7.2"' in source and '"mini3"' not in source
    run_command("measure", "micro5.2", "mini4", "--json")
    able, unable = json.loads(capsys.readouterr().out)
    assert able["prepared_by"]["task"] in preparations() and 0 <= able["prepared_by"]["gain"] <= 1
    assert "small variant" in unable["prepared_by"]["why"]


def test_a_list_in_another_order_is_computed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_command("measure", "micro5.2", "micro5.1", "--shared", str(tmp_path / "two.dot"), "--json")
    (first, last) = json.loads(capsys.readouterr().out)
    assert first["prepares"] == {"micro5.2": 1, "micro5.1": pytest.approx(0.875, abs=2e-3)}
    assert last["prepares"] == {"micro5.2": pytest.approx(0.75, abs=2e-3), "micro5.1": 1}
    with pytest.raises(SystemExit) as ended:
        main(["measure", "micro5.2", "--shared", str(tmp_path / "one.dot")])
    assert ended.value.code == 2 and "two tasks" in capsys.readouterr().err


def test_arrows_come_from_those_that_prepare_best() -> None:
    rows = [preparation_of(name) for name in ("micro4", "micro7.1", "micro7.2", "micro9.1")]
    arrows = [line for line in preparation_dot(rows).splitlines() if "->" in line]
    assert len(arrows) <= 2 * len(rows) and all("micro4" not in arrow for arrow in arrows)


def test_what_controls_explain_is_no_correlation() -> None:
    """Measure and cost both hang on the floor and on nothing else: with the floor held fixed nothing is left."""
    rng = np.random.default_rng(5)
    floor = rng.normal(size=300)
    names = [str(i) for i in range(300)]
    columns = [floor + 0.5 * rng.normal(size=300), floor + 0.5 * rng.normal(size=300), floor]
    measure, cost, control = (dict(zip(names, column, strict=True)) for column in columns)
    assert correlate(measure, [cost]).interval[0] > 0.6
    low, high = correlate(measure, [cost], controls=[control]).interval
    assert low < 0.15 and high > -0.05 and high - low < 0.3
    ranks = 6 / pi * np.arcsin(np.corrcoef(columns) / 2)
    inverse = np.linalg.inv(ranks)
    expected = -inverse[0, 1] / np.sqrt(inverse[0, 0] * inverse[1, 1])
    assert correlate(measure, [cost], controls=[control]).rho == pytest.approx(expected, abs=0.05)
    with pytest.raises(UserError, match="8 tasks"):
        correlate(measure, [cost], controls=[{"1": 0.0}])
