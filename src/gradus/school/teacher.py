"""The teacher contract: issue a ticket, observe its outcome.

A subclass says which task comes next and what it learns from an outcome; this base class stamps tickets,
guards against outcomes nobody asked for, keeps two random streams (one for teaching, one for previews) and
saves everything.
"""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, ClassVar, final
from zlib import crc32

import numpy as np

from gradus.school.errors import UserError
from gradus.school.space import Discrete, Space, space_from_spec
from gradus.school.ticket import Outcome, TaskKey, Ticket, task_id
from gradus.school.typed import read_settings

ValueEstimator = Callable[[Sequence[TaskKey]], "np.typing.NDArray[np.float64]"]
"""Estimates a student's return on each of some tasks, from their first observations."""


def generator(seed: int, purpose: str) -> np.random.Generator:
    """A NumPy generator of its own for each purpose of a run."""
    source = np.random.SeedSequence(seed, spawn_key=(crc32(purpose.encode()),))
    return np.random.Generator(np.random.PCG64(source))


class Requirement(StrEnum):
    """What a teacher asks of whoever trains the student, beyond playing its tickets."""

    VALUES = "values"
    """The student's value estimates, handed to :meth:`Teacher.values`."""
    TRACE = "trace"
    """Rewards and value estimates of every episode, in ``extras["trace"]`` of its outcome."""
    ANTAGONIST = "antagonist"
    """The return of another policy on the same ticket, in ``extras["antagonist"]`` of its outcome."""


_OLD_SIGNS = {"values": Requirement.VALUES, "wants_trace": Requirement.TRACE}
"""What a class of version 0.1 had instead of declaring it."""


@dataclass(frozen=True)
class NoSettings:
    """The settings of a teacher that has none."""


class Teacher:
    """Issues tickets and observes outcomes.

    A subclass gives ``name`` and ``Settings`` and overrides ``start``, ``choose``, ``learn``, ``memory`` and
    ``recall`` as far as it needs them.
    """

    name: ClassVar[str] = "teacher"
    """The versioned id under which records know this teacher."""
    Settings: ClassVar[type] = NoSettings
    """A frozen dataclass; the docstring under each field becomes the command line's help."""
    requires: ClassVar[frozenset[Requirement]] = frozenset()
    """What it may ask of whoever trains the student; :attr:`requirements` says what it does with its settings."""
    choosing_changes: ClassVar[tuple[str, ...] | None] = None
    """The attributes that :meth:`choose` changes; a preview copies these. None: a preview copies all memory."""

    def __init__(self, space: Space, seed: int = 0, **settings: Any) -> None:
        self.space = space
        self.seed = seed
        self.settings: Any = self._checked(settings)
        """The values given for :attr:`Settings`."""
        self.rng = generator(seed, "teacher")
        """The random stream of teaching."""
        self._preview_rng = generator(seed, "preview")
        self._serial = 0
        self._issued: dict[TaskKey, int] = {}
        self._open: dict[int, Ticket] = {}
        self.start()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for sign, requirement in _OLD_SIGNS.items():
            if sign in cls.__dict__ and requirement not in cls.requires:
                wanted = f"it should declare Requirement.{requirement.name} (requires); the next version will not guess"
                warnings.warn(
                    f"The teacher {cls.__name__} has {sign!r}: {wanted}.", DeprecationWarning, stacklevel=2
                )
                cls.requires = cls.requires | {requirement}

    def __repr__(self) -> str:
        return f"<teacher {self.name} on {self.space}, seed {self.seed}, {self._serial:,} tickets issued>"

    # What a subclass writes.

    def start(self) -> None:
        """Set up the small state of a fresh teacher; the space and the settings are known."""

    def choose(self, rng: np.random.Generator) -> TaskKey | None:
        """The next task in world coordinates, or None when nothing is left to teach."""
        return self.space.sample(rng)

    def learn(self, outcome: Outcome) -> None:
        """Take an outcome in; the ticket and the reward have been checked."""

    def choose_many(self, rng: np.random.Generator, n: int) -> Iterable[TaskKey]:
        """The next ``n`` tasks, fewer when nothing is left to teach: what ``n`` calls of :meth:`choose` give.

        A teacher that can choose a batch at once overrides this, and takes the same numbers from ``rng``. Here each
        task is chosen when it is asked for, after the ticket before it was stamped.
        """
        for _ in range(n):
            task = self.choose(rng)
            if task is None:
                return
            yield task

    def learn_many(self, outcomes: Sequence[Outcome]) -> None:
        """Take outcomes in, in this order: the effect of :meth:`learn` on each; all have been checked."""
        for outcome in outcomes:
            self.learn(outcome)
            del self._open[outcome.ticket.serial]  # what was learnt stays learnt if a later one is refused

    def forget(self, ticket: Ticket) -> None:
        """Drop what is kept about an open ticket that nobody will play any more; most teachers keep nothing."""

    def memory(self) -> dict[str, Any]:
        """Everything :meth:`choose` and :meth:`learn` depend on, JSON-able."""
        return {}

    def recall(self, memory: Mapping[str, Any]) -> None:
        """Take back what :meth:`memory` gave."""

    @property
    def requirements(self) -> frozenset[Requirement]:
        """What it asks for with its settings: all of :attr:`requires`, unless a subclass knows better."""
        return self.requires

    @property
    def antagonist(self) -> str | None:
        """The recorded policy that is to play every ticket, too, where it asks for an antagonist and can name one."""
        return None

    def values(self, estimator: ValueEstimator) -> None:
        """Accept a student's value estimates; called if it requires them."""

    def trains_on(self, ticket: Ticket) -> bool:
        """Whether the student should learn from this open ticket; if not, it is only measured on it."""
        return True

    # What everyone else calls.

    @property
    def serial(self) -> int:
        """How many tickets were issued; inside :meth:`choose`, the serial that the chosen task will get."""
        return self._serial

    @final
    def issue(self) -> Ticket | None:
        """The next ticket, or None when nothing is left to teach."""
        task = self.choose(self.rng)
        return None if task is None else self._stamp(task)

    @final
    def issue_many(self, n: int) -> list[Ticket]:
        """The next ``n`` tickets, the same as one by one; fewer when nothing is left to teach."""
        return [self._stamp(task) for task in self.choose_many(self.rng, n)]

    @final
    def observe(self, outcome: Outcome) -> None:
        """Learn from what happened to a ticket this teacher issued and has not heard of since."""
        self._check(outcome)
        self.learn(outcome)
        del self._open[outcome.ticket.serial]

    @final
    def observe_many(self, outcomes: Iterable[Outcome]) -> None:
        """Learn from several outcomes, as one by one in this order; if one is no good, from none of them."""
        batch = list(outcomes)
        for outcome in batch:
            self._check(outcome)
        serials = {outcome.ticket.serial for outcome in batch}
        if len(serials) < len(batch):
            raise UserError("A ticket cannot be observed twice in one batch.")
        self.learn_many(batch)
        for serial in serials:
            self._open.pop(serial, None)

    def is_open(self, ticket: Ticket) -> bool:
        """Whether this ticket was issued and has been neither observed nor withdrawn."""
        return self._open.get(ticket.serial) == ticket

    @final
    def withdraw(self, tickets: Iterable[Ticket]) -> None:
        """Take open tickets back unplayed: whoever had them is gone. Their serials are not issued again."""
        batch = list(tickets)
        for ticket in batch:
            self._check_open(ticket)
        for ticket in batch:
            self.forget(ticket)
            del self._open[ticket.serial]

    def _stamp(self, task: TaskKey) -> Ticket:
        nth = self._issued.get(task, 0)
        ticket = Ticket(task, self.seed, self._serial, nth)
        self._issued[task] = nth + 1
        self._open[self._serial] = ticket
        self._serial += 1
        return ticket

    def _check(self, outcome: Outcome) -> None:
        self._check_open(outcome.ticket)
        if not math.isfinite(outcome.reward):
            raise UserError(f"Outcome reward must be a finite number, not {outcome.reward!r}.")

    def _check_open(self, ticket: Ticket) -> None:
        known = self._open.get(ticket.serial)
        if known is not ticket and known != ticket:
            raise UserError(f"Ticket {ticket.serial} was not issued by this teacher or was observed before.")

    @final
    def preview(self, n: int) -> list[TaskKey]:
        """``n`` tasks as the teacher would choose them now; the run itself is not disturbed."""
        return self.glimpse(n, self._preview_rng)

    def glimpse(self, n: int, rng: np.random.Generator) -> list[TaskKey]:
        """A preview drawn from ``rng``; a teacher around another one passes it on."""
        twin = self._twin()
        tasks = (twin.choose(rng) for _ in range(n))
        return [task for task in tasks if task is not None]

    def _twin(self) -> Teacher:
        """A copy whose :meth:`choose` leaves this teacher alone."""
        twin = copy.copy(self)
        if self.choosing_changes is None:
            twin.recall(copy.deepcopy(self.memory()))
        else:
            for name in self.choosing_changes:
                setattr(twin, name, copy.deepcopy(getattr(self, name)))
        return twin

    def state(self) -> dict[str, Any]:
        """Everything needed to go on exactly here, JSON-able."""
        return {
            "teacher": self.name,
            "settings": asdict(self.settings),
            "space": self.space.spec(),
            "seed": self.seed,
            "serial": self._serial,
            "issued": {task_id(task): times for task, times in self._issued.items()},
            "open": [ticket.to_json() for ticket in self._open.values()],
            "rng": self.rng.bit_generator.state,
            "preview": self._preview_rng.bit_generator.state,
            "memory": copy.deepcopy(self.memory()),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on exactly where :meth:`state` was taken; on an error this teacher stays as it was."""
        other = state.get("teacher")
        if other != self.name:
            raise UserError(f"This state belongs to the teacher {other!r}, not to {self.name!r}.")
        if space_from_spec(state["space"]) != self.space:
            raise UserError(f"This state of the teacher {self.name!r} belongs to another task space.")
        if self._checked(state["settings"]) != self.settings:
            raise UserError(f"This state of the teacher {self.name!r} belongs to other settings.")
        self._recall_or_stay(state["memory"])
        self.seed, self._serial = int(state["seed"]), int(state["serial"])
        self._issued = {self._named(name): int(times) for name, times in state["issued"].items()}
        tickets = (Ticket.from_json(row) for row in state["open"])
        self._open = {ticket.serial: ticket for ticket in tickets}
        self.rng.bit_generator.state = state["rng"]
        self._preview_rng.bit_generator.state = state["preview"]

    def _named(self, name: str) -> TaskKey:
        """The task that :func:`task_id` named."""
        return name if isinstance(self.space, Discrete) else tuple(map(float, name.split(",")))

    def _recall_or_stay(self, memory: Mapping[str, Any]) -> None:
        before = copy.deepcopy(self.memory())
        try:
            self.recall(copy.deepcopy(dict(memory)))
        except Exception as error:
            self.recall(before)
            raise UserError(f"This state of the teacher {self.name!r} is damaged: {error!r}.") from error

    def _checked(self, settings: Mapping[str, Any]) -> Any:
        return read_settings(self.Settings, settings, f"The teacher {self.name!r}")
