"""Gradual learning proper: the arms differ in nothing but what was taught, and the interval is the test's."""

import json

import numpy as np
import pytest
import scipy.stats
from benchmarks.learning.compositions import (
    ARMS,
    COMPOUND,
    KNOCKED_OUT,
    LEARNED,
    Row,
    draw_lessons,
    experienced,
    one_run,
    paired_ratio,
)
from benchmarks.worlds import GeneratedWorld, floors
from benchmarks.worlds.guard import shallow

from gradus.learners import make as make_learner


def test_the_lessons_share_one_dialogue_and_no_keyword():
    for split in ("development", "test"):
        lessons = draw_lessons(3, split)
        tasks = [*lessons.interface, *lessons.primitives, *lessons.unrelated, *lessons.compositions]
        keywords = [task.form.keyword for task in tasks]
        assert len(set(keywords)) == len(tasks) == 14
        assert len({(task.form.ask_end, task.form.answer_end, task.form.split) for task in tasks}) == 1
        assert len(lessons.primitives) == len(lessons.unrelated) == 4
        names = {task.content.name for task in lessons.primitives}
        assert not names & {task.content.name for task in lessons.unrelated}
        assert not any(shallow(task.content) for task in lessons.compositions)


def test_compositions_are_beyond_two_plain_operations():
    """Every primitive takes two steps or something learned, and no composition is one of a few plain ones."""
    for seed in range(6):
        lessons = draw_lessons(seed, "development")
        names = [task.content.name for task in lessons.primitives]
        assert 1 <= sum(name in LEARNED for name in names) <= 2
        assert all(name in (*COMPOUND, *LEARNED) for name in names)
        composed = [task.content.name for task in lessons.compositions]
        assert len(set(composed)) == 4
        assert all(sum(part in name for part in names) >= 2 for name in composed)


def test_the_oracle_passes_all_lessons():
    lessons = draw_lessons(1, "development")
    for tasks in (lessons.interface, lessons.primitives, lessons.unrelated, lessons.compositions):
        assert all(row.passed for row in floors(GeneratedWorld("lessons", tasks, {"seed": 0})))


@pytest.mark.parametrize("n", [5, 8, 12])
def test_the_interval_inverts_the_signed_rank_test(n):
    """A ratio is in the interval exactly if the test does not reject it."""
    rng = np.random.default_rng(n)
    top, bottom = np.exp(rng.normal(3, 1, n)), np.exp(rng.normal(3.5, 1, n))
    top, bottom = np.maximum(top, 1.5), np.maximum(bottom, 1.5)
    middle, low, high = paired_ratio(top, bottom)
    assert low < middle < high
    for value in (low * 0.999, low * 1.001, high * 0.999, high * 1.001):
        p = scipy.stats.wilcoxon(np.log(top / bottom / value), mode="exact").pvalue
        assert (p > 0.1) == (low < value < high)


def test_four_pairs_are_too_few_for_an_interval():
    assert paired_ratio([2.0] * 4, [4.0] * 4)[1:] == (0.0, np.inf)


@pytest.mark.parametrize("name", ["gradual", "memory"])
def test_a_learner_can_be_given_a_memory_without_its_library(name):
    memory = json.dumps(make_learner(name, seed=1).state())
    assert experienced(name, 1, memory, library=True).act(3, 0) in range(256)
    assert experienced(name, 1, memory, library=False).act(3, 0) in range(256)


def test_the_knock_out_reaches_the_engine_of_the_learner():
    memory = json.dumps(make_learner("gradual", seed=1).state())
    whole, knocked = [experienced("gradual", 1, memory, library=given) for given in (True, False)]
    assert whole.conversation.mind.knowledge.settings.library  # type: ignore[attr-defined]
    assert knocked.conversation.mind.knowledge.settings == KNOCKED_OUT  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_run_has_all_arms_on_the_same_compositions():
    rows = one_run(("gradual", 0, "development"))
    assert [row.arm for row in rows] == [arm for arm in ARMS for _ in range(4)]
    assert all(isinstance(row, Row) and row.questions >= 0 for row in rows)
    assert [row.task for row in rows[:4]] == [row.task for row in rows[4:8]] == [row.task for row in rows[8:]]
