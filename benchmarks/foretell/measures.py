"""What is known of a task before anybody learns it: complexity, secrets, shared structure, description length."""

from __future__ import annotations

from collections.abc import Callable

from gradus.learners.gradual import description_lengths
from gradus.mechanics import (
    Machine,
    belief_closure,
    causal_states,
    feedback_complexity,
    measured_variant,
    preparations,
    table,
    task_generator,
)
from gradus.mechanics.models.exact import MODELS
from gradus.mechanics.models.phrases import phrase_machine
from gradus.mechanics.models.small_variants import is_phrase
from gradus.school import UserError
from gradus.stream import Curriculum, Task, nothing_hidden

MEASURES = ("C_mu", "hides", "gain", "library", "empty", "after", "saved")
LARGEST = 20_000
"""Questions and beliefs up to which a task is enumerated."""
ORBITS = ("micro1", "micro2", "micro4", *(f"micro5.{i}" for i in (1, 2, 3, 5, 6, 10, 11, 14)))
"""Families whose orbit machines hold at other parameters, too."""

Known = dict[str, dict[str, float]]
"""For every task its measures, as far as they are known."""


def measures(curriculum: Curriculum, seed: int) -> Known:
    """All measures of the tasks of a curriculum; description lengths from questions of this seed."""
    public = curriculum.name == "round1"
    found: Known = {}
    for name, task in curriculum.tasks.items():
        row = {"hides": float(task.drawing is not nothing_hidden)}
        complexity = sum(table()[name].running) / 2 if public else running_complexity(task)
        found[name] = row if complexity is None else {**row, "C_mu": complexity}
    if public:
        _add_gains(found)
    for told in description_lengths(curriculum, seed):
        found[told.task] |= {"empty": told.empty, "after": told.after, "saved": told.saved}
    return found


def _add_gains(found: Known) -> None:
    """The stored gains of the best earlier task and of all earlier tasks together."""
    earlier: list[str] = []
    for name, row in preparations().items():
        best = row.best(earlier)
        if best is not None and row.library is not None:
            found[name] |= {"gain": best[1], "library": row.library}
        earlier.append(name)


def running_complexity(task: Task) -> float | None:
    """C_mu of a task as the stream runs, the reply to an instance's last byte dropped; None if it is too large."""
    try:
        bracket = feedback_complexity(_machine(measured_variant(task)), 1e-3)
    except UserError:
        return None
    return (bracket.low + bracket.high) / 2


def _machine(task: Task) -> Machine:
    if task.name in ORBITS:
        build: Callable[[Task], Machine] = MODELS[task.name][0]
        return build(task)
    if is_phrase(task):
        return causal_states(phrase_machine(task, faithful=True, limit=LARGEST, cap=10 * LARGEST))
    return causal_states(belief_closure(task_generator(task, LARGEST), cap=LARGEST))
