"""The same desk in a Ray actor, for those who already run on Ray.

The actor keeps its record in a folder of the machine it runs on. What travels are the same messages as over ZeroMQ.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from gradus.school import UserError, space_from_spec
from gradus.teachers import make
from gradus.teachers.shared.client import SharedTeacher
from gradus.teachers.shared.desk import PATIENCE, Desk
from gradus.teachers.shared.messages import pack, read_request


class DeskActor:
    """A desk that Ray starts; every message also looks at the clock."""

    def __init__(
        self,
        teacher: str,
        space: Mapping[str, Any],
        seed: int = 0,
        settings: Mapping[str, Any] | None = None,
        folder: str | None = None,
        patience: float = PATIENCE,
    ) -> None:
        made = make(teacher, space_from_spec(space), seed, **dict(settings or {}))
        self.desk = Desk(made, folder, patience)

    def answer(self, message: bytes) -> bytes:
        """Answer one message."""
        now = time.monotonic()
        self.desk.silent(now)
        return pack(self.desk.answer(read_request(message), now))

    def state(self) -> dict[str, Any]:
        """Everything the desk knows."""
        return self.desk.state()

    def close(self) -> None:
        """Save the state."""
        self.desk.close()


class RayLine:
    """A line to a :class:`DeskActor`; it may be handed to other tasks and actors."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor

    def ask(self, message: bytes) -> bytes:
        """Call the actor; one that is gone is one sentence."""
        import ray

        try:
            return bytes(ray.get(self.actor.answer.remote(message)))
        except ray.exceptions.RayActorError as error:
            raise UserError(
                f"The teacher's Ray actor is gone ({type(error).__name__}). Nothing it answered is lost: start it "
                "again with the same folder, and go on."
            ) from None

    def twin(self) -> RayLine:
        """Calls to an actor may come from any thread."""
        return self


def start(teacher: str, space: Any, seed: int = 0, **options: Any) -> Any:
    """Start a desk actor for the teacher of that name; ``settings``, ``folder`` and ``patience`` as for a server."""
    import ray

    return ray.remote(DeskActor).remote(teacher, space.spec(), seed, **options)


def join(actor: Any, worker: str | None = None) -> SharedTeacher:
    """The teacher behind a desk actor, for a worker of any process of the cluster."""
    return SharedTeacher(RayLine(actor), worker)
