"""Traces of running episodes, for teachers that score how much a student could still learn from one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Traces:
    """Each lane's rewards and the returns the student expected before them, since its episode began."""

    def __init__(self, lanes: int, gamma: float) -> None:
        self.gamma = gamma
        self._rows: list[list[tuple[float, float]]] = [[] for _ in range(lanes)]

    def add(self, rewards: Floats, values: Floats) -> None:
        """Keep a step of every lane."""
        for rows, reward, value in zip(self._rows, rewards.tolist(), values.tolist(), strict=True):
            rows.append((reward, value))

    def take(self, lane: int, last_value: float) -> dict[str, Any]:
        """An ended episode in the form of ``extras["trace"]``; its lane begins again."""
        rows, self._rows[lane] = self._rows[lane], []
        rewards, values = ([row[place] for row in rows] for place in (0, 1))
        return {"rewards": rewards, "values": values, "last_value": last_value, "gamma": self.gamma}

    def arrays(self) -> dict[str, Floats]:
        """Everything, by name."""
        return {f"trace.{lane}": np.array(rows).reshape(-1, 2) for lane, rows in enumerate(self._rows)}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take back what :meth:`arrays` gave."""
        lanes = range(len(self._rows))
        self._rows = [[(reward, value) for reward, value in arrays[f"trace.{i}"].tolist()] for i in lanes]
