"""Any recorded episode of a training, exactly as it was.

The actions of test episodes are recorded and played again at once. Those of training episodes are not: they follow
from the run, so they are found by going back to the nearest kept checkpoint and training on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, RunFolder, Ticket, UserError
from gradus.students.actions import ACTIONS, Actions, unpacked
from gradus.students.evaluation import Tests
from gradus.students.plan import Plan
from gradus.students.student import Policy
from gradus.students.training import Evaluation, Training
from gradus.tracks import SUCCESS

STEPS_PER_SECOND = 6_000
"""Steps of training that a core does in a second, roughly, to say how long going back will take."""


@dataclass(frozen=True)
class Episode:
    """One episode: what was played, what was done, what came of it."""

    plan: Plan
    ticket: Ticket
    actions: Actions
    """One row per step."""
    steps: int
    total: float
    """The recorded return."""

    @property
    def solved(self) -> bool:
        """Whether the return counts as solved."""
        return self.total > SUCCESS

    def open_world(self) -> Any:
        """The track with one lane at the beginning of the episode."""
        world = self.plan.make_world(1, [self.ticket])
        world.reset()
        return world

    def play(self) -> Iterator[Any]:
        """The track before the first step and after each; complains when the end is not the recorded one."""
        world = self.open_world()
        yield world
        total, over = 0.0, False
        for action in self.actions:
            _, rewards, terminated, truncated, _ = world.step(action[None])
            total, over = total + float(rewards[0]), bool(terminated[0] or truncated[0])
            yield world
        if not over or total != self.total:
            raise UserError(
                f"The episode did not play as recorded (return {total!r}, recorded {self.total!r}): "
                "the record, this version or this machine differs."
            )


def _outcome(folder: RunFolder, serial: int) -> tuple[int, Outcome]:
    """Which episode of the run had this serial, in order of their ends, and what came of it."""
    last = -1
    for place, outcome in enumerate(folder.outcomes()):
        if outcome.ticket.serial == serial:
            return place, outcome
        last = max(last, outcome.ticket.serial)
    held = f"they are 0 to {last}" if last >= 0 else "it holds none"
    raise UserError(f"The run in {folder.path} has no finished episode {serial}; {held}.")


def evaluation_rows(folder: RunFolder) -> list[dict[str, Any]]:
    """The lines of ``evaluations.jsonl``."""
    return list(folder.rows("evaluations.jsonl"))


def recorded_test(path: str | Path, test: int, evaluation: int = -1) -> Episode:
    """A test episode: task number ``test`` of the test set at an evaluation, counted from 0, or -1 for the last."""
    folder = RunFolder.read(path)
    plan = Plan.from_json(folder.expect("training", "plan")["plan"])
    rows = evaluation_rows(folder)
    if not -len(rows) <= evaluation < len(rows):
        raise UserError(f"The run in {path} has {len(rows)} evaluations, so there is no number {evaluation}.")
    number = evaluation % len(rows)
    row, tickets = rows[number], Tests(plan).tickets(number)
    if not 0 <= test < len(tickets):
        raise UserError(f"A test is from 0 to {len(tickets) - 1}, not {test}.")
    if "actions" not in row:
        raise UserError(f"The run in {path} was made without recording the actions of its tests.")
    begin, size = row["actions"]
    with (folder.path / ACTIONS).open("rb") as file:
        file.seek(begin)
        block = file.read(size)
    return Episode(plan, tickets[test], unpacked(block)[test], row["lengths"][test], row["returns"][test])


@dataclass(frozen=True)
class Way:
    """How a training episode can be reached again."""

    kept: str | None
    """The checkpoint to start from; none starts at the beginning."""
    steps: int
    """Steps of training until the episode is over, at most."""

    @property
    def seconds(self) -> float:
        """About how long that takes."""
        return self.steps / STEPS_PER_SECOND


def way_to(path: str | Path, serial: int) -> Way:
    """The nearest kept checkpoint before the end of an episode, and how far it is from there."""
    folder = RunFolder.read(path)
    folder.expect("training", "plan")
    place, _ = _outcome(folder, serial)
    ends = 0
    for number, outcome in enumerate(folder.outcomes()):
        ends += outcome.steps
        if number == place:
            break
    best, start = None, 0
    for name in folder.kept():
        steps, episodes = (int(part) for part in name.split("-"))
        if episodes <= place and steps >= start:
            best, start = name, steps
    return Way(best, max(0, ends - start))


class _Rerun(Training):
    """A training that goes on without a record until one episode has ended."""

    def __init__(self, plan: Plan, serial: int) -> None:
        super().__init__(plan)
        self._serial = serial
        self.found: Actions | None = None

    def evaluate(self) -> Evaluation:
        """Tests have random streams of their own: leaving them out changes nothing."""
        return Evaluation(self.steps, (0.0,), (0,), self.episodes)

    def _report(self, ended: NDArray[np.intp], truncated: NDArray[np.bool_], last: Any) -> None:
        for lane in ended:
            ticket = self.world.lanes.playing[int(lane)]
            if ticket is not None and ticket.serial == self._serial:
                self.found = np.asarray(self.world.state()["actions"][int(lane)], np.float32)
        super()._report(ended, truncated, last)


def training_episode(
    path: str | Path, serial: int, progress: Callable[[float], None] | None = None
) -> Episode:
    """A training episode by the serial of its ticket; ``progress`` hears now and then how much of the way is gone."""
    folder = RunFolder.read(path)
    plan = Plan.from_json(folder.expect("training", "plan")["plan"])
    _, outcome = _outcome(folder, serial)
    way = way_to(path, serial)
    again = _Rerun(plan, serial)
    if way.kept is None:
        again._begin()
    else:
        loaded = folder.load_checkpoint(way.kept)
        assert loaded is not None
        again._restore(loaded[0], loaded[1])
    begun = again.steps
    while again.found is None and not again.finished:
        again._advance()
        if progress and again.steps % 2000 < plan.lane_count:
            progress(min(1.0, (again.steps - begun) / max(1, way.steps)))
    if again.found is None:
        raise UserError(
            f"Training on from {way.kept or 'the beginning'} did not lead to episode {serial} again."
        )
    return Episode(plan, outcome.ticket, again.found, outcome.steps, outcome.reward)


def policy_episode(plan: Plan, policy: Policy, ticket: Ticket) -> Episode:
    """What a policy does with a ticket, as an episode that can be played again."""
    world = plan.make_world(1, [ticket])
    observations, _ = world.reset()
    actions, total, over = [], 0.0, False
    while not over:
        chosen = policy.best(observations)
        observations, rewards, terminated, truncated, _ = world.step(chosen)
        actions.append(np.asarray(chosen[0], np.float32))
        total, over = total + float(rewards[0]), bool(terminated[0] or truncated[0])
    return Episode(plan, ticket, np.stack(actions), len(actions), total)
