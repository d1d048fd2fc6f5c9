"""The page of the toy study shows what its runs say, and the runs can be repeated."""

import importlib.util
from pathlib import Path

import pytest

from gradus.teachers.toy_study import study_run

FITTED = {"alp-gmm", "covar-gmm", "goal-gan", "goal-gan-reference", "setter-solver", "spdl", "spdl-truncated"}
"""Teachers that fit mixtures, networks or distributions in floating point."""

FOLDER = Path(__file__).parents[2] / "docs" / "teachers"


def script():
    spec = importlib.util.spec_from_file_location("toy_table", FOLDER / "toy_table.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_those_of_the_runs():
    page = (FOLDER / "toy-study.md").read_text(encoding="utf-8")
    assert script().table() + "\n\n" in page
    assert script().others() + "\n\n" in page


def test_a_run_of_the_study_comes_out_the_same_again():
    kept = {(run.teacher, run.variant, run.seed): run for run in script().runs()}
    for key in (("random", "forgetting", 0), ("learning-progress", "trivial", 1), ("stepwise", "rugged", 2)):
        assert study_run(*key) == kept[key]


@pytest.mark.slow
@pytest.mark.parametrize("world", ["trivial", "unfeasible", "rugged", "forgetting"])
def test_every_teachers_first_run_comes_out_the_same_again(world):
    """Except where a fit may differ in its last bits from one processor to another."""
    kept = {(run.teacher, run.variant, run.seed): run for run in script().runs()}
    for teacher in script().TEACHERS:
        if teacher not in FITTED:
            assert study_run(teacher, world, 0) == kept[teacher, world, 0], teacher
