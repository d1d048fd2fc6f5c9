"""Channels of bytes: one character with a code below 256 per step, no encoding, and messages queue up."""

from __future__ import annotations

from typing import Any

from gradus.stream.legacy.core.observer import Observable


class ByteInputChannel:
    """Collects characters."""

    def __init__(self, serializer: Any = None) -> None:
        self.serializer = serializer
        self._text = ""
        self.sequence_updated, self.message_updated = Observable(), Observable()

    def consume(self, character: Any) -> None:
        """Take in one character."""
        if ord(character) > 255:
            raise ValueError(f"a character with code {ord(character)} is outside the bytes 0 to 255")
        self._text += character
        self.message_updated(self._text)
        self.sequence_updated(self._text)

    def clear(self) -> None:
        """Forget everything; told only if there was something."""
        if self._text:
            self._text = ""
            self.message_updated("")
            self.sequence_updated("")

    def get_text(self) -> str:
        """The text so far."""
        return self._text

    def get_undeserialized(self) -> str:
        """Nothing ever waits to be decoded."""
        return ""

    def set_deserialized_buffer(self, text: str) -> None:
        """Replace the text; nobody is told."""
        self._text = text


class ByteOutputChannel:
    """Hands out the characters of messages, one after the other."""

    def __init__(self, serializer: Any = None) -> None:
        self.serializer = serializer
        self._queue, self._sent = "", 0
        self.sequence_updated = Observable()

    def set_message(self, message: str) -> None:
        """Say ``message`` after everything that waits."""
        self._queue, self._sent = self._queue[self._sent :] + message, 0
        self.sequence_updated(self._queue)

    def consume(self) -> str | None:
        """The next character, None if there is none."""
        if self._sent >= len(self._queue):
            return None
        self._sent += 1
        if self.sequence_updated.observers:
            self.sequence_updated(self._queue[self._sent :])
        return self._queue[self._sent - 1]

    def is_empty(self) -> bool:
        """Whether everything has been said."""
        return self._sent >= len(self._queue)

    def is_silent(self) -> bool:
        """Whether only spaces are unsent."""
        return self._sent >= len(self._queue) or not self._queue[self._sent :].strip(" ")

    def clear(self) -> None:
        """Drop what is unsent."""
        if not self.is_empty():
            self._queue, self._sent = "", 0
            self.sequence_updated("")
