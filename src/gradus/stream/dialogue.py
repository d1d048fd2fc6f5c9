"""The dialogue: one instance of a task as an explicit state machine, byte by byte.

In every step the world hears a byte and speaks one. A byte heard while there is more to say than silence is
an interruption; a byte heard when everything has been said belongs to the answer, beginning with the reply
to the last byte of the question. Judging an answer queues feedback and the next question, or ends the
instance. The learner's reply to the very last byte of an instance is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from gradus.school import Reason, Sampler
from gradus.stream.question import Question
from gradus.stream.task import Origin, Rules, Task, freeze

SILENCE = 32
"""The byte of silence: a space, as in the original protocol."""


class Dialogue:
    """An instance being played. Call :meth:`hear`, look at ``over``, call :meth:`speak`."""

    __slots__ = (
        "_answer",
        "_asked",
        "_by_length",
        "_do",
        "_due",
        "_earlier",
        "_ended",
        "_hard",
        "_hidden",
        "_known",
        "_last",
        "_length",
        "_max_time",
        "_memory",
        "_penalty",
        "_pick",
        "_question",
        "_record",
        "_rest",
        "_skipped",
        "_soft",
        "_streak",
        "_task",
        "_terminator",
        "over",
        "position",
        "queue",
        "reason",
        "size",
        "solved",
    )

    def __init__(self, task: Task, pick: Sampler, origin: Origin) -> None:
        self._set_up(task, pick)
        self._earlier = 0
        self.over = False
        """Nothing is left to say or to hear: the next instance must speak now."""
        self.solved = False
        self.reason: Reason = "stopped"
        self.queue, self.position, self.size = b"", 0, 0
        """What is being said, how much of it has been said, and its length."""
        self._question: Question
        self._answer = bytearray()
        self._asked, self._streak = 0, 0
        self._soft: float | None = None
        self._hard: float | None = None
        self._known, self._record = False, None
        self._ended, self._due = False, 0
        self._rest = task.rules.rest
        self._memory: Any = None
        self._hidden = self._do.draw(pick, origin)
        self._say(self._next_question())

    def _set_up(self, task: Task, pick: Sampler) -> None:
        rules = task.rules
        self._task, self._do, self._pick = task, task.bound, pick
        self._max_time, self._penalty = rules.max_time, rules.penalty
        self._skipped: int | None = None
        self._terminator = rules.terminator.encode("latin-1")
        self._by_length = not self._terminator
        self._last = -1 if self._by_length else self._terminator[-1]

    def extras(self) -> dict[str, Any]:
        """How many answers have been judged, and when the instance was skipped if it was."""
        if self._skipped is None:
            return {"questions": self._asked}
        return {"questions": self._asked, "skipped": self._skipped}

    def skip(self) -> None:
        """Let the time be up as soon as all is said."""
        self._skipped, self._max_time = self.clock, 0

    @property
    def clock(self) -> int:
        """Bytes spoken so far: those of what is being said now, and all earlier ones."""
        return self._earlier + self.position

    @property
    def questions(self) -> int:
        """How many answers have been judged."""
        return self._asked

    @property
    def streak(self) -> int:
        """Right answers in a row."""
        return self._streak

    @property
    def turn(self) -> Literal["speaks", "listens", "ended"]:
        """Whose turn it is: the world speaks, it listens to an answer, or the instance has been decided."""
        if self._ended:
            return "ended"
        return "speaks" if self.position < self.size else "listens"

    def hear(self, byte: int) -> int:
        """Take in the learner's byte; the reward it earns."""
        if self.position < self.size:
            if byte == SILENCE or self.position >= len(self.queue.rstrip(b" ")):
                return 0
            return self._interrupted(byte)
        if self._ended:
            return self._wait()
        if self._earlier + self.position >= self._max_time:
            return self._timeout(byte)
        answer = self._answer
        answer.append(byte)
        if self._by_length:
            if len(answer) < self._length:
                return 0
        elif byte != self._last or not answer.endswith(self._terminator):
            return 0
        reward = self._judge(True)
        return reward + self._wait() if self._ended and not self.size else reward

    def speak(self) -> int:
        """The world's next byte."""
        position = self.position
        if position < self.size:
            self.position = position + 1
            return self.queue[position]
        self._earlier += 1
        return SILENCE

    def awaited(self) -> bytes:
        """What a learner that knew the answer would still have to say now; nothing while it is not its turn."""
        if self._ended or self.position < self.size:
            return b""
        right: str = self._question.answer
        return (right.encode("latin-1") + self._terminator)[len(self._answer) :]

    def terminates(self, rest: bytes) -> bool:
        """Whether only the terminator of an answer is left in ``rest``."""
        return not self._by_length and rest == self._terminator

    def _complete(self, byte: int) -> bool:
        if self._by_length:
            return len(self._answer) >= self._length
        return byte == self._last and self._answer.endswith(self._terminator)

    def _say(self, text: str) -> None:
        position, said = self.position, text.encode("latin-1")
        self.queue = said = said if position >= self.size else self.queue[position:] + said
        self._earlier += position
        self.position, self.size = 0, len(said)

    def _next_question(self) -> str:
        question, self._memory = self._do.ask(self._pick, self._hidden, self._memory)
        self._question = question
        self._length = len(question.answer)
        self._answer.clear()
        text: str = question.text
        return text if self._by_length else text + self._task.rules.terminator

    def _judge(self, go_on: bool) -> int:
        """Judge the collected answer, word the feedback and, unless this was the end, ask again."""
        rules, question = self._task.rules, self._question
        said = self._answer[: len(self._answer) - len(self._terminator)].decode("latin-1")
        correct = question.accepts(said)
        self._asked += 1
        self._streak = self._streak + 1 if correct else 0
        if not self._known:
            self._record, self._known = self._do.know(self._hidden, self._record, question, correct)
        text = self._feedback(correct)
        if rules.single:
            self._end(correct, "solved" if correct else "failed")
            self._say(text)
            self._due = int(correct)
            return 0
        self._test_end(rules)
        if go_on and not self._ended:
            text += self._next_question()
        self._say(text)
        return 1 if correct else -1

    def _feedback(self, correct: bool) -> str:
        text: str = self._do.react(self._pick, self._hidden, self._question, correct)
        return text + self._task.rules.separator if text else ""

    def _test_end(self, rules: Rules) -> None:
        """The limits count questions: a soft one for success, a hard one for ever getting there."""
        asked = self._asked
        if self._streak >= rules.streak:
            late = self._soft is not None and asked > self._soft
            self._end(not late, "late" if late else "solved")
            return
        if not rules.limits:
            return
        if self._soft is None and self._known:
            self._soft = asked + rules.streak * (1 + rules.success_tolerance)
        if self._hard is None and self._soft is not None and asked > self._soft:
            self._hard = asked * (1 + rules.failure_tolerance)
        if self._hard is not None and asked > self._hard:
            self._end(False, "limit")

    def _end(self, solved: bool, reason: Reason) -> None:
        self._ended, self.solved, self.reason = True, solved, reason

    def _interrupted(self, byte: int) -> int:
        """A byte spoken while the world speaks."""
        rules = self._task.rules
        self._streak = 0
        if rules.interruption_fails and byte == self._last and (self.solved or not self._ended):
            # As in 2017 the terminator fails the instance at once, and takes back a success being praised.
            self._end(False, "failed")
            self._due = 0
            self._say(self._feedback(correct=False))
        return self._penalty

    def _wait(self) -> int:
        """The instance has ended and all is said: rest, then hand over with what is due."""
        if self._rest:
            self._rest -= 1
            return 0
        self.over = True
        return self._due

    def _timeout(self, byte: int) -> int:
        """Time is up, but the byte that comes with it is still judged; no further question follows."""
        self._answer.append(byte)
        reward = 0
        if self._complete(byte):
            reward = self._judge(go_on=False)
        elif self._task.rules.single:
            self._say(self._feedback(correct=False))
        if not self._ended:
            self._end(False, "timeout")
        all_said = self.position >= self.size
        return reward + self._wait() if all_said else reward

    _PLAIN = (
        *("over", "solved", "reason", "position", "_asked", "_streak", "_soft", "_hard"),
        *("_known", "_ended", "_due", "_rest"),
    )
    _FROZEN = ("_hidden", "_memory", "_record")

    def state(self) -> dict[str, Any]:
        """Everything needed to go on exactly here, JSON-able."""
        state: dict[str, Any] = {"clock": self.clock}
        state |= {name.lstrip("_"): getattr(self, name) for name in self._PLAIN + self._FROZEN}
        state["queue"] = self.queue.decode("latin-1")
        state["answer"] = self._answer.decode("latin-1")
        state["question"] = self._question.to_json()
        state["pick"] = self._pick.state()
        return state

    @classmethod
    def resume(cls, task: Task, pick: Sampler, state: Mapping[str, Any]) -> Dialogue:
        """The dialogue of which :meth:`state` was taken."""
        self = cls.__new__(cls)
        self._set_up(task, pick)
        for name in cls._PLAIN:
            setattr(self, name, state[name.lstrip("_")])
        self._earlier = state["clock"] - self.position
        for name in cls._FROZEN:
            setattr(self, name, freeze(state[name.lstrip("_")]))
        self.queue = state["queue"].encode("latin-1")
        self.size = len(self.queue)
        self._answer = bytearray(state["answer"].encode("latin-1"))
        self._question = Question.from_json(state["question"])
        self._length = len(self._question.answer)
        pick.restore(state["pick"])
        return self
