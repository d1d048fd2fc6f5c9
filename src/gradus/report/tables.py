"""Tables of a report: the same rows for the page and for CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from gradus.report.gather import Exhibit


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

    def html(self) -> str:
        """The table for the page, figures shortened."""
        numeric = [_is_numeric([row[i] for row in self.rows]) for i in range(len(self.columns))]
        head = "".join(
            ('<th class="number">' if right else "<th>") + f"<button>{escape(name)}</button></th>"
            for name, right in zip(self.columns, numeric, strict=True)
        )
        body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in self.rows)
        return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _is_numeric(values: Sequence[Any]) -> bool:
    known = [value for value in values if value is not None]
    return bool(known) and all(isinstance(v, int | float) and not isinstance(v, bool) for v in known)


def _cell(value: Any) -> str:
    if value is None:
        return '<td class="none">–</td>'
    if isinstance(value, bool):
        return f"<td>{'yes' if value else 'no'}</td>"
    if isinstance(value, int | float):
        text = f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
        return f'<td class="number">{text}</td>'
    return f"<td>{escape(str(value))}</td>"


def _interval(value: Mapping[str, Any] | None) -> tuple[Any, ...]:
    return (None, None, None) if value is None else (value["estimate"], value["low"], value["high"])


def _three(name: str) -> tuple[str, ...]:
    return (name, f"{name} low", f"{name} high")


def runs_table(exhibit: Exhibit, name: str = "runs") -> Table:
    """One row per run."""
    keys = ("run", "seed", "tasks_passed", "of", "steps", "finished", "reason")
    rows = tuple(
        tuple(str(row[key]) if key == "seed" else row[key] for key in keys)  # a seed counts nothing
        for row in exhibit.table.get("runs", ())
    )
    return Table(name, tuple(key.replace("_", " ") for key in keys), rows)


def tasks_table(rows: Sequence[Mapping[str, Any]], name: str = "tasks") -> Table:
    """One row per task: steps with intervals, accuracy, floor."""
    columns = (
        "task",
        "runs",
        "reached",
        "passed",
        *_three("mean steps"),
        *_three("median"),
        "floor",
        *_three("accuracy"),
    )
    cells = tuple(
        (
            *(row[key] for key in ("task", "runs", "reached", "passed")),
            *_interval(row["mean"]),
            *_interval(row["median"]),
            row["floor"],
            *_interval(row["accuracy"]),
        )
        for row in rows
        if row["reached"]
    )
    return Table(name, columns, cells)


def comparison_table(part: Mapping[str, Any], name: str) -> Table:
    """Ratios of two groups of runs, task by task."""
    columns = (
        "task",
        *_three("median ratio"),
        "combinations",
        *_three("ratio of medians"),
        *_three("above floor"),
    )
    columns += ("p better", "p worse", "p better (Holm)", "verdict")
    rows = tuple(
        (
            row["task"],
            *_interval(row["ratio"]),
            row["ratio"]["n"],
            *_interval(row["interval"]),
            *_interval(row["above_floor"]),
            row["p_better"],
            row["p_worse"],
            row["p_better_holm"],
            row["verdict"],
        )
        for row in part["rows"]
    )
    return Table(name, columns, rows)


def forgetting_table(part: Mapping[str, Any], name: str) -> Table:
    """First and second time, task by task."""
    columns = ("task", *_three("again / first"), "within c times", "of", "saved", "verdict")
    rows = tuple(
        (row["task"], *_interval(row["ratio"]), row["within"], row["of"], row["saved"], row["verdict"])
        for row in part["rows"]
    )
    return Table(name, columns, rows)


def retention_table(part: Mapping[str, Any], name: str = "retention") -> Table:
    """Shares solved, tasks down and times across."""
    rows = tuple(
        (row["task"], *(None if cell is None else cell["estimate"] for cell in row["cells"]))
        for row in part["rows"]
    )
    return Table(name, ("task", *(f"after {time}" for time in part["times"])), rows)


def accuracy_table(part: Mapping[str, Any], name: str = "accuracy") -> Table:
    """Accuracy after passing."""
    columns = (
        "task",
        "runs",
        "right",
        "of",
        *_three("accuracy"),
        "different answers",
        "chance",
        "p",
        "verdict",
    )
    rows = tuple(
        (
            *(row[key] for key in ("task", "runs", "right", "of")),
            *_interval(row["accuracy"]),
            *(row[key] for key in ("answers", "chance", "p", "verdict")),
        )
        for row in part["rows"]
    )
    return Table(name, columns, rows)
