"""The part that single and vector environments share: tickets in, outcomes out, physics in the core."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, Reason, Ticket, UserError
from gradus.tracks.bodies.body import PX
from gradus.tracks.cppn import network
from gradus.tracks.native import core
from gradus.tracks.options import TrackOptions
from gradus.tracks.parameters import TaskReader
from gradus.tracks.tickets import Tickets

SUCCESS = 230.0
"""An episode counts as solved when its return exceeds this."""
RUNNING, FELL, FINISH, LIMIT, DIED, FAULT = range(6)
ENDS = ("running", "fell", "finish", "limit", "died", "fault")
"""How an episode ended, as the core counts."""
_ENDS = np.arange(len(ENDS)) != RUNNING
_TRUNCATES = np.arange(len(ENDS)) == LIMIT
_TERMINATES = _ENDS & ~_TRUNCATES


Start = tuple[int, Ticket, tuple[float, ...]]
"""A lane, the ticket it is to play, and the ticket's task after all checks."""


class Lanes:
    """Some lanes of one track, each with its ticket."""

    def __init__(self, options: TrackOptions, tickets: Any, lanes: int, threads: int, seed: int) -> None:
        for name, value in (("num_envs", lanes), ("threads", threads)):
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= 65536:
                raise UserError(f"{name} must be a whole number from 1 to 65536, not {value!r}.")
        self.options, self.count = options, int(lanes)
        self.body, self.space = options.make_body(), options.make_space()
        self._actions_shape = (self.count, self.body.actions)
        self.reader = TaskReader(options.track, self.space)
        self.tickets = Tickets(tickets, self.space, self.reader, seed)
        self.playing: list[Ticket | None] = [None] * self.count
        """The ticket of each lane; None for a lane that waits for its first or has none left."""
        self.idle: NDArray[np.bool_] = np.ones(self.count, dtype=np.bool_)
        """Which lanes play no ticket."""
        native, settings = core(), options.to_native(self.body)
        spec = self.body.to_native(native, options.track, options.rules)
        self.observation_size: int = native.observation_size(spec, settings)
        self.observations: NDArray[np.float32] = np.zeros(
            (self.count, self.observation_size), dtype=np.float32
        )
        self.rewards: NDArray[np.float64] = np.zeros(self.count)
        self.ends: NDArray[np.uint8] = np.zeros(self.count, dtype=np.uint8)
        self.returns: NDArray[np.float64] = np.zeros(self.count)
        self.steps: NDArray[np.int32] = np.zeros(self.count, dtype=np.int32)
        self._over = False  # whether any lane may stand at the end of its episode
        self.tasks: NDArray[np.float64] = np.zeros((self.count, self.space.dimension))
        results = (self.observations, self.rewards, self.ends, self.returns, self.steps)
        cppn = network(options.network) if options.track == "parkour" else None
        self._given = None if options.terrain is None else options.terrain.to_native()
        self._batch: Any = native.Batch(spec, settings, cppn, self.count, int(threads), *results)

    @property
    def batch(self) -> Any:
        """The core's lanes."""
        if self._batch is None:
            raise UserError("This environment has been closed.")
        return self._batch

    def close(self) -> None:
        """Give the core's memory back."""
        self._batch = None

    def open(self, which: Sequence[int]) -> None:
        """Issue tickets for these lanes in order and start their episodes."""
        fresh: list[Start] = []
        for lane in which:
            self._park(lane)
        try:
            for lane in which:
                ticket = self.tickets.source.issue()
                if ticket is not None:
                    task = self.reader.check(ticket.task)
                    self._check_fit(task)
                    fresh.append((lane, ticket, task))
        finally:  # a ticket that cannot be played costs its own lane only
            self.start(fresh)

    def start(self, fresh: Sequence[Start]) -> None:
        """Start the episodes of given tickets."""
        if not fresh:
            return
        self._over = True  # a recorded episode may be replayed to its end
        lanes = np.array([lane for lane, _, _ in fresh], dtype=np.int32)
        rows = np.array([self.reader.row(task) for _, _, task in fresh])
        seeds = np.array([seed_words(ticket) for _, ticket, _ in fresh], dtype=np.uint32)
        if self._given is None:
            self.batch.reset(lanes, rows, seeds)
        else:
            self._start_given(fresh)
        for lane, ticket, task in fresh:
            self.playing[lane], self.idle[lane] = ticket, False
            self.tasks[lane] = task

    def _start_given(self, fresh: Sequence[Start]) -> None:
        terrain = self.options.terrain
        assert terrain is not None
        for lane, ticket, _ in fresh:
            drawn = np.random.RandomState(seed_words(ticket)).uniform(-5.0, 5.0)
            push = drawn if self.options.push is None else self.options.push
            water = math.nan if terrain.water is None else terrain.water
            self.batch.reset_given(lane, self._given, terrain.pad, terrain.finish, push, water)

    def _park(self, lane: int) -> None:
        self.batch.close_lane(lane)
        self.playing[lane], self.idle[lane] = None, True
        self.observations[lane] = 0.0
        self.rewards[lane] = self.returns[lane] = 0.0
        self.ends[lane] = self.steps[lane] = 0

    def _check_fit(self, task: Sequence[float]) -> None:
        if self.options.track != "parkour":
            return
        row = self.reader.row(task)
        gap, height = self.options.ceiling_offset / row[-1], self.body.height / PX
        if gap < height:
            raise UserError(
                f"The body {self.body.name!r} is {height:.2f} m high and does not fit under a ceiling of {gap:.2f} m; "
                f"lower the smoothing ({row[-1]})."
            )

    def step(self, actions: Any) -> list[int]:
        """Step every lane that plays; the lanes whose episodes ended, in order. Their outcomes are observed."""
        checked = self._check_actions(actions)
        before = self.ends.copy()
        over = self.batch.step(checked)
        if over < 0:
            bad = -1 - over
            raise UserError(f"The action of lane {bad} is not finite: {checked[bad].tolist()}.")
        self._over = over > 0
        ended: list[int] = (self.ends > before).nonzero()[0].tolist() if over else []
        for lane in ended:
            self.tickets.source.observe(self.outcome(lane))
        return ended

    def _check_actions(self, actions: Any) -> NDArray[np.float32]:
        try:
            array = np.ascontiguousarray(actions, dtype=np.float32)
        except (TypeError, ValueError) as error:
            raise UserError(f"Actions must be numbers: {error}.") from error
        if array.shape != self._actions_shape:
            raise UserError(f"Actions must have the shape {self._actions_shape}, not {array.shape}.")
        return array

    def outcome(self, lane: int) -> Outcome:
        """What has happened to a lane's ticket."""
        ticket = self.playing[lane]
        if ticket is None:
            raise UserError(f"Lane {lane} plays no ticket.")
        total, end = float(self.returns[lane]), int(self.ends[lane])
        solved = total > SUCCESS
        reason: Reason = "solved" if solved else "truncated" if end == LIMIT else "failed"
        return Outcome(ticket, int(self.steps[lane]), total, solved, reason, {"end": ENDS[end]})

    def truncated(self) -> NDArray[np.bool_]:
        """Which lanes were cut by the step limit."""
        return self._chosen(_TRUNCATES)

    def terminated(self) -> NDArray[np.bool_]:
        """Which lanes ended by themselves."""
        return self._chosen(_TERMINATES)

    def successes(self) -> NDArray[np.bool_]:
        """Which lanes ended with a return that counts as solved."""
        ended = self._chosen(_ENDS)
        return ended & (self.returns > SUCCESS) if self._over else ended

    def _chosen(self, ends: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which lanes ended in one of these ways. Usually none did, and time in Python is time between steps."""
        return np.asarray(ends[self.ends]) if self._over else np.zeros(self.count, dtype=np.bool_)

    def state(self) -> dict[str, Any]:
        """Tickets and actions since reset, enough to stand exactly here again."""
        tickets = [None if ticket is None else ticket.to_json() for ticket in self.playing]
        actions = [None if ticket is None else self._history(i) for i, ticket in enumerate(self.playing)]
        source: Any = self.tickets.source
        own = source.state() if self.tickets.own else None
        return {"tickets": tickets, "actions": actions, "source": own, "seed": self.tickets.seed}

    def _history(self, lane: int) -> NDArray[np.float32]:
        actions: NDArray[np.float32] | None = self.batch.history(lane)
        if actions is None:
            raise UserError(
                f"Lane {lane} has played {self.steps[lane]} steps of one episode, more than are kept to save it; "
                "set max_steps."
            )
        return actions

    def restore(self, state: Mapping[str, Any]) -> None:
        """Stand exactly where :meth:`state` was taken, by repeating the recorded actions."""
        if len(state["tickets"]) != self.count:
            raise UserError(f"This state has {len(state['tickets'])} lanes, not {self.count}.")
        self.tickets.reseed(int(state["seed"]))
        if self.tickets.own:
            source: Any = self.tickets.source
            source.restore(state["source"])
        for lane in range(self.count):
            self._park(lane)
        playing = [(i, Ticket.from_json(row)) for i, row in enumerate(state["tickets"]) if row is not None]
        self.start([(lane, ticket, self.reader.check(ticket.task)) for lane, ticket in playing])
        for lane, _ in playing:
            actions = np.asarray(state["actions"][lane], dtype=np.float32).reshape(-1, self.body.actions)
            self.batch.replay(lane, np.ascontiguousarray(actions))


def seed_words(ticket: Ticket) -> NDArray[np.uint32]:
    """The seed of a ticket's draws."""
    source = np.random.SeedSequence(ticket.seed, spawn_key=ticket.spawn_key())
    return np.asarray(source.generate_state(4), dtype=np.uint32)
