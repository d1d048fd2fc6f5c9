"""Walks of learners through curricula, task by task within a patience, kept in files so that none is made twice."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from gradus.learners import make as make_learner
from gradus.learners import seeded
from gradus.mechanics import informed_steps
from gradus.stream import Curriculum, StreamLearner, World, make

FLOORS = 3
"""Floors that a task may take on top of the patience."""


@dataclass(frozen=True)
class Job:
    """One learner, one curriculum, one seed."""

    curriculum: str
    learner: str
    seed: int
    patience: int = 5000
    """Steps that every task may take ..."""
    floors: int = FLOORS
    """... and so many times its informed floor on top."""
    ends: bool = False
    """Whether a task not passed ends the walk; otherwise it is left for the next one."""

    @property
    def key(self) -> str:
        """The name of its file."""
        end = "ends" if self.ends else "goes-on"
        return f"{self.curriculum}-{self.learner}-{self.seed}-{self.patience}-{self.floors}-{end}"


@dataclass
class Run:
    """What became of the tasks of one walk; a task that was never reached is in none but ``floor``."""

    floor: dict[str, float] = field(default_factory=dict)
    """Steps of a learner that knows the rules but not the secrets."""
    steps: dict[str, int] = field(default_factory=dict)
    """Steps of the tasks passed in the walk."""
    alone: dict[str, int] = field(default_factory=dict)
    """Steps of those that a new learner passed when taught nothing else."""
    left: list[str] = field(default_factory=list)
    """Tasks that took longer than the patience."""
    solved: dict[str, int] = field(default_factory=dict)
    """Instances solved of those."""


def made(job: Job) -> Run:
    """The walk of a job, and every task that it passed once more alone."""
    curriculum = make(job.curriculum)
    run = Run({name: informed_steps(curriculum, name, job.seed) for name in curriculum.tasks})
    patience = {name: round(job.patience + job.floors * floor) for name, floor in run.floor.items()}
    run.steps, run.solved = walk(curriculum, job, patience)
    run.left = list(run.solved)
    for name in run.steps:
        run.alone |= walk(curriculum.only(name), job, patience)[0]
    return run


def walk(curriculum: Curriculum, job: Job, patience: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    """Steps of every task passed by a new learner, and instances solved of the tasks that took too long."""
    player = make_learner(job.learner, **seeded(job.learner, job.seed))
    passed: dict[str, int] = {}
    late: dict[str, int] = {}
    left = list(curriculum.tasks)
    while left:
        world = World(curriculum.only(*left), seed=job.seed, scramble=True)
        steps, stuck = _passed(world, player, patience)
        passed |= steps
        if stuck is not None:
            late[stuck] = sum(one.solved for one in world.outcomes if one.ticket.task == stuck)
        left = left[left.index(stuck) + 1 :] if stuck is not None and not job.ends else []
    return passed, late


def _passed(
    world: World, player: StreamLearner, patience: dict[str, int]
) -> tuple[dict[str, int], str | None]:
    """Walk until a task takes too long; it is named."""
    byte, reward = world.step(None)
    steps: dict[str, int] = {}
    task, spent = str(world.task), 0
    while not world.finished and spent < patience[task]:
        byte, reward = world.step(player.act(byte, reward))
        spent += 1
        if world.finished or str(world.task) != task:
            steps[task] = spent
            task, spent = str(world.task), 0
    return steps, None if world.finished else task


def kept(job: Job, folder: Path | None) -> Run:
    """The run of a job, read from the folder or made and written there."""
    path = folder / f"{job.key}.json" if folder else None
    if path and path.exists():
        return Run(**json.loads(path.read_text()))
    run = made(job)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(run), indent=1) + "\n")
    return run
