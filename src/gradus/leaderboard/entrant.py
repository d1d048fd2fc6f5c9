"""A stranger's learner in its sandbox, and what it may use up there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gradus.leaderboard.sandbox import Isolation, Sandbox, temporary_place
from gradus.stream.remote import (
    DisconnectReason,
    LearnerBudget,
    LearnerDisconnected,
    RemoteLearner,
    Supervision,
    UnixAddress,
)

_CHECK_EVERY = 16
"""Answers between two looks for a learner that speaks without being asked."""
_SLACK = 1024**3
"""Address space beyond twice the memory: programs reserve much that they never use."""
_CPU_GRACE = 5
"""Seconds by which a single process may outlast the limit that is kept over all of them."""


@dataclass(frozen=True)
class Limits:
    """What a submission may use up."""

    memory: int = 4 * 1024**3
    """Bytes of memory for all its processes together."""
    cpu: int = 86_400
    """Seconds of CPU time for all its processes together."""
    seconds: float = 86_400.0
    """Seconds in all."""
    answer: float = 60.0
    """Seconds for one answer."""
    handshake: float = 120.0
    """Seconds until the learner must have said hello."""
    processes: int = 64
    """Processes and threads it may start."""
    file: int = 64 * 1024**2
    """Bytes of any file it writes, and of all files in /tmp and in /dev/shm."""
    max_steps: int | None = 1_000_000
    """Steps in all."""
    task_steps: int | None = 100_000
    """Steps on one task before the submission is stopped as stalled."""

    def each_process(self) -> dict[str, int]:
        """The limits that the system keeps for each process."""
        address_space = 2 * self.memory + _SLACK
        return {
            "cpu": self.cpu + _CPU_GRACE,
            "memory": address_space,
            "processes": self.processes,
            "file": self.file,
        }


class Entrant(RemoteLearner):
    """A remote learner that must not speak unasked."""

    _count = 0

    def act(self, byte: int, reward: int) -> int:
        """The learner's byte; now and then, see whether it said more than it was asked."""
        said = super().act(byte, reward)
        self._count += 1
        if self._count % _CHECK_EVERY == 0 and self.speaks_unasked():
            raise LearnerDisconnected(
                "the learner floods: it says more than it is asked", DisconnectReason.protocol
            )
        return said


@contextmanager
def entrant(
    command: str, limits: Limits, isolation: Isolation, code: Path, output: Path
) -> Iterator[Entrant]:
    """The learner in its sandbox, with a socket in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="gradus-entrant-", dir=temporary_place()) as name:
        folder = Path(name)
        budget = LearnerBudget(limits.handshake, limits.answer, limits.seconds)
        sandbox = Sandbox(isolation, folder, code, limits.each_process(), limits.file)
        supervision = Supervision(limits.memory, limits.cpu, output)
        owner = sandbox.user if os.getuid() == 0 else None
        if owner is not None:  # before the learner starts: it may connect at once
            os.chown(folder, owner, owner)
        address = UnixAddress(str(folder / "world.sock"), owner)
        learner = Entrant(address, command=sandbox.wrap(command), budget=budget, supervision=supervision)
        try:
            yield learner
        finally:
            learner.close(parting=False)
