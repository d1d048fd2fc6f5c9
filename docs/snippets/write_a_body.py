"""A body of one's own: a table, a check, a first hop."""

from pathlib import Path

import numpy as np

from gradus import tracks

TABLE = """
family = "walker"            # walker, climber, swimmer or amphibian: decides what kills it
torque = "80 * strength"     # of every motor; sums over the options and pi are allowed anywhere
torque_cost = 0.00035
angle_term = true            # leaning costs reward
width = 40                   # all lengths in px, 30 to the metre
height = 70
spawn_height = 46            # of the spawn point above the ground
head = "hull"                # carries the lidar; its way is the reward

[options]
strength = { default = 1.0, low = 0.1, high = 4.0 }

[[part]]
name = "hull"
at = [0, 0]
box = [20, 8]                # half-sizes; or polygon = [[x, y], ...], or circle = radius
density = 3
friction = 0.1
contact = true               # keep a contact flag
critical = "stumps"          # touching the ground with it ends the episode: never, stumps or always
push = true                  # gets the random push at spawn

[[part]]
name = "leg"                 # without "at" it is placed where its joint holds it
box = [4, 19]
density = 1
contact = true

[part.joint]
to = "hull"
there = [0, -8]              # anchor in the hull's frame
here = [0, 19]               # anchor in the leg's frame
limits = ["-0.3 * pi", "0.3 * pi"]
motor = 4                    # speed in radians per second
observe_contact = "leg"
"""
Path("hopper.toml").write_text(TABLE)

env = tracks.make("stump", body="hopper.toml", body_options={"strength": 2.0}, tickets=[(0.0, 6.0)])
observation, info = env.reset(seed=0)
assert observation.shape == (4 + 3 + 10,)  # head, one motor with contact, lidar
for t in range(50):
    observation, reward, terminated, truncated, info = env.step(np.array([np.sin(0.3 * t)], dtype=np.float32))
