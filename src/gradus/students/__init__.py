"""Students: agents that learn on the tracks (PPO and SAC), and the training that brings them and a teacher together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import lazily

if TYPE_CHECKING:
    from gradus.students.catalogue import STUDENTS, available, make
    from gradus.students.command import (
        LEVELS,
        setting_text,
        settings_from,
        single_task,
        track_knowledge,
        train_command,
        usual_test,
    )
    from gradus.students.episodes import Episode, Way, policy_episode, recorded_test, training_episode, way_to
    from gradus.students.evaluation import MASTERED
    from gradus.students.loading import load_student
    from gradus.students.novices import UNTRAINED, untrained
    from gradus.students.plan import Plan
    from gradus.students.shipped import WALKERS, Walker, save_walker, walker, write_walker
    from gradus.students.student import EnvShape, Policy, Step, Student
    from gradus.students.tickets import Once
    from gradus.students.training import Evaluation, Training
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "Shape": "gradus.students:EnvShape",
        },
    )


__all__ = [
    "LEVELS",
    "MASTERED",
    "STUDENTS",
    "UNTRAINED",
    "WALKERS",
    "Episode",
    "Evaluation",
    "Once",
    "Plan",
    "Policy",
    "EnvShape",
    "Step",
    "Student",
    "Training",
    "Walker",
    "Way",
    "available",
    "load_student",
    "make",
    "policy_episode",
    "recorded_test",
    "save_walker",
    "setting_text",
    "settings_from",
    "single_task",
    "track_knowledge",
    "train_command",
    "training_episode",
    "untrained",
    "usual_test",
    "walker",
    "way_to",
    "write_walker",
]
