"""A generated world: tasks in a row, stepped like the stream's own world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from zlib import crc32

from gradus.school import Outcome, Sampler, Ticket, UserError
from gradus.stream import SILENCE, Scrambler
from gradus.stream.scrambler import IDENTITY

from .instance import Criterion, Instance, WorldTask


@dataclass
class Result:
    """What became of a task."""

    name: str
    passed: bool = False
    steps: int = 0
    questions: int = 0
    """Answers judged."""
    right: int = 0
    """Answers that were right."""


class GeneratedWorld:
    """Tasks in a row; each is left when it is passed or when its steps are used up.

    ``step(None)`` opens the run; then every byte brings the next byte and a reward, as in ``gradus.stream.World``.
    """

    def __init__(
        self,
        name: str,
        tasks: Sequence[WorldTask],
        spec: Mapping[str, Any],
        scramble: bool | Scrambler = False,
        criterion: Criterion | None = None,
    ) -> None:
        self.name, self.tasks, self._spec = name, tuple(tasks), dict(spec)
        self.criterion = criterion or Criterion()
        self.seed = int(spec["seed"])
        key = Scrambler.from_seed(crc32(name.encode())) if scramble is True else scramble or None
        self.scrambler = key
        self._encode = key.table if key else IDENTITY
        self._decode = key.inverse if key else IDENTITY
        self.finished = False
        self.steps = 0
        self.outcomes: list[Outcome] = []
        self.results = [Result(task.name) for task in self.tasks]
        """One row per task, kept up to date."""
        self.instance: Instance | None = None
        """The instance from the inside; for oracles and tests, never for learners."""
        self._index, self._nth, self._serial, self._row = 0, 0, 0, 0
        self._reward = 0

    @property
    def task(self) -> str | None:
        """The name of the task being played."""
        return self.tasks[self._index].name if self.instance else None

    @property
    def plain(self) -> bytes:
        """``plain[shown]`` is the byte behind the scrambler."""
        return self._decode

    @property
    def shown(self) -> bytes:
        """``shown[plain]`` is the byte in front of the scrambler."""
        return self._encode

    def step(self, byte: int | None) -> tuple[int, int]:
        """Hear the learner's byte, speak the next one; the reward judges the byte just heard."""
        instance = self.instance
        if instance is None:
            return self._start(byte)
        if byte.__class__ is not int or not 0 <= byte < 256:
            raise UserError(f"A learner says one byte, a whole number from 0 to 255, not {byte!r}.")
        self.steps += 1
        result = self.results[self._index]
        result.steps += 1
        before = instance.questions
        reward = instance.hear(self._decode[byte])
        self._reward += reward
        if instance.questions > before:
            result.questions += 1
            result.right += instance.streak > 0
        if instance.over or result.steps >= self.criterion.steps:
            self._close(instance, result)
            if self.finished:
                return self._encode[SILENCE], reward
            instance = self._open(instance if self._nth else None)
        return self._encode[instance.speak()], reward

    def _start(self, byte: int | None) -> tuple[int, int]:
        if self.finished:
            raise UserError("The run is finished: there is nothing left to step.")
        if byte is not None:
            raise UserError(f"The first step of a run takes None, not {byte!r}: nothing has been asked yet.")
        self.steps = 1
        return self._encode[self._open(None).speak()], 0

    def _ticket(self) -> Ticket:
        return Ticket(self.tasks[self._index].name, self.seed, self._serial, self._nth)

    def _sampler(self) -> Sampler:
        return Sampler(self.seed, (crc32(self.name.encode()), self._index, self._nth))

    def _open(self, before: Instance | None) -> Instance:
        """The next instance; ``before`` is the last one of the same task."""
        self._reward = 0
        self.instance = Instance(self.tasks[self._index], self.criterion, self._sampler(), before)
        return self.instance

    def _close(self, instance: Instance, result: Result) -> None:
        """Book the instance; leave the task when it is passed or its steps are used up."""
        reason = instance.reason if instance.over else "truncated"
        solved = instance.over and instance.solved
        extras = {"questions": instance.questions}
        self.outcomes.append(Outcome(self._ticket(), instance.clock, self._reward, solved, reason, extras))
        self._row = self._row + 1 if solved else 0
        self._serial, self._nth = self._serial + 1, self._nth + 1
        result.passed = self._row >= self.criterion.instances
        if result.passed or result.steps >= self.criterion.steps:
            self._index, self._nth, self._row = self._index + 1, 0, 0
        if self._index >= len(self.tasks):
            self.finished, self.instance = True, None

    def spec(self) -> dict[str, Any]:
        """What :func:`worlds.draw` needs to draw this world again."""
        return dict(self._spec)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on exactly here, JSON-able; finished outcomes are the record's business."""
        counters = {name: getattr(self, name) for name in self._COUNTERS}
        return counters | {
            "results": [asdict(row) for row in self.results],
            "instance": self.instance.state() if self.instance else None,
        }

    _COUNTERS = ("steps", "finished", "_index", "_nth", "_serial", "_row", "_reward")

    def restore(self, state: Mapping[str, Any], outcomes: Sequence[Outcome] = ()) -> None:
        """Go on exactly where :meth:`state` was taken, with the outcomes recorded until then."""
        for name in self._COUNTERS:
            setattr(self, name, state[name])
        self.results = [Result(**row) for row in state["results"]]
        self.outcomes = list(outcomes)
        self.instance = None
        if state["instance"]:
            task = self.tasks[self._index]
            self.instance = Instance.resume(task, self.criterion, self._sampler(), state["instance"])
