"""The rows of a round as a chain: each holds the hash of the one before it and is signed with the round's key.

A row that was changed, removed from the middle or added by somebody without the key is found by :func:`verify_chain`;
whoever kept the receipt of a row (its hash) also finds that the end was cut off.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from gradus.leaderboard.commitment import Key, canonical
from gradus.school import UserError


@dataclass(frozen=True)
class Row:
    """One submission's result."""

    round: str
    entry: int
    """The submission's number in its round, from which its stream is derived."""
    name: str
    """Who submitted it."""
    learner: str
    """What was run: a learner's name, its import path, or a command."""
    is_command: bool
    code: str
    """The hash of the submission's folder."""
    tasks_passed: int
    tasks: int
    steps: int
    finished: bool
    reason: str
    seconds: float
    isolation: str
    """``bubblewrap``, ``landlock`` or ``limits only``."""
    submitted: str
    """When, in UTC."""
    version: str
    """The version of Gradus."""
    record: str
    """The hash of the run's transcript and outcomes."""
    max_steps: int | None
    task_steps: int | None
    results: dict[str, Any]
    """The figures task by task."""
    previous: str = ""
    """The hash of the row before; of the first row, the round's commitment."""
    hash: str = ""
    """The hash of this row and the one before: the submitter's receipt."""
    signature: str = ""
    """The round's key over that hash."""

    def content(self) -> bytes:
        """What the hash is made of."""
        return canonical({**asdict(self), "hash": "", "signature": ""})

    def sealed(self, previous: str, key: Key) -> Row:
        """The row as a link of the chain."""
        row = replace(self, previous=previous)
        digest = hashlib.sha256(row.content()).hexdigest()
        return replace(row, hash=digest, signature=key.sign(row.entry, digest.encode()))


def verify_chain(commitment: str, rows: Sequence[Row], key: Key) -> None:
    """Complain about the first row that does not follow from the one before or that the key did not sign."""
    previous = commitment
    for row in rows:
        expected = row.sealed(previous, key)
        same = row.previous == previous and row.hash == expected.hash
        if not same or not hmac.compare_digest(row.signature, expected.signature):
            raise UserError(
                f"The row of submission {row.entry} ({row.name!r}) is not the one that was added: "
                "it or the row before it was changed, removed or added without the round's key."
            )
        previous = row.hash
