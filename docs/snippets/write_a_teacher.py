"""A teacher of one's own: a few methods, a kit that checks them, a name in the registry."""

from dataclasses import dataclass

import numpy as np

from gradus.kits.teacher import check_teacher
from gradus.school import Box, Teacher
from gradus.teachers import TEACHERS, make
from gradus.teachers.toy import ToyStudent, ToyWorld, teach


@TEACHERS.register("frontier")
class Frontier(Teacher):
    """Draws tasks near the latest one that was only just solved."""

    name = "frontier-v0"
    choosing_changes = ()  # choose() changes nothing, so previews need no copy

    @dataclass(frozen=True)
    class Settings:
        """The docstring under each field becomes the command line's help."""

        spread: float = 0.1
        """How far tasks lie from the frontier, as a share of each range."""
        explore: float = 0.2
        """Probability of a uniformly drawn task."""

    def start(self):
        self.frontier = None

    def choose(self, rng):
        if self.frontier is None or rng.random() < self.settings.explore:
            return self.space.sample(rng)
        width = self.space.free_high - self.space.free_low
        near = self.space.reduce(self.frontier) + self.settings.spread * width * rng.standard_normal(
            len(width)
        )
        return self.space.expand(near)  # clips to the box and puts fixed dimensions back

    def learn(self, outcome):
        if outcome.solved:
            self.frontier = outcome.ticket.task

    def memory(self):
        return {"frontier": None if self.frontier is None else list(self.frontier)}

    def recall(self, memory):
        found = memory["frontier"]
        self.frontier = None if found is None else tuple(found)


check_teacher(lambda seed: Frontier(Box((0.0, 1.0), (3.0, 1.0)), seed), episodes=100, speed_episodes=500)

world = ToyWorld("plain", cells=8)
shares = [teach(make("frontier", world.space, seed), ToyStudent(world, seed), 2000)[-1] for seed in range(3)]
print(f"mastered {np.mean(shares):.0%} of the cells on average")
