"""Machines learned from recorded runs, and how far they can be trusted.

Transcripts are cut at instance boundaries, and symbols may be renamed by first use. Instances one after the other, with
their ends seen, are a stationary stream, from which a machine is inferred
(:mod:`gradus.mechanics.measures.inference`); the end of an instance leads back to its start.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from gradus.mechanics.machines.beliefs import Generator, Move, belief_closure
from gradus.mechanics.machines.machine import OTHER, Machine
from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.machines.task_code import task_generator
from gradus.mechanics.measures.inference import infer
from gradus.mechanics.measures.learned import Learned, Piece
from gradus.mechanics.measures.stationary import entropy
from gradus.school import RunFolder, Sampler, UserError
from gradus.stream import SILENCE, Dialogue, Origin, Task


def read_instances(path: str | Path, task: str | None = None) -> list[Piece]:
    """The instances of a recorded run (of one task), cut at their boundaries.

    An input is the learner's byte, an output the next byte of the same instance, if any, and the reward.
    """
    run = RunFolder.read(path)
    columns = run.transcript()
    pieces, start = [], 0
    for outcome in run.outcomes():
        part = columns[3 * start : 3 * (start + outcome.steps)]
        start += outcome.steps
        if task is None or outcome.ticket.task == task:
            pieces.append(_piece(part))
    if not pieces:
        raise UserError(f"The run in {path} has no instances{f' of task {task!r}' if task else ''}.")
    return pieces


def _piece(columns: bytes) -> Piece:
    heard, said, paid = columns[0::3], columns[1::3], columns[2::3]
    rewards = [value - 256 if value > 127 else value for value in paid]
    onward = [chr(byte) for byte in heard[1:]] + [""]
    return tuple((chr(x), (y, r)) for x, y, r in zip(said, onward, rewards, strict=True))


def rename_by_first_use(piece: Piece) -> Piece:
    """The piece with its symbols numbered in order of first appearance, so that instances can be compared."""
    number: dict[Hashable, int] = {}

    def name(symbol: Hashable) -> int:
        return number.setdefault(symbol, len(number))

    return tuple((name(x), (name(y[0]), y[1]) if isinstance(y, tuple) else y) for x, y in piece)


def learn(
    pieces: Sequence[Piece], eps: float | None = None, samples: int = 200, seed: int = 0, closed: bool = True
) -> Learned:
    """The machine of recorded pieces, with an interval for C_X.

    ``closed``: the pieces are whole instances, which all begin alike and whose last step leads to the next. One after
    the other, with their ends seen, they are a stationary stream like any other and are given to :func:`infer`; so are
    windows of a stream that begin anywhere (``closed=False``). ``eps`` has no effect any longer.

    Raises:
        UserError: if there are no pieces, or what :func:`infer` raises.
    """
    if not pieces or any(not piece for piece in pieces):
        raise UserError("Learning a machine needs at least one instance, each with at least one step.")
    if eps is not None:
        warnings.warn(
            "eps has no effect: machines are no longer found by merging.", DeprecationWarning, stacklevel=2
        )
    if not closed:
        return infer(pieces, samples=max(samples, 20), seed=seed)
    found = infer([_one_stream(pieces)], samples=max(samples, 20), seed=seed)
    return replace(found, machine=_ends_unseen(found.machine), instances=len(pieces))


@dataclass(frozen=True)
class _End:
    """The output of the last step of an instance, seen to be the last."""

    output: Hashable


def _one_stream(pieces: Sequence[Piece]) -> Piece:
    """All instances one after the other, their last outputs marked."""
    return tuple(pair for piece in pieces for pair in (*piece[:-1], (piece[-1][0], _End(piece[-1][1]))))


def _ends_unseen(machine: Machine) -> Machine:
    """The machine with plain outputs again; it starts where most instances begin."""
    begun: Counter[int] = Counter()
    offers = []
    for row in machine.offers:
        plain = []
        for offer in row:
            edges = []
            for edge in offer.edges:
                ended = isinstance(edge.output, _End)
                begun[edge.target] += int(offer.count * edge.weight) if ended else 0
                edges.append(
                    edge._replace(output=edge.output.output) if isinstance(edge.output, _End) else edge
                )
            plain.append(offer._replace(edges=tuple(edges)))
        offers.append(tuple(plain))
    (start, _count), *_rest = begun.most_common(1) or [(machine.start, 0)]
    return replace(machine, offers=tuple(offers), start=start)


@dataclass(frozen=True)
class Agreement:
    """A learned machine held against the exact one."""

    states: tuple[int, int]
    """Learned and exact."""
    distance: float
    """How far the answer probabilities are apart (total variation), on average over the recorded steps."""
    complexity: float
    """C_X of the exact machine under the recorded behaviour."""
    inside: bool
    """Whether this lies in the bootstrap interval of the learned machine."""


def agreement(learned: Learned, exact: Machine, pieces: Sequence[Piece]) -> Agreement:
    """How well a learned machine agrees with the exact one along the transcripts it was learned from."""
    truth = visited_entropy(exact, pieces)
    low, high = learned.interval
    apart = distance(learned.machine, exact, pieces)
    return Agreement((len(learned.machine), len(exact)), apart, truth, low <= truth <= high)


def distance(learned: Machine, exact: Machine, pieces: Iterable[Piece]) -> float:
    """The mean total variation between the answers of both machines when they follow the same transcripts.

    A step that one of the machines cannot take counts as one, and so does the rest of that piece.
    """
    total, steps = 0.0, 0
    for piece in pieces:
        a, b = learned.start, exact.start
        for at, (x, y) in enumerate(piece):
            one, two = _answers(learned, a, x), _answers(exact, b, x)
            if one is None or two is None or y not in one or y not in two:
                total, steps = total + len(piece) - at, steps + len(piece) - at
                break
            gap = sum(abs(float(one.get(o, (0, 0))[0] - two.get(o, (0, 0))[0])) for o in {*one, *two})
            total, steps = total + gap / 2, steps + 1
            a, b = one[y][1], two[y][1]
    return total / max(steps, 1)


def _answers(machine: Machine, state: int, label: Hashable) -> dict[Hashable, tuple[Fraction, int]] | None:
    offers = {offer.label: offer for offer in machine.offers[state]}
    offer = offers.get(label, offers.get(OTHER))
    return {edge.output: (edge.weight, edge.target) for edge in offer.edges} if offer else None


def explored(task: Task, instances: int, seed: int = 0, care: float = 0.5, most: int = 200) -> list[Piece]:
    """Instances of a task, answered rightly with the chance ``care`` per byte and else by a byte that may matter.

    An instance of more than ``most`` steps is left out, so a task that is hardly ever solved shows few.
    """
    if not 0 <= care <= 1 or instances < 1:
        raise UserError(f"care must be a chance and instances at least 1, not {care!r} and {instances!r}.")
    letters = [ord(str(label)) for label in task_generator(task).inputs if label != OTHER]
    pick = Sampler(seed)
    pieces = []
    for _ in range(instances):
        piece = _explore(Dialogue(task, pick, Origin()), pick, care, letters, most)
        if piece:
            pieces.append(piece)
    return pieces


def _explore(dialogue: Dialogue, pick: Sampler, care: float, letters: list[int], most: int) -> Piece:
    """One instance; empty if it lasted too long."""
    steps: list[tuple[Hashable, Hashable]] = []
    dialogue.speak()
    for _ in range(most):
        wanted = dialogue.awaited()[:1]
        right = wanted[0] if wanted else SILENCE
        byte = right if pick.chance(round(care * 1000), 1000) else pick.choice(letters)
        reward = dialogue.hear(byte)
        if dialogue.over:
            return (*steps, (chr(byte), ("", reward)))
        steps.append((chr(byte), (chr(dialogue.speak()), reward)))
    return ()


def instance_machine(task: Task) -> Machine:
    """The exact machine of pieces of a task: its first byte not shown, the end of an instance seen as nothing said."""
    whole = task_generator(task)

    def step(moment: Hashable, label: Hashable) -> Iterable[Move]:
        for move in whole.step(moment, label):
            ended = move.identity is not None
            yield move._replace(output=("", move.output[1]) if ended else move.output)  # type: ignore[index]

    return causal_states(belief_closure(Generator(whole.prior, step, whole.inputs, whole.counts)))


def visited_entropy(machine: Machine, pieces: Iterable[Piece]) -> float:
    """C_X of a machine under recorded behaviour: the entropy of its states as the pieces visit them."""
    visits = np.zeros(len(machine))
    for piece in pieces:
        state = machine.start
        for x, y in piece:
            visits[state] += 1
            answers = _answers(machine, state, x)
            if answers is None or y not in answers:
                raise UserError(
                    f"The machine has no answer {y!r} to {x!r} in state {machine.names[state]!r}."
                )
            state = answers[y][1]
    return entropy(visits / visits.sum())
