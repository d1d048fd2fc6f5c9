"""Play a script against the world and print it as rows, and steer a task towards a wanted row.

Column t of a transcript shows the byte the world said (In), the learner's reply to it (Out) and the reward
that this reply earned (Rew); Sw marks the first byte of an instance after the first one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gradus.school import Chooser, Sampler
from gradus.stream import TASKS, Curriculum, Task, World, make

TRIES = 200_000
ROUND1 = tuple(make("round1").tasks)
"""The 46 tasks of the public curriculum; the catalogue may hold more."""


@dataclass(frozen=True)
class Rows:
    """A transcript."""

    heard: str
    said: str
    rewards: str
    switches: str = ""

    def __str__(self) -> str:
        names = (("In", self.heard), ("Out", self.said), ("Rew", self.rewards), ("Sw", self.switches))
        return "\n".join(f"{name:<4}|{row}".rstrip() for name, row in names if row.strip())


def rows(text: str) -> Rows:
    """Read rows as they are printed: lines that begin with In, Out, Rew or Sw and a bar."""
    found = {}
    for line in text.strip().splitlines():
        name, _, row = line.strip().partition("|")
        found[name.strip()] = row
    width = max(len(row) for row in found.values())
    said, rewards = (found.get(name, "").ljust(width) for name in ("Out", "Rew"))
    return Rows(found["In"].ljust(width), said, rewards, found.get("Sw", "").ljust(width))


def play(world: World, said: str, before: Callable[[int], None] = lambda column: None) -> Rows:
    """Say ``said`` from the world's first byte on; ``before`` is called ahead of every column."""
    heard, rewards, switches, serial = "", "", "", 0
    before(0)
    byte, _ = world.step(None)
    for column, reply in enumerate(said, start=1):
        heard += chr(byte)
        new = world.ticket is not None and world.ticket.serial != serial
        serial += new
        switches += "^" if new else " "
        before(column)
        byte, reward = world.step(ord(reply))
        rewards += {-1: "-", 0: " ", 1: "+"}[reward]
    return Rows(heard, said, rewards, switches)


def world_of(*tasks: Task, seed: int = 0, teacher: str = "sequential", **options: Any) -> World:
    """A world with just these tasks, one instance of each in turn, for ever."""
    return World(Curriculum("test", {task.name: task for task in tasks}), seed, teacher=teacher, **options)


class Wishes(Chooser):
    """Chooses what it is told to, provided that it could have been chosen."""

    def __init__(self, wishes: Sequence[Any]) -> None:
        self._wishes = iter(wishes)

    def choice(self, options: Sequence[Any]) -> Any:
        wish = next(self._wishes)
        assert wish in options
        return wish

    def between(self, low: int, high: int) -> int:
        wish = next(self._wishes)
        assert low <= wish <= high
        return int(wish)

    def sample(self, options: Sequence[Any], k: int) -> tuple[Any, ...]:
        wish = tuple(next(self._wishes))
        assert len(wish) == k == len(set(wish)) and set(wish) <= set(options)
        return wish


class Steered:
    """A task whose own functions are asked again and again until what they say fits a wanted row.

    The task's code is what speaks; only its luck is arranged. Instances get the hidden parameters given, in
    turn; ``wishes`` scripts the choices of questions too unlikely to be met by chance.
    """

    def __init__(
        self, task: Task, row: str, hidden: Sequence[Any] | None, wishes: Sequence[Sequence[Any]] = ()
    ) -> None:
        self._real, self._row = task, row
        self._hidden = iter(hidden) if hidden is not None else None
        self._wishes: Iterator[Sequence[Any]] = iter(wishes)
        self._column, self._offset = 0, 0
        self.task = replace(task, drawing=self._draw, asking=self._ask, reacting=self._react)

    def at(self, column: int) -> None:
        """The next byte said will stand in this column."""
        self._column = column

    def _fits(self, text: str) -> bool:
        rest = self._row[self._column + self._offset :]
        return rest.startswith(text) or text.startswith(rest)

    def _draw(self, pick: Chooser, origin: Any) -> Any:
        self._offset = 0
        if self._hidden is None:
            return self._real.bound.draw(pick, origin)
        return next(self._hidden)

    def _ask(self, pick: Chooser, hidden: Any, memory: Any) -> Any:
        wish = next(self._wishes, None)
        for chooser in _lucky() if wish is None else [Wishes(wish)]:
            question, new = self._real.bound.ask(chooser, hidden, memory)
            if self._fits(question.text + self._real.rules.terminator):
                return question, new
        raise AssertionError(f"{self._real.name} never asks {self._row[self._column + self._offset :]!r}")

    def _react(self, pick: Chooser, hidden: Any, question: Any, correct: bool, rules: Any) -> str:
        self._offset = 0
        seen = set()
        for tries, chooser in enumerate(_lucky()):
            text = self._real.bound.react(chooser, hidden, question, correct)
            seen.add(text)
            always_the_same = tries > 200 and len(seen) == 1  # let the comparison of rows tell
            if always_the_same or self._fits(text + self._real.rules.separator):
                self._offset = len(text + self._real.rules.separator) if text else 0
                return text
        raise AssertionError(f"{self._real.name} never reacts with {self._row[self._column :]!r}")


def _lucky() -> Iterator[Sampler]:
    """One sampler, going on and on: each use of it is another try."""
    sampler = Sampler(0)
    for _ in range(TRIES):
        yield sampler


def steer(
    name: str,
    wanted: Rows,
    hidden: Sequence[Any] | None = None,
    wishes: Sequence[Sequence[Any]] = (),
    **changes: Any,
) -> Rows:
    """What the task, a variant of it if asked for, says to the learner's row of a wanted transcript."""
    steered = Steered(TASKS.get(name).with_(**changes), wanted.heard, hidden, wishes)
    return play(world_of(steered.task), wanted.said, steered.at)
