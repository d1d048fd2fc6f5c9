"""Machines: unifilar transducers with exact rational weights.

A machine answers an input with an output and a next state. It is *unifilar*: state, input and output determine
the next state, so an observer who once knows the state never loses it. A process is a machine with one input.
States offer their inputs locally and may sum up "every input not listed" under :data:`OTHER`, which keeps
machines over 256 bytes small. A state may stand for a whole orbit of equivalent states: ``sizes`` says how many.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from gradus.school import UserError

OTHER = "…"
"""The label that stands for every input a state does not list."""


class Edge(NamedTuple):
    """One answer of the machine: what is seen, how likely, and where it leads."""

    output: Hashable
    """What an observer sees."""
    weight: Fraction
    """The probability of this answer, given state and input."""
    target: int
    """The index of the next state."""


class Offer(NamedTuple):
    """One input that a state accepts."""

    label: Hashable
    """The input, or :data:`OTHER`."""
    edges: tuple[Edge, ...]
    """The answers; their weights sum to one."""
    count: int = 1  # type: ignore[assignment]
    """How many raw inputs this offer stands for (a uniform agent needs it)."""
    solved: Fraction = Fraction(0)
    """Expected number of instances solved by this step."""


@dataclass(frozen=True)
class Machine:
    """A unifilar transducer, or with a single input a process."""

    offers: tuple[tuple[Offer, ...], ...]
    """For every state the inputs it accepts."""
    names: tuple[Hashable, ...]
    """A name for every state; pictures and errors use it."""
    start: int = 0
    """The index of the state in which the stream opens."""
    sizes: tuple[int, ...] = field(default=())
    """How many causal states each state stands for; empty means one each."""
    solving_visible: bool = True
    """False if states were merged that differ in how soon an instance is solved."""

    def __len__(self) -> int:
        return len(self.offers)

    @property
    def weights(self) -> tuple[int, ...]:
        """The size of every state's orbit."""
        return self.sizes or (1,) * len(self)

    def targets(self, state: int) -> set[int]:
        """The states reachable in one step by some input."""
        return {edge.target for offer in self.offers[state] for edge in offer.edges}

    @classmethod
    def from_table(
        cls, table: Mapping[Any, Mapping[Any, Iterable[Sequence[Any]]]], start: Any = None
    ) -> Machine:
        """A machine from ``{state: {input: [(output, weight, next state), ...]}}``, checked.

        Weights are fractions, whole numbers, texts such as ``"1/3"``, or floats: those that sum to 1 but for
        rounding are normalised exactly.

        >>> coin = Machine.from_table({"A": {"-": [("heads", "1/2", "A"), ("tails", "1/2", "A")]}})
        >>> len(coin)
        1
        """
        if not isinstance(table, Mapping):
            raise UserError(f"A table is a mapping from states to inputs, not {type(table).__name__}.")
        if not table:
            raise UserError("A machine needs at least one state; the table is empty.")
        index = {name: i for i, name in enumerate(table)}
        first = next(iter(table)) if start is None else start
        if first not in index:
            raise UserError(f"The start state {first!r} is not a state of the machine.")
        offers = tuple(_read_state(name, row, index) for name, row in table.items())
        machine = cls(offers, tuple(table), index[first])
        check(machine)
        return machine


def _read_state(
    name: Any, row: Mapping[Any, Iterable[Sequence[Any]]], index: Mapping[Any, int]
) -> tuple[Offer, ...]:
    """One row of a table as offers."""
    if not isinstance(row, Mapping):
        raise UserError(f"State {name!r}: expected a mapping from inputs to answers, not {row!r}.")
    offers = []
    for label, answers in row.items():
        edges = []
        for output, weight, target in _triples(answers, name, label):
            if target not in index:
                raise UserError(f"State {name!r}, input {label!r}: the next state {target!r} does not exist.")
            edges.append(Edge(output, _fraction(weight, name, label), index[target]))
        offers.append(Offer(label, _normalised(edges)))
    return tuple(offers)


def _triples(answers: Any, name: Any, label: Any) -> Iterable[Sequence[Any]]:
    """The answers, each of three parts that can be looked up."""
    listed = list(answers) if isinstance(answers, Iterable) else [answers]
    for answer in listed:
        if not isinstance(answer, tuple | list) or len(answer) != 3:
            raise UserError(
                f"State {name!r}, input {label!r}: {answer!r} is no answer; expected (output, probability, next state)."
            )
        for part in (answer[0], answer[2]):
            if not isinstance(part, Hashable):
                raise UserError(
                    f"State {name!r}, input {label!r}: {part!r} is no symbol; use numbers or texts."
                )
    return listed


_ROUNDING = Fraction(1, 10**9)
"""How far weights may be from 1 in all and still mean 1: decimal numbers have no exact binary form."""


def _fraction(weight: Any, name: Any, label: Any) -> Fraction:
    """A weight as it was meant: a float by its shortest decimal form."""
    try:
        return Fraction(repr(weight)) if isinstance(weight, float) else Fraction(weight)
    except (ValueError, TypeError, ZeroDivisionError):
        raise UserError(f"State {name!r}, input {label!r}: {weight!r} is no probability.") from None


def _normalised(edges: list[Edge]) -> tuple[Edge, ...]:
    total = sum((edge.weight for edge in edges), Fraction(0))
    if total == 1 or not total > 0 or abs(total - 1) > _ROUNDING:
        return tuple(edges)  # exact, or so wrong that the check will say so
    return tuple(edge._replace(weight=edge.weight / total) for edge in edges)


def check(machine: Machine) -> None:
    """Refuse a machine that is not stochastic, not unifilar, or not wholly reachable from its start."""
    check_laws(machine)
    seen = reachable(machine, machine.start)
    for state in range(len(machine)):
        if state not in seen:
            raise UserError(
                f"State {machine.names[state]!r} cannot be reached from the start {machine.names[machine.start]!r}."
            )


def check_laws(machine: Machine) -> None:
    """Refuse a machine that is not stochastic or not unifilar."""
    for state, offers in enumerate(machine.offers):
        if not offers:
            raise UserError(f"State {machine.names[state]!r} accepts no input; expected at least one.")
        labels = [offer.label for offer in offers]
        if len(set(labels)) != len(labels):
            raise UserError(f"State {machine.names[state]!r} lists an input twice.")
        for offer in offers:
            _check_offer(machine, state, offer)


def _check_offer(machine: Machine, state: int, offer: Offer) -> None:
    """The two laws every offer obeys: weights sum to one, an output leads to one place."""
    place = f"State {machine.names[state]!r}, input {offer.label!r}"
    if any(edge.weight <= 0 for edge in offer.edges):
        raise UserError(f"{place}: every probability must be positive.")
    total = sum((edge.weight for edge in offer.edges), Fraction(0))
    if total != 1:
        raise UserError(f"{place}: the probabilities sum to {total}, expected 1.")
    leads: dict[Hashable, int] = {}
    for edge in offer.edges:
        if leads.setdefault(edge.output, edge.target) != edge.target:
            one, two = machine.names[leads[edge.output]], machine.names[edge.target]
            raise UserError(
                f"{place}: output {edge.output!r} leads to both {one!r} and {two!r}; a unifilar machine has one "
                "next state per output (use belief_closure for a hidden generator)."
            )


def reachable(machine: Machine, start: int) -> set[int]:
    """All states that some inputs and answers can lead to."""
    seen, stack = {start}, [start]
    while stack:
        for target in machine.targets(stack.pop()):
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return seen
