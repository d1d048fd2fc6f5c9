"""A hidden curriculum that can be proved later: publish its hash before, its key after.

The key holds everything that decides what a submission meets: the curriculum's specification, the seed, whether it is
scrambled, and a random number that keeps anybody from guessing keys until the hash fits.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gradus.school import UserError, read_json
from gradus.stream import Curriculum, World


@dataclass(frozen=True)
class Key:
    """What a round of the leaderboard keeps secret until it is over."""

    curriculum: Mapping[str, Any]
    seed: int
    scramble: bool
    nonce: str

    @classmethod
    def new(cls, curriculum: Curriculum, seed: int, scramble: bool = True) -> Key:
        """A key with a fresh random number; nothing measured depends on that number."""
        return cls(curriculum.spec(), seed, scramble, secrets.token_hex(32))

    @property
    def commitment(self) -> str:
        """The hash to publish before anybody submits."""
        text = json.dumps(asdict(self), sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def world(self) -> World:
        """The world every submission of the round meets."""
        return World(Curriculum.from_spec(self.curriculum), self.seed, self.scramble)

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`from_json` reads back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any, source: str = "The key") -> Key:
        """The key that :meth:`to_json` wrote."""
        names = ("curriculum", "seed", "scramble", "nonce")
        if not isinstance(data, Mapping) or sorted(data) != sorted(names):
            raise UserError(f"{source} must hold exactly {', '.join(names)}.")
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
        path.write_text(json.dumps(self.to_json(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
