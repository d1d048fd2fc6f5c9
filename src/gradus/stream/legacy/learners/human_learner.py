"""People as learners in 2017: when they are asked, and how what they type is said."""

from __future__ import annotations

import re
from typing import Any

from gradus.stream.learner import LearnerDisconnected
from gradus.stream.legacy.core.byte_channels import ByteInputChannel, ByteOutputChannel
from gradus.stream.legacy.core.channels import InputChannel, OutputChannel
from gradus.stream.legacy.core.serializer import StandardSerializer
from gradus.stream.legacy.learners.base import BaseLearner


class HumanLearner(BaseLearner):
    """Asks after two silences; what is typed is said symbol by symbol, with rows of full stops made one."""

    asks_a_person = True

    def __init__(self, serializer: Any, byte_mode: bool = False) -> None:
        self._serializer = serializer
        hearing, speaking = (
            (ByteInputChannel, ByteOutputChannel) if byte_mode else (InputChannel, OutputChannel)
        )
        self._heard: Any = hearing(serializer)
        self._said: Any = speaking(serializer)
        self._view: Any = None

    def set_view(self, view: Any) -> None:
        """Whom to ask."""
        self._view = view

    def next(self, input: Any) -> Any:  # noqa: A002 (the name of 2017)
        """The next symbol of what was typed, silence if there is none."""
        self._heard.consume(input)
        if self._said.is_empty():
            if self._asks(self._heard.get_text()):
                self._heard.clear()
                self._said.set_message(self._typed(self._view.get_input()))
            if self._said.is_empty():
                self._said.set_message(self._serializer.SILENCE_TOKEN)
        return self._said.consume()

    def _asks(self, text: str) -> bool:
        return text.endswith("  ")

    def _typed(self, line: str) -> str:
        return re.sub(r"\.+", ".", line)


class ImmediateHumanLearner(HumanLearner):
    """Asks in every step, and says the first character."""

    def _asks(self, text: str) -> bool:
        return bool(text)

    def _typed(self, line: str) -> str:
        return line[:1]


class HaltOnDotHumanLearner(HumanLearner):
    """Asks when a sentence has ended."""

    def _asks(self, text: str) -> bool:
        return text.endswith(".")


class _Terminal:
    """Where a person is asked when there is no view."""

    def get_input(self) -> str:
        """A line; nothing when the person has left."""
        try:
            return input("> ")
        except EOFError:
            raise LearnerDisconnected("the person quit") from None


def at_the_terminal(kind: Any) -> Any:
    """A person as a learner of that kind, asked on the terminal and shown what the world says."""
    learner = kind(StandardSerializer(), True)
    learner.set_view(_Terminal())
    learner._heard.message_updated.register(lambda text: print(text[-1:], end="", flush=True))
    return learner
