"""An instance of a task of 2017 inside our world: objects of its own, chance of its own, one instance long."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from gradus.school import Reason, Remark, Sampler, Ticket, UserError
from gradus.stream.instance import TaskFailed
from gradus.stream.legacy import leaks, python2
from gradus.stream.legacy.chance import OwnChance
from gradus.stream.legacy.core.environment import Environment
from gradus.stream.legacy.core.serializer import StandardSerializer
from gradus.stream.legacy.python2 import Chance
from gradus.stream.legacy.watch import HandlerTimeout, Watch

_SERIALIZER = StandardSerializer()
_BITS = {0: "0", 1: "1", 48: "0", 49: "1"}
_BREAKS = (Exception, SystemExit, HandlerTimeout)
_said: set[str] = set()


class _OneInstance(Environment):
    """The environment of 2017 for one instance: instead of switching to the next task it is over."""

    over = False
    result: Any = None

    def set_message(self, message: str, priority: int = 0) -> None:
        """Say something that can be said."""
        if self._byte_mode and not message.isascii():
            strange = [character for character in message if ord(character) > 255]
            if strange:
                name = self._current_task.get_name()
                raise TaskFailed(
                    f"the task {name!r} said {strange[0]!r}, which is no byte: it needs bit mode (--bitmode)"
                )
        super().set_message(message, priority)

    def _deregister_task_triggers(self, script: Any) -> None:
        script.clean_dynamic_handlers()  # nothing more will happen here

    def _switch_new_task(self) -> None:
        if self._current_task is None:
            super()._switch_new_task()
            return
        self.over, self.result = True, self._result
        if self._due is None:
            self._due = self._reward  # a reward without a text is not lost here
        self._leave_task()


class _Once:
    """The scheduler of one instance."""

    def __init__(self, task: Any) -> None:
        self._task = task

    def get_next_task(self) -> Any:
        """The one task."""
        return self._task

    def reward(self, result: Any) -> None:
        """The teacher learns of it from the outcome."""


class LegacyInstance:
    """A task object of 2017, made for this instance and played symbol by symbol."""

    queue, position, size = b"", 0, 0
    """Its handlers may hear silence, too, so nothing is said past them."""

    def __init__(
        self, make: Callable[[], Any], ticket: Ticket, *, bits: bool = False, seconds: float = 60.0
    ) -> None:
        self._name, self._bits, self._seconds = str(ticket.task), bits, seconds
        seed = Sampler.for_ticket(ticket).below(2**62)
        self._chance, self._watch = OwnChance(Chance(seed)), Watch(seconds)
        self.over = self.solved = False
        self.reason: Reason = "stopped"
        self.clock = 0
        """Symbols spoken so far."""
        self._heard = bytearray()
        self._next: int | None = None
        self._skipped: int | None = None
        self._leaks: list[str] = []
        self._watch.begin()
        try:
            with self._chance, self._watch:
                task = make()
                leaks.remember(type(task))
                unlimited = float("inf")
                self._env = _OneInstance(
                    _SERIALIZER, _Once(task), max_reward_per_task=unlimited, byte_mode=not bits
                )
                self._env.hear(None)
        except _BREAKS as error:
            raise self._failed(error) from error
        self.task = task

    def _failed(self, error: BaseException) -> Exception:
        """Code of others never came back or broke: one sentence about it."""
        if isinstance(error, UserError):
            return error
        self._watch.end()
        if isinstance(error, HandlerTimeout):
            return TaskFailed(
                f"the task {self._name!r} did not come back from a handler within {self._seconds:g} seconds"
            )
        first = (str(error).splitlines() or [""])[0][:200].rstrip(".")
        return TaskFailed(
            f"the task {self._name!r} broke: {type(error).__name__}: {first}{python2.remark(error)}"
        )

    def hear(self, byte: int) -> int:
        """Take in the learner's symbol; unless that was the end, the next one is said as well."""
        symbol = self._symbol(byte)
        env = self._env
        try:
            with self._chance, self._watch:
                env.hear(symbol)
                if not env.over:
                    self._next = ord(env.speak())
                paid = env.pay()
        except _BREAKS as error:
            raise self._failed(error) from error
        if paid:
            paid = self._whole(paid)
        self._heard.append(byte)
        if env.over:
            self._close()
        else:
            self.clock += 1
        return paid

    def _symbol(self, byte: int) -> str:
        if not self._bits:
            return chr(byte)
        if byte not in _BITS:
            raise UserError(f"In bit mode a learner says '0' or '1', not {chr(byte)!r}.")
        return _BITS[byte]

    def _whole(self, reward: Any) -> int:
        try:
            paid = int(reward)
        except (TypeError, ValueError):
            paid = 1000
        if paid != reward or not -128 <= paid <= 127:
            raise TaskFailed(f"the task {self._name!r} pays {reward!r}, not a whole number from -128 to 127")
        return paid

    def speak(self) -> int:
        """The world's next symbol."""
        if self._next is None:
            try:
                with self._chance, self._watch:
                    self._next = ord(self._env.speak())
            except _BREAKS as error:
                raise self._failed(error) from error
            self.clock = 1
        return self._next

    def _close(self) -> None:
        self.over, result = True, self._env.result
        self.solved = result is not None and result == 1
        self.reason = "timeout" if result is None else "solved" if self.solved else "failed"
        self._watch.end()
        self._leaks = leaks.put_back(type(self.task))
        for leak in self._leaks:
            if leak not in _said:
                _said.add(leak)
                warnings.warn(
                    f"The task {self._name!r} changes {leak}, which all instances share; it was put back, "
                    "so that every instance can be played again by itself.",
                    Remark,
                    stacklevel=2,
                )

    @property
    def questions(self) -> int:
        """How many answers have been judged."""
        return int(getattr(self.task, "questions_asked", self.over))

    def extras(self) -> dict[str, Any]:
        """Questions, and what is worth knowing for whoever plays the instance again."""
        extras: dict[str, Any] = {"questions": self.questions}
        if self._skipped is not None:
            extras["skipped"] = self._skipped
        if self._leaks:
            extras["shared_state"] = self._leaks
        return extras

    def skip(self) -> None:
        """Let the time be up as soon as all is said."""
        self._skipped = self.clock
        self._env._task_time = 2**62

    def state(self) -> dict[str, Any]:
        """What the learner said: with that the instance is played again."""
        return {"heard": self._heard.decode("latin-1"), "skipped": self._skipped}

    def replay(self, state: Mapping[str, Any]) -> None:
        """Play what :meth:`state` holds."""
        for place, byte in enumerate(state["heard"].encode("latin-1")):
            self.speak()
            if place + 1 == state.get("skipped"):
                self.skip()
            self.hear(byte)
