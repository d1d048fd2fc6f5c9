"""Draws the pictures of the teachers' pages from real runs: python docs/teachers/draw.py [NAME...]"""

import sys
from pathlib import Path

from gradus.report.curriculum import figure, watch
from gradus.teachers import make
from gradus.teachers.toy import ToyStudent
from gradus.teachers.toy_study import WORLDS, settings_for

FOLDER = Path(__file__).parent / "pictures"
NAMES = "random alp-gmm covar-gmm riac adr spdl goal-gan setter-solver oracle plr accel vds learning-progress tscl"

# The launch values of the truncated variant: a plain one shrinks onto the easy corner of this world and stays.
OTHER = {"spdl": {"truncated": True, "zeta": 1.0, "trust_region": 0.2}}

for name in sys.argv[1:] or NAMES.split():
    world = WORLDS["plain"]
    student = ToyStudent(world, 0)
    teacher = make(name, world.space, 0, **{**settings_for(name, student), **OTHER.get(name, {})})
    frames = watch(teacher, student.play, 4000, 8)
    title = f"{name}: tasks in each of eight stretches of a run on a toy student (red failed, green mastered)"
    drawing = figure(frames, world.space, title)
    drawing.savefig(FOLDER / f"{name}.png", dpi=55, metadata={"Software": None})
