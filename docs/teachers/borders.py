"""How much of ALP-GMM's learning progress is none: python docs/teachers/borders.py [SEEDS] [-o borders.json]

ALP-GMM compares a return with that of the nearest earlier task. The difference has three parts: what the student has
learnt since (progress), how much the two tasks differ (a static border between them), and noise. A toy student can be
asked for the first two. For each world the script gives their sums over all episodes after the bootstrap, relative to
the sum of what ALP-GMM takes for progress, and what the same teacher reaches when it is told the first part only.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from gradus.teachers.alp_gmm import AlpGmm
from gradus.teachers.toy import FAILED, PERFECT, ToyStudent, teach
from gradus.teachers.toy_study import EPISODES, WORLDS, interval

SCALE = PERFECT - FAILED
BOOTSTRAP = 150


class Watched(AlpGmm):
    """ALP-GMM on a student that can be asked; ``told`` replaces its progress by the student's own."""

    def watch(self, student: ToyStudent, told: bool) -> None:
        """Begin to compare."""
        self.student, self.told, self.cubes, self.parts = student, told, [], []

    def row(self, point, outcome):
        """The row of ALP-GMM, its progress taken apart."""
        self.cubes.append(self.student.competence.copy())
        before, found = len(self.history), super().row(point, outcome)
        if before <= 5:
            return found
        gaps = ((self.history.rows[:before, :-1] - point) ** 2).sum(axis=1)
        place = int(np.flatnonzero(gaps == gaps.min())[-1])
        other = tuple(self.history.rows[place, :-1])
        static = abs(self.shown(tuple(point), -1) - self.shown(other, -1))
        learnt = abs(self.shown(tuple(point), -1) - self.shown(tuple(point), place))
        self.parts.append((found[-1], static, learnt))
        return [*point, learnt] if self.told else found

    def shown(self, task, time):
        """The return that a task had at some time, without noise."""
        kept, self.student.competence = self.student.competence, self.cubes[time]
        smooth = self.student.world.smooth
        level = self.student._between(task) if smooth else self.student.competence[self.student.cell(task)]
        self.student.competence = kept
        return SCALE * float(level)


def run(world, seed, told):
    """The mastered share, and the static and the learnt part relative to what ALP-GMM takes for progress."""
    student = ToyStudent(WORLDS[world], seed)
    teacher = Watched(student.world.space, seed)
    teacher.watch(student, told)
    mastered = teach(teacher, student, EPISODES)[-1]
    taken, static, learnt = np.array(teacher.parts[BOOTSTRAP:]).sum(axis=0)
    return mastered, static / taken, learnt / taken


def main():
    """All worlds, with 95 % bootstrap intervals of the mean."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", type=int, nargs="?", default=10)
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    rows = []
    for world in ("trivial", "unfeasible", "smooth-trivial", "smooth-unfeasible"):
        for told in (False, True):
            found = np.array([run(world, seed, told) for seed in range(options.seeds)])
            row = {"world": world, "told": told, "seeds": options.seeds}
            for name, values in zip(("mastered", "static", "learnt"), found.T, strict=True):
                row[name] = [
                    round(float(values.mean()), 3),
                    *(round(x, 3) for x in interval(values.tolist())),
                ]
            rows.append(row)
            print(json.dumps(row), flush=True)
    if options.output:
        options.output.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
