"""A campaign: the runs of a suite in one folder, made by any number of workers, never twice.

Each run is a pure function of its plan, so the records do not depend on who made them. A worker that dies
costs the work since the run's last checkpoint; whoever takes the run up again goes on from there.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from gradus import __version__
from gradus.bench.jobs import Job, distinct
from gradus.bench.machine import note_machine
from gradus.school import (
    FolderError,
    FolderLock,
    RunFolder,
    Submit,
    UserError,
    Versions,
    compare_versions,
    crew,
    patiently,
    read_json,
    write_json,
)
from gradus.students import Plan, Training

LIVES = 3
"""How many workers a single run may cost before it is given up."""
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""One thread per worker: runs are what is spread over cores."""
Report = Callable[[str, bool], None]
"""Called with a job's place whenever it ended, and whether it was finished."""


@dataclass(frozen=True)
class Failure:
    """A run that could not be finished, and why."""

    place: str
    reason: str


def perform(row: dict[str, Any], folder: str, modules: Sequence[str] = ()) -> str:
    """Make or finish one run; this is what a worker does. Gives the job's place."""
    for module in modules:
        import_module(module)
    job = Job.from_json(row)
    path = Path(folder) / job.place
    if (path / "run.json").exists():
        if Plan.from_json(RunFolder.read(path).description["plan"]) != job.plan:
            raise UserError(f"{path} holds a run with another plan; choose another folder.")
        training = patiently(lambda: Training.resume(path))
    else:
        training = patiently(lambda: Training.create(path, job.plan))
    note_machine(path)
    training.run()
    return job.place


def attempt(row: dict[str, Any], folder: str, modules: Sequence[str] = ()) -> str | None:
    """Make or finish one run; gives the reason if that is impossible, however a stranger's teacher puts it."""
    try:
        perform(row, folder, modules)
    except UserError as error:
        return str(error)
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {error}"
    return None


def is_finished(path: Path) -> bool:
    """Whether a run was made to its end."""
    state = path / "checkpoint" / "state.json"
    return state.exists() and bool(read_json(state)["state"].get("finished"))


def _rows(path: Path) -> list[dict[str, Any]]:
    """The jobs a campaign's description lists."""
    found = read_json(path)
    rows: list[dict[str, Any]] | None = found.get("jobs") if isinstance(found, dict) else None
    if rows is None:
        raise UserError(f"{path} is damaged: it lists no jobs.")
    return rows


class Campaign:
    """A folder of runs and the list of what belongs there."""

    def __init__(self, folder: str | Path, jobs: Sequence[Job], modules: Sequence[str] = ()) -> None:
        self.folder, self.jobs, self.modules = Path(folder), list(jobs), tuple(modules)
        """The jobs in the order in which they are begun."""

    @classmethod
    def open(cls, folder: str | Path, modules: Sequence[str] = ()) -> Campaign:
        """A campaign that was begun before."""
        for module in modules:
            import_module(module)
        rows = _rows(Path(folder) / "bench.json")
        return cls(folder, [Job.from_json(row) for row in rows], modules)

    def commands(self) -> list[str]:
        """The command lines that asked for these runs, in their order; none if a program did."""
        path = self.folder / "bench.json"
        told = read_json(path).get("commands", []) if path.exists() else []
        return [f"{command} -o {shlex.quote(str(self.folder))}" for command in told]

    def describe(self, *, command: str = "", **entries: Any) -> None:
        """Write down what belongs here and the command that asked for it; jobs of an earlier call stay listed."""
        if any((self.folder / name).exists() for name in ("run.json", "exam.json")):
            raise UserError(f"{self.folder} already holds a run or an exam; name another folder.")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = patiently(lambda: FolderLock(self.folder))  # commands that share a folder take turns
        except FolderError:
            raise
        except OSError as error:
            raise UserError(f"Cannot write a campaign to {self.folder}: {error.strerror}.") from error
        try:
            self._describe(command, entries)
        finally:
            lock.release()

    def _describe(self, command: str, entries: Mapping[str, Any]) -> None:
        path = self.folder / "bench.json"
        rows, versions = [job.to_json() for job in self.jobs], asdict(Versions(__version__))
        commands = [command] if command else []
        if path.exists():
            compare_versions(f"The campaign in {self.folder}", read_json(path).get("versions"))
            known = {job.key for job in self.jobs}
            rows = [row for row in _rows(path) if Job.from_json(row).key not in known] + rows
            commands = list(dict.fromkeys([*read_json(path).get("commands", []), *commands]))
        about = {"kind": "benchmark", **entries, "commands": commands, "versions": versions}
        write_json(path, {**about, "jobs": rows})

    def left(self) -> list[Job]:
        """The jobs that are not finished; of those that share a record, the first."""
        return [job for job in distinct(self.jobs) if not is_finished(self.folder / job.place)]

    def run(self, workers: int = 1, report: Report | None = None) -> list[Failure]:
        """Finish everything with local processes; gives the runs that could not be."""
        if workers < 1:
            raise UserError(f"workers must be at least 1, not {workers}.")
        os.environ.update(THREADS)  # read by the workers when they start
        left, lives, failures = self.left(), {job.place: LIVES for job in self.jobs}, list[Failure]()
        while left:
            with crew(min(workers, len(left))) as submit:
                failures += self._round(submit, left, lives, report)
            given_up = {failure.place for failure in failures}
            left = [job for job in self.left() if job.place not in given_up]
        return failures

    def _round(
        self, submit: Submit, jobs: Iterable[Job], lives: dict[str, int], report: Report | None
    ) -> list[Failure]:
        """Until every job has ended or a worker died, which spoils the whole pool."""
        rows = {submit(attempt, job.to_json(), str(self.folder), self.modules): job for job in jobs}
        waiting: set[Future[str | None]] = set(rows)
        failures: list[Failure] = []
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                place = rows[future].place
                try:
                    reason = future.result()
                except BrokenProcessPool:
                    failures += self._mourn(rows.values(), lives)
                    return failures
                if reason is not None:
                    failures.append(Failure(place, reason))
                if report:
                    report(place, is_finished(self.folder / place))
        return failures

    def _mourn(self, jobs: Iterable[Job], lives: dict[str, int]) -> list[Failure]:
        """Take a life from every run that was being made; nobody can say which one killed its worker."""
        failures = []
        for job in jobs:
            path = self.folder / job.place
            if (path / "run.json").exists() and not is_finished(path):
                lives[job.place] -= 1
                if lives[job.place] == 0:
                    failures.append(Failure(job.place, f"its worker died {LIVES} times"))
        return failures
