"""Channels of bits: text goes through a serializer, one bit per step."""

from __future__ import annotations

from typing import Any

from gradus.stream.legacy.core.observer import Observable


class InputChannel:
    """Collects bits and the text that they make."""

    def __init__(self, serializer: Any) -> None:
        self.serializer = serializer
        self._binary = self._text = self._open = ""
        self.sequence_updated, self.message_updated = Observable(), Observable()

    def consume(self, bit: Any) -> None:
        """Take in one bit; a completed character is told after the bit itself."""
        symbol = str(bit)
        self._binary += symbol
        self._open += symbol
        self.sequence_updated(self._binary)
        if len(self._open) >= 8 and self.serializer.can_deserialize(self._open):
            self._text += self.serializer.to_text(self._open)
            self._open = ""
            self.message_updated(self._text)

    def clear(self) -> None:
        """Forget everything; told only where there was something."""
        self._open = ""
        if self._text:
            self._text = ""
            self.message_updated("")
        if self._binary:
            self._binary = ""
            self.sequence_updated("")

    def get_text(self) -> str:
        """The text so far."""
        return self._text

    def get_binary(self) -> str:
        """All bits so far."""
        return self._binary

    def get_undeserialized(self) -> str:
        """The bits that make no character yet."""
        return self._open

    def set_deserialized_buffer(self, text: str) -> None:
        """Replace the text; nobody is told."""
        self._text = text


class OutputChannel:
    """Hands out the bits of a message; a new message takes the place of what is unsent."""

    def __init__(self, serializer: Any) -> None:
        self.serializer = serializer
        self._bits = ""
        self.sequence_updated = Observable()

    def set_message(self, message: str) -> None:
        """Say ``message`` after the bits without which nothing sensible would remain to be read."""
        self._bits = self._bits[: self._kept()] + self.serializer.to_binary(message)
        self.sequence_updated(self._bits)

    def _kept(self) -> int:
        bits = self._bits
        for start in range(len(bits) - 7):
            if self.serializer.to_text(bits[start:]):
                return start
        return len(bits)

    def consume(self) -> str | None:
        """The next bit, None if there is none."""
        if not self._bits:
            return None
        bit, self._bits = self._bits[0], self._bits[1:]
        self.sequence_updated(self._bits)
        return bit

    def is_empty(self) -> bool:
        """Whether everything has been said."""
        return not self._bits

    def is_silent(self) -> bool:
        """Whether what is unsent is the end of a row of silences."""
        if not self._bits:
            return True
        silence = self.serializer.to_binary(self.serializer.SILENCE_TOKEN)
        size = len(self._bits)
        return bool((silence * (size // len(silence) + 1))[-size:] == self._bits)

    def clear(self) -> None:
        """Drop what is unsent."""
        if self._bits:
            self._bits = ""
            self.sequence_updated("")
