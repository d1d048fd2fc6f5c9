"""The teacher kit passes honest teachers and catches each way of breaking the contract."""

import random
import time

import numpy as np
import pytest

from gradus.kits.teacher import check_teacher
from gradus.school import Box, Discrete, Teacher
from gradus.teachers import make

BOX = Box((0.0, 1.0, -1.0), (1.0, 1.0, 3.0))
TASKS = Discrete(("a", "b", "c"))


class Halving(Teacher):
    """An honest little teacher: keeps the best return and draws around its task."""

    name = "halving-v0"
    choosing_changes = ()

    def start(self):
        self.best, self.at, self.count = -1e9, None, 0

    def choose(self, rng):
        if self.at is None or rng.random() < 0.5:
            return self.space.sample(rng)
        near = self.space.reduce(self.at) + 0.1 * rng.standard_normal(2)  # type: ignore[union-attr]
        return self.space.expand(near)  # type: ignore[union-attr]

    def learn(self, outcome):
        self.count += 1
        if outcome.reward > self.best:
            self.best, self.at = outcome.reward, outcome.ticket.task

    def memory(self):
        return {"best": self.best, "at": self.at and list(self.at), "count": self.count}

    def recall(self, memory):
        best, at, count = memory["best"], memory["at"], memory["count"]
        self.best, self.at, self.count = best, at and tuple(at), count


class Outside(Halving):
    """Leaves the box."""

    def choose(self, rng):
        return (2.0, 1.0, 0.0)


class ArrayTask(Halving):
    """Gives NumPy numbers, which no record can hold."""

    def choose(self, rng):
        return (np.float64(0.5), 1.0, 0.0)


class GlobalRandom(Halving):
    """Draws from the global random state."""

    def choose(self, rng):
        return self.space.expand([random.random(), 0.0])  # type: ignore[union-attr]


class GlobalNumpy(Halving):
    """Uses up the global NumPy state without showing it."""

    def learn(self, outcome):
        super().learn(outcome)
        np.random.random()  # noqa: NPY002


class OwnSeed(Halving):
    """Treats seed 0 as no seed."""

    def start(self):
        super().start()
        self.rng = np.random.default_rng(self.seed or None)


class Forgetful(Halving):
    """Saves less than it depends on."""

    def recall(self, memory):
        super().recall(memory)
        self.best, self.at = -1e9, None

    def memory(self):
        return {"best": 0.0, "at": None, "count": self.count}


class NervousPreview(Halving):
    """Says that choosing changes nothing, but it does."""

    def start(self):
        super().start()
        self.trail = []

    def choose(self, rng):
        self.trail.append(1)
        return self.space.expand([1 / len(self.trail), 0.0])  # type: ignore[union-attr]

    def memory(self):
        return super().memory() | {"trail": self.trail}

    def recall(self, memory):
        trail = list(memory["trail"])
        super().recall(memory)
        self.trail = trail


class HalfRestored(Halving):
    """Loses its memory when a restore fails."""

    def recall(self, memory):
        self.count = 0
        super().recall({**memory, "count": memory.get("count", 0)})


class PreviewSharesStream(Halving):
    """Previews from the stream of teaching."""

    def glimpse(self, n, rng):
        return super().glimpse(n, self.rng)


class HalfSure(Halving):
    """Says how much, not whether, a ticket trains."""

    def trains_on(self, ticket):
        return 0.5


class Wavering(Halving):
    """Makes its mind up each time it is asked."""

    def trains_on(self, ticket):
        self.asked = getattr(self, "asked", 0) + 1
        return self.asked % 3 == 0


class DrawsWhenAsked(Halving):
    """Tosses a coin of the stream of teaching, and remembers how it fell."""

    def start(self):
        super().start()
        self.coins = {}

    def trains_on(self, ticket):
        if ticket.serial not in self.coins:
            self.coins[ticket.serial] = bool(self.rng.random() < 0.5)
        return self.coins[ticket.serial]


class ForgetsWhatItMeasures(Halving):
    """Knows which tickets are for measuring, but does not save it."""

    def start(self):
        super().start()
        self.measured = set()

    def choose(self, rng):
        if self.serial % 2:
            self.measured.add(self.serial)
        return super().choose(rng)

    def trains_on(self, ticket):
        return ticket.serial not in self.measured


class HastyBatches(Halving):
    """Chooses a batch from other numbers than one by one."""

    def choose_many(self, rng, n):
        return [self.space.sample(rng) for _ in range(n + 1)][1:]


class BatchesLearnOnce(Halving):
    """Learns only from the last outcome of a batch."""

    def learn_many(self, outcomes):
        super().learn_many(outcomes[-1:])


class MournsSilently(Halving):
    """Teaches otherwise after a ticket was taken back, but does not save it."""

    def start(self):
        super().start()
        self.lost = 0

    def forget(self, ticket):
        self.lost += 1

    def choose(self, rng):
        return super().choose(rng) if not self.lost else self.space.low  # type: ignore[union-attr]


class Slower(Halving):
    """Costs more with every episode."""

    def learn(self, outcome):
        super().learn(outcome)
        until = time.process_time() + self.count * 1e-6
        while time.process_time() < until:
            pass


class Hoarder(Halving):
    """Its state grows with the square of the episodes."""

    def start(self):
        super().start()
        self.hoard = []

    def learn(self, outcome):
        super().learn(outcome)
        self.hoard.extend([0] * (self.count // 8))

    def memory(self):
        return super().memory() | {"hoard": self.hoard}

    def recall(self, memory):
        hoard = list(memory["hoard"])
        super().recall(memory)
        self.hoard = hoard


def test_honest_teachers_pass():
    check_teacher(lambda seed: Halving(BOX, seed), episodes=120, speed_episodes=900)
    check_teacher(lambda seed: make("sequential", TASKS, seed), episodes=60, speed_episodes=0)
    check_teacher(lambda seed: make("consecutive", TASKS, seed), episodes=60, speed_episodes=0)


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (Outside, "outside"),
        (ArrayTask, "plain floats"),
        (GlobalRandom, "global random state differed"),
        (GlobalNumpy, "global random state was used"),
        (OwnSeed, "same seed gave different"),
        (Forgetful, "other tickets|another state"),
        (NervousPreview, "preview"),
        (HalfRestored, "damaged state was accepted|changed the teacher"),
        (PreviewSharesStream, "disturbed"),
        (HalfSure, "0.5 instead of True or False"),
        (Wavering, "asked twice"),
        (DrawsWhenAsked, "trains_on disturbed the run"),
        (ForgetsWhatItMeasures, "restored.*trains_on answered differently"),
        (HastyBatches, "differs from one by one"),
        (BatchesLearnOnce, "left another state"),
        (MournsSilently, "taken back, the teacher issued other tickets"),
        (Slower, "cost per episode"),
        (Hoarder, "linearly"),
    ],
)
def test_broken_teachers_are_caught(broken, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_teacher(lambda seed: broken(BOX, seed), episodes=120, speed_episodes=1500)
