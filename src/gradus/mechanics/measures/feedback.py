"""The largest complexity any agent can bring out of a task, with a certified bracket.

C_fb, the supremum over agents that see the outputs, is a convex program: choose how often each input is given in
each state, such that flow into a state equals flow out, and maximise the entropy of the states visited. Any
feasible flow gives a lower bound. Any function h on states gives an upper bound,

    C_fb <= log2 sum_s w(s) 2^(max_a E[h(s') | s, a] - h(s)),

with equality at the optimum, so the solver's multipliers certify its own answer. The same program restricted to
the fastest solvers gives C*, the complexity of an expert.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array, csc_matrix, csr_array, diags_array, vstack
from scipy.sparse.linalg import splu

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.measures.controlled_chain import Choices, choices
from gradus.mechanics.measures.fastest import fastest
from gradus.mechanics.measures.stationary import stationary
from gradus.school import UserError

Array = NDArray[np.float64]
GOOD_ENOUGH = 2e-7
"""Width of a bracket, in bits, that needs no further pass."""


@dataclass(frozen=True)
class Bracket:
    """A figure with proof: the true value lies between ``low`` and ``high``, to rounding."""

    low: float
    """Reached by an explicit feasible agent."""
    high: float
    """Proved by multipliers; no agent does better."""
    structural: float
    """Of ``low``: bits that tell orbits apart."""
    content: float
    """Of ``low``: bits inside orbits."""

    @property
    def width(self) -> float:
        """How far the two bounds are apart."""
        return self.high - self.low


def feedback_complexity(machine: Machine, tolerance: float = GOOD_ENOUGH) -> Bracket:
    """C_fb of a machine whose states all communicate, with its certificate; passes end at the tolerated width."""
    return solve(choices(machine), tolerance)


def expert_complexity(machine: Machine) -> tuple[Bracket, float]:
    """C* and the least expected number of steps per solved instance.

    Only choices that a fastest solver may make are kept (those without loss in the optimality equation of the
    best rate); every stationary flow on them solves at the best rate.
    """
    if not machine.solving_visible:
        raise UserError(
            "Solving an instance is not visible in the causal states of this view; C* is not defined."
        )
    chain = choices(machine)
    if not chain.solved.any():
        raise UserError("No step of this machine solves an instance; C* is not defined.")
    rate, loss = fastest(chain)
    return solve(_live(chain.keep(loss < 1e-8))), 1.0 / rate


def _live(chain: Choices) -> Choices:
    """Drop states that the kept choices cannot stay among: no row left, or rows that leave the kept states."""
    alive = np.zeros(chain.states, dtype=bool)
    alive[chain.owner] = True
    rows = np.ones(len(chain.owner), dtype=bool)
    while True:
        escapes = (chain.moves @ (~alive).astype(np.float64)) > 0
        rows = ~escapes & alive[chain.owner]
        again = np.zeros(chain.states, dtype=bool)
        again[chain.owner[rows]] = True
        if (again == alive).all():
            break
        alive = again
    number = np.cumsum(alive) - 1
    kept = chain.keep(rows)
    moves = csr_array(kept.moves[:, np.flatnonzero(alive)])
    return Choices(number[kept.owner], moves, kept.solved, chain.log_size[alive])


def solve(chain: Choices, tolerance: float = GOOD_ENOUGH) -> Bracket:
    """The bracket of the largest entropy over stationary flows of a chain.

    States visited very rarely but weighing much spoil the solver's digits; further passes measure every state
    in units of a power of the law found before. The best bounds of all passes are kept.
    """
    if chain.states == 1:
        only = float(chain.log_size[0])
        return Bracket(only, only, 0.0, only)
    scale = np.ones(chain.states)
    best, high = (-inf, 0.0, 0.0), inf
    for exponent in (0.25, 0.5, 0.4, 0.3):
        flow, multipliers = _interior_point(chain, scale)
        for candidate in _feasible(chain, flow):
            value = _value(chain, candidate)
            if value[0] > best[0]:
                best, law = value, np.bincount(chain.owner, weights=candidate, minlength=chain.states)
        high = min(high, *(upper_bound(chain, sign * multipliers) for sign in (1.0, -1.0)))
        if high - best[0] < tolerance:
            break
        scale = np.maximum(law / law.max(), 1e-60) ** exponent
    return Bracket(best[0], max(high, best[0]), best[1], best[2])


def upper_bound(chain: Choices, h: Array) -> float:
    """The bound that any function ``h`` on states proves."""
    gain = chain.moves @ h - h[chain.owner]
    best = np.full(chain.states, -inf)
    np.maximum.at(best, chain.owner, gain)
    exponent = chain.log_size + best
    top = float(exponent.max())
    return top + log2(float(np.exp2(exponent - top).sum()))


def _value(chain: Choices, flow: Array) -> tuple[float, float, float]:
    """The objective at a flow: all bits, structural bits, content bits."""
    law = np.bincount(chain.owner, weights=flow, minlength=chain.states)
    law = law / law.sum()
    inside = law[law > 0]
    structural = float(-(inside * np.log2(inside)).sum())
    content = float((law * chain.log_size).sum())
    return structural + content, structural, content


def _feasible(chain: Choices, flow: Array) -> list[Array]:
    """Flows that obey the balance to rounding, near the solver's answer."""
    found = [
        candidate for candidate in (_projected(chain, flow), _as_policy(chain, flow)) if candidate is not None
    ]
    if not found:
        raise UserError(
            "The convex program's answer could not be made feasible; the machine may not communicate."
        )
    return found


def _projected(chain: Choices, flow: Array) -> Array | None:
    """The nearest balanced flow, distances weighed by the flow itself so that nothing turns negative."""
    balance = chain.balance()[1:]
    rho = np.maximum(flow, 1e-14 * flow.max())
    for _ in range(30):
        residual = balance @ rho
        if np.abs(residual).max() < 1e-15 * rho.sum() * 10:
            break
        scale = diags_array(rho)
        system = csc_array(balance @ scale @ balance.T)
        try:
            step = rho * (balance.T @ splu(system).solve(residual))
        except RuntimeError:
            return None
        rho = np.maximum(rho - step, 0.1 * rho)
    if np.abs(balance @ rho).max() > 1e-12 * rho.sum():
        return None
    return np.asarray(rho / rho.sum(), dtype=np.float64)


def _as_policy(chain: Choices, flow: Array) -> Array | None:
    """The stationary flow of the policy that the solver's answer suggests."""
    flow = np.maximum(flow, 0.0)
    total = np.bincount(chain.owner, weights=flow, minlength=chain.states)
    count = np.bincount(chain.owner, minlength=chain.states)
    share = np.where(
        total[chain.owner] > 0, flow / np.maximum(total[chain.owner], 1e-300), 1 / count[chain.owner]
    )
    matrix = csr_array(chain.belongs() @ diags_array(share) @ chain.moves)
    try:
        law = stationary(matrix)
    except UserError:
        return None
    return np.asarray(share * law[chain.owner], dtype=np.float64)


def _interior_point(chain: Choices, scale: Array) -> tuple[Array, Array]:
    """The solver's flow and the multipliers of the balance rows, in bits; states are measured in ``scale``."""
    try:
        import clarabel
    except ImportError as error:
        raise UserError(
            "Brackets of C_mu need the convex solver: pip install 'gradus[mechanics]'."
        ) from error
    n, m = chain.states, len(chain.owner)
    units = scale[chain.owner]
    balance = csr_array(diags_array(1 / scale) @ chain.balance() @ diags_array(units))
    others = np.delete(np.arange(n), int(np.argmax(scale)))  # one balance follows from the rest
    parts = [balance[others], csr_array(units[None, :]), -diags_array(np.ones(m)).tocsr()]
    blocks = csc_matrix(vstack([*(_wide(csr_array(part), n) for part in parts), _cone_rows(chain)]))
    right = np.zeros(blocks.shape[0])
    right[n - 1] = 1.0
    right[n + m + 2 :: 3] = 1.0
    price = np.log(scale) - chain.log_size * log(2)
    cost = np.concatenate([units * price[chain.owner], -scale])
    cones = [clarabel.ZeroConeT(n), clarabel.NonnegativeConeT(m)] + [clarabel.ExponentialConeT()] * n
    solver = clarabel.DefaultSolver(
        csc_matrix((n + m, n + m)), cost, blocks, right, cones, _settings(clarabel)
    )
    answer = solver.solve()
    multipliers = np.zeros(n)
    multipliers[others] = np.asarray(answer.z[: n - 1]) / scale[others] / log(2)
    return np.asarray(answer.x[:m]) * units, multipliers


def _settings(clarabel: Any) -> Any:
    """One thread, no chatter, tight tolerances."""
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-10
    return settings


def _wide(block: csr_array, extra: int) -> csr_array:
    """The block with ``extra`` empty columns for the entropy variables."""
    block = csr_array(block)
    return csr_array(
        (block.data, block.indices, block.indptr), shape=(block.shape[0], block.shape[1] + extra)
    )


def _cone_rows(chain: Choices) -> csr_array:
    """Rows (t_s, pi_s, 1) of the exponential cones: pi exp(t/pi) <= 1 means t <= -pi log pi."""
    n, m = chain.states, len(chain.owner)
    rows = np.concatenate([3 * np.arange(n), 3 * chain.owner + 1])
    columns = np.concatenate([m + np.arange(n), np.arange(m)])
    return csr_array(coo_array((-np.ones(n + m), (rows, columns)), shape=(3 * n, m + n)))
