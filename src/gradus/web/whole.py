"""The whole machine of a task beside its play: drawn where it is small enough, and where one stands in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gradus.mechanics import SMALL, Machine, follow, followed_machine, labels_of, small_variant, svg, table
from gradus.school import UserError
from gradus.stream import SILENCE, TASKS, Curriculum, Task
from gradus.web.machines import text_of

LARGEST = 3000
"""States of a machine that is shown; from sixty on as a map with the surroundings of the present state beside it."""
_STILL_LARGE = ("micro5.8", "micro5.9", *(f"micro5.{n}" for n in (12, 13, 15, 16, 17, 18)))
"""Tasks whose small variants have more states than that in the agent's view."""
_KEPT: dict[str, Machine | str] = {}
"""Machines made so far, or why there is none, by the task's row in a curriculum."""


def machine_or_reason(task: Any) -> Machine | str:
    """The machine of a task at its own parameters, or a sentence that says why it cannot be shown."""
    if not isinstance(task, Task):
        return "A task with an engine of its own has no machine here."
    key = json.dumps(task.row(), sort_keys=True, default=str)
    if key not in _KEPT:
        _KEPT[key] = _made(task)
        while len(_KEPT) > 32:
            _KEPT.pop(next(iter(_KEPT)))
    return _KEPT[key]


def _made(task: Task) -> Machine | str:
    size = _known_size(task)
    if size is not None and size > LARGEST:
        count = f"{size:,.0f}" if size < 1e6 else f"{size:.1g}".replace("e+", " × 10^")
        return f"The whole machine of {task.name} has about {count} states, too many to draw (at most {LARGEST:,})."
    try:
        return followed_machine(task, LARGEST)
    except UserError as error:
        return f"The whole machine of {task.name} is not drawn: it is too large (at most {LARGEST:,} states). {error}"


def _known_size(task: Task) -> float | None:
    """How many states the table of complexities counts, if the task has the parameters it was measured with."""
    figure = table().get(task.name)
    if figure is None or task.params != TASKS.get(task.name).params:
        return None
    return float(figure.states) if figure.states else 2.0**figure.c0


def small_tasks() -> list[str]:
    """Tasks with a variant so small that its machine is drawn."""
    return [name for name in SMALL if name not in _STILL_LARGE]


def small_curriculum(name: Any) -> Curriculum:
    """One task in the variant that is drawn, to be played beside its machine."""
    if name not in small_tasks():
        raise UserError(f"A small variant must be one of {', '.join(small_tasks())}, not {name!r}.")
    return Curriculum(f"small {name}", {name: small_variant(name)})


def whole(task: Any) -> dict[str, Any]:
    """Everything the page needs to draw a machine and to say where it stands."""
    found = machine_or_reason(task)
    if isinstance(found, str):
        small = task.name if isinstance(task, Task) and task.name in small_tasks() else None
        return {"note": found, "states": 0, "small": small}
    return {
        "note": "",
        "states": len(found),
        "start": found.start,
        "names": _names(found),
        "offers": [[_offer(offer) for offer in row] for row in found.offers],
        "svg": _picture(found),
    }


def _names(machine: Machine) -> list[str]:
    """What each state is called: as in a picture, or by what was heard on the shortest way to it."""
    heard: dict[int, str] = {machine.start: ""}
    for state in (queue := [machine.start]):
        for edge in (edge for offer in machine.offers[state] for edge in offer.edges):
            if edge.target not in heard:
                heard[edge.target] = heard[state] + str(edge.output[0])  # type: ignore[index]
                queue.append(edge.target)
    shown = (f"heard {heard[state][-20:]!r}" if heard[state] else "begins" for state in range(len(machine)))
    names = labels_of(machine).names
    return [words if name.startswith("ask ") else name for name, words in zip(names, shown, strict=True)]


def _offer(offer: Any) -> list[Any]:
    edges = [[text_of(edge.output), float(edge.weight), edge.target] for edge in offer.edges]
    return [text_of(offer.label), edges]


def _picture(machine: Machine) -> str | None:
    try:
        return svg(machine)
    except UserError:  # too large for one picture, or no Graphviz: the page draws it
        return None


class Follower:
    """Where somebody stands in a task's machine who has seen the instance from its first byte."""

    def __init__(self, task: Any, first: str) -> None:
        found = machine_or_reason(task)
        self._machine = None if isinstance(found, str) else found
        self.state: int | None = None
        if self._machine is not None:
            self.state = follow(self._machine, self._machine.start, chr(SILENCE), first, 0)

    def step(self, said: str, heard: str, reward: int) -> int | None:
        """Go on by one step; None once the machine knows no such step (limits are off in it)."""
        if self._machine is not None and self.state is not None:
            self.state = follow(self._machine, self.state, said, heard, reward)
        return self.state


def path(task: Any, heard: str, said: str, rewards: Iterable[int]) -> list[int | None]:
    """The states that a recorded instance went through, one for each byte heard; empty where there is no machine."""
    if not heard or isinstance(machine_or_reason(task), str):
        return []
    walker = Follower(task, heard[0])
    steps = zip(said, heard[1:], rewards, strict=False)
    return [walker.state, *(walker.step(*step) for step in steps)]
