"""Small variants of tasks whose machines fit on a picture, and how to build any task's machine for drawing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gradus.mechanics.machines.beliefs import VIEWS, View, belief_closure
from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.machines.task_code import measured_variant, task_generator
from gradus.mechanics.models.phrases import phrase_machine
from gradus.school import Chooser, UserError, hint
from gradus.stream import TASKS, Origin, Task, nothing_hidden
from gradus.stream.tasks import SETS, draw_description, draw_example

SMALL: dict[str, dict[str, Any]] = {
    "micro1": {"alphabet": "ab", "size": 2, "streak": 5},
    "micro2": {"alphabet": "ab", "size": 2, "marks": "!", "streak": 5},
    "micro3": {"alphabet": "ab", "size": 2, "marks": "", "streak": 5},
    "micro4": {"alphabet": "abc", "size": 2, "streak": 2},
    **{f"micro5.{i}": {"alphabet": "01", "streak": 2} for i in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 14, 15)},
    **{
        f"micro5.{i}": {"alphabet": "01", "keys": 2, "key_lengths": (1,), "streak": 1}
        for i in (8, 9, 13, 16, 17, 18)
    },
    "micro6": {"words": ("a", "b"), "size": 2, "streak": 1},
    "micro7.1": {"alphabet": "ab"},
    "micro7.2": {"words": ("a", "be")},
    "micro7.3": {"words": ("a", "b")},
    "micro8": {"alphabet": "a", "widest": 1},
    "micro9.1": {"alphabet": "ab"},
    "micro9.2": {"words": ("a", "be")},
    "micro9.3": {"words": ("ab",), "joiners": "-"},
    "micro10": {"words": ("a",), "most": 2},
    "micro11": {"words": ("ab",)},
    "micro12": {"words": ("ab",), "alphabet": "a"},
    "micro13.1": {"alphabet": "abc"},
    "micro13.2": {"alphabet": "ab", "most": 2, "longest": 1},
    "micro14": {"alphabet": "abc"},
    "micro15": {"sequences": (("one", "two"),), "reversed_of_three": 1, "streak": 2},
}
"""Parameters under which a task is drawn unless others are given."""
TWO_LETTERS = ("mini0", "mini1")
"""Mini-tasks that can be enumerated with two letters; those that join pieces cannot even then."""


def small_variant(name: str, **changes: Any) -> Task:
    """The variant of a task that is drawn, with these parameters changed further."""
    task = TASKS.get(name).with_(**{**SMALL.get(name, {}), **changes})
    own = changes.keys() & {"alphabet", "sets"}
    return few_letters(task, 2) if name in TWO_LETTERS and not own else task


def few_letters(task: Task, letters: int) -> Task:
    """A mini-task with one piece of one letter, of so many, and strings of two."""
    chosen = task.params["sets"]

    def draw(pick: Chooser, origin: Origin) -> tuple[str, str, bool]:
        family = replace(
            SETS[pick.choice(chosen)],
            alphabet="ABCDEF"[:letters],
            lengths=(1, 1),
            targets=(1, 1),
            groups=1,
            pool=1,
        )
        description = draw_description(pick, family)
        example = draw_example(pick, family, description)
        return description.text(), example.string, example.answer

    return replace(task.with_(praise=task.params["praise"][:1]), drawing=draw)


def drawn_machine(name: str, view: View = "revealed", cap: int = 4000, **changes: Any) -> Machine:
    """The minimal machine of a small variant of a task, as it is drawn."""
    if view not in VIEWS:
        raise UserError(f"View {view!r} is not one of {', '.join(VIEWS)}.{hint(view, VIEWS)}")
    try:
        return small_machine(small_variant(name, **changes), view, cap)
    except UserError as error:
        raise UserError(f"The task {name!r} cannot be drawn with these parameters: {error}") from error


def small_machine(task: Task, view: View, cap: int) -> Machine:
    """The minimal machine of a task that is small enough, limits off.

    Phrase tasks without hidden parameters are made from their tree of questions, others by enumeration.
    """
    measured = measured_variant(task)
    if is_phrase(measured):
        return causal_states(phrase_machine(measured, cap=cap))
    return causal_states(belief_closure(task_generator(measured, limit=5000), view, cap))


def is_phrase(task: Task) -> bool:
    """Whether a task has no hidden parameters and ends its answers with a full stop."""
    return task.drawing is nothing_hidden and len(task.rules.terminator) == 1 and not task.rules.single
