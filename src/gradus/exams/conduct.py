"""Taking a run to its end, whatever happened before.

A run that has a ``end.json`` is finished and never repeated; one that was begun is resumed from its newest
checkpoint; so an exam may be killed at any moment and started again. Limits counted in steps are kept to the
very step, hence the records do not depend on the number of workers or on kills.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from gradus.exams.figures import FAILED
from gradus.exams.plan import RunBudget, RunPlan
from gradus.learners import Ending, Lesson, Stop
from gradus.school import (
    BusyError,
    EndedError,
    UserError,
    accident_in_words,
    patiently,
    read_json,
    write_json,
)
from gradus.stream import World
from gradus.stream.remote import LearnerBudget, RemoteLearner, TcpAddress, UnixAddress

Report = Callable[[str, float], None]
"""Told a run's name and the share of it that is done, now and then; 1 at its end."""
_PATIENCE = 24 * 3600.0
"""Seconds for which a run waits for an agent that somebody starts by hand."""
_LONGEST_STRETCH = 4096
"""Steps between two looks at a run that is not near any limit."""


def is_finished(folder: Path, name: str) -> bool:
    """Whether the run of that name has come to its end."""
    return (folder / "runs" / name / "end.json").exists()


def execute_run(folder: Path, plan: RunPlan, report: Report | None = None) -> None:
    """Execute one run to its end, resuming it if it was begun."""
    if is_finished(folder, plan.name):
        return
    path = folder / "runs" / plan.name
    if not plan.resumable:
        for name in ("run.json", "spent.json"):  # what was begun cannot be gone on with
            (path / name).unlink(missing_ok=True)
    with _remote_learner(plan) as remote:
        try:
            lesson = patiently(lambda: _open(folder, plan, path, remote))
        except EndedError:
            return  # another command holds the same exam and was quicker
        assert lesson.folder is not None
        with lesson.folder.held_on():  # nobody may go on with the run before its end is noted
            ending = _Sitting(plan, path, report).run(lesson)
            note = {"finished": lesson.world.finished, "reason": ending.text, "stop": ending.stop.value}
            lesson.folder.note("end.json", {**note, "steps": lesson.world.steps})
    if report:
        report(plan.name, 1.0)


@contextmanager
def _remote_learner(plan: RunPlan) -> Iterator[RemoteLearner | None]:
    """The learner in another process, if the plan has a command for one."""
    if plan.port is not None:
        yield from _at_a_fixed_port(plan, plan.port)
        return
    if not plan.command:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="gradus-exam-") as name:
        address = TcpAddress(port=0) if plan.transport == "zmq" else UnixAddress(f"{name}/world.sock")
        with RemoteLearner(address, command=plan.command) as learner:
            yield learner


def _at_a_fixed_port(plan: RunPlan, port: int) -> Iterator[RemoteLearner]:
    """An agent that knows only its port: started anew for the run, or waited for."""
    patience = LearnerBudget() if plan.command else LearnerBudget(handshake=_PATIENCE)
    with RemoteLearner(TcpAddress(port=port), command=plan.command or None, budget=patience) as learner:
        if not plan.command:
            print(
                f"The run {plan.name} waits for a learner at {learner.address}.", file=sys.stderr, flush=True
            )
        yield learner


def _open(folder: Path, plan: RunPlan, path: Path, remote: RemoteLearner | None) -> Lesson:
    limits: dict[str, Any] = {"max_steps": plan.budget.max_steps}
    if remote is not None:
        return Lesson.host(path, remote, plan.world(), name=plan.command or "remote", **limits)
    if (path / "run.json").exists():
        return Lesson.resume(path, **limits)
    begin = partial(Lesson.create, path, plan.learner, plan.world(), options=plan.options)
    try:
        return begin(start=plan.memory(folder), checkpoint_every=plan.checkpoint_every, **limits)
    except UserError:
        if (path / "run.json").exists():  # begun by another command in the meantime: to be looked at again
            raise BusyError(f"Another process has begun the run in {path}.") from None
        raise


class BudgetRule:
    """A run's budget as a rule: stages, steps on one task, steps in all, and hours over several sittings."""

    def __init__(self, budget: RunBudget, spent: float = 0.0) -> None:
        self.budget = budget
        self._spent, self._began = spent, time.monotonic()
        self._counted = self._before = 0
        self._task: str | None = None

    def seconds(self) -> float:
        """Seconds spent on the run, in this sitting and before."""
        return self._spent + time.monotonic() - self._began

    def steps_left(self, world: World) -> int:
        """Steps until the run has to be looked at again, so that limits are kept to the very step."""
        bounds = [self.budget.max_steps, *(self._due(share) for _, share in self._open_stages(world))]
        if self.budget.task_steps is not None:
            bounds.append(world.steps - self.on_task(world) + self.budget.task_steps)
        begun = max(1, world.steps)  # the world's first byte is a step of its own
        left = [bound - begun for bound in bounds if bound is not None]
        return max(1, min([_LONGEST_STRETCH, *left]))

    def ending(self, world: World) -> Ending | None:
        """Why the run ends here; None: it may go on."""
        for task, share in self._open_stages(world):
            if world.steps >= self._due(share):
                text = f"{task} was not passed within {share:.0%} of the budget ({self._due(share)} steps)"
                return Ending(Stop.STAGE, text)
        limit = self.budget.task_steps
        if limit is not None and self.on_task(world) >= limit:
            return Ending(Stop.STALLED, f"stalled: {world.task} was not passed within {limit} steps")
        maximum = self.budget.max_steps
        if maximum is not None and world.steps >= maximum:
            return Ending(Stop.STEPS, f"stopped after {maximum} steps")
        hours = self.budget.hours
        if hours is not None and self.seconds() >= hours * 3600:
            return Ending(Stop.HOURS, f"stopped after {hours:g} hours")
        return None

    def on_task(self, world: World) -> int:
        """Steps spent so far on the task being played, over all its instances in a row; sees each outcome once."""
        for outcome in world.outcomes[self._counted :]:
            task = str(outcome.ticket.task)
            self._before = outcome.steps + (self._before if task == self._task else 0)
            self._task = task
        self._counted = len(world.outcomes)
        clock = world.dialogue.clock if world.dialogue else 0
        return clock + (self._before if self._task == world.task else 0)

    def _due(self, share: float) -> int:
        assert self.budget.max_steps is not None
        return max(1, round(share * self.budget.max_steps))

    def _open_stages(self, world: World) -> list[tuple[str, float]]:
        if not self.budget.stages:
            return []
        order = list(world.curriculum.tasks)
        place = order.index(world.task) if world.task in order else 0
        return [(task, share) for task, share in self.budget.stages if place <= order.index(task)]


class _Sitting:
    """One sitting of a run: keeps its budget, notes the time spent and tells how far it is."""

    def __init__(self, plan: RunPlan, path: Path, report: Report | None) -> None:
        self.plan, self.report = plan, report
        self._clock = path / "spent.json"
        spent = float(read_json(self._clock)["seconds"]) if self._clock.exists() else 0.0
        self.rule = BudgetRule(plan.budget, spent)
        self._noted = time.monotonic()

    def run(self, lesson: Lesson) -> Ending:
        """Run until the lesson stops; the learner's own failure is a result, not an accident."""
        try:
            lesson.run(self._note, self.rule)
        except (KeyboardInterrupt, OSError):
            raise
        except Exception as error:
            if lesson.folder:
                lesson.folder.close()
            return Ending(Stop.FAILED, f"{FAILED}: {accident_in_words(error)}")
        assert lesson.ended is not None
        return lesson.ended

    def _note(self, world: World) -> None:
        now = time.monotonic()
        if now - self._noted < 1.0:
            return
        self._noted = now
        write_json(self._clock, {"seconds": self.rule.seconds()})
        if self.report:
            self.report(self.plan.name, self._share(world))

    def _share(self, world: World) -> float:
        budget, order = self.plan.budget, list(world.curriculum.tasks)
        by_tasks = order.index(world.task) / len(order) if world.task in order else 0.0
        spent = [by_tasks]
        if budget.max_steps:
            spent.append(world.steps / budget.max_steps)
        if budget.task_steps and len(order) == 1:
            spent.append(self.rule.on_task(world) / budget.task_steps)
        return min(0.99, max(spent))  # only a run that has ended is done: its bar must not look full before
