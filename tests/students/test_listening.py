"""Students learn only from the tickets that their teacher trains on; on the others they are measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.students.plans import SMALL, fingerprint, plan
from tests.students.test_exactness import stopped

from gradus.students import EnvShape, Step, Training
from gradus.students.networks import jax, jnp, optax, to_arrays
from gradus.students.ppo import Ppo
from gradus.students.ppo_objective import advantages, forward, loss, only_trained, optimiser
from gradus.students.sac import Sac
from gradus.teachers import TEACHERS

SHAPE = EnvShape(3, 2, 4, (0.0, 5.0), (1.0, 5.0), 10_000)
PPO: dict[str, Any] = {"samples": 40, "minibatch": 10, "hidden": (8,), "learning_rate": 0.01}
SAC: dict[str, Any] = {
    "hidden": (8,),
    "batch": 16,
    "memory": 500,
    "random_steps": 20,
    "steps_per_update": 3,
}


NEVER = {"teacher": "plr", "teacher_settings": {"train_on_new": False, "buffer": 10**6}}
"""Robust PLR that never fills enough of its buffer to replay anything."""


@pytest.fixture
def alternating(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the random teacher train on every other ticket."""
    monkeypatch.setattr(TEACHERS.get("random"), "trains_on", lambda _, ticket: ticket.serial % 2 == 1)


ROBUST = {"teacher": "plr", "teacher_settings": {"train_on_new": False, "buffer": 40}}


def steps(trains: np.ndarray, noise: float = 0.0) -> Iterator[tuple[np.ndarray, Step]]:
    """Observations and what came of acting on them, the same each time but for measured rows, which get noise."""
    rng, other = np.random.default_rng(1), np.random.default_rng(2)

    def drawn(flags: np.ndarray, *shape: int) -> np.ndarray:
        made = rng.standard_normal((len(flags), *shape))
        made[~flags] += noise * other.standard_normal((len(flags), *shape))[~flags]
        return made

    lengths, now = np.zeros(4, np.int32), drawn(trains[0], 3).astype(np.float32)
    for here, there in zip(trains, [*trains[1:], trains[0]], strict=True):
        x, ended = now, here != there  # a lane's flag changes only between episodes
        lengths = lengths + 1
        now = drawn(there, 3).astype(np.float32)
        last = np.where(ended[:, None], drawn(here, 3), now).astype(np.float32)
        cut = ended & (lengths % 2 == 0)
        tasks = np.tile([0.5, 5.0], (4, 1))
        yield x, Step(drawn(here), ended & ~cut, cut, last, now, tasks, lengths, here, there)
        lengths = np.where(ended, 0, lengths).astype(np.int32)


def mixed(rows: int) -> np.ndarray:
    """Flags of four lanes in which episodes of each kind follow each other at different times."""
    return np.array([[(row // (3 + lane)) % 2 == lane % 2 for lane in range(4)] for row in range(rows)])


def taught(student: Any, flags: np.ndarray, noise: float = 0.0) -> dict[str, np.ndarray]:
    """Everything a student has learnt from the steps with these flags."""
    for row, (x, step) in enumerate(steps(flags, noise)):
        if not row:
            student.begin(x, step.trains)
        student.act(x)
        student.learn(step)
    return learnt(student)


def learnt(student: Any) -> dict[str, np.ndarray]:
    """Weights, what the optimiser keeps, running statistics and memories."""
    if isinstance(student, Sac):
        memory = {"replay": student.replay_buffer.contents()} | to_arrays("target", student.target_params)
        return to_arrays("params", student.params) | to_arrays("opt_states", student.opt_states) | memory
    stats = student.seen.arrays("seen") | student.earned.arrays("earned")
    return to_arrays("params", student.params) | to_arrays("opt_state", student.opt_state) | stats


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    """Whether all arrays are equal to the last bit."""
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def made(kind: type, sees_task: bool = False) -> Any:
    """A fresh small student."""
    return kind(SHAPE, 0, sees_task, **(PPO if kind is Ppo else SAC))


@pytest.mark.parametrize(("student", "rugged"), [("ppo", False), ("sac", True)])
def test_a_student_that_is_never_trained_stays_as_it_was(student: str, rugged: bool) -> None:
    training = Training.create(None, plan(student, **NEVER, rugged=rugged))
    before = {name: array.copy() for name, array in learnt(training.student).items()}
    training.run()
    assert training.steps == 2000 and training.episodes > 20
    assert same(before, learnt(training.student))
    assert training.student.figures() == {}


@pytest.mark.parametrize("kind", [Ppo, Sac])
def test_what_is_seen_while_measured_changes_nothing(kind: type) -> None:
    flags = mixed(20)
    quiet = taught(made(kind, True), flags)
    assert same(quiet, taught(made(kind, True), flags, noise=50.0))
    assert not same(quiet, learnt(made(kind, True))), "something was learnt"
    assert not same(quiet, taught(made(kind, True), np.ones((20, 4), bool))), "not from everything"


def test_ppo_on_mixed_lanes_takes_the_step_of_the_trained_samples_alone() -> None:
    # One epoch of one minibatch: then the plain loss of the trained samples, cut out by hand, is all there is.
    student = Ppo(SHAPE, 0, True, **{**PPO, "minibatch": 40, "epochs": 1, "entropy_weight": 0.01})
    flags = mixed(10)
    params, opt_state = student.params, student.opt_state
    taught(student, flags)
    rollout = {name: np.array(column) for name, column in student._rollout.items()}
    final = list(steps(flags))[-1][1].now
    last = student.seen.centred(final)
    after = forward(params, last, "relu")[1]
    gains = advantages(rollout["reward"], rollout["end"], rollout["value"], after, student.gamma, 0.95)
    batch = {
        name: jnp.asarray(column)[flags]
        for name, column in (rollout | {"advantage": np.asarray(gains)}).items()
        if name not in ("reward", "end", "trains")
    }

    def stepped(params: Any) -> Any:
        gradient = jax.grad(loss, has_aux=True)(params, batch, student.settings)[0]
        changes, _ = optimiser(student.settings).update(gradient, opt_state, params)
        return optax.apply_updates(params, changes)

    expected = to_arrays("params", jax.jit(stepped)(params))
    found = to_arrays("params", student.params)
    for name, array in expected.items():
        np.testing.assert_allclose(found[name], array, rtol=0, atol=2e-6, err_msg=name)
        assert not np.array_equal(found[name], to_arrays("params", params)[name]), name


@pytest.mark.parametrize("count", [1, 9, 10, 11, 25, 39])
def test_trained_samples_are_dealt_evenly_to_as_few_minibatches_as_hold_them(count: int) -> None:
    rng = np.random.default_rng(count)
    trains = np.zeros(40, bool)
    trains[rng.permutation(40)[:count]] = True
    orders, weights = only_trained(np.array([rng.permutation(40) for _ in range(3)]), trains, 10)
    assert orders.shape == weights.shape == (3, 10 * -(-count // 10))
    assert trains[orders].all(), "measured samples are not even multiplied by zero"
    for order, weight in zip(orders, weights, strict=True):
        assert sorted(order[weight == 1]) == list(np.flatnonzero(trains))
        sizes = weight.reshape(-1, 10).sum(axis=1)
        assert sizes.max() - sizes.min() <= 1


def test_orders_stay_as_they_are_when_everything_trains() -> None:
    orders = np.array([[2, 0, 1, 3]])
    same_orders, weights = only_trained(orders, np.ones(4, bool), 2)
    assert same_orders is orders and weights is None


def test_sac_remembers_trained_steps_and_improves_after_trained_episodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flags, improved = mixed(30), []
    student = made(Sac)
    monkeypatch.setattr(
        student, "_improve", lambda count: improved.extend([len(student.replay_buffer)] * count)
    )
    taught(student, flags)
    happened = [step for _, step in steps(flags)]
    rewards = np.concatenate([step.rewards[step.trains] for step in happened]).astype(np.float32)
    assert np.array_equal(student.replay_buffer.contents()[:, student._columns["reward"]][:, 0], rewards)
    due = [-(-int(n) // 3) for step in happened for n in step.lengths[step.ended & step.trains]]
    assert len(improved) == sum(due) > 0
    assert min(improved) > 0
    assert student._steps == 120, "steps that are only measured count among the random ones"


@pytest.mark.parametrize(("student", "rugged"), [("ppo", True), ("sac", False)])
@pytest.mark.usefixtures("alternating")
def test_training_asks_the_teacher_for_every_ticket(tmp_path: Path, student: str, rugged: bool) -> None:
    training = Training.create(tmp_path / "run", plan(student, teacher="random", rugged=rugged))
    seen: list[Step] = []
    learn = training.student.learn
    training.student.learn = lambda step: (seen.append(step), learn(step))[1]  # type: ignore[method-assign]
    for _ in range(90):
        playing = [ticket.serial % 2 == 1 for ticket in training.world.playing]
        training._advance()
        assert seen[-1].trains.tolist() == playing
        assert seen[-1].trains_now.tolist() == [ticket.serial % 2 == 1 for ticket in training.world.playing]
    training.run()
    rows = [json.loads(line) for line in (tmp_path / "run" / "outcomes.jsonl").read_text().splitlines()]
    assert len(rows) > 50
    for row in rows:
        assert row["extras"].get("trained", True) is (row["ticket"]["serial"] % 2 == 1)


@pytest.mark.parametrize(
    ("student", "changes"),
    [
        ("ppo", {"teacher": "random", "rugged": True}),
        ("ppo", ROBUST),
        ("sac", ROBUST | {"lanes": 3, "rugged": True}),
        ("sac", {"teacher": "accel", "teacher_settings": {"buffer": 20}, "lanes": 3}),
    ],
)
@pytest.mark.usefixtures("alternating")
def test_resumed_runs_are_identical(tmp_path: Path, student: str, changes: dict[str, Any]) -> None:
    wanted = plan(student, **changes)
    whole = Training.create(tmp_path / "whole", wanted)
    whole.run()
    outcomes = (tmp_path / "whole" / "outcomes.jsonl").read_text().splitlines()
    assert 0 < sum('"trained":false' in line for line in outcomes) < len(outcomes)
    stopped(tmp_path / "stopped", wanted, 1620)
    resumed = Training.resume(tmp_path / "stopped")
    assert 0 < resumed.steps <= 1620
    resumed.run()
    assert fingerprint(tmp_path / "stopped") == fingerprint(tmp_path / "whole")


@pytest.mark.usefixtures("alternating")
def test_flags_of_open_episodes_are_saved(tmp_path: Path) -> None:
    training = Training.create(tmp_path / "run", plan("ppo", teacher="random"))
    while not 400 <= training.steps < 420:
        training._advance()
    training._save()
    assert training.folder is not None
    training.folder.close()
    assert not training._trains.all() and training._trains.any()
    assert np.array_equal(Training.resume(tmp_path / "run")._trains, training._trains)


def test_checkpoints_without_flags_mean_that_everything_trains() -> None:
    student = made(Ppo)
    taught(student, np.ones((7, 4), bool))
    small, arrays = student.state()
    arrays = {name: array for name, array in arrays.items() if name != "rollout.trains"}
    again = made(Ppo)
    again.restore(small, arrays)
    assert again._rollout["trains"][:7].all()


@pytest.mark.slow
def test_a_robust_teacher_still_makes_a_student() -> None:
    settings = {**SMALL["sac"], "memory": 20_000, "steps_per_update": 1}
    changes = {"steps": 20_000, "evaluate_every": 20_000, "student_settings": settings}
    training = Training.create(None, plan("sac", **ROBUST, **changes))
    assert training.run()[-1].mastered == 100
    assert len(training.student.replay_buffer) < 20_000  # type: ignore[attr-defined]
