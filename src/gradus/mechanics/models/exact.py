"""Which exact model stands for which task of the catalogue, at original parameters."""

from __future__ import annotations

from collections.abc import Callable

from gradus.mechanics.machines.beliefs import belief_closure
from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.machines.orbits import count_states, topological
from gradus.mechanics.machines.task_code import measured_variant, task_generator
from gradus.mechanics.measures.driven import drive, uniform
from gradus.mechanics.measures.feedback import Bracket, expert_complexity, feedback_complexity
from gradus.mechanics.measures.figure import Complexity, dropped_bracket, proved_kind
from gradus.mechanics.models.leaking_target import leaking_target_orbits
from gradus.mechanics.models.one_character_mappings import mapping_orbits
from gradus.mechanics.models.phrases import phrase_machine
from gradus.mechanics.models.single_letters import one_letter_orbits, repeated_character_orbits
from gradus.mechanics.models.spaced_letters import spaced_letters_orbits
from gradus.school import UserError
from gradus.stream import TASKS, Task, nothing_hidden

EXPERT_UP_TO = 6000
"""Largest machine for which C* is computed."""
FAITHFUL = ("micro7.1", "micro9.1", "micro11", "micro12", "micro13.1", "micro14")
"""Phrase tasks also measured with the last reply dropped; for the others that machine is too large."""


def _leaking(task: Task) -> Machine:
    return leaking_target_orbits(len(task.params["alphabet"]), task.params["size"], task.rules.streak, 256)


def _enumerated(task: Task) -> Machine:
    return causal_states(belief_closure(task_generator(task)))


def _phrase(task: Task) -> Machine:
    return causal_states(phrase_machine(task))


ORBITS = "orbit machine, equal to enumerated task code at small parameters"
TREE = "questions of the task code as a tree, minimised"
CODE = "belief closure of the task code, minimised"

MODELS: dict[str, tuple[Callable[[Task], Machine], str]] = {
    "micro1": (_leaking, ORBITS),
    "micro2": (one_letter_orbits, ORBITS),
    "micro4": (repeated_character_orbits, ORBITS),
    **{f"micro5.{i}": (mapping_orbits, ORBITS) for i in (1, 2, 3, 5, 6, 10, 11, 14)},
    **{f"micro{i}": (_phrase, TREE) for i in ("7.1", "7.2", "9.1", "9.2", "9.3", "11", "12", "13.1", "14")},
    "micro8": (spaced_letters_orbits, ORBITS),
    "micro15": (_enumerated, CODE),
}
"""For every exactly solved task the machine and how it is made."""


def machine_of(name: str, **changes: object) -> Machine:
    """The minimal machine (or orbit machine) of a task in the agent's view, perhaps at other parameters."""
    if name not in MODELS:
        raise UserError(
            f"The task {name!r} has no exact machine at its original size; choose smaller parameters."
        )
    return MODELS[name][0](measured_variant(TASKS.get(name).with_(**changes)))


def exact_figure(name: str) -> Complexity:
    """The figure of a task that has an exact model."""
    task = measured_variant(TASKS.get(name))
    build, method = MODELS[name]
    machine = build(task)
    bracket = feedback_complexity(machine, tolerance=2e-7 if len(machine) < EXPERT_UP_TO else 1e-3)
    phrase = task.drawing is nothing_hidden
    knows_solving = not phrase and len(machine) <= EXPERT_UP_TO
    expert = steps = None
    if knows_solving:
        found, steps = expert_complexity(machine)
        expert = (found.low, found.high)
    return Complexity(
        name,
        proved_kind(bracket.low, bracket.high),
        topological(machine),
        bracket.low,
        bracket.high,
        method,
        last_reply="examined" if phrase else "dropped",
        orbits=len(machine),
        states=str(count_states(machine)),
        structural=bracket.structural,
        content=bracket.content,
        uniform=drive(machine, uniform(machine)).complexity,
        expert=expert,
        steps=steps,
        dropped=_dropped(task, bracket) if phrase else None,
    )


def _dropped(task: Task, examined: Bracket) -> tuple[float, float]:
    """C_mu of a phrase task with the last reply dropped: measured where that machine is small enough, else bounded."""
    if task.name not in FAITHFUL:
        return dropped_bracket(examined.low, examined.high, task.rules.streak)
    faithful = feedback_complexity(causal_states(phrase_machine(task, faithful=True)))
    return faithful.low, faithful.high
