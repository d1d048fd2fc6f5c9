"""The learner's benchmark as a user starts it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.learning.command import SECTIONS, seed_range
from benchmarks.learning.worlds import Job, Observer, Row, evaluations_of, one_job, summary
from benchmarks.worlds import Criterion, Oracle, draw, floors

from gradus.learners.baselines import Silent

ROOT = Path(__file__).parents[2]


def run(*words):
    command = [sys.executable, "benchmarks/learner.py", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1800)


def test_every_old_section_is_still_there():
    told = run("--help").stdout
    assert all(name in told for name in [*SECTIONS, "worlds"])


def test_worlds_are_measured_from_the_command_line(tmp_path):
    rows = tmp_path / "rows.json"
    done = run("worlds", "--family", "forms", "--seeds", "3", "--learner", "silent", "--json", str(rows))
    assert "silent: forms | 0 of 6 (0%)" in done.stdout, done.stderr
    found = json.loads(rows.read_text())
    assert len(found) == 6 and not any(row["passed"] for row in found)
    assert all(row["reason"] for row in found)


def test_public_sections_take_any_learner():
    done = run("walk", "--runs", "1", "--learner", "silent")
    assert "| 100 | 0 | 20000 | micro1 (20,000) |" in done.stdout, done.stderr
    assert "walk --runs 1 --first-seed 100 --learner silent`" in done.stdout


def test_an_unknown_section_is_refused():
    assert run("world").returncode == 2


def test_rows_of_the_oracle_are_the_floor():
    world = draw("operations", 4, criterion=Criterion(streak=3, instances=2))
    watch = Observer(world, Oracle(world))  # type: ignore[arg-type]
    watch.play()
    floor = floors(draw("operations", 4, criterion=Criterion(streak=3, instances=2)))
    rows = watch.rows("oracle", "operations", floor)
    assert all(row.passed and row.steps == row.floor_steps and row.reason == "" for row in rows)
    assert all(row.questions == row.floor_questions == row.right for row in rows)
    assert sum(len(times) for times in watch.times) == world.steps - 1


def test_silence_fails_with_a_reason():
    world = draw("forms", 2, criterion=Criterion(steps=600))
    watch = Observer(world, Silent())
    watch.play()
    reasons = {watch.reason(index) for index in range(len(world.tasks))}
    assert reasons <= {"hardly ever answered", "said nothing"} and reasons


def test_a_job_is_the_same_whoever_runs_it():
    job = Job("memory", 1, ("forms",), "development", "")
    one, two = one_job(job), one_job(job)
    assert [(row.steps, row.right) for row in one] == [(row.steps, row.right) for row in two]


def test_the_interval_of_a_share_has_worlds_as_its_unit():
    def row(seed, passed):
        return Row("who", "forms", seed, "task", "", passed, 10, 5, 5, 10, 5, 0, "", [0.1, 1.0, 2.0])

    one = [row(1, True)] * 3 + [row(1, False)] * 3
    assert summary(one, "one world")[1] == "3 of 6 (50%)"
    alike = [row(seed, n < 3) for seed in range(4) for n in range(6)]
    assert summary(alike, "alike")[1] == "12 of 24 (50%) [50, 50]"
    apart = [row(seed, seed < 2) for seed in range(4) for n in range(6)]
    low, high = summary(apart, "apart")[1].removesuffix("]").partition("[")[2].split(", ")
    assert int(low) < 10 and int(high) > 90


def test_evaluations_are_read_where_there_are_any():
    class Inner:
        evaluations = 7

    class Outer:
        knowledge = Inner()

    assert evaluations_of(Outer()) == 7
    assert evaluations_of(Inner()) == 7
    assert evaluations_of(Silent()) == 0


@pytest.mark.parametrize(("text", "seeds"), [("3-5", [3, 4, 5]), ("7", [7])])
def test_seeds_are_a_range(text, seeds):
    assert list(seed_range(text)) == seeds
