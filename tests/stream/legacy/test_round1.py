"""The micro- and mini-tasks of 2017 in its own environment, the task generator and the automaton."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.stream.legacy.messenger import Messenger, talk_to

from gradus.stream.configuration import TASK_CLASSES
from gradus.stream.legacy import fsa
from gradus.stream.legacy.core.environment import Environment
from gradus.stream.legacy.core.scheduler import ConsecutiveTaskScheduler
from gradus.stream.legacy.core.serializer import StandardSerializer
from gradus.stream.legacy.tasks.challenge.round1 import challenge_micro, challenge_mini
from gradus.stream.legacy.tasks.challenge.round1.micro_base import FeedbackMappingTaskMixin, MicroMappingTask
from gradus.stream.legacy.tasks.challenge.round1.task_generator import TaskGenerator
from gradus.stream.legacy.worlds.grid_world import GridWorld

MICRO = [path.rpartition(".")[2] for path, task in TASK_CLASSES.items() if task.startswith("micro")]


@pytest.fixture(autouse=True)
def _seeded(monkeypatch):
    random.seed(7)
    monkeypatch.setenv("UNIT_TESTS_RUNNING", "1")


def play(m: Messenger, task: Any, knows: bool) -> bool:
    """One instance, answered rightly or by a learner that errs; whether it was solved in time."""
    task.SUCCESS_TOLERANCE = task.FAILED_TASK_TOLERANCE = 0
    for _ in range(int(task._max_time)):
        if not task.under_time_limit_for_successfull_solution():
            task.max_questions_nr = 1
        right = task._asked.answer + task.catalogue.rules.terminator
        said = " "
        if m.env.is_silent() and not task.has_ended():
            said = right[len(task.agent_answer)]
            if not knows and said != ".":
                said = "~"
            if not knows and said == "." and len(task.agent_answer) == 0:
                said = "~"
        m.send(said)
        if m.env._last_result is not None:
            return bool(m.env._last_result)
    raise AssertionError("the instance never ended")


@pytest.mark.parametrize("name", MICRO)
def test_who_knows_solves_and_who_does_not_fails(name):
    task = getattr(challenge_micro, name)()
    scheduler = ConsecutiveTaskScheduler([task], 2)
    env = Environment(StandardSerializer(), scheduler, max_reward_per_task=float("inf"), byte_mode=True)
    m = Messenger(env, byte_mode=True)
    counts = []
    for knows in (False, False, True, True, False, True):
        if task.catalogue.name == "micro13.1" and not knows:
            continue  # a full stop alone is taken for an answer there
        assert play(m, task, knows) is knows
        counts.append(scheduler.reward_count)
    if task.catalogue.name != "micro13.1":
        assert counts == [0, 0, 1, 0, 0, 1]


def test_the_flow_of_tasks():
    first, second = challenge_micro.Micro1Task(), challenge_micro.Micro2Task()  # type: ignore[attr-defined]
    scheduler = ConsecutiveTaskScheduler([first, second], 2)
    env = Environment(StandardSerializer(), scheduler, byte_mode=True)
    m = Messenger(env, byte_mode=True)
    assert len(first.alphabet) == 10
    assert play(m, first, True) and env._current_task is first and scheduler.reward_count == 1
    assert play(m, first, True) and scheduler.reward_count == 0
    m.send()
    assert env._current_task is second


def test_a_newline_is_an_answer():
    m = talk_to(challenge_micro.Micro1Task(), byte_mode=True)  # type: ignore[attr-defined]
    assert m.env.next("\n")[1] == -1


def test_in_bits_the_next_question_hides_the_feedback():
    m = talk_to(challenge_micro.Micro5Sub3Task())  # type: ignore[attr-defined]
    for _ in range(8):
        m.send()
    assert ";" not in m.heard.get_text() and m.reward < 0


def test_a_mapping_task_of_ones_own():
    class Mine(FeedbackMappingTaskMixin, MicroMappingTask):
        task_gen_kwargs = {"input_sep": ".", "feedback_sep": ";"}

        def _get_mapping(self):
            mapping = {"a": "1", "b": "23"}
            self.task_gen_kwargs["provide_feedback"] = self._get_simple_feedback_provider(mapping)
            return mapping

    task = Mine()
    m = talk_to(task, byte_mode=True)
    for _ in range(300):
        text = m.heard.get_text()
        key = text.rpartition(".")[0][-1:]
        answer = {"a": "1", "b": "23"}.get(key, " ")
        m.send(answer[len(task.agent_answer)] if m.env.is_silent() and not task.has_ended() else " ")
        if m.env._last_result is not None:
            break
    assert m.env._last_result is True and task.should_know is False
    assert m.heard.get_text().count(";") == 10


@pytest.mark.parametrize("number", range(6))
def test_mini_tasks_in_bits(number):
    kind = getattr(challenge_mini, f"TaskSet{number}")
    task = kind(GridWorld())
    m = talk_to(task)
    m.read()
    m.send(task.answer + ".")
    assert m.read() > 0
    m.send()
    assert m.reward == 1
    for said in ("wrong answer.", None):
        m = talk_to(kind(GridWorld()))
        m.read()
        if said:
            m.send(said)
        else:
            m.read_until(lambda m: not m.env.is_silent())
        m.read()
        assert "Wrong" in m.last()
        m.send()
        assert m.reward == 0


def test_a_mini_task_of_ones_own():
    class Mine(challenge_mini.TaskSetBase):
        max_ngram, max_groups, max_T, op = 2, 2, 5, "and"  # noqa: N815

    task = Mine()
    m = talk_to(task, byte_mode=True)
    m.read()
    m.send(task.answer + ".")
    m.read()
    m.send("  ")
    assert m.reward == 1
    text = challenge_mini.TaskSetBase.get_task(3, 3, 10, "and", not_portion=0.5, subset_size=13)[1]
    assert text.startswith("description: ") and "; verify: " in text


# The task generator.


def test_answers_and_rewards():
    for answer, said, expected in (
        (["a", "b"], "b", (True, True, 1)),
        (["a", "b"], "c", (True, False, -1)),
        ("abc", "", (True, True, 1)),
        (lambda answer, question: (True, 1), "x", (True, True, 1)),
        (lambda answer, question: (None, 0), "x", (False, False, 0)),
        (lambda answer, question: (False, -1), "x", (True, False, -1)),
        (lambda answer, question: (1, 1), "x", (True, False, 1)),
    ):
        generator = TaskGenerator(lambda g, answer=answer: ("q", answer), "::")
        assert generator.get_task_instance()[0] == "q::"
        assert generator.get_original_question("q::") == "q"
        assert generator.check_answer(said, "q") == expected


def test_feedback():
    def text(feedback: Any, answer: Any = ("y",), **options: Any) -> str:
        generator = TaskGenerator(lambda g: ("q", answer), "", feedback, "!", **options)
        generator.get_task_instance()
        return generator.get_feedback_text(True, "q")

    assert text(True) == "y!" and text(True, lambda a, q: (True, 1)) == "!"
    assert text(False) == text(None) == ""
    assert text(lambda correct, question: "yes" if correct else "no") == "yes!"
    assert text(["one"]) == "one!" and text("plain") == "plain!"
    assert text("plain", show_feedback_sep=False) == "plain"
    generator = TaskGenerator(lambda g: ("q", "a", "third"), "", "first")
    generator.get_task_instance()
    assert generator.get_feedback_text(False) == "third"
    with pytest.raises(TypeError):
        TaskGenerator(print)
    with pytest.raises(TypeError):
        TaskGenerator(lambda g: ("q", "a"), 3)  # type: ignore[arg-type]


# The automaton.

AND = [
    *("C", "AB", "FJG", "XX", "AB CF", "HL RM BT", "GLE EA ABC", "AB anything", "AB CF anything"),
    *("not AB anything", "not AB CF anything", "not AB not CF anything"),
]
OR = ["C", "XYX", "AB CF", "FAB GG MIL", "X Y", "X Y ABC", "C CAB ABC", "ZJA J Y"]


@pytest.mark.parametrize("op, description", [*(("and", d) for d in AND), *(("or", d) for d in OR)])
def test_the_automaton_knows_its_own_strings(op, description):
    automaton = fsa.build_automaton(description, op)
    for length in range(1, 21):
        assert automaton.is_string_correct(automaton.get_correct_string(length))
        assert not automaton.is_string_correct(automaton.get_wrong_string(length, 0))
        assert not automaton.is_string_correct(automaton.get_wrong_string(length))


def test_some_strings():
    fits = lambda d, op, s: fsa.build_automaton(d, op).is_string_correct(s)  # noqa: E731
    assert fits("XX", "and", "XXX") and fits("GLE EA ABC", "and", "GLEABC") and fits("XYX", "or", "XYXYX")
    assert (
        not fits("XYX", "or", "XYXY") and fits("FAB GG MIL", "or", "GGG") and fits("C CAB ABC", "or", "ABCAB")
    )
    assert not fits("C", "and", "") and fits("C", "or", "")
    with pytest.raises(AssertionError):
        fsa.build_automaton("not A", "and")
    with pytest.raises(AssertionError):
        fsa.build_automaton("A anything", "or").get_wrong_string(3)
