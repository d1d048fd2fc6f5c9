"""Statements about the interface of 2017 that no other file shows: names, order of events, life cycle, session."""

from __future__ import annotations

import importlib
import json
from collections import defaultdict
from typing import Any

import pytest
from tests.stream.legacy.messenger import Always, talk_to

from gradus.stream.legacy import installed
from gradus.stream.legacy.core import config_loader, scheduler
from gradus.stream.legacy.core.byte_channels import ByteInputChannel, ByteOutputChannel
from gradus.stream.legacy.core.channels import InputChannel
from gradus.stream.legacy.core.environment import Environment
from gradus.stream.legacy.core.serializer import StandardSerializer
from gradus.stream.legacy.core.session import Session
from gradus.stream.legacy.core.task import (
    Task,
    Timeout,
    World,
    on_ended,
    on_message,
    on_output_sequence,
    on_sequence,
    on_start,
    on_state_changed,
    on_timeout,
    on_world_start,
)
from gradus.stream.legacy.learners.base import BaseLearner
from gradus.stream.legacy.tasks.competition import messages, repetition
from gradus.stream.legacy.worlds.grid_world import GridWorld, Point, Span

S = StandardSerializer()
NAMES = {
    "core.events": "Trigger EventManager",
    "core.obs.observer": "Observable",
    "core.task": "ScriptSet World Task State global_event_handlers method_to_func handler_to_trigger "
    "Start Ended WorldStart Timeout MessageReceived SequenceReceived OutputMessageUpdated OutputSequenceUpdated "
    "StateChanged on_start on_ended on_world_start on_timeout on_message on_sequence on_output_message "
    "on_output_sequence on_state_changed",
    "core.environment": "Environment",
    "core.session": "Session",
    "core.channels": "InputChannel OutputChannel",
    "core.byte_channels": "ByteInputChannel ByteOutputChannel",
    "core.serializer": "StandardSerializer IdentitySerializer ScramblingSerializerWrapper",
    "core.scheduler": "RandomTaskScheduler SequentialTaskScheduler IncrementalTaskScheduler "
    "ConsecutiveTaskScheduler DependenciesTaskScheduler",
    "core.config_loader": "JSONConfigLoader PythonConfigLoader get_class map_tasks",
    "learners.base": "BaseLearner RemoteLearner",
    "learners.human_learner": "HumanLearner",
    "learners.sample_learners": "SampleRepeatingLearner SampleSilentLearner SampleMemorizingLearner",
    "worlds.grid_world": "GridWorld Point Span GWEntity",
    "fsa": "build_automaton MiniTasksAutomaton",
    "src.fsa": "build_automaton",
    "tasks.challenge.round1.task_generator": "TaskGenerator",
    "tasks.challenge.round1.challenge_micro": "MicroBase MicroMappingTask FeedbackMappingTaskMixin "
    "REQUIRED_CONSECUTIVE_REWARDS DICTIONARY_FILE random_string_from random_strings_from load_dictionary "
    "forbid_dictionary_strings Micro1Task Micro5Sub18Task Micro20Task",
    "tasks.challenge.round1.challenge_mini": "TaskSetBase TaskSet0 TaskSet1 TaskSet2 TaskSet3 TaskSet4 TaskSet5",
    "tasks.competition.base": "BaseTask",
    "tasks.micro.micro": "Repeat1V1L return_random_string",
    "view.win_console": "StdOutView StdInOutView",
    "view.console": "BaseView ConsoleView",
    "run": "main create_learner create_view create_tasks_from_config save_results",
}


@pytest.mark.parametrize("module", NAMES)
def test_the_names_of_2017_are_there(module):
    with installed():
        found = importlib.import_module(module)
        assert [name for name in NAMES[module].split() if not hasattr(found, name)] == []


class Plain(Task):
    """A task that notes what happens to it."""

    def __init__(self, max_time: float = 100, world: Any = None) -> None:
        super().__init__(max_time, world)
        self.log: list[Any] = []


def bytes_of(task_or_scheduler: Any, **options: Any) -> Environment:
    chosen = task_or_scheduler if hasattr(task_or_scheduler, "get_next_task") else Always(task_or_scheduler)
    env = Environment(S, chosen, byte_mode=True, **options)
    env.next(None)
    return env


# Dispatch.


def test_a_handler_added_during_dispatch_runs_in_that_dispatch():
    class Adding(Plain):
        @on_message(r"x$")
        def first(self, event):
            self.log.append("first")

            @on_message(r"x$")
            def second(self, event):
                self.log.append("second")

            self.add_handler(second)

    task = Adding()
    bytes_of(task).next("x")
    assert task.log == ["first", "second"]


def test_an_exception_of_a_handler_comes_out_of_next():
    class Broken(Plain):
        @on_message(r"x$")
        def fail(self, event):
            raise KeyError("mine")

    env = bytes_of(Broken())
    with pytest.raises(KeyError, match="mine"):
        env.next("x")


def test_nested_events_are_handled_first():
    class Room(World):
        @on_world_start()
        def begin(self, event):
            self.state.lit = False

        @on_message(r"x$")
        def light(self, event):
            self.log = ["before"]
            self.state.lit = True
            self.log.append("after")

    class See(Plain):
        @on_state_changed(lambda world, task: world.lit)
        def seen(self, event):
            self.get_world().log.append("seen")  # type: ignore[attr-defined]

    room = Room()
    bytes_of(See(world=room)).next("x")
    assert room.log == ["before", "seen", "after"]


def test_a_world_hears_the_events_of_every_task_in_it_before_the_task_does():
    class Room(World):
        log: list[Any] = []

        @on_start()
        def begins(self, event):
            self.log.append("world start")

        @on_timeout()
        def late(self, event):
            self.log.append("world late")

        @on_message()
        def says(self, event):
            self.log.append(event.message)

    class Inside(Plain):
        @on_start()
        def begins(self, event):
            self.get_world().log.append("task start")  # type: ignore[attr-defined]

    room = Room()
    first, second = Inside(3, room), Inside(50, room)
    env = bytes_of(scheduler.SequentialTaskScheduler([first, second]))
    for symbol in "ab ":
        env.next(symbol)
    assert env._current_task is second
    # The clearing at the switch is heard by the world alone, as an empty message.
    assert room.log == [
        *("world start", "task start", "a", "ab", "world late", "ab ", "", "world start", "task start"),
    ]


def test_dynamic_local_functions_stay_and_dynamic_methods_go():
    class Adding(Plain):
        @on_start()
        def begin(self, event):
            if not self.log:
                self.log.append("begun")

                @on_message(r"x$")
                def local(self, event):
                    self.log.append("local")

                self.add_handler(local)
                self.add_handler(on_message(r"x$")(self.late.__func__))  # type: ignore[attr-defined]

        def late(self, event):
            self.log.append("method")

    task = Adding(2)
    env = bytes_of(task)
    env.next("x")
    assert task.log == ["begun", "local", "method"]
    for symbol in "  ":
        env.next(symbol)
    task.log = ["begun"]
    env.next("x")
    assert task.log == ["begun", "local"]


def test_symbols_that_are_sent_and_received():
    class Listening(Plain):
        @on_start()
        def begin(self, event):
            self.set_message("hi")

        @on_output_sequence(r"i$")
        def said(self, event):
            self.log.append(event.output_sequence)

        @on_sequence()
        def heard(self, event):
            self.log.append(event.sequence)

    task = Listening()
    bytes_of(task).next("y")
    assert task.log == ["y", "hi"]


# State.


def test_what_does_not_change_the_state():
    class Holding(Plain):
        @on_start()
        def begin(self, event):
            self.state.nested = {"inner": {}}
            self.given = defaultdict(int)
            self.state.counts = self.given
            self.state.names = set()

        @on_state_changed(lambda state: True)
        def changed(self, event):
            self.log.append(1)

    task = Holding()
    bytes_of(task)
    task.state.nested["inner"]["k"] = 1
    del task.state.nested["inner"]
    task.state.names.add("x")
    task.given["k"] = 1
    assert task.log == [] and "k" not in task.state.counts
    task.state.counts["k"] += 1
    assert task.log == [1, 1]  # the missing key is assigned by reading it


def test_a_condition_fires_on_every_later_change():
    class Counting(Plain):
        @on_state_changed(lambda state: state.x > 1)
        def many(self, event):
            self.log.append(self.state.x)

        @on_start()
        def begin(self, event):
            self.state.x = 5

    task = Counting()
    bytes_of(task)
    assert task.log == []
    task.state.x, task.state.y = 2, 0
    assert task.log == [2, 2]


# Life cycle.


def test_a_worlds_state_is_fresh_when_it_is_entered_again():
    class Room(World):
        @on_world_start()
        def begin(self, event):
            self.state.visits = 0

    room = Room()
    env = bytes_of(scheduler.SequentialTaskScheduler([Plain(2, room), Plain(2, room), Plain(2)]))
    room.state.visits = 7
    for _ in range(2):
        env.next(" ")
    assert room.state.visits == 7  # the next task is played in the same world
    for _ in range(4):
        env.next(" ")
    assert env._current_world is room and room.state.visits == 0


def test_a_timeout_with_text_and_no_result_pays_nothing_and_tells_nobody():
    class Slow(Plain):
        @on_timeout()
        def late(self, event):
            self.set_message("late")

    env = bytes_of(Slow(2))
    heard = [env.next(" ") for _ in range(7)]
    assert "".join(symbol for symbol, _ in heard) == " late  " and {reward for _, reward in heard} == {0}
    assert env._task_scheduler.results == [] and env._last_result is None


def test_a_raised_timeout_does_not_end_the_task():
    class Raising(Plain):
        @on_timeout()
        def late(self, event):
            self.log.append(type(event))

    task = Raising()
    bytes_of(task)
    task._raise_timeout()
    assert task.log == [Timeout] and not task.has_ended() and task.has_started()
    assert task.get_name() == "Raising" and task.get_time() == 1 and task.get_world() is None


def test_a_result_may_be_turned_around_while_it_is_praised():
    class Fickle(Plain):
        @on_message(r"x$")
        def good(self, event):
            self.set_result(True, "good")

        @on_message(r"\.$")
        def bad(self, event):
            self.set_result(False, "bad")

        @on_ended()
        def over(self, event):
            self.log.append("over")

    task = Fickle()
    env = bytes_of(task)
    heard = [env.next(symbol) for symbol in "x.       "]
    assert "".join(symbol for symbol, _ in heard) == "goodbad  " and heard[-1][1] == 0
    assert env._task_scheduler.results == [False] and task.log == ["over"]


def test_a_period_over_the_teacher_is_in_the_snapshot():
    task = repetition.RepeatWhatISayTask()
    m = talk_to(task, byte_mode=True)
    m.send("  .")
    m.read()
    m.send("  ")
    assert m.env._task_scheduler.results == [0] and m.reward == 0


def test_an_ended_result_is_the_last_one_only_in_its_call():
    class Done(Plain):
        skip_task_separator = True

        @on_message(r"x$")
        def good(self, event):
            self.set_result(1, "k")

    env = bytes_of(Done())
    env.next("x")
    assert env._last_result is None
    env.next(" ")
    assert env._last_result == 1
    env.next(" ")
    assert env._last_result is None


# Channels, session, loaders, words.


def test_channels_tell_what_changes():
    told: list[str] = []
    out, back = ByteOutputChannel(S), ByteInputChannel(S)
    out.sequence_updated.register(told.append)
    out.set_message("")
    assert told == [""]
    back.message_updated.register(told.append)
    back.set_deserialized_buffer("quiet")
    assert told == [""] and back.get_text() == "quiet" and back.get_undeserialized() == ""
    bits = InputChannel(S)
    for bit in "0110000101":
        bits.consume(bit)
    assert (bits.get_text(), bits.get_undeserialized(), bits.get_binary()) == ("a", "01", "0110000101")


def test_a_session_tells_its_totals_at_the_beginning_and_can_sleep():
    told: list[Any] = []
    session = Session(bytes_of(Plain()), BaseLearner(), 0.5)
    assert session.get_sleep() == 0.5
    session.add_sleep(-0.2)
    assert session.get_sleep() == pytest.approx(0.3)
    session.reset_sleep()
    assert session.get_sleep() == 0.5
    session.set_sleep(0)
    session.total_time_updated.register(lambda time: told.append(("time", time)))
    session.total_reward_updated.register(lambda reward: told.append(("reward", reward)))
    session.env_token_updated.register(lambda symbol: told.append(("env", symbol)))
    session.learner_token_updated.register(lambda symbol: told.append(("learner", symbol)) or session.stop())
    session.run()
    assert told == [("time", 0), ("reward", 0), ("env", " "), ("learner", " "), ("time", 1)]
    assert session.get_reward_per_task() == {}


def test_what_the_loaders_refuse(tmp_path, monkeypatch):
    (tmp_path / "own.py").write_text("class Bad:\n    def __init__(self): raise ValueError('no good')\n")

    def load(**parts: Any) -> Any:
        data = {
            "worlds": {},
            "tasks": {"a": {"type": "tasks.micro.micro.Repeat1V1L"}},
            "scheduler": {"type": "core.scheduler.SequentialTaskScheduler", "args": {"tasks": ["a"]}},
        }
        path = tmp_path / "tasks.json"
        path.write_text(json.dumps(data | parts))
        return config_loader.JSONConfigLoader().create_tasks(str(path))

    with installed(tmp_path):
        assert [task.get_name() for task in load().tasks] == ["Repeat1V1L"]
        with pytest.raises(RuntimeError, match=r"Failed to instantiate task own\.Bad \(no good\)"):
            load(tasks={"a": {"type": "own.Bad"}})
        with pytest.raises(RuntimeError, match=r"Failed to instantiate world own\.Bad \(no good\)"):
            load(worlds={"w": {"type": "own.Bad"}})
        with pytest.raises(AttributeError):
            load(tasks={"a": {"type": "tasks.micro.micro.Nothing"}})
        with pytest.raises(ImportError):
            load(tasks={"a": {"type": "nowhere.Nothing"}})
        with pytest.raises(RuntimeError):
            load(scheduler={"type": "core.scheduler.SequentialTaskScheduler", "args": {"tasks": ["b"]}})
        with pytest.raises(KeyError):
            load(scheduler={"type": "core.scheduler.SequentialTaskScheduler"})
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RuntimeError, match="outside"):
        config_loader.PythonConfigLoader().create_tasks("/elsewhere/config.py")


def test_the_base_learner():
    rewards: list[Any] = []

    class Noting(BaseLearner):
        def reward(self, reward):
            rewards.append(reward)

    learner = Noting()
    learner.try_reward(None)
    learner.try_reward(0)
    assert rewards == [0] and learner.next("x") == "x"


def test_points_and_a_drawing_of_the_grid():
    assert Point(1, 2) + Span(3, 4) == Point(4, 6) and Point(1, 2) - Span(1, 1) == Point(0, 1)
    world = GridWorld()
    talk_to(Plain(world=world))
    world.put_entity(Point(-2, -2), "pineapple", True, True)
    lines = str(world).splitlines()
    assert len(lines) == 17 and lines[0].split() == ["-2", "-1", "0", "1", "2"]
    assert lines[2] == " -2 +pin+   +   +   +   +" and lines[3] == "    +eap+   +   +   +   +"
    assert lines[8] == "  0 +   +   +nnn+   +   +" == lines[9].replace("    +", "  0 +", 1)
    assert world.get_entity(Point(9, 9)) is None and world.get_clockwise_direction(1) == "east"


def test_articles_and_plurals():
    assert messages.indef_article("apple") == "an apple" and messages.indef_article("pear") == "a pear"
    assert messages.pluralize("pear", 1) == "pear" and messages.pluralize("pear", 2) == "pears"
    with pytest.raises(ValueError):
        messages.string_to_number("many")
