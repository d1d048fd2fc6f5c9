"""The settings of SAC: the paper's, an entropy weight that is learnt, a limit to what a fall costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gradus.school.checks import number, positive, share, sizes, whole

PRESETS: Mapping[str, Mapping[str, Any]] = {"paper": {}, "reference": {}}
"""The released code agrees with the paper on SAC."""


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of SAC."""

    preset: str = "paper"
    """paper or reference: which description the other defaults follow."""
    learning_rate: float = 1e-3
    """Adam's step size."""
    gamma: float = 0.99
    """Discount per step."""
    polyak: float = 0.995
    """How much of the target network stays at each update."""
    entropy_weight: float = 0.005
    """Weight of the policy's entropy (alpha); with a target, what it is at first."""
    target_entropy: float | None = None
    """The entropy per action that the policy is to keep: the weight then learns to see to it. Usual is -1; none (the
    paper) leaves the weight as it is."""
    reward_floor: float | None = None
    """Rewards below this are learnt from as if they were this; none (the paper) takes them as they are. A fall on the
    tracks costs 100, some five hundred steps of walking: who fears it so much stands still. Tests count everything."""
    buffer_size: int = 2_000_000
    """Transitions that the replay buffer remembers."""
    batch_size: int = 1000
    """Transitions per gradient step."""
    steps_per_update: int = 10
    """Steps of an episode per gradient step; the last part counts whole."""
    random_steps: int = 10_000
    """Steps of the run with uniformly drawn actions."""
    hidden: tuple[int, ...] = (400, 300)
    """Sizes of the hidden layers of every network."""
    margin: int = 200_000
    """Room for transitions behind the buffer; at least the steps between two checkpoints."""
    sampled_tests: bool = False
    """Whether evaluations draw actions instead of taking the mean."""

    def __post_init__(self) -> None:
        for name in ("buffer_size", "batch_size", "steps_per_update", "margin"):
            whole(name, getattr(self, name))
        whole("random_steps", self.random_steps, 0)
        positive("learning_rate", self.learning_rate)
        positive("entropy_weight", self.entropy_weight)
        if self.target_entropy is not None:
            number("target_entropy", self.target_entropy)
        if self.reward_floor is not None:
            number("reward_floor", self.reward_floor)
        share("gamma", self.gamma)
        share("polyak", self.polyak)
        sizes("hidden", self.hidden)
