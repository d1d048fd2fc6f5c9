"""The oracle: knows the form and the rules of a world, but must be told, or try out, what an instance keeps secret.

Its steps and questions are the floor of a world, and that it passes every task proves that the world can be passed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gradus.stream import SILENCE

from .content import Asked
from .guard import Answer, History
from .instance import Instance
from .world import GeneratedWorld, Result


class Learner(Protocol):
    """Whatever can be taught."""

    def act(self, byte: int, reward: int) -> int:
        """A byte for a byte and a reward."""


def play(world: GeneratedWorld, learner: Learner) -> list[Result]:
    """Teach the learner the whole world."""
    byte, reward = world.step(None)
    while not world.finished:
        byte, reward = world.step(learner.act(byte, reward))
    learner.act(byte, reward)
    return world.results


class Insider:
    """Knows whose turn it is and what the world waits for; what it answers is the business of its kinds."""

    def __init__(self, world: GeneratedWorld) -> None:
        self.world = world
        self._asked: Asked | None = None
        self._rest = ""

    def act(self, byte: int, reward: int) -> int:
        """The next symbol of its answer in its turn, silence otherwise."""
        instance = self.world.instance
        if instance is None or not instance.awaited():
            self._asked = None
            return self.world.shown[SILENCE]
        if self._asked is not instance.asked:
            self._asked = instance.asked
            self._rest = self._spoken(instance, self.answer(instance))
        said, self._rest = self._rest[:1], self._rest[1:]
        return self.world.shown[ord(said or " ")]

    def answer(self, instance: Instance) -> str:
        """The answer, without its ending."""
        raise NotImplementedError

    def _spoken(self, instance: Instance, answer: str) -> str:
        """Where answers end by length, a wrong one is cut or filled to that length."""
        if instance.task.form.answer_end:
            return answer + instance.task.form.answer_end
        size = len(instance.right)
        return answer[:size].ljust(size)


class Oracle(Insider):
    """Answers right, except where a secret has not been told yet."""

    def __init__(self, world: GeneratedWorld) -> None:
        super().__init__(world)
        self._instance: Instance | None = None
        self._known: dict[str, str] = {}

    def answer(self, instance: Instance) -> str:
        """The right answer, or nothing at the first question about a secret."""
        if self._instance is not instance:
            self._instance, self._known = instance, {}
        key = instance.asked.key
        if key and key not in self._known:
            self._known[key] = instance.right
            return ""
        return instance.right


class Shallow(Insider):
    """Answers by a rule that looks at told answers only."""

    def __init__(self, world: GeneratedWorld, rule: Callable[[History, Answer], Answer]) -> None:
        super().__init__(world)
        self._rule = rule
        self._history: History = []
        self._task: str | None = None

    def answer(self, instance: Instance) -> str:
        """What the rule says; every right answer counts as told."""
        if self._task != self.world.task:
            self._task, self._history = self.world.task, []
        said: Answer = ()
        asked = instance.asked
        if self._history:
            said = self._rule(self._history, asked.question[len(instance.task.content.words) :])
        self._history.append(asked)
        return instance.task.form.answer(said)


def floors(world: GeneratedWorld) -> list[Result]:
    """What the oracle needs for every task of a world that has not begun."""
    return play(world, Oracle(world))
