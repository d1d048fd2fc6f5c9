"""When a learner is gone: the one exception that ends a run because of its learner, with a reason."""

from __future__ import annotations

from gradus.school import UserError


class LearnerGone(UserError):  # noqa: N818 (a reason to stop rather than a mistake)
    """The learner cannot or may not go on: it left, broke the protocol or used up its budget."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason[:1].upper() + reason[1:] + ".")
        self.reason = reason
        """Why, as a clause that a sentence can end with: ``the learner closed the connection``."""
