"""Draws the pictures of the teachers' pages from real runs: python docs/teachers/draw.py [NAME...]"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from gradus.report.curriculum import figure, watch
from gradus.school import Discrete, Outcome, Ticket, generator
from gradus.teachers import make
from gradus.teachers.toy import ToyStudent
from gradus.teachers.toy_study import WORLDS, make_entrant

FOLDER = Path(__file__).parent / "pictures"
NAMES = (
    "random alp-gmm covar-gmm riac adr spdl goal-gan setter-solver oracle plr accel vds learning-progress tscl "
    "sfl procurl currot paired annealed stepwise self-play"
)

# The plain variant of SPDL shrinks onto the easy corner of this world and stays; PAIRED wants an antagonist.
OTHER = {"spdl": "spdl-truncated", "paired": "paired-antagonist"}
OPPONENTS, GAMES, STRETCHES = 10, 2000, 40


def draw(name: str) -> None:
    """One teacher's picture."""
    world = WORLDS["plain"]
    student, antagonist = ToyStudent(world, 0), ToyStudent(replace(world, practice=world.practice // 2), 0)
    teacher = make_entrant(OTHER.get(name, name), student, 0)

    def play(ticket: Ticket) -> Outcome:
        outcome = student.play(ticket, teacher.trains_on(ticket))
        return replace(outcome, extras={"antagonist": antagonist.play(ticket).reward})

    frames = watch(teacher, play, 4000, 8)
    title = f"{name}: tasks in each of eight stretches of a run on a toy student"
    drawing = figure(frames, world.space, title)
    drawing.savefig(FOLDER / f"{name}.png", dpi=110, metadata={"Software": None})


def draw_opponents() -> None:
    """Self-play: which of ten ever stronger policies a student meets while it gets stronger by playing."""
    names = tuple(f"policy {i}" for i in range(OPPONENTS))
    teacher, luck, strength, met = make("self-play", Discrete(names), 0), generator(0, "luck"), -1.0, []
    for _ in range(GAMES):
        ticket = teacher.issue()
        opponent = names.index(ticket.task)
        won = bool(luck.random() < 1 / (1 + np.exp(opponent - strength)))
        strength += (
            0.01 if opponent <= strength + 2 else 0.0
        )  # nothing is learnt from one that is far too strong
        teacher.observe(Outcome(ticket, 1, float(won), won, "solved" if won else "failed"))
        met.append(opponent)
    counts = np.array([np.bincount(part, minlength=OPPONENTS) for part in np.array_split(met, STRETCHES)]).T
    drawing = Figure(figsize=(8, 3), layout="constrained")
    axes = drawing.add_subplot()
    axes.imshow(
        counts, aspect="auto", origin="lower", cmap="viridis", extent=(0, GAMES, -0.5, OPPONENTS - 0.5)
    )
    axes.set(xlabel="game", ylabel="opponent", title="self-play: how often each recorded policy is met")
    drawing.savefig(FOLDER / "self-play.png", dpi=80, metadata={"Software": None})


for name in sys.argv[1:] or NAMES.split():
    draw(name) if name != "self-play" else draw_opponents()
