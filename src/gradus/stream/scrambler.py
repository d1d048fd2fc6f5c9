"""The scrambler: a secret bijection of the printable characters, fixed for a run.

It works inside the world, so no transport, view or learner ever sees the plain text. Bytes outside
32..126 pass unchanged. What the world says goes through the key, what the learner says comes back through it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any
from zlib import crc32

from gradus.school import Sampler, UserError, hint

PRINTABLE = bytes(range(32, 127))
_CLASSES = (ascii_lowercase.encode(), ascii_uppercase.encode(), digits.encode())
KINDS = ("all", "keep-silence", "classes")
"""What is permuted: everything printable; all but the space; or only within a character's class."""
IDENTITY = bytes(range(256))


@dataclass(frozen=True)
class Scrambler:
    """A key: ``table[plain] == shown`` for all 256 bytes."""

    kind: str
    table: bytes

    @classmethod
    def from_seed(cls, seed: int, kind: str = "all") -> Scrambler:
        """The key of a run."""
        _check_kind(kind)
        pick = Sampler(seed, (crc32(b"scrambler"),))
        table = bytearray(range(256))
        for group in _groups(kind):
            for plain, shown in zip(group, pick.shuffled(group), strict=True):
                table[plain] = shown
        return cls(kind, bytes(table))

    @property
    def inverse(self) -> bytes:
        """``inverse[shown] == plain``."""
        table = bytearray(256)
        for plain, shown in enumerate(self.table):
            table[shown] = plain
        return bytes(table)

    def spec(self) -> dict[str, Any]:
        """A JSON-able description; the key is written as the image of the printable characters."""
        return {"kind": self.kind, "key": self.table[32:127].decode("ascii")}

    @classmethod
    def from_spec(cls, spec: Mapping[str, Any]) -> Scrambler:
        """The scrambler that :meth:`spec` described."""
        kind, key = spec.get("kind"), spec.get("key")
        _check_kind(kind)
        if not isinstance(key, str) or sorted(key) != [chr(byte) for byte in PRINTABLE]:
            raise UserError("A scrambler key must name each of the 95 printable characters once.")
        return cls(str(kind), IDENTITY[:32] + key.encode("ascii") + IDENTITY[127:])


def _check_kind(kind: Any) -> None:
    if kind not in KINDS:
        close = hint(str(kind), KINDS)
        raise UserError(f"There is no scrambler {kind!r}, only {', '.join(KINDS)}.{close}")


def _groups(kind: str) -> tuple[bytes, ...]:
    if kind == "all":
        return (PRINTABLE,)
    if kind == "keep-silence":
        return (PRINTABLE[1:],)
    named = b"".join(_CLASSES)
    return (*_CLASSES, bytes(b for b in PRINTABLE[1:] if b not in named))
