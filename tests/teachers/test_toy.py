"""Toy students and the study over them."""

import json
import time
from typing import Any

import numpy as np
import pytest
from scipy import stats

from gradus.school import Box, Ticket, UserError
from gradus.teachers import make
from gradus.teachers.toy import FAILED, MASTERED, PERFECT, ToyStudent, ToyWorld, teach
from gradus.teachers.toy_study import (
    WORLDS,
    Run,
    entrants,
    interval,
    make_entrant,
    study,
    study_run,
    summary,
    welch,
)

QUIET: dict[str, Any] = {"cells": 4, "practice": 4, "noise": 0.0}


def play(student, *task, times=1):
    return [student.play(Ticket(task, 0, 0, 0)).reward for _ in range(times)]


def test_only_cells_in_reach_are_learnt():
    student = ToyStudent(ToyWorld(**QUIET))
    assert play(student, 0.3, 0.0, times=3) == [FAILED] * 3  # its neighbour is not mastered
    assert play(student, 0.0, 0.0, times=6) == [-100, 0, 100, 200, PERFECT, PERFECT]
    assert play(student, 0.3, 0.0, times=3) == [-100, 0, 100]
    assert play(student, 0.3, 0.3, times=2) == [FAILED, FAILED]  # touches the start only at a corner
    assert student.mastered() == 1 / 16


def test_a_return_above_the_threshold_is_solved():
    student = ToyStudent(ToyWorld(**QUIET))
    outcomes = [student.play(Ticket((0.0, 0.0), 0, 0, 0)) for _ in range(5)]
    assert [outcome.solved for outcome in outcomes] == [False] * 4 + [True]
    assert outcomes[-1].reward > MASTERED


def test_unfeasible_cells_are_never_learnt():
    student = ToyStudent(ToyWorld("unfeasible", feasible=0.5, **QUIET))
    assert student.feasible.sum() == 4
    for x in (0.0, 0.3, 0.6):
        play(student, x, 0.0, times=10)
    assert play(student, 0.6, 0.0) == [FAILED]
    assert student.mastered() == 0.5


def test_trivial_cells_are_mastered_from_the_start():
    student = ToyStudent(ToyWorld("trivial", unsolved=0.5, **QUIET))
    assert play(student, 0.0, 0.0) == [PERFECT]
    assert play(student, 0.9, 0.9) == [FAILED]
    assert student.mastered() == 0.0
    play(student, 0.6, 0.6, times=5)
    assert student.mastered() == 0.25


def test_forgetting_loses_everything_at_its_time():
    student = ToyStudent(ToyWorld("forgetting", forget_at=(5,), **QUIET))
    assert play(student, 0.0, 0.0, times=7) == [-100, 0, 100, 200, 300, -100, 0]


def test_what_is_not_practised_fades():
    student = ToyStudent(ToyWorld("fading", fade=0.05, **QUIET))
    assert play(student, 0.0, 0.0, times=5) == [-100, 0, 100, 200, PERFECT]  # what is played does not fade
    play(student, 0.9, 0.9, times=2)
    assert play(student, 0.0, 0.0) == [pytest.approx(PERFECT - 2 * 0.05 * 400)]
    play(student, 0.9, 0.9, times=40)
    assert play(student, 0.0, 0.0) == [FAILED]


def test_a_smooth_return_is_interpolated_between_the_middles_of_cells():
    student = ToyStudent(ToyWorld(smooth=True, **QUIET))
    student.competence[0, 0] = 1.0

    def shown(*task):
        return student.play(Ticket(task, 0, 0, 0), train=False).reward

    assert shown(0.125, 0.125) == shown(0.0, 0.0) == PERFECT  # the middle and the edge of the start cell
    assert shown(0.25, 0.125) == pytest.approx(100.0)  # on the border of two cells
    assert shown(0.25, 0.25) == pytest.approx(0.0)  # where four of them meet
    assert shown(0.375, 0.125) == FAILED
    with pytest.raises(UserError, match="smooth must be off in the rugged variant"):
        ToyWorld("rugged", smooth=True)


def test_rugged_axes_are_shuffled_in_four_pieces():
    student = ToyStudent(ToyWorld("rugged", cells=8), seed=1)
    for axis in (0, 1):
        seen = [
            student.cell(tuple(x / 8 + 0.01 if i == axis else 0.0 for i in (0, 1)))[axis] for x in range(8)
        ]
        assert sorted(seen) == list(range(8))
        assert all(seen[i + 1] == seen[i] + 1 for i in range(0, 8, 2))
    orders = {tuple(ToyStudent(ToyWorld("rugged", cells=8), seed)._pieces[0]) for seed in range(20)}
    assert len(orders) > 5


def test_the_easy_task_is_the_start_wherever_the_shuffle_put_it():
    for seed in range(10):
        student = ToyStudent(ToyWorld("rugged", cells=12), seed)
        assert student.cell(student.easy_task()) == (0, 0)
    assert ToyStudent(ToyWorld(cells=12)).easy_task() == (0.02, 0.02)


def test_a_student_goes_on_exactly():
    world = ToyWorld("plain")
    student, twin = ToyStudent(world, 0), ToyStudent(world, 1)
    play(student, 0.0, 0.0, times=10)
    twin.restore(json.loads(json.dumps(student.state())))
    assert play(twin, 0.05, 0.0, times=10) == play(student, 0.05, 0.0, times=10)


def test_an_episode_costs_no_more_than_a_few_small_numpy_calls():
    student, ticket = ToyStudent(ToyWorld()), Ticket((0.0, 0.0), 0, 0, 0)
    numbers = np.arange(100.0)

    def seconds(act):
        start = time.process_time()
        for _ in range(1000):
            act()
        return time.process_time() - start

    # Side by side in one run and the best of five: a busy machine slows both down.
    ratios = [seconds(lambda: student.play(ticket)) / seconds(lambda: np.sort(numbers)) for _ in range(5)]
    assert min(ratios) < 30


def test_teaching_notes_the_curve():
    world = ToyWorld(**QUIET)
    curve = teach(make("random", world.space), ToyStudent(world), 400, 100)
    assert len(curve) == 4
    assert curve == sorted(curve)


def test_a_student_that_is_only_measured_does_not_learn():
    student = ToyStudent(ToyWorld(noise=0.0))
    start = Ticket((0.01, 0.01), 0, 0, 0)
    assert student.play(start, train=False).reward == student.play(start).reward
    assert student.competence[0, 0] == pytest.approx(0.1)


def test_robust_replay_trains_on_replays_only():
    """Before the first replay nothing is learnt, whatever is played."""
    teacher = make("accel", ToyWorld().space, 0, buffer=40, fill=1.0, initial_mean=(0.01, 0.01))
    student = ToyStudent(ToyWorld())
    teach(teacher, student, 40)
    assert not student.competence.any()
    teach(teacher, student, 100)
    assert student.competence.any()


def test_bad_worlds():
    with pytest.raises(UserError, match="variant must be one of"):
        ToyWorld("easy")  # type: ignore[arg-type]
    with pytest.raises(UserError, match="cells must be a whole number of at least 4"):
        ToyWorld(cells=3)
    assert ToyWorld(dimension=3).space == Box((0.0,) * 3, (1.0,) * 3)


def test_intervals_and_p_values():
    values = np.random.default_rng(0).normal(5, 2, 40).tolist()
    low, high = interval(values)
    half = 1.96 * np.std(values) / np.sqrt(40)
    assert (low, high) == pytest.approx((np.mean(values) - half, np.mean(values) + half), abs=0.1)
    other = [value + 1 for value in values[:20]]
    by_scipy = stats.ttest_ind(values, other, equal_var=False).pvalue
    assert welch(values, other) == pytest.approx(by_scipy, rel=1e-9)
    assert welch([1.0, 1.0], [1.0, 1.0]) is None


def test_a_small_study():
    seen = []
    runs = study(["random", "adr"], ["plain", "rugged"], range(2), 200, seen.append)
    assert runs == seen[:8]
    assert len(runs) == 8
    assert runs[0] == study_run("random", "plain", 0, 200) == Run.from_json(runs[0].to_json())
    again = study(["random"], ["plain"], range(3), 200, seen.append, done=runs)
    assert again[:2] == runs[:2]
    assert len(seen) == 9  # only the third seed was missing
    rows = summary(runs)
    assert [(row.variant, row.teacher, row.n) for row in rows][:2] == [
        ("plain", "random", 2),
        ("plain", "adr", 2),
    ]
    assert rows[0].versus_random is None
    with pytest.raises(UserError, match="no toy world named 'plane'"):
        study_run("random", "plane", 0)
    assert set(WORLDS) == {
        *("plain", "unfeasible", "trivial", "rugged", "forgetting"),
        *("fading", "smooth-unfeasible", "smooth-trivial"),
    }


def test_a_teacher_takes_part_twice():
    student = ToyStudent(WORLDS["plain"])
    plain, truncated = make_entrant("spdl", student, 0), make_entrant("spdl-truncated", student, 0)
    assert plain.name == truncated.name
    assert (plain.settings.truncated, truncated.settings.truncated) == (False, True)
    assert plain.settings.initial_mean == truncated.settings.initial_mean == student.easy_task()
    assert set(entrants()) > {"random", "spdl", "spdl-truncated", "goal-gan-reference"}


def test_a_summary_by_hand():
    runs = [Run("random", "plain", s, (x,)) for s, x in enumerate((0.1, 0.2, 0.3))]
    runs += [Run("adr", "plain", s, (x,)) for s, x in enumerate((0.7, 0.8, 0.9))]
    random, adr = summary(runs)
    assert (random.mean, adr.mean) == pytest.approx((0.2, 0.8))
    assert adr.low >= 0.7 - 1e-9
    assert adr.versus_random == pytest.approx(0.0018, abs=1e-4)


@pytest.mark.slow
def test_adr_stalls_where_difficulty_is_rugged_and_grows_where_it_is_smooth():
    runs = study(["random", "adr"], ["plain", "rugged"], range(6), 4000)
    means = {(row.variant, row.teacher): row.mean for row in summary(runs)}
    assert means["plain", "adr"] > 2 * means["plain", "random"]
    assert means["rugged", "adr"] < means["plain", "adr"] / 3
    stalled = [run.curve for run in runs if (run.teacher, run.variant) == ("adr", "rugged")]
    assert np.mean([curve[-1] - curve[len(curve) // 2] for curve in stalled]) < 0.05


@pytest.mark.slow
def test_learning_progress_beats_random_where_most_tasks_are_useless():
    for world in ("trivial", "unfeasible"):
        runs = study(["random", "riac", "learning-progress"], [world], range(5), 6000)
        means = {row.teacher: row.mean for row in summary(runs)}
        assert means["riac"] > means["random"], world
        assert means["learning-progress"] > means["random"], world
