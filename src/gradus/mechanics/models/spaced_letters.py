"""Micro-task 8 as an orbit machine: two letters between runs of spaces, letters interchangeable.

The tree of questions over 26 letters has hundreds of thousands of leaves that differ only in which letters they
show. Here the first letter shown is one atom and the second is the same atom or another; a situation that still
refers to k letters stands for as many causal states as there are ways to choose k letters in order.
"""

from __future__ import annotations

from dataclasses import replace
from math import perm

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.models.phrases import Ask, Hear, Node, Say, phrase_machine
from gradus.school import Chooser
from gradus.stream import Question, Task

ONE, TWO = "\x01", "\x02"
"""The atoms: bytes that occur in no text of the task."""


def spaced_letters_orbits(task: Task) -> Machine:
    """The orbit machine of micro-task 8, the last reply examined."""
    letters = len(task.params["alphabet"])
    keyword, widest = task.params["keyword"], task.params["widest"]

    def ask(pick: Chooser) -> Question:
        second = ONE if pick.below(letters) == 0 else TWO
        gaps = [" " * pick.between(0, widest) for _ in range(3)]
        answer = ONE + gaps[1][:1] + second + gaps[2][:1]
        return Question(f"{keyword} {gaps[0]}{ONE}{gaps[1]}{second}{gaps[2]}", answer)

    raw = phrase_machine(replace(task, asking=ask), rename=renamed)
    minimal = causal_states(_tagged(raw, _atoms_ahead(raw)))
    return replace(minimal, sizes=tuple(perm(letters, name[1]) for name in minimal.names))  # type: ignore[index]


def _tagged(machine: Machine, atoms: list[int]) -> Machine:
    """The machine with the number of letters referred to made visible: renaming must not hide it."""
    offers = tuple(
        tuple(
            offer._replace(edges=tuple(e._replace(output=(e.output, count)) for e in offer.edges))
            for offer in row
        )
        for row, count in zip(machine.offers, atoms, strict=True)
    )
    return Machine(offers, tuple(zip(machine.names, atoms, strict=True)), machine.start)


def renamed(node: Node) -> Node:
    """Feedback that only mentions the second atom mentions one letter: call it the first."""
    if isinstance(node, Say) and all(ONE not in rest for rest, _weight in node.rests):
        return node._replace(rests=tuple((rest.replace(TWO, ONE), weight) for rest, weight in node.rests))
    return node


def _atoms_ahead(machine: Machine) -> list[int]:
    """How many letters each situation refers to: those in its texts, or, while a question is printed, those shown."""
    count = [0] * len(machine)
    for state, name in enumerate(machine.names):
        if isinstance(name, Hear):
            count[state] = len({ONE, TWO} & set(name.question.answer))
        elif isinstance(name, Say):
            count[state] = len({ONE, TWO} & set("".join(rest for rest, _weight in name.rests)))
    order = [state for state, name in enumerate(machine.names) if isinstance(name, Ask)]
    changed = True
    while changed:
        changed = False
        for state in order:
            for offer in machine.offers[state]:
                for edge in offer.edges:
                    if isinstance(machine.names[edge.target], Ask) and isinstance(edge.output, tuple):
                        shown = max(count[edge.target], count[state], _index(str(edge.output[0])))
                        changed |= shown != count[edge.target]
                        count[edge.target] = shown
    return count


def _index(byte: str) -> int:
    return {ONE: 1, TWO: 2}.get(byte, 0)
