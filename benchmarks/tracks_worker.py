"""One contestant of ``benchmarks/tracks.py``: reads seconds, plays that long, answers with microseconds per step."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

LANES = 64
CHUNK = 32
Play = Callable[[], int]


def gymnasium_player() -> tuple[Play, Callable[[], float]]:
    import gymnasium

    env = gymnasium.make("BipedalWalker-v3")
    env.reset(seed=0)
    actions = np.random.default_rng(0).uniform(-1, 1, (4096, 4)).astype(np.float32)
    place = 0

    def play() -> int:
        nonlocal place
        for _ in range(CHUNK):
            _, _, terminated, truncated, _ = env.step(actions[place % len(actions)])
            place += 1
            if terminated or truncated:
                env.reset()
        return CHUNK

    return play, lambda: 0.0


def envpool_player(threads: int) -> tuple[Play, Callable[[], float]]:
    import envpool

    env = envpool.make("BipedalWalker-v3", env_type="gymnasium", num_envs=LANES, num_threads=threads, seed=0)
    env.reset()
    actions = np.random.default_rng(0).uniform(-1, 1, (512, LANES, 4)).astype(np.float32)
    place = 0

    def play() -> int:
        nonlocal place
        for _ in range(CHUNK):
            env.step(actions[place % len(actions)])
            place += 1
        return CHUNK * LANES

    return play, lambda: 0.0


def gradus_player(track: str, body: str, threads: int) -> tuple[Play, Callable[[], float]]:
    from gradus import tracks

    env: Any = tracks.make(track, num_envs=LANES, body=body, threads=threads)
    env.reset(seed=0)
    env.lanes.batch.time_physics(True)
    size = env.lanes.body.actions
    actions = np.random.default_rng(0).uniform(-1, 1, (512, LANES, size)).astype(np.float32)
    place = 0

    def play() -> int:
        nonlocal place
        for _ in range(CHUNK):
            env.step(actions[place % len(actions)])
            place += 1
        return CHUNK * LANES

    return play, lambda: float(env.lanes.batch.physics_seconds)


def timed(play: Play, physics: Callable[[], float], seconds: float) -> dict[str, float]:
    wall, cpu, inside, steps = time.perf_counter(), time.process_time(), physics(), 0
    while (
        time.process_time() - cpu < seconds
    ):  # CPU time: on a busy machine a round is as long as on a quiet one
        steps += play()
    spent = {
        "wall_us": time.perf_counter() - wall,
        "cpu_us": time.process_time() - cpu,
        "physics_us": physics() - inside,
    }
    return {key: value / steps * 1e6 for key, value in spent.items()}


class Pace:
    """The same steps on one thread and on two, again and again; of each step only the fastest repeat counts.

    Both environments play identical episodes, so the fastest repeat of a step is the one that nobody disturbed. That
    gives the figure of free cores on a machine whose cores are not always free. Episodes take turns, not steps: in
    use, one step follows the other at once.
    """

    STEPS = 30

    def __init__(self, lanes: int) -> None:
        from gradus import tracks

        self._lanes = lanes
        self._envs: dict[int, Any] = {n: tracks.make("stump", num_envs=lanes, threads=n) for n in (1, 2)}
        self._actions = np.random.default_rng(0).uniform(-1, 1, (self.STEPS, lanes, 4)).astype(np.float32)
        self._fastest = {n: np.full(self.STEPS, np.inf) for n in self._envs}

    def repeat(self) -> None:
        """Play all steps once on either number of threads."""
        for n, env in self._envs.items():
            env.reset(seed=0)
            for t, action in enumerate(self._actions):
                start = time.perf_counter()
                env.step(action)
                self._fastest[n][t] = min(self._fastest[n][t], time.perf_counter() - start)

    def figures(self, seconds: float) -> dict[str, float]:
        """Microseconds of wall-clock time per step and lane after some more seconds of repeats."""
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            self.repeat()
        one, two = (self._fastest[n] / self._lanes * 1e6 for n in (1, 2))
        return {"one_us": float(one.mean()), "two_us": float(two.mean()), "best": float((one / two).max())}


def measures() -> dict[str, float]:
    """Reset time of the densest stump track and memory of 64 Parkour lanes."""
    from gradus import tracks

    env: Any = tracks.make("stump", tickets=[(3.0, 0.0)])
    env.reset(seed=0)
    spans = []
    for _ in range(50):
        start = time.process_time()
        env.reset()
        spans.append(time.process_time() - start)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    many: Any = tracks.make("parkour", num_envs=LANES, body="millipede")
    many.reset(seed=0)
    for _ in range(64):
        many.step(np.zeros((LANES, 16), dtype=np.float32))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return {"reset_ms": sorted(spans)[25] * 1e3, "memory_mb": grown}


def main() -> None:
    kind, *rest = sys.argv[1:]
    if kind == "measures":
        input()
        print(json.dumps(measures()), flush=True)
        return
    if kind == "threads":
        pace = Pace(int(rest[0]))
        for line in sys.stdin:
            print(json.dumps(pace.figures(float(line))), flush=True)
        return
    if kind == "gymnasium":
        play, physics = gymnasium_player()
    elif kind == "envpool":
        play, physics = envpool_player(int(rest[0]))
    else:
        play, physics = gradus_player(rest[0], rest[1], int(rest[2]))
    play()
    for line in sys.stdin:
        print(json.dumps(timed(play, physics, float(line))), flush=True)


if __name__ == "__main__":
    main()
