"""Exams: protocols over runs that end in figures with intervals."""

from __future__ import annotations

from gradus.exams import accuracy, forgetting, graduality, relaxed, retention, statistics, steps, transfer
from gradus.exams.compare import notes, terms
from gradus.exams.conduct import BudgetRule, execute_run
from gradus.exams.exam import (
    EXAMS,
    Exam,
    available,
    check,
    command_of,
    examine,
    lines,
    make,
    protocol_of,
    resume,
)
from gradus.exams.figures import RunFigures, TaskFigures, floor, read_run
from gradus.exams.human import figures_of, human_lines, human_sections, human_table
from gradus.exams.plan import RunBudget, RunPlan
from gradus.exams.progress import Progress, runs_to_come
from gradus.exams.sections import Chart, Line, Section, Table
from gradus.exams.steps import runs_table, tasks_table

__all__ = [
    "EXAMS",
    "RunBudget",
    "BudgetRule",
    "Chart",
    "Exam",
    "Line",
    "Progress",
    "RunFigures",
    "RunPlan",
    "Section",
    "Table",
    "TaskFigures",
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
    "human_lines",
    "human_sections",
    "human_table",
    "lines",
    "make",
    "notes",
    "protocol_of",
    "read_run",
    "relaxed",
    "resume",
    "retention",
    "runs_table",
    "runs_to_come",
    "statistics",
    "steps",
    "tasks_table",
    "terms",
    "transfer",
]
