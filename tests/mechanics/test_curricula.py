"""Shared structure, orders and graded curricula."""

from __future__ import annotations

from itertools import pairwise
from math import asin, pi
from pathlib import Path

import numpy as np
import pytest
from tests.mechanics.guessing_games import copying, hidden_target_roles, permutation_roles

from gradus.cli import main
from gradus.mechanics import Complexity, informed_steps, order_check
from gradus.mechanics.measures.correlation import complexities, correlate, rho_interval, rises
from gradus.mechanics.measures.shadow import RoleMachine, jumps, shadow_gain
from gradus.mechanics.models.graded import FAMILIES, Graded, graded_curriculum, longest_chain
from gradus.mechanics.models.role_machines import mapping_roles, phrase_roles
from gradus.mechanics.models.shared_structure import prepares
from gradus.school import UserError
from gradus.stream import World, make
from gradus.stream.variant import to_toml

COMPLEXITIES = [0.0, 2.2937, 2.5322, 3.2276, 3.6638, 4.1532]
GAINS = [
    [1, 0.9169, 0.8871, 0.8975, 0.4915, 0.3465],
    [1, 1, 0.9812, 0.9625, 0.5118, 0.3584],
    [1, 1, 1, 0.9706, 0.5149, 0.3599],
    [1, 1, 1, 1, 0.5237, 0.3656],
    [0.525, 0.5117, 0.5072, 0.507, 1, 0.75],
    [0.4, 0.4, 0.4, 0.4, 0.875, 1],
]
JUMPS = [0, 0.191, 0.048, 0.095, 1.745, 1.038]


@pytest.fixture(scope="module")
def ladder() -> list[RoleMachine]:
    return [
        copying(),
        hidden_target_roles(3, 3),
        hidden_target_roles(4, 3),
        permutation_roles(3, 3),
        mapping_roles("micro5.1", 3, 3, dropped=False),
        mapping_roles("micro5.2", 3, 3, dropped=False),
    ]


def test_role_machines(ladder: list[RoleMachine]) -> None:
    assert [len(machine) for machine in ladder] == [1, 5, 6, 15, 17, 24]
    assert [machine.complexity for machine in ladder] == pytest.approx(COMPLEXITIES, abs=6e-5)


def test_shadow_gains(ladder: list[RoleMachine]) -> None:
    found = [[shadow_gain([a], b) for b in ladder] for a in ladder]
    for row, expected in zip(found, GAINS, strict=True):
        assert row == pytest.approx(expected, abs=6e-5)


def test_jumps_see_the_order(ladder: list[RoleMachine]) -> None:
    forward = jumps(ladder)
    assert forward == pytest.approx(JUMPS, abs=6e-4)
    assert sum(jumps(ladder[::-1])) > sum(forward)


def test_inserted_separator_has_a_closed_form(ladder: list[RoleMachine]) -> None:
    for cost in (0.1, 0.3, 0.5):
        assert shadow_gain([ladder[4]], ladder[5], cost) == pytest.approx(5 / 6 - cost / 3, abs=1e-4)


def test_gain_grows_with_the_library(ladder: list[RoleMachine]) -> None:
    assert shadow_gain(ladder[:4], ladder[4]) >= shadow_gain(ladder[:2], ladder[4]) - 1e-6
    assert shadow_gain([], ladder[0]) == 0.0
    assert shadow_gain([phrase_roles("micro7.1", alphabet="a")], phrase_roles("micro9.1", alphabet="a")) > 0.9


def figure(name: str, low: float, high: float, kind: str = "exact") -> Complexity:
    return Complexity(name, kind, high, low, high, "by hand")  # type: ignore[arg-type]


def test_order_check_claims_only_what_intervals_prove() -> None:
    report = order_check(
        [
            figure("a", 1, 2),
            figure("b", 5, 6),
            figure("c", 3, 4),
            figure("d", 3.5, 7),
            figure("e", 0, 1, "extrapolated"),
        ]
    )
    assert [(i.earlier, i.later, i.margin) for i in report.certified] == [("b", "c", 1)]
    assert {(i.earlier, i.later) for i in report.apparent} == {("b", "e"), ("c", "e"), ("d", "e")}
    assert report.undecided == 3
    assert report.rises[0][:2] == ("a", "b")
    with pytest.raises(UserError, match="two tasks"):
        order_check([figure("a", 1, 2)])


def test_chain_keeps_its_distance() -> None:
    variants = [Graded("t", {"size": i}, i / 10, i / 10 + 0.01) for i in range(60)]
    chain = longest_chain(variants, 0.5, 1.0)
    assert len(chain) == 10
    assert all(b.low - a.high >= 0.5 and b.high - a.low <= 1.0 for a, b in pairwise(chain))
    with pytest.raises(UserError, match="least"):
        longest_chain(variants, 2.0, 1.0)


def test_a_longer_streak_is_no_step() -> None:
    variants = [Graded("t", {"size": 2, "streak": i}, i, i + 0.01) for i in range(1, 6)]
    assert len(longest_chain(variants, 0.5, 2.0)) == 1
    with pytest.raises(UserError, match="from 0 to 1"):
        longest_chain(variants, 0.5, 2.0, shared=2.0)


def test_neighbours_of_a_graded_curriculum_share_structure() -> None:
    _curriculum, chain = graded_curriculum(0.5, 3.0, ("micro4", "micro5.1", "micro5.2"))
    tasks = [variant.task for variant in chain]
    assert len(set(tasks)) > 1  # it does change tasks where one prepares the other
    for a, b in pairwise(chain):
        assert {**a.changes, "streak": 0} != {**b.changes, "streak": 0} or a.task != b.task
        assert a.task == b.task or prepares(a.task, b.task) >= 0.7


def test_roles_found_by_planning_equal_those_written_by_hand() -> None:
    """5.1 prepares 5.2 by 5/6 - c/3 (c = 1/4), and a task prepares itself wholly."""
    assert prepares("micro5.1", "micro5.2") == pytest.approx(0.75, abs=1e-3)
    assert prepares("micro4", "micro4") == pytest.approx(1.0, abs=1e-3)
    assert prepares("micro4", "micro7.1") < 0.5 < prepares("micro9.1", "micro7.1")


def test_the_informed_floor_lies_between_knowing_all_and_passing() -> None:
    """Exact where a machine says how fast instances are solved; secrets cost steps, rules do not."""
    round1 = make("round1")
    assert informed_steps(round1, "micro5.1") == pytest.approx(5 * 48.103240, abs=1e-3)
    phrase = informed_steps(round1, "micro7.1", seed=3)
    assert phrase == informed_steps(round1, "micro7.1", seed=3) and 500 < phrase < 2000
    assert informed_steps(round1, "mini0") < informed_steps(round1, "micro6")


def test_gains_are_printed_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "prepares.dot"
    run_command("measure", "micro4", "micro5.1", "micro5.2", "--shared", str(picture))
    text = capsys.readouterr().out
    assert "0.75" in text and "1.00" in text and "prepares" in text
    source = picture.read_text()
    assert '"micro5.1" -> "micro5.2"' in source and '"micro4" -> "micro5.2"' not in source
    with pytest.raises(SystemExit) as ended:
        main(["measure", "mini3", "micro4", "--shared", str(picture)])
    assert ended.value.code == 2 and "mini3" in capsys.readouterr().err


def test_graded_curriculum_rises_and_plays(tmp_path_factory: pytest.TempPathFactory) -> None:
    curriculum, chain = graded_curriculum(0.5, 3.0, ("micro4",))
    assert len(chain) >= 4
    assert all(b.low - a.high >= 0.5 for a, b in pairwise(chain))
    path = tmp_path_factory.mktemp("graded") / "graded.toml"
    path.write_text(to_toml(curriculum))
    again = make(path)
    assert list(again.tasks) == list(curriculum.tasks) == [variant.id for variant in chain]
    world = World(again, seed=1)
    byte, _reward = world.step(None)
    for _ in range(50):
        byte, _reward = world.step(byte)
    assert world.steps == 51
    with pytest.raises(UserError, match="Family 'micro44'"):
        graded_curriculum(families=("micro44",))
    assert set(FAMILIES) >= {"micro4", "micro5.1", "micro7.1"}


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("least", [0.25, 1.0])
def test_every_family_rises_by_the_chosen_amount(family: str, least: float) -> None:
    """The brackets of the chain prove the rise, and a chain made of them again has the same brackets."""
    curriculum, chain = graded_curriculum(least, 12.0, (family,))
    assert len(chain) >= (3 if least < 1 else 2)  # the letters of short phrases span little more than a bit
    assert list(curriculum.tasks) == [variant.id for variant in chain]
    assert len({variant.id for variant in chain}) == len(chain)
    assert all(least <= b.low - a.high and b.high - a.low <= 12.0 for a, b in pairwise(chain))
    assert all(variant.high - variant.low < 1e-3 for variant in chain)


def test_families_are_chosen_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "graded.toml"
    run_command("curricula", "generate", "--graded", "--family", "micro4", "--most", "3", "-o", str(path))
    assert all(task.name == "micro4" for task in make(path).tasks.values())
    for wrong, said in (
        (["--graded", "--family", "micro44"], "Family 'micro44'"),
        (["round1", "--family", "micro4"], "only for a --graded"),
        (["--graded", "--family", "micro4", "--least", "90", "--most", "99"], "No two variants"),
        (["--graded", "--family", "micro4", "--least", "3", "--most", "2"], "least <= most"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["curricula", "generate", *wrong])
        assert ended.value.code == 2 and said in capsys.readouterr().err


def test_correlation_has_its_sign_and_an_interval() -> None:
    rows = [figure(name, i, i + 0.5) for i, name in enumerate("abcdefgh")]
    records = [{name: 10.0 * i**2 + seed for i, name in enumerate("abcdefgh")} for seed in range(3)]
    found = correlate(complexities(rows), records)
    assert found.rho == pytest.approx(1.0) and (found.tasks, found.records) == (8, 3)
    assert found.interval[0] > 0.5 and found.interval[1] <= 1
    down = [{name: -steps for name, steps in record.items()} for record in records]
    assert correlate(complexities(rows), down).rho == pytest.approx(-1.0)
    with pytest.raises(UserError, match="8 tasks"):
        correlate(complexities(rows), [{"a": 1.0}])


@pytest.mark.parametrize(("tasks", "true"), [(8, 0.0), (20, 0.6), (46, 0.6)])
def test_intervals_of_correlations_cover(tasks: int, true: float) -> None:
    """Nominal 95 %: of 80 at least 70, which a true 95 % misses once in five hundred times."""
    rng = np.random.default_rng(tasks)
    rho = 6 / pi * asin(true / 2)
    hits = 0
    for _ in range(80):
        x = rng.normal(size=tasks)
        low, high = rho_interval(x, true * x + (1 - true**2) ** 0.5 * rng.normal(size=tasks))
        hits += low <= rho <= high
    assert hits >= 70


def test_a_constant_measure_says_nothing() -> None:
    assert rho_interval(np.ones(9), np.arange(9.0)) == (-1.0, 1.0)


def test_rises_are_differences_to_the_task_before() -> None:
    rows = [figure("a", 1, 2), figure("b", 5, 6), figure("c", 3, 4)]
    assert rises(rows) == {"b": 4.0, "c": -2.0}


def test_records_of_runs_give_correlations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in ("0", "1"):
        run_command(
            "teach", "--learner", "random", "--max-steps", "300", "--seed", seed, "-o", str(tmp_path / seed)
        )
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["measure", "--records", str(tmp_path), "--json"])
    assert ended.value.code == 2 and "8 tasks" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    with pytest.raises(SystemExit) as ended:
        main(["measure", "--records", str(tmp_path / "empty")])
    assert ended.value.code == 2 and "no recorded run" in capsys.readouterr().err


def run_command(*arguments: str) -> None:
    """Run a command that must succeed."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert not ended.value.code
