"""Tasks without hidden parameters as machines: questions from the task code, printed from a tree.

Micro-tasks 7 to 14 ask independent questions with a known rule. Which question is being printed is settled
byte by byte, so the draw is deferred along a tree of all questions. The streak would be invisible but for one
corner: the reply to the very last byte of an instance is dropped. ``faithful`` machines have that corner and
hence the streak in every state; otherwise that reply counts like every other and the streak disappears.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from gradus.mechanics.machines.answers import canonical_answer, telling_bytes
from gradus.mechanics.machines.machine import OTHER, Edge, Machine, Offer
from gradus.school import UserError, distribution
from gradus.stream import Question, Task, nothing_hidden

ONE = Fraction(1)
END = -1
"""The streak of an instance that is over and only prints its last feedback."""


class Ask(NamedTuple):
    """So much of a question is printed."""

    node: int
    run: int


class Hear(NamedTuple):
    """A question is printed, and so much of an answer was heard."""

    question: Question
    said: str
    run: int


class Say(NamedTuple):
    """Feedback is being printed; these are the possible rests."""

    rests: tuple[tuple[str, Fraction], ...]
    run: int


Node = Ask | Hear | Say


@dataclass
class _Tree:
    """All questions by their bytes; a leaf holds what the question asks, without its text."""

    children: list[dict[str, tuple[Fraction, int]]] = field(default_factory=lambda: [{}])
    leaves: dict[int, Question] = field(default_factory=dict)
    telling: dict[Question, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, task: Task, limit: int) -> _Tree:
        """The tree of everything the task may ask."""
        if task.drawing is not nothing_hidden:
            raise UserError(
                f"The task {task.name!r} has hidden parameters; use the mapping or belief models."
            )
        asked = distribution(lambda pick: task.bound.ask(pick, None, None)[0], limit)
        weights: list[dict[str, Fraction]] = [{}]
        tree = cls()
        where: list[dict[str, int]] = [{}]
        for question, weight in asked.items():
            at = 0
            for byte in question.text + task.rules.terminator:
                weights[at][byte] = weights[at].get(byte, Fraction(0)) + weight
                if byte not in where[at]:
                    where[at][byte] = len(where)
                    where.append({})
                    weights.append({})
                at = where[at][byte]
            asks = question._replace(text="", key="")
            if tree.leaves.setdefault(at, asks) != asks:
                raise UserError(f"The task {task.name!r} asks {question.text!r} with two meanings.")
        for masses, names in zip(weights, where, strict=True):
            total = sum(masses.values(), Fraction(0))
            row = {byte: (mass / total, names[byte]) for byte, mass in masses.items()}
            tree.children.append(row)
        tree.children.pop(0)
        return tree


class _Talk:
    """The dialogue rules over nodes."""

    def __init__(self, task: Task, faithful: bool, limit: int) -> None:
        if len(task.rules.terminator) != 1 or task.rules.single:
            raise UserError(f"The task {task.name!r} is not of the question-and-full-stop kind.")
        self.task, self.faithful = task, faithful
        self.tree = _Tree.of(task, limit)
        self.reactions: dict[tuple[Question, bool], tuple[tuple[str, Fraction], ...]] = {}

    def offers(
        self, node: Node
    ) -> Iterable[tuple[str, int, list[tuple[Hashable, Fraction, Node]], Fraction]]:
        """Inputs of a node: label, count, answers, instances solved."""
        if isinstance(node, Hear):
            yield from self._heard(node)
        elif isinstance(node, Say) and node.run == END and node.rests == (("", ONE),):
            yield OTHER, 256, self._print(Ask(0, 0), 0), Fraction(0)
        else:
            reset = node if node.run in (0, END) else node._replace(run=0)
            yield " ", 1, self._print(node, 0), Fraction(0)
            yield OTHER, 255, self._print(reset, self.task.rules.penalty), Fraction(0)

    def _print(self, node: Ask | Say, reward: int) -> list[tuple[Hashable, Fraction, Node]]:
        """The next byte of what is being said, and where it leads."""
        if isinstance(node, Ask):
            row = self.tree.children[node.node]
            return [((byte, reward), p, self._arrive(child, node.run)) for byte, (p, child) in row.items()]
        first: dict[str, list[tuple[str, Fraction]]] = {}
        for rest, weight in node.rests:
            first.setdefault(rest[0], []).append((rest[1:], weight))
        answers: list[tuple[Hashable, Fraction, Node]] = []
        for byte, rests in first.items():
            total = sum((weight for _rest, weight in rests), Fraction(0))
            answers.append(((byte, reward), total, self._said(rests, total, node.run)))
        return answers

    def _arrive(self, child: int, run: int) -> Node:
        leaf = self.tree.leaves.get(child)
        return Ask(child, run) if leaf is None else Hear(leaf, "", run)

    def _said(self, rests: list[tuple[str, Fraction]], total: Fraction, run: int) -> Node:
        """The node after a byte of feedback; at its end the next question follows without a pause."""
        merged: dict[str, Fraction] = {}
        for rest, weight in rests:
            merged[rest] = merged.get(rest, Fraction(0)) + weight / total
        if run != END and set(merged) == {""}:
            return Ask(0, run)
        return Say(tuple(sorted(merged.items())), run)

    def _heard(
        self, node: Hear
    ) -> Iterable[tuple[str, int, list[tuple[Hashable, Fraction, Node]], Fraction]]:
        end = self.task.rules.terminator
        if node.question not in self.tree.telling:
            self.tree.telling[node.question] = tuple(map(chr, sorted(telling_bytes(node.question, end))))
        telling = self.tree.telling[node.question]
        unlisted = next(chr(b) for b in range(255, -1, -1) if chr(b) not in telling)
        rest = self._listen(node, unlisted)
        listed = [(byte, step) for byte in telling if (step := self._listen(node, byte)) != rest]
        for byte, (answers, solved) in listed:
            yield byte, 1, answers, solved
        yield OTHER, 256 - len(listed), *rest

    def _listen(self, node: Hear, byte: str) -> tuple[list[tuple[Hashable, Fraction, Node]], Fraction]:
        end = self.task.rules.terminator
        if byte != end:
            said = canonical_answer(node.question, node.said + byte, end)
            return [((" ", 0), ONE, node._replace(said=said))], Fraction(0)
        right = node.question.accepts(node.said)
        run = (node.run + 1 if right else 0) if self.faithful else 0
        solved = right and run == self.task.rules.streak
        texts = Say(self._reaction(node.question, right), END if solved else run)
        return self._print(texts, 1 if right else -1), Fraction(int(solved))

    def _reaction(self, question: Question, right: bool) -> tuple[tuple[str, Fraction], ...]:
        key = (question, right)
        if key not in self.reactions:
            task = self.task
            texts = distribution(
                lambda pick: task.bound.react(pick, None, question, right) + task.rules.separator
            )
            self.reactions[key] = tuple(sorted(texts.items()))
        return self.reactions[key]


def phrase_machine(
    task: Task,
    faithful: bool = False,
    limit: int = 2_000_000,
    cap: int = 2_000_000,
    rename: Callable[[Node], Node] = lambda node: node,
) -> Machine:
    """The machine of a task without hidden parameters, not yet minimised.

    ``rename`` may bring nodes that differ only in interchangeable symbols to one form.
    """
    talk = _Talk(task, faithful, limit)
    start: Node = Ask(0, 0)
    index: dict[Node, int] = {start: 0}
    queue: list[Node] = [start]
    offers = []
    for node in queue:
        row = []
        for label, count, answers, solved in talk.offers(node):
            edges = []
            for output, weight, reached in answers:
                after = rename(reached)
                if after not in index:
                    if len(index) >= cap:
                        raise UserError(f"The task {task.name!r} has more than cap={cap} states.")
                    index[after] = len(index)
                    queue.append(after)
                edges.append(Edge(output, weight, index[after]))
            row.append(Offer(label, tuple(edges), count, solved))
        offers.append(tuple(row))
    return Machine(tuple(offers), tuple(queue))
