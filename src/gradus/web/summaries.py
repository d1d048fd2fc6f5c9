"""What a row of the list says about a folder, from as few bytes as possible."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import deque
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from gradus.school import UserError, read_json
from gradus.web.records import Outcomes, Tail

_FRESH = 60.0
"""Seconds since the last change of a record within which its run counts as running."""
_SPARKS = 32
"""Points of the small curve in a row of the list."""
_LINE = 65_536
"""Bytes within which the last line of a record is looked for."""


@dataclass(frozen=True)
class Summary:
    """One row of the list."""

    kind: str
    """lesson, training, exam, bench or board; damaged if it cannot be read."""
    who: str = ""
    """The learner or student."""
    teacher: str = ""
    where: str = ""
    """The curriculum or the track."""
    seed: int | None = None
    status: str = "stopped"
    """running, finished, stopped or damaged."""
    progress: float | None = None
    """The share that is done, where that is known."""
    figure: str = ""
    """What came of it, in a few words."""
    score: float = 0.0
    """The same as a number to sort by."""
    steps: int = 0
    changed: float = 0.0
    """When a file last changed, seconds since 1970."""
    spark: list[float] = field(default_factory=list)
    """How it went, from 0 to 1."""
    error: str = ""

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return asdict(self)


class Summariser:
    """The row of one folder as it grows; whatever is wrong with it becomes part of the row."""

    def __init__(self, path: Path, mark: str) -> None:
        self._path, self._mark = path, mark
        self._grown = Grown(path)

    def summary(self) -> Summary:
        """The row as of now; only what was appended since the last call is read."""
        path = self._path
        try:
            if self._mark == "run":
                return _run(path, self._grown)
            return {"exam": _exam, "bench": _bench, "board": _board}[self._mark](path)
        except (UserError, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            self._grown = Grown(path)  # what was read of a damaged record is not to be trusted
            text = str(error) if isinstance(error, UserError) else f"It cannot be read: {error!r}."
            return Summary(
                "damaged", status="damaged", error=text.replace(str(path), path.name), changed=_changed(path)
            )


class Grown:
    """What a row needs of a run's records, gathered as they grow."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._outcomes, self._tests = Tail(path / "outcomes.jsonl"), Tail(path / "evaluations.jsonl")
        self._begin()

    def _begin(self) -> None:
        self.count = self.steps = 0
        self.streaks: dict[str, int] = {}
        self.passed: dict[str, int] = {}
        """Tasks by the number of instances after which they were passed."""
        self.latest: deque[float] = deque(maxlen=100)
        """Returns of the latest episodes."""
        self.mastered: list[float] = []
        """Per cent of the test tasks at every evaluation."""

    def read(self, threshold: int) -> None:
        """Take in what came since the last call; a record that was cut back is read again."""
        if any([self._outcomes.was_cut(), self._tests.was_cut()]):
            self._outcomes.offset = self._tests.offset = 0
            self._begin()
        for lines in self._outcomes.blocks():
            rows = Outcomes()
            rows.add(self._outcomes.path, lines, self.count)
            self._add(rows, threshold)
        self.mastered += [msgspec.json.decode(line)["mastered"] for line in self._tests.lines()]

    def _add(self, rows: Outcomes, threshold: int) -> None:
        self.steps += sum(rows.steps)
        self.latest.extend(rows.rewards)
        for task, solved in zip(rows.tasks, rows.solved, strict=True):
            if isinstance(task, str):
                self.streaks[task] = self.streaks.get(task, 0) + 1 if solved else 0
                if self.streaks[task] >= threshold:
                    self.passed.setdefault(task, self.count)
            self.count += 1

    def curve(self, points: int) -> list[float]:
        """How many tasks had been passed, at so many places of the run."""
        size = min(points, self.count + 1)
        ends = sorted(self.passed.values())
        return [float(bisect_left(ends, round(i * self.count / max(1, size - 1)))) for i in range(size)]


def _changed(path: Path) -> float:
    times = [0.0]
    for name in ("run.json", "outcomes.jsonl", "evaluations.jsonl", "exam.json", "bench.json", "table.json"):
        try:
            times.append((path / name).stat().st_mtime)
        except OSError:
            continue
    return max(times)


def _run(path: Path, grown: Grown) -> Summary:
    description = read_json(path / "run.json")
    if not isinstance(description, dict) or description.get("kind") not in ("lesson", "training"):
        raise UserError("run.json describes neither a lesson nor a training.")
    kind = _lesson if description["kind"] == "lesson" else _training
    return kind(path, description, grown, _changed(path))


def _status(finished: bool, changed: float) -> str:
    if finished:
        return "finished"
    return "running" if time.time() - changed < _FRESH else "stopped"


def _lesson(path: Path, description: dict[str, Any], grown: Grown, changed: float) -> Summary:
    world = description["world"]
    grown.read(int(world["curriculum"].get("settings", {}).get("success_threshold", 5)))
    passed = grown.passed
    total = max(1, len(world["curriculum"]["tasks"]))
    done = (path / "results.json").is_file()
    return Summary(
        "lesson",
        who=str(description["learner"]["name"]),
        teacher=str(world.get("teacher", "")),
        where=str(world["curriculum"].get("name", "")) + (", scrambled" if world.get("scramble") else ""),
        seed=world.get("seed"),
        status=_status(done, changed),
        progress=len(passed) / total,
        figure=f"{len(passed)} of {total} tasks passed",
        score=100.0 * len(passed) / total,
        steps=grown.steps,
        changed=changed,
        spark=_sparks([mark / total for mark in grown.curve(_SPARKS)]),
    )


def _training(path: Path, description: dict[str, Any], grown: Grown, changed: float) -> Summary:
    plan = description["plan"]
    grown.read(1)
    mastered, steps, latest = grown.mastered, grown.steps, grown.latest
    wanted = int(plan["steps"])
    mean = sum(latest) / len(latest) if latest else 0.0
    figure = f"{mastered[-1]:.0f} % mastered" if mastered else f"mean return {mean:.0f}"
    # Episodes that were still running at the end are not in the record: the last step is known from the clock file.
    reached = max([steps, *(row.get("steps", 0) for row in _last(path / "timing.jsonl"))])
    return Summary(
        "training",
        who=f"{plan['student'].rsplit('-v', 1)[0]}, {plan['body']}",
        teacher=plan["teacher"],
        where=plan["track"],
        seed=plan.get("seed"),
        status=_status(reached >= wanted, changed),
        progress=min(1.0, reached / wanted),
        figure=figure,
        score=mastered[-1] if mastered else -1.0,
        steps=reached,
        changed=changed,
        spark=_sparks([value / 100 for value in mastered]) if mastered else [],
    )


def _last(path: Path) -> list[dict[str, Any]]:
    """The last line of a JSON record, if it has one."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _LINE))
            lines = file.read().rpartition(b"\n")[0].splitlines()
    except FileNotFoundError:
        return []
    return [msgspec.json.decode(lines[-1])] if lines else []


def _exam(path: Path) -> Summary:
    description = read_json(path / "exam.json")
    runs = len(list(path.glob("**/run.json")))
    done = (path / "table.json").is_file()
    settings, protocol = description["settings"], str(description["protocol"])
    changed = _changed(path)
    return Summary(
        "exam",
        who=str(settings.get("learner") or settings.get("command") or "an agent"),
        where=f"{protocol}, {Path(str(settings.get('curriculum', ''))).stem}",
        seed=settings.get("seed"),
        status=_status(done, max([changed, *(_changed(run.parent) for run in path.glob("**/run.json"))])),
        figure=f"{runs} runs",
        score=runs,
        changed=changed,
    )


def _board(path: Path) -> Summary:
    """A leaderboard: how many rounds and submissions it has."""
    from gradus.leaderboard import open_board  # folders without one do not wait for it

    with open_board(path, read_only=True) as board:
        rounds = board.rounds()
        rows = sum(len(board.rows(name)) for name in rounds)
        is_over = all(map(board.is_over, rounds))
    return Summary(
        "board",
        where="leaderboard",
        status="finished" if is_over else "running",
        figure=f"{len(rounds)} round{'s' * (len(rounds) != 1)}, {rows} submission{'s' * (rows != 1)}",
        score=rows,
        changed=path.stat().st_mtime,
    )


def _bench(path: Path) -> Summary:
    runs = len(list(path.glob("**/run.json")))
    changed = max([_changed(path), *(_changed(run.parent) for run in path.glob("**/run.json"))])
    return Summary(
        "bench", where="campaign", status=_status(False, changed), figure=f"{runs} runs", changed=changed
    )


def _sparks(values: list[float]) -> list[float]:
    """At most so many points of a curve."""
    if len(values) <= _SPARKS:
        return [round(value, 3) for value in values]
    places = [round(i * (len(values) - 1) / (_SPARKS - 1)) for i in range(_SPARKS)]
    return [round(values[place], 3) for place in places]
