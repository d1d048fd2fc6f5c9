"""The six mini-tasks under their names of 2017; their strings are made by our catalogue."""

from __future__ import annotations

from typing import Any

from gradus.stream.legacy.core.task import on_message, on_start, on_timeout
from gradus.stream.legacy.tasks.challenge.round1.catalogue import (
    GlobalChooser,
    catalogue_task,
    in_the_manner_of_2017,
)
from gradus.stream.legacy.tasks.competition.base import BaseTask
from gradus.stream.legacy.tasks.competition.messages import congratulations
from gradus.stream.tasks.description import Family, draw_description
from gradus.stream.tasks.regular import draw_example


class TaskSetBase(BaseTask):
    """Does a string fit its description? A subclass gives the parameters of :meth:`get_task` as attributes."""

    max_ngram: int
    max_groups: int
    max_T: int  # noqa: N815 (the name of 2017)
    op: str
    not_portion: float | None = None
    subset_size: int | None = None
    without_anything: bool | None = None

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=3000, world=world)

    @staticmethod
    def get_task(
        max_ngram: int,
        max_groups: int,
        max_T: int,
        op: str,
        not_portion: float | None = None,
        subset_size: int | None = None,
        without_anything: bool | None = None,
    ) -> tuple[bool, str]:
        """Whether the string fits, and the text that asks."""
        negation = (round(not_portion * 1000), 1000) if not_portion else (0, 1)
        anything = (0, 1) if without_anything else (1, 20) if op == "or" else (1, 2)
        family = Family(
            operator="and" if op == "and" else "or",
            groups=max_groups,
            lengths=(1, max_ngram),
            targets=(1, max_T),
            anything=anything,
            alone=op != "and",
            negation=negation,
            pool=subset_size or 13,
        )
        pick = GlobalChooser()
        example = draw_example(pick, family, draw_description(pick, family))
        return example.answer, f"description: {example.description.text()}; verify: {example.string}."

    @staticmethod
    def _parameters(of: Any) -> tuple[Any, ...]:
        """What :meth:`get_task` is called with."""
        return (
            *(of.max_ngram, of.max_groups, of.max_T, of.op),
            *(of.not_portion, of.subset_size, of.without_anything),
        )

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        correct, text = self.get_task(*self._parameters(self))
        self.answer = "true" if correct else "false"
        self.give_away_message = f"Wrong. The right answer is: {self.answer}."
        self.set_message(text)

    @on_message(r"\.")
    def check_response(self, event: Any) -> None:
        """Judge the learner's last word."""
        if event.is_message(self.answer, "."):
            self.set_result(True, GlobalChooser().choice(congratulations))
        else:
            self.set_result(False, self.give_away_message)

    @on_timeout()
    def fail(self, event: Any) -> None:
        """Time is up."""
        self.set_result(False, self.give_away_message)


TaskSet0: Any = in_the_manner_of_2017(catalogue_task("mini0"), "TaskSet0", __name__)
"""One letter, kept for ten instances."""


class TaskSet1(TaskSetBase):
    """One n-gram."""

    max_ngram, max_groups, max_T, op, without_anything = 3, 1, 10, "and", True  # noqa: N815


class TaskSet2(TaskSetBase):
    """Up to three n-grams, joined by or."""

    max_ngram, max_groups, max_T, op = 3, 3, 10, "or"  # noqa: N815


class TaskSet3(TaskSetBase):
    """Up to three n-grams, joined by and, perhaps with anything between them."""

    max_ngram, max_groups, max_T, op = 3, 3, 30, "and"  # noqa: N815


class TaskSet4(TaskSetBase):
    """The same with n-grams that must not occur."""

    max_ngram, max_groups, max_T, op, not_portion, subset_size = 3, 3, 30, "and", 0.5, 13  # noqa: N815


class TaskSet5(TaskSetBase):
    """Each instance is one of the four before."""

    @staticmethod
    def _parameters(of: Any) -> tuple[Any, ...]:
        kind = GlobalChooser().choice((TaskSet1, TaskSet2, TaskSet3, TaskSet4))
        return kind._parameters(kind)
