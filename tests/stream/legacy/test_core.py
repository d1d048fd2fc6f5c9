"""The interface of 2017: events, handlers, state, channels, serializers, environment, session, schedulers."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import count
from typing import Any

import pytest
from tests.stream.legacy.messenger import Always, talk_to

from gradus.stream.legacy.core import config_loader, scheduler
from gradus.stream.legacy.core.byte_channels import ByteInputChannel, ByteOutputChannel
from gradus.stream.legacy.core.channels import InputChannel, OutputChannel
from gradus.stream.legacy.core.environment import Environment
from gradus.stream.legacy.core.events import EventManager, Trigger
from gradus.stream.legacy.core.observer import Observable
from gradus.stream.legacy.core.serializer import ScramblingSerializerWrapper, StandardSerializer
from gradus.stream.legacy.core.session import Session
from gradus.stream.legacy.core.task import (
    Ended,
    MessageReceived,
    Start,
    StateChanged,
    Task,
    Timeout,
    World,
    on_ended,
    on_message,
    on_output_message,
    on_sequence,
    on_start,
    on_state_changed,
    on_timeout,
    on_world_start,
)

S = StandardSerializer()


class Plain(Task):
    """A task without handlers."""

    def __init__(self, max_time: float = 100, world: Any = None) -> None:
        super().__init__(max_time, world)


# Channels and serializers.


def test_every_notification_is_a_prefix_and_clearing_notifies():
    channel, seen = InputChannel(S), []
    channel.message_updated.register(seen.append)
    for bit in S.to_binary("my message"):
        channel.consume(bit)
    assert seen == ["my message"[: n + 1] for n in range(10)]
    channel.clear()
    assert seen[-1] == "" and channel.get_text() == ""
    channel.clear()
    assert seen.count("") == 1


def test_output_yields_the_bits_and_a_new_message_replaces_the_old():
    channel = OutputChannel(S)
    channel.set_message("old")
    channel.set_message("new!")
    bits = ""
    while not channel.is_empty():
        bits += channel.consume()
    assert bits == S.to_binary("new!") and channel.consume() is None


def test_ten_spaces_make_the_round_trip():
    out, back = OutputChannel(S), InputChannel(S)
    out.set_message(" " * 10)
    while not out.is_empty():
        assert out.is_silent()
        back.consume(out.consume())
    assert len(back.get_text()) == 10


def test_when_bits_count_as_silence():
    channel = OutputChannel(S)
    assert channel.is_silent()
    channel.set_message("hello")
    while not channel.is_empty():
        assert not channel.is_silent()
        channel.consume()
    for character, unsent in ((".", 1), ("x", 3), ("p", 4), ("?", 0), ("a", 0)):
        channel.set_message(character)
        silent = []
        for left in range(7, -1, -1):
            channel.consume()
            silent.append((left, channel.is_silent()))
        assert max(left for left, quiet in silent if quiet) == unsent, character


def test_text_and_bits():
    assert S.to_binary("a") == "01100001" and S.to_binary("\u03b1") == "1100111010110001"
    for text in ("a", " ", "\u03b1"):
        assert S.to_text(S.to_binary(text)) == text
    assert S.to_text("1111") is None and S.to_text("1111", strict=True) == ""
    assert S.to_text("11111111") is None and not S.can_deserialize("11111111")
    assert S.to_text("1111111101100001") == "a" and S.to_text("1111111101100001", strict=True) is None
    channel, seen = InputChannel(S), []
    channel.message_updated.register(seen.append)
    for bit in "11111111" + "01100001":
        channel.consume(int(bit))
    assert seen == ["a"]
    with pytest.raises(ValueError):
        for symbol in "0110000x":
            channel.consume(symbol)


def test_bytes_are_characters_below_256():
    channel, order = ByteInputChannel(S), []
    channel.message_updated.register(lambda text: order.append(("message", text)))
    channel.sequence_updated.register(lambda text: order.append(("sequence", text)))
    channel.consume("\xff")
    assert order == [("message", "\xff"), ("sequence", "\xff")]
    for bad, kind in (("ab", TypeError), ("", TypeError), ("\u0100", ValueError)):
        with pytest.raises(kind):
            channel.consume(bad)
    out = ByteOutputChannel(S)
    out.set_message("a")
    out.set_message("b ")
    assert out.consume() == "a" and not out.is_silent()
    assert out.consume() == "b" and out.is_silent() and not out.is_empty()


def test_tokens_are_neither_merged_nor_dropped():
    wrapper = ScramblingSerializerWrapper(S)
    for text in ("a b", "a  b", "a b ", "a b, ", "a b ."):
        assert "".join(token for token, _ in wrapper.tokenize(text)) == text
    assert wrapper.tokenize("a, !") == [("a", "WORD"), (",", "PUNCT"), (" ", "SILENCE"), ("!", "WORD")]


def test_scrambled_words_keep_length_and_capitals_and_come_back():
    wrapper = ScramblingSerializerWrapper(S)
    shown = S.to_text(wrapper.to_binary("Hello! (ok)."))
    assert len(shown) == 12 and shown[0].isupper() and shown[-1] == "." and shown[6] == " "
    assert "hello" in wrapper.word_mapping
    there = S.to_text(wrapper.to_binary("Hello, you."))
    assert there[:5] == shown[:5] and wrapper.to_text(S.to_binary(there)) == "Hello, you."
    assert not wrapper.can_deserialize(S.to_binary("ab")) and wrapper.can_deserialize(S.to_binary("ab."))


# Events.


def test_an_event_reaches_who_registered_for_its_class():
    manager, seen = EventManager(), []
    trigger = Trigger(Start, lambda event: True, lambda observer, event: seen.append((observer, event)))
    manager.register("me", trigger)
    assert manager.raise_event(Start()) and seen == [("me", Start())]
    assert not manager.raise_event(Ended())
    manager.deregister("me", trigger)
    assert not manager.raise_event(Start())


def test_observers_are_called_in_order():
    seen, happened = [], Observable()
    first, second = (lambda x: seen.append(1)), (lambda x: seen.append(2))
    happened.register(first), happened.register(second)
    happened("x")
    assert seen == [1, 2]
    with pytest.raises(ValueError):
        happened.deregister(print)


def environment(task: Any = None) -> Environment:
    return Environment(object(), Always(task))


def test_registering_and_deregistering_a_task():
    class Noticing(Plain):
        noticed = False

        @on_start()
        def notice(self, event):
            self.noticed = True

    task, env = Noticing(), environment()
    task.start(env)
    env._register_task_triggers(task)
    assert env.raise_event(Start()) and task.noticed
    env._deregister_task_triggers(task)
    assert not env.raise_event(Start())
    env._deregister_task_triggers(task)


def test_a_dynamic_handler_is_not_revived():
    class Adding(Plain):
        @on_start()
        def add(self, event):
            self.add_handler(on_ended()(self.late.__func__))  # type: ignore[attr-defined]

        def late(self, event):
            self.was_late = True

    task, env = Adding(), environment()
    task.start(env)
    env._register_task_triggers(task)
    assert not env.raise_event(Ended())
    assert env.raise_event(Start()) and env.raise_event(Ended()) and task.was_late
    env._deregister_task_triggers(task)
    assert not env.raise_event(Start()) and not env.raise_event(Ended())
    env._register_task_triggers(task)
    assert env.raise_event(Start())
    env._deregister_task_triggers(task)


def test_triggers_of_a_task_that_never_started():
    class Four(Plain):
        @on_message(r"a")
        def d(self, event): ...

        @on_start()
        def b(self, event): ...

        @on_timeout()
        def c(self, event): ...

        @on_ended()
        def a(self, event): ...

    class Overriding(Four):
        @on_start()
        def b(self, event): ...

        def c(self, event): ...

    found = Four().get_triggers()
    assert [trigger.type for trigger in found] == [Ended, Start, Timeout, MessageReceived]
    assert [trigger.event_handler for trigger in found] == [Four.a, Four.b, Four.c, Four.d]
    assert [t.event_handler for t in Overriding().get_triggers()] == [Four.a, Overriding.b, Four.d]


def test_a_local_function_may_become_a_handler():
    class Mock:
        triggers: list = []

        def raise_event(self, event): ...

        def _register_task_trigger(self, task, trigger):
            self.triggers.append(trigger)

    class Adding(Plain):
        @on_start()
        def add(self, event):
            @on_ended()
            def at_the_end(self, event): ...

            self.add_handler(at_the_end)
            self.add_handler(print)

    env, task = Mock(), Adding()
    task.start(env)
    task.add(None)
    assert len(env.triggers + task.get_triggers()) == 2


def test_the_outermost_decorator_wins_and_one_function_may_have_two_names():
    class Double(Plain):
        @on_start()
        @on_ended()
        def handle(self, event): ...

        again = handle

    assert [trigger.type for trigger in Double().get_triggers()] == [Start, Start]


# Messages.


def test_what_is_a_message():
    event = MessageReceived("so: yes.")
    assert event.is_message("yes", ".") and event.is_message(": yes", ".")
    assert not event.is_message("yes") and not event.is_message("no", ".")
    assert not event.is_message_exact("yes", ".")
    assert MessageReceived("  yes.").is_message_exact("yes", ".")


def test_each_handler_sees_its_own_match_and_a_snapshot():
    class Reading(Plain):
        @on_start()
        def begin(self, event):
            self.seen = []

        @on_message(r"(\w)$")
        def a(self, event):
            self.seen.append((event.get_match(1), event.message))
            self.ignore_last_char()

        @on_message(r"(.)(.)$")
        def b(self, event):
            self.seen.append((event.get_match_groups(), event.message))

    task = Reading()
    m = talk_to(task, byte_mode=True)
    m.send("xy")
    assert task.seen == [("x", "x"), ("y", " y"), ((" ", "y"), " y")]


# State.


class Changing(Plain):
    """Counts the events of its state."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(world=world)
        self.events = 0

    @on_start()
    def begin(self, event):
        self.state.x = 1
        self.state.d = {}
        self.state.dd = defaultdict(int)
        self.state.items = [1]

    @on_state_changed(lambda *states: True)
    def changed(self, event):
        self.events += 1
        self.last = event


def changes(task: Changing, action: Any) -> int:
    before = task.events
    action(task.state)
    return task.events - before


def test_which_assignments_are_events():
    task = Changing()
    with pytest.raises(AttributeError):
        task.state.x = 1
    talk_to(task)
    assert task.events == 0
    assert changes(task, lambda s: setattr(s, "x", 1)) == 1
    assert changes(task, lambda s: setattr(s, "new", {"k": 1})) == 1
    assert changes(task, lambda s: s.d.__setitem__("k", 1)) == 1
    assert changes(task, lambda s: s.dd["k"]) == 1
    assert changes(task, lambda s: s.dd["k"]) == 0
    assert changes(task, lambda s: s.d.update(z=1) or s.d.pop("z")) == 0
    assert changes(task, lambda s: s.items.append(2)) == 0
    task.end()
    assert changes(task, lambda s: setattr(s, "x", 2)) == 1


def test_a_world_shares_the_event():
    class Weather(World):
        started = 0

        @on_world_start()
        def begin(self, event):
            self.started += 1
            self.state.sun = True

    world = Weather()
    task = Changing(world)
    updates = []
    world.state_updated.register(updates.append)
    talk_to(task)
    world.state.sun = False
    assert task.events == 1 and isinstance(task.last, StateChanged)
    assert task.last.state is world.state and task.last.second_state is task.state
    assert updates == [world] and world.started == 1


# The environment.


class Asking(Task):
    """Says something, ends with a result when it hears an x."""

    result: Any = True
    text = "ok"

    def __init__(self, max_time: float = 50, world: Any = None) -> None:
        super().__init__(max_time, world)

    @on_start()
    def ask(self, event):
        self.set_message("ab")

    @on_message(r"x$")
    def answer(self, event):
        self.set_result(self.result, self.text)


def steps(env: Environment, said: str) -> list[tuple[Any, Any]]:
    return [env.next(symbol) for symbol in said]


def test_feedback_separator_then_reward_with_the_next_instance():
    env = Environment(S, Always(Asking()), byte_mode=True)
    assert env.next(None) == ("a", 0)
    assert steps(env, " x   ") == [("b", 0), ("o", 0), ("k", 0), (" ", 0), ("a", 1)]
    assert env._last_result is True and env._task_scheduler.results == [True]
    assert env.get_reward_per_task() == {"Asking": 1}


def test_a_reward_without_text_is_lost_but_the_scheduler_is_told():
    class Mute(Asking):
        text = ""

    env = Environment(S, Always(Mute()), byte_mode=True)
    env.next(None)
    assert steps(env, " x ") == [("b", 0), ("a", 0), ("b", 0)]
    assert env._task_scheduler.results == [True]


def test_without_a_separator_the_next_instance_follows_the_text():
    class Hasty(Asking):
        skip_task_separator = True

    env = Environment(S, Always(Hasty()), byte_mode=True)
    env.next(None)
    assert steps(env, " x  ") == [("b", 0), ("o", 0), ("k", 0), ("a", 1)]


def test_booleans_are_guarded_and_integers_are_not():
    env = Environment(S, Always(Asking()), byte_mode=True)
    env.next(None)
    heard = "".join(symbol for symbol, _ in steps(env, " xx  "))
    assert heard == "bok a"

    class Integers(Asking):
        result = 1

    env = Environment(S, Always(Integers()), byte_mode=True)
    env.next(None)
    assert "".join(symbol for symbol, _ in steps(env, " xx   ")) == "bokok "


def test_time_runs_out_when_all_is_said():
    class Slow(Plain):
        @on_timeout()
        def late(self, event):
            self.set_result(False, "late")

    env = Environment(S, Always(Slow(5)), byte_mode=True)
    heard = "".join(symbol for symbol, _ in [env.next(None), *steps(env, " " * 9)])
    assert heard == "     late "
    bits = Environment(S, Always(Slow(20)))
    taken = next(n for n in count(1) if bits.next("0")[0] and bits._current_task.has_ended())
    assert taken == 25  # the first call at or after 20 with an empty queue: the one after 24


def test_a_timeout_without_text_switches_in_the_same_call():
    env = Environment(S, Always(Plain(3)), byte_mode=True)
    env.next(None)
    for symbol in "   ":
        env.next(symbol)
    assert env._task_time == 1 and env._task_scheduler.results == []


def test_immediate_rewards_replace_each_other_and_do_not_end_anything():
    class Paying(Plain):
        @on_message()
        def pay(self, event):
            self.set_immediate_reward(5)
            self.set_immediate_reward(-1)

    env = Environment(S, Always(Paying()), byte_mode=True, max_reward_per_task=3)
    env.next(None)
    assert steps(env, "ab") == [(" ", -1), (" ", -1)]


def test_the_cap_swallows_everything_once_it_is_reached():
    class Paying(Plain):
        @on_message(r"(.)$")
        def pay(self, event):
            self.set_immediate_reward(int(event.get_match(1)) - 5)

    env = Environment(S, Always(Paying()), byte_mode=True, max_reward_per_task=4)
    env.next(None)
    assert [reward for _, reward in steps(env, "7944")] == [2, 4, 0, 0]


def test_priorities_hold_only_while_something_waits():
    env = Environment(S, Always(Plain()), byte_mode=True)
    env.next(None)
    env.set_message("high", 5)
    env.set_message("low", 1)
    env.set_message("!", 5)
    assert "".join(symbol for symbol, _ in steps(env, "     ")) == "high!"
    env.set_message("low", 1)
    assert env.next(" ")[0] == "l"


def test_the_environment_hears_itself():
    class Listening(Asking):
        @on_output_message(r"b$")
        def said(self, event):
            self.heard = event.output_message

    task = Listening()
    talk_to(task, byte_mode=True).send("  ")
    assert task.heard == "ab"


def test_bits_come_before_the_character_they_complete():
    class Ordered(Plain):
        def __init__(self):
            super().__init__()
            self.order = []

        @on_sequence(r"1$")
        def bit(self, event):
            self.order.append(len(event.sequence))

        @on_message(r"a$")
        def character(self, event):
            self.order.append("a")

    task = Ordered()
    talk_to(task).send("a")
    assert task.order == [2, 3, 8, "a"]


def test_new_text_replaces_the_rest_in_bits():
    class Replacing(Plain):
        @on_start()
        def long(self, event):
            self.set_message("a long story")

        @on_message(r"x$")
        def short(self, event):
            self.set_message("short")

    m = talk_to(Replacing(1000))
    m.send(" x")
    m.read()
    assert m.heard.get_text().strip() == "a short"


def test_a_scheduler_must_give_objects():
    with pytest.raises(RuntimeError, match="class"):
        Environment(S, Always(Plain)).next(None)


def test_worlds_are_entered_and_left():
    world, seen = World(), []
    inside, outside = Plain(2, world), Plain(2)
    env = Environment(S, scheduler.SequentialTaskScheduler([inside, inside, outside]), byte_mode=True)
    env.world_updated.register(seen.append)
    for _ in range(12):
        env.next(" ")
    assert seen[:3] == [world, None, world]


# The session.


class Echo:
    """The simplest learner."""

    def try_reward(self, reward: Any) -> None: ...

    def next(self, symbol: Any) -> Any:
        return symbol


def run_session(learner: Any, n: int) -> Session:
    session = Session(Environment(S, Always(Plain()), byte_mode=True), learner, 0)
    session.total_time_updated.register(lambda time: session.stop() if time >= n else None)
    session.run()
    return session


def test_a_session_counts():
    session = run_session(Echo(), 20)
    assert session.get_total_time() == 20 and session.get_total_reward() <= 10
    assert session.get_task_time() == {"Plain": 20} and session.get_task_count() == {"Plain": 1}


def test_all_bytes_may_be_said():
    class Counting(Echo):
        codes = count()

        def next(self, symbol):
            return chr(next(self.codes) % 256)

    assert run_session(Counting(), 600).get_total_time() == 600


def test_the_order_of_calls():
    calls: list[Any] = []

    class Noting:
        def try_reward(self, reward):
            calls.append(("reward", reward))

        def next(self, symbol):
            calls.append(("next", symbol))
            return symbol

    run_session(Noting(), 2)
    assert calls == [("reward", 0), ("next", " ")] * 2


# Schedulers and configurations.


def test_schedulers(monkeypatch):
    a, b = Plain(), Asking()
    turns = scheduler.SequentialTaskScheduler([a, b])
    assert [turns.get_next_task() for _ in range(3)] == [a, b, a]
    assert scheduler.RandomTaskScheduler([a]).get_next_task() is a
    rising = scheduler.IncrementalTaskScheduler([a, b])
    for result in (1, 0, 1):
        rising.reward(result)
    assert rising.get_next_task() is b
    row = scheduler.ConsecutiveTaskScheduler([a, b], 2)
    for result in (True, False, True):
        row.reward(result)
    assert row.get_next_task() is a and row.reward_count == 1
    row.reward(1)
    assert row.get_next_task() is b and row.reward_count == 0
    row.reward(2)
    assert row.reward_count == 2
    with pytest.raises(SystemExit):
        row.get_next_task()
    monkeypatch.setenv("UNIT_TESTS_RUNNING", "1")
    row.reward_count = 2
    assert row.get_next_task() is a
    graph = scheduler.DependenciesTaskScheduler([a, b], [(a, b)], unlock_threshold=2)
    assert {graph.get_next_task() for _ in range(20)} == {a}
    graph.reward(1), graph.reward(1)
    assert {graph.get_next_task() for _ in range(60)} == {a, b}


def test_the_loader_of_2017(tmp_path):
    from gradus.stream.legacy import installed

    data: dict[str, Any] = {
        "worlds": {"gw": {"type": "worlds.grid_world.GridWorld"}},
        "tasks": {
            "a": {"type": "tasks.micro.micro.Repeat1V1L"},
            "b": {"type": "tasks.competition.navigation.MovingTask", "world": "gw"},
        },
        "scheduler": {
            "type": "core.scheduler.DependenciesTaskScheduler",
            "args": {"tasks": ["a", "b"], "tasks_dependencies": [["a", "b"]]},
        },
    }
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps(data))
    with installed():
        made = config_loader.JSONConfigLoader().create_tasks(str(path))
        assert [task.get_name() for task in made.tasks] == ["Repeat1V1L", "MovingTask"]
        assert made.tasks_dependencies == [made.tasks]
        data["tasks"]["b"]["world"] = "other"
        path.write_text(json.dumps(data))
        with pytest.raises(RuntimeError, match=r"Failed to instantiate task tasks\.competition"):
            config_loader.JSONConfigLoader().create_tasks(str(path))
    with pytest.raises(RuntimeError, match="does not exist"):
        config_loader.map_tasks([["c"]], {"a": 1})
