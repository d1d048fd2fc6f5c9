"""RIAC's progress, splits and sampling by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradus.school import Box, Outcome
from gradus.teachers import make
from gradus.teachers.riac import Cut, Region, halves_differ

UNIT = Box((0.0, 0.0), (1.0, 2.0))


@pytest.mark.parametrize(
    ("rewards", "progress"),
    [([], 0), ([1, 9], 0), ([0, 0, 6], 6), ([0, 0, 4, 8], 6), ([5, 5, 5, 5, 1], 2.0), ([1, 2, 3, 4, 5], 2.5)],
)
def test_progress_of_a_region(rewards, progress):
    assert halves_differ(rewards) == progress


@given(st.lists(st.floats(-1e3, 1e3), min_size=3, max_size=40))
def test_progress_against_numpy(rewards):
    newer = len(rewards) // 2
    older = np.mean(rewards[: len(rewards) - newer])
    assert halves_differ(rewards) == pytest.approx(abs(np.mean(rewards[-newer:]) - older), abs=1e-9)


def play(teacher, reward, episodes):
    for episode in range(episodes):
        ticket = teacher.issue()
        teacher.observe(Outcome(ticket, 1, float(reward(ticket.task, episode)), False, "failed"))


def test_regions_tile_the_space_and_hold_their_tasks():
    teacher = make("riac", UNIT, 0, capacity=30)
    play(teacher, lambda task, episode: episode * (task[0] > 0.5), 600)
    leaves = [region for region in teacher.regions if region.children is None]
    assert len(leaves) > 5
    area = sum(np.prod(np.subtract(leaf.high, leaf.low)) for leaf in leaves)
    assert area == pytest.approx(2.0)
    for leaf in leaves:
        assert all(leaf.holds(point) for point, _ in leaf.pairs)
        assert all(np.subtract(leaf.high, leaf.low) >= 0.1 * np.array([1.0, 2.0]) - 1e-12)
    assert all(len(region.pairs) <= 31 for region in teacher.regions)


def test_the_best_cut_separates_progress_from_none():
    """Returns grow right of 0.5 only; among many cuts the one chosen lies near 0.5 on the first axis."""
    teacher = make("riac", UNIT, 0, capacity=150, attempts=300)
    rng = np.random.default_rng(0)
    leaf = teacher.regions[0]
    for episode in range(151):
        point = tuple(rng.uniform((0, 0), (1, 2)).tolist())
        leaf.pairs.append((point, 100.0 * (episode > 75) * (point[0] > 0.5)))
    teacher._split(leaf)
    left, right = teacher.regions[1:]
    assert left.high[0] == right.low[0] == pytest.approx(0.5, abs=0.1)
    assert left.progress < 20 < right.progress


def test_scores_of_a_cut():
    left = [((0.1, 0.0), r) for r in (0.0, 0.0, 4.0, 4.0)]
    right = [((0.9, 0.0), r) for r in (1.0, 1.0, 2.0, 2.0)]
    cut = Cut(0, 0.5, left, right)  # type: ignore[arg-type]
    assert cut.progress() == (4.0, 1.0)
    assert make("riac", UNIT)._score(cut) == 3.0
    assert make("riac", UNIT, weigh_sides=True)._score(cut) == 48.0


def test_identical_tasks_cannot_be_split_and_are_forgotten():
    teacher = make("riac", UNIT, 0, capacity=20, attempts=3)
    leaf = Region((0.0, 0.0), (1.0, 2.0), [((0.5, 0.5), float(i)) for i in range(21)])
    teacher.regions = [leaf]
    teacher._split(leaf)
    assert leaf.children is None
    assert [reward for _, reward in leaf.pairs] == list(range(5, 21))


def test_promising_regions_are_drawn_in_proportion():
    teacher = make("riac", UNIT, 0, uniform_share=0.0, mutation_share=0.0)
    teacher.regions = [
        Region((0.0, 0.0), (1.0, 2.0), [], 0.0, (1, 2)),
        Region((0.0, 0.0), (0.5, 2.0), [], 1.0),
        Region((0.5, 0.0), (1.0, 2.0), [], 3.0),
    ]
    right = np.mean([task[0] > 0.5 for task in teacher.preview(2000)])
    assert right == pytest.approx(0.75, abs=0.03)


def test_mutations_stay_in_their_region_near_its_worst_task():
    teacher = make("riac", UNIT, 0, uniform_share=0.0, mutation_share=1.0, mutation_std=0.01)
    teacher.regions = [Region((0.0, 0.0), (1.0, 2.0), [((0.2, 0.2), 5.0), ((0.7, 1.5), -5.0)], 1.0)]
    assert np.mean(teacher.preview(300), axis=0) == pytest.approx([0.7, 1.5], abs=0.01)  # type: ignore[arg-type]
