"""Results are types: what is stored is their JSON, and read back it is the same result."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import pytest

from gradus import exams
from gradus.exams import Result, to_json
from gradus.exams.human import HumanResult
from gradus.exams.statistics import Interval
from gradus.school import DamagedError, UserError, read_json, write_json

SMALL = {"learner": "repeat", "order": "micro4,micro1", "task_steps": 400, "runs": 2}
SETTINGS: dict[str, dict[str, Any]] = {
    "accuracy": {"few": 0, "instances": 2},
    "forgetting": {},
    "graduality": {"control": ("micro4",)},
    "relaxed": {"skip": 1},
    "retention": {"times": 1},
    "steps": {},
    "transfer": {"before": "arithmetic", "max_steps": 400},
}


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Every exam of ours, held once."""
    base = tmp_path_factory.mktemp("exams")
    made = {}
    for name, settings in SETTINGS.items():
        exam = exams.make(name, **{**SMALL, **settings})
        made[name] = (exams.examine(exam, base / name), base / name)
    return made


def test_every_exam_of_ours_has_types_for_its_result():
    assert sorted(SETTINGS) == sorted(exams.available())
    for name in exams.available():
        kind = exams.protocol_of(name).result_type
        assert issubclass(kind, Result) and kind is not exams.Exam.result_type


@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_stored_is_read_back_as_the_same_result(records, name):
    record, folder = records[name]
    again = exams.read_exam(folder)
    assert type(again.result) is type(record.result) is exams.protocol_of(name).result_type
    assert again == record
    assert list(again.lines()) == list(record.lines())
    assert again.verdict == record.verdict
    assert untyped(again.result) == []


def untyped(value, path="result"):
    """Where a dictionary is left in a result."""
    if isinstance(value, dict):
        return [path]
    if isinstance(value, tuple):
        return [found for i, item in enumerate(value) for found in untyped(item, f"{path}[{i}]")]
    if is_dataclass(value):
        return [
            f for item in fields(value) for f in untyped(getattr(value, item.name), f"{path}.{item.name}")
        ]
    return []


def test_nothing_that_is_not_finite_is_lost_on_the_way():
    row = exams.TaskRow(
        "t", 1, 1, 0, (None,), None, Interval(float("nan"), -float("inf"), 3.0, 1, 0.9, "m"), 5.0, None
    )
    stored = json.loads(json.dumps(to_json(Result(tasks=(row,))), allow_nan=False))
    assert stored["tasks"][0]["median"]["estimate"] is stored["tasks"][0]["median"]["low"] is None
    median = Result.from_json(stored).tasks[0].median
    assert median.low == -float("inf") and median.high == 3.0 and median.estimate != median.estimate


def test_entries_stand_as_the_class_lists_them_and_empty_ones_may_be_left_out():
    @dataclass(frozen=True, kw_only=True)
    class Own(Result):
        first: int
        second: int | None

    assert to_json(Own(first=1, second=None)) == {"first": 1, "second": None}
    run = exams.RunRow("r", 0, 1, 2, 3, False, "why")
    assert list(to_json(Own(first=1, second=2, runs=(run,)))) == ["first", "second", "runs"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda table: table["runs"][0].update(steps="many"),
            r"runs\[0\].steps must be a whole number, not 'many'",
        ),
        (lambda table: table["totals"].pop("of"), "lacks the entry 'of' in totals"),
        (lambda table: table["graduality"].update(rows=3), "graduality.rows must be a list, not 3"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_in_one_sentence(records, tmp_path, change, sentence):
    _, folder = records["graduality"]
    stored = read_json(folder / "table.json")
    change(stored["table"])
    write_json(tmp_path / "table.json", stored)
    with pytest.raises(DamagedError, match=sentence):
        exams.read_exam(tmp_path)


def test_entries_of_a_newer_version_are_left_alone(records, tmp_path):
    record, folder = records["steps"]
    stored = read_json(folder / "table.json")
    stored["table"]["tasks"][0]["colour"] = "blue"
    write_json(tmp_path / "table.json", stored)
    assert exams.read_exam(tmp_path) == record


def test_a_table_of_people_that_version_0_1_wrote_is_read(records):
    """It had no instances, neither of people nor of agents."""
    record, _ = records["steps"]
    old = {**record.to_json()["table"], "agents": record.to_json()["table"]}
    result = HumanResult.from_json(old)
    assert result.instances is None and result.agents.runs == record.result.runs


def test_the_ways_of_version_0_1_work_for_one_more_version(records):
    record, _ = records["steps"]
    with pytest.warns(DeprecationWarning, match="ask for .result"):
        assert record["table"] == record.to_json()["table"]
    with pytest.warns(DeprecationWarning, match="ExamRecord.lines"):
        old = exams.lines  # type: ignore[attr-defined]
    assert list(old(record.to_json())) == list(record.lines())
    with pytest.raises(AttributeError):
        exams.no_such_name  # type: ignore[attr-defined]  # noqa: B018


def test_an_exam_that_is_only_the_contract_says_so():
    with pytest.raises(UserError, match="only a contract"):
        exams.Exam().plan({})
