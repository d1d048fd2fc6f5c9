"""Submissions: a stranger's learner takes the hidden curriculum in a process that can harm nobody.

The learner gets a socket and nothing else: not the run folder, not the key, and where bubblewrap is installed no
network and no file it could write. Whatever it does, the leaderboard gets a row with the reason.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import gradus
from gradus.exams import cell
from gradus.exams.commitment import Key
from gradus.exams.conduct import steps_on_task
from gradus.exams.leaderboard import Row
from gradus.learners import Lesson, Results, seeded
from gradus.school import UserError
from gradus.stream import World
from gradus.stream.remote import Budget, LearnerGone, RemoteLearner

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/etc", "/opt", "/nix")
"""What programs need to start; bound read-only where it exists."""
_CHECK_EVERY = 16
"""Answers between two looks for a learner that speaks without being asked."""


@dataclass(frozen=True)
class Limits:
    """What a submission may use up."""

    memory: int = 4 * 1024**3
    """Bytes of address space for each process."""
    cpu: int = 86_400
    """Seconds of CPU time for each process."""
    seconds: float = 86_400.0
    """Seconds in all."""
    answer: float = 60.0
    """Seconds for one answer."""
    handshake: float = 120.0
    """Seconds until the learner must have said hello."""
    processes: int = 64
    """Processes and threads it may start."""
    file: int = 64 * 1024**2
    """Bytes of any file it writes."""
    max_steps: int | None = 1_000_000
    """Steps in all."""
    task_steps: int | None = 100_000
    """Steps on one task before the submission is stopped as stalled."""


def command_for(learner: str, seed: int, **options: Any) -> str:
    """The command that runs a learner by name or import path in a process of its own."""
    given = json.dumps(seeded(learner, seed, **options))
    # The package is found where this one lies, whatever the folder the learner is started in.
    here = str(Path(gradus.__file__).resolve().parents[1])
    script = f"import sys; sys.path.append({here!r}); from gradus.exams.guest import main; main(sys.argv[1:])"
    return shlex.join([sys.executable, "-c", script, learner, given])


def has_bubblewrap() -> bool:
    """Whether the sandbox is installed."""
    return shutil.which("bwrap") is not None


def caged(command: str, limits: Limits, socket_folder: Path, sandbox: bool, hide: Sequence[Path] = ()) -> str:
    """The command behind its limits and, if wanted, in a sandbox that shows it only what it needs."""
    inner = {"cpu": limits.cpu, "processes": limits.processes, "file": limits.file}
    words = [sys.executable, "-I", "-S", str(Path(cell.__file__)), json.dumps(inner), *shlex.split(command)]
    return shlex.join([*_bubblewrap(command, socket_folder, hide), *words] if sandbox else words)


def _bubblewrap(command: str, socket_folder: Path, hide: Sequence[Path]) -> list[str]:
    words = ["bwrap", "--die-with-parent", "--new-session", "--unshare-net", "--unshare-pid", "--unshare-ipc"]
    words += ["--unshare-uts", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    shown = _visible(command)
    # Folders on the way to what is shown would otherwise be closed to everybody but their maker.
    above = {str(parent) for path in (*shown, str(socket_folder)) for parent in Path(path).parents}
    for path in sorted(above - {"/", "/tmp"}, key=lambda path: (path.count("/"), path)):
        words += ["--perms", "0755", "--dir", path]
    for path in shown:
        words += ["--ro-bind", path, path]
    for secret in (path.resolve() for path in hide if path.exists()):
        words += ["--tmpfs", str(secret)] if secret.is_dir() else ["--ro-bind", "/dev/null", str(secret)]
    words += [
        "--ro-bind",
        str(socket_folder),
        str(socket_folder),
        "--remount-ro",
        "/tmp",
        "--remount-ro",
        "/",
    ]
    return [*words, "--chdir", str(Path.cwd())]


def _visible(command: str) -> list[str]:
    """Existing folders to show, outer ones first: the system, Python, this package, the learner's own folder."""
    wanted = [*_SYSTEM, sys.prefix, sys.base_prefix, str(Path(gradus.__file__).parents[1]), str(Path.cwd())]
    wanted += [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    program = shutil.which(shlex.split(command)[0])
    wanted += [str(Path(program).resolve().parent)] if program else []
    found = {os.path.abspath(path) for path in wanted if os.path.exists(path)}  # noqa: PTH100, PTH110 (keep links)
    return sorted(found - {"/"}, key=lambda path: (path.count("/"), path))


class Entrant(RemoteLearner):
    """A remote learner that must not speak unasked."""

    def __init__(self, command: str, address: str, budget: Budget) -> None:
        super().__init__(address, command=command, budget=budget)
        self._count = 0

    def act(self, byte: int, reward: int) -> int:
        """The learner's byte; now and then, see whether it said more than it was asked."""
        said = super().act(byte, reward)
        self._count += 1
        if self._count % _CHECK_EVERY == 0 and self.speaks_unasked():
            raise LearnerGone("the learner floods: it says more than it is asked")
        return said


@contextmanager
def entrant(command: str, limits: Limits, sandbox: bool, hide: Sequence[Path] = ()) -> Iterator[Entrant]:
    """The learner in its cell, with a socket in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="gradus-entrant-") as name:
        folder = Path(name)
        budget = Budget(limits.handshake, limits.answer, limits.seconds, None, limits.memory)
        words = caged(command, limits, folder, sandbox, hide)
        learner = Entrant(words, f"unix:{folder / 'world.sock'}", budget)
        if os.getuid() == 0:  # in its cell a superuser becomes nobody, who must be able to reach the socket
            for path in (folder, folder / "world.sock"):
                os.chown(path, cell.NOBODY, cell.NOBODY)
        try:
            yield learner
        finally:
            learner.close(parting=False)


def submit(
    key: Key,
    round_name: str,
    name: str,
    command: str,
    *,
    label: str | None = None,
    limits: Limits | None = None,
    record: Path | None = None,
    sandbox: bool | None = None,
    hide: Sequence[Path] = (),
    progress: Callable[[World], None] | None = None,
) -> Row:
    """Run a submission to its end and return its row; ``record`` keeps the run for the organiser.

    ``hide`` names files and folders that the learner must not see even where it may look around; ``progress``
    is called now and then.
    """
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        raise UserError(f"{command!r} is no command: it should be a program and its arguments.") from None
    bounds = limits or Limits()
    boxed = has_bubblewrap() if sandbox is None else sandbox
    if boxed and not has_bubblewrap():
        raise UserError("bubblewrap (bwrap) is not installed; submit without the sandbox or install it.")
    if not boxed and os.getuid() == 0 and not _open_to_all(program):
        raise UserError(
            "A superuser's submission runs as nobody, who may not start "
            f"{program}: install bubblewrap, or use a program that all may start."
        )
    began = time.monotonic()
    results = _run(key, command, bounds, record, boxed, hide, progress)
    return Row(
        round=round_name,
        name=name,
        learner=label or command,
        tasks_passed=results.tasks_passed,
        tasks=len(results.tasks),
        steps=results.steps,
        finished=results.finished,
        reason=explained(results.reason, bounds),
        seconds=round(time.monotonic() - began, 3),
        isolation="bubblewrap" if boxed else "limits only",
        submitted=datetime.now(UTC).isoformat(timespec="seconds"),
        results=results.to_json(),
    )


def _open_to_all(program: str) -> bool:
    """Whether somebody without any rights may start the program."""
    found = shutil.which(program)
    if found is None:
        return True  # the learner's end will say so better
    path = Path(found).resolve()
    return all(part.stat().st_mode & 0o001 for part in (path, *path.parents))


def _run(
    key: Key,
    command: str,
    limits: Limits,
    record: Path | None,
    boxed: bool,
    hide: Sequence[Path],
    progress: Callable[[World], None] | None,
) -> Results:
    if record is not None:
        record.mkdir(parents=True, exist_ok=True)
        hide = [*hide, record]
    with entrant(command, limits, boxed, hide) as learner:
        lesson = Lesson.host(record, learner, key.world(), name=command, max_steps=limits.max_steps)
        stalled: list[str] = []

        def watch(world: World) -> None:
            if progress:
                progress(world)
            if limits.task_steps is not None and steps_on_task(world) >= limits.task_steps:
                stalled.append(f"stalled: {world.task} was not passed within {limits.task_steps} steps")
                lesson.max_steps = world.steps

        results = lesson.run(watch)
    if not stalled or not results.reason.startswith("stopped after"):
        return results
    return Results(results.tasks_passed, results.steps, False, stalled[0], results.reward, results.tasks)


def explained(reason: str, limits: Limits) -> str:
    """The reason with the limit behind a signal spelled out."""
    if signal.SIGXCPU.name in reason:
        return f"the learner used up its {limits.cpu} seconds of CPU time"
    if "MemoryError" in reason or "annot allocate" in reason:
        return f"the learner needed more than its {limits.memory / 1024**2:.0f} MB of memory"
    return reason
