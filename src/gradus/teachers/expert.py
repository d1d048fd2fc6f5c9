"""Expert knowledge: what people may know about a task space, as data, and how much of it a teacher gets.

Each teacher declares what it wants; :func:`expert_settings` turns knowledge and a level into that teacher's
settings, or says in one sentence what is missing. The levels are those of the TeachMyAgent benchmark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError
from gradus.school.checks import one_of, positive

if TYPE_CHECKING:
    from gradus.teachers.boxes import BoxTeacher

Level = Literal["no", "low", "high", "original"]
"""How much expert knowledge: none; mastery only; the initial tasks, too; what the method's own paper used."""
Use = Literal["none", "optional", "required"]
"""Whether a teacher uses a part of the knowledge."""


@dataclass(frozen=True)
class Wants:
    """What expert knowledge a teacher can use."""

    initial: Use = "none"
    """The distribution of easy tasks to begin with; "required" means: at the levels high and original."""
    target: Use = "none"
    """The distribution of tasks to arrive at."""
    mastery: Use = "none"
    """What return, or which success bit, counts as mastered."""
    mastery_settings: tuple[str | None, str | None] = (None, None)
    """The settings that take the ends of the mastery range; (None, None) when the success bit is enough."""
    with_initial: Mapping[str, Any] = field(default_factory=dict)
    """Further settings at the levels high and original, whether or not the initial tasks are known."""


@dataclass(frozen=True)
class Knowledge:
    """What an expert knows about a task space, in world coordinates; every part may be missing."""

    initial_mean: tuple[float, ...] | None = None
    """The middle of the easy tasks."""
    initial_std: tuple[float, ...] | None = None
    """How far the easy tasks spread; without it 10 % of each range."""
    target_mean: tuple[float, ...] | None = None
    """The middle of the wanted tasks."""
    target_std: tuple[float, ...] | None = None
    """How far the wanted tasks spread; without it 25 % of each range."""
    mastery: tuple[float, float] | None = None
    """The return at or below which a task is failed and the return from which it is mastered."""


def expert_settings(teacher: type, level: Level, knowledge: Knowledge) -> dict[str, Any]:
    """The settings that give a teacher class the knowledge of a level."""
    one_of("level", level, get_args(Level))
    wants: Wants = getattr(teacher, "wants", Wants())
    name = getattr(teacher, "name", teacher.__name__)
    if level == "no":
        if wants.mastery == "required":
            raise UserError(f"The teacher {name!r} requires mastery: it cannot teach at expert level 'no'.")
        return {}
    settings = _mastery(wants, name, knowledge)
    if level in ("high", "original"):
        settings |= wants.with_initial
        settings |= _gaussian("initial", wants.initial, name, level, knowledge)
        settings |= _gaussian("target", wants.target, name, level, knowledge)
    return settings


def _mastery(wants: Wants, name: str, knowledge: Knowledge) -> dict[str, Any]:
    if wants.mastery_settings == (None, None):
        return {}
    if knowledge.mastery is None:
        if wants.mastery == "required":
            raise UserError(f"The teacher {name!r} requires a mastery range, which this knowledge lacks.")
        return {}
    ends = zip(wants.mastery_settings, knowledge.mastery, strict=True)
    return {setting: value for setting, value in ends if setting is not None}


def _gaussian(part: str, use: Use, name: str, level: str, knowledge: Knowledge) -> dict[str, Any]:
    if use == "none":
        return {}
    mean, std = getattr(knowledge, f"{part}_mean"), getattr(knowledge, f"{part}_std")
    if mean is None:
        if use == "required":
            raise UserError(
                f"The teacher {name!r} requires {part}_mean at level {level!r}, which this knowledge lacks."
            )
        return {}
    return {f"{part}_mean": mean} | ({f"{part}_std": std} if std is not None else {})


def initial_gaussian(teacher: BoxTeacher) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean and deviation to begin with: the given ones, else a random mean and 10 % of each range."""
    given = teacher.settings.initial_mean
    mean = (
        teacher.rng.uniform(teacher.low, teacher.high) if given is None else inside(teacher, "initial_mean")
    )
    return mean, deviation(teacher, "initial_std", 0.1)


def inside(teacher: BoxTeacher, name: str) -> NDArray[np.float64]:
    """The free part of a mean given in the settings; it must lie in the box."""
    mean = teacher.free_part(name, getattr(teacher.settings, name))
    if not (np.all(teacher.low <= mean) and np.all(mean <= teacher.high)):
        raise UserError(f"{name} must lie inside the box, not at {getattr(teacher.settings, name)!r}.")
    return mean


def deviation(teacher: BoxTeacher, name: str, share: float) -> NDArray[np.float64]:
    """The free part of deviations given in the settings, else a share of each range."""
    given = getattr(teacher.settings, name)
    if given is None:
        return share * teacher.width
    stds = teacher.free_part(name, given)
    for std in stds:
        positive(name, float(std))
    return stds
