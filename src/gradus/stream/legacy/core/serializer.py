"""Text as bits, and the scrambler of words: UTF-8, eight bits per byte, the highest first."""

from __future__ import annotations

import random
import re
from string import ascii_lowercase
from typing import Any

WORD, SILENCE, PUNCT = "WORD", "SILENCE", "PUNCT"
_PUNCTUATION = ",.:;'\"?"
_VOWELS = "aeiouy"
_CONSONANTS = "".join(letter for letter in ascii_lowercase if letter not in _VOWELS)


class StandardSerializer:
    """UTF-8."""

    SILENCE_TOKEN = " "
    SILENCE_ENCODING = " "

    def to_binary(self, text: str) -> str:
        """The bits of a text."""
        return "".join(f"{byte:08b}" for byte in text.encode())

    def to_text(self, bits: str, strict: bool = False) -> str | None:
        """The text of the whole bytes; None if they make none. Not strict: leading bytes may be skipped."""
        size = len(bits) // 8
        if not size:
            return "" if strict else None
        data = int(bits[: 8 * size], 2).to_bytes(size, "big")
        for skipped in range(1 if strict else size):
            try:
                return data[skipped:].decode()
            except UnicodeDecodeError:
                continue
        return None

    def can_deserialize(self, bits: str) -> bool:
        """Whether the bits make a text."""
        return len(bits) >= 8 and self.to_text(bits) is not None


class IdentitySerializer:
    """Text as it is."""

    SILENCE_TOKEN = " "
    SILENCE_ENCODING = " "

    def to_binary(self, text: str) -> str:
        """The text itself."""
        return text

    def to_text(self, text: str, strict: bool = False) -> str:
        """The text itself."""
        return text

    def can_deserialize(self, text: str) -> bool:
        """Whether there is any."""
        return bool(text)


class ScramblingSerializerWrapper:
    """Replaces words by invented ones of the same length, fixed for its lifetime."""

    def __init__(self, serializer: Any, readable: bool = True) -> None:
        self._inner, self._readable = serializer, readable
        self.SILENCE_TOKEN = serializer.SILENCE_TOKEN
        self.SILENCE_ENCODING = serializer.SILENCE_ENCODING
        self.word_mapping: dict[str, str] = {}
        """The invented word of each word, in lower case."""
        self.inv_word_mapping: dict[str, str] = {}

    def to_binary(self, text: str) -> Any:
        """The bits of the text in invented words."""
        return self._inner.to_binary("".join(self._scrambled(*token) for token in self.tokenize(text)))

    def to_text(self, bits: Any, strict: bool = False) -> str | None:
        """What the bits say, with invented words read as those they stand for."""
        text = self._inner.to_text(bits, strict) if strict else self._inner.to_text(bits)
        if text is None:
            return None
        return "".join(self._understood(*token) for token in self.tokenize(text))

    def can_deserialize(self, bits: Any) -> bool:
        """Whether the bits make a text that does not end in the middle of a word."""
        if not self._inner.can_deserialize(bits):
            return False
        tokens = self.tokenize(self._inner.to_text(bits))
        return bool(tokens) and tokens[-1][1] != WORD

    def tokenize(self, text: str) -> list[tuple[str, str]]:
        """Words and single other characters, each with its kind; nothing is merged or dropped."""
        return [(token, _kind(token)) for token in re.split(r"(\W)", text) if token]

    def _scrambled(self, token: str, kind: str) -> str:
        if kind != WORD:
            return token
        key = token.lower()
        if key not in self.word_mapping:
            new = self._invent(len(key))
            self.word_mapping[key], self.inv_word_mapping[new] = new, key
        return _with_capitals_of(token, self.word_mapping[key])

    def _understood(self, token: str, kind: str) -> str:
        key = token.lower()
        if kind == WORD and key in self.inv_word_mapping:
            return _with_capitals_of(token, self.inv_word_mapping[key])
        if kind == WORD and key in self.word_mapping:
            return _with_capitals_of(token, self.word_mapping[key])
        return token

    def _invent(self, length: int) -> str:
        """A word that was not invented before; when all of a length are taken, one with any letters."""
        for attempt in range(1000):
            word = self._pseudo_word(length) if self._readable and attempt < 500 else _letters(length)
            if word not in self.inv_word_mapping:
                return word
        raise RuntimeError(f"all invented words of {length} characters are taken")

    def _pseudo_word(self, length: int) -> str:
        first = random.randrange(2)
        return "".join(random.choice((_VOWELS, _CONSONANTS)[(first + i) % 2]) for i in range(length))


def _letters(length: int) -> str:
    """Distinct letters as far as they go."""
    letters = random.sample(ascii_lowercase, min(length, len(ascii_lowercase)))
    return "".join(letters + random.choices(ascii_lowercase, k=length - len(letters)))


def _kind(token: str) -> str:
    if token == " ":
        return SILENCE
    return PUNCT if token in _PUNCTUATION else WORD


def _with_capitals_of(model: str, word: str) -> str:
    return "".join(
        letter.upper() if i < len(model) and model[i].isupper() else letter for i, letter in enumerate(word)
    )
