"""GoalGAN: a generator of tasks of intermediate difficulty (Florensa et al. 2018).

Each generated task is played a few times; tasks solved sometimes, but not always, teach a least-squares GAN what
to generate next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, Ticket
from gradus.school.checks import one_of, positive, share, whole
from gradus.teachers.arrays import pack, unpack
from gradus.teachers.boxes import BoxTeacher
from gradus.teachers.expert import Wants, initial_gaussian
from gradus.teachers.gan import BATCH, OPTIMISER, generate, train
from gradus.teachers.neural import layers, load_tree, save_tree, to_numpy
from gradus.teachers.shapes import Dots, Shape

Array = NDArray[np.float64]

PRETRAIN_TASKS, PRETRAIN_ITERATIONS = 1000, 500
"""Draws of the initial Gaussian that the networks learn to imitate before they teach, and for how many iterations."""


class GoalGan(BoxTeacher):
    """Goal GAN.

    The paper keeps the wanted tasks for replay, at least 10 % of a range apart. The released code keeps the mastered
    ones, at least 1 % of the range vector's length apart, spreads its generator over twice the box and was launched
    with other tuned values: the preset ``reference``. A task counts as solved by the outcome's success bit. At the
    expert levels high and original the generator is pretrained, as the released code does.
    """

    name = "goal-gan-v0"
    presets = {
        "paper": {},
        "reference": {
            "noise": 0.1,
            "replay": 0.1,
            "keeps": "mastered",
            "apart": 0.01,
            "apart_by": "length",
            "span": 2.0,
            "pretrain": True,
        },
    }
    wants = Wants(initial="optional", mastery="required", with_initial={"pretrain": True})
    choosing_changes = ("repeats", "pending")

    @dataclass(frozen=True)
    class Settings:
        """How tasks are labelled, kept and generated."""

        preset: str = "paper"
        """paper or reference: which description the other defaults follow."""
        noise: float = 0.01
        """Deviation added to every task, as a share of each range."""
        label_count: int = 100
        """Labelled tasks between trainings."""
        replay: float = 0.2
        """Probability of a kept task instead of a generated one."""
        rollouts: int = 2
        """How often each generated task is played before it is labelled."""
        easy: float = 0.75
        """A task solved more often than this share is mastered."""
        hard: float = 0.25
        """A task solved less often than this share is too hard."""
        keeps: str = "wanted"
        """wanted: tasks of intermediate difficulty are kept for replay; mastered: those mastered."""
        apart: float = 0.1
        """How far a kept task must be from all others, as a share."""
        apart_by: str = "dimension"
        """dimension: in some dimension, as a share of its range; length: in all, as a share of the ranges' length."""
        span: float = 1.0
        """How much of the box the generator's output covers; above 1 it is clipped."""
        iterations: int = 250
        """Batches of a training."""
        width: int = 256
        """Units in each of the generator's two hidden layers."""
        critic_width: int = 128
        """Units in each of the critic's two hidden layers."""
        pretrain: bool = False
        """Whether the generator first learns the initial distribution."""
        initial_mean: tuple[float, ...] | None = None
        """An expert's easy task, for pretraining; none means a random one."""
        initial_std: tuple[float, ...] | None = None
        """Spread around it; none means 10 % of each range."""

        def __post_init__(self) -> None:
            for name in ("label_count", "rollouts", "iterations", "width", "critic_width"):
                whole(name, getattr(self, name))
            for name in ("noise", "replay", "easy", "hard", "apart"):
                share(name, getattr(self, name))
            positive("span", self.span)
            one_of("keeps", self.keeps, ("wanted", "mastered"))
            one_of("apart_by", self.apart_by, ("dimension", "length"))

    def start(self) -> None:
        d, settings = self.dimension, self.settings
        generator = layers(self.rng, (d, settings.width, settings.width, d))
        critic = layers(self.rng, (d, settings.critic_width, settings.critic_width, 1))
        self.network = to_numpy((generator, critic, OPTIMISER.init(generator), OPTIMISER.init(critic)))
        """Generator, critic and the optimisers' memories."""
        self.repeats: list[tuple[tuple[float, ...], int]] = []
        """Generated tasks still to be played, with the serial of their first ticket."""
        self.pending: dict[int, int] = {}
        """For each open ticket of a generated task: the serial of that task's first ticket."""
        self.results: dict[int, list[float]] = {}
        """Successes of generated tasks that were not played often enough yet."""
        self.labelled: list[list[float]] = []
        """Labelled tasks since the last training: coordinates, then 1 for wanted."""
        self.kept: Array = np.empty((0, d))
        """Tasks kept for replay."""
        self.losses: list[float] = []
        """The critic's and the generator's loss at the end of the last training."""
        if settings.pretrain:
            self._pretrain()

    def choose(self, rng: np.random.Generator) -> tuple[float, ...]:
        if self.repeats:
            task, first = self.repeats.pop(0)
            self.pending[self.serial] = first
            return task
        jitter = self.settings.noise * self.width * rng.standard_normal(self.dimension)
        if len(self.kept) and rng.random() < self.settings.replay:
            return self.box.expand(self.kept[int(rng.integers(len(self.kept)))] + jitter)
        noise = rng.standard_normal((1, self.dimension)).astype(np.float32)
        task = self.box.expand(self._world(generate(self.network[0], noise, np)[0]) + jitter)
        self.pending[self.serial] = self.serial
        self.repeats += [(task, self.serial)] * (self.settings.rollouts - 1)
        return task

    def learn(self, outcome: Outcome) -> None:
        first = self.pending.pop(outcome.ticket.serial, None)
        if first is None:
            return
        results = self.results.setdefault(first, [])
        results.append(float(outcome.solved))
        if len(results) == self.settings.rollouts:
            self._label(self.point(outcome), sum(results) / len(results))
            del self.results[first]

    def forget(self, ticket: Ticket) -> None:
        first = self.pending.pop(ticket.serial, None)
        if first is not None:  # the task needs all its rollouts for a label
            self.repeats.append((self.box.check(ticket.task), first))

    def shapes(self) -> list[Shape]:
        points = tuple(tuple(point) for point in self.kept.tolist())
        return [Dots(points, (1.0,) * len(points))] if points else []

    def memory(self) -> dict[str, Any]:
        return {
            "network": save_tree(self.network),
            "repeats": [[list(task), first] for task, first in self.repeats],
            "pending": [list(pair) for pair in self.pending.items()],
            "results": [[first, results] for first, results in self.results.items()],
            "labelled": self.labelled,
            "kept": pack(self.kept),
            "losses": self.losses,
        }

    def recall(self, memory: Mapping[str, Any]) -> None:
        network = load_tree(memory["network"], self.network)
        repeats = [(tuple(float(x) for x in task), int(first)) for task, first in memory["repeats"]]
        pending = {int(serial): int(first) for serial, first in memory["pending"]}
        results = {int(first): [float(x) for x in row] for first, row in memory["results"]}
        labelled = [[float(x) for x in row] for row in memory["labelled"]]
        kept = unpack(memory["kept"], (-1, self.dimension))
        self.losses = [float(x) for x in memory["losses"]]
        self.network, self.repeats, self.pending = network, repeats, pending
        self.results, self.labelled, self.kept = results, labelled, kept

    def _world(self, points: Any) -> Array:
        """Tasks of normalised points; -1..1 covers the box ``span`` times."""
        return np.asarray((self.low + self.high) / 2 + self.settings.span * self.width / 2 * points)

    def _label(self, point: Array, rate: float) -> None:
        settings = self.settings
        wanted = settings.hard <= rate <= settings.easy
        self.labelled.append([*point.tolist(), float(wanted)])
        if (wanted if settings.keeps == "wanted" else rate > settings.easy) and self._far(point):
            self.kept = np.vstack([self.kept, point])
        if len(self.labelled) >= settings.label_count:
            rows = np.array(self.labelled)
            if rows[:, -1].any():
                self._train(rows, settings.iterations)
            self.labelled = []

    def _far(self, point: Array) -> bool:
        """Whether no kept task is too near."""
        gaps = np.abs(self.kept - point)
        if self.settings.apart_by == "dimension":
            return bool((gaps >= self.settings.apart * self.width).any(axis=1).all())
        return bool((np.linalg.norm(gaps, axis=1) >= self.settings.apart * np.linalg.norm(self.width)).all())

    def _pretrain(self) -> None:
        mean, std = initial_gaussian(self)
        draws = mean + std * self.rng.standard_normal((PRETRAIN_TASKS, self.dimension))
        points = np.clip(draws, self.low, self.high)
        self._train(np.column_stack([points, np.ones(len(points))]), PRETRAIN_ITERATIONS)

    def _train(self, rows: Array, iterations: int) -> None:
        """So many batches, walking through the labelled tasks in order, again and again."""
        places = np.arange(iterations * BATCH).reshape(iterations, BATCH) % len(rows)
        scale = self.settings.span * self.width / 2
        points = ((rows[:, :-1] - (self.low + self.high) / 2) / scale).astype(np.float32)[places]
        noise = self.rng.standard_normal((iterations, BATCH, self.dimension)).astype(np.float32)
        network, losses = train(self.network, points, rows[:, -1].astype(np.float32)[places], noise)
        self.network = to_numpy(network)
        self.losses = [float(x) for x in np.asarray(losses)[-1]]
