"""Training: a teacher, a student and a track, step by step, with a record that can be resumed exactly.

The clock is read only for ``timing.jsonl``. Everything else follows from the plan: the world's lanes are
restored by playing their recorded actions again, the student and the teacher from their own states.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus import __version__
from gradus.school import (
    BusyError,
    Outcome,
    Requirement,
    RunFolder,
    Teacher,
    UserError,
    Versions,
    describe,
    load_jax,
)
from gradus.students.actions import ACTIONS, packed
from gradus.students.antagonist import Antagonist
from gradus.students.catalogue import make
from gradus.students.evaluation import MASTERED, FirstLooks, Tests
from gradus.students.plan import Plan
from gradus.students.student import EnvShape, Floats, Step
from gradus.students.tickets import Relay
from gradus.students.traces import Traces

RECORDS = ("outcomes.jsonl", "evaluations.jsonl", "previews.jsonl", ACTIONS)
"""The append-only files of a training run."""
_PARTS = ("jax", "jaxlib", "optax")
_RECENT = 100  # returns in the mean that people watch; nothing is learned from them


@dataclass(frozen=True)
class Evaluation:
    """One evaluation of a student on the test set."""

    step: int
    """Steps of training before it."""
    returns: tuple[float, ...]
    """The return of each test task, in the order of the set."""
    lengths: tuple[int, ...]
    """How long each test episode was."""
    episodes: int
    """Training episodes before it."""

    @property
    def mastered(self) -> float:
        """The percentage of mastered tasks."""
        return 100.0 * sum(value > MASTERED for value in self.returns) / len(self.returns)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Evaluation:
        """The evaluation of a line of ``evaluations.jsonl``."""
        return cls(int(row["step"]), tuple(row["returns"]), tuple(row["lengths"]), int(row["episodes"]))


class Training:
    """A run being made. Open it with :meth:`create` or :meth:`resume`."""

    def __init__(self, plan: Plan, folder: RunFolder | None = None) -> None:
        load_jax("Students need")  # said before anything else is made
        self.plan, self.folder = plan, folder
        self._relay = Relay()
        self.world = plan.make_world(plan.lane_count, self._relay)
        self.teacher: Teacher = plan.make_teacher(self.world.task_space)
        self._relay.teacher = self.teacher
        sees_task = Requirement.VALUES in self.teacher.requirements
        place = None if folder is None else folder.path
        settings = dict(plan.student_settings)
        self.student = make(plan.student, self._shape(), plan.seed, sees_task, place, **settings)
        self.teacher.values(FirstLooks(plan, self.student))
        self._tests = Tests(plan)
        self.steps, self.episodes, self.finished = 0, 0, False
        self.evaluations: list[Evaluation] = []
        """Every evaluation so far."""
        self.recent: list[float] = []
        """Returns of the latest training episodes."""
        self._observations: NDArray[np.float32] = np.zeros((0, 0), np.float32)
        self._tasks: NDArray[np.float64] = np.zeros((0, 0))
        self._discounted, self._discount = np.zeros(plan.lane_count), np.ones(plan.lane_count)
        self._lengths = np.zeros(plan.lane_count, np.int32)
        self._trains = np.ones(plan.lane_count, np.bool_)
        wanted = Requirement.TRACE in self.teacher.requirements
        self._traces = Traces(plan.lane_count, self.student.gamma) if wanted else None
        self._antagonist = Antagonist.wanted(plan, self.teacher)
        self._saved = 0

    def _shape(self) -> EnvShape:
        seen, acted = self.world.single_observation_space.shape, self.world.single_action_space.shape
        space = self.world.task_space
        return EnvShape(seen[0], acted[0], self.plan.lane_count, space.low, space.high, self.plan.steps)

    @classmethod
    def create(cls, path: str | Path | None, plan: Plan) -> Training:
        """A new run; with ``path`` it is recorded."""
        if path is None:
            training = cls(plan)
        else:
            parts = {name: version(name) for name in _PARTS}
            text = describe(
                Versions(__version__), kind="training", plan=plan.to_json(), records=list(RECORDS)
            )
            cls(replace(plan, steps=1))._begin()  # complains about what does not fit before a folder is made
            training = cls(plan, RunFolder.create(path, {**text, "libraries": parts}))
        training._begin()
        return training

    @classmethod
    def resume(cls, path: str | Path) -> Training:
        """Go on with a recorded run from its newest checkpoint."""
        plan = Plan.from_json(RunFolder.read(path).expect("training", "plan")["plan"])
        folder, state, arrays = RunFolder.resume(path)
        training = cls(plan, folder)
        if state is None:
            training._begin()
        else:
            training._restore(state, arrays)
        return training

    def _begin(self) -> None:
        self._observations, infos = self.world.reset()
        self._tasks = infos["task"]
        self._trains = np.array(self._relay.take_trains(), np.bool_)
        self.student.begin(self._observations, self._trains)
        self._stop_without_tickets(infos)

    def run(self, progress: Callable[[Training], None] | None = None) -> list[Evaluation]:
        """Train until the plan is fulfilled; ``progress`` is called now and then. Gives all evaluations."""
        with self._full_disk():
            while not self.finished:
                self._advance()
                if progress and self.steps % 2000 < self.plan.lane_count:
                    progress(self)
        if progress:
            progress(self)
        if self.folder:
            self.folder.close()
        return self.evaluations

    @contextmanager
    def _full_disk(self) -> Iterator[None]:
        try:
            yield
        except BusyError:
            raise
        except OSError as error:
            where = self.folder.path if self.folder else "memory"
            raise UserError(
                f"Training stopped at step {self.steps:,} because {where} could not be written "
                f"({_cause(error)}); make room, and `gradus resume {where}` goes on from the last checkpoint."
            ) from error

    def _advance(self) -> None:
        """One step of every lane, and whatever is due after it."""
        actions = self.student.act(self._observations)
        tasks, trains = self._tasks, self._trains
        last, rewards, terminated, truncated, infos = self.world.step(actions)
        if self._traces:
            self._traces.add(rewards, self.student.expected())
        self._lengths += 1
        self._discounted += self._discount * rewards
        self._discount *= self.student.gamma
        ended, now = terminated | truncated, last
        lengths = self._lengths.copy()
        if ended.any():
            self._report(np.flatnonzero(ended), truncated, last)
            now, infos = self.world.reset(options={"reset_mask": ended})
            self._tasks, self._trains = infos["task"], trains.copy()
            self._trains[ended] = self._relay.take_trains()
        self.student.learn(
            Step(rewards, terminated, truncated, last, now, tasks, lengths, trains, self._trains)
        )
        self._observations = now
        before, self.steps = self.steps, self.steps + self.plan.lane_count
        self._due(before)
        self._stop_without_tickets(infos)

    def _report(self, ended: NDArray[np.intp], truncated: NDArray[np.bool_], last: Floats) -> None:
        """Complete the outcomes of ended lanes, record them and tell the teacher."""
        after = np.zeros(len(truncated))
        if self._traces and truncated.any():
            after = np.where(truncated, self.student.values(last, self._tasks), 0.0)
        taken = self._relay.take()
        rivals = self._antagonist.returns([o.ticket for o in taken]) if self._antagonist else None
        for place, (lane, outcome) in enumerate(zip(ended, taken, strict=True)):
            extras = {**outcome.extras, "discounted": float(self._discounted[lane])}
            if rivals is not None:
                extras["antagonist"] = rivals[place]
            if not self._trains[lane]:
                extras["trained"] = False
            whole: Outcome = replace(outcome, extras=extras)
            self.episodes += 1
            self.recent = [*self.recent[-_RECENT + 1 :], whole.reward]
            if self.folder:
                self.folder.append_outcome(whole)
            if self._traces:  # as long as the episode, so the record goes without
                trace = self._traces.take(int(lane), float(after[lane]))
                whole = replace(whole, extras={**extras, "trace": trace})
            self.teacher.observe(whole)
            self._discounted[lane], self._discount[lane], self._lengths[lane] = 0.0, 1.0, 0

    def _due(self, before: int) -> None:
        plan = self.plan
        if plan.forget_every and _crossed(before, self.steps, plan.forget_every) and self.steps < plan.steps:
            self.student.forget()
        if _crossed(before, self.steps, plan.preview_every):
            self._preview()
        if _crossed(before, self.steps, plan.evaluate_every):
            self.evaluate()
        if self.steps >= plan.steps:
            self.finished = True
            self._save()
        elif self.student.settled and self.steps - self._saved >= plan.checkpoint_every:
            self._save()

    def _preview(self) -> None:
        if not self.folder:
            return
        shapes: list[Any] = getattr(self.teacher, "shapes", list)()
        row = {
            "step": self.steps,
            "episodes": self.episodes,
            "tasks": self.teacher.preview(self.plan.previews),
        }
        drawn = [{"kind": type(s).__name__.lower(), **asdict(s)} for s in shapes]
        self.folder.append_row("previews.jsonl", row | {"shapes": drawn})

    def evaluate(self) -> Evaluation:
        """Play the test set and record what came of it."""
        outcomes = self._tests.play(self.student, len(self.evaluations))
        returns = tuple(outcome.reward for outcome in outcomes)
        made = Evaluation(self.steps, returns, tuple(outcome.steps for outcome in outcomes), self.episodes)
        self.evaluations.append(made)
        if self.folder:
            row: dict[str, Any] = {"step": made.step, "episodes": made.episodes, "mastered": made.mastered}
            row |= {"returns": list(made.returns), "lengths": list(made.lengths)}
            if self.plan.keep_actions and ACTIONS in self.folder.records:
                block = packed(self._tests.actions)
                row["actions"] = [self.folder.append_bytes(ACTIONS, block), len(block)]
            self.folder.append_row("evaluations.jsonl", row | {"update": self.student.figures()})
        return made

    def _stop_without_tickets(self, infos: Mapping[str, Any]) -> None:
        if infos["idle"].any() and not self.finished:
            self.finished = True  # the teacher has nothing left to teach
            self._save()

    def _save(self) -> None:
        if not self.folder:
            return
        small, arrays = self.student.state()
        lanes = dict(self.world.state())
        for lane, actions in enumerate(lanes.pop("actions")):
            arrays[f"lane.{lane}"] = np.zeros((0, 0), np.float32) if actions is None else np.asarray(actions)
        arrays |= {"discounted": self._discounted, "discount": self._discount, "lengths": self._lengths}
        arrays |= {"observations": self._observations, "tasks": self._tasks, "trains": self._trains}
        arrays |= self._traces.arrays() if self._traces else {}
        state: dict[str, Any] = {"steps": self.steps, "episodes": self.episodes, "finished": self.finished}
        state |= {"student": small, "teacher": self.teacher.state(), "lanes": lanes, "recent": self.recent}
        kept = f"{self.steps}-{self.episodes}" if self._keeps() else None
        self.folder.checkpoint(state, {f"arrays.{name}": array for name, array in arrays.items()}, kept)
        self.folder.note_time(steps=self.steps, cpu=time.process_time())
        self._saved = self.steps

    def _keeps(self) -> bool:
        """Whether this checkpoint is kept for good: the first one in every stretch of ``keep_every`` steps."""
        every = self.plan.keep_every
        return (
            bool(every)
            and getattr(self.student, "portable", False)
            and _crossed(self._saved, self.steps, every)
        )

    def _restore(self, state: Mapping[str, Any], stored: Mapping[str, NDArray[Any]]) -> None:
        where = self.folder.path if self.folder else "memory"
        arrays = {name.removeprefix("arrays."): array for name, array in stored.items()}
        try:
            self.teacher.restore(state["teacher"])
            self.student.restore(state["student"], arrays)
            actions = [arrays[f"lane.{lane}"] for lane in range(self.plan.lane_count)]
            self.world.restore({**state["lanes"], "actions": actions})
            self._discounted, self._discount = arrays["discounted"], arrays["discount"]
            self._lengths, self._tasks = arrays["lengths"], arrays["tasks"]
            self._observations = arrays["observations"]
            # Checkpoints of a time when students learnt from every ticket do not say so.
            self._trains = arrays.get("trains", self._trains)
            if self._traces:
                self._traces.restore(arrays)
            self.steps, self.episodes = int(state["steps"]), int(state["episodes"])
            self.finished, self.recent = bool(state["finished"]), list(state["recent"])
        except (KeyError, TypeError) as error:
            raise UserError(f"The checkpoint in {where} is damaged: it lacks {error}.") from error
        if not np.array_equal(self._observations, self.world.lanes.observations):
            raise UserError(
                f"Playing the recorded actions again in {where} led elsewhere: "
                "the run was made with another version or on another kind of machine."
            )
        if self.folder:
            rows = self.folder.rows("evaluations.jsonl")
            self.evaluations = [Evaluation.from_json(row) for row in rows]
        self._saved = self.steps


def _cause(error: OSError) -> str:
    """What the system said; a complaint of the folder has it as its cause."""
    cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
    return cause.strerror or str(cause)


def _crossed(before: int, now: int, every: int) -> bool:
    return now // every > before // every
