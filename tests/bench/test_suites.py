"""Suites are data that unfold into the paper's experiments."""

from __future__ import annotations

from pathlib import Path

import pytest
import tests.students.point  # noqa: F401

from gradus.bench import Choice, Job, available, distinct, estimate, load, unfold
from gradus.kits.teacher import PracticeStudent
from gradus.school import Box, UserError
from gradus.students import Plan
from gradus.teachers import make

POINT = str(Path(__file__).with_name("point_suite.toml"))


def test_the_three_suites_are_there() -> None:
    assert available() == ["challenges", "original", "parkour"]


def test_full_original_has_table_3_and_random() -> None:
    jobs = unfold(load("original"), Choice("full"))
    cells = {(job.teacher, job.level) for job in jobs}
    # What the paper lists, except that Setter-Solver cannot run without mastery and that Random and RIAC, which use
    # no knowledge, run once for all levels.
    assert len(cells) == 17
    assert (
        ("setter-solver", "no") not in cells
        and ("adr", "no") not in cells
        and ("goal-gan", "no") not in cells
    )
    assert {level for teacher, level in cells if teacher == "alp-gmm"} == {"no", "low", "high"}
    assert len({job.key for job in jobs}) == len(jobs)
    assert {job.plan.steps for job in jobs} == {20_000_000}
    assert {job.plan.student for job in jobs} == {"sac-v0"}
    assert len(jobs) == 17 * 32


def test_challenges_differ_as_published() -> None:
    jobs = unfold(load("challenges"), Choice("full", seeds=1, teachers=("alp-gmm",), levels=("high",)))
    plans = {job.experiment: job.plan for job in jobs if not job.variant}
    assert plans["mostly_unfeasible"].space == "mostly-infeasible"
    assert plans["mostly_trivial"].space == "mostly-trivial"
    assert plans["forgetting_student"].forget_every == 7_000_000
    assert plans["rugged_difficulty"].rugged
    bodies = {(job.plan.body, job.plan.student) for job in jobs if job.experiment == "diverse_students"}
    assert bodies == {(b, s) for b in ("spider", "small_bipedal") for s in ("sac-v0", "ppo-v0")}
    assert all(job.plan.teacher_settings["initial_mean"] == (0.0, 6.0) for job in jobs)


def test_parkour_has_three_bodies_and_48_runs_per_teacher() -> None:
    jobs = [job for job in unfold(load("parkour"), Choice("full")) if job.teacher == "adr"]
    assert len(jobs) == 48
    tests = {(job.plan.body, job.plan.test) for job in jobs}
    assert tests == {
        ("old_classic_bipedal", "walk"),
        ("fish", "swim"),
        ("climbing_profile_chimpanzee", "climb"),
    }


def test_jobs_and_plans_survive_json() -> None:
    for job in unfold(load("challenges"), Choice("hours"))[:10]:
        assert Job.from_json(job.to_json()).plan == Plan.from_json(job.plan.to_json())
        assert Job.from_json(job.to_json()).place == job.place


def test_cost_is_said_before() -> None:
    cost = estimate(unfold(load("original"), Choice("hours")))
    assert (cost.runs, cost.steps) == (16, 48_000_000)
    assert 0.4 < cost.core_hours < 2  # runs of three million steps took 112 to 145 core-seconds each
    assert 60 * estimate(unfold(load("original"), Choice("minutes"))).core_hours < 20
    more = estimate(unfold(load("original"), Choice("hours", student="sac")))
    assert more.core_hours > 20 * cost.core_hours


@pytest.mark.parametrize(
    ("suite", "choice", "words"),
    [
        ("orignal", Choice(), "There is no suite 'orignal'.*Did you mean 'original'"),
        ("nowhere.toml", Choice(), "Cannot read the suite nowhere.toml"),
        (POINT, Choice("days"), "has no tier 'days', only minutes, hours"),
        (POINT, Choice(experiments=("plane",)), "has no experiment 'plane'.*Did you mean 'plain'"),
        (POINT, Choice(teachers=("adr",), levels=("no",)), "'adr-v0' requires mastery"),
        (POINT, Choice(levels=("some",)), "level must be one of"),
        (POINT, Choice(teachers=("apl-gmm",)), "no teacher named 'apl-gmm'.*alp-gmm"),
        (POINT, Choice(seeds=0), "seeds must be at least 1"),
        (POINT, Choice(steps=0), "steps must be a whole number"),
        (POINT, Choice(settings={"lane": 3}), "A plan has no entry 'lane'.*lanes"),
    ],
)
def test_bad_choices_get_one_sentence(suite: str, choice: Choice, words: str) -> None:
    with pytest.raises(UserError, match=words):
        unfold(load(suite), choice)


def test_identical_plans_are_run_once_and_shared() -> None:
    jobs = unfold(load("challenges"), Choice("full", seeds=1))
    assert len(jobs) == 136 and len(distinct(jobs)) == 104 == estimate(jobs).runs
    assert len({job.key for job in jobs}) == 136
    plans: dict[str, Plan] = {}
    for job in jobs:
        assert plans.setdefault(job.place, job.plan) == job.plan
    shared = {(job.teacher, job.level, job.recorded) for job in jobs if job.recorded}
    assert shared == {
        ("alp-gmm", "low", "no"),
        ("covar-gmm", "low", "no"),
        ("spdl", "low", "no"),
        ("setter-solver", "high", "low"),
    }
    assert not any(job.recorded for job in jobs if job.teacher == "goal-gan")  # pretrained at the level high


def test_a_shared_record_stands_at_the_same_place_whatever_is_chosen() -> None:
    alone = unfold(load("challenges"), Choice("full", seeds=1, teachers=("alp-gmm",), levels=("low",)))
    assert {job.recorded for job in alone} == {"no"}


def test_a_tier_scales_single_teachers() -> None:
    jobs = unfold(load("challenges"), Choice("minutes", teachers=("plr", "random")))
    settings = {job.teacher: job.plan.teacher_settings for job in jobs}
    assert settings == {"plr": {"buffer": 100}, "random": {}}
    given = {"teacher_settings": {"buffer": 60}}
    jobs = unfold(load("challenges"), Choice("minutes", teachers=("plr",), settings=given))
    assert {job.plan.teacher_settings["buffer"] for job in jobs} == {60}


@pytest.mark.parametrize("name", ["challenges", "original", "parkour"])
def test_teachers_differ_within_the_smallest_tier(name: str) -> None:
    """Without knowledge all three draw the same uniform tasks for 150 episodes; an episode has at most 2,000 steps."""
    choice = Choice("minutes", seeds=1, teachers=("random", "alp-gmm", "covar-gmm"))
    jobs = {job.teacher: job for job in unfold(load(name), choice)}
    space, episodes = Box((0.0, 0.0), (3.0, 6.0)), 310
    tasks = {}
    for teacher, job in jobs.items():
        assert job.plan.steps // 2000 > episodes
        settings = {key: value for key, value in job.plan.teacher_settings.items() if "mean" not in key}
        taught, student = make(teacher, space, 0, **settings), PracticeStudent()
        tasks[teacher] = []
        for _ in range(episodes):
            ticket = taught.issue()
            assert ticket is not None
            tasks[teacher].append(ticket.task)
            taught.observe(student(ticket))
    first, second, third = tasks.values()
    assert first[:150] == second[:150] == third[:150]
    assert first[150:] != second[150:] != third[150:] and first[150:] != third[150:]
