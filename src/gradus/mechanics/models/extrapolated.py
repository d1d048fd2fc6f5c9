"""Figures for tasks that are too large for an exact machine: small parameters, a fitted law, marked as such.

Nothing here is proved. Each estimate names the settings that were measured, the predictor that the law is
linear in, and gives an interval: between two fits, or between two models of which one has too little and one
too much to remember.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import comb, log2
from typing import Any

import numpy as np

from gradus.mechanics.machines.beliefs import belief_closure
from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.machines.task_code import measured_variant, task_generator
from gradus.mechanics.measures.feedback import feedback_complexity
from gradus.mechanics.measures.figure import Complexity, dropped_bracket
from gradus.mechanics.models.phrases import phrase_machine
from gradus.mechanics.models.small_variants import few_letters
from gradus.stream import TASKS, Task
from gradus.stream.tasks import SETS


@dataclass(frozen=True)
class Setting:
    """A small variant of a task and its place on the predictor's axis."""

    name: str
    predictor: float
    machine: Callable[[], Machine]


def extrapolate(
    task: str, settings: Sequence[Setting], target: float, method: str, **more: Any
) -> Complexity:
    """Straight lines through C_0 and C_mu of the settings, read off at the target.

    One line fits all settings, one only the two largest; the interval spans both, and is no proof.
    """
    rows, tops = [], []
    for setting in settings:
        machine = setting.machine()
        rows.append((setting.name, setting.predictor, feedback_complexity(machine).low))
        tops.append(log2(len(machine)))
    x, y = [row[1] for row in rows], [row[2] for row in rows]
    ends = sorted(_read_off(x, y, target))
    more = {"c0": float(np.mean(_read_off(x, tops, target))), "weakness": weakness(x, y, target), **more}
    return Complexity(
        task, "extrapolated", low=ends[0], high=ends[1], method=method, small=tuple(rows), **more
    )


def weakness(x: Sequence[float], y: Sequence[float], target: float) -> str:
    """What is to be held against a law: its residual, a forecast of its last point, and its reach."""
    residual = float(np.abs(np.polyval(np.polyfit(x, y, 1), x) - y).max())
    forecast = float(np.polyval(np.polyfit(x[:-1], y[:-1], 1), x[-1])) - y[-1]
    return (
        f"{len(x)} settings, largest residual {residual:.3f} bit; without the last setting the line misses it by "
        f"{forecast:+.3f} bit; read off {(target - x[0]) / (x[-1] - x[0]):.1f} times as far as measured"
    )


def _read_off(x: Sequence[float], y: Sequence[float], target: float) -> tuple[float, float]:
    """The values at the target of the line through all points and of the line through the last two."""
    return tuple(  # type: ignore[return-value]
        float(np.polyval(np.polyfit(x[-k:], y[-k:], 1), target)) for k in (len(x), 2)
    )


def _from_code(task: Task) -> Machine:
    return causal_states(belief_closure(task_generator(measured_variant(task))))


def _from_tree(task: Task) -> Machine:
    return causal_states(phrase_machine(measured_variant(task)))


def operands_figure(name: str = "micro13.2") -> Complexity:
    """Task 13.2: linear in the bits of the operands of a question."""
    task = TASKS.get(name)

    def bits(letters: int, most: int, longest: int) -> float:
        sizes = [sum(log2(letters - i) for i in range(k)) for k in range(1, longest + 1)]
        return (2 + most) / 2 * sum(sizes) / longest

    grid = [(3, 2, 1), (4, 2, 1), (3, 2, 2), (4, 2, 2), (5, 2, 2)]
    settings = [
        Setting(
            f"{a} letters, {m} operands of up to {k}",
            bits(a, m, k),
            lambda a=a, m=m, k=k: _from_tree(task.with_(alphabet="abcdefgh"[:a], most=m, longest=k)),  # type: ignore[misc]
        )
        for a, m, k in grid
    ]
    method = "small alphabets and operands of the task code, linear in the mean bits of a question's operands"
    found = extrapolate(name, settings, bits(26, 4, 3), method, last_reply="examined")
    return replace(found, dropped=dropped_bracket(found.low, found.high, task.rules.streak))


def permuted_letters_figure(sibling: Callable[[Task], Machine], at: float) -> Complexity:
    """Task 3 from its sibling, task 2: linear in the sibling's C_mu at the same parameters."""
    settings = []
    for letters, size in ((2, 2), (3, 2), (4, 2)):
        changes = {"alphabet": "abcdef"[:letters], "size": size, "marks": "!", "streak": 2}
        beside = feedback_complexity(sibling(measured_variant(TASKS.get("micro2").with_(**changes)))).low
        settings.append(
            Setting(
                f"{letters} letters, {size} chosen, 1 mark, streak 2",
                beside,
                lambda c=changes: _from_code(TASKS.get("micro3").with_(**c)),  # type: ignore[misc]
            )
        )
    method = (
        "small alphabets of the task code, linear in C_mu of micro2 at the same parameters; C_0 counted roughly: three "
        "letters known, any of them excluded for any letter"
    )
    p, rules = TASKS.get("micro3").params, TASKS.get("micro3").rules
    letters, known = len(p["alphabet"]), p["size"] - 1
    excluded = known * (letters - known) + known * known
    c0 = log2(comb(letters, known) * (known + len(p["marks"])) * rules.streak) + excluded
    return extrapolate("micro3", settings, at, method, c0=c0)


def mini_figure(number: int) -> Complexity:
    """Mini-tasks: one one-letter piece, short strings and few letters, linear in the bits of a description.

    From mini2 on even these cannot be enumerated; they are read off the law of mini1.
    """
    task, measured = TASKS.get(f"mini{number}"), TASKS.get(f"mini{min(number, 1)}")
    settings = [
        Setting(f"{a} letters, 1 pieces", log2(a), lambda a=a: _from_code(few_letters(measured, a)))  # type: ignore[misc]
        for a in (2, 3, 4)
    ]
    method = (
        "one piece of one letter, strings of two letters, few letters; linear in the mean bits of a description; the "
        "upper end is the line of C_0"
    )
    found = extrapolate(task.name, settings, _description_bits(task), method)
    return mini_row(found, number)


def mini_row(found: Complexity, number: int) -> Complexity:
    """The figure with the wider interval and the plain words that such a law deserves."""
    weak = f"{found.weakness}; what descriptions say (or, and, not, anything) is hardly in it"
    if number > 1:
        weak += "; no setting of this task itself was measured, the law is that of mini1"
    return replace(found, high=max(found.high, found.c0), weakness=weak)


def _description_bits(task: Task) -> float:
    """Bits of the letters of a description, on average."""
    groups = max(SETS[s].groups for s in task.params["sets"])
    shortest, longest = SETS[task.params["sets"][0]].lengths
    return (1 + groups) / 2 * (shortest + longest) / 2 * log2(26)
