"""Streams that teach nothing: what they cost."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from functools import partial

from benchmarks.learning.common import Over, fresh, spread, table


def hostile_streams(steps: int, seed: int) -> dict[str, Callable[[int, int], tuple[int, int]]]:
    """What a world that teaches nothing may send: functions of the last answer and the step."""
    luck = random.Random(seed)
    text = b"say: abc. wrong! xyz.;"
    return {
        "random bytes, random rewards": lambda said, t: (luck.randrange(256), luck.choice((-1, 0, 1))),
        "constant reward": lambda said, t: (text[t % len(text)], 1),
        "never a reward": lambda said, t: (text[t % len(text)], 0),
        "all 256 bytes in turn": lambda said, t: (t % 256, -1 if t % 7 else 1),
        "contradictory feedback": lambda said, t: (
            luck.choice(text),
            luck.choice((-1, 1)) if t % 5 == 0 else 0,
        ),
    }


def one_hostile(who: str, job: tuple[str, int, int]) -> tuple[str, list[float], int, int]:
    name, steps, seed = job
    stream = hostile_streams(steps, seed)[name]
    learner = fresh(who, seed)
    said, times = 0, []
    for t in range(steps):
        byte, reward = stream(said, t)
        began = time.thread_time()
        said = learner.act(byte, reward)
        times.append(time.thread_time() - began)
    size = len(json.dumps(learner.state()))
    slow = sum(duration > 0.02 for duration in times)
    return name, spread(times), slow, size


def section_hostile(seeds: range, over: Over, who: str, steps: int = 100_000) -> str:
    rows = [
        (name, f"{mean:.3f}", f"{nearly:.2f}", f"{most:.0f}", slow, f"{size:,}")
        for name, (mean, nearly, most), slow, size in over(
            partial(one_hostile, who), [(n, steps, seeds[0]) for n in hostile_streams(1, 0)]
        )
    ]
    columns = [
        "stream",
        "ms per step",
        "99.9 % of steps below (ms)",
        "most",
        "steps above 20 ms",
        "bytes of memory as JSON",
    ]
    return table(f"Hostile streams, {steps:,} steps", columns, rows)
