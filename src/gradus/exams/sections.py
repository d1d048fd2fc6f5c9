"""What an exam shows, as data: tables and sentences for the terminal, sections for reports and pages.

Nothing here draws: a report turns a :class:`Chart` into a picture, the command line a :class:`Table` into lines.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from gradus.exams.intervals import Interval, finite
from gradus.exams.results import PlainResult, Result, RunRow


@dataclass(frozen=True)
class Table:
    """Rows under headings; cells are numbers, texts or None."""

    name: str
    """A short name, also of its CSV file."""
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def csv(self) -> str:
        """The table as a CSV file with full precision."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([["" if cell is None else cell for cell in row] for row in self.rows])
        return out.getvalue()


@dataclass(frozen=True)
class Chart:
    """A picture by its kind: ``ratios``, ``retention``, ``accuracies`` or ``steps``, and what it shows."""

    kind: str
    data: Any
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Section:
    """A heading, a few sentences, a picture and tables."""

    title: str
    text: str
    chart: Chart | None = None
    tables: tuple[Table, ...] = ()


Line = Table | str
"""What the terminal shows: a table, or a sentence."""


R = TypeVar("R", bound=Result)


class Shown(Generic[R]):
    """How a kind of result is shown, from the stored table alone: neither learners nor curricula are needed for it."""

    result_type: ClassVar[type[Result]] = PlainResult
    """The class of its results."""

    @classmethod
    def lines(cls, result: R) -> Iterator[Line]:
        """What the terminal shows of a result, beside its runs; by itself every part that has rows."""
        return any_lines(result.to_json())

    @classmethod
    def sections(cls, result: R, who: str, settings: Mapping[str, Any]) -> Iterable[Section]:
        """What a report shows of a result; by itself a table for every part that has rows."""
        return any_sections(result.to_json(), who)

    @classmethod
    def verdict(cls, result: R) -> str | None:
        """What was found, in a few words; None: there is no verdict."""
        parts = parts_of(result.to_json()).values()
        return next((part["whole"]["verdict"] for part in parts if part.get("whole")), None)

    @classmethod
    def repeat(cls, protocol: str, settings: Mapping[str, Any], folder: str | Path) -> str:
        """The command line that makes the result again."""
        raise NotImplementedError


def number(value: float | None) -> str:
    """A figure for people; what is not finite is a dash."""
    return "-" if finite(value) is None else f"{value:.3g}"


def estimate(value: Interval | None) -> str:
    """The estimate alone."""
    return "-" if value is None else number(value.estimate)


def interval(value: Interval | None) -> str:
    """An estimate and its limits."""
    return "-" if value is None else f"{estimate(value)} [{number(value.low)}, {number(value.high)}]"


def limits(value: Interval | None) -> str:
    """The limits alone."""
    if value is None or finite(value.low) is finite(value.high) is None:
        return "-"
    return f"{number(value.low)} to {number(value.high)}"


def three(name: str) -> tuple[str, str, str]:
    """The headings of an estimate and its limits."""
    return (name, f"{name} low", f"{name} high")


def three_cells(value: Interval | None) -> tuple[Any, ...]:
    """An estimate and its limits as cells."""
    if value is None:
        return (None, None, None)
    return (finite(value.estimate), finite(value.low), finite(value.high))


def run_lines(rows: Sequence[RunRow], remark: str = "") -> Iterator[Line]:
    """How far each run came and why it ended."""
    if rows:
        columns = ("run", "tasks passed", "of", "steps", "why it ended")
        cells = tuple((r.run, r.tasks_passed, r.of, f"{r.steps:,}", r.reason) for r in rows)
        yield Table(f"{remark}{len(rows)} run{'s' if len(rows) != 1 else ''}", columns, cells)


def rows_table(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """Any rows as a table: texts, numbers and intervals, whatever an exam called them."""
    keys = [key for key in rows[0] if all(_is_shown(row.get(key)) for row in rows)]
    wide = {key for key in keys if any(isinstance(row.get(key), Mapping) for row in rows)}
    columns: list[str] = []
    for key in keys:
        columns += three(_words(key)) if key in wide else [_words(key)]
    cells = tuple(
        tuple(c for key in keys for c in (_three_of(row[key]) if key in wide else (row[key],)))
        for row in rows
    )
    return Table(name, tuple(columns), cells)


def _three_of(value: Mapping[str, Any] | None) -> tuple[Any, ...]:
    return (None, None, None) if value is None else (value["estimate"], value["low"], value["high"])


def _is_shown(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float) or _is_interval(value)


def _is_interval(value: Any) -> bool:
    return isinstance(value, Mapping) and {"estimate", "low", "high"} <= set(value)


def _words(key: str) -> str:
    return key.replace("_", " ")


def parts_of(table: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The parts of a table that have rows, by their names; what every exam shows unless it knows better."""
    known = ("tasks", "runs", "totals")
    return {
        key: part
        for key, part in table.items()
        if key not in known and isinstance(part, Mapping) and isinstance(part.get("rows"), list)
    }


def any_lines(table: Mapping[str, Any]) -> Iterator[Line]:
    """The rows and verdicts of any table."""
    for key, part in parts_of(table).items():
        if part["rows"]:
            yield rows_table(_words(key), part["rows"])
        verdict = (part.get("whole") or {}).get("verdict")
        if verdict:
            yield f"{_words(key)}, all together: {verdict}."


def any_sections(table: Mapping[str, Any], who: str) -> Iterator[Section]:
    """A section for each part of any table."""
    for key, part in parts_of(table).items():
        verdict = (part.get("whole") or {}).get("verdict")
        text = f"All together: {verdict}." if verdict else str(part.get("text", ""))
        shown = (rows_table(f"{_words(key)} of {who}", part["rows"]),) if part["rows"] else ()
        yield Section(f"{_words(key).capitalize()} of {who}", text, None, shown)
