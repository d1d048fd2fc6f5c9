"""A teacher in front of any Gymnasium environment with a settable task, alone or vectorised.

The environment is told its task by a function ``set_task(env, task)`` before each reset, and each reset is seeded
from the ticket, so that a ticket replays the same instance. Tasks never travel through reset options, which
vector environments drop when they reset by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from gradus.school import Outcome, TaskKey, Ticket, UserError

SetTask = Callable[[gymnasium.Env[Any, Any], TaskKey], None]
"""Tells an environment which task the next reset opens."""
Solved = Callable[[float, Mapping[str, Any]], bool]
"""Whether an episode with this return and last info counts as solved."""


class Source(Protocol):
    """What an environment asks of a teacher, here or shared with other processes."""

    @property
    def name(self) -> str:
        """The teacher's versioned id."""

    def issue(self) -> Ticket | None:
        """The next ticket, or None when nothing is left to teach."""

    def issue_many(self, n: int) -> list[Ticket]:
        """The next tickets."""

    def observe(self, outcome: Outcome) -> None:
        """What happened to a ticket."""

    def observe_many(self, outcomes: Iterable[Outcome]) -> None:
        """What happened to several tickets."""

    def trains_on(self, ticket: Ticket) -> bool:
        """Whether the student should learn from an open ticket."""


def instance_seed(ticket: Ticket) -> int:
    """The reset seed of a ticket's instance."""
    return int(np.random.SeedSequence(ticket.seed, spawn_key=ticket.spawn_key()).generate_state(1)[0])


def solved_by_info(reward: float, info: Mapping[str, Any]) -> bool:
    """Solved if the last info says so under ``success`` or ``is_success``."""
    return bool(info.get("success", info.get("is_success", False)))


class TaskSlot(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Opens the ticket lying in its slot at every reset, also when a vector environment resets by itself."""

    def __init__(self, env: gymnasium.Env[Any, Any], set_task: SetTask) -> None:
        super().__init__(env)
        self.ticket: Ticket | None = None
        """What the next reset opens."""
        self.trains_on = True
        """Whether a student may learn from it or is only measured; reset infos say so."""
        self._set_task = set_task

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Open the ticket; a seed given by hand is ignored, because the ticket fixes the instance."""
        if self.ticket is None:
            raise UserError("This environment has no ticket yet: reset it through its teacher.")
        self._set_task(self.env, self.ticket.task)
        observation, info = self.env.reset(seed=instance_seed(self.ticket), options=options)
        return observation, {**info, "ticket": self.ticket.serial, "trains_on": self.trains_on}


class Episode:
    """The running sums of a lane."""

    def __init__(self, ticket: Ticket) -> None:
        self.ticket = ticket
        self.steps, self.reward = 0, 0.0

    def add(self, reward: float) -> None:
        """Count a step."""
        self.steps += 1
        self.reward += float(reward)

    def outcome(self, terminated: bool, info: Mapping[str, Any], solved: Solved) -> Outcome:
        """How the episode ended."""
        good = solved(self.reward, info)
        reason = "solved" if good else ("failed" if terminated else "truncated")
        return Outcome(self.ticket, self.steps, self.reward, good, reason)  # type: ignore[arg-type]


class Taught(gymnasium.Wrapper[Any, Any, Any, Any]):
    """One environment with a teacher; several may share the teacher inside one process."""

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        teacher: Source,
        set_task: SetTask,
        solved: Solved = solved_by_info,
    ) -> None:
        super().__init__(TaskSlot(env, set_task))
        self.teacher = teacher
        self.outcomes: list[Outcome] = []
        """What happened so far, in this environment."""
        self._solved = solved
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Ask the teacher for a ticket and open it; an episode still running is dropped as stopped."""
        if self._episode is not None:
            row = self._episode
            self._tell(Outcome(row.ticket, row.steps, row.reward, False, "stopped"))
        ticket = self.teacher.issue()
        if ticket is None:
            raise UserError(f"The teacher {self.teacher.name!r} has nothing left to teach.")
        slot: TaskSlot = self.env  # type: ignore[assignment]
        slot.ticket, slot.trains_on = ticket, self.teacher.trains_on(ticket)
        self._episode = Episode(ticket)
        return self.env.reset(seed=seed, options=options)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step; at the end of an episode the teacher observes its outcome."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        if self._episode is not None:
            self._episode.add(float(reward))
            if terminated or truncated:
                self._tell(self._episode.outcome(bool(terminated), info, self._solved))
        return observation, reward, bool(terminated), bool(truncated), info

    def _tell(self, outcome: Outcome) -> None:
        self._episode = None
        self.teacher.observe(outcome)
        self.outcomes.append(outcome)


class TaughtVector(gymnasium.vector.VectorWrapper):
    """A vector environment whose lanes are :class:`TaskSlot` environments, with one teacher for all.

    First all ended lanes are observed in lane order, then new tickets are issued in lane order, whatever processes
    the lanes run in. Where lanes reset within the step that ends an episode, the ticket after the present one is
    issued in advance, when the present one is opened.
    """

    def __init__(
        self, env: VectorEnv[Any, Any, Any], teacher: Source, solved: Solved = solved_by_info
    ) -> None:
        super().__init__(env)
        self.teacher = teacher
        self.outcomes: list[Outcome] = []
        """What happened so far, in all lanes."""
        self._mode = AutoresetMode(env.metadata.get("autoreset_mode", AutoresetMode.NEXT_STEP))
        self._solved = solved
        self._episodes: list[Episode | None] = [None] * env.num_envs
        self._next: list[Ticket | None] = [None] * env.num_envs

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Open new tickets in all lanes, or in those of ``options["reset_mask"]``."""
        mask = (
            np.ones(self.num_envs, bool)
            if options is None
            else options.get("reset_mask", np.ones(self.num_envs, bool))
        )
        lanes = [int(lane) for lane in np.flatnonzero(mask)]
        self._tell([stopped for lane in lanes if (stopped := self._stopped(lane)) is not None])
        self._deal(lanes)
        self._place()
        for lane in lanes:
            self._open(lane)
        result = self.env.reset(seed=None, options=options)
        self._prepare(lanes)
        return result

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Step all lanes; ended ones are observed, and what resets by itself finds its next ticket."""
        waiting = [lane for lane, episode in enumerate(self._episodes) if episode is None]
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        ended = []
        for lane, episode in enumerate(self._episodes):
            if lane in waiting or episode is None:
                continue
            episode.add(float(rewards[lane]))
            if terminated[lane] or truncated[lane]:
                ended.append(
                    (lane, episode.outcome(bool(terminated[lane]), _lane_info(infos, lane), self._solved))
                )
        self._tell(ended)
        self._follow(waiting, [lane for lane, _ in ended])
        return observations, rewards, terminated, truncated, infos

    def _follow(self, waiting: list[int], ended: list[int]) -> None:
        """After a step: which lanes are running again, and which need a ticket for their next reset."""
        if self._mode == AutoresetMode.NEXT_STEP:
            for lane in waiting:  # their reset happened within this step
                self._open(lane)
            self._deal(ended)
            self._place()
        elif self._mode == AutoresetMode.SAME_STEP:
            for lane in ended:
                self._open(lane)
            self._prepare(ended)

    def _prepare(self, lanes: list[int]) -> None:
        """Where lanes reset within a step, the next ticket must lie ready."""
        if self._mode == AutoresetMode.SAME_STEP:
            self._deal(lanes)
            self._place()

    def _deal(self, lanes: list[int]) -> None:
        empty = [lane for lane in lanes if self._next[lane] is None]
        tickets = self.teacher.issue_many(len(empty))
        if len(tickets) < len(empty):
            raise UserError(f"The teacher {self.teacher.name!r} has nothing left to teach.")
        for lane, ticket in zip(empty, tickets, strict=True):
            self._next[lane] = ticket

    def _place(self) -> None:
        """Lay the dealt tickets into the lanes' slots, and what the teacher says about them."""
        tickets = [self._next[lane] or self._running(lane) for lane in range(self.num_envs)]
        trains = [ticket is None or self.teacher.trains_on(ticket) for ticket in tickets]
        self.env.set_attr("ticket", tickets)  # type: ignore[attr-defined]
        self.env.set_attr("trains_on", trains)  # type: ignore[attr-defined]

    def _running(self, lane: int) -> Ticket | None:
        episode = self._episodes[lane]
        return None if episode is None else episode.ticket

    def _open(self, lane: int) -> None:
        ticket = self._next[lane]
        if ticket is not None:
            self._episodes[lane] = Episode(ticket)
            self._next[lane] = None

    def _stopped(self, lane: int) -> tuple[int, Outcome] | None:
        episode = self._episodes[lane]
        if episode is None:
            return None
        return lane, Outcome(episode.ticket, episode.steps, episode.reward, False, "stopped")

    def _tell(self, ended: Sequence[tuple[int, Outcome]]) -> None:
        """Let the teacher observe ended lanes, in lane order."""
        for lane, outcome in ended:
            self._episodes[lane] = None
            self.outcomes.append(outcome)
        self.teacher.observe_many(outcome for _, outcome in ended)


def _lane_info(infos: Mapping[str, Any], lane: int) -> dict[str, Any]:
    """The last info of one lane: the final one where the lane has already been reset."""
    source = infos.get("final_info", infos)
    return {
        key: value[lane] for key, value in source.items() if not key.startswith("_") and _indexable(value)
    }


def _indexable(value: Any) -> bool:
    return isinstance(value, np.ndarray | list | tuple)
