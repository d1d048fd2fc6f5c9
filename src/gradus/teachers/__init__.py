"""Teachers: one readable file each, found by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gradus import school
from gradus.school import Registry, lazily

if TYPE_CHECKING:
    from gradus.school import Space, Teacher
    from gradus.teachers import toy_study
    from gradus.teachers.described import full_settings, settings_text
    from gradus.teachers.expert import Knowledge, Wants, expert_settings
    from gradus.teachers.shapes import Dots, Ellipse, Rectangle, Shape
    from gradus.teachers.wrappers import Shuffle, Shuffled, Wrapper
else:
    __getattr__, __dir__ = lazily(__name__)

TEACHERS: Registry[type[Teacher]] = Registry("teacher")
"""Every teacher by its id."""

for _name, _path in {
    "consecutive": "gradus.teachers.orders:Consecutive",
    "incremental": "gradus.teachers.orders:Incremental",
    "sequential": "gradus.teachers.orders:Sequential",
    "dependencies": "gradus.teachers.orders:Dependencies",
    "random": "gradus.teachers.random:Random",
    "examiner": "gradus.teachers.examiner:Examiner",
    "adr": "gradus.teachers.adr:Adr",
    "riac": "gradus.teachers.riac:Riac",
    "covar-gmm": "gradus.teachers.covar_gmm:CovarGmm",
    "alp-gmm": "gradus.teachers.alp_gmm:AlpGmm",
    "spdl": "gradus.teachers.spdl:Spdl",
    "goal-gan": "gradus.teachers.goal_gan:GoalGan",
    "setter-solver": "gradus.teachers.setter_solver:SetterSolver",
    "oracle": "gradus.teachers.oracle:Oracle",
    "plr": "gradus.teachers.plr:Plr",
    "accel": "gradus.teachers.accel:Accel",
    "vds": "gradus.teachers.vds:Vds",
    "learning-progress": "gradus.teachers.learning_progress:LearningProgress",
    "tscl": "gradus.teachers.tscl:Tscl",
    "sfl": "gradus.teachers.sfl:Sfl",
    "procurl": "gradus.teachers.procurl:Procurl",
    "currot": "gradus.teachers.currot:Currot",
    "paired": "gradus.teachers.paired:Paired",
    "annealed": "gradus.teachers.annealed:Annealed",
    "stepwise": "gradus.teachers.stepwise:Stepwise",
    "self-play": "gradus.teachers.self_play:SelfPlay",
}.items():
    TEACHERS.lazy(_name, _path)


NAMED = ("consecutive", "incremental", "sequential", "dependencies", "examiner", "self-play")
"""Teachers that choose among named tasks only."""
BOXED = (
    *("adr", "riac", "covar-gmm", "alp-gmm", "spdl", "goal-gan", "setter-solver", "oracle"),
    *("accel", "vds", "currot"),
)
"""Teachers that need a box of numbers; all others, also third parties', are offered for both."""


def available(space: Space | None = None) -> list[str]:
    """The names of all teachers, or of those that can teach a task space.

    >>> from gradus.school import Discrete
    >>> "alp-gmm" in available(), "alp-gmm" in available(Discrete(("a", "b")))
    (True, False)
    """
    others = () if space is None else NAMED if isinstance(space, school.Box) else BOXED
    return [name for name in TEACHERS.available() if name not in others]


def make(name: str, space: Space, seed: int = 0, **settings: Any) -> Teacher:
    """The teacher of that name for a task space."""
    return TEACHERS.get(name)(space, seed, **settings)


__all__ = [
    "toy_study",
    "TEACHERS",
    "Dots",
    "Ellipse",
    "Knowledge",
    "Rectangle",
    "Shape",
    "Shuffle",
    "Shuffled",
    "Wants",
    "Wrapper",
    "available",
    "expert_settings",
    "full_settings",
    "make",
    "settings_text",
]
