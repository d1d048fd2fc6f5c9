"""Learners in the style of 2017: told the reward by ``reward(r)``, asked for a character by ``next(char)``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradus.school import UserError


class CallbackLearner:
    """Makes an object with ``next(char)`` and perhaps ``try_reward(r)`` or ``reward(r)`` a stream learner.

    In every step ``try_reward`` is called, which in the base class of 2017 calls ``reward``; then ``next``.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self._reward = getattr(inner, "try_reward", None) or getattr(inner, "reward", None)
        self.resumable = hasattr(inner, "state") and hasattr(inner, "restore")
        """Whether the inner learner's memory can be saved."""

    def act(self, byte: int, reward: int) -> int:
        """Pass the reward on, then ask for a character."""
        if self._reward is not None:
            self._reward(reward)
        said = self.inner.next(chr(byte))
        if isinstance(said, bytes):
            said = said.decode("latin-1")
        if not isinstance(said, str) or len(said) != 1 or ord(said) > 255:
            raise UserError(f"next(char) must return one character with a code from 0 to 255, not {said!r}.")
        return ord(said)

    def state(self) -> dict[str, Any]:
        """The inner learner's state, if it has one."""
        if not hasattr(self.inner, "state"):
            raise UserError("This learner has no state(): its run can be replayed but not resumed.")
        state: dict[str, Any] = self.inner.state()
        return state

    def restore(self, state: Mapping[str, Any]) -> None:
        """Hand the state back to the inner learner."""
        if not hasattr(self.inner, "restore"):
            raise UserError("This learner has no restore(): its run can be replayed but not resumed.")
        self.inner.restore(state)
