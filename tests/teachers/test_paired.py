"""PAIRED: regret by hand, the adversary's gradient by differences, and whom it learns to favour."""

import numpy as np
import pytest

from gradus.school import Box, Discrete, Outcome, UserError
from gradus.teachers import make
from gradus.teachers.adversary import Adversary
from gradus.teachers.toy import ToyStudent, ToyWorld, teach

UNIT = Box((0.0, 0.0), (1.0, 1.0))
NAMES = Discrete(("a", "b", "c"))


def outcome(ticket, reward, **extras):
    return Outcome(ticket, 1, reward, False, "failed", extras)


def test_regret_by_hand():
    teacher = make("paired", NAMES)
    ticket = teacher.issue()
    assert teacher.regret(outcome(ticket, 10.0, antagonist=50.0)) == 40.0
    assert teacher.regret(outcome(ticket, 10.0, antagonist=[20.0, 70.0])) == 60.0
    assert teacher.regret(outcome(ticket, 80.0, antagonist=50.0)) == -30.0
    with pytest.raises(UserError, match=r"extras\['antagonist'\] must be a finite number"):
        teacher.regret(outcome(ticket, 0.0, antagonist="strong"))


def test_without_an_antagonist_the_best_return_nearby_stands_for_it(tell):
    teacher = make("paired", NAMES, regret="memory")
    best = {}
    for reward in (10.0, 60.0, 30.0, 50.0, 20.0, 40.0):
        ticket = teacher.issue()
        expected = max(0.0, best.get(ticket.task, reward) - reward)
        assert teacher.regret(outcome(ticket, reward, antagonist=1e6)) == expected
        tell(teacher, ticket, reward)
        best[ticket.task] = max(best.get(ticket.task, reward), reward)
    with pytest.raises(UserError, match="needs extras"):
        strict = make("paired", NAMES, regret="antagonist")
        tell(strict, strict.issue())
    assert make("paired", NAMES).wants_antagonist and not teacher.wants_antagonist


def test_at_first_every_task_is_equally_likely():
    adversary = Adversary(2, 5, 8, np.random.default_rng(0))
    chosen, logarithm = adversary.draw(np.random.default_rng(1))
    assert len(chosen) == 2 and logarithm == pytest.approx(2 * np.log(1 / 5))
    points = np.array([ticket.task for ticket in make("paired", UNIT).issue_many(2000)])
    assert points.mean(axis=0).tolist() == pytest.approx([0.5, 0.5], abs=0.03)


def test_the_gradient_is_that_of_small_differences():
    rng = np.random.default_rng(2)
    adversary = Adversary(2, 3, 4, rng)
    adversary.weights = [rng.normal(size=part.shape) for part in adversary.weights]
    chosen, pull, entropy = rng.integers(0, 3, (6, 2)), rng.normal(size=6), 0.3

    def objective():
        spread = 0.0
        for place in range(2):
            logs = adversary._logs(adversary._inputs(chosen[:, :place], place))[1]
            spread -= (np.exp(logs) * logs).sum() / (2 * len(chosen))
        return np.mean(pull * adversary.logarithms(chosen)) + entropy * spread

    for part, slope in zip(adversary.weights, adversary.gradient(chosen, pull, entropy), strict=True):
        for place in np.ndindex(part.shape):
            kept = part[place]
            part[place] = kept + 1e-6
            up = objective()
            part[place] = kept - 1e-6
            down = objective()
            part[place] = kept
            assert slope[place] == pytest.approx((up - down) / 2e-6, abs=1e-6)


@pytest.mark.parametrize("space", [NAMES, UNIT])
def test_the_adversary_learns_where_the_regret_is(space, tell):
    teacher = make("paired", space, 0, entropy=0.0)

    def wanted(task):
        return task == "b" if isinstance(task, str) else (task[0] > 0.5 and task[1] < 0.5)

    hits = []
    for _ in range(1500):
        ticket = teacher.issue()
        hits.append(wanted(ticket.task))
        tell(teacher, ticket, 0.0, antagonist=100.0 if hits[-1] else 0.0)
    assert np.mean(hits[:100]) < 0.5 and np.mean(hits[-200:]) > 0.8


def test_toys_have_antagonists():
    world = ToyWorld(cells=4, noise=0.0)
    teacher = make("paired", world.space, 0, regret="antagonist", update_every=10)
    fast = ToyStudent(ToyWorld(cells=4, noise=0.0, practice=2))
    teach(teacher, ToyStudent(world), 55, antagonist=fast)
    assert fast.played == 55 and teacher.adversary.updates == 25 and len(teacher.rows) == 5
