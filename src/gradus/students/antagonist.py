"""An antagonist on the tracks: a recorded policy that plays every ticket, too, for teachers that earn regret."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gradus.school import Requirement, Teacher, Ticket, UserError
from gradus.students.plan import Plan
from gradus.students.shipped import Walker, walker
from gradus.students.tickets import Once


class Antagonist:
    """Plays tickets with a walker's best actions; it learns nothing, so a run resumes as exactly as without it."""

    def __init__(self, plan: Plan, policy: Walker) -> None:
        if (policy.plan.track, policy.plan.body) != (plan.track, plan.body):
            raise UserError(
                f"The antagonist {policy.name!r} is a {policy.plan.body} on {policy.plan.track}, "
                f"the student a {plan.body} on {plan.track}: both must be alike."
            )
        self.policy = policy
        self._source = Once()
        self._world = plan.make_world(1, self._source)

    @classmethod
    def wanted(cls, plan: Plan, teacher: Teacher) -> Antagonist | None:
        """The antagonist that a teacher's settings name, if they do."""
        if Requirement.ANTAGONIST not in teacher.requirements:
            return None
        if teacher.antagonist is None:
            raise UserError(
                f"The teacher {teacher.name!r} with regret 'antagonist' needs the setting antagonist on the tracks: "
                "a shipped walker or a walker's file."
            )
        return cls(plan, walker(teacher.antagonist))

    def returns(self, tickets: Sequence[Ticket]) -> list[float]:
        """What it earns with each ticket."""
        return [self._play(ticket) for ticket in tickets]

    def _play(self, ticket: Ticket) -> float:
        self._source.hand(ticket)
        observations, _ = self._world.reset(options={"reset_mask": np.array([True])})
        over = False
        while not over:
            observations, _, terminated, truncated, _ = self._world.step(self.policy.best(observations))
            over = bool(terminated[0] or truncated[0])
        return self._source.outcomes[ticket.serial].reward
