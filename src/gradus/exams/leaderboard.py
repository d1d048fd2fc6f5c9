"""The leaderboard: rounds with a committed key, and one row per submission, in SQLite or PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gradus.exams.commitment import Key
from gradus.school import UserError

_TABLES = (
    """create table if not exists rounds (
        name text primary key, commitment text not null, opened text not null, revealed text)""",
    """create table if not exists submissions (
        id {serial}, round text not null references rounds(name), name text not null, learner text not null,
        tasks_passed integer not null, tasks integer not null, steps integer not null, finished integer not null,
        reason text not null, seconds double precision not null, isolation text not null, submitted text not null,
        results text not null)""",
)
_COLUMNS = (
    *("round", "name", "learner", "tasks_passed", "tasks", "steps", "finished", "reason", "seconds"),
    *("isolation", "submitted", "results"),
)


@dataclass(frozen=True)
class Row:
    """One submission's result."""

    round: str
    name: str
    """Who submitted it."""
    learner: str
    """What was run."""
    tasks_passed: int
    tasks: int
    steps: int
    finished: bool
    reason: str
    seconds: float
    isolation: str
    """``bubblewrap``, or ``limits only`` where that is not installed."""
    submitted: str
    """When, in UTC."""
    results: dict[str, Any]
    """The figures task by task."""


class Leaderboard:
    """A database of rounds and submissions; make one with :func:`open_board`."""

    def __init__(self, connection: Any, mark: str, serial: str, errors: type[Exception]) -> None:
        self._connection, self._mark, self._errors = connection, mark, errors
        for table in _TABLES:
            self._do(table.format(serial=serial))

    def _do(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """One statement in a transaction of its own; its rows, if it has any."""
        cursor = self._connection.cursor()
        try:
            cursor.execute(sql.replace("?", self._mark), tuple(values))
            rows = cursor.fetchall() if cursor.description else []
            self._connection.commit()
        except self._errors:
            self._connection.rollback()
            raise
        finally:
            cursor.close()
        return [tuple(row) for row in rows]

    def open_round(self, name: str, commitment: str, opened: str) -> None:
        """Publish the commitment of a new round."""
        if self._do("select name from rounds where name = ?", (name,)):
            raise UserError(f"There already is a round {name!r}; its commitment cannot be changed.")
        self._do("insert into rounds (name, commitment, opened) values (?, ?, ?)", (name, commitment, opened))

    def commitment(self, name: str) -> str:
        """The published hash of a round."""
        found = self._do("select commitment from rounds where name = ?", (name,))
        if not found:
            known = ", ".join(row[0] for row in self._do("select name from rounds order by opened"))
            raise UserError(f"There is no round {name!r}, only: {known or 'none yet'}.")
        return str(found[0][0])

    def check(self, name: str, key: Key) -> None:
        """Complain unless the key is the one committed to."""
        if key.commitment != self.commitment(name):
            raise UserError(f"This key is not the one that round {name!r} committed to.")

    def add(self, row: Row) -> None:
        """Add a submission's row; to a round that is over, nothing is added."""
        self.commitment(row.round)
        if self.revealed(row.round) is not None:
            raise UserError(f"The round {row.round!r} is over: its key has been revealed.")
        values = {**asdict(row), "finished": int(row.finished), "results": json.dumps(row.results)}
        marks = ", ".join("?" for _ in _COLUMNS)
        self._do(
            f"insert into submissions ({', '.join(_COLUMNS)}) values ({marks})", [values[c] for c in _COLUMNS]
        )

    def rows(self, name: str) -> list[Row]:
        """The submissions of a round, best first: most tasks, then fewest steps among those that finished."""
        order = "order by tasks_passed desc, finished desc, steps asc, id asc"
        found = self._do(f"select {', '.join(_COLUMNS)} from submissions where round = ? {order}", (name,))
        return [_row(values) for values in found]

    def reveal(self, name: str, key: Key) -> None:
        """Publish the key of a round that is over."""
        self.check(name, key)
        self._do("update rounds set revealed = ? where name = ?", (json.dumps(key.to_json()), name))

    def revealed(self, name: str) -> Key | None:
        """The key of a round, once it is revealed; whoever wants to can hash it again."""
        found = self._do("select revealed from rounds where name = ?", (name,))
        return Key.from_json(json.loads(found[0][0])) if found and found[0][0] else None

    def close(self) -> None:
        """Let go of the database."""
        self._connection.close()


def _row(values: tuple[Any, ...]) -> Row:
    named = dict(zip(_COLUMNS, values, strict=True))
    return Row(**{**named, "finished": bool(named["finished"]), "results": json.loads(named["results"])})


@contextmanager
def open_board(url: str | Path) -> Iterator[Leaderboard]:
    """A leaderboard in a SQLite file, or in PostgreSQL by a URL (``postgresql://...``)."""
    text = str(url)
    postgres = text.startswith(("postgresql://", "postgres://"))
    board = _postgres(text) if postgres else _sqlite(text)
    try:
        yield board
    finally:
        board.close()


def _sqlite(path: str) -> Leaderboard:
    try:
        connection = sqlite3.connect(path.removeprefix("sqlite:///"), timeout=30.0)
        return Leaderboard(connection, "?", "integer primary key autoincrement", sqlite3.Error)
    except sqlite3.Error as error:
        raise UserError(f"Cannot open the leaderboard {path}: {error}.") from error


def _postgres(url: str) -> Leaderboard:
    try:
        import psycopg
    except ImportError:
        raise UserError(
            "A leaderboard in PostgreSQL needs the package psycopg: pip install 'gradus[postgres]'."
        ) from None
    try:
        connection = psycopg.connect(url, connect_timeout=10)
        return Leaderboard(connection, "%s", "serial primary key", psycopg.Error)
    except psycopg.Error as error:
        raise UserError(f"Cannot open the leaderboard: {str(error).strip().splitlines()[0]}.") from error
