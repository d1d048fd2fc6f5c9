"""The world of the stream: one byte and a reward out, one byte in, and no word about the task."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from gradus.school import Outcome, Sampler, Teacher, Ticket, UserError
from gradus.stream.curriculum import Curriculum
from gradus.stream.curriculum import make as make_curriculum
from gradus.stream.dialogue import SILENCE, Dialogue
from gradus.stream.instance import Instance
from gradus.stream.scrambler import IDENTITY, Scrambler
from gradus.stream.task import Origin, Task


class World:
    """A run of a curriculum. ``step(None)`` opens it; then every answer brings the next byte and its reward."""

    def __init__(
        self,
        curriculum: str | Path | Curriculum = "round1",
        seed: int = 0,
        scramble: str | bool | Scrambler | None = None,
        teacher: str | Teacher | None = None,
        *,
        reward_cap: int | None = None,
        bits: bool = False,
    ) -> None:
        """Set up the run.

        ``scramble``: a kind of scrambler, True for ``"all"``, or a scrambler. ``teacher``: another teacher for
        the curriculum's tasks. ``reward_cap``: the most reward a task may pay in all; what it takes is not
        limited. ``bits``: one bit per step, written ``0`` or ``1``, as in 2017.
        """
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise UserError(f"seed must be a whole number of at least 0, not {seed!r}.")
        if reward_cap is not None and (type(reward_cap) is not int or reward_cap < 0):
            raise UserError(f"reward_cap must be a whole number of at least 0, not {reward_cap!r}.")
        if bits and scramble:
            raise UserError("In bit mode the world does not scramble: its bytes are the characters 0 and 1.")
        self.bits = bits
        """Whether a step is a bit."""
        self.curriculum = make_curriculum(curriculum)
        self.seed = seed
        self.scrambler = self._make_scrambler(scramble)
        self.teacher = (
            teacher if isinstance(teacher, Teacher) else self.curriculum.make_teacher(seed, teacher)
        )
        self.reward_cap = reward_cap
        self._encode = self.scrambler.table if self.scrambler else IDENTITY
        self._decode = self.scrambler.inverse if self.scrambler else IDENTITY
        self._silence = self._encode[SILENCE]
        self._unjudged = tuple((byte, 0) for byte in self._encode)  # most steps: a byte and no reward
        self.finished = False
        """Nothing is left to teach: the last byte and reward have been given."""
        self.steps = 0
        """Bytes the world has said."""
        self.outcomes: list[Outcome] = []
        """What happened to each instance so far."""
        self.ticket: Ticket | None = None
        """The instance being played."""
        self._dialogue: Instance | None = None
        self._reward = 0
        self._paid: dict[str, int] = {}

    def __repr__(self) -> str:
        where = "finished" if self.finished else f"in {self.task}" if self.task else "not begun"
        return f"<World {self.curriculum.name!r}, seed {self.seed}, {where}, step {self.steps:,}>"

    @property
    def task(self) -> str | None:
        """The id of the task being played; None before and after the run."""
        return str(self.ticket.task) if self.ticket else None

    @property
    def dialogue(self) -> Dialogue | None:
        """The instance being played, from the inside; for tests, drawings and exams, never for learners.

        None for an instance that is no dialogue of ours, such as one of a task of 2017.
        """
        return self._dialogue if isinstance(self._dialogue, Dialogue) else None

    def skip(self) -> None:
        """Let the time of the current instance be up as soon as the world has said what it is saying."""
        if self._dialogue is not None:
            self._dialogue.skip()

    @property
    def plain(self) -> bytes:
        """``plain[shown]`` is the byte behind the scrambler, for the record; learners never see it."""
        return self._decode

    def step(self, byte: int | None) -> tuple[int, int]:
        """Hear the learner's byte, speak the next one; the reward judges the byte just heard."""
        dialogue = self._dialogue
        if dialogue is None:
            return self._open(byte)
        position = dialogue.position
        if byte == self._silence and position < dialogue.size and byte.__class__ is int:
            # Eight steps in ten the learner listens while the world speaks: worth saving the calls.
            self.steps += 1
            dialogue.position = position + 1
            return self._unjudged[dialogue.queue[position]]
        if byte.__class__ is not int or byte < 0 or byte > 255:
            raise UserError(f"A learner says one byte, a whole number from 0 to 255, not {byte!r}.")
        self.steps += 1
        reward = dialogue.hear(self._decode[byte])
        if reward:
            if self.reward_cap is not None:
                reward = self._capped(reward)
            self._reward += reward
        if dialogue.over:
            self._close(dialogue)
            successor = self._next()
            if successor is None:
                return self._silence, reward
            dialogue = successor
        position = dialogue.position
        if position < dialogue.size:  # what speak() would say, without the call
            dialogue.position = position + 1
            return self._encode[dialogue.queue[position]], reward
        return self._encode[dialogue.speak()], reward

    def _open(self, byte: int | None) -> tuple[int, int]:
        if self.finished:
            raise UserError("The run is finished: there is nothing left to step.")
        if byte is not None:
            raise UserError(f"The first step of a run takes None, not {byte!r}: nothing has been asked yet.")
        self.steps = 1
        dialogue = self._next()
        return (self._encode[dialogue.speak()] if dialogue else self._encode[SILENCE]), 0

    def _next(self) -> Instance | None:
        """Open the next instance; None and ``finished`` when the teacher has nothing left."""
        ticket = self.teacher.issue()
        self.ticket, self._reward = ticket, 0
        if ticket is None:
            self.finished, self._dialogue = True, None
            return None
        self._dialogue = open_instance(self.curriculum, ticket, bits=self.bits)
        return self._dialogue

    def _close(self, dialogue: Instance) -> None:
        assert self.ticket is not None
        extras = dialogue.extras()
        outcome = Outcome(self.ticket, dialogue.clock, self._reward, dialogue.solved, dialogue.reason, extras)
        self.outcomes.append(outcome)
        self.teacher.observe(outcome)

    def stopped(self) -> Outcome | None:
        """What has happened so far to the instance being played, for a run that stops here."""
        if self.ticket is None or self._dialogue is None:
            return None
        extras = self._dialogue.extras()
        return Outcome(self.ticket, self._dialogue.clock, self._reward, False, "stopped", extras)

    def _capped(self, reward: int) -> int:
        """What is left of a reward: the cap of a task swallows only what it would pay."""
        assert self.reward_cap is not None
        name = str(self.task)
        paid = self._paid.get(name, 0)
        if reward > 0 and paid >= self.reward_cap:
            return 0
        self._paid[name] = paid + reward
        return reward

    def _make_scrambler(self, scramble: str | bool | Scrambler | None) -> Scrambler | None:
        if isinstance(scramble, Scrambler):
            return scramble
        if scramble is None or scramble is False:
            return None
        return Scrambler.from_seed(self.seed, "all" if scramble is True else scramble)

    def spec(self) -> dict[str, Any]:
        """A JSON-able description from which :meth:`from_spec` builds the same world."""
        return {
            "curriculum": self.curriculum.spec(),
            "seed": self.seed,
            "scramble": self.scrambler.spec() if self.scrambler else None,
            "teacher": self.teacher.state()["teacher"],
            "teacher_settings": self.teacher.state()["settings"],
            "reward_cap": self.reward_cap,
            **({"bits": True} if self.bits else {}),
        }

    @classmethod
    def from_spec(cls, spec: Mapping[str, Any]) -> World:
        """The world that :meth:`spec` described, at its beginning."""
        curriculum = Curriculum.from_spec(spec["curriculum"])
        scramble = Scrambler.from_spec(spec["scramble"]) if spec["scramble"] else None
        teacher = curriculum.make_teacher(spec["seed"], spec["teacher"], **spec["teacher_settings"])
        bits = bool(spec.get("bits", False))
        return cls(curriculum, spec["seed"], scramble, teacher, reward_cap=spec["reward_cap"], bits=bits)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on exactly here, JSON-able; finished outcomes are the record's business."""
        return {
            "steps": self.steps,
            "finished": self.finished,
            "reward": self._reward,
            "paid": dict(self._paid),
            "teacher": self.teacher.state(),
            "ticket": self.ticket.to_json() if self.ticket else None,
            "dialogue": self._dialogue.state() if self._dialogue else None,
        }

    def restore(self, state: Mapping[str, Any], outcomes: list[Outcome] | None = None) -> None:
        """Go on exactly where :meth:`state` was taken, with the outcomes recorded until then."""
        self.teacher.restore(state["teacher"])
        self.steps, self.finished = state["steps"], state["finished"]
        self._reward, self._paid = state["reward"], dict(state["paid"])
        self.outcomes = list(outcomes or [])
        self.ticket = Ticket.from_json(state["ticket"]) if state["ticket"] else None
        self._dialogue = None
        if self.ticket and state["dialogue"]:
            task = self.curriculum.tasks[str(self.ticket.task)]
            self._dialogue = resume_instance(task, self.ticket, state["dialogue"], bits=self.bits)


def open_instance(curriculum: Curriculum, ticket: Ticket, *, bits: bool = False) -> Any:
    """The instance a ticket stands for, at its beginning: the same wherever and whenever it is opened."""
    name = str(ticket.task)
    if name not in curriculum.tasks:
        raise UserError(f"The curriculum {curriculum.name!r} has no task {name!r}.")
    task = curriculum.tasks[name]
    own = getattr(task, "open", None)
    if own is not None:
        return own(ticket, bits)
    if bits:
        from gradus.stream.legacy.task import in_bits  # only when bits are wanted

        return in_bits(task, ticket)
    origin = Origin(ticket.nth, partial(Sampler.for_ticket, ticket))
    return Dialogue(task, Sampler.for_ticket(ticket), origin)


def resume_instance(task: Task, ticket: Ticket, state: Mapping[str, Any], *, bits: bool = False) -> Instance:
    """The instance of a ticket where its state was taken."""
    own = getattr(task, "resume", None)
    if own is not None:
        instance: Instance = own(ticket, state, bits)
        return instance
    if bits:
        from gradus.stream.legacy.task import in_bits

        played = in_bits(task, ticket)
        played.replay(state)
        return played
    return Dialogue.resume(task, Sampler.for_ticket(ticket), state)
