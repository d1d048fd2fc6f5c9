"""The page of the toy study shows what its runs say, and the runs can be repeated."""

import importlib.util
from pathlib import Path

from gradus.teachers.toy_study import study_run

FOLDER = Path(__file__).parents[2] / "docs" / "teachers"


def script():
    spec = importlib.util.spec_from_file_location("toy_table", FOLDER / "toy_table.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_is_that_of_the_runs():
    assert script().table() + "\n\n" in (FOLDER / "toy-study.md").read_text(encoding="utf-8")


def test_a_run_of_the_study_comes_out_the_same_again():
    kept = {(run.teacher, run.variant, run.seed): run for run in script().runs()}
    for key in (("random", "forgetting", 0), ("learning-progress", "trivial", 1)):
        assert study_run(*key) == kept[key]
