"""Scripts of 2017: tasks and worlds that say by decorators which of their methods handle which event."""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Callable
from operator import itemgetter
from types import FunctionType, MethodType
from typing import Any

from gradus.stream.legacy.core.events import Trigger
from gradus.stream.legacy.core.observer import Observable
from gradus.stream.legacy.core.state import State, StateTrackingDefaultdict, StateTrackingDict

__all__ = [
    "Ended",
    "MessageReceived",
    "OutputMessageUpdated",
    "OutputSequenceUpdated",
    "ScriptSet",
    "SequenceReceived",
    "Start",
    "State",
    "StateChanged",
    "StateTrackingDefaultdict",
    "StateTrackingDict",
    "Task",
    "Timeout",
    "World",
    "WorldStart",
    "global_event_handlers",
    "handler_to_trigger",
    "method_to_func",
    "on_ended",
    "on_message",
    "on_output_message",
    "on_output_sequence",
    "on_sequence",
    "on_start",
    "on_state_changed",
    "on_timeout",
    "on_world_start",
]

Handler = Callable[..., Any]
_NAME = itemgetter(0)

Start = namedtuple("Start", ())
Ended = namedtuple("Ended", ())
WorldStart = namedtuple("WorldStart", ())
Timeout = namedtuple("Timeout", ())
SequenceReceived = namedtuple("SequenceReceived", ("sequence",))
OutputSequenceUpdated = namedtuple("OutputSequenceUpdated", ("output_sequence",))
OutputMessageUpdated = namedtuple("OutputMessageUpdated", ("output_message",))


class StateChanged:
    """Something was assigned: the world's and the task's state, or the task's alone."""

    def __init__(self, state: Any, second_state: Any = None) -> None:
        self.state, self.second_state = state, second_state
        self.condition_outcome: Any = None


class MessageReceived:
    """The learner has completed a character: everything it said since the buffer was cleared."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.condition_outcome: Any = None

    def is_message(self, msg: str, suffix: str = "") -> bool:
        """Whether ``msg`` stands right before the suffix at the end; without a suffix it never does."""
        end = -len(suffix)
        return self.message[end:] == suffix and self.message[end - len(msg) : end] == msg

    def is_message_exact(self, msg: str, suffix: str = "") -> Any:
        """The same, and nothing but white space before it."""
        return self.is_message(msg, suffix) and re.match(
            r"\s*" + re.escape(msg) + re.escape(suffix) + r"$", self.message
        )

    def get_match(self, ngroup: int = 0) -> Any:
        """A group of the expression that selected the handler."""
        return self.condition_outcome.group(ngroup)

    def get_match_groups(self) -> Any:
        """All groups of the expression that selected the handler."""
        return self.condition_outcome.groups()


global_event_handlers: dict[Handler, Trigger] = {}
"""The trigger of every decorated function of the process; the last decorator counts."""


def method_to_func(handler: Handler) -> Handler:
    """The plain function behind a bound method."""
    return handler.__func__ if isinstance(handler, MethodType) else handler


def handler_to_trigger(handler: Handler) -> Trigger | None:
    """The trigger of a decorated function or method; None if it has none."""
    return global_event_handlers.get(method_to_func(handler))


def _handlers(script: Any) -> list[tuple[str, Handler]]:
    """Names and functions of the bound methods that are handlers; properties are not asked, static methods are none."""
    found: dict[str, Handler] = {}
    table = global_event_handlers
    for kind in reversed(script.__class__.__mro__):
        if kind in _WITHOUT_HANDLERS:
            continue
        for name, value in kind.__dict__.items():
            function = value.__func__ if value.__class__ is classmethod else value
            if function.__class__ is FunctionType and function in table:
                found[name] = function
            elif name in found:
                del found[name]
    for name, value in script.__dict__.items():  # what an object has itself hides what its class has
        found.pop(name, None)
        if value.__class__ is MethodType and value.__func__ in table:
            found[name] = value.__func__
    return list(found.items())


def _always(event: Any) -> bool:
    return True


def _decorator(kind: Any, condition: Callable[[Any], Any] = _always) -> Callable[[Handler], Handler]:
    def register(function: Handler) -> Handler:
        plain = method_to_func(function)
        global_event_handlers[plain] = Trigger(kind, condition, plain)
        return function

    return register


def _searching(kind: Any, field: str, regex: Any) -> Callable[[Handler], Handler]:
    if regex is None:
        return _decorator(kind)
    search = re.compile(regex).search
    return _decorator(kind, lambda event: search(getattr(event, field)))


def on_start() -> Callable[[Handler], Handler]:
    """Handle the start of a task."""
    return _decorator(Start)


def on_ended() -> Callable[[Handler], Handler]:
    """Handle the moment in which the environment leaves a task."""
    return _decorator(Ended)


def on_world_start() -> Callable[[Handler], Handler]:
    """Handle the moment in which a world is entered."""
    return _decorator(WorldStart)


def on_timeout() -> Callable[[Handler], Handler]:
    """Handle the end of a task's time."""
    return _decorator(Timeout)


def on_message(regex: Any = None) -> Callable[[Handler], Handler]:
    """Handle each character of the learner after which the expression is found in all it said."""
    if regex is None:
        return _decorator(MessageReceived)
    search = re.compile(regex).search
    return _decorator(MessageReceived, lambda event: search(event.message))


def on_sequence(regex: Any = None) -> Callable[[Handler], Handler]:
    """Handle each symbol of the learner."""
    return _searching(SequenceReceived, "sequence", regex)


def on_output_message(regex: Any = None) -> Callable[[Handler], Handler]:
    """Handle each character that the environment has said."""
    return _searching(OutputMessageUpdated, "output_message", regex)


def on_output_sequence(regex: Any = None) -> Callable[[Handler], Handler]:
    """Handle each symbol that the environment has said."""
    return _searching(OutputSequenceUpdated, "output_sequence", regex)


def on_state_changed(condition: Callable[..., Any]) -> Callable[[Handler], Handler]:
    """Handle an assignment after which the condition holds for the world's and the task's state."""

    def holds(event: StateChanged) -> Any:
        if event.second_state is None:
            return condition(event.state)
        return condition(event.state, event.second_state)

    return _decorator(StateChanged, holds)


class ScriptSet:
    """What tasks and worlds share: handlers, a state that begins afresh, and a voice."""

    _priority = 1

    def __init__(self) -> None:
        self._env: Any = None
        self._started = self._ended = False
        self.dyn_handlers: set[Handler] = set()
        self.state_updated = Observable()

    def start(self, env: Any) -> None:
        """Begin: a fresh state, then the event."""
        self._started = self._ended = False
        self._env = env
        self.state: Any = State(self)
        env.raise_event(self._start_event())
        self._started = True

    def _start_event(self) -> Any:
        return Start()

    def end(self) -> None:
        """Note that it is over."""
        self._ended = True

    def has_started(self) -> bool:
        """Whether it has begun."""
        return self._started

    def has_ended(self) -> bool:
        """Whether it is over."""
        return self._ended

    def get_name(self) -> str:
        """The name of the class."""
        return self.__class__.__name__

    def get_triggers(self) -> list[Trigger]:
        """The triggers of all bound methods whose function is decorated, by name in alphabetical order."""
        return [global_event_handlers[function] for _, function in sorted(_handlers(self), key=_NAME)]

    def add_handler(self, handler: Handler) -> None:
        """Handle one more event from now on; a function that is not decorated is ignored."""
        trigger = handler_to_trigger(handler)
        if trigger is not None:
            self._env._register_task_trigger(self, trigger)
            self.dyn_handlers.add(method_to_func(handler))

    def clean_dynamic_handlers(self) -> None:
        """Forget the functions that were added on the way."""
        for handler in self.dyn_handlers:
            global_event_handlers.pop(handler, None)
        self.dyn_handlers.clear()

    def set_message(self, message: str, priority: int | None = None) -> None:
        """Say something."""
        self._env.set_message(message, self._priority if priority is None else priority)

    def set_result(
        self,
        result: Any,
        message: str = "",
        priority: int | None = None,
        provide_result_as_reward: bool = True,
    ) -> None:
        """End the current task; the result goes to the scheduler and, unless told otherwise, is its reward."""
        chosen = self._priority if priority is None else priority
        self._env.set_result(result, message, chosen, provide_result_as_reward)

    set_reward = set_result

    def set_immediate_reward(self, reward: Any) -> None:
        """Pay now, without ending anything."""
        self._env.set_immediate_reward(reward)

    def ignore_last_char(self) -> None:
        """Turn the learner's last character into a space."""
        self._env._ignore_last_char()

    def _state_changed(self) -> None:
        """Something in the state was assigned."""
        if self._env is not None:
            self._env.raise_state_changed()
            if self._started:
                self.state_updated(self)


class World(ScriptSet):
    """Surroundings that tasks share."""

    _priority = 0

    def _start_event(self) -> Any:
        return WorldStart()


class Task(ScriptSet):
    """Something to be done within a time, perhaps in a world."""

    skip_task_separator = False
    """Whether the next task follows without a silence in between."""

    def __init__(self, max_time: float, world: World | None = None) -> None:
        super().__init__()
        self._max_time = max_time
        self._world = world

    def get_world(self) -> World | None:
        """The world it takes place in."""
        return self._world

    def get_time(self) -> int:
        """Symbols since the instance began."""
        time: int = self._env._task_time
        return time

    def check_timeout(self, t: float) -> bool:
        """End when the time is up and everything has been said."""
        if t < self._max_time or not self._env._output_channel.is_empty():
            return False
        self._raise_timeout()
        self._ended = True
        return True

    def _raise_timeout(self) -> None:
        self._env.raise_event(Timeout())

    def deinit(self) -> None:
        """The environment leaves the task."""
        self._env.raise_event(Ended())
        self._started = False


_WITHOUT_HANDLERS = frozenset((object, ScriptSet, World, Task))
"""Classes of our own that need not be searched."""
