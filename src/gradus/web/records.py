"""Append-only records read as they grow: never from the start again, never half a line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from gradus.school import UserError

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

    def lines(self, most: int = 64 * _BLOCK) -> list[bytes]:
        """The whole lines that came since the last call, at most so many bytes of them."""
        try:
            with self.path.open("rb") as file:
                file.seek(0, 2)
                if file.tell() < self.offset:  # a resumed run was cut back to its checkpoint
                    self.offset = 0
                file.seek(self.offset)
                data = file.read(most)
        except FileNotFoundError:
            return []
        end = data.rfind(b"\n") + 1
        self.offset += end
        return data[:end].splitlines()


@dataclass
class Outcomes:
    """The outcomes of a run in columns."""

    tasks: list[Any] = field(default_factory=list)
    serials: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    solved: list[bool] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    def add(self, path: Path, lines: list[bytes]) -> None:
        """Take in lines of the record."""
        for line in lines:
            try:
                row = _DECODE(line)
            except msgspec.MsgspecError as error:
                number = len(self.serials) + 1
                raise UserError(f"Line {number} of {path.name} is damaged: {error}.") from error
            self.tasks.append(row.ticket.task)
            self.serials.append(row.ticket.serial)
            self.steps.append(row.steps)
            self.rewards.append(row.reward)
            self.solved.append(row.solved)
            self.reasons.append(row.reason)

    def __len__(self) -> int:
        return len(self.serials)

    def since(self, start: int, most: int = 20_000) -> dict[str, Any]:
        """The columns from an outcome on, and where to go on."""
        end = min(len(self), start + most)
        columns = {
            name: getattr(self, name)[start:end]
            for name in ("tasks", "serials", "steps", "rewards", "solved", "reasons")
        }
        return {"next": end, "total": len(self), **columns}


def json_rows(tail: Tail) -> list[dict[str, Any]]:
    """New lines of a JSON record."""
    try:
        return [msgspec.json.decode(line) for line in tail.lines()]
    except msgspec.MsgspecError as error:
        raise UserError(f"{tail.path.name} is damaged: {error}.") from error
