"""The base of the tasks before the challenge: words spoken over the teacher vanish."""

from __future__ import annotations

from typing import Any

from gradus.stream.legacy.core.task import Task, on_message

__all__ = ["BaseTask", "on_message"]


class BaseTask(Task):
    """Blanks what the learner says while the environment is speaking."""

    @on_message(r".")
    def on_any_message(self, event: Any) -> None:
        """Turn an interruption into silence."""
        if not self._env.is_silent() and event.message[-1] != " ":
            self.ignore_last_char()
