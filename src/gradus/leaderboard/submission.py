"""Submissions: a stranger's learner takes the hidden curriculum in a place where it can harm nobody.

Nothing of a submission is imported or evaluated in the organiser's process. The learner gets a socket and nothing
else: not the run's folder, not the key. Whatever it does, the leaderboard gets a row with a reason in the words of this
module; what the learner prints goes to the organiser's record only.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import gradus
from gradus.exams import BudgetRule, RunBudget
from gradus.leaderboard.chain import Row
from gradus.leaderboard.commitment import Key, canonical
from gradus.leaderboard.entrant import Limits, entrant
from gradus.leaderboard.sandbox import Isolation, choose, find_program, shown_to_all, temporary_place
from gradus.leaderboard.staging import check_code, stage
from gradus.learners import Lesson, Results
from gradus.learners import available as available_learners
from gradus.school import UserError, hint
from gradus.stream import World

OUTPUT = "output.txt"
"""What the learner printed, in the record's folder."""
CODE = "code"
"""The submission's code, in the record's folder."""


@dataclass(frozen=True)
class Submission:
    """What a team hands in: a learner by name or import path, or a command; and the folder with its code."""

    name: str
    """Who submits."""
    learner: str
    """The learner, or the command that speaks the remote protocol."""
    is_command: bool = False
    code: Path | None = None
    """The folder with its code, copied before it runs; the learner starts there and sees nothing else."""

    def __post_init__(self) -> None:
        if self.is_command:
            self._check_command()
        elif not self.learner.replace(".", "").replace(":", "").replace("-", "").replace("_", "").isalnum():
            raise UserError(
                f"A learner is a name or an import path such as my_module:MyLearner, not {self.learner!r}."
            )
        elif (
            not {":", "."} & set(self.learner) and self.learner.partition("-v")[0] not in available_learners()
        ):
            known = available_learners()
            raise UserError(f"There is no learner named {self.learner!r}.{hint(self.learner, known)}")

    def _check_command(self) -> None:
        try:
            words = shlex.split(self.learner)
        except ValueError:
            words = []
        if not words:
            raise UserError(f"{self.learner!r} is no command: it should be a program and its arguments.")
        for word in words if self.code is None else ():
            if not Path(word).is_absolute() and Path(word).is_file():
                raise UserError(
                    f"The submission would not see {word}: name the folder with its code, as in --code FOLDER."
                )

    def program_folder(self) -> list[Path]:
        """Where a command's program lies, which is shown to it as well."""
        program = find_program(shlex.split(self.learner)[0], self.code) if self.is_command else None
        return [] if program is None else [program.parent]

    def command(self, seed: int) -> str:
        """The command line to run in the sandbox; a learner by name gets the seed if it takes one."""
        return self.learner if self.is_command else command_for(self.learner, seed)


def command_for(learner: str, seed: int, **options: Any) -> str:
    """The command that runs a learner by name or import path in a process of its own; nothing is imported here."""
    script = (
        "import os, sys; sys.path.insert(0, os.getcwd()); "
        "from gradus.leaderboard.learner_process import main; main(sys.argv[1:])"
    )
    return shlex.join([sys.executable, "-P", "-c", script, learner, str(seed), json.dumps(options)])


def submit(
    key: Key,
    round_name: str,
    submission: Submission,
    *,
    entry: int,
    limits: Limits | None = None,
    record: Path | None = None,
    sandbox: bool | None = None,
    secrets: Sequence[Path] = (),
    progress: Callable[[World], None] | None = None,
) -> Row:
    """Run the submission with this number to its end and return its row.

    ``record`` keeps the run, the code and the output for the organiser. ``secrets`` names files that the learner must
    not see: it is an error if they lie in a folder that it needs. ``progress`` is called now and then.
    """
    key.check_code()
    isolation, bounds = choose(sandbox), limits or Limits()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gradus-submission-", dir=temporary_place()) as name:
        place = Path(name)
        place.chmod(0o711)
        folder = record or place / "record"
        check(submission, [*secrets, folder])
        code = stage(submission.code, place / CODE)
        _prepare(folder)
        results = _run(key, submission, entry, bounds, isolation, place / CODE, folder, progress)
        if submission.code is not None and record is not None:
            stage(place / CODE, folder / CODE)
        digest = record_digest(folder)
    return Row(
        round=round_name,
        entry=entry,
        name=submission.name,
        learner=submission.learner,
        is_command=submission.is_command,
        code=code,
        tasks_passed=results.tasks_passed,
        tasks=len(results.tasks),
        steps=results.steps,
        finished=results.finished,
        reason=results.reason,
        seconds=round(time.monotonic() - began, 3),
        isolation=str(isolation),
        submitted=datetime.now(UTC).isoformat(timespec="seconds"),
        version=gradus.__version__,
        record=digest,
        max_steps=bounds.max_steps,
        task_steps=bounds.task_steps,
        results=results.to_json(),
    )


def _prepare(folder: Path) -> None:
    if (folder / "run.json").exists():
        raise UserError(f"{folder} already holds the record of a submission.")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def check(submission: Submission, secrets: Sequence[Path]) -> None:
    """Complain, before a submission begins, about code that cannot be copied or a secret that it could read."""
    if submission.code is not None:
        check_code(submission.code)
    shown = [*map(Path, shown_to_all()), *submission.program_folder()]
    folders = [path.resolve() for path in shown]
    for secret in (path.resolve() for path in secrets):
        for folder in folders:
            if folder in secret.parents:
                raise UserError(f"{secret} lies in {folder}, which submissions can read: keep it elsewhere.")
        if submission.code is not None and submission.code.resolve() in secret.parents:
            raise UserError(f"{secret} lies in the submission's folder {submission.code}: keep it elsewhere.")


def record_digest(folder: Path) -> str:
    """A hash of what was said and what came of it."""
    files = {name: (folder / name).read_bytes() for name in ("outcomes.jsonl", "transcript.bin")}
    return hashlib.sha256(canonical({n: hashlib.sha256(b).hexdigest() for n, b in files.items()})).hexdigest()


def _run(
    key: Key,
    submission: Submission,
    entry: int,
    limits: Limits,
    isolation: Isolation,
    code: Path,
    record: Path,
    progress: Callable[[World], None] | None,
) -> Results:
    command = submission.command(key.seed_of("learner", entry))
    with entrant(command, limits, isolation, code, record / OUTPUT) as learner:
        world = key.world(entry)
        lesson = Lesson.host(record, learner, world, name=submission.learner, max_steps=limits.max_steps)
        rule = BudgetRule(RunBudget(limits.max_steps, None, limits.task_steps))
        return lesson.run(progress, rule)
