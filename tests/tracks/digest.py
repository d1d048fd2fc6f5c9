"""Plays many episodes with one build of the core and prints a digest of everything that happened.

    python digest.py CORE STEPS [SEED [LANES]]

CORE is the path of a compiled core (or "installed"). Two builds behave alike to the last bit if their digests agree.
"""

import hashlib
import importlib.util
import sys

import numpy as np

from gradus.tracks import bodies, make


def use_core(path):
    """Make ``gradus.tracks._native`` mean the core at ``path``."""
    spec = importlib.util.spec_from_file_location("gradus.tracks._native", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["gradus.tracks._native"] = module
    spec.loader.exec_module(module)


def plays(steps):
    """Track, body, whether creepers swing, and steps per lane: every body on both tracks.

    A world of swinging creepers has hundreds of moving bodies and costs ten times as much, so climbers, who hang on to
    them, get fewer steps there.
    """
    for track in ("stump", "parkour"):
        yield from ((track, body, False, steps) for body in bodies.NAMES)
    yield from (("parkour", body, True, steps // 10) for body in bodies.NAMES if "climbing" in body)


def digest(steps, seed=0, lanes=4, threads=1):
    """Steps played in all lanes together, and a digest of everything that happened in them."""
    total, sha = 0, hashlib.sha256()
    for track, body, movable, count in plays(steps):
        env = make(track, num_envs=lanes, body=body, seed=seed, threads=threads, movable_creepers=movable)
        env.reset()
        rng = np.random.default_rng(seed)
        for t in range(count):
            if t % 3 == 0:
                action = rng.uniform(-1, 1, env.action_space.shape).astype(np.float32)
            for array in env.step(action)[:4]:
                sha.update(array.tobytes())
            for lane in range(lanes):
                sha.update(env.lanes.batch.poses(lane).tobytes())
            total += lanes
    return total, sha.hexdigest()


if __name__ == "__main__":
    if sys.argv[1] != "installed":
        use_core(sys.argv[1])
    print(*digest(*map(int, sys.argv[2:])))
