"""The network: what was heard, said and earned goes into one recurrent layer; actor, critic and predictor read it.

Shapes in the docstrings: ``H`` hidden units, ``E`` numbers of an embedding, ``T`` steps of a window, 256 bytes.
Everything is float32 unless it says otherwise.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gradus.learners.recurrent.backend import jax, jnp
from gradus.learners.recurrent.settings import Settings

Params = dict[str, Any]
NEVER = np.float32(-1e9)
"""The logit of what must not be drawn."""


class Inputs(NamedTuple):
    """What the learner knows at a step; each an index, or an array of them."""

    heard: Any
    """The world's byte."""
    said: Any
    """Its own byte before."""
    reward: Any
    """What that byte earned: 0 for -1, 1 for nothing, 2 for +1."""


def fresh(seed: int, settings: Settings) -> Params:
    """Random weights: embeddings [256, E] and [3, E], input [E, 3 H], recurrent [H, 3 H], three readers [H, ...].

    The actor and the critic begin near zero, so that every byte is equally likely at first.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    units, inputs = settings.width, settings.embedding

    def normal(rows: int, columns: int, scale: float) -> Any:
        return np.asarray(rng.standard_normal((rows, columns)) * scale, np.float32)

    return {
        "heard": normal(256, inputs, 1.0),
        "said": normal(256, inputs, 1.0),
        "reward": normal(3, inputs, 1.0),
        "input": normal(inputs, 3 * units, inputs**-0.5),
        "recurrent": normal(units, 3 * units, units**-0.5),
        "bias": np.zeros(3 * units, np.float32),
        # Near zero: all 256 answers are equally likely at first, and nothing is expected of any state.
        "actor": normal(units, 256, 0.01),
        "critic": normal(units, 1, 0.01),
        "predictor": normal(units, 256, units**-0.5),
    }


def sigmoid(x: Any, xp: Any) -> Any:
    """The logistic function of an array [...] of any shape."""
    return 0.5 * (xp.tanh(0.5 * x) + 1)


def advance(params: Params, hidden: Any, seen: Inputs, xp: Any = jnp) -> Any:
    """The next hidden state [H] after one input (indices), by a gated recurrent unit.

    ``xp`` is JAX for learning or NumPy, which acts faster.
    """
    x = params["heard"][seen.heard] + params["said"][seen.said] + params["reward"][seen.reward]
    fed = x @ params["input"] + params["bias"]
    past = hidden @ params["recurrent"]
    units = hidden.shape[-1]
    gates = sigmoid(fed[: 2 * units] + past[: 2 * units], xp)
    keep, reset = gates[:units], gates[units:]
    new = xp.tanh(fed[2 * units :] + reset * past[2 * units :])
    return keep * hidden + (1 - keep) * new


def preferences(params: Params, hidden: Any, known: Any, xp: Any = jnp) -> Any:
    """The actor's logits [..., 256] for hidden states [..., H]; no byte is said that is not ``known`` [256]."""
    return xp.where(known, hidden @ params["actor"], NEVER)


def draw(params: Params, hidden: Any, known: Any, chance: float) -> int:
    """The actor's byte in one state [H], for a number between 0 and 1."""
    logits = preferences(params, hidden, known, np)
    sums = np.cumsum(np.exp(logits - logits.max()), dtype=np.float64)
    return min(255, int(np.searchsorted(sums, chance * sums[-1], side="right")))


def unroll(params: Params, hidden: Any, seen: Inputs) -> Any:
    """The hidden states [T, H] after each input, all [T], of a stretch that begins in ``hidden`` [H]."""

    def one(state: Any, inputs: Inputs) -> tuple[Any, Any]:
        state = advance(params, state, inputs)
        return state, state

    return jax.lax.scan(one, hidden, seen)[1]
