"""What a benchmark is published with: effect sizes, areas, power, ranks, tables, where it all comes from."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import nct
from tests.bench.made import made_campaign

from gradus.bench import (
    Campaign,
    Choice,
    advise,
    analyse,
    area,
    between,
    deviation,
    effects,
    export,
    hedges,
    power,
    rank_fidelity,
    seeds_for,
    smallest_effect,
    within,
)
from gradus.bench.exporting import FILES
from gradus.bench.machine import machine, machines, note_machine
from gradus.bench.noncentral import below, shift_for
from gradus.cli import main
from gradus.school import UserError

MEANS = {"random": 20.0, "adr": 30.0, "covar-gmm": 40.0, "alp-gmm": 50.0}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return made_campaign(tmp_path_factory.mktemp("runs"), "original", Choice("hours"), MEANS)


def test_hedges_agrees_with_a_worked_example() -> None:
    # Two groups of five with means 10 and 8 and variance 2.5 each: d = 2 / sqrt(2.5), g = d (1 - 3 / 31).
    ours, theirs = np.array([8.0, 9, 10, 11, 12]), np.array([6.0, 7, 8, 9, 10])
    g = hedges(ours, theirs)
    assert g.estimate == pytest.approx(2 / np.sqrt(2.5) * (1 - 3 / 31))
    for limit, probability in (
        (g.low, 0.95),
        (g.high, 0.05),
    ):  # the limits, as noncentralities of the observed t
        shift = limit / (1 - 3 / 31) / np.sqrt(2 / 5)
        assert nct.cdf(2.0, 8, shift) == pytest.approx(probability, abs=1e-5)
    mirrored = hedges(theirs, ours)
    assert (mirrored.low, mirrored.high) == pytest.approx((-g.high, -g.low), abs=1e-4)
    alike = hedges(np.array([3.0, 3.0]), np.array([3.0, 3.0]))
    assert alike.estimate == 0 and not np.isfinite(alike.high)


def test_the_interval_of_an_effect_covers_it() -> None:
    rng = np.random.default_rng(5)
    truth, hits, trials = 1.0, 0, 300
    for _ in range(trials):
        found = hedges(rng.normal(1.0, 1.0, 6), rng.normal(0.0, 1.0, 6))
        correction = 1 - 3 / 39
        hits += found.low <= truth * correction <= found.high
    assert 0.85 < hits / trials < 0.95  # three standard errors around 0.9


def test_the_noncentral_t_agrees_with_scipy_where_that_works() -> None:
    for t, freedom, shift in ((1.3, 8, 0.7), (-2.0, 5, 1.0), (4.0, 30, 3.5), (0.0, 2, 0.3)):
        assert below(t, freedom, shift) == pytest.approx(nct.cdf(t, freedom, shift), abs=1e-5)
        assert below(t, freedom, shift_for(t, freedom, 0.3)) == pytest.approx(0.3)


def test_power_agrees_with_published_tables() -> None:
    assert power(64, 0.5, 1.0) == pytest.approx(0.8015, abs=5e-4)  # Cohen (1988), the textbook case
    assert power(26, 0.8, 1.0) == pytest.approx(0.8075, abs=5e-4)
    assert seeds_for(0.5, 1.0) == 64 and seeds_for(0.8, 1.0) == 26
    assert power(10, 0.0, 1.0) == pytest.approx(0.05, abs=1e-5)
    assert power(1, 9.0, 1.0) == 0.0 and power(4, 1e4, 1.0) == pytest.approx(1.0)
    assert seeds_for(1e-4, 1.0) is None
    assert power(8, smallest_effect(8, 3.0), 3.0) == pytest.approx(0.8)


def test_the_area_is_the_mean_of_the_curve(campaign: Campaign) -> None:
    run = analyse(campaign).cells[0].runs[0]
    first, second = run.evaluations[:2]
    two = replace(run, evaluations=(first, second))
    assert area(two) == pytest.approx((first.mastered + second.mastered) / 2)
    assert area(replace(run, evaluations=(first,))) == first.mastered


def test_effects_compare_every_pair_twice(campaign: Campaign) -> None:
    found = effects(analyse(campaign))
    assert len(found) == 12 and {effect.measure for effect in found} == {"final", "area"}
    pair = next(e for e in found if (e.first, e.second, e.measure) == ("random", "alp-gmm", "final"))
    assert pair.difference.low < -30 < pair.difference.high and pair.g.high < 0
    assert pair.improvement.estimate == 0 and pair.corrected is not None and pair.corrected >= (pair.p or 0)
    assert json.loads(json.dumps(pair.to_json()))["difference"]["method"] == "Welch's t"


def test_advice_comes_from_the_campaigns_own_spread(campaign: Campaign) -> None:
    results = analyse(campaign)
    spread = deviation(results.cells, "final")
    groups = [cell.finals for cell in results.cells]
    assert spread.estimate == pytest.approx(np.sqrt(np.mean([group.var(ddof=1) for group in groups])))
    assert spread.low < spread.estimate < spread.high
    rows = [row for row in advise(results, [1.0, 5.0]) if row.measure == "final"]
    assert rows[0].seeds is not None and rows[1].seeds is not None and rows[0].seeds > rows[1].seeds
    assert rows[0].seeds_corrected is not None and rows[0].seeds_corrected > rows[0].seeds
    assert rows[0].seeds_cautious is not None and rows[0].seeds_cautious > rows[0].seeds
    with pytest.raises(UserError, match="greater than 0"):
        advise(results, [0.0])
    with pytest.raises(UserError, match="between 0 and 1"):
        advise(results, [1.0], alpha=2.0)


def test_ranks_agree_disagree_and_know_how_sure_they_are() -> None:
    rng = np.random.default_rng(0)
    apart = {name: 10.0 * i + rng.normal(0, 1, 8) for i, name in enumerate("abcd")}
    assert rank_fidelity(apart, apart).low == 1.0
    turned = {name: -runs for name, runs in apart.items()}
    assert rank_fidelity(apart, turned).estimate == -1.0
    noise = {name: rng.normal(0, 1, 8) for name in "abcd"}
    unsure = rank_fidelity(noise, apart)
    assert unsure.high - unsure.low > 0.5
    single = rank_fidelity({name: runs[:1] for name, runs in apart.items()}, apart)
    assert (single.estimate, single.low, single.high) == (
        1.0,
        -1.0,
        1.0,
    )  # one run says nothing about its spread
    with pytest.raises(UserError, match="at least three teachers"):
        rank_fidelity({"a": apart["a"]}, apart)


def test_ranks_of_campaigns(campaign: Campaign, tmp_path: Path) -> None:
    results = analyse(campaign)
    rows = within(results)
    assert [row.steps for row in rows] == [500_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000]
    assert rows[-1].tau.estimate == 1.0
    teachers, levels = tuple(MEANS), ("high",)
    short = Choice("minutes", teachers=teachers, levels=levels)
    cheap = made_campaign(tmp_path, "original", short, {**MEANS, "random": 60.0})
    (row,) = between(analyse(cheap), results)
    assert (row.steps, row.of, row.tau.estimate) == (1_000_000, 3_000_000, 0.0)
    with pytest.raises(UserError, match="share no experiment"):
        between(analyse(cheap), replace(results, cells=results.cells[:2]))


def test_tables_hold_every_run(campaign: Campaign, tmp_path: Path) -> None:
    for job in campaign.jobs:
        note_machine(campaign.folder / job.place)
    results = analyse(campaign)
    files = export(campaign, results, tmp_path / "tables")
    assert [path.name for path in files] == list(FILES) and all(path.exists() for path in files)
    rows = list(csv.DictReader((tmp_path / "tables" / "runs.csv").open()))
    assert len(rows) == 16
    run = results.cells[0].runs[0]
    assert float(rows[0]["final"]) == run.final and float(rows[0]["area"]) == area(run)
    assert rows[0]["processor"] == machine()["processor"]
    assert len((tmp_path / "tables" / "curves.csv").read_text().splitlines()) == 1 + 16 * 6
    tex = (tmp_path / "tables" / "effects.tex").read_text()
    assert tex.count("\\\\") == 13 and "original\\_stump\\_tracks" in tex and "\\toprule" in tex
    for table in ("effects.tex", "teachers.tex"):  # nothing but LaTeX and booktabs, as the page says
        commands = set(re.findall(r"\\([a-zA-Z]+)", (tmp_path / "tables" / table).read_text()))
        assert commands == {"begin", "end", "toprule", "midrule", "bottomrule"}, table
    made = json.loads((tmp_path / "tables" / "provenance.json").read_text())
    assert made["machines"] == [machine()] and made["runs"][0]["plan"]["teacher"].startswith("random")
    again = export(campaign, results, tmp_path / "again")
    for one, two in zip(files, again, strict=True):
        assert one.read_bytes() == two.read_bytes()


def test_a_run_remembers_every_machine(tmp_path: Path) -> None:
    note_machine(tmp_path)
    note_machine(tmp_path)
    assert machines(tmp_path) == [machine()]
    (tmp_path / "machines.json").write_text("{ torn")
    assert machines(tmp_path) == []
    note_machine(tmp_path)
    assert machines(tmp_path) == [machine()]


def test_the_commands(campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(campaign.folder)
    for words in (
        ["bench", "power", folder, "--effect", "5", "--json"],
        ["bench", "ranks", folder, "--json"],
        ["bench", "export", folder, "-o", str(tmp_path / "out"), "--json"],
    ):
        with pytest.raises(SystemExit) as end:
            main(words)
        assert end.value.code == 0
        assert json.loads(capsys.readouterr().out)
    for words in (["bench", "power", folder], ["bench", "ranks", folder, folder]):
        with pytest.raises(SystemExit):
            main(words)
        assert "original_stump_tracks" in capsys.readouterr().out
    with pytest.raises(SystemExit) as end:
        main(["bench", "power", str(tmp_path)])
    assert end.value.code == 2 and "no bench.json" in capsys.readouterr().err
