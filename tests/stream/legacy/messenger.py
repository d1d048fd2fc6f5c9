"""Talking to an environment of 2017 from a test: whole texts instead of symbols."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from gradus.stream.legacy.core.byte_channels import ByteInputChannel, ByteOutputChannel
from gradus.stream.legacy.core.channels import InputChannel, OutputChannel
from gradus.stream.legacy.core.environment import Environment
from gradus.stream.legacy.core.serializer import StandardSerializer


class Always:
    """A scheduler that knows one task."""

    def __init__(self, task: Any) -> None:
        self.task = task
        self.results: list[Any] = []

    def get_next_task(self) -> Any:
        return self.task

    def reward(self, result: Any) -> None:
        self.results.append(result)


class Messenger:
    """Says texts and hears what comes back."""

    def __init__(self, env: Environment, byte_mode: bool = False) -> None:
        serializer = StandardSerializer()
        self.env = env
        self.heard: Any = ByteInputChannel(serializer) if byte_mode else InputChannel(serializer)
        self.saying: Any = ByteOutputChannel(serializer) if byte_mode else OutputChannel(serializer)
        self.reward: Any = 0
        self.heard.consume(env.next(None)[0])

    def send(self, text: str = " ") -> int:
        """Say a text; how many symbols that took."""
        self.saying.set_message(text)
        symbols = 0
        while not self.saying.is_empty():
            symbol, reward = self.env.next(self.saying.consume())
            self.heard.consume(symbol)
            self.reward += reward
            symbols += 1
        return symbols

    def read(self) -> int:
        """Listen until there is silence."""
        symbols = 0
        while not self.env._output_channel.is_silent():
            symbols += self.send()
        return symbols

    def read_until(self, condition: Callable[[Messenger], Any], limit: int = 20_000) -> None:
        """Listen until something holds."""
        for _ in range(limit):
            if condition(self):
                return
            self.send()
        raise AssertionError("it never happened")

    def last(self) -> str:
        """What was said last: what follows the last pause of two spaces."""
        return re.split(r" {2,}", self.heard.get_text().rstrip(" "))[-1]

    def find(self, pattern: str) -> tuple[str, ...]:
        """Groups of a pattern in what was said last."""
        found = re.search(pattern, self.last())
        assert found, (pattern, self.last())
        return found.groups()


def talk_to(task: Any, byte_mode: bool = False, **options: Any) -> Messenger:
    """A messenger to an environment that plays one task."""
    env = Environment(StandardSerializer(), Always(task), byte_mode=byte_mode, **options)
    return Messenger(env, byte_mode)
