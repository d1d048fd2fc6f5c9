"""Run folders: append-only records, atomic checkpoints, exact resume.

A run is a folder::

    run.json        the whole description and the versions that made it
    outcomes.jsonl  one line per finished ticket
    transcript.bin  three bytes per step in the stream: in, out, reward (signed), unscrambled
    checkpoint/     the newest state, with the offsets of the records it belongs to
    timing.jsonl    clock readings, outside all promises

A record may run ahead of the newest checkpoint; resuming cuts it back to the checkpoint's offsets and goes
on, so a killed run ends byte-identical to one that was never killed.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from io import BufferedWriter
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from gradus.school.errors import UserError
from gradus.school.ticket import Outcome

RECORDS = ("outcomes.jsonl", "transcript.bin")
"""The append-only files whose bytes are promised; a description may name others under ``records``."""


@dataclass(frozen=True)
class Versions:
    """What a run was made with."""

    gradus: str
    python: str = platform.python_version()
    numpy: str = np.__version__


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file so that a reader sees either the old or the new one, never half of it."""
    text = json.dumps(value, indent=1, sort_keys=True, allow_nan=False) + "\n"
    _write_atomically(path, text.encode())


def read_json(path: Path) -> Any:
    """Read a JSON file, or say in one sentence why it cannot be read."""
    try:
        return json.loads(path.read_text())
    except OSError as error:
        raise UserError(f"Cannot read {path}: {error.strerror}.") from error
    except ValueError as error:
        raise UserError(f"{path} is not valid JSON: {error}.") from error


def _write_atomically(path: Path, data: bytes) -> None:
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


_KINDS = {"lesson": "a lesson in the stream", "training": "a training on the tracks"}


class RunFolder:
    """One run on disk. Open it with :meth:`create`, :meth:`resume` or, for reading only, :meth:`read`."""

    def __init__(self, path: Path, description: Mapping[str, Any]) -> None:
        self.path = path
        self.description = dict(description)
        """The content of ``run.json``."""
        self.records: tuple[str, ...] = tuple(self.description.get("records", RECORDS))
        """The append-only files of this run."""
        for name in self.records:
            if Path(str(name)).name != name:
                raise UserError(
                    f"The description of the run in {path} names a record {name!r} outside its folder."
                )
        self._files: dict[str, BufferedWriter] = {}
        self._number = 0

    @classmethod
    def create(cls, path: str | Path, description: Mapping[str, Any]) -> RunFolder:
        """Start a new run in a folder that holds none yet."""
        path = Path(path)
        if (path / "run.json").exists():
            raise UserError(
                f"{path} already holds a run; continue it with `gradus resume {path}` or name another."
            )
        run = cls(path, description)
        try:
            path.mkdir(parents=True, exist_ok=True)
            run._open_files("wb")
            write_json(path / "run.json", run.description)
        except OSError as error:
            raise UserError(f"Cannot write a run to {path}: {error.strerror}.") from error
        return run

    @classmethod
    def read(cls, path: str | Path) -> RunFolder:
        """A run to look at; nothing is written."""
        path = Path(path)
        if not (path / "run.json").is_file():
            raise UserError(f"{path} is not a run folder: it has no run.json.")
        return cls(path, read_json(path / "run.json"))

    def expect(self, kind: str, *entries: str) -> dict[str, Any]:
        """The description of a run of this kind with these entries; another kind or a damaged one is refused."""
        if self.description.get("kind") != kind:
            raise UserError(f"The run in {self.path} is not {_KINDS[kind]}.")
        for entry in entries:
            if entry not in self.description:
                raise UserError(f"The description of the run in {self.path} is damaged: it has no {entry!r}.")
        return dict(self.description)

    @classmethod
    def resume(cls, path: str | Path) -> tuple[RunFolder, dict[str, Any] | None, dict[str, NDArray[Any]]]:
        """The run, the state of its newest checkpoint (None: it has none yet, start again) and its arrays."""
        run = cls.read(path)
        try:
            run._open_files("ab")
            loaded = run.load_checkpoint()
            state, arrays, offsets = loaded if loaded else (None, {}, dict.fromkeys(run.records, 0))
            for name, offset in offsets.items():
                run._cut(name, int(offset))
        except OSError as error:
            raise UserError(f"Cannot continue the run in {path}: {error.strerror}.") from error
        return run, state, arrays

    def append_outcome(self, outcome: Outcome) -> None:
        """Add one line to ``outcomes.jsonl``."""
        self.append_row("outcomes.jsonl", outcome.to_json())

    def append_row(self, record: str, row: Mapping[str, Any]) -> None:
        """Add one line of JSON to a record of this run."""
        line = json.dumps(row, sort_keys=True, allow_nan=False, separators=(",", ":"))
        self._files[record].write(line.encode() + b"\n")

    def append_transcript(self, columns: bytes | bytearray) -> None:
        """Add whole columns of three bytes (in, out, reward) to ``transcript.bin``."""
        self._files["transcript.bin"].write(columns)

    def note_time(self, **reading: Any) -> None:
        """Add a clock reading; nothing in the promised records depends on it."""
        with (self.path / "timing.jsonl").open("a") as file:
            file.write(json.dumps({"time": time.time(), **reading}) + "\n")

    def flush(self) -> None:
        """Hand everything appended so far to the operating system."""
        for file in self._files.values():
            file.flush()

    def checkpoint(self, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]] | None = None) -> None:
        """Save a state with the record's offsets; the older checkpoint stays until this one is whole."""
        offsets = {}
        for name, file in self._files.items():
            file.flush()
            os.fsync(file.fileno())
            offsets[name] = file.tell()
        folder = self.path / "checkpoint"
        folder.mkdir(exist_ok=True)
        self._number += 1
        if arrays:
            with (folder / f"{self._number}.npz").open("wb") as file:
                np.savez(file, **dict(arrays))  # type: ignore[arg-type]
                file.flush()
                os.fsync(file.fileno())
        content = {"number": self._number, "arrays": bool(arrays), "offsets": offsets, "state": state}
        text = json.dumps(content, allow_nan=False, separators=(",", ":"))
        _write_atomically(folder / "state.json", text.encode())
        for old in folder.glob("*.npz"):
            if old.stem != str(self._number):
                old.unlink()

    def load_checkpoint(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]], dict[str, int]] | None:
        """State, arrays and record offsets of the newest checkpoint, or None if there is none."""
        path = self.path / "checkpoint" / "state.json"
        if not path.exists():
            return None
        content = read_json(path)
        arrays: dict[str, NDArray[Any]] = {}
        try:
            self._number = int(content["number"])
            state, offsets = content["state"], content["offsets"]
            if content["arrays"]:
                with np.load(path.with_name(f"{self._number}.npz"), allow_pickle=False) as data:
                    arrays = {name: data[name] for name in data.files}
        except (KeyError, TypeError, ValueError, OSError, EOFError, BadZipFile) as error:
            raise UserError(f"The checkpoint in {path.parent} is damaged: {error}.") from error
        return state, arrays, offsets

    def outcomes(self) -> Iterator[Outcome]:
        """The recorded outcomes; a torn last line is left out."""
        for number, row in enumerate(self.rows("outcomes.jsonl"), 1):
            try:
                outcome = Outcome.from_json(row)
            except (ValueError, KeyError, TypeError) as error:
                path = self.path / "outcomes.jsonl"
                raise UserError(f"Line {number} of {path} is damaged: {error}.") from error
            yield outcome

    def rows(self, record: str) -> Iterator[dict[str, Any]]:
        """The lines of a JSON record; a torn last line is left out."""
        path = self.path / record
        if not path.exists():
            return
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise UserError(f"Line {number} of {path} is damaged: {error}.") from error

    def transcript(self) -> bytes:
        """The recorded columns of three bytes each; a torn last column is left out."""
        path = self.path / "transcript.bin"
        data = path.read_bytes() if path.exists() else b""
        return data[: len(data) // 3 * 3]

    def close(self) -> None:
        """Flush and let go of the folder."""
        for file in self._files.values():
            file.close()
        self._files = {}

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open_files(self, mode: str) -> None:
        for name in self.records:
            self._files[name] = (self.path / name).open("ab")
        # One writer at a time: a second process that resumes the same run would tear the record.
        try:
            fcntl.flock(self._files[self.records[0]].fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.close()
            raise UserError(f"Another process is writing to the run in {self.path}.") from error
        if mode == "wb":
            for name in self.records:
                self._cut(name, 0)

    def _cut(self, name: str, offset: int) -> None:
        file = self._files[name]
        file.flush()
        size = os.fstat(file.fileno()).st_size
        if size < offset:
            raise UserError(
                f"{self.path / name} is shorter ({size} bytes) than its checkpoint says ({offset} bytes)."
            )
        os.ftruncate(file.fileno(), offset)
        file.seek(offset)


def describe(versions: Versions, **fields: Any) -> dict[str, Any]:
    """The content of a ``run.json``: the given fields and what the run was made with."""
    return {**fields, "versions": asdict(versions)}
