"""A teacher over the rows of a dataset: which prompts a language model should see next.

``DatasetTeacher`` is a PyTorch sampler by shape (it has ``__iter__`` and ``__len__`` and gives row numbers) and needs
no PyTorch. Tell it how rows went with :meth:`DatasetTeacher.observe`; what it prefers follows the teacher of the same
name, kept per row in a tree of sums, so that a million rows cost hardly more than a thousand. It resumes exactly, also
in the middle of an epoch, from ``state_dict()``.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError, generator
from gradus.school.checks import one_of, positive, share, whole
from gradus.school.typed import read_settings
from gradus.teachers.arrays import pack, unpack
from gradus.teachers.sumtree import SumTree, find_stale

Array = NDArray[np.float64]
Places = NDArray[np.int64]
METHODS = ("learnability", "learning-progress", "tscl", "plr", "uniform")
"""What a row's weight is made of."""
ATTEMPTS = 8
"""How often a batch is completed by further draws before the rest is filled with any rows."""


@dataclass(frozen=True)
class SamplerSettings:
    """What is preferred, and how an epoch is dealt."""

    method: str = "learnability"
    """learnability: middling success, p (1 - p); learning-progress: success that changes; tscl: scores that changed
    lately; plr: surprising scores and rows not seen for long; uniform: none."""
    batch: int = 1
    """Different rows that belong together: drawn at once, none twice."""
    repeat_each: int = 1
    """How often each row of a batch is given in a row: the completions per prompt of GRPO."""
    repeat_batch: int = 1
    """How often the whole batch is given: updates per generation."""
    batches: int | None = None
    """Batches in an epoch; none means as many as the rows make."""
    explore: float = 0.2
    """Probability of any row, whatever is known of it."""
    memory: float = 0.8
    """What remains of older results of a row when a new one comes; of learnability."""
    rate: float = 0.3
    """Weight of a new result in the averages of learning progress and tscl."""
    power: float = 1.0
    """Exponent of the weights; above 1 the best rows are seen almost only."""
    staleness: float = 0.1
    """Of plr: probability of a row by how long it was not seen."""

    def __post_init__(self) -> None:
        one_of("method", self.method, METHODS)
        for name in ("batch", "repeat_each", "repeat_batch"):
            whole(name, getattr(self, name))
        if self.batches is not None:
            whole("batches", self.batches)
        for name in ("explore", "memory", "rate", "staleness"):
            share(name, getattr(self, name))
        positive("power", self.power)


class DatasetTeacher:
    """Gives the numbers of a dataset's rows, those first from which most can be learnt."""

    def __init__(self, dataset: int | Sized, seed: int = 0, **settings: Any) -> None:
        size = dataset if isinstance(dataset, int) else len(dataset)
        self.settings = read_settings(SamplerSettings, settings, "The sampler")
        if size < self.settings.batch:
            raise UserError(
                f"A batch of {self.settings.batch} different rows needs as many; there are {size}."
            )
        self.size, self.seed = size, seed
        self.rng = generator(seed, "sampler")
        self.plays = np.zeros(size, dtype=np.int64)
        """How often each row was observed."""
        self.notes: Array = np.zeros((2, size))
        """Two numbers per row: see :meth:`_learn`."""
        self._tree = SumTree(size, self._fresh())
        self._seen: SumTree | None = SumTree(size) if self._stale else None
        self._last: SumTree | None = SumTree(size) if self._stale else None
        self._time = 0
        self._dealt = 0
        self._epoch: list[int] = []
        self._queue: deque[int] = deque()

    @property
    def _stale(self) -> bool:
        return bool(self.settings.method == "plr" and self.settings.staleness > 0)

    def __len__(self) -> int:
        """Row numbers in an epoch."""
        settings = self.settings
        return self._batches * settings.batch * settings.repeat_each * settings.repeat_batch

    def __iter__(self) -> Iterator[int]:
        """The rest of the epoch; a new one if the last was finished."""
        if not self._queue and self._dealt >= self._batches:
            self._dealt, self._epoch = 0, []
        while self._queue or self._dealt < self._batches:
            if not self._queue:
                self._deal()
            yield self._queue.popleft()

    def draw(self, n: int) -> list[int]:
        """``n`` different rows, at once."""
        if not 0 <= n <= self.size:
            raise UserError(f"Cannot draw {n} different rows of {self.size}.")
        found: dict[int, None] = {}
        for _ in range(ATTEMPTS):
            missing = n - len(found)
            if not missing:
                break
            found |= dict.fromkeys(self._some(missing).tolist())
        while len(found) < n:  # few rows carry all the weight
            found[int(self.rng.integers(self.size))] = None
        return list(found)

    def observe(self, rows: Sequence[int], scores: Sequence[float], counts: Sequence[int] | int = 1) -> None:
        """Learn how rows went: a score from 0 to 1 each, the mean of ``counts`` tries; a row may come several times."""
        wanted, values, tries = _numbers("Rows", rows), _numbers("Scores", scores), _numbers("Counts", counts)
        if np.ndim(counts) == 0:
            tries = np.full(len(values), tries[0])
        self._check(wanted, values, tries)
        places = wanted.astype(np.int64)
        for once in _rounds(places):
            self._learn(places[once], values[once], tries[once])

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to go on exactly here, JSON-able; rows never observed take no room."""
        seen = np.flatnonzero(self.plays)
        columns = np.stack([seen.astype(float), self.plays[seen].astype(float), *self.notes[:, seen]])
        state = {"size": self.size, "seed": self.seed, "settings": asdict(self.settings)}
        state |= {"rng": self.rng.bit_generator.state, "time": self._time, "dealt": self._dealt}
        last = self._last.weights(seen) if self._last is not None else np.empty(0)
        state |= {"queue": list(self._queue), "epoch": pack(np.array(self._epoch, dtype=float))}
        return state | {"rows": pack(columns), "last": pack(last)}

    def load_state_dict(self, state: Mapping[str, Any], epoch_again: bool = False) -> None:
        """Go on where :meth:`state_dict` was taken; on an error this sampler stays as it was.

        With ``epoch_again`` the rows that the epoch has given so far come once more, the very same ones: for trainers
        that pass over what they have trained on, and that may have asked for more than that.
        """
        if not isinstance(state, Mapping) or "size" not in state:
            raise UserError("This is no state of a sampler.")
        if state["size"] != self.size:
            raise UserError(
                f"The sampler's state belongs to a dataset of {state['size']} rows; this one has {self.size}."
            )
        if state.get("settings") != asdict(self.settings):
            raise UserError("The sampler's state belongs to other settings.")
        try:
            other = DatasetTeacher(self.size, int(state["seed"]), **asdict(self.settings))
            other._recall(state, epoch_again)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise UserError(f"The sampler's state is damaged: {error!r}.") from error
        self.__dict__ = other.__dict__

    def _recall(self, state: Mapping[str, Any], epoch_again: bool) -> None:
        columns = unpack(state["rows"], (4, -1))
        seen = columns[0].astype(np.int64)
        self.plays[seen] = columns[1]
        self.notes[:, seen] = columns[2:]
        self._tree.change(seen, self._weights(seen))
        if self._seen is not None and self._last is not None:
            self._seen.change(seen, np.ones(len(seen)))
            self._last.change(seen, unpack(state["last"], (len(seen),)))
        self.rng.bit_generator.state = state["rng"]
        self._time, self._dealt = int(state["time"]), int(state["dealt"])
        self._queue = deque(int(row) for row in state["queue"])
        self._epoch = unpack(state["epoch"], (-1,)).astype(int).tolist()
        if epoch_again:
            self._queue.clear()
            for start in range(0, len(self._epoch), self.settings.batch):
                self._give(self._epoch[start : start + self.settings.batch])

    @property
    def _batches(self) -> int:
        given = self.settings.batches
        return self.size // self.settings.batch if given is None else int(given)

    def _deal(self) -> None:
        rows = self.draw(self.settings.batch)
        self._epoch += rows
        self._give(rows)
        self._dealt += 1

    def _give(self, rows: Sequence[int]) -> None:
        """Put a batch into the queue, as often as its rows are wanted."""
        each = [row for row in rows for _ in range(self.settings.repeat_each)]
        self._queue.extend(each * self.settings.repeat_batch)

    def _some(self, n: int) -> Places:
        """Draws with replacement: any rows, stale ones, or by weight."""
        kind, shares = self.rng.random(n), self.rng.random(n)
        rows = np.minimum((shares * self.size).astype(np.int64), self.size - 1)
        explore = self.settings.explore
        weighed = kind >= explore
        if self._stale:
            stale = weighed & (kind < explore + (1 - explore) * self.settings.staleness)
            rows[stale] = self._oldest(shares[stale])
            weighed &= ~stale
        if self._tree.total > 0:
            rows[weighed] = self._tree.find(shares[weighed])
        return rows

    def _oldest(self, shares: Array) -> Places:
        """Observed rows in proportion to how long ago that was; any rows while none was observed."""
        assert self._seen is not None and self._last is not None
        waiting = self._time * self._seen.total - self._last.total
        if waiting <= 0:
            return np.minimum((shares * self.size).astype(np.int64), self.size - 1)
        return find_stale(self._seen, self._last, self._time, shares * waiting)

    def _check(self, places: Array, values: Array, tries: Array) -> None:
        if not len(places) == len(values) == len(tries):
            what = "score" if len(places) != len(values) else "count"
            given = len(values) if what == "score" else len(tries)
            raise UserError(f"observe needs one {what} for each row, not {given} for {len(places)}.")
        good = (places >= 0) & (places < self.size) & (places == np.floor(places))
        if not good.all():
            raise UserError(f"There is no row {places[~good][0]:g}: the dataset has {self.size}.")
        if not np.isfinite(values).all() or (values < 0).any() or (values > 1).any():
            raise UserError("Scores must be numbers from 0 to 1; scale rewards that are not.")
        if not (tries > 0).all():
            raise UserError("Counts of tries must be greater than 0.")

    def _learn(self, rows: Places, scores: Array, tries: Array) -> None:
        """Take in one result of each of some different rows.

        The notes are: successes and failures that are remembered (learnability); fast and slow average (learning
        progress); average change and last score (tscl); surprise and last score (plr).
        """
        first, second = self.notes[0, rows], self.notes[1, rows]
        method, rate = self.settings.method, self.settings.rate
        if method == "learnability":
            first = self.settings.memory * first + scores * tries
            second = self.settings.memory * second + (1 - scores) * tries
        elif method == "learning-progress":
            first = first + rate * (scores - first)
            second = second + rate * (first - second)
        elif method == "tscl":
            first, second = first + rate * (scores - second - first), scores
        elif method == "plr":
            first, second = np.abs(scores - second), scores
        self.notes[0, rows], self.notes[1, rows] = first, second
        self.plays[rows] += 1
        self._time += 1
        self._tree.change(rows, self._weights(rows))
        if self._seen is not None and self._last is not None:
            self._seen.change(rows, np.ones(len(rows)))
            self._last.change(rows, np.full(len(rows), float(self._time)))

    def _weights(self, rows: Places) -> Array:
        """What rows are worth, from their notes."""
        first, second = self.notes[0, rows], self.notes[1, rows]
        if self.settings.method == "learnability":
            p = (first + 1) / (first + second + 2)
            worth = p * (1 - p)
        elif self.settings.method == "learning-progress":
            worth = np.abs(first - second)
        elif self.settings.method == "uniform":
            worth = np.zeros(len(rows))
        else:
            worth = np.abs(first)
        return np.asarray(worth**self.settings.power)

    def _fresh(self) -> float:
        """What a row is worth that was never observed: the most that learnability can be; else nothing is known."""
        return math.pow(0.25, self.settings.power) if self.settings.method == "learnability" else 0.0


def _numbers(what: str, given: Any) -> Array:
    """What was given as a flat array; whole numbers of rows stay exact, as they are far below 2 ** 53."""
    try:
        return np.asarray(given, dtype=float).ravel()
    except (TypeError, ValueError):
        raise UserError(f"{what} must be numbers, not {given!r}.") from None


def _rounds(places: Places) -> Iterator[Places]:
    """Positions in rounds in which no place comes twice, in the order given."""
    left = np.arange(len(places))
    while left.size:
        _, first = np.unique(places[left], return_index=True)
        now = np.sort(first)
        yield left[now]
        left = np.delete(left, now)
