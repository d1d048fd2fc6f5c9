"""A lesson: one learner in one world, step by step, with a record that can be resumed and replayed.

A run is a pure function of its description: the clock is read only to stop at a time limit, to write
``timing.jsonl`` and to decide when readers see what is new.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gradus import __version__
from gradus.learners.catalogue import full_id, make
from gradus.learners.ending import FINISHED, Ending, Stop, StopRule
from gradus.learners.experience import saves_memory
from gradus.learners.results import Results, results_of
from gradus.school import RunFolder, UserError, Versions, describe
from gradus.stream import LearnerDisconnected, StreamLearner, TaskFailed, World

_FLUSH = 4096
"""Steps between two looks at the clock and at what readers may see."""
_UNSEEN = 0.1
"""Seconds that readers of a record may be behind: to seal it after every few fast steps would cost more than those."""


class Lesson:
    """A run being made: a world, a learner and, if wanted, a folder that records everything."""

    def __init__(
        self,
        world: World,
        learner: StreamLearner,
        *,
        run: RunFolder | None = None,
        max_steps: int | None = None,
        hours: float | None = None,
        checkpoint_every: int = 10_000,
        flush_every: int = _FLUSH,
    ) -> None:
        for name, value in (
            ("max_steps", max_steps),
            ("hours", hours),
            ("checkpoint_every", checkpoint_every),
        ):
            if value is not None and not value > 0:
                raise UserError(f"{name} must be greater than 0, not {value!r}.")
        self.world, self.learner, self.folder = world, learner, run
        self.max_steps, self.hours, self.checkpoint_every = max_steps, hours, checkpoint_every
        self.flush_every = flush_every
        self._by_the_clock = (
            flush_every == 1
        )  # a person's lesson: what each instance took by the clock is of interest
        """Steps at most between two looks of whoever watches; may be changed while it runs."""
        self._pending: tuple[int, int] | None = None
        self._columns = bytearray()
        self._recorded = 0
        self._kept = -math.inf
        self._resumable = saves_memory(learner)
        self.ended: Ending | None = None
        """Why it ended, once it has."""

    @classmethod
    def create(
        cls,
        path: str | Path | None,
        learner: str,
        world: World,
        *,
        options: Mapping[str, Any] | None = None,
        start: Mapping[str, Any] | None = None,
        **limits: Any,
    ) -> Lesson:
        """A new lesson for a learner by name; with ``path`` it is recorded, with ``start`` it begins experienced."""
        made = make(learner, **dict(options or {}))
        if start is not None:
            made.restore(start)
        lesson = cls(world, made, **limits)
        forgetful = {} if lesson._resumable else {"resumable": False}
        if path is not None:
            description = describe(
                Versions(__version__),
                kind="lesson",
                world=world.spec(),
                learner={"name": full_id(learner), "options": dict(options or {})},
                start=start,
                limits={"max_steps": lesson.max_steps, "hours": lesson.hours},
                checkpoint_every=lesson.checkpoint_every,
                **forgetful,
            )
            lesson.folder = RunFolder.create(path, description)
        return lesson

    @classmethod
    def host(
        cls, path: str | Path | None, learner: StreamLearner, world: World, *, name: str, **limits: Any
    ) -> Lesson:
        """A new lesson for a learner that is not ours to make again, a remote one or a person, called ``name``."""
        lesson = cls(world, learner, **limits)
        if path is not None:
            description = describe(
                Versions(__version__),
                kind="lesson",
                world=world.spec(),
                learner={"name": name, "options": {}},
                resumable=False,
                limits={"max_steps": lesson.max_steps, "hours": lesson.hours},
            )
            lesson.folder = RunFolder.create(path, description)
        return lesson

    @classmethod
    def resume(cls, path: str | Path, **limits: Any) -> Lesson:
        """Go on with a recorded lesson from its newest checkpoint; ``limits`` may allow it more than before."""
        description = RunFolder.read(path).expect("lesson", "world", "learner", "limits")
        if not description.get("resumable", True):
            raise UserError(f"The run in {path} can be replayed but not resumed: its learner keeps no state.")
        row = description["learner"]
        learner = make(row["name"], **row["options"])  # before anything is touched: it may be gone
        folder, state, _ = RunFolder.resume(path)
        if description.get("start") is not None:
            learner.restore(description["start"])
        bounds = {**description["limits"], "checkpoint_every": description["checkpoint_every"]}
        bounds |= {name: value for name, value in limits.items() if value is not None}
        lesson = cls(World.from_spec(description["world"]), learner, run=folder, **bounds)
        if state is not None:
            lesson._restore(state)
        return lesson

    @classmethod
    def repeat(cls, path: str | Path, output: str | Path | None = None) -> Lesson:
        """A recorded lesson from its beginning, with everything as its record describes it."""
        description = RunFolder.read(path).expect("lesson", "world", "learner", "limits")
        row = description["learner"]
        if "checkpoint_every" not in description:  # as :meth:`host` leaves it out
            raise UserError(
                f"The run in {path} can be replayed but not repeated: {row['name']!r} is not ours to make."
            )
        return cls.create(
            output,
            row["name"],
            World.from_spec(description["world"]),
            options=row["options"],
            start=description.get("start"),
            checkpoint_every=description["checkpoint_every"],
            **description["limits"],
        )

    def run(self, progress: Callable[[World], None] | None = None, rule: StopRule | None = None) -> Results:
        """Teach until the curriculum is finished or a limit is reached; ``progress`` is called now and then.

        ``rule`` may stop the lesson besides its own limits, and is asked first.
        """
        began = time.monotonic()
        ending = FINISHED if self.world.finished else rule.ending(self.world) if rule else None
        while ending is None:
            try:
                ending = self._stretch(
                    min(self.flush_every, rule.steps_left(self.world)) if rule else self.flush_every
                )
                ending = (rule.ending(self.world) if rule and not self.world.finished else None) or ending
            except LearnerDisconnected as gone:
                ending = Ending(Stop.DISCONNECTED, gone.reason)
            except TaskFailed as failure:
                ending = Ending(Stop.BROKEN, failure.reason)
                self._resumable = False  # the last answer led nowhere: a checkpoint here could not go on
            except BaseException:
                if self.folder:
                    self._keep()  # what was said until the accident is worth having
                raise
            if ending is None and self.hours is not None and time.monotonic() - began >= self.hours * 3600:
                ending = Ending(Stop.HOURS, f"stopped after {self.hours:g} hours")
            if self.folder and (ending is not None or self._is_due()):
                self._record()
            if progress:
                progress(self.world)
        self.ended = ending
        return self._finish(ending.text)

    def _stretch(self, steps: int) -> Ending | None:
        """Up to so many steps, not beyond the next checkpoint or the limit; the reason to stop, if any."""
        world, act, column = self.world, self.learner.act, self._columns.append
        byte, reward = self._pending or world.step(None)
        stop = world.steps + steps
        stop = min(stop, (world.steps // self.checkpoint_every + 1) * self.checkpoint_every)
        if self.max_steps is not None:
            stop = min(stop, self.max_steps)
        step, plain = world.step, world.plain
        while world.steps < stop and not world.finished:
            answer = act(byte, reward)
            heard = byte
            byte, reward = step(answer)
            column(plain[heard])  # thrice append: extend takes twice as long
            column(plain[answer])
            column(reward & 255)
        self._pending = (byte, reward)
        if world.finished:
            self._hand_over(byte, reward)
            return FINISHED
        if self.max_steps is not None and world.steps >= self.max_steps:
            return Ending(Stop.STEPS, f"stopped after {world.steps} steps")
        return None

    def _hand_over(self, byte: int, reward: int) -> None:
        """The last byte and reward are handed over, the answer is dropped or not waited for at all."""
        farewell = getattr(self.learner, "farewell", self.learner.act)
        farewell(byte, reward)

    def _keep(self) -> None:
        """Append what is new to the record."""
        assert self.folder is not None
        self.folder.append_transcript(self._columns)
        self._columns.clear()
        if self._by_the_clock and (self._recorded < len(self.world.outcomes) or self.world.steps <= 2):
            self.folder.note_time(steps=self.world.steps)
        for outcome in self.world.outcomes[self._recorded :]:
            self.folder.append_outcome(outcome)
        self._recorded = len(self.world.outcomes)
        self.folder.flush()
        self._kept = time.monotonic()

    def _is_due(self) -> bool:
        """Whether to write now: for a checkpoint, for a person's lesson, or because readers have waited long enough."""
        checkpoint = self.world.steps % self.checkpoint_every == 0
        return checkpoint or self._by_the_clock or time.monotonic() - self._kept >= _UNSEEN

    def _record(self) -> None:
        self._keep()
        if self.world.steps % self.checkpoint_every == 0 and not self.world.finished:
            self._checkpoint()

    def _checkpoint(self) -> None:
        assert self.folder is not None
        if not self._resumable:
            return
        state = {"world": self.world.state(), "learner": self.learner.state(), "pending": self._pending}
        self.folder.checkpoint(state)
        self.folder.note_time(steps=self.world.steps, cpu=time.process_time())

    def _restore(self, state: Mapping[str, Any]) -> None:
        assert self.folder is not None
        outcomes = list(self.folder.outcomes())
        self.world.restore(state["world"], outcomes)
        self.learner.restore(state["learner"])
        self._pending = tuple(state["pending"]) if state["pending"] else None
        self._recorded = len(outcomes)

    def _finish(self, reason: str) -> Results:
        """Save the end; an instance in the middle of which the run stopped gets a line of its own."""
        outcomes = list(self.world.outcomes)
        open_outcome = self.world.stopped()
        if open_outcome:
            outcomes.append(open_outcome)
        world = self.world
        results = results_of(
            world.curriculum, outcomes, finished=world.finished, reason=reason, steps=world.steps
        )
        if self.folder:
            self._checkpoint()
            if open_outcome:
                self.folder.append_outcome(open_outcome)
                if self._by_the_clock:
                    self.folder.note_time(steps=world.steps)
            self.folder.flush()  # the results never stand beside records that are not whole
            self.folder.note("results.json", results.to_json())
            self.folder.close()
        return results
