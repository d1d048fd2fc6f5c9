"""What an exam is made of: runs, each described by data and independent of how and where it is run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from gradus.learners import memory_of
from gradus.school import UserError, read_json
from gradus.stream import Curriculum, Scrambler, World

BEGINNING = "start"
"""The name of the memory an exam was given to begin with, kept in ``start.json`` of its folder."""


@dataclass(frozen=True)
class RunBudget:
    """How long a run may last."""

    max_steps: int | None = 1_000_000
    """Steps in all."""
    hours: float | None = 24.0
    """Hours in all; only this limit reads the clock."""
    task_steps: int | None = 100_000
    """Steps on one task; a run that needs more is stopped as stalled."""
    stages: tuple[tuple[str, float], ...] = ()
    """Pairs of a task and the share of ``max_steps`` within which it must be passed."""

    def __post_init__(self) -> None:
        for name in ("max_steps", "hours", "task_steps"):
            value = getattr(self, name)
            if value is not None and not 0 < value < float("inf"):
                raise UserError(f"{name} must be a number greater than 0, not {value!r}.")
        object.__setattr__(self, "stages", tuple((str(task), float(share)) for task, share in self.stages))
        for task, share in self.stages:
            if not 0 < share <= 1:
                raise UserError(
                    f"The share of the budget for {task!r} must be within 0 and 1, not {share!r}."
                )
        if self.stages and self.max_steps is None:
            raise UserError("A stage is a share of max_steps: give max_steps too.")


@dataclass(frozen=True)
class RunPlan:
    """One run: a learner, a world, a budget and where its memory comes from."""

    name: str
    """Its place in the exam's folder, such as ``continuous/0``."""
    learner: str
    """A learner's name or import path; empty: :attr:`command` is the learner."""
    options: Mapping[str, Any]
    curriculum: Mapping[str, Any]
    """The curriculum's specification."""
    seed: int
    scramble: Mapping[str, Any] | None = None
    """The scrambler's specification."""
    after: str | None = None
    """The run of the same exam whose memory it begins with, or :data:`BEGINNING`; None: a fresh learner."""
    budget: RunBudget = field(default_factory=RunBudget)
    checkpoint_every: int = 10_000
    command: str = ""
    """A command that speaks the remote protocol."""
    port: int | None = None
    """The port at which the learner is expected, started by the command or by somebody else."""
    transport: str = "zmq"
    """How it speaks: ``zmq`` or ``unix``."""
    resumable: bool = True
    """Whether the learner's memory can be saved; otherwise an interrupted run begins again."""
    bits: bool = False
    """Whether a step is a bit."""

    def world(self) -> World:
        """The world of the run, at its beginning."""
        scrambler = Scrambler.from_spec(self.scramble) if self.scramble else None
        return World(Curriculum.from_spec(self.curriculum), self.seed, scrambler, bits=self.bits)

    def memory(self, folder: Path) -> dict[str, Any] | None:
        """What the learner knows before it begins."""
        if self.after is None:
            return None
        if self.after == BEGINNING:
            memory: dict[str, Any] = read_json(folder / "start.json")
            return memory
        return memory_of(folder / "runs" / self.after)

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return asdict(self)


def seed_for(base: int, role: str, number: int) -> int:
    """A fresh seed for each role and number: no two groups of runs share their draws.

    >>> seed_for(0, "continuous", 0) != seed_for(0, "tabula rasa", 0)
    True
    """
    sequence = np.random.SeedSequence(base, spawn_key=(crc32(role.encode()), number))
    return int(sequence.generate_state(1)[0])
