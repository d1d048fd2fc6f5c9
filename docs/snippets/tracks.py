"""A first walk on the tracks: one environment, many lanes, tickets, checkpoints, pictures."""

import gymnasium
import numpy as np

import gradus  # noqa: F401 - makes the environments known to Gymnasium
from gradus import teachers, tracks
from gradus.tracks import view

# One environment, as Gymnasium knows it. A task of Stump Tracks: mean height of stumps, space between them.
env = gymnasium.make("gradus/StumpTracks-v0", body="classic_bipedal", tickets=[(1.0, 3.0)])
observation, info = env.reset(seed=0)
observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
assert observation.shape == (24,) and list(info["task"]) == [1.0, 3.0]

# Many lanes, stepped together by the core on two threads, taught by a teacher. The environment itself asks for
# tickets and reports outcomes; a lane that ended shows its last observation in infos["final_obs"].
teacher = teachers.make("random", tracks.task_space("parkour", "easy"), seed=0)
lanes = gymnasium.make_vec(
    "gradus/Parkour-v0", num_envs=8, threads=2, body="spider", tickets=teacher, max_steps=50
)
lanes.reset()
actions = np.random.default_rng(0).uniform(-1, 1, (120, *lanes.action_space.shape)).astype(np.float32)
for action in actions[:60]:
    observations, rewards, terminations, truncations, infos = lanes.step(action)
assert {ticket.serial for ticket in lanes.playing} == set(range(8, 16))

# A checkpoint is the tickets being played and the actions since their start. (The teacher saves itself.)
state = lanes.state()
went_on = [lanes.step(action)[0] for action in actions[60:90]]
lanes.restore(state)
assert np.array_equal(went_on, [lanes.step(action)[0] for action in actions[60:90]])

# Looking: a frame, a film, a page of tasks, all bodies.
env = tracks.make("parkour", body="fish", tickets=tracks.test_set("swim")[:3], render_mode="rgb_array")
env.reset(seed=0)
view.save_picture(env.render(), "fish.png")
view.save_picture(view.contact_sheet("stump", tracks.test_set("stump")[::25]), "tasks.png")
view.save_picture(view.gallery(size=90), "bodies.png")
