"""The unit of the speed tables that need none: one call of a small Python function."""

from __future__ import annotations

import time


def function_call() -> float:
    """Seconds of CPU per call of a small Python function, the loop around it included."""

    def small(x: int) -> int:
        return x

    n = 400_000
    start = time.process_time()
    for i in range(n):
        small(i)
    return (time.process_time() - start) / n
