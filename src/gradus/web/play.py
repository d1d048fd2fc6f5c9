"""A person plays the stream in the browser, alone or in a race with the gradual learner on the same seed.

The lesson is the one of the terminal: it runs in a thread of its own and waits for the person's bytes.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gradus.learners import Lesson
from gradus.learners import make as make_learner
from gradus.school import UserError
from gradus.stream import QUIT, SILENCE, TASKS, Dialogue, LearnerDisconnected, Person, World
from gradus.stream import available as curricula
from gradus.web.whole import Follower, small_curriculum, whole

_WAIT = 1800.0
"""Seconds without a byte after which the person has left."""
_MOST = 100_000
"""Steps of a round at most."""
_AHEAD = 5000
"""Bytes that a person may be ahead of the world."""
Send = Callable[[dict[str, Any]], None]


class WebPerson(Person):
    """A person behind a socket: what happens goes out as messages, bytes come in through a queue."""

    def __init__(self, world: World, send: Send, rival: Rival | None) -> None:
        super().__init__()
        self._world, self._send, self._rival = world, send, rival
        self.said: queue.Queue[int | None] = queue.Queue(_AHEAD)
        self._played: tuple[str | None, int] | None = None
        self._follower: Follower | None = None
        self.machine_wanted = False

    def answer(self) -> int:
        """Tell the person what was heard and earned, then wait for a byte."""
        self._send(self._moment())
        try:
            byte = self.said.get(timeout=_WAIT)
        except queue.Empty:
            byte = None
        if byte is None:
            raise LearnerDisconnected(QUIT)
        return byte

    def leave(self) -> None:
        """The person has gone: what was said before is not heard any more."""
        while True:
            try:
                self.said.put_nowait(None)
                return
            except queue.Full:
                self.said.get_nowait()

    def want_machine(self) -> None:
        """From now on the whole machine is sent when a task begins; unasked, it would give the task away."""
        self.machine_wanted = True
        self._send({"kind": "machine", **whole(self._world.curriculum.tasks.get(self._world.task or ""))})

    def _stand(self) -> int | None:
        """Where the person stands in the machine of the task."""
        world, tape = self._world, self.tape
        heard = chr(world.plain[tape.heard[-1]])
        task = world.curriculum.tasks.get(world.task or "")
        before, self._played = self._played, (world.task, len(world.outcomes))
        if before != self._played or self._follower is None:
            if self.machine_wanted and before is not None and before[0] != world.task:
                self.want_machine()
            self._follower = Follower(task, heard)
            return self._follower.state
        return self._follower.step(chr(world.plain[tape.said[-1]]), heard, tape.rewards[-1])

    def _moment(self) -> dict[str, Any]:
        tape, world = self.tape, self._world
        dialogue = world.dialogue
        state = dialogue.state() if dialogue is not None else {}
        task = world.curriculum.tasks.get(world.task or "")
        solved = [outcome.solved for outcome in world.outcomes]
        played = [outcome.ticket.task for outcome in world.outcomes]
        in_a_row = next((n for n, value in enumerate(reversed(solved)) if not value), len(solved))
        return {
            "kind": "step",
            "heard": chr(tape.heard[-1]),
            "plain": chr(world.plain[tape.heard[-1]]),
            "reward": tape.rewards[-1] if tape.rewards else 0,
            "steps": tape.steps,
            "gained": tape.gained,
            "lost": tape.lost,
            "streak": state.get("streak", 0),
            "goal": _goal(task),
            "turn": dialogue.turn if isinstance(dialogue, Dialogue) else None,
            "state": self._stand(),
            "instance": len(world.outcomes) + 1,
            "solved": sum(solved),
            "passed": _passed(played, solved, world.curriculum.settings.get("success_threshold", 5)),
            "in_a_row": in_a_row,
            "needed": world.curriculum.settings.get("success_threshold", 5),
            "rival": self._rival.step() if self._rival else None,
        }

    def hint(self, level: int) -> str:
        """Help on demand: what the task asks, then what to say next."""
        task = self._world.task
        if task is None:
            return "There is no task."
        if level < 2:
            return TASKS.get(task).summary if task in TASKS.available() else f"The task is {task}."
        dialogue = self._world.dialogue
        awaited = dialogue.awaited() if dialogue is not None else b""
        shown = bytes(self._shown(byte) for byte in awaited).decode("latin-1")
        return f"Say: {shown}" if shown else "Listen: it is not your turn."

    def _shown(self, byte: int) -> int:
        return self._world.plain.index(byte)


def _passed(tasks: Sequence[Any], solved: Sequence[bool], needed: int) -> int:
    """How many tasks were passed so far: so many instances in a row solved."""
    streaks: dict[Any, int] = {}
    done = set()
    for task, is_solved in zip(tasks, solved, strict=True):
        streaks[task] = streaks.get(task, 0) + 1 if is_solved else 0
        if streaks[task] >= needed:
            done.add(task)
    return len(done)


def _goal(task: Any) -> int:
    """Right answers in a row that solve an instance."""
    rules = getattr(task, "rules", None)
    return 0 if rules is None else 1 if rules.single else int(rules.streak)


class Rival:
    """The gradual learner in the same world with the same seed, one step for each step of the person."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        self._world = World.from_spec(spec)
        self._learner = make_learner("gradual")
        self._next = self._world.step(None)
        self._gained = self._lost = 0

    def step(self) -> dict[str, Any] | None:
        """What the learner heard, said and earned; None when it has finished."""
        world = self._world
        if world.finished:
            return None
        heard, paid = self._next
        said = self._learner.act(heard, paid)
        self._next = world.step(said)
        reward = self._next[1]
        self._gained += reward > 0
        self._lost += reward < 0
        solved = sum(outcome.solved for outcome in world.outcomes)
        row = {"heard": chr(heard), "said": chr(said), "reward": reward, "solved": solved}
        return row | {"gained": self._gained, "lost": self._lost}


class Round:
    """One round of play: a world, a person, perhaps a rival, perhaps a record."""

    def __init__(self, wish: Mapping[str, Any], send: Send, folder: Path | None) -> None:
        curriculum, seed = wish.get("curriculum", "round1"), wish.get("seed", 0)
        if wish.get("small"):
            curriculum = small_curriculum(wish["small"])
        elif curriculum not in curricula():
            raise UserError(f"curriculum must be one of {', '.join(curricula())}, not {curriculum!r}.")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
            raise UserError(f"seed must be a whole number from 0 to {2**31 - 1}, not {seed!r}.")
        world = World(curriculum, seed, bool(wish.get("scramble")) or None)
        rival = Rival(world.spec()) if wish.get("race") else None
        self.person = WebPerson(world, send, rival)
        self.silence = chr(world.plain.index(SILENCE))
        self.record = _fresh(folder, seed) if folder else None
        self._lesson = Lesson.host(self.record, self.person, world, name="person", max_steps=_MOST)
        self._send = send
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def say(self, text: str) -> None:
        """Bytes of the person, one per step."""
        for letter in text[:1000]:
            if ord(letter) < 256:
                try:
                    self.person.said.put_nowait(ord(letter))
                except queue.Full:
                    raise UserError(
                        "You are too far ahead of the world: wait until it has heard you."
                    ) from None

    def stop(self) -> None:
        """The person leaves; the record is closed."""
        self.person.leave()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        try:
            results = self._lesson.run()
        except UserError as error:
            self._send({"kind": "error", "text": str(error)})
            return
        record = self.record.name if self.record else None
        self._send(
            {"kind": "end", "tasks_passed": results.tasks_passed, "steps": results.steps, "record": record}
        )


def _fresh(folder: Path, seed: int) -> Path:
    """A folder of its own for a round; numbered, because the clock may not decide anything."""
    number = 0
    while (folder / f"seed-{seed}-{number}").exists():
        number += 1
    return folder / f"seed-{seed}-{number}"
