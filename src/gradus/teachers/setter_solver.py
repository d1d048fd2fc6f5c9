"""Setter-Solver: a setter proposes tasks of a wanted feasibility, a judge predicts it (Racaniere et al. 2020).

The setter is a flow conditioned on the wanted feasibility. It learns to be right about feasibility (with the
judge's opinion), to propose what was solved, and to cover the space. Shapes in the docstrings: ``B`` tasks, ``D``
dimensions of the task space.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradus.school import Outcome, TaskKey, Ticket
from gradus.school.checks import share, whole
from gradus.teachers.boxes import BoxTeacher
from gradus.teachers.expert import Wants
from gradus.teachers.flow import backward, forward, fresh_flow
from gradus.teachers.neural import jax, jnp, layers, load_tree, optax, save_tree, to_numpy
from gradus.teachers.shapes import Dots, Shape

RATE = 3e-4
"""Adam's step size, of setter and judge alike."""
JUDGE_WIDTH = 64
LEAST_WANTED = 1e-8
"""The least feasibility that is asked for: of 0 there are no log-odds."""
PROPOSALS = 50
"""How many tasks the setter proposes at a time: one by one would cost nearly as much each as all together."""
INNER_EDGE = 1e-4
"""How far from the edges of the unit box tasks are moved before their density is asked for."""

OPTIMISER = optax.adam(RATE)


def judge_logits(judge: Any, tasks: Any) -> Any:
    """How feasible the judge finds each task [B, D], as log-odds [B]."""
    hidden = tasks
    for weights, biases in judge[:-1]:
        hidden = jnp.maximum(hidden @ weights + biases, 0.0)
    weights, biases = judge[-1]
    return (hidden @ weights + biases)[:, 0]


def judge_loss(judge: Any, tasks: Any, solved: Any) -> Any:
    """Cross-entropy (a scalar) between the judge's opinion of tasks [B, D] and what happened, ``solved`` [B]."""
    logits = judge_logits(judge, tasks)
    return jnp.mean(jnp.logaddexp(0.0, logits) - solved * logits)


def setter_losses(flow: Any, judge: Any, tasks: Any, wanted: Any, solved: Any, noise: Any) -> Any:
    """Feasibility, validity and coverage [3]; validity is 0 when nothing was solved.

    ``tasks`` and ``noise`` are [B, D], ``wanted`` and ``solved`` [B].
    """
    latent = jax.lax.stop_gradient(backward(flow, tasks, wanted, jnp)[0])
    again, density = forward(flow, latent, wanted, jnp)
    odds = jnp.log(wanted) - jnp.log1p(-wanted)
    feasibility = jnp.mean((judge_logits(judge, again) - odds) ** 2)
    shaken = jnp.clip(tasks + noise, INNER_EDGE, 1 - INNER_EDGE)
    surprise = -backward(flow, shaken, wanted, jnp)[1]
    validity = jnp.sum(solved * surprise) / jnp.maximum(1.0, solved.sum())
    return jnp.stack([feasibility, validity, jnp.mean(density)])


@jax.jit  # type: ignore[untyped-decorator]
def update(state: Any, tasks: Any, wanted: Any, solved: Any, noise: Any) -> tuple[Any, Any]:
    """One step of the judge, then one of the setter; the state and the four losses [4]; shapes as in the losses."""
    flow, judge, flow_state, judge_state = state
    loss, slope = jax.value_and_grad(judge_loss)(judge, tasks, solved)
    change, judge_state = OPTIMISER.update(slope, judge_state)
    judge = optax.apply_updates(judge, change)

    def total(flow: Any) -> tuple[Any, Any]:
        parts = setter_losses(flow, judge, tasks, wanted, solved, noise)
        return parts.sum(), parts

    slope, parts = jax.grad(total, has_aux=True)(flow)
    change, flow_state = OPTIMISER.update(slope, flow_state)
    flow = optax.apply_updates(flow, change)
    return (flow, judge, flow_state, judge_state), jnp.concatenate([loss[None], parts])


class SetterSolver(BoxTeacher):
    """Setter and judge, in double precision.

    The paper describes a judge of three layers and a clipped output of the setter; the released code builds two
    layers, never sets the clip, and was launched with other tuned values: the preset ``reference``. A task counts as
    solved by the outcome's success bit. The desired-goal loss of the original article is not part of the benchmark.
    """

    name = "setter-solver-v0"
    presets = {
        "paper": {},
        "reference": {"update_every": 50, "noise": 0.1, "width": 64, "judge_layers": 2, "edge": 0.0},
    }
    wants = Wants(mastery="required")

    @dataclass(frozen=True)
    class Settings:
        """How often to learn and how large the networks are."""

        preset: str = "paper"
        """paper or reference: which description the other defaults follow."""
        update_every: int = 100
        """Episodes between steps of the judge and the setter."""
        noise: float = 0.05
        """Upper bound of the uniform noise added to solved tasks, as a share of each range."""
        width: int = 128
        """Units in the layers of the setter's networks."""
        judge_layers: int = 3
        """Hidden layers of the judge, of 64 units each."""
        edge: float = 1e-4
        """How far proposed tasks stay away from the edges, as a share of each range."""

        def __post_init__(self) -> None:
            for name in ("update_every", "width", "judge_layers"):
                whole(name, getattr(self, name))
            share("noise", self.noise)
            share("edge", self.edge)

    def start(self) -> None:
        d = self.dimension
        flow = fresh_flow(self.rng, d, self.settings.width)
        judge = layers(self.rng, (d, *[JUDGE_WIDTH] * self.settings.judge_layers, 1), "normal", np.float64)
        with jax.enable_x64(True):
            self.network = to_numpy((flow, judge, OPTIMISER.init(flow), OPTIMISER.init(judge)))
        """Setter, judge and the states of their optimisers."""
        self.proposals: list[list[float]] = []
        """Tasks to come: a point of the unit box, then the wanted feasibility. An update throws them away."""
        self.pending: dict[int, list[float]] = {}
        """The proposal behind each open ticket."""
        self.rows: list[list[float]] = []
        """Played proposals since the last update: point, wanted feasibility, success."""
        self.losses: list[float] = []
        """Of the last update: judge, feasibility, validity, coverage."""

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        if not self.proposals:
            self.proposals = self._propose(rng, PROPOSALS)
        proposal = self.pending[self.serial] = self.proposals.pop(0)
        return self._task(proposal)

    def glimpse(self, n: int, rng: np.random.Generator) -> list[TaskKey]:
        return [self._task(proposal) for proposal in self._propose(rng, n)]

    def learn(self, outcome: Outcome) -> None:
        proposal = self.pending.pop(outcome.ticket.serial)
        self.rows.append([*proposal, float(outcome.solved)])
        if len(self.rows) >= self.settings.update_every:
            self._update(np.array(self.rows))
            self.rows, self.proposals = [], []

    def forget(self, ticket: Ticket) -> None:
        del self.pending[ticket.serial]

    def shapes(self) -> list[Shape]:
        if not self.rows:
            return []
        rows = np.array(self.rows)
        points = self.low + rows[:, : self.dimension] * self.width
        return [Dots(tuple(map(tuple, points.tolist())), tuple(rows[:, self.dimension].tolist()))]

    def memory(self) -> dict[str, Any]:
        pending = [[serial, row] for serial, row in self.pending.items()]
        small = {"proposals": self.proposals, "pending": pending, "rows": self.rows, "losses": self.losses}
        return small | {"network": save_tree(self.network)}

    def recall(self, memory: Mapping[str, Any]) -> None:
        network = load_tree(memory["network"], self.network)
        pending = {int(serial): [float(x) for x in row] for serial, row in memory["pending"]}
        rows = [[float(x) for x in row] for row in memory["rows"]]
        proposals = [[float(x) for x in row] for row in memory["proposals"]]
        self.losses = [float(x) for x in memory["losses"]]
        self.network, self.proposals, self.pending, self.rows = network, proposals, pending, rows

    def _propose(self, rng: np.random.Generator, n: int) -> list[list[float]]:
        wanted = rng.uniform(LEAST_WANTED, 1.0, n)
        noise = rng.standard_normal((n, self.dimension))
        edge = max(self.settings.edge, 1e-12)  # at the very edge the flow has no inverse
        points = np.clip(forward(self.network[0], noise, wanted, np)[0], edge, 1 - edge)
        return [[*point, float(f)] for point, f in zip(points.tolist(), wanted, strict=True)]

    def _task(self, proposal: Sequence[float]) -> tuple[float, ...]:
        return self.box.expand(self.low + np.array(proposal[:-1]) * self.width)

    def _update(self, rows: Any) -> None:
        d = self.dimension
        noise = self.rng.uniform(0.0, self.settings.noise, (len(rows), d))
        with jax.enable_x64(True):
            network, losses = update(self.network, rows[:, :d], rows[:, d], rows[:, d + 1], noise)
            self.network = to_numpy(network)
        self.losses = [float(x) for x in losses]
