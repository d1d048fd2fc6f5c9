"""Sample learners of 2017, doing what they were meant to do."""

from __future__ import annotations

from typing import Any

from gradus.stream.legacy.core.channels import InputChannel, OutputChannel
from gradus.stream.legacy.core.serializer import StandardSerializer
from gradus.stream.legacy.learners.base import BaseLearner


class SampleRepeatingLearner(BaseLearner):
    """Says what it hears."""


class SampleSilentLearner(BaseLearner):
    """Says the bits of a space, round and round."""

    def __init__(self) -> None:
        serializer = StandardSerializer()
        self._silence = serializer.to_binary(serializer.SILENCE_TOKEN)
        self._place = 0

    def next(self, input: Any) -> Any:  # noqa: A002 (the name of 2017)
        """The next bit of silence."""
        bit = self._silence[self._place]
        self._place = (self._place + 1) % len(self._silence)
        return bit


class SampleMemorizingLearner(BaseLearner):
    """Keeps silent while it listens; after two spaces it says back, bit by bit, what it heard before them."""

    def __init__(self) -> None:
        self._serializer = StandardSerializer()
        self._heard, self._saying = InputChannel(self._serializer), OutputChannel(self._serializer)

    def next(self, input: Any) -> Any:  # noqa: A002 (the name of 2017)
        """A bit of what it heard, or of silence."""
        self._heard.consume(input)
        text = self._heard.get_text()
        if text.endswith("  ") and text.strip():
            self._heard.clear()
            self._saying.set_message(text.strip())
        if self._saying.is_empty():
            self._saying.set_message(self._serializer.SILENCE_TOKEN)
        return self._saying.consume()
