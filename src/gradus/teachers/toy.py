"""Toy students: a hypercube of competence cells, for cheap and honest tests of teachers.

A student trains in the cell of the task it is given. Training helps only in a cell that is within reach: one
that touches a mastered cell, or the start. This is the shape of real learning (nothing is learnt from tasks
that are far too hard or already mastered) at thousands of episodes per second. Five variants are the
challenges of the TeachMyAgent benchmark; in the sixth a student slowly loses what it does not practise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Outcome, Teacher, Ticket, UserError, generator
from gradus.school.checks import at_least, one_of, share, whole

Variant = Literal["plain", "unfeasible", "trivial", "rugged", "forgetting", "fading"]
VARIANTS: tuple[str, ...] = get_args(Variant)

FAILED, PERFECT, MASTERED = -100.0, 300.0, 230.0
"""Returns of an untouched cell and of a perfect one; above the third a cell is mastered, as on the tracks."""

EASY = 0.02
"""How far inside its cell an expert's easy task lies, along each axis."""


@dataclass(frozen=True)
class ToyWorld:
    """What kind of hypercube it is."""

    variant: Variant = "plain"
    """plain; unfeasible: most cells can never be learnt; trivial: most are mastered from the start;
    rugged: each axis is cut into four pieces that are shuffled; forgetting: everything is lost at some time;
    fading: what is not practised is lost little by little."""
    dimension: int = 2
    cells: int = 12
    """Cells along each axis."""
    practice: int = 10
    """Episodes in a reachable cell that make it perfect."""
    feasible: float = 0.4
    """In the unfeasible variant: the share of each axis that can be learnt."""
    unsolved: float = 0.4
    """In the trivial variant: the share of each axis that is not mastered from the start."""
    forget_at: tuple[int, ...] = (3000,)
    """In the forgetting variant: after how many episodes everything is lost."""
    fade: float = 1 / 1500
    """In the fading variant: the competence that every other cell loses in an episode."""
    smooth: bool = False
    """Whether the return is interpolated between the cells' middles, so that it jumps nowhere."""
    noise: float = 10.0
    """Standard deviation of the return."""
    steps: int = 100
    """Steps that an episode takes."""

    def __post_init__(self) -> None:
        one_of("variant", self.variant, VARIANTS)
        for name, least in (("dimension", 1), ("cells", 4), ("practice", 1), ("steps", 1)):
            whole(name, getattr(self, name), least)
        share("feasible", self.feasible)
        share("unsolved", self.unsolved)
        share("fade", self.fade)
        at_least("noise", self.noise, 0)
        if self.smooth and self.variant == "rugged":
            raise UserError("smooth must be off in the rugged variant, whose pieces do not fit together.")

    @property
    def space(self) -> Box:
        """The task space: a unit cube."""
        return Box((0.0,) * self.dimension, (1.0,) * self.dimension)


@dataclass
class ToyStudent:
    """A student in a toy world; ``play`` turns a ticket into an outcome."""

    world: ToyWorld
    seed: int = 0
    competence: NDArray[np.float64] = field(init=False)
    """Per cell of the true (unshuffled) cube, from 0 to 1."""
    played: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        world = self.world
        self._rng = generator(self.seed, "toy student")
        self._pieces = [self._axis_order() for _ in range(world.dimension)]
        limit = round(world.feasible * world.cells) if world.variant == "unfeasible" else world.cells
        self.feasible = self._block(limit)
        """Which cells can be learnt at all."""
        self._fresh = np.zeros((world.cells,) * world.dimension)
        if world.variant == "trivial":
            self._fresh[~self._far_block(round(world.unsolved * world.cells))] = 1.0
        self.competence = self._fresh.copy()

    def play(self, ticket: Ticket, train: bool = True) -> Outcome:
        """One episode: the return shows the competence, then the cell is trained unless it was only a test."""
        if self.world.variant == "forgetting" and self.played in self.world.forget_at:
            self.competence = self._fresh.copy()
        cell = self.cell(ticket.task)  # type: ignore[arg-type]
        level = self.competence[cell]
        shown = self._between(ticket.task) if self.world.smooth else level  # type: ignore[arg-type]
        reward = float(FAILED + (PERFECT - FAILED) * shown + self.world.noise * self._rng.standard_normal())
        if self.world.variant == "fading":
            self.competence = np.maximum(self.competence - self.world.fade, self._fresh)
            self.competence[cell] = level
        if train and self.feasible[cell] and level < 1 and self._reachable(cell):
            self.competence[cell] = min(1.0, level + 1 / self.world.practice)
        self.played += 1
        solved = reward > MASTERED
        return Outcome(ticket, self.world.steps, reward, solved, "solved" if solved else "failed")

    def mastered(self) -> float:
        """The share of the learnable cells, not mastered from the start, that are mastered now."""
        return float(self._known()[self._to_learn()].mean())

    def cell(self, task: tuple[float, ...]) -> tuple[int, ...]:
        """The true cell of a task; in the rugged variant through the shuffled pieces."""
        indices = (min(int(x * self.world.cells), self.world.cells - 1) for x in task)
        return tuple(self._pieces[axis][i] for axis, i in enumerate(indices))

    def easy_task(self) -> tuple[float, ...]:
        """A task of the start cell, as an expert would name it; in the rugged variant it may lie anywhere."""
        return tuple(order.index(0) / self.world.cells + EASY for order in self._pieces)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on exactly here, JSON-able."""
        return {
            "competence": self.competence.ravel().tolist(),
            "played": self.played,
            "rng": self._rng.bit_generator.state,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on exactly where :meth:`state` was taken."""
        self.competence = np.array(state["competence"]).reshape(self._fresh.shape)
        self.played = int(state["played"])
        self._rng.bit_generator.state = state["rng"]

    def _between(self, task: tuple[float, ...]) -> float:
        """The competence at a task, interpolated linearly along every axis between the cells' middles."""
        levels = self.competence
        for x in task:
            place = min(max(x * self.world.cells - 0.5, 0.0), self.world.cells - 1.0)
            i = min(int(place), self.world.cells - 2)
            levels = levels[i] + (place - i) * (levels[i + 1] - levels[i])
        return float(levels)

    def _axis_order(self) -> list[int]:
        """Which true index each index along an axis means."""
        straight = np.arange(self.world.cells)
        if self.world.variant != "rugged":
            return [int(i) for i in straight]
        pieces = np.array_split(straight, 4)
        return [int(i) for k in self._rng.permutation(4) for i in pieces[int(k)]]

    def _block(self, size: int) -> NDArray[np.bool_]:
        """The cells whose indices are all below ``size``."""
        grid = np.indices((self.world.cells,) * self.world.dimension)
        return np.asarray((grid < size).all(axis=0))

    def _far_block(self, size: int) -> NDArray[np.bool_]:
        """The cells whose indices are all among the last ``size``."""
        return np.flip(self._block(size))

    def _known(self) -> NDArray[np.bool_]:
        return (PERFECT - FAILED) * self.competence + FAILED > MASTERED

    def _to_learn(self) -> NDArray[np.bool_]:
        return np.asarray(self.feasible & ((PERFECT - FAILED) * self._fresh + FAILED <= MASTERED))

    def _reachable(self, cell: tuple[int, ...]) -> bool:
        """Whether the cell is the start or touches a mastered one."""
        if not any(cell):
            return True
        threshold = (MASTERED - FAILED) / (PERFECT - FAILED)
        for axis, step in product(range(len(cell)), (-1, 1)):
            i = cell[axis] + step
            near = (*cell[:axis], i, *cell[axis + 1 :])
            if 0 <= i < self.world.cells and self.competence[near] > threshold:
                return True
        return False


def teach(
    teacher: Teacher, student: ToyStudent, episodes: int, every: int = 0, antagonist: ToyStudent | None = None
) -> list[float]:
    """Play so many episodes; the mastered share after each ``every`` of them and at the end.

    An ``antagonist`` plays every ticket, too, and the teacher hears of its return.
    """
    curve = []
    for episode in range(1, episodes + 1):
        ticket = teacher.issue()
        if ticket is None:
            break
        outcome = student.play(ticket, teacher.trains_on(ticket))
        if antagonist is not None:
            outcome = replace(outcome, extras={"antagonist": antagonist.play(ticket).reward})
        teacher.observe(outcome)
        if every and episode % every == 0 and episode < episodes:
            curve.append(student.mastered())
    return [*curve, student.mastered()]
