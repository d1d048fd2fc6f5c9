"""What was published in 2017, as reference rows: the agents of the General AI Challenge, Round 1."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Agent:
    """One agent of the evaluation report."""

    name: str
    scrambled: int
    """Tasks of 43 solved with the scrambler."""
    plain: int
    """Tasks of 43 solved without the scrambler."""
    public: int
    """Tasks solved of the public curriculum's 46."""


AGENTS_2017 = (
    Agent("A", 7, 7, 26),
    Agent("B", 4, 9, 24),
    Agent("C", 4, 7, 46),
    Agent("D", 2, 8, 6),
    Agent("E", 1, 1, 0),
    Agent("F", 0, 0, 1),
    Agent("G", 0, 0, 0),
)
"""Their runs are not ours: one run each, 24 hours, another evaluation curriculum beyond its tenth task."""
EVALUATION_TASKS, PUBLIC_TASKS = 43, 46
HUMAN_2017 = (
    "One colleague of the organisers solved all 46 public tasks, unscrambled, in about 13.5 hours (2017)."
)
