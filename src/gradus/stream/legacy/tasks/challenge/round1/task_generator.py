"""The task generator of 2017: a function that asks, what counts as an answer, and what is said about it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any


class TaskGenerator:
    """Makes questions of a micro-task and judges the answers."""

    def __init__(
        self,
        instancer: Callable[..., Any],
        input_sep: str = "",
        provide_feedback: Any = None,
        feedback_sep: str = "",
        show_feedback_sep: bool = True,
    ) -> None:
        if not isinstance(instancer, FunctionType):
            raise TypeError("the instancer must be a function")
        if not isinstance(input_sep, str) or not isinstance(feedback_sep, str):
            raise TypeError("separators must be text")
        self.instancer, self.input_sep = instancer, input_sep
        self.provide_feedback = provide_feedback
        self.feedback_sep, self.show_feedback_sep = feedback_sep, show_feedback_sep
        self.answer: Any = None

    def get_task_instance(self) -> tuple[str, Any]:
        """A question with its separator, and what answers it."""
        question, self.answer, *feedback = self.instancer(self)
        if feedback:
            self.provide_feedback = feedback[0]
        return question + self.input_sep, self.answer

    def check_answer(self, answer: str, question: str | None = None) -> tuple[bool, bool, Any]:
        """Whether the question is done with, whether the answer is right, and its reward."""
        if callable(self.answer):
            check, reward = self.answer(answer, question)
            return check is not None, check is True, reward
        correct = answer in self.answer
        return True, correct, 1 if correct else -1

    def get_feedback_text(self, is_correct: bool, question: str | None = None) -> str:
        """What is said about an answer, with its separator; nothing at all if there is no feedback."""
        feedback = self.provide_feedback
        if feedback is None or feedback is False:
            return ""
        text = self._worded(feedback, is_correct, question)
        return text + self.feedback_sep if self.show_feedback_sep else text

    def _worded(self, feedback: Any, is_correct: bool, question: str | None) -> str:
        if callable(feedback):
            return str(feedback(is_correct, question))
        if isinstance(feedback, str):
            return feedback
        options = self.answer if feedback is True else feedback
        if isinstance(options, Iterable):
            return str(random.choice(list(options)))
        return ""

    def get_original_question(self, question: str) -> str:
        """The question without its separator."""
        return question[: len(question) - len(self.input_sep)]
