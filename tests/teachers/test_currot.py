"""CURROT's geometry beside brute force, and its way to the target."""

from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import minimize

from gradus.school import Box
from gradus.teachers import make
from gradus.teachers.currot_step import matched, nearest_subset, reach, step_shares

LINE = Box((0.0,), (10.0,))


def test_a_matching_is_the_best_of_all():
    rng = np.random.default_rng(0)
    points, others = rng.random((5, 2)), rng.random((5, 2))
    cost = min(((points - others[list(order)]) ** 2).sum() for order in permutations(range(5)))
    assert ((points - matched(points, others)) ** 2).sum() == pytest.approx(cost)


def test_the_nearest_subset_by_hand():
    points = np.array([[0.0], [0.4], [0.5], [0.9]])
    assert nearest_subset(points, np.array([[1.0], [0.45]])).tolist() in ([1, 3], [2, 3])
    assert nearest_subset(points, np.array([[0.1], [0.5]])).tolist() == [0, 2]


def test_reach_ends_where_the_performance_does():
    performance = lambda points: np.where(points[:, 0] <= 0.5, 1.0, 0.0)  # noqa: E731
    points, goals = np.array([[0.0], [0.4], [0.8]]), np.array([[1.0], [0.5], [1.0]])
    assert reach(points, goals, performance, 0.9).tolist() == pytest.approx([0.5, 1.0, 0.0])
    gap = lambda points: np.where((points[:, 0] > 0.2) & (points[:, 0] < 0.3), 0.0, 1.0)  # noqa: E731
    assert reach(np.array([[0.0]]), np.array([[1.0]]), gap, 0.9).tolist() == pytest.approx([0.2])


def test_the_shares_are_the_optimum_of_a_general_solver():
    distances, reaches, step = np.array([1.0, 0.5, 0.8, 0.3]), np.array([1.0, 0.2, 0.9, 1.0]), 0.3
    limit = {"type": "ineq", "fun": lambda a: step**2 - np.mean((a * distances) ** 2)}
    found = minimize(
        lambda a: np.mean(((1 - a) * distances) ** 2),
        np.zeros(4),
        bounds=[(0.0, r) for r in reaches],
        constraints=[limit],
        options={"ftol": 1e-14},
    )
    assert step_shares(distances, reaches, step).tolist() == pytest.approx(found.x.tolist(), abs=1e-4)
    assert step_shares(distances, reaches, 9.0).tolist() == reaches.tolist()


def play(teacher, tell, good, episodes):
    """A student that gets 300 up to a task and -100 beyond."""
    tasks = []
    for _ in range(episodes):
        ticket = teacher.issue()
        tasks.append(ticket.task[0])
        tell(teacher, ticket, 300.0 if ticket.task[0] <= good else -100.0)
    return np.array(tasks)


def test_particles_travel_to_the_target_as_far_as_the_student_can(tell):
    options = {"particles": 20, "update_every": 20, "initial_mean": (1.0,), "initial_std": (0.5,)}
    teacher = make("currot", LINE, 0, **options, target_mean=(9.0,), target_std=(0.2,))
    assert play(teacher, tell, 10.0, 40).mean() == pytest.approx(1.0, abs=0.5)
    assert play(teacher, tell, 10.0, 600)[-40:].mean() == pytest.approx(9.0, abs=0.5)
    stuck = make("currot", LINE, 0, **options, target_mean=(9.0,), target_std=(0.2,))
    late = play(stuck, tell, 5.0, 800)[-100:]
    assert 4.0 < late.mean() < 6.0  # at the edge of what the student can do


def test_an_update_moves_no_further_than_the_trust_region(tell):
    teacher = make("currot", LINE, 0, particles=20, update_every=20, step=0.03, initial_mean=(2.0,))
    play(teacher, tell, 10.0, 20)
    for _ in range(5):
        before = teacher.particles.copy()
        play(teacher, tell, 10.0, 20)
        moved = np.sqrt(np.mean((matched(before, teacher.particles) - before) ** 2))
        assert moved <= 0.03 + 1e-9


def test_the_first_success_is_searched_for(tell):
    """The told start is wrong: everything fails there, and returns are better to the right."""
    teacher = make("currot", LINE, 0, particles=20, update_every=20, initial_mean=(1.0,), initial_std=(0.1,))
    for _ in range(600):
        ticket = teacher.issue()
        tell(teacher, ticket, 300.0 - 60.0 * abs(ticket.task[0] - 7.0))
    assert teacher.reached
    assert np.abs(10 * teacher.solved[:, 0] - 7.0).max() < 1.2
