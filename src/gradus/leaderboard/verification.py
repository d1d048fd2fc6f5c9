"""Checking a round afterwards: the chain of its rows, the records behind them, and the runs themselves.

Three depths, each for another doubt: the chain shows that no row was changed; a record, played again in the world of
its submission, shows that the figures follow from what the learner said; a repeated run shows that the learner
says it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradus.leaderboard.chain import Row
from gradus.leaderboard.commitment import Key
from gradus.leaderboard.entrant import Limits
from gradus.leaderboard.staging import digest
from gradus.leaderboard.submission import CODE, Submission, record_digest, submit
from gradus.learners import results_of
from gradus.school import RunFolder, UserError

_BY_THE_CLOCK = ("did not answer within", "used up its", "said hello", "needed more than", "floods")
"""Endings that depend on how fast the machine is: a repeated run may go on further."""


@dataclass(frozen=True)
class Finding:
    """What a check says about one row."""

    entry: int
    name: str
    holds: bool | None
    """None: it could not be checked."""
    remark: str


def record_folder(records: Path, entry: int) -> Path:
    """Where the record of a submission is kept."""
    return records / f"{entry:04d}"


def check_records(key: Key, rows: Iterable[Row], records: Path) -> list[Finding]:
    """Compare each row with its record: its hash, and the figures when the record is played again."""
    return [Finding(row.entry, row.name, *_check_record(key, row, records)) for row in rows]


def _check_record(key: Key, row: Row, records: Path) -> tuple[bool | None, str]:
    folder = record_folder(records, row.entry)
    if not (folder / "run.json").is_file():
        return None, "there is no record of it"
    if record_digest(folder) != row.record:
        return False, "its record is not the one that was made"
    figures = _played_again(key, row.entry, folder)
    if figures != _figures(row.results):
        return False, "its record does not lead to its figures"
    return True, f"its record leads to {row.tasks_passed} of {row.tasks} tasks"


def _played_again(key: Key, entry: int, folder: Path) -> list[Any]:
    """The figures task by task that follow from what the learner said."""
    world = key.world(entry)
    shown = world.scrambler.table if world.scrambler else bytes(range(256))
    world.step(None)
    for said in RunFolder.read(folder).transcript()[1::3]:
        if world.finished:
            raise UserError(f"The record in {folder} goes on after the curriculum's end.")
        world.step(shown[said])
    outcomes = [*world.outcomes, *filter(None, [world.stopped()])]
    again = results_of(world.curriculum, outcomes, finished=world.finished, reason="", steps=world.steps)
    return _figures(again.to_json())


def _figures(results: dict[str, Any]) -> list[Any]:
    return [results["tasks_passed"], results["steps"], results["finished"], list(results["tasks"])]


def rerun(key: Key, rows: Iterable[Row], records: Path, sandbox: bool | None = None) -> list[Finding]:
    """Run each submission again in the world it met and compare the figures."""
    return [Finding(row.entry, row.name, *_run_again(key, row, records, sandbox)) for row in rows]


def _run_again(key: Key, row: Row, records: Path, sandbox: bool | None) -> tuple[bool | None, str]:
    code: Path | None = record_folder(records, row.entry) / CODE
    if code is None or not code.is_dir():
        code = None
    elif digest(code) != row.code:
        return False, "its code is not the one that was submitted"
    if code is None and row.is_command:
        return None, "its code is not in the records"
    submission = Submission(row.name, row.learner, row.is_command, code)
    limits = Limits(max_steps=row.max_steps, task_steps=row.task_steps)
    again = submit(key, row.round, submission, entry=row.entry, limits=limits, sandbox=sandbox)
    came = f"{again.tasks_passed} of {again.tasks} tasks in {again.steps:,} steps"
    if _figures(again.results) == _figures(row.results):
        return True, f"again {came}"
    if any(clause in row.reason for clause in _BY_THE_CLOCK):
        return None, f"now {came}; its first run was ended by a limit on time or memory"
    return False, f"now {came}"
