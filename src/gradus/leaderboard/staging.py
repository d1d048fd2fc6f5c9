"""A submission's code, copied to a place of its own before anything of it runs.

The copy is what is hashed, shown to the learner and kept in the record. It is made by reading files, never by
importing them, and links are copied as links: one that points at the organiser's key leads nowhere in the sandbox.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from gradus.school import UserError

_MOST_BYTES = 2 * 1024**3
_MOST_FILES = 100_000
"""A submission may not fill the organiser's disk, neither with bytes nor with names; both leave room for a model."""
_DEEPEST = 100
"""Folders within folders: more would not be code, and a path too long to be copied elsewhere or taken away again."""
_BLOCK = 1 << 20
"""Bytes copied at a time: a whole model need not fit into memory."""


def _entries(folder: Path, depth: int = 0) -> Iterator[tuple[Path, os.stat_result]]:
    """Everything in a folder, in an order that does not depend on the file system."""
    if depth > _DEEPEST:
        raise UserError(f"A submission may hold at most {_DEEPEST} folders within one another.")
    for entry in sorted(folder.iterdir(), key=lambda path: path.name.encode(errors="surrogateescape")):
        status = entry.lstat()
        yield entry, status
        if stat.S_ISDIR(status.st_mode):
            yield from _entries(entry, depth + 1)


def stage(code: Path | None, place: Path) -> str:
    """Copy the code to ``place``, readable by all; the hash of what was copied."""
    place.mkdir(mode=0o755)
    place.chmod(0o755)
    if code is not None:
        check_code(code)
        for path, status in _entries(code):
            _copy(path, status, place / path.relative_to(code))
    return digest(place)


def check_code(code: Path) -> None:
    """Complain about a folder that cannot be submitted."""
    if not code.is_dir():
        raise UserError(f"The submission's code should be a folder, and {code} is none.")
    files = size = 0
    for path, status in _entries(code):
        if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode) or stat.S_ISLNK(status.st_mode)):
            raise UserError(f"{str(path)!r} is neither a file nor a folder: it cannot be submitted.")
        files, size = files + 1, size + status.st_size
    if files > _MOST_FILES or size > _MOST_BYTES:
        most = f"{_MOST_FILES:,} files and {_MOST_BYTES / 1024**3:g} GB"
        raise UserError(f"The submission in {code} is too large: at most {most} can be submitted.")


def _copy(path: Path, status: os.stat_result, target: Path) -> None:
    if stat.S_ISDIR(status.st_mode):
        target.mkdir(mode=0o755)
        target.chmod(0o755)
    elif stat.S_ISLNK(status.st_mode):
        target.symlink_to(path.readlink())
    else:
        source = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        with os.fdopen(source, "rb") as file, target.open("wb") as copy:
            while block := file.read(_BLOCK):
                copy.write(block)
        target.chmod(0o755 if status.st_mode & 0o100 else 0o644)


def digest(place: Path) -> str:
    """A hash of names, links and contents, the same wherever the folder lies."""
    total = hashlib.sha256()
    for path, status in _entries(place):
        name = os.fsencode(path.relative_to(place))
        if stat.S_ISLNK(status.st_mode):
            kind, content = b"link", os.fsencode(path.readlink())
        elif stat.S_ISDIR(status.st_mode):
            kind, content = b"folder", b""
        else:
            kind, content = b"file", _file_digest(path)
        for part in (kind, name, content):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()


def _file_digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
