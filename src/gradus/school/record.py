"""Run folders: append-only records, atomic checkpoints, exact resume.

A run is a folder::

    run.json        the whole description, the format and the versions that made it
    outcomes.jsonl  one line per finished ticket
    transcript.bin  three bytes per step in the stream: in, out, reward (signed), unscrambled
    seal.json       how many bytes of each record are whole, and their digests
    checkpoint/     the newest state, with the offsets and digests of the records it belongs to
    timing.jsonl    clock readings, outside all promises

A record may run ahead of the newest checkpoint; resuming cuts it back to the checkpoint's offsets and goes
on, so a killed run ends byte-identical to one that was never killed. Whoever reads a record gets the bytes that the
seal covers, also while it is being written; bytes that do not fit their digest are refused and never counted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from numpy.typing import NDArray

from gradus.school.checkpoints import Checkpoint, kept_names, load, save
from gradus.school.errors import BusyError, DamagedError, EndedError, FolderError, UserError
from gradus.school.files import FORMAT, cannot_write, read_with_format, write_json
from gradus.school.lock import FolderLock
from gradus.school.records import Records, check_seal, covered
from gradus.school.ticket import Outcome
from gradus.school.versions import compare_versions

END = "end.json"
"""How a run of an exam ended; with it the run is never gone on with."""
RECORDS = ("outcomes.jsonl", "transcript.bin")
"""The append-only files whose bytes are promised; a description may name others under ``records``."""


_PATIENCE = 20.0
"""Seconds to wait for a worker of a killed command."""
_LOOK_AGAIN = 0.2
"""Seconds between two tries."""
T = TypeVar("T")
_KINDS = {"lesson": "a lesson in the stream", "training": "a training on the tracks"}


class RunFolder:
    """One run on disk. Open it with :meth:`create`, :meth:`resume` or, for reading only, :meth:`read`."""

    def __init__(self, path: Path, description: Mapping[str, Any], form: int = FORMAT) -> None:
        if not isinstance(description, Mapping):
            raise DamagedError(f"The description of the run in {path} is damaged: it is no table.")
        self.path = path
        self.description = dict(description)
        """The content of ``run.json``."""
        self.format = form
        """The format of the run; runs of format 1 have no digests."""
        self.records = self._names(self.description.get("records", RECORDS))
        """The append-only files of this run."""
        self._lock: FolderLock | None = None
        self._files: Records | None = None
        self._held_on = False
        self._number = 0

    @cached_property
    def identity(self) -> str:
        """A digest of the description: what else is stored about the run names it, so that no file can stand in."""
        text = json.dumps(json.loads(json.dumps(self.description)), sort_keys=True)
        return sha256(text.encode()).hexdigest()[:16]

    def note(self, name: str, value: Mapping[str, Any]) -> None:
        """Store something more about the run, in a file of its own."""
        write_json(self.path / name, {**value, "run": self.identity})

    def noted(self, name: str) -> dict[str, Any]:
        """What :meth:`note` stored; what was stored about another run is refused."""
        value = read_with_format(self.path / name)[1]
        if not isinstance(value, dict) or value.pop("run", self.identity) != self.identity:
            raise DamagedError(f"{self.path / name} is damaged: it was not written for this run.")
        return value

    def _names(self, given: Any) -> tuple[str, ...]:
        names = tuple(given) if isinstance(given, list | tuple) else (None,)
        for name in names:
            if not isinstance(name, str) or not name or Path(name).name != name:
                raise UserError(
                    f"The description of the run in {self.path} names a record {name!r} outside its folder."
                )
        return names

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
            run._take_lock()
            if (path / "run.json").exists():
                run.close()  # somebody else was quicker: what is there must not be begun anew
                raise BusyError(f"Another process has begun a run in {path}.")
            run._open(dict.fromkeys(run.records, (0, None)))
            write_json(path / "run.json", run.description)
        except FolderError:
            raise
        except OSError as error:
            raise UserError(f"Cannot write a run to {path}: {error.strerror}.") from error
        return run

    @classmethod
    def read(cls, path: str | Path) -> RunFolder:
        """A run to look at; nothing is written."""
        path = Path(path)
        if not (path / "run.json").is_file():
            raise UserError(f"{path} is not a run folder: it has no run.json.")
        form, description = read_with_format(path / "run.json")
        return cls(path, description, form)

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
        compare_versions(f"The run in {path}", run.description.get("versions"))
        try:
            run._take_lock()
            if (run.path / END).exists():
                raise EndedError(
                    f"The run in {path} has ended, and an exam has noted how: it is not gone on with."
                )
            check_seal(run.path, run.identity)
            content, arrays = run._load() or (None, {})
            run._open(run._ends(content))
        except FolderError:
            raise
        except OSError as error:
            raise UserError(f"Cannot continue the run in {path}: {error.strerror}.") from error
        except UserError:
            run.close()
            raise
        return run, content["state"] if content else None, arrays

    def _ends(self, content: Mapping[str, Any] | None) -> dict[str, tuple[int, str | None]]:
        """Where each record is to be cut, and the digest of what stays."""
        if content is None:
            return dict.fromkeys(self.records, (0, None))
        digests = content.get("digests", {})
        try:
            ends = {name: (int(content["offsets"][name]), digests.get(name)) for name in self.records}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DamagedError(f"The checkpoint in {self.path} is damaged: {error!r}.") from error
        if self.format > 1 and any(digest is None for _, digest in ends.values()):
            raise DamagedError(f"The checkpoint in {self.path} is damaged: it has no digests of the records.")
        return ends

    def append_outcome(self, outcome: Outcome) -> None:
        """Add one line to ``outcomes.jsonl``."""
        self.append_row("outcomes.jsonl", outcome.to_json())

    def append_row(self, record: str, row: Mapping[str, Any]) -> None:
        """Add one line of JSON to a record of this run."""
        line = json.dumps(row, sort_keys=True, allow_nan=False, separators=(",", ":"))
        with self._writing() as files:
            files.append(record, line.encode() + b"\n")

    def append_transcript(self, columns: bytes | bytearray) -> None:
        """Add whole columns of three bytes (in, out, reward) to ``transcript.bin``."""
        with self._writing() as files:
            files.append("transcript.bin", columns)

    def append_bytes(self, record: str, data: bytes) -> int:
        """Add bytes to a record; where they begin in it."""
        with self._writing() as files:
            place = files.offsets()[record]
            files.append(record, data)
        return place

    def note_time(self, **reading: Any) -> None:
        """Add a clock reading; nothing in the promised records depends on it."""
        with self._writing(), (self.path / "timing.jsonl").open("a") as file:
            file.write(json.dumps({"time": time.time(), **reading}) + "\n")

    def flush(self) -> None:
        """Hand everything appended so far to the operating system, for readers to see."""
        with self._writing() as files:
            files.flush()

    @contextmanager
    def _writing(self) -> Iterator[Records]:
        """The open records; a system that refuses to write becomes one sentence that says how to go on."""
        assert self._files is not None and self._lock is not None, "the run is open for reading only"
        try:
            yield self._files
        except FolderError:
            raise
        except OSError as error:
            raise cannot_write(self.path, error) from error

    def checkpoint(
        self,
        state: Mapping[str, Any],
        arrays: Mapping[str, NDArray[Any]] | None = None,
        keep: str | None = None,
    ) -> None:
        """Save a state with the record's offsets; the older checkpoint stays until this one is whole.

        With ``keep`` a copy of that name stays for good, to go back to.
        """
        with self._writing() as files:
            files.flush(durable=True)  # first: a checkpoint must never point behind the end of a record
            self._number += 1
            content: dict[str, Any] = {"number": self._number, "arrays": bool(arrays), "state": state}
            content |= {"offsets": files.offsets(), "digests": files.digests()}
            save(self.path / "checkpoint", content, arrays or {}, keep)

    def kept(self) -> list[str]:
        """The names of the checkpoints that are kept for good, those with smaller numbers first."""
        return kept_names(self.path / "checkpoint")

    def load_checkpoint(self, kept: str | None = None) -> Checkpoint | None:
        """State, arrays and record offsets of the newest checkpoint, or of a kept one; None if there is none."""
        loaded = self._load(kept)
        if loaded is None:
            return None
        content, arrays = loaded
        return content["state"], arrays, {name: end for name, (end, _) in self._ends(content).items()}

    def _load(self, kept: str | None = None) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
        loaded = load(self.path / "checkpoint", self.format, kept)
        if loaded is not None and kept is None:
            self._number = int(loaded[0]["number"])
        return loaded

    def outcomes(self) -> Iterator[Outcome]:
        """The recorded outcomes; what is not yet whole is left out."""
        for number, row in enumerate(self.rows("outcomes.jsonl"), 1):
            try:
                outcome = Outcome.from_json(row)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                path = self.path / "outcomes.jsonl"
                raise DamagedError(f"Line {number} of {path} is damaged: {error}.") from error
            yield outcome

    def content(self, record: str) -> bytes:
        """The bytes of a record that may be counted; a record that was never begun is empty."""
        if self.format > 1:
            return covered(self.path, record, self.identity)
        path = self.path / record
        return path.read_bytes() if path.exists() else b""

    def rows(self, record: str) -> Iterator[dict[str, Any]]:
        """The lines of a JSON record; what is not yet whole is left out."""
        for number, line in enumerate(self.content(record).splitlines(keepends=True), 1):
            if not line.endswith(b"\n"):
                return
            try:
                yield json.loads(line)
            except ValueError as error:
                path = self.path / record
                raise DamagedError(f"Line {number} of {path} is damaged: {error}.") from error

    def readings(self) -> Iterator[dict[str, Any]]:
        """The clock readings, outside all promises: what is torn is left out."""
        path = self.path / "timing.jsonl"
        for line in path.read_bytes().splitlines() if path.exists() else ():
            with suppress(ValueError):
                yield json.loads(line)

    def transcript(self) -> bytes:
        """The recorded columns of three bytes each; a torn last column is left out."""
        data = self.content("transcript.bin")
        return data[: len(data) // 3 * 3]

    def close(self) -> None:
        """Flush and let go of the folder."""
        files, self._files = self._files, None
        lock, self._lock = self._lock, None
        try:
            if files is not None:
                files.close()
        except FolderError:
            raise
        except OSError as error:
            raise cannot_write(self.path, error) from error
        finally:
            if lock is not None and self._held_on:
                self._lock = lock
            elif lock is not None:
                lock.release()

    @contextmanager
    def held_on(self) -> Iterator[None]:
        """Keep the right to write beyond :meth:`close`, for whoever has something to note about the end."""
        self._held_on = True
        try:
            yield
        finally:
            self._held_on = False
            if self._files is None:
                self.close()

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take_lock(self) -> None:
        if self._lock is None:
            self._lock = FolderLock(self.path)
            for folder in (self.path, self.path / "checkpoint"):
                for torn in folder.glob("*.tmp"):  # left by a writer that was killed
                    torn.unlink(missing_ok=True)

    def _open(self, ends: Mapping[str, tuple[int, str | None]]) -> None:
        """Open the records for appending, cut to their ends; another process that writes is refused."""
        self._take_lock()
        assert self._lock is not None
        try:
            self._files = Records(self.path, ends, self._lock, self.identity)
        except BaseException:
            self.close()
            raise


def patiently(open_run: Callable[[], T]) -> T:
    """Open a run, waiting a little for a worker of a killed command that has not let go of the folder yet."""
    began = time.monotonic()
    while True:
        try:
            return open_run()
        except BusyError:
            if time.monotonic() - began > _PATIENCE:
                raise
            time.sleep(_LOOK_AGAIN)
