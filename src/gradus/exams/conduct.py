"""Taking runs: one after the other or several at a time, each to its end, whatever happened before.

A run that has a ``end.json`` is finished and never repeated; one that was begun is resumed from its newest
checkpoint; so an exam may be killed at any moment and started again. Limits counted in steps are kept to the
very step, hence the records do not depend on the number of workers or on kills.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from gradus.exams.figures import FAILED
from gradus.exams.plan import RunPlan
from gradus.learners import Lesson, Results
from gradus.school import UserError, read_json, write_json
from gradus.stream import World

Report = Callable[[str, float], None]
"""Told a run's name and the share of it that is done, now and then; 1 at its end."""
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
    watch = _Watch(plan, path, report)
    while True:
        lesson = _open(folder, plan, path)
        results = watch.run(lesson)
        reason = watch.verdict(lesson.world, results)
        if reason is not None:
            break
    finished, steps = lesson.world.finished, lesson.world.steps
    write_json(path / "end.json", {"finished": finished, "reason": reason, "steps": steps})
    if report:
        report(plan.name, 1.0)


def _open(folder: Path, plan: RunPlan, path: Path) -> Lesson:
    limits: dict[str, Any] = {"max_steps": plan.budget.max_steps}
    began = time.monotonic()
    while (path / "run.json").exists():
        try:
            return Lesson.resume(path, **limits)
        except UserError as error:
            if "Another process" not in str(error) or time.monotonic() - began > _LOCK_PATIENCE:
                raise
            time.sleep(0.2)
    return Lesson.create(
        path,
        plan.learner,
        plan.world(),
        options=plan.options,
        start=plan.memory(folder),
        checkpoint_every=plan.checkpoint_every,
        **limits,
    )


class _Watch:
    """Keeps a run within its budget and tells how far it is."""

    def __init__(self, plan: RunPlan, path: Path, report: Report | None) -> None:
        self.plan, self.path, self.report = plan, path, report
        self.budget = plan.budget
        self._clock = path / "spent.json"
        self._spent = float(read_json(self._clock)["seconds"]) if self._clock.exists() else 0.0
        self._noted = time.monotonic()

    def run(self, lesson: Lesson) -> Results | str:
        """Run until the lesson stops; the learner's own failure is a result, not an accident."""

        def after_each_stretch(world: World) -> None:
            lesson.max_steps = self.bound(world)
            self._note(world)

        lesson.max_steps = self.bound(lesson.world)
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

    def bound(self, world: World) -> int | None:
        """The step at which the run has to be looked at again."""
        bounds = [self.budget.max_steps, *(self._due(share) for _, share in self._open_stages(world))]
        if self.budget.task_steps is not None:
            bounds.append(world.steps - steps_on_task(world) + self.budget.task_steps)
        known = [bound for bound in bounds if bound is not None]
        return min(known) if known else None

    def verdict(self, world: World, results: Results | str) -> str | None:
        """Why the run ends here; None: it goes on."""
        if isinstance(results, str):
            return results
        if world.finished:
            return "finished"
        for task, share in self._open_stages(world):
            if world.steps >= self._due(share):
                return f"{task} was not passed within {share:.0%} of the budget ({self._due(share)} steps)"
        limit = self.budget.task_steps
        if limit is not None and steps_on_task(world) >= limit:
            return f"stalled: {world.task} was not passed within {limit} steps"
        maximum = self.budget.max_steps
        if maximum is not None and world.steps >= maximum:
            return f"stopped after {maximum} steps"
        if results.reason.endswith("hours"):
            return f"stopped after {self.budget.hours:g} hours"
        # A bound set before the task changed may stop a run too early: then it goes on.
        return None if results.reason.endswith("steps") else results.reason

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
            spent.append(steps_on_task(world) / self.budget.task_steps)
        return min(0.99, max(spent))


def steps_on_task(world: World) -> int:
    """Steps spent so far on the task being played, over all its instances in a row."""
    steps = world.dialogue.clock if world.dialogue else 0
    for outcome in reversed(world.outcomes):
        if str(outcome.ticket.task) != world.task:
            break
        steps += outcome.steps
    return steps


def take_all(folder: Path, plans: Sequence[RunPlan], workers: int = 1, report: Report | None = None) -> None:
    """Take all runs that are not finished; with several workers, each in a process of its own."""
    todo = [plan for plan in plans if not is_finished(folder, plan.name)]
    if workers <= 1 or len(todo) <= 1:
        for plan in todo:
            take(folder, plan, report)
        return
    context = multiprocessing.get_context("spawn")
    news: Any = context.Queue()
    stop = threading.Event()
    listener = threading.Thread(target=_listen, args=(news, stop, report), daemon=True)
    listener.start()
    try:
        with ProcessPoolExecutor(min(workers, len(todo)), context, _enter, (news,)) as pool:
            _collect([pool.submit(_take_elsewhere, folder, plan) for plan in todo])
    except BrokenProcessPool:
        raise UserError(
            f"A worker of the exam in {folder} was ended from outside; the same command goes on from there."
        ) from None
    finally:
        stop.set()
        listener.join()


def _collect(futures: Sequence[Future[None]]) -> None:
    done, rest = wait(futures, return_when="FIRST_EXCEPTION")
    for future in rest:
        future.cancel()
    for future in done:
        future.result()


def _listen(news: Any, stop: threading.Event, report: Report | None) -> None:
    while not stop.is_set():
        try:
            name, share = news.get(timeout=0.2)
        except queue.Empty:
            continue
        if report:
            report(name, share)


_news: Any = None


def _enter(news: Any) -> None:
    """A worker's first act: remember where to report, and never outlive the exam."""
    global _news
    _news = news
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()


def _take_elsewhere(folder: Path, plan: RunPlan) -> None:
    take(folder, plan, lambda name, share: _news.put((name, share)))
