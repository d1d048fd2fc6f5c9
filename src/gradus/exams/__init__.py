"""Exams: protocols over runs that end in figures with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import lazily

if TYPE_CHECKING:
    from gradus.exams import accuracy, forgetting, graduality, relaxed, retention, statistics, steps, transfer
    from gradus.exams.catalogue import EXAMS, available, make
    from gradus.exams.compare import ComparedTask, ComparedWhole, Comparison
    from gradus.exams.conduct import BudgetRule, execute_run
    from gradus.exams.exam import Exam
    from gradus.exams.exam_record import ExamRecord, command_of, human_record, protocol_of, read_exam
    from gradus.exams.figures import RunFigures, TaskFigures, floor, read_run
    from gradus.exams.hold import check, examine, resume
    from gradus.exams.human import figures_of
    from gradus.exams.judged import notes, terms
    from gradus.exams.plan import RunBudget, RunPlan
    from gradus.exams.progress import Progress, runs_to_come
    from gradus.exams.results import Result, RunRow, TaskRow, Totals, to_json
    from gradus.exams.sections import Chart, Line, Section, Table, three_cells
    from gradus.exams.steps import about_runs, run_rows, runs_table, tasks_table
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "human_lines": "gradus.exams.old_names:human_lines (gradus.exams.ExamRecord.lines)",
            "human_sections": "gradus.exams.old_names:human_sections (gradus.exams.ExamRecord.sections)",
            "human_table": "gradus.exams.old_names:human_table (gradus.exams.human_record)",
            "lines": "gradus.exams.old_names:lines (gradus.exams.ExamRecord.lines)",
        },
    )


__all__ = [
    "EXAMS",
    "RunBudget",
    "BudgetRule",
    "Chart",
    "ComparedTask",
    "ComparedWhole",
    "Comparison",
    "Exam",
    "ExamRecord",
    "Line",
    "Progress",
    "Result",
    "RunFigures",
    "RunPlan",
    "RunRow",
    "Section",
    "Table",
    "TaskFigures",
    "TaskRow",
    "Totals",
    "about_runs",
    "accuracy",
    "available",
    "check",
    "command_of",
    "examine",
    "execute_run",
    "figures_of",
    "floor",
    "forgetting",
    "graduality",
    "human_record",
    "make",
    "notes",
    "protocol_of",
    "read_exam",
    "read_run",
    "relaxed",
    "resume",
    "retention",
    "run_rows",
    "runs_table",
    "runs_to_come",
    "statistics",
    "steps",
    "tasks_table",
    "terms",
    "three_cells",
    "to_json",
    "transfer",
]
