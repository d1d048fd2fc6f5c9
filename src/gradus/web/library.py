"""The folders the page may show: scanned, remembered, named by numbers that say nothing about paths."""

from __future__ import annotations

import hashlib
import os
import shlex
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gradus.school import RunFolder, UserError, read_json
from gradus.web.records import Outcomes, Tail, json_rows
from gradus.web.summaries import Summariser, Summary

_DEPTH = 6
"""Folders below a given one that are looked into."""
_PATIENCE = 1.0
"""Seconds between two walks through the folders."""
_AGE = 5.0
"""Seconds after which the row of a running folder is made again, changed or not."""
_OPEN = 8
"""Runs whose outcomes are kept in memory; the others are read again when asked for."""
_MARKS = {"run.json": "run", "exam.json": "exam", "bench.json": "bench"}
"""The file that makes a folder worth showing, and what it is then."""


class NoSuchRunError(KeyError):
    """Somebody asked for an id that no scanned folder has."""


class Entry:
    """One folder of the library."""

    def __init__(self, path: Path, root: Path, mark: str, published: bool = False) -> None:
        self.path, self.mark = path, mark
        self.name = str(path.relative_to(root)) if path != root else path.name
        self.place = self.name if published else _seen_from_here(path)
        self.typed = shlex.quote(self.place)
        """The folder in a command, as one types it where the server was started."""
        self.id = hashlib.sha256(str(path).encode()).hexdigest()[:12]
        self._stamp: tuple[float, ...] = ()
        self._summary: Summary | None = None
        self._summariser = Summariser(path, mark)
        self._lock = threading.Lock()
        self._made = 0.0

    def _status(self) -> str:
        return self._summary.status if self._summary else ""

    def summary(self) -> dict[str, Any]:
        """The row of the list; read again only when a file of the folder has changed."""
        with self._lock:
            stamp = _stamp(self.path)
            # A run that is not written any more has stopped, and a campaign grows in the folders below it.
            is_old = self._status() == "running" and time.monotonic() - self._made > _AGE
            if self._summary is None or stamp != self._stamp or is_old:
                self._summary, self._stamp = self._summariser.summary(), stamp
                self._made = time.monotonic()
            return {"id": self.id, "name": self.name, **self._summary.to_json()}


def _seen_from_here(path: Path) -> str:
    """The path from the present folder, if it is below."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _stamp(path: Path) -> tuple[float, ...]:
    """When and how the files that matter last changed."""
    found: list[float] = [path.stat().st_mtime] if path.is_file() else []
    for name in (
        "run.json",
        "outcomes.jsonl",
        "results.json",
        "evaluations.jsonl",
        "table.json",
        "exam.json",
    ):
        try:
            seen = (path / name).stat()
            found += [seen.st_mtime, float(seen.st_size)]
        except OSError:
            found.append(-1.0)
    return tuple(found)


class _Read:
    """The outcomes of one run as far as they were read; a long record keeps only those waiting who ask for it."""

    def __init__(self, path: Path) -> None:
        self._tail, self._outcomes, self._lock = Tail(path), Outcomes(), threading.Lock()

    def up_to_now(self) -> Outcomes:
        """The outcomes, with what came since the last call; a record that was cut back is read again."""
        with self._lock:
            if self._tail.was_cut():
                self._outcomes = Outcomes()
            for lines in self._tail.blocks():
                self._outcomes.add(self._tail.path, lines)
            return self._outcomes


class _Lines:
    """The rows of a JSON record as far as they were read."""

    def __init__(self, path: Path) -> None:
        self._tail, self._lock = Tail(path), threading.Lock()
        self._rows: list[dict[str, Any]] = []

    def up_to_now(self) -> list[dict[str, Any]]:
        """The rows, with what came since the last call."""
        with self._lock:
            self._rows = [] if self._tail.was_cut() else self._rows
            self._rows += json_rows(self._tail)
            return list(self._rows)


class Library:
    """All runs, exams and campaigns below some folders. Safe to ask from several threads.

    ``published``: its answers will be read elsewhere, so commands name runs by their names and not by paths.
    """

    def __init__(self, folders: Iterable[str | Path], published: bool = False) -> None:
        self._published = published
        self.roots = [Path(folder).resolve() for folder in folders]
        for root in self.roots:
            if not root.is_dir():
                raise UserError(f"There is no folder {root}.")
        self._entries: dict[str, Entry] = {}
        self._walked = -_PATIENCE
        self._lock = threading.Lock()
        self._outcomes: OrderedDict[str, _Read] = OrderedDict()
        self._lines: OrderedDict[tuple[str, str], _Lines] = OrderedDict()

    def rows(self) -> list[dict[str, Any]]:
        """One row per folder, in the order of their names; a damaged folder says so in its row."""
        with self._lock:
            self._walk()
            entries = list(self._entries.values())
        return [entry.summary() for entry in entries]

    def entry(self, key: str) -> Entry:
        """The folder of an id; only what was found by scanning can be asked for."""
        with self._lock:
            if key not in self._entries:
                self._walk(now=True)
            if key not in self._entries:
                raise NoSuchRunError(key)
            return self._entries[key]

    def outcomes(self, key: str) -> Outcomes:
        """The outcomes of a run up to now."""
        entry = self.entry(key)
        with self._lock:
            if key not in self._outcomes:
                self._outcomes[key] = _Read(entry.path / "outcomes.jsonl")
                while len(self._outcomes) > _OPEN:
                    self._outcomes.popitem(last=False)
            self._outcomes.move_to_end(key)
            read = self._outcomes[key]
        return read.up_to_now()

    def lines(self, key: str, name: str) -> list[dict[str, Any]]:
        """The rows of a JSON record of a run up to now; only what was appended since the last call is read."""
        entry = self.entry(key)
        with self._lock:
            read = self._lines.setdefault((key, name), _Lines(entry.path / name))
            self._lines.move_to_end((key, name))
            while len(self._lines) > 8 * _OPEN:
                self._lines.popitem(last=False)
        return read.up_to_now()

    def run(self, key: str) -> RunFolder:
        """The run of an id."""
        entry = self.entry(key)
        if entry.mark != "run":
            raise UserError(f"{entry.name} is not a run.")
        return RunFolder.read(entry.path)

    def _walk(self, now: bool = False) -> None:
        if not now and time.monotonic() - self._walked < _PATIENCE:
            return
        found: dict[str, Entry] = {}
        for root in self.roots:
            for path, mark in _marked(root, _DEPTH):
                entry = Entry(path, root, mark, self._published)
                found[entry.id] = self._entries.get(entry.id, entry)
        self._entries = dict(sorted(found.items(), key=lambda item: item[1].name))
        self._walked = time.monotonic()


def _marked(folder: Path, depth: int) -> Iterator[tuple[Path, str]]:
    """Folders worth showing, outer ones first; links are not followed, so nothing outside is ever served."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    files = [entry for entry in entries if entry.is_file(follow_symlinks=False)]
    names = {entry.name for entry in files}
    yield from ((Path(entry.path), "board") for entry in files if _is_board(entry))
    for mark, kind in _MARKS.items():
        if mark in names:
            yield folder, kind
            break
    if "run.json" in names or depth == 0:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
            yield from _marked(Path(entry.path), depth - 1)


def _is_board(entry: os.DirEntry[str]) -> bool:
    """Whether a file is a database; whether it holds a leaderboard is seen when it is opened."""
    if not entry.name.endswith((".db", ".sqlite", ".sqlite3")):
        return False
    try:
        with Path(entry.path).open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def describe(entry: Entry) -> dict[str, Any]:
    """The stored description of a folder; a leaderboard has none."""
    if entry.mark == "board":
        return {}
    mark = next(name for name, kind in _MARKS.items() if kind == entry.mark)
    found = read_json(entry.path / mark)
    if not isinstance(found, dict):
        raise UserError(f"{mark} of {entry.name} is damaged: it holds no description.")
    return found
