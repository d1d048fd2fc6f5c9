"""One instance of a generated task, byte by byte: the stream's dialogue with a form that can be anything.

As in the stream, a byte heard while the world has more to say than silence is an interruption, and the reply to the
last byte of a question is the first of the answer. Everything the instance knows is plain and can be saved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gradus.school import Reason, Sampler
from gradus.stream import SILENCE
from gradus.stream.task import freeze

from .content import Asked, Content
from .form import Form


@dataclass(frozen=True)
class Criterion:
    """When an instance is solved and a task is passed: as in the public curricula."""

    streak: int = 10
    """Right answers in a row that solve an instance."""
    instances: int = 5
    """Instances solved in a row that pass a task."""
    steps: int = 8_000
    """Steps after which a task is left, passed or not."""
    success_tolerance: float = 4.0
    """The soft limit allows ``streak * (1 + success_tolerance)`` questions after the learner should know."""
    failure_tolerance: float = 1.0
    """The hard limit is ``1 + failure_tolerance`` times the questions asked when the soft one was exceeded."""


@dataclass(frozen=True)
class WorldTask:
    """Content in a form."""

    name: str
    content: Content
    form: Form


class Instance:
    """An instance being played: call :meth:`hear`, look at ``over``, call :meth:`speak`."""

    def __init__(
        self, task: WorldTask, criterion: Criterion, pick: Sampler, before: Instance | None = None
    ) -> None:
        self._set_up(task, criterion, pick)
        self.queue, self.position = b"", 0
        """What is being said, and how much of it has been said."""
        self.clock, self.questions, self.streak = 0, 0, 0
        """Bytes said, answers judged, right answers in a row."""
        self.over, self.solved = False, False
        self.reason: Reason = "stopped"
        self.told: str = before.told if before else ""
        """The last right answer, for reactions that come one question late."""
        self.said = ""
        """The answer so far."""
        self._ended = False
        self._due, self._due_at = 0, -1
        self._seen: tuple[str, ...] = ()
        self._soft: float | None = None
        self._hard: float | None = None
        self._hidden = task.content.draw(pick)
        self._memory: Any = before._memory if before and task.content.keeps else None
        self.asked: Asked
        self._ask("")

    def _set_up(self, task: WorldTask, criterion: Criterion, pick: Sampler) -> None:
        self.task, self.criterion, self._pick = task, criterion, pick

    @property
    def right(self) -> str:
        """The right answer, without its ending."""
        return self.task.form.answer(self.asked.answer)

    def awaited(self) -> str:
        """What a learner that knew everything would still have to say; nothing while it is not its turn."""
        if self._ended or self.position < len(self.queue):
            return ""
        return (self.right + self.task.form.answer_end)[len(self.said) :]

    def hear(self, byte: int) -> int:
        """Take in the learner's byte; the reward that comes with the world's next one."""
        reward = self._pay_due()
        if self.position < len(self.queue):
            if byte == SILENCE or not self.queue[self.position :].strip(b" "):
                return reward
            self.streak = 0
            return max(-1, reward + self.task.form.penalty)
        if self._ended:
            self.over = True
            return reward
        self.said += chr(byte)
        return reward + (self._judge() if self._complete() else 0)

    def speak(self) -> int:
        """The world's next byte."""
        self.clock += 1
        self.position += 1
        return self.queue[self.position - 1] if self.position <= len(self.queue) else SILENCE

    def _pay_due(self) -> int:
        """The reward for an answer whose reaction has been said."""
        if self._due_at < 0 or self.position < self._due_at:
            return 0
        due, self._due, self._due_at = self._due, 0, -1
        return due

    def _complete(self) -> bool:
        end = self.task.form.answer_end
        return self.said.endswith(end) if end else len(self.said) >= len(self.right)

    def _judge(self) -> int:
        form = self.task.form
        said = self.said[: len(self.said) - len(form.answer_end)]
        correct = said == self.right
        self.questions += 1
        self.streak = self.streak + 1 if correct else 0
        told = self.told if form.lag else self.right
        text = form.reaction(self._pick, correct, told)
        self.told = self.right
        self._count_limits()
        reward = 1 if correct else -1
        if text:
            text = " " * form.pauses[0] + text
        late = form.pay == "reaction" and text != ""
        self._due, self._due_at = (reward, len(text) - 1) if late else (0, -1)
        if self._ended:
            self._say(text)
            self.over = not text
        else:
            self._ask(text + " " * form.pauses[1] if text else "")
        return 0 if late else reward

    def _say(self, text: str) -> None:
        self.queue, self.position = text.encode("latin-1"), 0

    def _ask(self, before: str) -> None:
        self.asked, self._memory = self.task.content.ask(self._pick, self._hidden, self._memory)
        self.said = ""
        self._say(before + self.task.form.question(self.asked.question))

    def _count_limits(self) -> None:
        """A soft limit for success and a hard one for ever getting there, counted in questions."""
        rules, asked = self.criterion, self.questions
        if self.asked.key and self.asked.key not in self._seen:
            self._seen = (*self._seen, self.asked.key)
        if self.streak >= rules.streak:
            late = self._soft is not None and asked > self._soft
            self._end("late" if late else "solved")
            return
        if self._soft is None and len(self._seen) >= self.task.content.keys:
            self._soft = asked + rules.streak * (1 + rules.success_tolerance)
        if self._hard is None and self._soft is not None and asked > self._soft:
            self._hard = asked * (1 + rules.failure_tolerance)
        if self._hard is not None and asked > self._hard:
            self._end("limit")

    def _end(self, reason: Reason) -> None:
        self._ended, self.reason, self.solved = True, reason, reason == "solved"

    _PLAIN = (
        *("position", "clock", "questions", "streak", "over", "solved", "reason", "told", "said"),
        *("_ended", "_due", "_due_at", "_soft", "_hard"),
    )
    _FROZEN = ("_seen", "_hidden", "_memory")

    def state(self) -> dict[str, Any]:
        """Everything needed to go on exactly here, JSON-able."""
        state = {name: getattr(self, name) for name in self._PLAIN + self._FROZEN}
        return state | {
            "queue": self.queue.decode("latin-1"),
            "asked": list(self.asked),
            "pick": self._pick.state(),
        }

    @classmethod
    def resume(
        cls, task: WorldTask, criterion: Criterion, pick: Sampler, state: Mapping[str, Any]
    ) -> Instance:
        """The instance of which :meth:`state` was taken."""
        self = cls.__new__(cls)
        self._set_up(task, criterion, pick)
        for name in cls._PLAIN:
            setattr(self, name, state[name])
        for name in cls._FROZEN:
            setattr(self, name, freeze(state[name]))
        self.queue = state["queue"].encode("latin-1")
        self.asked = Asked(*freeze(state["asked"]))
        pick.restore(state["pick"])
        return self
