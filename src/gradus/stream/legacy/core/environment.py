"""The environment of 2017: one call takes a symbol of the learner and returns one symbol and a reward."""

from __future__ import annotations

from typing import Any

from gradus.stream.legacy.core.byte_channels import ByteInputChannel, ByteOutputChannel
from gradus.stream.legacy.core.channels import InputChannel, OutputChannel
from gradus.stream.legacy.core.events import EventManager
from gradus.stream.legacy.core.observer import Observable
from gradus.stream.legacy.core.serializer import ScramblingSerializerWrapper
from gradus.stream.legacy.core.task import (
    MessageReceived,
    OutputMessageUpdated,
    OutputSequenceUpdated,
    SequenceReceived,
    StateChanged,
)


class _Raising(Observable):
    """A change that is also an event: whoever waits for the event is called before the observers."""

    __slots__ = ("_kind", "_raise", "_waiting")

    def __init__(self, manager: EventManager, kind: Any) -> None:
        super().__init__()
        self._kind, self._waiting, self._raise = kind, manager.triggers, manager.raise_event

    def __call__(self, text: Any) -> None:
        """Tell everybody; an event that nobody waits for is not even made."""
        if self._waiting.get(self._kind):
            self._raise(self._kind(text))
        if self.observers:
            super().__call__(text)


class Environment:
    """Plays the tasks that a scheduler hands out, in their worlds."""

    def __init__(
        self,
        serializer: Any,
        task_scheduler: Any,
        scramble: bool = False,
        max_reward_per_task: float = 10000,
        byte_mode: bool = False,
    ) -> None:
        self._serializer, self._task_scheduler = serializer, task_scheduler
        self._max_reward_per_task, self._byte_mode = max_reward_per_task, byte_mode
        self.event_manager = EventManager()
        self.task_updated, self.world_updated = Observable(), Observable()
        self._current_task: Any = None
        self._current_world: Any = None
        self._task_time = 0
        self._last_result: Any = None
        self._result: Any = None
        self._reward: Any = None
        self._immediate: Any = None
        self._due: Any = None
        self._separated = False
        self._last_priority = 0
        self._reward_per_task: dict[str, Any] = {}
        self._silence: str = getattr(serializer, "SILENCE_TOKEN", " ")
        self._make_channels(ScramblingSerializerWrapper(serializer) if scramble else serializer)

    def _make_channels(self, serializer: Any) -> None:
        hearing, speaking = (
            (ByteInputChannel, ByteOutputChannel) if self._byte_mode else (InputChannel, OutputChannel)
        )
        self._input_channel: Any = hearing(serializer)
        self._output_channel: Any = speaking(serializer)
        self._output_channel_listener: Any = hearing(serializer)
        for channel, message, sequence in (
            (self._input_channel, MessageReceived, SequenceReceived),
            (self._output_channel_listener, OutputMessageUpdated, OutputSequenceUpdated),
        ):
            channel.message_updated = _Raising(self.event_manager, message)
            channel.sequence_updated = _Raising(self.event_manager, sequence)

    def next(self, learner_input: Any) -> tuple[Any, Any]:
        """Hear the learner, say the next symbol; the reward judges what was heard."""
        self.hear(learner_input)
        symbol = self.speak()
        return symbol, self.pay()

    def hear(self, learner_input: Any) -> None:
        """Take the learner's symbol in, and go on to the next task if the current one is done."""
        self._last_result = self._due = None
        if self._current_task is None:
            self._switch_new_task()
        task = self._current_task
        if not task.has_ended():
            task.check_timeout(self._task_time)
            if learner_input is not None:
                self._input_channel.consume(learner_input)
                if task.has_ended() and self._output_channel.is_empty():
                    self._switch_new_task()
        elif not self._output_channel.is_empty():
            if learner_input is not None:
                self._input_channel.consume(learner_input)
        elif self._separated or task.skip_task_separator:
            self._due = 0 if self._reward is None else self._reward
            self._switch_new_task()
            self._separated = False
        else:
            self._output_channel.set_message(self._silence)
            self._separated = True

    def speak(self) -> Any:
        """The next symbol; the environment hears itself."""
        if self._output_channel.is_empty():
            self._output_channel.set_message(self._silence)
        symbol = self._output_channel.consume()
        self._output_channel_listener.consume(symbol)
        self._task_time += 1
        return symbol

    def pay(self) -> Any:
        """The reward of this call: that of the task that has ended, else an immediate one, else 0."""
        if self._due is not None:
            return self._capped(self._due)
        if self._immediate is None:
            return 0
        reward, self._immediate = self._immediate, None
        return self._capped(reward)

    def _capped(self, reward: Any) -> Any:
        """Book the reward on the current task; at the cap nothing is paid or taken any more."""
        name = self._current_task.get_name()
        so_far = self._reward_per_task.get(name, 0)
        if so_far >= self._max_reward_per_task:
            return 0
        self._reward_per_task[name] = so_far + reward
        return reward

    def get_reward_per_task(self) -> dict[str, Any]:
        """The sum of rewards for each name of a task."""
        return self._reward_per_task

    def is_silent(self) -> bool:
        """Whether nothing but silence remains to be said."""
        silent: bool = self._output_channel.is_silent()
        return silent

    def set_message(self, message: str, priority: int = 0) -> None:
        """Say something, unless something more important is being said."""
        if self._output_channel.is_empty() or priority >= self._last_priority:
            self._output_channel.set_message(message)
            self._last_priority = priority

    def set_result(
        self, result: Any, message: str = "", priority: int = 0, provide_result_as_reward: bool = True
    ) -> None:
        """End the current task; the same boolean once more is ignored."""
        if (result is True or result is False) and result is self._result:
            return
        if provide_result_as_reward:
            self._reward = result
        self._result = result
        self._current_task.end()
        self.set_message(message, priority)

    def set_immediate_reward(self, reward: Any) -> None:
        """Pay with this call; a later one takes its place."""
        self._immediate = reward

    def raise_event(self, event: Any) -> bool:
        """Tell whoever waits for it."""
        return self.event_manager.raise_event(event)

    def raise_state_changed(self) -> bool:
        """Tell that a state has changed, once the current task has started."""
        task, world = self._current_task, self._current_world
        if task is None or not task.has_started():
            return False
        states = (world.state, task.state) if world is not None else (task.state,)
        return self.raise_event(StateChanged(*states))

    def _ignore_last_char(self) -> None:
        text = self._input_channel.get_text()
        self._input_channel.set_deserialized_buffer(text[:-1] + self._silence)

    def _register_task_triggers(self, script: Any) -> None:
        for trigger in script.get_triggers():
            self._register_task_trigger(script, trigger)

    def _register_task_trigger(self, script: Any, trigger: Any) -> None:
        self.event_manager.register(script, trigger)

    def _deregister_task_triggers(self, script: Any) -> None:
        for trigger in script.get_triggers():
            try:
                self.event_manager.deregister(script, trigger)
            except ValueError:
                continue  # a handler that was decorated after the others were registered
        script.clean_dynamic_handlers()

    def _switch_new_task(self) -> None:
        if self._current_task is not None:
            self._leave_task()
        task = self._task_scheduler.get_next_task()
        if isinstance(task, type):
            raise RuntimeError(f"the scheduler gave the class {task.__name__} instead of a task")
        self._current_task = task
        if task.get_world() is not self._current_world:
            self._change_world(task.get_world())
        self._enter_task(task)

    def _leave_task(self) -> None:
        self._current_task.deinit()
        self._deregister_task_triggers(self._current_task)
        if self._result is not None:
            self._last_result, self._result = self._result, None
            self._task_scheduler.reward(self._last_result)

    def _change_world(self, world: Any) -> None:
        if self._current_world is not None:
            self._current_world.end()
            self._deregister_task_triggers(self._current_world)
        self._current_world = world
        if world is not None:
            self._register_task_triggers(world)
            world.start(self)
        self.world_updated(world)

    def _enter_task(self, task: Any) -> None:
        self._task_time, self._reward = 0, None
        self._input_channel.clear()
        self._output_channel.clear()
        self._output_channel_listener.clear()
        self._register_task_triggers(task)
        task.start(self)
        self.task_updated(task)
