"""Kits: published checks with which a third party can test a part of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import lazily

if TYPE_CHECKING:
    from gradus.kits.learner import check_learner
    from gradus.kits.task import check_task
    from gradus.kits.teacher import check_teacher
    from gradus.kits.track import check_track
    from gradus.kits.verdict import KitError
else:
    __getattr__, __dir__ = lazily(__name__)


__all__ = ["KitError", "check_learner", "check_task", "check_teacher", "check_track"]
