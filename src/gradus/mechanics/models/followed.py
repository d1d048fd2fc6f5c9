"""The whole machine of a task as it is played: where somebody who has seen an instance from its first byte stands.

The states are the causal states of the agent's view, those included that are left for ever, because an instance begins
in one. The machine starts *before* the first byte, which it says whatever is said to it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction

from gradus.mechanics.machines.beliefs import Generator, Move, belief_closure
from gradus.mechanics.machines.machine import OTHER, Machine
from gradus.mechanics.machines.minimise import minimise, reachable_part
from gradus.mechanics.machines.task_code import measured_variant, task_generator
from gradus.mechanics.models.phrases import phrase_machine
from gradus.mechanics.models.small_variants import is_phrase
from gradus.school import UserError
from gradus.stream import Task

_BEFORE = "before the first byte"
_QUESTIONS = 5000
"""Questions of a task without hidden parameters above which its machine is not even tried."""
_INSTANCES = 300
"""Instances and first questions of any other task above which the same holds: each costs more."""
_MOVES = 30_000
"""Moves of the hidden task after which it is given up: some seconds."""


def followed_machine(task: Task, cap: int = 3000) -> Machine:
    """The minimal machine of a task at its own parameters, limits off, started before the first byte.

    Raises:
        UserError: if it has more than ``cap`` states.
    """
    measured = measured_variant(task)
    if is_phrase(measured):
        made = phrase_machine(measured, limit=_QUESTIONS, cap=8 * cap)
    else:
        made = belief_closure(_from_before(task_generator(measured, limit=_INSTANCES)), "agent", cap)
    found = reachable_part(minimise(made))
    if len(found) > cap:
        raise UserError(f"The machine of {task.name} has {len(found)} states; a picture has at most {cap}.")
    return found


def _from_before(whole: Generator) -> Generator:
    """The same task with one state more, in which nothing has been said yet."""
    left = _MOVES

    def step(hidden: Hashable, label: Hashable) -> Iterable[Move]:
        nonlocal left
        if hidden != _BEFORE:
            for move in whole.step(hidden, label):
                left -= 1
                if left < 0:
                    raise UserError(f"It has more than {_MOVES:,} moves.")
                yield move
            return
        for first, weight in whole.prior.items():
            shown = whole.opening(first) if whole.opening else None
            yield Move(weight, (shown, 0), first)

    return Generator({_BEFORE: Fraction(1)}, step, whole.inputs, whole.counts)


def follow(machine: Machine, state: int, said: str, heard: str, reward: int) -> int | None:
    """The state after a step: a byte said, a byte and a reward in return; None where the machine knows no such step."""
    offers = {offer.label: offer for offer in machine.offers[state]}
    offer = offers.get(said, offers.get(OTHER))
    targets = {edge.output: edge.target for edge in offer.edges} if offer else {}
    return targets.get((heard, reward))
