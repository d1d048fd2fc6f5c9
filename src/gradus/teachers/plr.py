"""PLR: replay the levels from which most can still be learnt (Jiang et al. 2021).

Levels are the named tasks, or tasks of a box kept in a buffer. New ones come from the space; known ones are
replayed by the rank of their score and by how long they were not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, Discrete, Outcome, Requirement, TaskKey, Teacher, Ticket
from gradus.school.checks import one_of, positive, share, whole
from gradus.teachers.arrays import plain_task, read_task
from gradus.teachers.ranking import Level, Ranking
from gradus.teachers.scores import SCORES, episode_score
from gradus.teachers.shapes import Dots, Shape

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PlrSettings:
    """When to replay and what."""

    score: str = "auto"
    """value_l1, positive_value_loss and max_mc need a trace from the student; return_change needs nothing; auto takes
    the student's own score or value_l1 where an outcome allows it, else return_change."""
    replay: float = 0.5
    """Probability of a replay once the buffer is full enough; named tasks are all played once first."""
    fill: float = 0.5
    """Share of the buffer that must be filled before the first replay."""
    buffer: int = 1000
    """Levels of a box that are kept; named tasks are all kept."""
    beta: float = 0.1
    """Temperature: small values replay the highest ranks almost only."""
    staleness: float = 0.1
    """Weight of the time since a level was last drawn."""
    average: float = 1.0
    """Weight of a new score in a level's score."""
    train_on_new: bool = True
    """Whether the student should learn from new levels, too; off is robust PLR."""

    def __post_init__(self) -> None:
        one_of("score", self.score, SCORES)
        for name in ("replay", "fill", "staleness", "average"):
            share(name, getattr(self, name))
        positive("beta", self.beta)
        whole("buffer", self.buffer, 2)


class Plr(Teacher):
    """Prioritised level replay."""

    name = "plr-v0"
    Settings = PlrSettings
    requires = frozenset({Requirement.TRACE})
    choosing_changes: ClassVar[tuple[str, ...] | None] = ("levels", "replays")

    def start(self) -> None:
        self.levels: list[Level] = []
        """The known levels; named tasks in the order in which they were first observed."""
        self.replays: dict[int, int] = {}
        """The place in ``levels`` that each open replay was drawn from, by its ticket's serial."""
        self._index: Ranking | None = None

    @property
    def requirements(self) -> frozenset[Requirement]:
        """A trace of every episode, unless returns alone are scored."""
        return frozenset() if self.settings.score == "return_change" else self.requires

    def trains_on(self, ticket: Ticket) -> bool:
        return bool(self.settings.train_on_new) or ticket.serial in self.replays

    def choose(self, rng: np.random.Generator) -> TaskKey:
        new = self._new(rng)
        if new is None or (self._full_enough() and rng.random() < self.settings.replay):
            return self._replay(rng.random(), self.serial)
        return new

    def choose_many(self, rng: np.random.Generator, n: int) -> Iterable[TaskKey]:
        if type(self) is not Plr or not isinstance(self.space, Box):
            return super().choose_many(rng, n)
        if not self._full_enough():
            return self.space.sample_many(rng, n)
        # A task takes the numbers of a new one, a coin, and another number if it is a replay. More than enough are
        # drawn at once; then the generator goes back and draws those that were used.
        free, before = len(self.space.free), rng.bit_generator.state
        drawn = rng.random(n * (free + 2))
        numbers, starts, replayed, used = drawn.tolist(), list[int](), dict[int, TaskKey](), 0
        for i in range(n):
            starts.append(used)
            used += free + 1
            if numbers[used - 1] < self.settings.replay:
                replayed[i] = self._replay(numbers[used], self.serial + i)
                used += 1
        rng.bit_generator.state = before
        rng.random(used)
        tasks: list[TaskKey] = list(
            self.space.at_shares(drawn[np.array(starts, dtype=int)[:, None] + np.arange(free)])
        )
        for i, task in replayed.items():
            tasks[i] = task
        return tasks

    def learn(self, outcome: Outcome) -> None:
        serial, task = outcome.ticket.serial, outcome.ticket.task
        place = self.replays.get(serial)
        if place is not None and self.levels[place].task != task:
            place = None  # the level was replaced while its replay was under way
        if place is None:
            place = self._place(task)
        if place is None:
            score = episode_score(outcome, self.settings.score, -np.inf, None)
            self._insert(Level(task, score, outcome.reward, outcome.reward, serial))
        else:
            level = self.levels[place]
            score = episode_score(outcome, self.settings.score, level.best, level.last)
            self._ranking().rescore(place, level.score + self.settings.average * (score - level.score))
            level.best, level.last = max(level.best, outcome.reward), outcome.reward
        self.replays.pop(serial, None)

    def forget(self, ticket: Ticket) -> None:
        self.replays.pop(ticket.serial, None)

    def weights(self) -> Array:
        """The replay probability of every known level."""
        scores = np.array([level.score for level in self.levels])
        ranks = np.empty(len(scores))
        ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
        by_score = ranks ** (-1 / self.settings.beta)
        waiting = np.array([self.serial - level.drawn for level in self.levels], dtype=float)
        mix = (1 - self.settings.staleness) * by_score / by_score.sum()
        if waiting.sum() > 0:
            return mix + self.settings.staleness * waiting / waiting.sum()
        return mix / mix.sum()

    def shapes(self) -> list[Shape]:
        """The known levels of a box, as hot as their replay is likely."""
        if not isinstance(self.space, Box) or not self.levels:
            return []
        points = tuple(tuple(self.space.reduce(level.task).tolist()) for level in self.levels)
        return [Dots(points, tuple(self.weights().tolist()))]

    def memory(self) -> dict[str, Any]:
        levels = [asdict(level) | {"task": plain_task(level.task)} for level in self.levels]
        return {"levels": levels, "replays": [[serial, place] for serial, place in self.replays.items()]}

    def recall(self, memory: Mapping[str, Any]) -> None:
        levels = [Level(**(row | {"task": read_task(row["task"])})) for row in memory["levels"]]
        self.replays = {int(serial): int(place) for serial, place in memory["replays"]}
        self.levels = levels

    def _new(self, rng: np.random.Generator) -> TaskKey | None:
        """A task not known yet; None if all named tasks are."""
        if not isinstance(self.space, Discrete):
            return self.space.sample(rng)
        known = self._ranking().places
        if len(known) == len(self.space.tasks):
            return None
        unseen = [task for task in self.space.tasks if task not in known]
        return unseen[int(rng.integers(len(unseen)))]

    def _ranking(self) -> Ranking:
        """The index of the levels; made anew for a list that somebody put in their place."""
        if self._index is None or self._index.levels is not self.levels:
            self._index = Ranking(self.levels, self.settings.beta, self.settings.staleness)
        return self._index

    def _full_enough(self) -> bool:
        if isinstance(self.space, Discrete):
            return False  # every named task is played once before any is replayed
        return len(self.levels) >= max(1, self.settings.fill * self.settings.buffer)

    def _replay(self, share: float, serial: int) -> TaskKey:
        ranking = self._ranking()
        place = ranking.draw(share, serial)
        ranking.mark(place, serial)
        self.replays[serial] = place
        return self.levels[place].task

    def _place(self, task: TaskKey) -> int | None:
        """Where a task is known, if it is: named tasks, which several lanes may play at once."""
        if not isinstance(self.space, Discrete):
            return None
        return self._ranking().places.get(task)

    def _insert(self, level: Level) -> None:
        """Keep a level if there is room or if it scores at least as high as the least likely one kept."""
        if isinstance(self.space, Discrete) or len(self.levels) < self.settings.buffer:
            self._ranking().append(level)
            return
        weakest = self._ranking().weakest(self.serial)
        if level.score >= self.levels[weakest].score:
            self._ranking().replace(weakest, level)
