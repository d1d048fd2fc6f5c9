"""Plays many episodes with one build of the core and prints a digest of everything that happened.

    python digest.py CORE STEPS [SEED]

CORE is the path of a compiled core (or "installed"). Two builds behave alike to the last bit if their digests agree.
"""

import hashlib
import importlib.util
import sys

import numpy as np


def use_core(path):
    """Make ``gradus.tracks._native`` mean the core at ``path``."""
    spec = importlib.util.spec_from_file_location("gradus.tracks._native", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["gradus.tracks._native"] = module
    spec.loader.exec_module(module)


def digest(steps, seed=0, lanes=4, threads=1):
    """A digest over all bodies on both tracks, ``steps`` steps in each of ``lanes`` lanes."""
    from gradus.tracks import bodies, make

    total, sha = 0, hashlib.sha256()
    for track in ("stump", "parkour"):
        for body in bodies.NAMES:
            movable = track == "parkour" and "climbing" in body
            env = make(track, num_envs=lanes, body=body, seed=seed, threads=threads, movable_creepers=movable)
            observation, _ = env.reset()
            rng = np.random.default_rng(seed)
            for t in range(steps):
                if t % 3 == 0:
                    action = rng.uniform(-1, 1, env.action_space.shape).astype(np.float32)
                observation, reward, terminated, truncated, _ = env.step(action)
                for array in (observation, reward, terminated, truncated):
                    sha.update(array.tobytes())
                for lane in range(lanes):
                    sha.update(env.lanes.batch.poses(lane).tobytes())
                total += lanes
    return total, sha.hexdigest()


if __name__ == "__main__":
    if sys.argv[1] != "installed":
        use_core(sys.argv[1])
    print(*digest(int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0))
