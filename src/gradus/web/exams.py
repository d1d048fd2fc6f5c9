"""Exams and rounds of a leaderboard as their own rooms describe them: sentences, tables and charts as data.

A third party's exam says what is to be shown of it; the page draws that and knows nothing of any protocol.
"""

from __future__ import annotations

import shlex
from typing import Any

from gradus import charts
from gradus.exams import ExamRecord, Result, Section, Table, read_exam, runs_table, tasks_table
from gradus.leaderboard import Row, open_board
from gradus.school import UserError
from gradus.web.library import Entry

WHO = {"human": "people"}
"""Whom a result is about that names no learner."""
_ROWS = 1000
"""Rows of a table that are sent at most."""


def exam_page(entry: Entry) -> dict[str, Any]:
    """The verdict and the sections of an exam; empty as long as it has no table."""
    path = entry.path
    if not (path / "table.json").is_file():
        return {"verdict": None, "sections": [], "command": f"gradus exam resume {entry.typed}"}
    record = read_exam(path)
    try:
        return _exam(record, entry)
    except (KeyError, TypeError, AttributeError) as error:
        raise UserError(f"The table of {path.name} is damaged: {error}.") from error


def _exam(record: ExamRecord[Result], entry: Entry) -> dict[str, Any]:
    result, who = record.result, str(record.settings.get("learner") or "")
    tables = [runs_table(result.runs, "runs")] if result.runs else []
    tables += [tasks_table(result.tasks, "tasks")] if result.tasks else []
    shown = [_section(section) for section in record.sections(who or WHO.get(record.protocol, "the agent"))]
    if tables:
        shown.append(_section(Section("Runs and tasks", "", None, tuple(tables))))
    return {"verdict": record.verdict, "sections": shown, "command": record.command(f"{entry.place}-again")}


def _section(section: Section) -> dict[str, Any]:
    chart = section.chart
    if chart and chart.kind not in charts.KINDS:
        raise UserError(f"A chart is one of {', '.join(charts.KINDS)}, not {chart.kind!r}.")
    return {
        "title": section.title,
        "text": section.text,
        "plot": charts.KINDS[chart.kind](chart.data, **chart.options) if chart else None,
        "tables": [_table(table) for table in section.tables],
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "name": table.name,
        "columns": list(table.columns),
        "rows": [list(row) for row in table.rows[:_ROWS]],
    }


_COLUMNS = (
    "name",
    "learner",
    "tasks_passed",
    "tasks",
    "steps",
    "finished",
    "reason",
    "isolation",
    "submitted",
)


def board_page(entry: Entry) -> dict[str, Any]:
    """The rounds of a leaderboard, best submissions first; what a round keeps secret is never asked for."""
    with open_board(entry.path, read_only=True) as board:
        rounds = [
            (name, board.commitment(name), board.is_over(name), board.rows(name)) for name in board.rounds()
        ]
    return {"sections": [_round(*about, entry) for about in rounds], "command": ""}


def _round(name: str, commitment: str, is_over: bool, rows: list[Row], entry: Entry) -> dict[str, Any]:
    columns = (*(column.replace("_", " ") for column in _COLUMNS), "receipt")
    cells = tuple((*(getattr(row, column) for column in _COLUMNS), row.hash) for row in rows)
    data = [
        {"name": f"{row.name} ({row.entry})", "passed": row.tasks_passed, "of": row.tasks, "steps": row.steps}
        for row in rows
    ]
    state = "over" if is_over else "open"
    return {
        "title": f"Round {name}",
        "text": f"The round is {state}. It committed to {commitment}.\n{len(rows)} submissions.",
        "plot": charts.board(data),
        "tables": [_table(Table(f"round {name}", columns, cells))] if rows else [],
        "command": f"gradus exam leaderboard {shlex.quote(name)} --board {entry.typed}",
    }
