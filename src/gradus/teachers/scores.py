"""Scores of an episode: how much a student could still learn from it, from its rewards and value predictions.

A student that can puts a trace into an outcome's extras::

    {"trace": {"rewards": [...], "values": [...], "last_value": 0.0, "gamma": 0.99, "lambda": 0.95}}

with one value per reward; the last three entries may be left out (0, 0.99 and 0.95 then). Or it computes a score
itself: ``{"score": 0.3}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import Outcome, UserError

SCORES = ("auto", "value_l1", "positive_value_loss", "max_mc", "return_change")
"""auto: the given score or value_l1 where the outcome allows it, else return_change."""


def advantages(trace: Mapping[str, Any]) -> NDArray[np.float64]:
    """Generalised advantage estimates of every step of a trace."""
    rewards, values = (np.asarray(trace[name], dtype=float) for name in ("rewards", "values"))
    if rewards.shape != values.shape or rewards.ndim != 1 or not len(rewards):
        raise UserError(
            f"extras['trace'] must hold one value for each reward, not {values.shape} for {rewards.shape}."
        )
    gamma, lam = float(trace.get("gamma", 0.99)), float(trace.get("lambda", 0.95))
    after = np.append(values[1:], float(trace.get("last_value", 0.0)))
    errors = rewards + gamma * after - values
    result: NDArray[np.float64] = np.empty(len(errors))
    running = 0.0
    for t in reversed(range(len(errors))):
        running = errors[t] + gamma * lam * running
        result[t] = running
    return result


def episode_score(outcome: Outcome, kind: str, best: float, last: float | None) -> float:
    """The score of an episode.

    ``best`` is the best return ever seen on its level and ``last`` the latest one before (None on a first visit,
    which scores the size of the return itself: everything about the level was unknown).
    """
    extras = outcome.extras
    if kind == "auto":
        if "score" in extras:
            return _finite(float(extras["score"]))
        kind = "value_l1" if "trace" in extras else "return_change"
    if kind == "return_change":
        return abs(outcome.reward - (0.0 if last is None else last))
    if "trace" not in extras:
        raise UserError(
            f"The score {kind!r} needs extras['trace'] in outcomes; 'return_change' does without."
        )
    if kind == "max_mc":
        values = np.asarray(extras["trace"]["values"], dtype=float)
        return _finite(float(np.mean(max(best, outcome.reward) - values)))
    gaps = advantages(extras["trace"])
    return _finite(float(np.mean(np.abs(gaps) if kind == "value_l1" else np.maximum(gaps, 0.0))))


def _finite(score: float) -> float:
    if not np.isfinite(score):
        raise UserError(f"The score of an outcome must be a finite number, not {score!r}.")
    return score
