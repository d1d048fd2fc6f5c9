"""Further statements about the interface of 2017: discovery, scrambling, bits, views, its command, Python 2."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from tests.stream.legacy.messenger import Always, talk_to

from gradus.stream import World as OurWorld
from gradus.stream import make
from gradus.stream.legacy import installed, uninstall
from gradus.stream.legacy import run as program
from gradus.stream.legacy.core.environment import Environment
from gradus.stream.legacy.core.serializer import ScramblingSerializerWrapper, StandardSerializer
from gradus.stream.legacy.core.session import Session
from gradus.stream.legacy.core.task import (
    StateChanged,
    Task,
    World,
    global_event_handlers,
    handler_to_trigger,
    method_to_func,
    on_ended,
    on_message,
    on_start,
    on_timeout,
    on_world_start,
)
from gradus.stream.legacy.learners.base import BaseLearner
from gradus.stream.legacy.tasks.challenge.round1 import challenge_micro, challenge_mini
from gradus.stream.legacy.tasks.challenge.round1.micro_base import MicroBase
from gradus.stream.legacy.tasks.challenge.round1.task_generator import TaskGenerator
from gradus.stream.legacy.view.console import StdInOutView, StdOutView
from gradus.stream.legacy.worlds.grid_world import GridWorld

S = StandardSerializer()


class Plain(Task):
    def __init__(self, max_time: float = 100, world: Any = None) -> None:
        super().__init__(max_time, world)
        self.log: list[Any] = []


@pytest.fixture(autouse=True)
def _clean():
    yield
    uninstall()


# Discovery.


def test_what_is_found_and_what_is_not():
    def stored(self, event): ...

    class Odd(Plain):
        @on_start()
        def method(self, event): ...

        @classmethod
        @on_ended()
        def of_the_class(cls, event): ...

        @staticmethod
        @on_ended()
        def static(event): ...

        unnamed = on_timeout()(lambda self, event: None)

        @property
        def trap(self):
            raise AssertionError("properties are not asked")

    odd = Odd()
    odd.held = on_start()(stored)  # type: ignore[attr-defined]
    found = [trigger.event_handler.__name__ for trigger in odd.get_triggers()]
    assert found == ["method", "of_the_class", "<lambda>"]
    odd.method = None  # type: ignore[method-assign]  # hides the method of the class
    assert [trigger.event_handler.__name__ for trigger in odd.get_triggers()] == ["of_the_class", "<lambda>"]
    assert handler_to_trigger(print) is None
    assert method_to_func(Odd.method) is Odd.method is method_to_func(Odd().method)
    assert global_event_handlers[Odd.method].event_handler is Odd.method


def test_a_lambda_on_the_class_is_a_method_but_one_on_the_object_is_none():
    task = Plain()
    task.handler = on_start()(lambda self, event: None)  # type: ignore[attr-defined]
    assert task.get_triggers() == []


def test_a_handler_assigned_to_a_class_later_counts_from_the_next_start_on():
    class Growing(Plain): ...

    task = Growing(2)
    env = Environment(S, Always(task), byte_mode=True)
    env.next(None)

    @on_start()
    def late(self, event):
        self.log.append("late")

    Growing.late = late  # type: ignore[attr-defined]
    for _ in range(3):
        env.next(" ")
    assert task.log == ["late"]


# Life cycle.


def test_the_life_of_a_task():
    class Living(Plain):
        @on_start()
        def begin(self, event):
            self.log += [self.has_started(), self.has_ended()]

        @on_message(r"x$")
        def solve(self, event):
            self.set_result(1, "k")
            self.log.append(self.has_ended())

        @on_ended()
        def leave(self, event):
            self.log.append("left")

    task = Living()
    assert task._env is None and not task.has_started()
    env = Environment(S, Always(task), byte_mode=True)
    env.next(None)
    assert task.has_started() and task.log == [False, False]
    env.next("x")
    assert task.log[2:] == [True]  # the flag is set, the environment leaves later
    env.next(" ")
    env.next(" ")
    assert task.log[3] == "left" and task.log[4:6] == [False, False]


def test_attributes_survive_and_states_do_not():
    class Remembering(Plain):
        @on_start()
        def begin(self, event):
            self.log.append(hasattr(self.state, "seen"))
            self.state.seen = True

    task = Remembering(2)
    env = Environment(S, Always(task), byte_mode=True)
    for _ in range(6):
        env.next(" ")
    assert task.log[:2] == [False, False]


def test_a_worlds_result_ends_the_current_task():
    class Judge(World):
        @on_message(r"x$")
        def judge(self, event):
            self.set_result(1, "so be it")

    task = Plain(world=Judge())
    env = Environment(S, Always(task), byte_mode=True)
    env.next(None)
    env.next("x")
    assert task.has_ended()


def test_the_order_of_a_result():
    class Telling(Plain):
        @on_message(r"x$")
        def solve(self, event):
            self.set_result(True, "first", provide_result_as_reward=False)
            self.set_result(True, "again")
            self.set_result(1, "integer")

    env = Environment(S, Always(Telling()), byte_mode=True)
    env.next(None)
    heard = [env.next(symbol) for symbol in "x" + " " * 14]
    assert "".join(s for s, _ in heard).startswith("firstinteger") and sum(r for _, r in heard) == 1


def test_state_changes_need_a_started_task():
    env = Environment(S, Always(Plain()))
    assert env.raise_state_changed() is False
    assert StateChanged(1).second_state is None


def test_an_environment_needs_nothing_of_its_serializer_until_it_speaks():
    env = Environment(object(), Always(None))
    assert env._serializer.__class__ is object and env._task_time == 0 and env._last_result is None
    plain = StandardSerializer()
    assert Environment(plain, Always(None), scramble=True)._serializer is plain


# Scrambling, in bits.


def test_scrambled_bits_decode_word_by_word():
    class Listening(Plain):
        @on_start()
        def begin(self, event):
            self.set_message("say hello.")

        @on_message()
        def heard(self, event):
            self.log.append(event.message)

    task = Listening(10_000)
    env = Environment(S, Always(task), scramble=True)
    bits = [env.next(None)[0]]
    for _ in range(8 * 10 - 1):
        bits.append(env.next("0" if len(bits) % 8 != 3 else "1")[0])
    shown = S.to_text("".join(bits))
    assert len(shown) == 10 and shown != "say hello." and shown[3] == " " and shown[-1] == "."
    word = shown[4:9]
    assert re.fullmatch(r"(?:[aeiouy][^aeiouy])*[aeiouy]?|(?:[^aeiouy][aeiouy])*[^aeiouy]?", word)
    task.log.clear()
    env.next("0")  # the first call took no bit: the last character of the learner is complete now
    for bit in S.to_binary(word + "."):
        env.next(bit)
    assert task.log[-1].endswith("hello.") and len(task.log) <= 3  # events come per word


def test_unreadable_words_have_distinct_letters():
    wrapper = ScramblingSerializerWrapper(S, readable=False)
    word = S.to_text(wrapper.to_binary("abcdefgh"))
    assert len(set(word)) == 8
    assert wrapper.to_text(S.to_binary("unknown.")) == "unknown."
    assert wrapper.inv_word_mapping[wrapper.word_mapping["abcdefgh"]] == "abcdefgh"
    assert wrapper.to_text(S.to_binary("abcdefgh.")) == word + "."  # a real word becomes its invented one


# Bit mode: timing.


@pytest.mark.parametrize("limit, taken", [(20, 24), (33, 40), (100, 104)])
def test_time_in_bits_is_rounded_up_to_characters(limit, taken):
    class Slow(Plain):
        @on_timeout()
        def late(self, event):
            self.log.append(self.get_time())

    task = Slow(limit)
    env = Environment(S, Always(task))
    env.next(None)
    while not task.log:
        env.next("0")
    assert task.log == [taken]


def test_when_the_reward_comes_in_bits():
    """After the final symbol of an answer, feedback of F characters: 8F + 8 calls later."""

    class Asking(Plain):
        @on_message(r"x$")
        def solve(self, event):
            self.set_result(1, "good")

    env = Environment(S, Always(Asking(10_000)))
    env.next(None)
    rewards = [env.next(bit)[1] for bit in S.to_binary(" x")]
    while not any(rewards):
        rewards.append(env.next("0")[1])
    assert len(rewards) - 16 == 8 * 4 + 8


def test_an_empty_message_erases_in_bits_and_not_in_bytes():
    for byte_mode, left in ((True, False), (False, True)):
        env = Environment(S, Always(Plain()), byte_mode=byte_mode)
        env.next(None)
        while not env._output_channel.is_empty():
            env.next("0")
        env.set_message("text")
        env.set_message("", 5)
        assert env._output_channel.is_empty() is left


def test_zero_bits_are_a_character_and_both_directions_are_aligned_at_a_switch():
    class Hearing(Plain):
        @on_message()
        def heard(self, event):
            self.log.append(event.message)

    task = Hearing(16)
    env = Environment(S, Always(task))
    env.next(None)
    for _ in range(8):
        env.next(0)
    assert task.log == ["\0"]


# The micro-task base.


def questions(**attributes: Any) -> Any:
    class Asking(MicroBase):
        reg_answer_end = r"\."

        def get_task_generator(self):
            return TaskGenerator(lambda generator: ("q.", ["a."]), "", ["good", "good"], ";")

    for name, value in attributes.items():
        setattr(Asking, name, value)
    return Asking()


def test_limits_of_a_micro_task():
    task = questions()
    m = talk_to(task, byte_mode=True, max_reward_per_task=float("inf"))
    timeouts = []
    raise_timeout = task._raise_timeout
    task._raise_timeout = lambda: timeouts.append(1) or raise_timeout()
    asked = 0
    while not m.env._task_scheduler.results:
        m.read()
        m.send("b.")
        asked = max(asked, task.questions_asked)
    assert asked == 105 and timeouts == [1] and m.env._task_scheduler.results == [False]


def test_a_hard_limit_from_outside_is_obeyed_at_the_next_end_test():
    task = questions()
    m = talk_to(task, byte_mode=True)
    task.max_questions_nr = 1
    for _ in range(2):
        m.read()
        m.send("b.")
    m.read()
    m.send()
    assert m.env._task_scheduler.results == [False]


def test_ten_right_answers_in_a_row():
    task = questions()
    m = talk_to(task, byte_mode=True)
    for _ in range(10):
        m.read()
        m.send("a.")
    m.read()
    m.send()
    assert m.env._task_scheduler.results == [True] and m.reward == 10
    assert challenge_micro.REQUIRED_CONSECUTIVE_REWARDS == 10
    assert MicroBase.SUCCESS_TOLERANCE == 4.0 and MicroBase.FAILED_TASK_TOLERANCE == 1.0


def test_helpers_of_micro_tasks(tmp_path):
    micro = challenge_micro
    assert len(micro.random_string_from(5, "ab")) == 5
    made = micro.random_strings_from("ab", 4, [2, 3], append=".")
    assert len(made) == 4 and all(len(s) in (3, 4) and s.endswith(".") for s in made)
    assert len(micro.random_strings_from("ab", 3)[0]) == 1
    words = tmp_path / "words.txt"
    words.write_text("apple\nbanana\ncat\n")
    with micro.forbid_dictionary_strings(["an"]):
        assert micro.load_dictionary(str(words)) == ["apple", "cat"]
        assert micro.load_dictionary.forbidden_strings == ["an"]  # type: ignore[attr-defined]
    assert micro.load_dictionary(str(words)) == ["apple", "banana", "cat"]


def test_all_classes_of_the_challenge_take_no_argument():
    names = [name for name in challenge_micro.__all__ if re.fullmatch(r"Micro\d+(Sub\d+)?Task", name)]
    assert len(names) == 40
    for name in names:
        task = getattr(challenge_micro, name)()
        assert task.get_name() == name and task._max_time == 10_000 and task.skip_task_separator
    for number in range(6):
        task = getattr(challenge_mini, f"TaskSet{number}")(GridWorld())
        assert task._max_time == 3000 and not task.skip_task_separator


def test_a_generator_refuses_what_is_no_plain_function():
    class Holder:
        def instancer(self, generator): ...

    for bad in (Holder().instancer, len, 3):
        with pytest.raises(TypeError):
            TaskGenerator(bad)  # type: ignore[arg-type]
    for separators in ((None,), ("", None, 3)):
        with pytest.raises(TypeError):
            TaskGenerator(lambda generator: ("q", "a"), *separators)
    with pytest.raises(TypeError):
        generator = TaskGenerator(lambda generator: ("q", lambda answer, question: True))
        generator.get_task_instance()
        generator.check_answer("x")


# Session, views, program.


def test_a_session_with_the_least_environment(capsys):
    class Least:
        def __init__(self):
            from gradus.stream.legacy.core.observer import Observable

            self.task_updated = Observable()

        def next(self, symbol):
            return "x", None

    session = Session(Least(), BaseLearner(), 0)
    session.total_time_updated.register(lambda time: session.stop() if time == 3 else None)
    session.run()
    assert session.get_total_time() == 3 and session.get_total_reward() == 0


def test_a_world_is_shown_when_it_changes(capsys):
    env = Environment(S, Always(Plain(5000, GridWorld())), byte_mode=True)
    session = Session(env, BaseLearner(), 0)
    StdOutView(env, session, S, True, True)
    for symbol in [None, *"I turn left."]:
        env.next(symbol)
    shown = capsys.readouterr().out
    assert "+www+" in shown
    assert StdInOutView(env, session, S, True).initialize() is None


CONFIGURATION = {
    "worlds": {},
    "tasks": {"a": {"type": "tasks.micro.micro.Repeat1V1L"}},
    "scheduler": {"type": "core.scheduler.SequentialTaskScheduler", "args": {"tasks": ["a"]}},
}


def test_the_program_of_2017(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tasks.json").write_text(json.dumps(CONFIGURATION))
    (tmp_path / "mine.py").write_text(
        "from learners.base import BaseLearner\n"
        "class Tired(BaseLearner):\n"
        "    seen, steps = [], 0\n"
        "    def set_view(self, view): self.seen.append(view)\n"
        "    def next(self, symbol):\n"
        "        self.steps += 1\n"
        "        if self.steps > 2500: raise KeyboardInterrupt\n"
        "        return symbol\n"
    )
    with installed(tmp_path), pytest.raises(KeyboardInterrupt):
        program.main(["tasks.json", "-l", "mine.Tired", "-o", "out.txt"])
    lines = (tmp_path / "out.txt").read_text().splitlines()
    assert lines[0] == "* General results" and re.fullmatch(r"Average reward: [\d.e-]+", lines[1])
    assert lines[2] == "Total time: 2500" and lines[3].startswith("Total reward: ")
    out = capsys.readouterr().out
    assert "Change of a current task to: Repeat1V1L in time 0" in out and "Time 1000; Current task" in out
    with installed(tmp_path), pytest.raises(RuntimeError, match=r"json or \.py"):
        program.main(["tasks.txt", "-l", "learners.base.BaseLearner"])


def test_importing_learners_imports_all_of_them(tmp_path):
    (tmp_path / "learners").mkdir()
    (tmp_path / "learners" / "clever.py").write_text(
        "from learners.base import BaseLearner\nNAME = 'clever'\n"
    )
    with installed(tmp_path):
        import learners

        assert learners.clever.NAME == "clever" and learners.sample_learners.SampleRepeatingLearner


# Python 2.


OLD = """
import collections
import random
from collections import Mapping
from core.task import Task, on_start, on_message

class Old(Task):
    def __init__(self):
        super(Old, self).__init__(max_time=60)

    @on_start()
    def begin(self, event):
        assert isinstance([], collections.Iterable) and issubclass(dict, Mapping)
        letter = random.sample(set("abc"), 1)[0] + random.choice({"d": 1, "e": 2}.keys())
        self.set_message(letter + ".")

    @on_message(r"\\.$")
    def answer(self, event):
        self.set_result(1, "ok.")

class Gone(Task):
    def __init__(self):
        super(Gone, self).__init__(max_time=60)

    @on_start()
    def begin(self, event):
        self.begin.im_func
"""


def test_what_python_2_allowed_and_can_be_kept(tmp_path):
    import collections

    (tmp_path / "old.py").write_text(OLD)
    heard = []
    for _ in range(2):
        world = OurWorld(make("old.Old", tasks_path=tmp_path), seed=1)
        heard.append("".join(chr(world.step(None if i == 0 else 32)[0]) for i in range(3)))
    assert heard[0] == heard[1] and re.fullmatch(r"[abc][de]\.", heard[0])
    assert not hasattr(collections, "Iterable")
    with pytest.raises(TypeError):
        random.sample({1, 2}, 1)  # type: ignore[arg-type]


def test_what_is_python_2_only_is_said(tmp_path):
    (tmp_path / "old.py").write_text(OLD)
    (tmp_path / "older.py").write_text("print 'hello'\n")
    with pytest.warns(UserWarning) as said:
        make("round1", tasks_path=tmp_path)
    texts = [str(warning.message) for warning in said]
    assert any("old.Gone is left out" in text and "(that is Python 2 only)" in text for text in texts)
    assert any("older is left out" in text and "(that is Python 2 only)" in text for text in texts)


def test_a_checkouts_automaton_without_its_library(tmp_path):
    (tmp_path / "fsa.py").write_text("from a_library_nobody_has import *\n")
    with installed(tmp_path):
        import fsa

        assert fsa.build_automaton("AB", "and").is_string_correct("AB")


def test_worlds_restart_when_they_are_entered(capsys):
    class Weather(World):
        entered = 0

        @on_world_start()
        def begin(self, event):
            Weather.entered += 1

    world = Weather()
    talk_to(Plain(world=world))
    talk_to(Plain(world=world))
    assert Weather.entered == 2


def test_a_set_of_strings_may_be_varied():
    base = challenge_mini.TaskSetBase
    assert all(issubclass(getattr(challenge_mini, f"TaskSet{n}"), base) for n in range(1, 6))

    class Short(challenge_mini.TaskSet3):
        max_ngram, max_T = 1, 2  # noqa: N815

    heard = set()
    for _ in range(60):
        m = talk_to(Short(), byte_mode=True)
        m.read()
        heard.add(m.last())
    parts = [re.findall(r"\b[A-Z]+\b", text.partition(";")[0]) for text in heard]
    assert all(len(part) == 1 for found in parts for part in found)

    class Bare(base): ...  # type: ignore[misc, valid-type]

    with pytest.raises(AttributeError):
        talk_to(Bare())


@pytest.mark.parametrize("number, anything", [(1, 0.0), (2, 0.05), (3, 0.5), (4, 0.86)])
def test_how_often_a_set_shows_anything(number, anything):
    kind = getattr(challenge_mini, f"TaskSet{number}")
    shown = sum("anything" in kind.get_task(*kind._parameters(kind))[1] for _ in range(1500)) / 1500
    assert shown == pytest.approx(anything, abs=0.05)
