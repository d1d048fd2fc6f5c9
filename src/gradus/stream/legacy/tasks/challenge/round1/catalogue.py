"""Tasks of our catalogue in the manner of 2017, for its environment and for bit mode."""

from __future__ import annotations

import random
from typing import Any

from gradus.school import Chooser, Sampler
from gradus.stream.legacy.core.task import on_start, on_timeout
from gradus.stream.legacy.tasks.challenge.round1.micro_base import MicroBase
from gradus.stream.legacy.tasks.challenge.round1.task_generator import TaskGenerator
from gradus.stream.legacy.tasks.competition.base import BaseTask, on_message
from gradus.stream.task import TASKS, Origin, Task


class GlobalChooser(Chooser):
    """Draws from the random module, as everything did in 2017."""

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``, as ``random.randrange`` draws it."""
        if n < 1:
            raise ValueError("there is nothing to choose from")
        size = n.bit_length()
        value = random.getrandbits(size)
        while value >= n:
            value = random.getrandbits(size)
        return value


class _Asked:
    """What both manners share: draws of an instance and its questions."""

    catalogue: Task
    """The task being played."""
    origin: Origin | None = None
    """Where the instance stands in its run, if a run decides that; else the object counts its instances."""
    pick: Chooser | None = None

    def begin(self) -> None:
        """Draw the hidden parameters of an instance."""
        self.chooser = self.pick or GlobalChooser()
        self.hidden = self.catalogue.bound.draw(self.chooser, self.origin or self._own_origin())
        self.memory: Any = None

    def _own_origin(self) -> Origin:
        if not hasattr(self, "_played"):
            self._played, self._seed = 0, random.getrandbits(64)
        seed, nth = self._seed, self._played
        self._played += 1
        return Origin(nth, lambda block: Sampler(seed, (block,)))

    def ask(self) -> Any:
        """The next question."""
        asked, self.memory = self.catalogue.bound.ask(self.chooser, self.hidden, self.memory)
        return asked

    def reaction(self, asked: Any, correct: bool) -> str:
        """What is said about an answer."""
        text = self.catalogue.bound.react(self.chooser, self.hidden, asked, correct)
        return text + self.catalogue.rules.separator if text else ""


class CatalogueMicro(_Asked, MicroBase):
    """A task with many questions."""

    def __init__(self, world: Any = None) -> None:
        rules = self.catalogue.rules
        super().__init__(world, rules.max_time)
        self.required_consecutive_rewards = rules.streak

    @property
    def alphabet(self) -> Any:
        """The characters of the instance, where it is about characters."""
        hidden = self.hidden
        return "".join(hidden[0]) if isinstance(hidden[0], tuple) else "".join(hidden)

    def get_task_generator(self) -> TaskGenerator:
        """Ask and judge as the catalogue's task does."""
        self.begin()
        rules, know = self.catalogue.rules, self.catalogue.bound.know
        self._record, self._known, self._know = None, False, know

        def instancer(_: Any) -> tuple[str, Any, Any]:
            asked = self._asked = self.ask()
            right, end = asked.answer, rules.terminator

            def judge(answer: str, question: str | None) -> tuple[bool | None, int]:
                complete = answer.endswith(end) if end else len(answer) >= len(right)
                if not complete:
                    return None, 0
                correct = asked.accepts(answer[: len(answer) - len(end)])
                return correct, 1 if correct else -1

            return asked.text + end, judge, lambda correct, question: self.reaction(asked, correct)

        return TaskGenerator(instancer)

    def question_answered(self, is_correct: bool) -> None:
        """The learner may know by now."""
        super().question_answered(is_correct)
        if not self._known:
            self._record, self._known = self._know(self.hidden, self._record, self._asked, is_correct)

    def agent_should_know_answers(self) -> bool:
        """Whether the limits begin to count; never for a task without limits."""
        return bool(self._known and self.catalogue.rules.limits)

    def provide_reward(self, reward: Any) -> None:
        """A task may leave interruptions unpunished."""
        interrupted = not self._env.is_silent()
        super().provide_reward(self.catalogue.rules.penalty if interrupted else reward)


class CatalogueMini(_Asked, BaseTask):
    """A task with one question, paid at the end."""

    def __init__(self, world: Any = None) -> None:
        super().__init__(max_time=self.catalogue.rules.max_time, world=world)

    @on_start()
    def give_instructions(self, event: Any) -> None:
        """Ask."""
        self.begin()
        self.asked = self.ask()
        self.answer = self.asked.answer
        self.set_message(self.asked.text + self.catalogue.rules.terminator)

    @property
    def give_away_message(self) -> str:
        """What is said when the answer was wrong or late."""
        return self.reaction(self.asked, False)

    @on_message()
    def check_response(self, event: Any) -> None:
        """Judge whenever the learner has said the terminator; the handler that blanks interruptions comes after."""
        end = self.catalogue.rules.terminator
        if end not in event.message:
            return
        said = event.message
        correct = said.endswith(end) and self.asked.accepts(said[: len(said) - len(end)])
        if correct:
            self.set_result(True, self.reaction(self.asked, True))
        else:
            self.set_result(False, self.give_away_message)

    @on_timeout()
    def fail(self, event: Any) -> None:
        """Time is up."""
        self.set_result(False, self.give_away_message)


def in_the_manner_of_2017(task: Task, name: str, module: str = __name__) -> type[Any]:
    """A class of 2017 that plays a task of the catalogue."""
    base: Any = CatalogueMini if task.rules.single else CatalogueMicro
    body: dict[str, Any] = {"catalogue": task, "__doc__": task.summary, "__module__": module}
    if not task.rules.single:
        body |= {
            "SUCCESS_TOLERANCE": task.rules.success_tolerance,
            "FAILED_TASK_TOLERANCE": task.rules.failure_tolerance,
        }
    return type(name, (base,), body)


def catalogue_task(task_id: str, **changes: Any) -> Task:
    """A task of the catalogue, perhaps changed."""
    return TASKS.get(task_id).with_(**changes)
