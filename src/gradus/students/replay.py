"""SAC's replay buffer: the latest transitions, in a file that a killed run can trust.

The file is a ring with more room than the buffer needs. What a checkpoint remembers is therefore never written
over before the next checkpoint, and saving costs nothing but pushing the pages to disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gradus.school import DamagedError, UserError

Floats = NDArray[np.float32]
_BLOCK = 4096
"""Rows that share a digest: a checkpoint hashes only what is new, and damage is named to a few thousand rows."""


class ReplayBuffer:
    """The latest ``capacity`` rows of ``width`` numbers; row number i of the run stays readable for a while."""

    def __init__(
        self, width: int, capacity: int, longest: int, margin: int, path: Path | None = None
    ) -> None:
        self.width, self.capacity = width, capacity
        self.room = min(capacity + margin, max(longest, 1))
        """How many rows the ring holds: no more than the run will ever write."""
        self.written = 0
        """How many rows have been written in the run."""
        self.since = 0
        """Rows before this one are forgotten."""
        self._digests: dict[int, str] = {}
        self._rows = (
            np.zeros((self.room, width), np.float32) if path is None else _mapped(path, self.room, width)
        )

    def __len__(self) -> int:
        return min(self.written - self.since, self.capacity)

    def add(self, rows: Floats) -> None:
        """Write rows behind the latest."""
        for row in rows:
            self._rows[self.written % self.room] = row
            self.written += 1

    def draw(self, rng: np.random.Generator, n: int) -> Floats:
        """``n`` remembered rows, each equally likely, with repetition."""
        first = self.written - len(self)
        picked = (first + rng.integers(len(self), size=n)) % self.room
        return np.asarray(self._rows[picked])

    def forget(self) -> None:
        """Remember nothing written so far."""
        self.since = self.written

    @property
    def stored(self) -> bool:
        """Whether the rows are kept in a file."""
        return isinstance(self._rows, np.memmap)

    def flush(self) -> None:
        """Push what was written to disk."""
        if isinstance(self._rows, np.memmap):
            self._rows.flush()

    def digests(self) -> list[str]:
        """Digests of everything remembered, in blocks; those of whole blocks are worked out only once."""
        first = self.written - len(self)
        whole = {block: digest for block, digest in self._digests.items() if block * _BLOCK >= first}
        self._digests, found = whole, []
        for start, end in _blocks(first, self.written):
            block, complete = start // _BLOCK, end - start == _BLOCK
            digest = whole.get(block) if complete else None
            if digest is None:
                digest = sha256(self._rows[np.arange(start, end) % self.room].tobytes()).hexdigest()[:16]
            if complete:
                whole[block] = digest
            found.append(digest)
        return found

    def check(self, digests: Sequence[str]) -> None:
        """Refuse rows that are not those of a checkpoint."""
        self._digests = {}
        if self.digests() != list(digests):
            raise DamagedError(
                "transitions.bin is damaged: its rows are not those its checkpoint was made with."
            )

    def contents(self) -> Floats:
        """Every remembered row, oldest first."""
        first = self.written - len(self)
        return np.asarray(self._rows[np.arange(first, self.written) % self.room])


def _blocks(first: int, last: int) -> Iterator[tuple[int, int]]:
    """The rows from first to last, cut at every multiple of a block."""
    while first < last:
        end = min(last, (first // _BLOCK + 1) * _BLOCK)
        yield first, end
        first = end


def _mapped(path: Path, rows: int, width: int) -> NDArray[np.float32]:
    """A file of that size as an array; the room is claimed now, not when the disk is already full."""
    size = rows * width * 4
    try:
        if not path.exists():
            path.touch()
        if path.stat().st_size not in (0, size):
            raise UserError(f"{path} has {path.stat().st_size} bytes, not the {size} of this run's memory.")
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, size)
    except OSError as error:
        raise UserError(f"Cannot keep {size:,} bytes of memory in {path}: {error.strerror}.") from error
    return np.memmap(path, np.float32, "r+", shape=(rows, width))
