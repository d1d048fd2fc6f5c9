"""What an exam finds, as types; and how it becomes JSON and is read back.

A result is a frozen dataclass of rows, which are frozen dataclasses too. Its JSON is the table that an exam keeps in
``table.json``: the same names in the same order, so whoever reads the file reads the class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from inspect import get_annotations
from typing import Any, TypeVar

import numpy as np

from gradus.exams.intervals import Interval
from gradus.school.typed import read_table

R = TypeVar("R", bound="Result")


LEFT_OUT = {"left_out": True}
"""Metadata of a field that stands in the table only where it differs from its default."""


@dataclass(frozen=True)
class TaskRow:
    """One task over all runs."""

    task: str
    runs: int
    reached: int
    """Runs that met it."""
    passed: int
    """Runs that passed it."""
    steps: tuple[int | None, ...]
    """Steps to pass, run by run; None: not passed."""
    mean: Interval | None
    """Mean steps of the runs that passed it."""
    median: Interval | None
    floor: float
    """Steps of a learner that knows the answers, the median over runs."""
    accuracy: Interval | None
    """The share of right answers."""


@dataclass(frozen=True)
class RunRow:
    """One run: how far it came and why it ended."""

    run: str
    seed: int
    tasks_passed: int
    of: int
    """Tasks of its curriculum."""
    steps: int
    finished: bool
    reason: str


@dataclass(frozen=True)
class Totals:
    """All runs together."""

    tasks_passed: Interval
    of: int
    """Tasks of the curriculum."""
    finished: int
    """Runs that passed them all."""
    steps_to_finish: Interval | None


@dataclass(frozen=True, kw_only=True)
class Result:
    """What every exam finds; an exam adds parts of its own."""

    tasks: tuple[TaskRow, ...] = field(default=(), metadata=LEFT_OUT)
    runs: tuple[RunRow, ...] = field(default=(), metadata=LEFT_OUT)
    totals: Totals | None = field(default=None, metadata=LEFT_OUT)

    def to_json(self) -> dict[str, Any]:
        """The table that is stored and printed."""
        table: dict[str, Any] = to_json(self)
        return table

    @classmethod
    def from_json(cls: type[R], table: Mapping[str, Any], where: str = "The table") -> R:
        """Read a stored table back; ``where`` begins the sentence if it does not fit."""
        return from_json(cls, table, where)


@dataclass(frozen=True, kw_only=True)
class PlainResult(Result, Mapping[str, Any]):
    """A table whose exam has no types for it, or is not installed here: what every exam finds, and the rest as JSON."""

    table: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The table as it is."""
        return dict(self.table)

    @classmethod
    def from_json(cls, table: Mapping[str, Any], where: str = "The table") -> PlainResult:
        """Read what every exam finds; an entry that somebody calls the same and fills otherwise is left alone."""
        shared = from_json(Result, table, where)
        return cls(tasks=shared.tasks, runs=shared.runs, totals=shared.totals, table=table)

    def __getitem__(self, key: str) -> Any:
        return self.table[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)


def to_json(value: Any) -> Any:
    """A result or a part of one as JSON; what is not finite becomes null."""
    if isinstance(value, Interval):
        return value.to_json()
    if is_dataclass(value):
        return {name: to_json(given) for name, given in _entries(value)}
    if isinstance(value, Mapping):
        return {name: to_json(given) for name, given in value.items()}
    return [to_json(given) for given in value] if isinstance(value, tuple | list) else value


def _entries(value: Any) -> Iterator[tuple[str, Any]]:
    """Names and values: first what the class itself lists, then what it inherits; empty ones may be left out."""
    known = {item.name: item for item in fields(value)}
    listed = dict.fromkeys(name for kind in type(value).__mro__ for name in get_annotations(kind))
    for name in (name for name in listed if name in known):
        given, item = getattr(value, name), known[name]
        if not (item.metadata.get("left_out") and given == item.default):
            yield name, given


D = TypeVar("D")


def from_json(kind: type[D], value: Any, where: str) -> D:
    """A dataclass read from JSON. Entries it does not know are left alone: a newer version may have written them."""
    return read_table(_unbounded(value), kind, where)


_ENDS = {"estimate": np.nan, "low": -np.inf, "high": np.inf}
"""What null stands for in an interval: JSON has no word for it."""


def _unbounded(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_unbounded(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    found = {name: _unbounded(item) for name, item in value.items()}
    if _ENDS.keys() <= found.keys():
        found |= {name: end for name, end in _ENDS.items() if found[name] is None}
    return found
