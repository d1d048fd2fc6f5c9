"""A hidden curriculum that can be proved later: publish its hash before, its key after.

The key holds everything that decides what a submission meets: the curriculum's specification, the seed, whether it is
scrambled, the code that runs it, and a random number that keeps anybody from guessing keys until the hash fits. Each
submission meets a stream of its own, derived from the key and the submission's number, so nothing that one learner
carries out helps the next, and yet every run can be repeated once the key is out.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import gradus
from gradus.school import UserError, read_json
from gradus.stream import Curriculum, World

_ROOMS = ("school", "stream", "teachers")
"""The rooms whose code decides what a submission meets."""


def canonical(value: Any) -> bytes:
    """The one way to write a value as JSON, for hashing."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


@cache
def code_digest() -> str:
    """A hash of the code and data of the rooms that decide what a submission meets."""
    root, total = Path(gradus.__file__).parent, hashlib.sha256()
    files = sorted(
        path.relative_to(root).as_posix()
        for room in _ROOMS
        for path in (root / room).rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".pyo")
    )
    for name in files:
        content = (root / name).read_bytes()
        total.update(f"{name}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


@dataclass(frozen=True)
class Key:
    """What a round of the leaderboard keeps secret until it is over."""

    curriculum: Mapping[str, Any]
    seed: int
    scramble: bool
    nonce: str
    version: str
    """The version of Gradus that runs the round."""
    code: str
    """The hash of its code, as far as it decides what a submission meets."""

    @classmethod
    def new(cls, curriculum: Curriculum, seed: int, scramble: bool = True) -> Key:
        """A key with a fresh random number, for the Gradus that is running."""
        nonce = secrets.token_hex(32)
        return cls(curriculum.spec(), seed, scramble, nonce, gradus.__version__, code_digest())

    @property
    def commitment(self) -> str:
        """The hash to publish before anybody submits."""
        return hashlib.sha256(canonical(asdict(self))).hexdigest()

    def derive(self, purpose: str, entry: int) -> bytes:
        """Bytes that only the key's holder knows, different for every purpose and every submission."""
        return hmac.digest(self.nonce.encode(), canonical([purpose, self.seed, entry]), "sha256")

    def seed_of(self, purpose: str, entry: int) -> int:
        """A seed from :meth:`derive`: 48 bits, which every JSON reader keeps exact."""
        return int.from_bytes(self.derive(purpose, entry)[:6], "big")

    def world(self, entry: int) -> World:
        """The world that the submission of this number meets, with a seed and a permutation of its own."""
        return World(Curriculum.from_spec(self.curriculum), self.seed_of("world", entry), self.scramble)

    def sign(self, entry: int, content: bytes) -> str:
        """A signature under a submission's row."""
        return hmac.digest(self.derive("row", entry), content, "sha256").hex()

    def check_code(self) -> None:
        """Complain unless the Gradus that is running is the one of the round."""
        if (self.version, self.code) != (gradus.__version__, code_digest()):
            raise UserError(
                f"The round was opened with Gradus {self.version} (code {self.code[:12]}), and this is "
                f"{gradus.__version__} (code {code_digest()[:12]}): its runs might not be the same."
            )

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`from_json` reads back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any, source: str = "The key") -> Key:
        """The key that :meth:`to_json` wrote."""
        kinds = {"curriculum": dict, "seed": int, "scramble": bool, "nonce": str, "version": str, "code": str}
        if not isinstance(data, Mapping) or sorted(data) != sorted(kinds):
            raise UserError(f"{source} must hold exactly {', '.join(kinds)}.")
        for name, kind in kinds.items():
            if type(data[name]) is not kind:
                raise UserError(
                    f"{name!r} in {source} should be of type {kind.__name__}, not {data[name]!r}."
                )
        return cls(**data)

    @classmethod
    def read(cls, path: Path) -> Key:
        """The key in a file."""
        return cls.from_json(read_json(path), str(path))

    def write(self, path: Path) -> None:
        """Keep the key in a file that only its owner can read; an existing file is never overwritten."""
        try:
            path.touch(0o600, exist_ok=False)
        except FileExistsError:
            raise UserError(f"{path} already exists; a round's key is written only once.") from None
        text = json.dumps(self.to_json(), indent=1, sort_keys=True) + "\n"
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            path.unlink()  # half a key is none
            raise UserError(f"Cannot write {path}: {error.strerror}.") from error
