"""The micro-task base of 2017: questions in a row, a reward for each answer, limits that count questions."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from gradus.stream.legacy.core.task import Task, on_message, on_start, on_timeout
from gradus.stream.legacy.tasks.challenge.round1.task_generator import TaskGenerator

REQUIRED_CONSECUTIVE_REWARDS = 10


@cache
def _searching(pattern: str) -> Callable[[str], Any]:
    """Looks for an expression in which a dot stands for a newline, too."""
    return re.compile(pattern, re.DOTALL).search


class MicroBase(Task):
    """A subclass says how to ask (:meth:`get_task_generator`); the rest is the same for all micro-tasks."""

    reg_answer_end = r"."
    """Found in an answer that is complete; a dot here stands for a newline, too."""
    SUCCESS_TOLERANCE = 4.0
    FAILED_TASK_TOLERANCE = 1.0
    required_consecutive_rewards = REQUIRED_CONSECUTIVE_REWARDS
    skip_task_separator = True

    def __init__(self, world: Any = None, max_time: float = 10000) -> None:
        super().__init__(max_time=max_time, world=world)
        self.tasker: Any = None
        self.question, self.agent_answer = "", ""
        self.check_answer: Any = None
        self.questions_asked = self.consecutive_reward = self.remaining_instruction_length = 0
        self.max_questions_for_success: float | None = None
        self.max_questions_nr: float | None = None

    def get_task_generator(self) -> TaskGenerator:
        """What asks and judges; made anew for each instance."""
        raise NotImplementedError(f"{self.get_name()} has no get_task_generator()")

    def agent_should_know_answers(self) -> bool:
        """Whether the limits begin to count."""
        return True

    def question_answered(self, is_correct: bool) -> None:
        """A question is done with."""
        self.questions_asked += 1

    @on_start()
    def new_task_instance(self, event: Any) -> None:
        """Begin an instance."""
        self.questions_asked = self.consecutive_reward = 0
        self.max_questions_for_success = self.max_questions_nr = None
        self.tasker = self.get_task_generator()
        self.give_instructions()

    def give_instructions(self) -> None:
        """Ask the next question."""
        self.agent_answer = ""
        self.question, self.check_answer = self.tasker.get_task_instance()
        self.remaining_instruction_length = len(self.question)
        self.set_message(self.question)

    @on_message()
    def check_response(self, event: Any) -> None:
        """Collect the answer; while the question is being asked, every word is punished."""
        if not event.message:
            return
        self.remaining_instruction_length -= 1
        if not self._env.is_silent():
            if event.message[-1] != " ":
                self.provide_reward(-1)
            return
        if self.remaining_instruction_length > 1:
            return
        self.agent_answer += self.preprocess_answer(event.message)
        if _searching(self.reg_answer_end)(self.agent_answer):
            self._judge()

    def _judge(self) -> None:
        original = self.get_original_question(self.question)
        finished, correct, reward = self.tasker.check_answer(self.agent_answer, original)
        self.provide_reward(reward)
        if not finished:
            return
        self.question_answered(correct)
        self.provide_feedback(correct)
        if not self.check_if_task_instance_finished():
            self.give_instructions()

    def preprocess_answer(self, message: str) -> str:
        """What of the learner's text is new."""
        return message[-1]

    def get_original_question(self, question: str) -> str:
        """The question without its separator."""
        original: str = self.tasker.get_original_question(question)
        return original

    def provide_reward(self, reward: Any) -> None:
        """Pay, and count rewards in a row."""
        self.set_immediate_reward(reward)
        if reward > 0:
            self.consecutive_reward += 1
        elif reward < 0:
            self.consecutive_reward = 0

    def provide_feedback(self, correct: bool) -> None:
        """Say what there is to say about an answer."""
        feedback = self.tasker.get_feedback_text(correct, self.get_original_question(self.question))
        if feedback:
            self.set_message(feedback)

    def is_prefix(self, answer: str, correct: str) -> bool:
        """Whether the answer may still become the correct one."""
        return len(answer) < len(correct) and correct.startswith(answer)

    def under_time_limit_for_successfull_solution(self) -> bool:
        """Whether the soft limit still allows a success."""
        return (
            self.max_questions_for_success is None or self.questions_asked <= self.max_questions_for_success
        )

    def agent_solved_instance(self) -> bool:
        """Whether enough answers in a row were right."""
        return self.consecutive_reward >= self.required_consecutive_rewards

    def agent_solved_instance_under_time_limit(self) -> bool:
        """Whether that came early enough."""
        return self.agent_solved_instance() and self.under_time_limit_for_successfull_solution()

    def check_if_task_instance_finished(self) -> bool:
        """End the instance if it was solved or cannot be solved any more."""
        if self.agent_solved_instance():
            self.set_result(self.agent_solved_instance_under_time_limit(), provide_result_as_reward=False)
            return True
        self._set_limits()
        if self.max_questions_nr is not None and self.questions_asked > self.max_questions_nr:
            self.set_result(False, provide_result_as_reward=False)
            self._raise_timeout()
            return True
        return False

    def _set_limits(self) -> None:
        asked = self.questions_asked
        if self.max_questions_for_success is None and self.agent_should_know_answers():
            self.max_questions_for_success = asked + self.required_consecutive_rewards * (
                1.0 + self.SUCCESS_TOLERANCE
            )
        soft = self.max_questions_for_success
        if self.max_questions_nr is None and soft is not None and asked > soft:
            self.max_questions_nr = asked * (1.0 + self.FAILED_TASK_TOLERANCE)

    @on_timeout()
    def end_task_instance(self, event: Any) -> None:
        """Time is up: the instance is not solved."""
        self.set_result(False, provide_result_as_reward=False)


class MicroMappingTask(MicroBase):
    """Keys and answers that belong together in an instance; a subclass gives the mapping."""

    task_gen_kwargs: dict[str, Any] = {}
    """Handed to the task generator; the feedback of the instance is put in here."""

    def _get_mapping(self) -> dict[str, str]:
        raise NotImplementedError(f"{self.get_name()} has no _get_mapping()")

    def _get_mapping_options(self, mapping: dict[str, str]) -> dict[str, int]:
        """How many answers are possible for each key; an empty dictionary: the learner knows at once."""
        return {}

    def get_task_generator(self) -> TaskGenerator:
        """Deal the keys evenly; an answer is judged when it is as long as the right one."""
        mapping = self._get_mapping()
        self.known_mapping: dict[str, int] = dict(self._get_mapping_options(mapping))
        self.should_know = not self.known_mapping
        deck: list[str] = []

        def instancer(_: Any) -> tuple[str, Any]:
            if not deck:
                deck.extend(key for key in mapping for _ in mapping)
                random.shuffle(deck)
            key = self._key = deck.pop()
            right = mapping[key]

            def judge(answer: str, question: str | None) -> tuple[bool | None, int]:
                if self.is_prefix(answer, right) or len(answer) < len(right):
                    return None, 0
                return answer == right, 1 if answer == right else -1

            return key, judge

        return TaskGenerator(instancer, **self.task_gen_kwargs)

    def question_answered(self, is_correct: bool) -> None:
        """Fewer answers are possible now."""
        super().question_answered(is_correct)
        left = self.known_mapping.get(self._key)
        if left is not None:
            self.known_mapping[self._key] = 1 if is_correct else max(1, left - 1)
        self.should_know = all(options == 1 for options in self.known_mapping.values())

    def agent_should_know_answers(self) -> bool:
        """Whether only one answer is left for every key."""
        return self.should_know

    def _get_simple_feedback_provider(self, mapping: dict[str, str]) -> Any:
        return lambda is_correct, question: mapping[question]

    def _get_prepend_feedback_provider(self, mapping: dict[str, str], chars: str, lengths: list[int]) -> Any:
        return lambda is_correct, question: (
            random_string_from(random.choice(lengths), chars) + mapping[question]
        )


class FeedbackMappingTaskMixin:
    """The right answer is shown: two answers to a key are enough to know it."""

    def _get_mapping_options(self, mapping: dict[str, str]) -> dict[str, int]:
        return dict.fromkeys(mapping, 2)


def random_string_from(length: int, chars: Any) -> str:
    """So many characters, drawn with replacement."""
    return "".join(random.choice(chars) for _ in range(length))


def random_strings_from(chars: Any, count: int, lengths: Any = (1,), append: str = "") -> list[str]:
    """So many strings of random lengths, each with something appended."""
    return [random_string_from(random.choice(lengths), chars) + append for _ in range(count)]
