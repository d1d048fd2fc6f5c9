"""Code that runs in JAX says which shapes its arrays have: nothing else in such code does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import gradus

jax = pytest.importorskip("jax", reason="the extra [rl] is not installed")
SOURCE = Path(gradus.__file__).parent
ARRAYS = re.compile(r"\b(Any|Floats|NDArray|Inputs|Window|Params|Layers|Layer)\b")
"""Annotations behind which there are arrays in these modules."""
NOT_ARRAYS = {"load", "compiled"}
"""Functions that hand out modules or functions as Any."""
SAID = re.compile(r"\[[A-Za-z0-9_*+ ,.]+\]|\bscalar\b|\btree\b|\bstructure\b")
"""A shape such as [B, O], or the word that there is none of its own: a scalar, or a tree whatever it holds."""


def uses_jax(tree: ast.Module) -> bool:
    """Whether a module works with JAX itself, not only with what was made with it."""
    imported = (node for node in tree.body if isinstance(node, ast.ImportFrom))
    found = {alias.name for node in imported for alias in node.names}
    return bool(found & {"jax", "jnp"}) or "jnp" in {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Every public function outside classes, and what it says about itself."""
    for node in tree.body:
        if (
            isinstance(node, ast.FunctionDef)
            and not node.name.startswith("_")
            and node.name not in NOT_ARRAYS
        ):
            yield node, ast.get_docstring(node) or ""


def takes_arrays(function: ast.FunctionDef) -> bool:
    """Whether arrays go in or come out."""
    told = [a.annotation for a in (*function.args.args, *function.args.kwonlyargs)] + [function.returns]
    return any(ARRAYS.search(ast.unparse(note)) for note in told if note is not None)


MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if uses_jax(ast.parse(path.read_text()))]


def test_there_are_such_modules() -> None:
    names = {path.stem for path in MODULES}
    assert {
        "ppo_objective",
        "sac_objective",
        "networks",
        "flow",
        "gan",
        "setter_solver",
        "network",
        "update",
    } <= names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_functions_on_arrays_say_their_shapes(path: Path) -> None:
    tree = ast.parse(path.read_text())
    silent = [node.name for node, said in functions(tree) if takes_arrays(node) and not SAID.search(said)]
    assert not silent


B, D, Z, T, H = 5, 3, 3, 7, 4
"""Sizes that differ where a docstring has different letters (but noise and tasks of GoalGAN are equally wide)."""


def zeros(*shape: int) -> np.ndarray:
    return np.full(shape, 0.5, np.float32)


def shapes(value: object) -> object:
    return jax.tree.map(np.shape, value)


def test_flow_setter_and_judge_are_as_they_say() -> None:
    from gradus.teachers import flow as flows
    from gradus.teachers import setter_solver as setter
    from gradus.teachers.neural import layers

    rng = np.random.default_rng(0)
    flow, judge = flows.fresh_flow(rng, D, 8), layers(rng, (D, 6, 1))
    couplings = len(flows.couplings(D))
    assert all(weights.shape[:2] == biases.shape[:2] == (couplings, 2) for weights, biases in flow)
    for way in (flows.forward, flows.backward):
        assert shapes(way(flow, zeros(B, D), zeros(B), np)) == ((B, D), (B,))
    assert shapes(setter.judge_logits(judge, zeros(B, D))) == (B,)
    assert shapes(setter.judge_loss(judge, zeros(B, D), zeros(B))) == ()
    losses = setter.setter_losses(flow, judge, zeros(B, D), zeros(B), zeros(B), zeros(B, D))
    assert shapes(losses) == (3,)
    state = flow, judge, setter.OPTIMISER.init(flow), setter.OPTIMISER.init(judge)
    after, losses = setter.update(state, zeros(B, D), zeros(B), zeros(B), zeros(B, D))
    assert (shapes(after), shapes(losses)) == (shapes(state), (4,))


def test_generator_and_critic_are_as_they_say() -> None:
    from gradus.teachers import gan
    from gradus.teachers.neural import layers

    rng, batches = np.random.default_rng(0), 2
    generator, critic = layers(rng, (Z, 6, D)), layers(rng, (D, 6, 1))
    assert shapes(gan.generate(generator, zeros(B, Z), np)) == (B, D)
    assert shapes(gan.judge(critic, zeros(B, D))) == (B,)
    assert shapes(gan.critic_loss(critic, generator, zeros(B, D), zeros(B), zeros(B, Z))) == ()
    assert shapes(gan.generator_loss(generator, critic, zeros(B, Z))) == ()
    state = generator, critic, gan.OPTIMISER.init(generator), gan.OPTIMISER.init(critic)
    rows = zeros(batches, B, D), zeros(batches, B), zeros(batches, B, Z)
    after, losses = gan.train(state, *rows)
    assert (shapes(after), shapes(losses)) == (shapes(state), (batches, 2))


def test_the_recurrent_network_is_as_it_says() -> None:
    from gradus.learners.recurrent import network, update
    from gradus.learners.recurrent.backend import jnp
    from gradus.learners.recurrent.settings import Settings

    settings = Settings(width=H, embedding=6, window=T)
    params, known = jax.tree.map(jnp.asarray, network.fresh(0, settings)), np.ones(256, bool)
    assert [np.shape(params[name]) for name in ("heard", "reward", "input", "recurrent")] == [
        *((256, 6), (3, 6)),
        *((6, 3 * H), (H, 3 * H)),
    ]
    seen = network.Inputs(*(np.zeros(T + 1, np.int32),) * 3)
    assert shapes(network.advance(params, zeros(H), network.Inputs(1, 2, 0), np)) == (H,)
    assert shapes(network.unroll(params, zeros(H), seen)) == (T + 1, H)
    assert shapes(network.preferences(params, zeros(T, H), known, np)) == (T, 256)
    window = update.Window(zeros(H), seen, np.zeros(T, np.int32), zeros(T), known)
    assert shapes(update.advantages(zeros(T + 1), zeros(T), settings)) == (T,)
    assert shapes(update.loss(params, window, settings)) == ()
    state = update.optimiser(settings).init(params)
    assert shapes(update.update(params, state, window, settings)) == shapes((params, state))


def test_ppo_and_sac_are_as_they_say() -> None:
    from gradus.students import networks, ppo_objective, ppo_settings, sac
    from gradus.students.student import EnvShape

    rng, shape, observations, actions, free = (
        np.random.default_rng(0),
        EnvShape(6, 2, 4, (0.0,), (1.0,), 9),
        6,
        2,
        1,
    )
    params = ppo_objective.network(rng, shape, ppo_settings.Settings(hidden=(8,)), True)
    x, tasks = zeros(B, observations), zeros(B, free)
    assert shapes(ppo_objective.forward(params, x, "relu")) == ((B, actions), (B,))
    assert shapes(ppo_objective.sample(params, x, zeros(B, actions), "relu")) == ((B, actions), (B,), (B,))
    assert shapes(ppo_objective.task_values(params, x, tasks, "relu")) == (B,)
    rows = (zeros(T, 4),) * 3
    assert shapes(ppo_objective.advantages(*rows, zeros(4), 0.9, 0.9)) == (T, 4)
    params = sac.networks(rng, shape, sac.Settings(hidden=(8,)), True)
    assert shapes(sac.sample(params["policy"], x, zeros(B, actions))) == ((B, actions), (B,))
    assert shapes(sac.mean_action(params["policy"], x)) == (B, actions)
    assert shapes(sac.value(params["q1"], x, zeros(B, actions))) == (B,)
    assert shapes(networks.apply(params["v"], x, jax.nn.relu)) == (B, 1)
