"""Append-only files with digests: what is written, what is whole, and what may be counted."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from hashlib import sha256
from io import BufferedWriter
from pathlib import Path
from typing import Any

from gradus.school.errors import DamagedError, UserError
from gradus.school.files import read_json, write_json
from gradus.school.lock import FolderLock

SEAL = "seal.json"
_PART = 1 << 20
"""Bytes read at a time: records may be larger than the memory."""
_PATIENCE = 5.0
"""Seconds after which bytes that do not fit the seal are damaged and not just being cut by a resume."""


class Records:
    """The records of a run that is being written."""

    def __init__(
        self, folder: Path, ends: Mapping[str, tuple[int, str | None]], lock: FolderLock, run: str
    ) -> None:
        """Open the records cut to the given ends, each with the digest of what stays (None: it is not known).

        ``run`` names the run that they belong to.
        """
        self._folder, self._lock, self._run = folder, lock, run
        self._files: dict[str, BufferedWriter] = {}
        self._sums: dict[str, Any] = {}
        self._sizes: dict[str, int] = {}
        self._sealed: dict[str, Any] = {}
        for name, (size, digest) in ends.items():
            self._sums[name], self._sizes[name] = _beginning(folder / name, size, digest), size
        # Sealed before it is cut, so that a reader or a kill at any moment finds a seal that fits.
        self._seal(durable=True)
        for name, (size, _) in ends.items():
            self._files[name] = (folder / name).open("ab")
            os.ftruncate(self._files[name].fileno(), size)

    def append(self, name: str, data: bytes | bytearray) -> None:
        """Write behind what is there."""
        self._files[name].write(data)
        self._sums[name].update(data)
        self._sizes[name] += len(data)

    def flush(self, durable: bool = False) -> None:
        """Let readers see everything so far; what is durable survives a power failure."""
        self._lock.check()
        for file in self._files.values():
            file.flush()
            if durable:
                os.fsync(file.fileno())
        self._seal(durable)

    def offsets(self) -> dict[str, int]:
        """How long each record is."""
        return dict(self._sizes)

    def digests(self) -> dict[str, str]:
        """The digest of each record as it is now."""
        return {name: digest.hexdigest() for name, digest in self._sums.items()}

    def close(self) -> None:
        """Flush and close everything."""
        try:
            if self._lock.held():
                self.flush()
        finally:
            for file in self._files.values():
                file.close()
            self._files = {}

    def _seal(self, durable: bool) -> None:
        digests = self.digests()
        seal = {name: {"bytes": self._sizes[name], "sha256": digests[name]} for name in digests}
        if seal != self._sealed or durable:
            write_json(self._folder / SEAL, {"records": seal, "run": self._run}, durable=durable)
        self._sealed = seal


def _beginning(path: Path, size: int, digest: str | None) -> Any:
    """The running digest of what belongs to a checkpoint; other bytes than those it was made with are refused."""
    found, left = sha256(), size
    if size and path.exists():
        with path.open("rb") as file:
            while left and (part := file.read(min(left, _PART))):
                found.update(part)
                left -= len(part)
    if left:
        raise DamagedError(
            f"{path} is shorter ({size - left} bytes) than its checkpoint says ({size} bytes)."
        )
    if digest is not None and found.hexdigest() != digest:
        raise DamagedError(f"{path} is damaged: its bytes are not those its checkpoint was made with.")
    return found


def check_seal(folder: Path, run: str) -> None:
    """Refuse records that were sealed for another run; earlier seals do not say for which."""
    if (folder / SEAL).is_file():
        seal = read_json(folder / SEAL)
        if isinstance(seal, dict) and seal.get("run", run) != run:
            raise DamagedError(f"The run in {folder} is damaged: its run.json describes another run.")


def covered(folder: Path, name: str, run: str) -> bytes:
    """The bytes of a record that its seal covers; they may be read while more are written."""
    check_seal(folder, run)
    end = time.monotonic() + _PATIENCE
    while True:
        seal = _row(folder, name)
        data = _fitting(folder / name, *seal)
        if data is not None:
            return data
        # A run that is being resumed is cut; then the seal is another one by now.
        if seal == _row(folder, name) or time.monotonic() > end:
            raise DamagedError(f"{folder / name} is damaged: its bytes do not fit {SEAL}.")


def _row(folder: Path, name: str) -> tuple[int, str]:
    path = folder / SEAL
    if not path.is_file():
        raise DamagedError(f"The run in {folder} is damaged: it has no {SEAL}.")
    try:
        row = read_json(path)["records"].get(name, {"bytes": 0, "sha256": sha256().hexdigest()})
        return int(row["bytes"]), str(row["sha256"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, UserError):
            raise
        raise DamagedError(f"{path} is damaged: {error!r}.") from error


def _fitting(path: Path, size: int, digest: str) -> bytes | None:
    try:
        with path.open("rb") as file:
            data = file.read(size)
    except FileNotFoundError:
        data = b""
    return data if len(data) == size and sha256(data).hexdigest() == digest else None
