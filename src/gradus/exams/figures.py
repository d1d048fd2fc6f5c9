"""What an exam reads from a run's record: steps, successes and right answers, task by task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from gradus.learners import Stop, Streak, threshold_of
from gradus.school import DamagedError, RunFolder, Ticket, UserError
from gradus.stream import Curriculum, Dialogue, knowing, open_instance

FAILED = "the learner failed"
"""How the reason of a run begins whose learner broke down."""


@dataclass(frozen=True)
class TaskFigures:
    """One run's figures for one task."""

    task: str
    passed: bool
    steps: int
    """Steps spent on the task, whether it was passed or not."""
    instances: int
    solved: int
    right: int
    """Right answers."""
    questions: int
    """Answers judged."""
    known: float = 0.0
    """Steps to pass it once it is known: the median of the solved instances in a row that passed it, so many times."""

    @property
    def cost(self) -> float:
        """Steps to pass; infinite for a task that was not passed."""
        return float(self.steps) if self.passed else float("inf")


@dataclass(frozen=True)
class RunFigures:
    """One run's figures."""

    name: str
    seed: int
    finished: bool
    reason: str
    steps: int
    tasks: Mapping[str, TaskFigures]
    """By task, in the order of the curriculum; tasks that were never reached are left out."""
    curriculum: Curriculum
    stop: Stop = Stop.FINISHED
    """Why the run ended; :attr:`reason` says it in words."""
    bits: bool = False
    """Whether a step was a bit."""

    @property
    def failed(self) -> bool:
        """Whether the learner itself broke down, which leaves no memory to go on with."""
        return self.stop is Stop.FAILED

    @property
    def passed(self) -> list[str]:
        """The tasks passed."""
        return [name for name, task in self.tasks.items() if task.passed]

    def cost(self, task: str) -> float:
        """Steps to pass a task; infinite when it was not passed, not a number when it was not reached."""
        return self.tasks[task].cost if task in self.tasks else float("nan")

    def floor(self, task: str) -> int:
        """What passing the task costs at the very least; 0 where that is not known, as in bit mode."""
        return 0 if self.bits else floor(self.curriculum, task, self.seed)


def read_run(path: Path, name: str | None = None) -> RunFigures:
    """The figures of a recorded run, of an exam or of a single lesson."""
    run = RunFolder.read(path)
    world = run.expect("lesson", "world")["world"]
    try:
        curriculum = Curriculum.from_spec(world["curriculum"])
    except (KeyError, TypeError, AttributeError) as error:
        raise UserError(f"The description of the run in {path} is damaged: {error}.") from error
    outcomes = list(run.outcomes())
    rights = _right_answers(run.transcript(), [outcome.steps for outcome in outcomes])
    counts: dict[str, tuple[int, int, int, int, int]] = {}
    streaks: dict[str, Streak] = {}
    for outcome, answered in zip(outcomes, rights, strict=True):
        task = str(outcome.ticket.task)
        steps, instances, solved, right, questions = counts.get(task, (0, 0, 0, 0, 0))
        counts[task] = (
            steps + outcome.steps,
            instances + (outcome.reason != "stopped"),
            solved + outcome.solved,
            right + answered,
            questions + int(outcome.extras.get("questions", 0)),
        )
        streaks.setdefault(task, Streak(threshold_of(curriculum))).add(outcome)
    tasks = {
        task: TaskFigures(task, streaks[task].passed, *counts[task], _known(streaks[task].steps))
        for task in curriculum.tasks
        if task in counts
    }
    end = _end_of(run, all(task in tasks and tasks[task].passed for task in curriculum.tasks))
    steps = sum(task.steps for task in tasks.values())
    finished, reason, stop = end
    seed, bits = int(world["seed"]), bool(world.get("bits", False))
    return RunFigures(name or path.name, seed, finished, reason, steps, tasks, curriculum, stop, bits)


def _known(streak: Sequence[int]) -> float:
    return len(streak) * float(np.median(streak)) if streak else 0.0


def _end_of(run: RunFolder, all_passed: bool) -> tuple[bool, str, Stop]:
    """Whether the curriculum was finished, and why the run ended; a killed lesson keeps no such note."""
    for name in ("end.json", "results.json"):  # an exam's verdict on the run, or the lesson's own
        if (run.path / name).exists():
            result = run.noted(name)
            try:
                return bool(result["finished"]), str(result["reason"]), _stop(result)
            except (KeyError, TypeError, ValueError) as error:
                raise DamagedError(f"{run.path / name} does not say how its run ended.") from error
    return all_passed, "finished" if all_passed else "stopped", Stop.UNKNOWN


def _stop(result: Mapping[str, Any]) -> Stop:
    """Why a run ended; version 0.1 wrote it only in words."""
    if "stop" in result:
        return Stop(result["stop"])
    return Stop.FAILED if str(result["reason"]).startswith(FAILED) else Stop.UNKNOWN


def _right_answers(transcript: bytes, lengths: Sequence[int]) -> list[int]:
    """How many answers earned a reward in each instance."""
    rewards = np.frombuffer(transcript, dtype=np.int8)[2::3]
    sums = np.concatenate([[0], np.cumsum(rewards > 0)])
    ends = np.minimum(np.cumsum([0, *lengths]), sums.size - 1)
    return [int(sums[b] - sums[a]) for a, b in pairwise(ends)]


def floor(curriculum: Curriculum, task: str, seed: int) -> int:
    """Steps of a learner that knows the answers: what passing the task costs at the very least.

    0 for a task whose answers only its own code knows, such as one of 2017.
    """
    return _floor(_Hashable(curriculum), task, seed)


@dataclass(frozen=True, eq=False)
class _Hashable:
    """A curriculum compared by identity, so that floors can be remembered."""

    curriculum: Curriculum

    def __hash__(self) -> int:
        return id(self.curriculum)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _Hashable) and other.curriculum is self.curriculum


@lru_cache(maxsize=4096)  # every run of an exam asks for the floors of the same tasks again
def _floor(wrapped: _Hashable, task: str, seed: int) -> int:
    curriculum, steps = wrapped.curriculum, 0
    for nth in range(threshold_of(curriculum)):
        dialogue = open_instance(curriculum, Ticket(task, seed, nth, nth))
        if not isinstance(dialogue, Dialogue):
            return 0
        say = knowing(dialogue)
        while not dialogue.over:
            dialogue.speak()
            dialogue.hear(say())
        steps += dialogue.clock
    return steps
