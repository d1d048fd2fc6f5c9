"""What version 0.1 called otherwise: results as dictionaries. Gone in the next version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gradus.exams.exam_record import ExamRecord, human_record, protocol_of
from gradus.exams.human import Human, HumanResult, RecordedResult
from gradus.exams.sections import Line, Section, run_lines


def human_table(
    people: Sequence[str | Path], agents: Sequence[str | Path] = (), level: float = 0.9
) -> dict[str, Any]:
    """Now :func:`gradus.exams.human_record`."""
    return human_record(people, agents, level).to_json()


def human_lines(table: Mapping[str, Any]) -> Iterator[Line]:
    """Now :meth:`gradus.exams.ExamRecord.lines`."""
    result = HumanResult.from_json(table)
    yield from run_lines(result.runs)
    yield from Human.lines(result)


def human_sections(table: Mapping[str, Any], who: str) -> Iterator[Section]:
    """Now :meth:`gradus.exams.ExamRecord.sections`."""
    return Human.sections(RecordedResult.from_json(table), who, {})


def lines(result: Mapping[str, Any]) -> Iterator[Line]:
    """Now :meth:`gradus.exams.ExamRecord.lines`."""
    found = protocol_of(result["protocol"]).result_type.from_json(result["table"])
    return ExamRecord(result["protocol"], result["settings"], found).lines()
