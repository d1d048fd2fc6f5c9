"""Stored JSON files: replaced as a whole, with a format number and a checksum.

Every file that Gradus stores begins with these two entries. A file that does not fit its checksum is refused, one of a
newer format too; one without them was made by version 0.1, whose format counts as 1, and is read as it is.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from pathlib import Path
from typing import Any

from gradus.school.errors import DamagedError, FolderError, UserError

FORMAT = 2
"""What this version writes; it reads every format up to this one."""
_HEADER = re.compile(rb'\{\s*"format": ?(\d+),\s*"checksum": ?"([0-9a-f]{16})",?')


def write_json(path: Path, value: Any, *, durable: bool = True) -> None:
    """Write a JSON file so that a reader sees either the old or the new one, never half of it."""
    text = json.dumps(value, indent=1, sort_keys=True, allow_nan=False)
    replace_file(path, sealed(text), durable=durable)


def read_json(path: Path) -> Any:
    """Read a JSON file without its format and checksum, or say in one sentence why it cannot be read."""
    return read_with_format(path)[1]


def read_with_format(path: Path) -> tuple[int, Any]:
    """The format number of a stored JSON file, and what it holds."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"Cannot read {path}: {error.strerror}.") from error
    header = _HEADER.match(data)
    form = int(header[1]) if header else 1
    if form > FORMAT:
        raise UserError(
            f"{path} has format {form}, made by a newer version of Gradus; this version reads formats up to {FORMAT}."
        )
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise DamagedError(f"{path} is not valid JSON: {error}.") from error
    if header is not None and _checksum(form, data[header.end() :]) != header[2].decode():
        raise DamagedError(
            f"{path} does not fit its checksum: it was damaged or changed after it was written."
        )
    if isinstance(value, dict):
        found = [value.pop(name, None) for name in ("format", "checksum")]
        if header is None and found != [None, None]:
            raise DamagedError(f"{path} is damaged: its format and checksum cannot be read.")
    return form, value


def sealed(text: str) -> bytes:
    """The text of a JSON object with format and checksum as its first entries; other values stay as they are."""
    if not text.startswith("{"):
        return text.encode() + b"\n"
    body = text[1:].encode() + b"\n"
    gap = b"\n " if body.startswith(b"\n") else b""
    comma = b"" if body.startswith(b"}") else b","
    colon = b": " if gap else b":"
    checksum = _checksum(FORMAT, body).encode()
    form = b'"format"%s%d,%s"checksum"%s"%s"' % (colon, FORMAT, gap, colon, checksum)
    return b"{" + gap + form + comma + body


def _checksum(form: int, body: bytes) -> str:
    """Sixteen hexadecimal digits over everything behind the two entries, and over the format number.

    They are there against torn files and careless editors, not against forgers: half of a digest is short enough to be
    read aloud, and two files that differ share it once in 2**64 times.
    """
    return hashlib.sha256(b"%d:" % form + body.rstrip()).hexdigest()[:16]


def replace_file(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Put a whole file in the place of another; a durable one survives a power failure, too."""
    try:
        _put(path, data, durable)
    except OSError as error:
        raise cannot_write(path, error) from error


def write_text(path: Path, text: str) -> None:
    """Write a file that somebody asked for: the whole of it, or one sentence and what was there before."""
    elsewhere = path.is_symlink() or (
        path.exists() and not path.is_file()
    )  # a link, or a device such as /dev/stdout
    try:
        if elsewhere:
            path.write_text(text, encoding="utf-8")
        else:
            _put(path, text.encode(), durable=False)
    except OSError as error:
        raise UserError(f"Cannot write {path}: {error.strerror or error}.") from error


def _put(path: Path, data: bytes, durable: bool) -> None:
    # A name of its own: two processes may write the same file, and neither must move the other's half.
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    if durable:
        sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Let the names in a folder survive a power failure; a file system that cannot do so is left alone."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:  # some network file systems refuse; the file itself has been synced
        pass
    finally:
        os.close(handle)


def cannot_write(path: Path, error: OSError) -> FolderError:
    """What to say when the system refuses to write, and how to go on."""
    return FolderError(
        f"Cannot write {path}: {error.strerror or error}. What was recorded before is kept; once there is room, "
        "give the same command again, or `gradus resume` with the folder of a single run."
    )
