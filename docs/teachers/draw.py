"""Draws the pictures of the teachers' pages from real runs: python docs/teachers/draw.py [NAME...]"""

import sys
from pathlib import Path

from gradus.report.curriculum import figure, watch
from gradus.teachers.toy import ToyStudent
from gradus.teachers.toy_study import WORLDS, make_entrant

FOLDER = Path(__file__).parent / "pictures"
NAMES = "random alp-gmm covar-gmm riac adr spdl goal-gan setter-solver oracle plr accel vds learning-progress tscl"

# The plain variant shrinks onto the easy corner of this world and stays.
OTHER = {"spdl": "spdl-truncated"}


def draw(name: str) -> None:
    """One teacher's picture."""
    world = WORLDS["plain"]
    student = ToyStudent(world, 0)
    teacher = make_entrant(OTHER.get(name, name), student, 0)
    frames = watch(teacher, lambda ticket: student.play(ticket, teacher.trains_on(ticket)), 4000, 8)
    title = f"{name}: tasks in each of eight stretches of a run on a toy student (red failed, green mastered)"
    drawing = figure(frames, world.space, title)
    drawing.savefig(FOLDER / f"{name}.png", dpi=55, metadata={"Software": None})


for name in sys.argv[1:] or NAMES.split():
    draw(name)
