"""From a hidden generator to a unifilar machine: follow what an observer can believe.

The parameters of an instance are hidden, so the generator's own state is not what an observer knows. The
observer's state is a distribution over hidden states; it moves deterministically with every input and output.
Which outputs count depends on the *view*: an agent sees bytes and rewards, an evaluator also sees where
instances end, and the `revealed` view shows the parameters of every new instance, as the challenge's figures do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from gradus.mechanics.machines.machine import Edge, Machine, Offer
from gradus.school import UserError, hint

View = Literal["revealed", "agent", "evaluator"]
"""Who looks at the stream."""

VIEWS: tuple[str, ...] = get_args(View)

Belief = tuple[tuple[Hashable, Fraction], ...]


class Move(NamedTuple):
    """One way a hidden generator may answer."""

    weight: Fraction
    """Its probability, given the hidden state and the input."""
    output: Hashable
    """What the agent sees: byte and reward."""
    target: Hashable
    """The next hidden state."""
    identity: Hashable = None
    """The parameters of the instance that opens with this step, or None."""
    solved: bool = False
    """Whether this step solves an instance."""


@dataclass(frozen=True)
class Generator:
    """A task as a hidden Markov channel."""

    prior: Mapping[Hashable, Fraction]
    """The law of the hidden state before the first input."""
    step: Callable[[Hashable, Hashable], Iterable[Move]]
    """All moves of a hidden state under an input."""
    inputs: Sequence[Hashable]
    """The inputs an agent may choose."""
    counts: Mapping[Hashable, int] | None = None
    """How many raw inputs each input stands for; one each if absent."""
    opening: Callable[[Hashable], Hashable] | None = None
    """The byte a hidden state shows before the first input; None if the stream opens in silence."""


def seen(move: Move, view: View) -> Hashable:
    """The output of a move as the chosen observer sees it."""
    if view == "agent":
        return move.output
    if view == "evaluator":
        return (move.output, move.identity is not None)
    return (move.output, move.identity)


UNKNOWN = "unknown"
"""The name of the state behind the beliefs that were followed."""


def belief_closure(
    generator: Generator, view: View = "agent", cap: int = 200_000, cut: bool = False
) -> Machine:
    """The machine of everything an observer can come to believe, in the order of discovery.

    ``cut``: follow no more than ``cap`` beliefs; what lies behind them is one last state :data:`UNKNOWN` that accepts
    nothing.

    Raises:
        UserError: if more than ``cap`` beliefs turn up, as happens when they never close, and they are not to be cut.
    """
    if view not in VIEWS:
        raise UserError(f"View {view!r} is not one of {', '.join(VIEWS)}.{hint(str(view), VIEWS)}")
    queue = _opening_beliefs(generator)
    index: dict[Belief, int] = {belief: i for i, belief in enumerate(queue)}
    offers: list[tuple[Offer, ...]] = []
    moves: dict[tuple[Hashable, Hashable], tuple[Move, ...]] = {}
    counts = generator.counts or {}
    for belief in queue:
        row = []
        for label in generator.inputs:
            edges, solved = _answers(generator, view, belief, label, moves)
            closed = []
            for output, (mass, after) in edges.items():
                if after not in index:
                    if len(index) >= cap and cut:
                        closed.append(Edge(output, mass, cap))
                        continue
                    if len(index) >= cap:
                        raise UserError(
                            f"The belief closure is unbounded or larger than cap={cap}: after {len(offers)} explored "
                            f"beliefs, output {output!r} to input {label!r} still leads to a new one."
                        )
                    index[after] = len(index)
                    queue.append(after)
                closed.append(Edge(output, mass, index[after]))
            row.append(Offer(label, tuple(closed), counts.get(label, 1), solved))
        offers.append(tuple(row))
    if cut and any(edge.target == cap for row in offers for offer in row for edge in offer.edges):
        return Machine((*offers, ()), (*queue, UNKNOWN))
    return Machine(tuple(offers), tuple(queue))


def _opening_beliefs(generator: Generator) -> list[Belief]:
    """What an observer can believe once the first byte was shown."""
    shown: dict[Hashable, dict[Hashable, Fraction]] = {}
    for hidden, weight in generator.prior.items():
        byte = generator.opening(hidden) if generator.opening else None
        shown.setdefault(byte, {})[hidden] = weight
    return [_normalised(part) for part in shown.values()] or [_normalised({})]


def _answers(
    generator: Generator,
    view: View,
    belief: Belief,
    label: Hashable,
    moves: dict[tuple[Hashable, Hashable], tuple[Move, ...]],
) -> tuple[dict[Hashable, tuple[Fraction, Belief]], Fraction]:
    """Every output to ``label`` with its probability and the belief after it; and the expected number solved."""
    reached: dict[Hashable, dict[Hashable, Fraction]] = {}
    solved = Fraction(0)
    for hidden, weight in belief:
        key = (hidden, label)
        if key not in moves:
            moves[key] = tuple(generator.step(hidden, label))
        for move in moves[key]:
            mass = weight * move.weight
            into = reached.setdefault(seen(move, view), {})
            into[move.target] = into.get(move.target, Fraction(0)) + mass
            if move.solved:
                solved += mass
    return {y: (sum(into.values(), Fraction(0)), _normalised(into)) for y, into in reached.items()}, solved


def _normalised(weights: Mapping[Hashable, Fraction]) -> Belief:
    """A belief with total one, in an order that does not depend on how it was found."""
    total = sum(weights.values(), Fraction(0))
    if total <= 0:
        raise UserError("A belief needs positive total weight; the prior is empty.")
    return tuple(sorted(((h, w / total) for h, w in weights.items() if w), key=lambda item: repr(item[0])))
