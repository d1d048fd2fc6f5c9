"""A trained student, taken from a run's newest checkpoint to act and not to learn on."""

from __future__ import annotations

from pathlib import Path

from gradus.school import Requirement, RunFolder, UserError
from gradus.students.catalogue import make
from gradus.students.plan import Plan
from gradus.students.student import EnvShape, Student
from gradus.students.tickets import Once


def load_student(path: str | Path, kept: str | None = None) -> tuple[Plan, Student]:
    """The plan of a run and its student as it was when last saved, or at a kept checkpoint; nothing is written."""
    run = RunFolder.read(path)
    if run.description.get("kind") != "training":
        raise UserError(f"The run in {path} is not a training on the tracks.")
    loaded = run.load_checkpoint(kept)
    if loaded is None and kept is not None:
        names = ", ".join(run.kept()) or "none"
        raise UserError(f"The run in {path} keeps no checkpoint {kept!r}; it keeps: {names}.")
    if loaded is None:
        raise UserError(f"The run in {path} has no checkpoint yet.")
    plan = Plan.from_json(run.description["plan"])
    world = plan.make_world(1, Once())
    seen, acted = world.single_observation_space.shape[0], world.single_action_space.shape[0]
    space = world.task_space
    # A length of one step: a student that only acts needs no room for memories.
    shape = EnvShape(seen, acted, plan.lane_count, space.low, space.high, 1)
    sees_task = Requirement.VALUES in plan.make_teacher(space).requirements
    student = make(plan.student, shape, plan.seed, sees_task, **plan.student_settings)
    state, arrays, _ = loaded
    student.restore(state["student"], {name.removeprefix("arrays."): array for name, array in arrays.items()})
    return plan, student
