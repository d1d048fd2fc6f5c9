"""What a campaign will cost, said before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gradus.bench.jobs import Job, distinct

STEP_SECONDS = {"ppo": 42e-6, "sac": 6.5e-3}
"""Core-seconds per training step on a 2020s server core, teacher and record included (benchmarks/training.py)."""
TEST_SECONDS = 3e-6
"""Core-seconds per step of a test episode."""
TEST_LENGTH = 1200
"""Steps assumed of a test episode: between an early fall and the limit of 2000."""


@dataclass(frozen=True)
class Cost:
    """How much work a campaign is."""

    runs: int
    steps: int
    """Training steps of all runs together."""
    core_hours: float
    """Estimated; divide by the number of workers for hours on the clock."""

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return {**asdict(self), "core_hours": round(self.core_hours, 3)}

    def sentence(self, workers: int) -> str:
        """The cost in words."""
        hours = self.core_hours / max(1, workers)
        clock = f"{hours:.1f} hours" if hours >= 1 else f"{60 * hours:.0f} minutes"
        return (
            f"{self.runs} runs, {self.steps / 1e6:.1f} million steps, about {self.core_hours:.1f} core-hours: "
            f"{clock} with {workers} worker{'s' if workers != 1 else ''}."
        )


def estimate(jobs: Sequence[Job]) -> Cost:
    """The cost of some jobs as if none had begun; those that share a record count once."""
    seconds, runs = 0.0, distinct(jobs)
    for job in runs:
        plan = job.plan
        student = plan.student.rsplit("-v", 1)[0]
        tests = plan.steps // plan.evaluate_every * len(plan.test_tasks) * TEST_LENGTH
        seconds += plan.steps * STEP_SECONDS.get(student, STEP_SECONDS["ppo"]) + tests * TEST_SECONDS
    return Cost(len(runs), sum(job.plan.steps for job in runs), seconds / 3600)
