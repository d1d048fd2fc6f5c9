"""The leaderboard: rounds with a committed key, and one row per submission, in SQLite or PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from gradus.leaderboard.chain import Row
from gradus.leaderboard.commitment import Key
from gradus.school import DamagedError, UserError

_TABLES = (
    """create table if not exists rounds (
        name text primary key, commitment text not null, opened text not null, revealed text, head text)""",
    """create table if not exists entries (
        round text not null references rounds(name), entry integer not null, name text not null,
        began text not null, primary key (round, entry))""",
    """create table if not exists submissions (
        id {serial}, round text not null references rounds(name), entry integer not null, name text not null,
        learner text not null, is_command integer not null, code text not null,
        tasks_passed integer not null, tasks integer not null, steps integer not null, finished integer not null,
        reason text not null, seconds double precision not null, isolation text not null, submitted text not null,
        version text not null, record text not null, max_steps integer, task_steps integer, results text not null,
        previous text not null, hash text not null, signature text not null,
        unique (round, entry), unique (round, previous))""",
)
_ATTEMPTS = 20
"""How often to look for a free number or a new end of the chain, when others submit at the same moment."""


_COLUMNS = tuple(field.name for field in fields(Row))
_BOOLEANS = ("finished", "is_command")


class Leaderboard:
    """A database of rounds and submissions; make one with :func:`open_board`."""

    def __init__(
        self, connection: Any, mark: str, serial: str, errors: type[Exception], read_only: bool = False
    ) -> None:
        self._connection, self._mark, self.errors = connection, mark, errors
        for table in () if read_only else _TABLES:
            self._do(table.format(serial=serial))
        try:
            self._do("select head from rounds where 1 = 0")
            self._do(f"select {', '.join(_COLUMNS)} from submissions where 1 = 0")
        except errors:
            raise UserError(
                "The leaderboard was made by an older version of Gradus; begin a new one."
            ) from None

    def _do(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """One statement in a transaction of its own; its rows, if it has any."""
        cursor = self._connection.cursor()
        try:
            cursor.execute(sql.replace("?", self._mark), tuple(values))
            rows = cursor.fetchall() if cursor.description else []
            self._connection.commit()
        except self.errors:
            self._connection.rollback()
            raise
        finally:
            cursor.close()
        return [tuple(row) for row in rows]

    def _insert(self, table: str, values: dict[str, Any]) -> bool:
        """Add a line to a table; False if somebody else just took its place."""
        marks = ", ".join("?" for _ in values)
        try:
            self._do(f"insert into {table} ({', '.join(values)}) values ({marks})", list(values.values()))
        except self.errors as error:
            if type(error).__name__ not in ("IntegrityError", "UniqueViolation"):
                raise
            return False
        return True

    def open_round(self, name: str, commitment: str, opened: str) -> None:
        """Publish the commitment of a new round."""
        if not self._insert("rounds", {"name": name, "commitment": commitment, "opened": opened}):
            raise UserError(f"There already is a round {name!r}; its commitment cannot be changed.")

    def rounds(self) -> list[str]:
        """The names of all rounds, the newest first."""
        return [str(row[0]) for row in self._do("select name from rounds order by opened desc, name")]

    def is_over(self, name: str) -> bool:
        """Whether the round's key has been revealed, after which nothing can be submitted."""
        return bool(self._do("select 1 from rounds where name = ? and revealed is not null", (name,)))

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

    def enter(self, round_name: str, name: str, began: str) -> int:
        """Note that a submission begins; its number, which no other submission of the round gets."""
        self._check_open(round_name)
        for _ in range(_ATTEMPTS):
            last = self._do("select max(entry) from entries where round = ?", (round_name,))[0][0]
            entry = int(last or 0) + 1
            if self._insert("entries", {"round": round_name, "entry": entry, "name": name, "began": began}):
                return entry
        raise UserError(f"The round {round_name!r} is too busy to take a submission; try again.")

    def entries(self, round_name: str) -> dict[int, str]:
        """All submissions that were begun, by number: those without a row never came to their end."""
        found = self._do("select entry, name from entries where round = ? order by entry", (round_name,))
        return {int(entry): str(name) for entry, name in found}

    def _check_open(self, name: str) -> None:
        self.commitment(name)
        if self.revealed(name) is not None:
            raise UserError(f"The round {name!r} is over: its key has been revealed.")

    def add(self, row: Row, key: Key) -> Row:
        """Add a submission's row to the chain and return it sealed; to a round that is over, nothing is added."""
        self._check_open(row.round)
        self.check(row.round, key)
        for _ in range(_ATTEMPTS):
            sealed = row.sealed(self.head(row.round), key)
            if self._insert("submissions", _values(sealed)):
                return sealed
        raise UserError(f"The round {row.round!r} has a row of submission {row.entry} already.")

    def head(self, name: str) -> str:
        """The hash of the newest row; of an empty round, its commitment."""
        found = self._do("select hash from submissions where round = ? order by id desc limit 1", (name,))
        return str(found[0][0]) if found else self.commitment(name)

    def chain(self, name: str) -> list[Row]:
        """The submissions of a round in the order in which they were added."""
        return self._rows(name, "order by id asc")

    def rows(self, name: str) -> list[Row]:
        """The submissions of a round, best first: most tasks, then fewest steps among those that finished."""
        return self._rows(name, "order by tasks_passed desc, finished desc, steps asc, id asc")

    def _rows(self, name: str, order: str) -> list[Row]:
        found = self._do(f"select {', '.join(_COLUMNS)} from submissions where round = ? {order}", (name,))
        return [_row(values) for values in found]

    def reveal(self, name: str, key: Key) -> str:
        """Publish the key of a round that is over; the hash of its last row, to be published as well."""
        self.check(name, key)
        head = self.head(name)
        self._do(
            "update rounds set revealed = ?, head = ? where name = ?", (json.dumps(key.to_json()), head, name)
        )
        return head

    def revealed(self, name: str) -> Key | None:
        """The key of a round, once it is revealed; whoever wants to can hash it again."""
        found = self._do("select revealed from rounds where name = ?", (name,))
        return Key.from_json(_loaded(found[0][0])) if found and found[0][0] else None

    def published_head(self, name: str) -> str | None:
        """The hash of the last row when the round ended."""
        found = self._do("select head from rounds where name = ?", (name,))
        return str(found[0][0]) if found and found[0][0] else None

    def close(self) -> None:
        """Let go of the database."""
        self._connection.close()


def _values(row: Row) -> dict[str, Any]:
    values = {**asdict(row), "results": json.dumps(row.results)}
    return {name: int(value) if name in _BOOLEANS else value for name, value in values.items()}


def _row(values: tuple[Any, ...]) -> Row:
    named = dict(zip(_COLUMNS, values, strict=True))
    named |= {name: bool(named[name]) for name in _BOOLEANS}
    return Row(**{**named, "results": _loaded(named["results"])})


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise DamagedError(
            f"The leaderboard is damaged: it holds a text that is no JSON ({error})."
        ) from error


@contextmanager
def open_board(url: str | Path, read_only: bool = False) -> Iterator[Leaderboard]:
    """A leaderboard in a SQLite file, or in PostgreSQL by a URL (``postgresql://...``).

    With ``read_only`` a SQLite file is neither made nor changed.
    """
    text = str(url)
    postgres = text.startswith(("postgresql://", "postgres://"))
    board = _postgres(text) if postgres else _sqlite(text, read_only)
    try:
        yield board
    except board.errors as error:
        reason = str(error).strip().splitlines()[0]
        raise UserError(
            f"The leaderboard{'' if postgres else f' {text}'} cannot be used: {reason}."
        ) from error
    finally:
        board.close()


def _sqlite(path: str, read_only: bool = False) -> Leaderboard:
    if "://" in path.removeprefix("sqlite:///"):
        raise UserError(f"A leaderboard is a SQLite file or a postgresql:// URL, not {path!r}.")
    file = path.removeprefix("sqlite:///")
    address = f"{Path(file).absolute().as_uri()}?mode=ro" if read_only else file
    try:
        connection = sqlite3.connect(address, timeout=30.0, uri=read_only)
        return Leaderboard(connection, "?", "integer primary key autoincrement", sqlite3.Error, read_only)
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
