"""The recurrent baseline: it learns what is easy, resumes exactly, and its parts compute what they should."""

import json
import random

import pytest

pytest.importorskip("jax", reason="the recurrent learner needs the extra 'rl'")
pytest.importorskip("optax", reason="the recurrent learner needs the extra 'rl'")

import numpy as np

from gradus.kits import check_learner
from gradus.learners import available, make
from gradus.learners.recurrent import RecurrentLearner, Settings
from gradus.learners.recurrent.backend import jax, jnp
from gradus.learners.recurrent.network import Inputs, advance, draw, fresh, unroll
from gradus.learners.recurrent.update import Window, advantages, loss
from gradus.school import UserError

SMALL = {"width": 16, "embedding": 8, "window": 4}


def stream(count, seed=0):
    luck = random.Random(seed)
    return [(luck.randrange(256), luck.choice((-1, 0, 1))) for _ in range(count)]


def test_it_is_in_the_catalogue_and_keeps_the_contract():
    assert "recurrent" in available()
    check_learner(lambda: RecurrentLearner(1, **SMALL), seeds=range(1), steps=60)


@pytest.mark.parametrize("cut", [3, 50])
def test_a_saved_learner_goes_on_exactly(cut):
    learner = RecurrentLearner(3, **SMALL)
    for byte, reward in stream(cut):
        learner.act(byte, reward)
    other = RecurrentLearner(8, **SMALL)
    other.restore(json.loads(json.dumps(learner.state())))
    for byte, reward in stream(60, seed=1):
        assert learner.act(byte, reward) == other.act(byte, reward)
    assert learner.state() == other.state()


def test_a_memory_that_does_not_fit_is_one_sentence():
    memory = RecurrentLearner(0, **SMALL).state()
    with pytest.raises(UserError, match="does not fit"):
        RecurrentLearner(0, **{**SMALL, "width": 8}).restore(memory)
    with pytest.raises(UserError, match="damaged"):
        RecurrentLearner(0, **SMALL).restore({**memory, "arrays": "AAAA"})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"width": 0}, "width must be at least 1"),
        ({"width": 1.5}, "width must be a whole number"),
        ({"rate": -1.0}, "rate must be at least 0"),
        ({"rate": float("nan")}, "rate must be"),
        ({"colour": 3}, "does not take"),
    ],
)
def test_wrong_options_are_one_sentence(options, words):
    with pytest.raises(UserError, match=words):
        make("recurrent", **options)


def test_it_says_only_what_it_has_heard():
    learner = RecurrentLearner(0, **SMALL)
    said = {learner.act(byte, 0) for byte in [7, 9, 200] * 40}
    assert said == {7, 9, 200}


def test_learning_and_acting_use_the_same_network():
    params = fresh(4, Settings(**SMALL))
    seen = Inputs(np.array([3, 200, 7]), np.array([0, 5, 9]), np.array([1, 2, 0]))
    hidden = np.zeros(16, np.float32)
    states = unroll({k: jnp.asarray(v) for k, v in params.items()}, jnp.asarray(hidden), seen)
    for number in range(3):
        hidden = advance(params, hidden, Inputs(*(int(part[number]) for part in seen)), np)
        np.testing.assert_allclose(states[number], hidden, atol=1e-6)


def test_draws_follow_the_actor():
    params = {"actor": np.log(np.array([[0.25, 0.5, 0.25] + [1e-9] * 253], np.float32))}
    known = np.arange(256) < 2
    hidden = np.ones(1, np.float32)
    assert [draw(params, hidden, known, chance) for chance in (0.0, 0.3, 0.34, 0.999999)] == [0, 0, 1, 1]


def test_advantages_by_hand():
    settings = Settings(discount=0.5, trace=0.5)
    found = advantages(jnp.array([1.0, 2.0, 4.0]), jnp.array([0.0, 1.0]), settings)
    last = 1.0 + 0.5 * 4.0 - 2.0
    np.testing.assert_allclose(found, [0.0 + 0.5 * 2.0 - 1.0 + 0.25 * last, last])


def test_punishments_count_as_much_as_the_settings_say():
    params = {k: jnp.asarray(v) for k, v in fresh(0, Settings(**SMALL)).items()}
    seen = Inputs(jnp.array([1, 2]), jnp.array([0, 1]), jnp.array([1, 0]))
    known = jnp.ones(256, bool)

    def measured(reward, punishment):
        window = Window(jnp.zeros(16), seen, jnp.array([1]), jnp.array([reward]), known)
        return float(loss(params, window, Settings(**SMALL, punishment=punishment)))

    assert measured(-1.0, 0.5) == pytest.approx(measured(-0.5, 1.0))
    assert measured(1.0, 0.5) == pytest.approx(measured(1.0, 1.0))


def test_the_gradient_is_that_of_the_loss():
    settings = Settings(**SMALL, value=0.0, entropy=0.0, prediction=1.0)
    params = {k: jnp.asarray(v) for k, v in fresh(0, settings).items()}
    seen = Inputs(jnp.array([1, 2, 3]), jnp.array([0, 1, 5]), jnp.array([1, 0, 2]))
    window = Window(jnp.zeros(16), seen, jnp.array([1, 5]), jnp.array([0.0, 1.0]), jnp.ones(256, bool))
    slope = jax.grad(loss)(params, window, settings)["actor"]
    assert float(jnp.abs(slope[:, 5]).max()) > 0
    assert float(jnp.abs(jax.grad(loss)(params, window, settings)["predictor"]).max()) > 0


@pytest.mark.slow
def test_it_learns_a_constant_answer():
    from benchmarks.worlds import Criterion, Form, GeneratedWorld, WorldTask, play
    from benchmarks.worlds.content import simple

    content = simple("constant", lambda pick: ((pick.choice("abcd"),), ("w",)))
    form = Form(ask_end="?", answer_end="", openings=("", "no "), told_end=False)
    tasks = [WorldTask("constant", content, form)]
    world = GeneratedWorld("constant", tasks, {"seed": 0}, criterion=Criterion(steps=20_000))
    assert play(world, RecurrentLearner(0))[0].passed
