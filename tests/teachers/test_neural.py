"""GoalGAN and Setter-Solver beside independent calculations."""

import numpy as np
import pytest

from gradus.school import Box

jax = pytest.importorskip("jax")

from gradus.teachers import flow as flows  # noqa: E402
from gradus.teachers import gan as nets  # noqa: E402
from gradus.teachers import make, setter_solver  # noqa: E402

UNIT = Box((0.0, 0.0), (1.0, 2.0))
SMALL = {"label_count": 4, "iterations": 40, "width": 16, "critic_width": 16}


def gan(**settings):
    return make("goal-gan", UNIT, 0, **{**SMALL, **settings})


def test_each_generated_task_is_played_so_often_and_labelled_by_its_successes(tell):
    teacher = gan(rollouts=4, label_count=100, replay=0.0)
    for successes in range(5):
        tickets = [teacher.issue() for _ in range(4)]
        assert len({ticket.task for ticket in tickets}) == 1
        for i, ticket in enumerate(tickets):
            tell(teacher, ticket, solved=i < successes)
    assert [row[-1] for row in teacher.labelled] == [0, 1, 1, 1, 0]


@pytest.mark.parametrize(("keeps", "kept"), [("wanted", [1]), ("mastered", [2])])
def test_what_is_kept_for_replay(keeps, kept, tell):
    teacher = gan(keeps=keeps, apart=0.0, label_count=100, replay=0.0)
    tasks = []
    for successes in range(3):
        for i in range(2):
            ticket = teacher.issue()
            tell(teacher, ticket, solved=i < successes)
        tasks.append(ticket.task)
    assert teacher.kept.tolist() == [list(tasks[i]) for i in kept]


def test_kept_tasks_are_apart():
    teacher = gan()
    teacher.kept = np.array([[0.5, 1.0]])
    assert not teacher._far(np.array([0.59, 1.19]))
    assert teacher._far(np.array([0.61, 1.0]))
    length = gan(apart_by="length", apart=0.1)
    length.kept = np.array([[0.5, 1.0]])
    assert not length._far(np.array([0.5, 1.2]))
    assert length._far(np.array([0.5, 1.23]))  # 0.1 * sqrt(1 + 4) = 0.2236


def test_gan_losses_by_hand():
    """With a critic that says 0 to everything: (0-1)^2 for wanted, (0+1)^2 for others and generated ones."""
    teacher = gan()
    generator, critic, *_ = teacher.network
    silent = [(0 * weights, 0 * biases) for weights, biases in critic]
    points, labels = np.zeros((4, 2), np.float32), np.array([1, 1, 0, 0], np.float32)
    noise = np.ones((4, 2), np.float32)
    assert float(nets.critic_loss(silent, generator, points, labels, noise)) == pytest.approx(1.0)
    sure = [*silent[:-1], (silent[-1][0], np.array([1.0], np.float32))]
    # It says 1: wanted tasks cost 0, the two others and the four generated ones cost 4 each.
    assert float(nets.critic_loss(sure, generator, points, labels, noise)) == pytest.approx(6 * 4 / 8)
    assert float(nets.generator_loss(generator, sure, noise)) == pytest.approx(0.0)


def test_pretraining_teaches_the_initial_distribution():
    expert = {"initial_mean": (0.2, 1.6), "initial_std": (0.05, 0.1), "pretrain": True}
    teacher = make("goal-gan", UNIT, 0, width=32, critic_width=32, **expert)
    drawn = np.array(teacher.preview(200))
    assert np.median(drawn, axis=0) == pytest.approx([0.2, 1.6], abs=0.3)


def test_no_wanted_task_means_no_training(tell):
    teacher = gan(replay=0.0)
    before = teacher.network[0][0][0].copy()
    for _ in range(8):
        tell(teacher, teacher.issue(), solved=False)
    assert teacher.labelled == []
    assert np.array_equal(before, teacher.network[0][0][0])


@pytest.mark.parametrize("dimension", [1, 2, 3, 5])
def test_the_flow_is_invertible_and_its_density_is_right(dimension):
    rng = np.random.default_rng(dimension)
    flow = flows.fresh_flow(rng, dimension, 8)
    noise, wanted = rng.normal(size=(6, dimension)), rng.uniform(size=6)
    tasks, density = flows.forward(flow, noise, wanted, np)
    back, same = flows.backward(flow, tasks, wanted, np)
    assert back == pytest.approx(noise, abs=1e-6)
    assert same == pytest.approx(density, abs=1e-6)
    for row in range(3):
        jacobian = np.empty((dimension, dimension))
        for i in range(dimension):
            shift = np.zeros((1, dimension))
            shift[0, i] = 1e-6
            ahead, behind = (
                flows.forward(flow, noise[row : row + 1] + sign * shift, wanted[row : row + 1], np)[0][0]
                for sign in (1, -1)
            )
            jacobian[i] = (ahead - behind) / 2e-6
        by_hand = -0.5 * (noise[row] ** 2).sum() - np.linalg.slogdet(jacobian)[1]
        assert density[row] == pytest.approx(by_hand, abs=1e-4)


def test_the_couplings_move_what_they_should():
    assert flows.couplings(3)[:3] == [((0,), (1, 2)), ((1, 2), (0,)), ((1,), (0, 2))]
    assert flows.couplings(1) == [((), (0,))] * 6


def test_the_soft_rectifier_by_hand():
    x = np.array([-100.0, -30.5, -1.0, 0.0, 1.0, 50.0])
    exact = x * (np.arctan(x) / np.pi + 0.5) + 1 / np.pi
    assert flows.soft_rectifier(x, np) == pytest.approx(exact, abs=1e-6)
    assert (flows.soft_rectifier(x, np) > 0).all()


def test_setter_losses_by_hand():
    with jax.enable_x64(True):
        rng = np.random.default_rng(0)
        flow, wanted = flows.fresh_flow(rng, 2, 8), rng.uniform(0.1, 0.9, 7)
        judge = [(rng.normal(size=(2, 4)), rng.normal(size=4)), (rng.normal(size=(4, 1)), rng.normal(size=1))]
        tasks, solved = rng.uniform(0.1, 0.9, (7, 2)), np.array([1, 0, 1, 0, 0, 0, 1.0])
        noise = rng.uniform(0, 0.05, (7, 2))
        losses = np.asarray(setter_solver.setter_losses(flow, judge, tasks, wanted, solved, noise))
        logits = (np.maximum(tasks @ judge[0][0] + judge[0][1], 0) @ judge[1][0] + judge[1][1])[:, 0]
        assert losses[0] == pytest.approx(np.mean((logits - np.log(wanted / (1 - wanted))) ** 2))
        density = flows.backward(flow, tasks + noise, wanted, np)[1]
        assert losses[1] == pytest.approx(-density[solved == 1].mean())
        assert losses[2] == pytest.approx(flows.backward(flow, tasks, wanted, np)[1].mean())
        none = setter_solver.setter_losses(flow, judge, tasks, wanted, 0 * solved, noise)
        assert float(none[1]) == 0.0
        entropy = -(
            solved * np.log(1 / (1 + np.exp(-logits))) + (1 - solved) * np.log(1 / (1 + np.exp(logits)))
        )
        assert float(setter_solver.judge_loss(judge, tasks, solved)) == pytest.approx(entropy.mean())


def test_the_judge_learns_what_is_feasible(tell):
    teacher = make("setter-solver", UNIT, 0, update_every=20, width=8)
    losses = []
    for _ in range(60 * 20):
        ticket = teacher.issue()
        tell(teacher, ticket, solved=ticket.task[0] < 0.5)
        if not teacher.rows:
            losses.append(teacher.losses[0])
    assert np.mean(losses[-10:]) < 0.7 * np.mean(losses[:5])
