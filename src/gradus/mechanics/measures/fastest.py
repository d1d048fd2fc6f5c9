"""How fast can instances be solved at all: the best average rate and what each choice would lose.

Relative value iteration brings the values near the optimum, policy iteration makes them exact to rounding. The
loss of a choice is zero exactly if some fastest solver may make it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import splu

from gradus.mechanics.measures.controlled_chain import Array, Choices
from gradus.school import UserError

DAMPING = 0.9
"""Share of the real step in an iteration; the rest stands still, which breaks periods."""


def fastest(chain: Choices, patience: int = 200_000) -> tuple[float, Array]:
    """The best rate of solved instances per step, and the loss of every choice."""
    order = np.argsort(chain.owner, kind="stable")
    first = np.searchsorted(chain.owner[order], np.arange(chain.states))
    values = np.zeros(chain.states)
    for turn in range(patience):
        best = np.maximum.reduceat((chain.solved + chain.moves @ values)[order], first)
        change = best - values
        values = values + DAMPING * (change - change[0])
        if turn % 50 == 49 and np.ptp(change) < 1e-7 * max(1e-3, float(change.max())):
            break
    for _ in range(100):
        rows = _greedy(chain, values)
        rate, values = _evaluate(chain, rows)
        loss = rate + values[chain.owner] - chain.solved - chain.moves @ values
        if loss.min() > -1e-11:
            return rate, np.asarray(loss, dtype=np.float64)
    raise UserError("The fastest way to solve instances was not found; the machine may not communicate.")


def _greedy(chain: Choices, values: Array) -> NDArray[np.int64]:
    """For every state the row with the best prospect."""
    prospect = chain.solved + chain.moves @ values
    order = np.lexsort((-prospect, chain.owner))
    return np.asarray(order[np.searchsorted(chain.owner[order], np.arange(chain.states))], dtype=np.int64)


def _evaluate(chain: Choices, rows: NDArray[np.int64]) -> tuple[float, Array]:
    """The rate and the relative values of a fixed choice per state, the value of state 0 being zero."""
    moves, gains = csr_array(chain.moves[rows]), chain.solved[rows]
    n = chain.states
    system = (diags_array(np.ones(n)) - moves).tolil()
    system[:, 0] = np.ones((n, 1))
    solution = splu(system.tocsc()).solve(gains)
    rate = float(solution[0])
    solution[0] = 0.0
    return rate, np.asarray(solution, dtype=np.float64)
