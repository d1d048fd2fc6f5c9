"""The base classes of learners of 2017."""

from __future__ import annotations

from typing import Any

from gradus.stream.remote.learner import RemoteLearner as _Remote


class BaseLearner:
    """Is told every reward, and says back what it hears."""

    def try_reward(self, reward: Any) -> None:
        """Pass a reward on, if there is one."""
        if reward is not None:
            self.reward(reward)

    def reward(self, reward: Any) -> None:
        """Nothing is learned here."""

    def next(self, input: Any) -> Any:  # noqa: A002 (the name of 2017)
        """The next symbol."""
        return input


class RemoteLearner(BaseLearner):
    """A learner in another process, over ZeroMQ; with a command it is started, with the port added."""

    def __init__(self, cmd: str | None, port: int, address: str | None = None) -> None:
        if not 1 <= int(port) <= 65535:
            raise ValueError(f"a port is a number from 1 to 65535, not {port}")
        self._remote = _Remote(f"{address or '0.0.0.0'}:{port}", command=cmd)
        self._remote.greet()
        self._reward: Any = 0

    def try_reward(self, reward: Any) -> None:
        """Keep the reward for the message that goes before the next symbol."""
        self._reward = reward

    def next(self, input: Any) -> Any:  # noqa: A002 (the name of 2017)
        """Ask the other process."""
        return chr(self._remote.act(ord(input), int(self._reward or 0)))
