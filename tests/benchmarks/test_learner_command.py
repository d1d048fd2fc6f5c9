"""The learner's benchmark as a user starts it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.learning import worlds
from benchmarks.learning.command import SECTIONS, seed_range
from benchmarks.learning.comparison import line, section_comparison
from benchmarks.learning.worlds import Job, Observer, Row, evaluations_of, one_job, section_worlds, summary
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


def row_of(seed, passed, questions=5, evaluations=0, after="", family="forms"):
    return Row(
        "who",
        family,
        seed,
        "task",
        "",
        passed,
        10,
        questions,
        5,
        10,
        5,
        evaluations,
        "",
        [0.1, 1.0, 2.0],
        after,
    )


def test_a_past_is_compared_with_none_world_by_world():
    walked = [row_of(seed, True, 7, 100, "round1") for seed in range(4) for _ in range(2)]
    beginners = [row_of(seed, n > 0 or seed > 0, 9, 300) for seed in range(4) for n in range(2)]
    cells = line(list(zip(walked, beginners, strict=True)), "forms")
    assert cells[:3] == ["forms", "8 of 8", "7 of 8"]
    assert cells[3].startswith("+0.25 [-0.34, +0.84]")  # Student's t of 1, 0, 0, 0: 0.25 -+ 2.353 * 0.5 / 2
    assert cells[4:] == ["2", "4", "100", "300"]


def test_questions_are_compared_where_both_passed():
    walked, beginners = [row_of(0, True, 7), row_of(0, True, 90)], [row_of(0, True, 9), row_of(0, False, 400)]
    assert line(list(zip(walked, beginners, strict=True)), "")[3:6] == ["+1.00", "2", "4"]


def test_families_are_compared_apart_and_together():
    walked = [row_of(0, True, after="round1"), row_of(0, True, after="round1", family="state")]
    told = section_comparison(walked, [row_of(0, True), row_of(0, False, family="state")])
    assert "who: forms | 1 of 1 | 1 of 1 | +0.00" in told
    assert "who: state | 1 of 1 | 0 of 1 | +1.00" in told
    assert "who: all of them | 2 of 2 | 1 of 2 | +0.50" in told


def test_whoever_has_a_past_is_measured_beside_a_beginner(monkeypatch):
    asked = []

    def job_rows(job):
        asked.append(job)
        return [row_of(job.seed, bool(job.after), after=job.after)]

    monkeypatch.setattr(worlds, "one_job", job_rows)
    jobs = [Job("who", seed, ("forms",), "development", "round1") for seed in (1, 2)]
    text, rows = section_worlds(jobs, map)
    assert [(job.seed, job.after) for job in asked] == [(1, "round1"), (2, "round1"), (1, ""), (2, "")]
    assert [row["after"] for row in rows] == ["round1", "round1", "", ""]
    assert text.count("### ") == 3 and "2 of 2 | 0 of 2 | +1.00" in text


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
