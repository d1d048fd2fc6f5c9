"""A teacher of one's own: write it, check it, let a student learn with it."""

from dataclasses import dataclass

import numpy as np

from gradus.bench import Choice, load, unfold
from gradus.kits import check_teacher
from gradus.school import Box, Outcome, Teacher
from gradus.students import Training
from gradus.teachers import TEACHERS


@TEACHERS.register("frontier")
class Frontier(Teacher):
    """Draws tasks near the hardest one that was solved so far."""

    name = "frontier-v0"

    @dataclass(frozen=True)
    class Settings:
        """How far to look."""

        spread: float = 0.2
        """Standard deviation around the frontier, as a share of each range."""

    def start(self):
        self.best = self.space.free_low.tolist()

    def choose(self, rng):
        width = self.space.free_high - self.space.free_low
        return self.space.expand(rng.normal(self.best, self.settings.spread * width))

    def learn(self, outcome: Outcome):
        point = self.space.reduce(outcome.ticket.task)
        if outcome.solved and point[0] > self.best[0]:
            self.best = point.tolist()

    def memory(self):
        return {"best": self.best}

    def recall(self, memory):
        self.best = [float(x) for x in np.asarray(memory["best"])]


check_teacher(lambda seed: Frontier(Box((0.0, 0.0), (3.0, 6.0), ("height", "spacing")), seed))

# The suite's own plan for this teacher, cut down to a moment's work.
small = {"evaluate_every": 2000, "test": [[0.0, 6.0]], "checkpoint_every": 2000}
jobs = unfold(
    load("original"), Choice("minutes", seeds=1, steps=2000, teachers=("frontier",), settings=small)
)
evaluations = Training.create("frontier", jobs[0].plan).run()
print(f"{jobs[0].place}: {evaluations[-1].mastered:.0f} % mastered")
