"""Taking a run to its end, whatever happened before.

A run that has a ``end.json`` is finished and never repeated; one that was begun is resumed from its newest
checkpoint; so an exam may be killed at any moment and started again. Limits counted in steps are kept to the
very step, hence the records do not depend on the number of workers or on kills.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gradus.exams.figures import FAILED
from gradus.exams.plan import RunPlan
from gradus.learners import Lesson, Results
from gradus.school import UserError, read_json, write_json
from gradus.stream import World
from gradus.stream.remote import RemoteLearner, TcpAddress, UnixAddress

Report = Callable[[str, float], None]
"""Told a run's name and the share of it that is done, now and then; 1 at its end."""
_LONGEST_STRETCH = 4096
"""Steps between two looks at a run that is not near any limit."""
_LOCK_PATIENCE = 20.0
"""Seconds to wait for a worker of a killed exam to let go of a run's folder."""


def is_finished(folder: Path, name: str) -> bool:
    """Whether the run of that name has come to its end."""
    return (folder / "runs" / name / "end.json").exists()


def take(folder: Path, plan: RunPlan, report: Report | None = None) -> None:
    """Take one run to its end, resuming it if it was begun."""
    if is_finished(folder, plan.name):
        return
    path = folder / "runs" / plan.name
    if not plan.resumable:
        for name in ("run.json", "spent.json"):  # what was begun cannot be gone on with
            (path / name).unlink(missing_ok=True)
    with _guest(plan) as guest:
        lesson = _patiently(lambda: _open(folder, plan, path, guest))
        watch = _Watch(plan, path, report)
        results = watch.run(lesson)
    reason = watch.reason(lesson.world, results)
    finished, steps = lesson.world.finished, lesson.world.steps
    write_json(path / "end.json", {"finished": finished, "reason": reason, "steps": steps})
    if report:
        report(plan.name, 1.0)


@contextmanager
def _guest(plan: RunPlan) -> Iterator[RemoteLearner | None]:
    """The learner in another process, if the plan has a command for one."""
    if not plan.command:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="gradus-exam-") as name:
        address = TcpAddress(port=0) if plan.transport == "zmq" else UnixAddress(f"{name}/world.sock")
        with RemoteLearner(address, command=plan.command) as learner:
            yield learner


def _open(folder: Path, plan: RunPlan, path: Path, guest: RemoteLearner | None) -> Lesson:
    limits: dict[str, Any] = {"max_steps": plan.budget.max_steps}
    if guest is not None:
        return Lesson.host(path, guest, plan.world(), name=plan.command, **limits)
    if (path / "run.json").exists():
        return Lesson.resume(path, **limits)
    return Lesson.create(
        path,
        plan.learner,
        plan.world(),
        options=plan.options,
        start=plan.memory(folder),
        checkpoint_every=plan.checkpoint_every,
        **limits,
    )


def _patiently(open_lesson: Callable[[], Lesson]) -> Lesson:
    """Wait a little for a worker of a killed exam that has not let go of the folder yet."""
    began = time.monotonic()
    while True:
        try:
            return open_lesson()
        except UserError as error:
            if "Another process" not in str(error) or time.monotonic() - began > _LOCK_PATIENCE:
                raise
            time.sleep(0.2)


class _Watch:
    """Keeps a run within its budget and tells how far it is."""

    def __init__(self, plan: RunPlan, path: Path, report: Report | None) -> None:
        self.plan, self.path, self.report = plan, path, report
        self.budget = plan.budget
        self._clock = path / "spent.json"
        self._spent = float(read_json(self._clock)["seconds"]) if self._clock.exists() else 0.0
        self._noted = time.monotonic()
        self._counted = self._before = 0
        self._task: str | None = None

    def run(self, lesson: Lesson) -> Results | str:
        """Run until the lesson stops; the learner's own failure is a result, not an accident."""

        def after_each_stretch(world: World) -> None:
            if self.verdict(world) is not None:
                lesson.max_steps = world.steps
            lesson.flush_every = self._stretch(world)
            self._note(world)

        if self.verdict(lesson.world) is not None:  # it was killed at its very end
            lesson.max_steps = lesson.world.steps
        lesson.flush_every = self._stretch(lesson.world)
        lesson.hours = self._hours_left()
        try:
            return lesson.run(after_each_stretch)
        except (KeyboardInterrupt, OSError):
            raise
        except Exception as error:
            if lesson.folder:
                lesson.folder.close()
            return f"{FAILED}: {type(error).__name__}: {error}"

    def _hours_left(self) -> float | None:
        if self.budget.hours is None:
            return None
        return max(self.budget.hours - self._spent / 3600, 1e-6)

    def _stretch(self, world: World) -> int:
        """Steps until the run has to be looked at again, so that limits are kept to the very step."""
        bounds = [self.budget.max_steps, *(self._due(share) for _, share in self._open_stages(world))]
        if self.budget.task_steps is not None:
            bounds.append(world.steps - self._on_task(world) + self.budget.task_steps)
        begun = max(1, world.steps)  # the world's first byte is a step of its own
        left = [bound - begun for bound in bounds if bound is not None]
        return max(1, min([_LONGEST_STRETCH, *left]))

    def reason(self, world: World, results: Results | str) -> str:
        """Why the run ended."""
        if isinstance(results, str):
            return results
        if results.reason.startswith("stopped after") and self.budget.hours is not None:
            return self.verdict(world) or f"stopped after {self.budget.hours:g} hours"
        return self.verdict(world) or results.reason

    def verdict(self, world: World) -> str | None:
        """Why the run ends here; None: it may go on."""
        if world.finished:
            return "finished"
        for task, share in self._open_stages(world):
            if world.steps >= self._due(share):
                return f"{task} was not passed within {share:.0%} of the budget ({self._due(share)} steps)"
        limit = self.budget.task_steps
        if limit is not None and self._on_task(world) >= limit:
            return f"stalled: {world.task} was not passed within {limit} steps"
        maximum = self.budget.max_steps
        if maximum is not None and world.steps >= maximum:
            return f"stopped after {maximum} steps"
        return None

    def _on_task(self, world: World) -> int:
        """As :func:`steps_on_task`, but looking at each outcome only once."""
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

    def _note(self, world: World) -> None:
        now = time.monotonic()
        if now - self._noted < 1.0:
            return
        self._spent += now - self._noted
        self._noted = now
        write_json(self._clock, {"seconds": self._spent})
        if self.report:
            self.report(self.plan.name, self._share(world))

    def _share(self, world: World) -> float:
        order = list(world.curriculum.tasks)
        by_tasks = order.index(world.task) / len(order) if world.task in order else 0.0
        spent = [by_tasks]
        if self.budget.max_steps:
            spent.append(world.steps / self.budget.max_steps)
        if self.budget.task_steps and len(order) == 1:
            spent.append(self._on_task(world) / self.budget.task_steps)
        return min(0.99, max(spent))


def steps_on_task(world: World) -> int:
    """Steps spent so far on the task being played, over all its instances in a row."""
    steps = world.dialogue.clock if world.dialogue else 0
    for outcome in reversed(world.outcomes):
        if str(outcome.ticket.task) != world.task:
            break
        steps += outcome.steps
    return steps
