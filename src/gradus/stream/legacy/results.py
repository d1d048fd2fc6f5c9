"""The results file in the layout of 2017."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def results_text(steps: int, reward: Any, tasks: Mapping[str, tuple[int, Any, int]]) -> str:
    """Totals, then four tables; ``tasks``: steps, reward and instances by name.

    >>> print(results_text(10, 5, {"Micro1Task": (10, 5, 2)}).splitlines()[1])
    Average reward: 0.5
    """
    reward = _whole(reward)
    tasks = {name: (time, _whole(earned), trials) for name, (time, earned, trials) in tasks.items()}
    lines = ["* General results", f"Average reward: {reward / steps}", f"Total time: {steps}"]
    lines += [f"Total reward: {reward}"]
    by_time = sorted(tasks, key=lambda name: tasks[name][0])
    lines += ["* Average reward per task"]
    lines += [f"{name}: {tasks[name][1] / tasks[name][0] if tasks[name][0] else 0.0}" for name in by_time]
    lines += ["* Total reward per task"]
    lines += [f"{name}: {tasks[name][1]}" for name in sorted(tasks, key=lambda n: tasks[n][1], reverse=True)]
    lines += ["* Total time per task", *(f"{name}: {tasks[name][0]}" for name in by_time)]
    lines += ["* Number of trials per task"]
    lines += [f"{name}: {tasks[name][2]}" for name in sorted(tasks, key=lambda n: tasks[n][2])]
    return "\n".join(lines) + "\n"


def _whole(reward: Any) -> Any:
    """Rewards were whole numbers, and written as such."""
    return int(reward) if reward == int(reward) else reward
