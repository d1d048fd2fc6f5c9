"""The stationary law of a chain, right in every digit, and the entropy of a law in bits."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from gradus.school import UserError

Array = NDArray[np.float64]
DENSE = 400
"""Chains of up to so many states are solved as full matrices."""


def stationary(matrix: csr_array) -> Array:
    """The stationary law of a chain with one closed class; states outside the class get zero."""
    n = matrix.shape[0]
    _count, part = connected_components(matrix, directed=True, connection="strong")
    coo = coo_array(matrix)
    leaving = {int(part[a]) for a, b in zip(coo.coords[0], coo.coords[1], strict=True) if part[a] != part[b]}
    closed = sorted({int(p) for p in part} - leaving)
    if len(closed) != 1:
        raise UserError(f"The chain under this policy has {len(closed)} closed classes; expected one.")
    inside = np.flatnonzero(part == closed[0])
    law = np.zeros(n)
    law[inside] = _solve_irreducible(csr_array(matrix[inside][:, inside]))
    return law


def _solve_irreducible(matrix: csr_array) -> Array:
    """The law of a chain without transient states, right in every digit however rarely a part is left."""
    if matrix.shape[0] <= DENSE:
        return _reduce_states(np.asarray(matrix.todense(), dtype=np.float64))
    return _reduce_sparse(matrix)


def _reduce_states(matrix: Array) -> Array:
    """Grassmann, Taksar and Heyman's elimination: no subtraction, so even the rarest states come out right."""
    work = matrix.copy()
    n = len(work)
    for last in range(n - 1, 0, -1):
        leave = work[last, :last].sum()
        work[:last, last] /= leave
        work[:last, :last] += np.outer(work[:last, last], work[last, :last])
    law = np.ones(n)
    for state in range(1, n):
        law[state] = law[:state] @ work[:state, state]
    return np.asarray(law / law.sum(), dtype=np.float64)


def _reduce_sparse(matrix: csr_array) -> Array:
    """The same elimination on a sparse chain, states with few neighbours first.

    A factorisation would be quicker, but it loses all digits where parts of the chain are hardly ever left: an
    agent who answers at random stays with one instance for longer than any float can tell.
    """
    n = matrix.shape[0]
    out: list[dict[int, float]] = [{} for _ in range(n)]
    into: list[set[int]] = [set() for _ in range(n)]
    coo = coo_array(matrix)
    for a, b, p in zip(coo.coords[0].tolist(), coo.coords[1].tolist(), coo.data.tolist(), strict=True):
        if a != b:
            out[a][b] = out[a].get(b, 0.0) + p
            into[b].add(a)
    heap = [(len(out[v]) * len(into[v]), v) for v in range(n)]
    heapify(heap)
    gone: list[tuple[int, list[tuple[int, float]]]] = []
    done = [False] * n
    while len(gone) < n - 1:
        work, v = heappop(heap)
        if done[v]:
            continue
        if work < (now := len(out[v]) * len(into[v])):
            heappush(heap, (now, v))  # it has gained neighbours since
            continue
        done[v] = True
        gone.append((v, _eliminate(v, out, into, heap)))
    law = np.zeros(n)
    law[done.index(False)] = 1.0
    for v, sources in reversed(gone):
        law[v] = sum(law[u] * p for u, p in sources)
    return np.asarray(law / law.sum(), dtype=np.float64)


def _eliminate(
    v: int, out: list[dict[int, float]], into: list[set[int]], heap: list[tuple[int, int]]
) -> list[tuple[int, float]]:
    """Lead all that enters ``v`` on to where it leaves; return from where it is entered, per visit left."""
    leave = sum(out[v].values())
    sources = [(u, out[u].pop(v) / leave) for u in sorted(into[v])]
    for w in out[v]:
        into[w].discard(v)
    for u, share in sources:
        row = out[u]
        for w, p in out[v].items():
            if w != u:
                row[w] = row.get(w, 0.0) + share * p
                into[w].add(u)
        heappush(heap, (len(row) * len(into[u]), u))
    for w in out[v]:
        heappush(heap, (len(out[w]) * len(into[w]), w))
    return sources


def entropy(law: Sequence[float] | Array) -> float:
    """Entropy in bits; zero weights count nothing."""
    p = np.asarray(law, dtype=np.float64)
    p = p[p > 0]
    return float(-(p * np.log2(p)).sum()) + 0.0
