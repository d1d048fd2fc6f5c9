"""Append-only records read as they grow: never from the start again, never half a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from sys import intern
from typing import Any

import msgspec

from gradus.school import Ticket, UserError

_BLOCK = 1 << 20


class _Ticket(msgspec.Struct):
    task: str | list[float]
    serial: int
    seed: int = 0
    nth: int = 0


class OutcomeLine(msgspec.Struct):
    """What the page needs of a line of ``outcomes.jsonl``; everything else in it is passed over."""

    ticket: _Ticket
    steps: int
    reward: float
    solved: bool
    reason: str


_DECODE = msgspec.json.Decoder(OutcomeLine).decode


@dataclass
class Tail:
    """A place in a record up to which it has been read."""

    path: Path
    offset: int = 0

    def was_cut(self) -> bool:
        """Whether a resumed run was cut back to its checkpoint meanwhile; if so, reading begins again."""
        try:
            cut = self.path.stat().st_size < self.offset
        except FileNotFoundError:
            return False
        self.offset = 0 if cut else self.offset
        return cut

    def blocks(self) -> Iterator[list[bytes]]:
        """The whole lines that came since the last call, some at a time: a long record never is in memory as text."""
        self.was_cut()
        try:
            with self.path.open("rb") as file:
                file.seek(self.offset)
                rest = b""
                while data := file.read(4 * _BLOCK):
                    whole, newline, rest = (rest + data).rpartition(b"\n")
                    self.offset += len(whole) + len(newline)
                    yield whole.splitlines()
        except FileNotFoundError:
            return

    def lines(self) -> list[bytes]:
        """The whole lines that came since the last call."""
        return [line for block in self.blocks() for line in block]


@dataclass
class Outcomes:
    """The outcomes of a run in columns."""

    tasks: list[Any] = field(default_factory=list)
    serials: list[int] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)
    nths: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    solved: list[bool] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    def add(self, path: Path, lines: list[bytes], before: int = 0) -> None:
        """Take in lines of the record, of which so many were read before."""
        for line in lines:
            try:
                row = _DECODE(line)
            except msgspec.MsgspecError as error:
                number = before + len(self.serials) + 1
                raise UserError(f"Line {number} of {path.name} is damaged: {error}.") from error
            task = row.ticket.task
            self.tasks.append(intern(task) if isinstance(task, str) else task)  # few names, many outcomes
            self.serials.append(row.ticket.serial)
            self.seeds.append(row.ticket.seed)
            self.nths.append(row.ticket.nth)
            self.steps.append(row.steps)
            self.rewards.append(row.reward)
            self.solved.append(row.solved)
            self.reasons.append(intern(row.reason))

    def __len__(self) -> int:
        return len(self.serials)

    def ticket(self, place: int) -> Ticket:
        """The ticket of an outcome."""
        return Ticket(self.tasks[place], self.seeds[place], self.serials[place], self.nths[place])

    def since(self, start: int, most: int = 20_000) -> dict[str, Any]:
        """The columns from an outcome on, and where to go on."""
        again = start > len(self)  # the run was cut back to its checkpoint and goes on from there
        start = 0 if again else max(0, start)
        end = min(len(self), start + most)
        return {"next": end, "total": len(self), "again": again, **self.at(range(start, end))}

    def at(self, places: Sequence[int]) -> dict[str, list[Any]]:
        """The columns of some outcomes."""
        names = ("tasks", "serials", "steps", "rewards", "solved", "reasons")
        return {name: [getattr(self, name)[i] for i in places] for name in names}


def json_rows(tail: Tail) -> list[dict[str, Any]]:
    """New lines of a JSON record."""
    try:
        return [msgspec.json.decode(line) for line in tail.lines()]
    except msgspec.MsgspecError as error:
        raise UserError(f"{tail.path.name} is damaged: {error}.") from error
