"""The record of a desk: every arrival in its order, and now and then the whole state.

``arrivals.jsonl`` gets its line before an arrival has any effect, so nothing that was answered can be lost.
Each line carries a checksum; a torn last line was never answered and is cut. ``desk.json`` says who teaches what,
``state.json`` saves replaying the whole record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any
from zlib import crc32

import msgspec

from gradus.school import DamagedError, FolderLock, UserError, read_json, write_json
from gradus.teachers.shared.messages import Exchange, Hello, Leave

Event = Hello | Exchange | Leave
"""What changes a desk."""
_decoder = msgspec.json.Decoder(Event)


class _Line(msgspec.Struct):
    crc: int
    event: msgspec.Raw


class Journal:
    """The folder of a desk, open for writing by one process."""

    def __init__(self, folder: Path, description: Mapping[str, Any]) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"Cannot keep a teacher's record in {folder}: {error.strerror}.") from error
        self._lock = FolderLock(folder)
        try:
            self._describe(description)
            self.known = list(events(folder))
            """The events of earlier sessions, in order."""
            self._file = self._open()
        except BaseException:
            self._lock.release()
            raise
        self.count = len(self.known)
        """How many events the record holds."""

    def append(self, event: Event) -> Event:
        """Write an event down; as it will be read again."""
        text = msgspec.json.encode(event)
        self._file.write(_line(text))
        self._file.flush()
        self.count += 1
        return _decoder.decode(text)

    def keep(self, state: Mapping[str, Any]) -> None:
        """Save the state after the events so far."""
        write_json(self.folder / "state.json", {"events": self.count, "state": state}, durable=False)

    def kept(self) -> tuple[int, Any]:
        """How many events the saved state knows of, and the state; 0 and None if there is none."""
        path = self.folder / "state.json"
        if not path.exists():
            return 0, None
        saved = read_json(path)
        if saved["events"] > len(self.known):
            raise DamagedError(
                f"The record in {self.folder} holds {len(self.known)} arrivals, its saved state {saved['events']}."
            )
        return saved["events"], saved["state"]

    def close(self) -> None:
        """Let go of the folder."""
        self._file.close()
        self._lock.release()

    def _describe(self, description: Mapping[str, Any]) -> None:
        path = self.folder / "desk.json"
        if path.exists():
            check_teacher(self.folder, description)
        else:
            write_json(path, dict(description))

    def _open(self) -> IO[bytes]:
        path = self.folder / "arrivals.jsonl"
        file = path.open("ab")
        file.truncate(sum(map(len, _whole_lines(path))))
        return file


def check_teacher(folder: Path, description: Mapping[str, Any]) -> None:
    """Refuse a folder that has no record, or that of another teacher."""
    path = folder / "desk.json"
    if not path.exists():
        raise UserError(f"{folder} holds no record of a teacher.")
    known = read_json(path)
    for name, value in description.items():
        if known.get(name) != value:
            raise UserError(
                f"The record in {folder} belongs to another teacher: its {name} differs from this one's."
            )


def events(folder: str | Path) -> Iterator[Event]:
    """The arrivals that a folder has on record; a torn last line is left out, any other damage refused."""
    path = Path(folder) / "arrivals.jsonl"
    for number, line in enumerate(_whole_lines(path), 1):
        yield _event(line, f"Line {number} of {path}")


def _whole_lines(path: Path) -> list[bytes]:
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return lines[:-1] if lines and not lines[-1].endswith(b"\n") else lines


def _line(text: bytes) -> bytes:
    return b'{"crc":%d,"event":%s}\n' % (crc32(text), text)


def _event(line: bytes, where: str) -> Event:
    try:
        parts = msgspec.json.decode(line, type=_Line)
        if crc32(parts.event) != parts.crc:
            raise DamagedError(f"{where} does not fit its checksum: it was damaged or changed.")
        return _decoder.decode(parts.event)
    except msgspec.DecodeError as error:
        raise DamagedError(f"{where} is damaged: {error}.") from None
