"""The world's side of a learner in another process: a stream learner whose thoughts come over a wire."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any

from gradus.school import UserError
from gradus.stream.learner import DisconnectReason, LearnerDisconnected
from gradus.stream.remote.address import Address, TcpAddress, parse_address
from gradus.stream.remote.budget import LearnerBudget
from gradus.stream.remote.child import Child, Supervision, split_command
from gradus.stream.remote.hosts import CLOSED, Host, open_host

_NOT_RESUMABLE = "A remote learner keeps its memory to itself: its run can be replayed but not resumed."
_LAUNCHER_SECONDS = 30.0
"""How long a learner may take to say hello after the command that left it running has ended well."""
_GRACE_SECONDS = 2.0
"""How long a learner whose run is over may take to leave by itself."""
_GLANCE_SECONDS = 0.5
"""How long to look for the status of a command that was not seen to leave; mostly it is still running."""
_DYING_SECONDS = 10.0
"""A dying process closes its sockets before its status is known, on a busy machine long before."""
_LAST_LOOKS = 3
"""Looks for a hello after its time: on a busy machine this process may be late, and not the learner."""


class RemoteLearner:
    """A learner that connects from another process, or is started by a command.

    Binds at once (``address`` says where); waits for the learner's hello in :meth:`greet` or in the first step.
    Whatever the learner does wrong ends in :class:`LearnerDisconnected` with a reason. Close it, or use it as a
    context manager.
    """

    resumable = False
    """Its run can be replayed but not resumed."""

    def __init__(
        self,
        address: str | int | Address = TcpAddress(),  # noqa: B008 (frozen)
        *,
        command: str | None = None,
        budget: LearnerBudget = LearnerBudget(),  # noqa: B008 (frozen)
        supervision: Supervision | None = None,
    ) -> None:
        words = split_command(command) if command is not None else None
        self.budget = budget
        self._host: Host = open_host(parse_address(address))
        self._child = Child([*words, self._host.argument], budget.memory, supervision) if words else None
        self._greeted = self._closed = False
        self.ending: DisconnectReason | None = None
        """How the learner's part ended; None while it has not, or when it stayed until the run's end."""
        self._steps = 0
        self._most_steps = budget.steps if budget.steps is not None else math.inf
        self._deadline = math.inf
        self._exchange = self._host.exchange

    @property
    def address(self) -> str:
        """Where the learner is expected."""
        return self._host.address

    def greet(self) -> None:
        """Wait for the learner's hello."""
        began, late = time.monotonic(), 0
        while not self._host.greeted():
            waited = time.monotonic() - began
            self._check_launcher(waited)
            late += waited > self.budget.handshake
            if late > _LAST_LOOKS:
                raise self._gone(
                    self._nobody(f" within {self.budget.handshake:g} seconds"), DisconnectReason.no_hello
                )
        self._greeted = True
        if self.budget.seconds is not None:
            self._deadline = time.monotonic() + self.budget.seconds

    def _nobody(self, when: str = "") -> str:
        visitors = self._host.visitors()
        came = f", though {visitors} {'others' if visitors > 1 else 'other'} connected" if visitors else ""
        return f"no learner said hello{when}{came}"

    def _check_launcher(self, waited: float) -> None:
        """A command that failed will not say hello; one that ended well may have left a learner running."""
        status = self._child.status() if self._child else None
        if status or (status == 0 and waited > _LAUNCHER_SECONDS):
            raise self._gone(self._nobody(), DisconnectReason.no_hello)

    def act(self, byte: int, reward: int) -> int:
        """The learner's byte in reply to the world's."""
        if not self._greeted:
            self.greet()
        began = time.monotonic()
        try:
            if began > self._deadline or self._steps >= self._most_steps:
                raise self._used_up(began)
            answer = self._exchange(byte, reward)
            while answer is None:
                self._check_patience(began)
                answer = self._host.receive()
        except LearnerDisconnected as gone:
            raise self._gone(gone.reason, gone.ending) from None
        self._steps += 1
        return answer

    def _used_up(self, now: float) -> LearnerDisconnected:
        if now > self._deadline:
            return LearnerDisconnected(
                f"the learner used up its {self.budget.seconds:g} seconds", DisconnectReason.limit
            )
        return LearnerDisconnected(
            f"the learner used up its {self.budget.steps} steps", DisconnectReason.limit
        )

    def _check_patience(self, began: float) -> None:
        """A slice of waiting has brought nothing: is there a reason to wait on?"""
        now = time.monotonic()
        if not self._host.connected():
            raise LearnerDisconnected(CLOSED)
        if now - began > self.budget.answer:
            raise LearnerDisconnected(
                f"the learner did not answer within {self.budget.answer:g} seconds", DisconnectReason.budget
            )
        if now > self._deadline:
            raise self._used_up(now)

    def speaks_unasked(self) -> bool:
        """Whether answers are waiting to which there is no question yet; only seen on a Unix socket."""
        surplus = getattr(self._host, "surplus", None)
        return bool(surplus and self._greeted and surplus())

    def _gone(self, reason: str, ending: DisconnectReason) -> LearnerDisconnected:
        """The end, with what the learner's command has to say about it."""
        if self._child:
            self._child.wait(_DYING_SECONDS if ending is DisconnectReason.left else _GLANCE_SECONDS)
            if limit := self._child.limit_reached():
                reason, ending = limit, DisconnectReason.budget
            else:
                reason += self._child.epitaph()
        self.ending = ending
        self.close(parting=False)
        return LearnerDisconnected(reason, ending)

    def farewell(self, byte: int, reward: int) -> None:
        """Hand over the last byte and reward of a finished run; no answer is expected any more."""
        if self._greeted and not self._closed:
            self._host.send(byte, reward)
            self.close(parting=True)

    def close(self, parting: bool = True) -> None:
        """Close the connection and end the learner's command; with ``parting`` it may first leave by itself."""
        if not self._closed:
            self._closed = True
            self._host.close(parting)
            if self._child:
                self._child.stop(_GRACE_SECONDS if parting and self._greeted else 0.0)

    def __enter__(self) -> RemoteLearner:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.close(parting=kind is None)

    def state(self) -> dict[str, Any]:
        """Not to be had."""
        raise UserError(_NOT_RESUMABLE)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Not possible."""
        raise UserError(_NOT_RESUMABLE)
