"""The settings of PPO: the paper's, those of its released scripts, and a steadier set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gradus.school import UserError
from gradus.school.checks import number, one_of, positive, share, sizes, whole

ACTIVATIONS = ("relu", "tanh")
VALUE_LOSSES = ("clipped", "plain", "huber")
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "paper": {},
    "reference": {"samples": 20_000, "activation": "tanh", "sampled_tests": True},
    "steady": {"samples": 8_000, "minibatch": 500, "epochs": 8, "anneal": True},
}
"""``reference`` is what the released scripts ran, where it differs from the paper. ``steady`` has longer rollouts,
smaller minibatches and a step size that falls: usual cures for policies that swing between evaluations."""


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of PPO."""

    preset: str = "paper"
    """paper, reference or steady: which description the other defaults follow."""
    samples: int = 2000
    """Steps between updates, all lanes together."""
    minibatch: int = 1000
    """Samples per gradient step."""
    epochs: int = 5
    """Passes over the samples per update."""
    learning_rate: float = 3e-4
    """Adam's step size."""
    clip: float = 0.2
    """How far the ratio of probabilities, and the value, may move before they count no more."""
    gamma: float = 0.99
    """Discount per step."""
    gae_lambda: float = 0.95
    """Weight of longer advantage estimates."""
    value_weight: float = 0.5
    """Weight of the value's error."""
    entropy_weight: float = 0.0
    """Weight of the policy's entropy."""
    value_loss: str = "clipped"
    """How the value's error is measured: clipped (the paper), plain (squares) or huber (far misses count less)."""
    anneal: bool = False
    """Whether the step size falls evenly to zero over the training."""
    target_kl: float | None = None
    """Gradient steps on a rollout end when the policy has moved this far from where it was; none never stops."""
    gradient_norm: float = 0.5
    """Longer gradients are shortened to this."""
    hidden: tuple[int, ...] = (400, 300)
    """Sizes of the hidden layers, shared by policy and value."""
    activation: str = "relu"
    """relu (the paper: as SAC) or tanh (the released code)."""
    log_std_init: float = 0.0
    """Logarithm of the actions' deviation at the start."""
    action_init: tuple[float, ...] = ()
    """The mean action at the start, whatever is observed; none is rest. Climbers that let go at once learn nothing."""
    start: str = ""
    """A walker, by name or file, whose policy the student begins with; its layers must have the same sizes."""
    start_count: int = 100_000
    """How many observations the walker's running statistics count for at the start."""
    sampled_tests: bool = False
    """Whether evaluations draw actions instead of taking the mean."""

    def __post_init__(self) -> None:
        for name in ("samples", "minibatch", "epochs", "start_count"):
            whole(name, getattr(self, name))
        for name in ("learning_rate", "clip", "gradient_norm"):
            positive(name, getattr(self, name))
        for name in ("gamma", "gae_lambda", "value_weight", "entropy_weight"):
            share(name, getattr(self, name))
        number("log_std_init", self.log_std_init)
        for value in self.action_init:
            number("action_init", value)
        sizes("hidden", self.hidden)
        one_of("activation", self.activation, ACTIVATIONS)
        one_of("value_loss", self.value_loss, VALUE_LOSSES)
        if self.target_kl is not None:
            positive("target_kl", self.target_kl)
        if self.samples % self.minibatch:
            raise UserError(f"samples {self.samples} must be a multiple of minibatch {self.minibatch}.")
