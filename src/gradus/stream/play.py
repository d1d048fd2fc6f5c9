"""A person as the learner: what a person sees of the stream, and the plain terminal.

A person learns what any learner learns, the bytes and the rewards. Which task is being played is not told
unless asked for.
"""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from gradus.school import UserError
from gradus.stream.dialogue import SILENCE
from gradus.stream.learner import LearnerDisconnected
from gradus.stream.transcript import rows
from gradus.stream.world import World

QUIT = "the person quit"
_NOT_RESUMABLE = "A person's memory cannot be saved: their run can be replayed but not resumed."
_LONGEST_SILENCE = 200
"""Silent steps after which a person is asked again: some worlds would otherwise wait for ever."""
_KEPT = 20_000
"""Steps of the tape that stay in memory, at least; twice as many are cut back to it, so that the cut is rare."""
_HISTORY = 20
"""Rewards and penalties that are shown as a history."""
_BLOCKS = 4
"""Blocks of the tape that stand above a prompt."""
_PAUSE = bytes([SILENCE, SILENCE])
HELP = """\
The upper row is what the world says, the middle row what you say, the lower row what your byte above earned.
You speak in the column of the world's latest byte, marked with _.

  text       say these characters, one per step, while the world goes on talking
  (empty)    {silence}
  :skip N    stay silent for N steps
  :until X   stay silent until the world has said X
  :ask XY    from now on ask me only after the world has said X or Y (:ask alone: always)
  :pause     from now on ask me only after two silences in a row, as in 2017
  :tape      show the whole tape of what was heard, said and earned
  :next      leave this instance: its time is up
  ::text     say text that begins with a colon
  :help      this text
  :quit      stop here; the record is kept
"""


_SPACE_IS_SILENCE = "stay silent for one step; silence is a space"
_SPACE_IS_A_CHARACTER = (
    "say a space for one step. Under this scrambler a space is a character like any other:\n"
    "             wherever a line below says silent, a space is said; find out what silence is"
)


def space_is_silence(world: World) -> bool:
    """Whether the space bar keeps silent in this world; under most scramblers some other character does."""
    return world.plain[SILENCE] == SILENCE


def help_text(world: World) -> str:
    """What a person can type, and what is true about silence in this world."""
    return HELP.format(silence=_SPACE_IS_SILENCE if space_is_silence(world) else _SPACE_IS_A_CHARACTER)


class Tape:
    """The columns of a run as the learner's side sees them: heard, said, earned."""

    def __init__(self) -> None:
        self.heard = bytearray()
        """The world's bytes; the last one is not answered yet."""
        self.said = bytearray()
        """The person's bytes, one fewer while an answer is awaited."""
        self.rewards: list[int] = []
        """What each byte said has earned."""
        self.steps = 0
        """Bytes heard in the whole run."""
        self.gained = self.lost = 0
        """Rewards of +1 and of -1 in the whole run."""
        self.streak = 0
        """Rewards since the last penalty."""
        self.history: deque[int] = deque(maxlen=_HISTORY)
        """The latest rewards and penalties."""

    def hear(self, byte: int, reward: int) -> None:
        """The world's next byte, and the reward for the byte said before."""
        if self.said:
            self.rewards.append(reward)
            self.gained += reward > 0
            self.lost += reward < 0
            if reward:
                self.streak = self.streak + 1 if reward > 0 else 0
                self.history.append(reward)
        self.heard.append(byte)
        self.steps += 1
        if len(self.heard) > 2 * _KEPT:
            self._forget()

    def say(self, byte: int) -> None:
        """The person's byte."""
        self.said.append(byte)

    def _forget(self) -> None:
        del self.heard[:_KEPT], self.said[:_KEPT], self.rewards[:_KEPT]

    @property
    def score(self) -> int:
        """The sum of all rewards."""
        return self.gained - self.lost

    @property
    def earned(self) -> str:
        """The latest rewards and penalties as signs, the newest last."""
        latest = tuple(
            self.history
        )  # at once: the lesson goes on in a thread of its own while the screen reads
        return "".join("+" if reward > 0 else "-" for reward in latest)

    def latest(self, width: int, blocks: int = 1) -> str:
        """The last columns in blocks of three aligned rows, with a mark where the person speaks next."""
        start = max(0, (len(self.heard) - 1) // width - blocks + 1) * width if blocks > 1 else 0
        start = start if blocks > 1 else max(0, len(self.heard) - width)
        return rows(bytes(self.heard[start:]), bytes(self.said[start:]) + b"_", self.rewards[start:], width)


class Person:
    """What the plain terminal and the full screen share: a learner with a tape and nothing to save."""

    resumable = False
    """A run can be replayed but not resumed."""

    def __init__(self) -> None:
        self.tape = Tape()

    def act(self, byte: int, reward: int) -> int:
        """Show the world's byte and let the person answer."""
        self.tape.hear(byte, reward)
        said = self.answer()
        self.tape.say(said)
        return said

    def answer(self) -> int:
        """The person's byte; raises :class:`LearnerDisconnected` when the person leaves."""
        raise LearnerDisconnected(QUIT)

    def farewell(self, byte: int, reward: int) -> None:
        """The last byte and reward of a finished run."""
        self.tape.hear(byte, reward)

    def state(self) -> dict[str, Any]:
        """Not to be had."""
        raise UserError(_NOT_RESUMABLE)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Not possible."""
        raise UserError(_NOT_RESUMABLE)


def progress(world: World, reveal: bool) -> list[tuple[str, str]]:
    """How far the run is, as names and values; the task, its goal and how instances ended only with ``reveal``."""
    now = world.stopped()
    table = [("instance", str(len(world.outcomes) + 1))]
    if now:
        table += [("steps in it", str(now.steps)), ("score in it", f"{now.reward:+g}")]
    if reveal:
        solved = sum(outcome.solved for outcome in world.outcomes)
        table += [("task", world.task or "none"), ("solved", f"{solved} of {len(world.outcomes)}")]
        needed = getattr(world.teacher.settings, "success_threshold", None)
        table += [("goal", f"{solved_in_a_row(world)}/{needed} in a row")] if needed else []
    return table


def solved_in_a_row(world: World) -> int:
    """Instances of the present task solved since the last that was not."""
    run = takewhile(lambda o: o.solved and o.ticket.task == world.task, reversed(world.outcomes))
    return sum(1 for _ in run)


class PlainPerson(Person):
    """A person at a terminal without tricks, or a script on a pipe: lines in, three rows out."""

    def __init__(
        self, world: World, lines: Iterator[str], show: Callable[[str], None], reveal: bool = False
    ) -> None:
        super().__init__()
        self._world, self._lines, self._show, self._reveal = world, lines, show, reveal
        self._queue: deque[int] = deque()
        self._until, self._ask = b"", b""
        self._silent = 0
        self.asked = False
        """Whether the person is being asked right now."""
        self.leaving = False
        """Set from outside when the person wants to leave between two prompts."""

    def answer(self) -> int:
        """The next byte that was typed, silence while the person asked for it, or a question to the person."""
        if self.leaving:
            raise LearnerDisconnected(QUIT)
        while not self._queue:
            if self._waiting():
                self._silent += 1
                return SILENCE
            self._silent = 0
            self._until = b""
            self._prompt()
        return self._queue.popleft()

    def _waiting(self) -> bool:
        """Whether to stay silent on: the world has not said what the person waits for, and not for too long."""
        if self._silent >= _LONGEST_SILENCE:
            return False
        if self._until:
            return not self.tape.heard.endswith(self._until) or not self._silent
        if self._ask == _PAUSE:
            return not self.tape.heard.endswith(_PAUSE)
        return bool(self._ask) and self.tape.heard[-1] not in self._ask

    def _prompt(self) -> None:
        width = self._width()
        facts = [("step", str(self.tape.steps)), ("score", f"{self.tape.score:+d}")]
        facts += [("streak", str(self.tape.streak)), ("earned", self.tape.earned or "nothing yet")]
        facts += progress(self._world, self._reveal)
        self._show("\n" + ", ".join(f"{name} {value}" for name, value in facts))
        self._show(self.tape.latest(width, _BLOCKS))
        try:
            self.asked = True
            line = next(self._lines)
            self.asked = False
        except (StopIteration, KeyboardInterrupt, EOFError):
            raise LearnerDisconnected(QUIT) from None
        self._obey(line.rstrip("\r\n"))

    @staticmethod
    def _width() -> int:
        return max(20, shutil.get_terminal_size((100, 24)).columns - 6)

    def _obey(self, line: str) -> None:
        if line.startswith(":") and not line.startswith("::"):
            self._command(*line[1:].partition(" ")[::2])
            return
        text = line[1:] if line.startswith("::") else line
        strange = [c for c in text if ord(c) > 255]
        if strange:
            self._show(
                f"{strange[0]!r} cannot be said: the stream knows only characters with codes up to 255."
            )
            return
        self._queue.extend(text.encode("latin-1") or [SILENCE])

    def _command(self, name: str, value: str) -> None:
        if name == "quit":
            raise LearnerDisconnected(QUIT)
        if name == "skip" and (value or "1").isdecimal():
            self._queue.extend([SILENCE] * int(value or "1"))
        elif name == "until" and value:
            self._until = value.encode("latin-1", "replace")
        elif name == "ask":
            self._ask = value.encode("latin-1", "replace")
        elif name == "pause":
            self._ask = _PAUSE
        elif name == "next":
            self._world.skip()
        elif name == "help":
            self._show(help_text(self._world))
        elif name == "tape":
            self._show(self.tape.latest(self._width(), _KEPT))
        else:
            self._show(f"There is no command {(':' + name + ' ' + value).strip()!r}; :help lists them.")

    def farewell(self, byte: int, reward: int) -> None:
        """Show the last reward."""
        super().farewell(byte, reward)
        self._show(self.tape.latest(80))
        self._show(f"Nothing is left to teach. Final score {self.tape.score}.")
