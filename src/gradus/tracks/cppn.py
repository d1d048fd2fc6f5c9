"""The network that draws Parkour's relief: our own weights from a recorded seed, or yours from a file.

The benchmark's original weights are not ours to ship. Ours come from the same initialiser (normal with standard
deviation 2, cut at two deviations), with a seed chosen by :mod:`gradus.tracks.cppn_search` so that the published easy,
medium and hard boxes keep their meaning.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError
from gradus.tracks.native import core

SHAPES = ((4, 64), (64, 64), (64, 64), (64, 64), (64, 2))
"""The five matrices, acting on row vectors."""
DEVIATION = 2.0
"""Of the weights, before those too far out are drawn again."""
CUT = 2.0
"""Draws further out than this many deviations are drawn again."""
SEED = 1774
"""The seed of the weights in use; found by ``gradus.tracks.cppn_search.search``."""


def weights(seed: int) -> NDArray[np.float32]:
    """All weights for a seed, one matrix after the other; the legacy generator's stream never changes."""
    generator = np.random.RandomState(seed)
    count = sum(rows * columns for rows, columns in SHAPES)
    values = np.empty(0)
    while values.size < count:
        drawn = generator.standard_normal(count)
        values = np.concatenate([values, drawn[np.abs(drawn) <= CUT]])
    return np.asarray(DEVIATION * values[:count], dtype=np.float32)


def load(path: str | Path) -> NDArray[np.float32]:
    """Weights from an ``.npz`` file with the five matrices in order, as ``w0`` ... ``w4``."""
    try:
        with np.load(path, allow_pickle=False) as file:
            matrices = [np.asarray(file[f"w{i}"], dtype=np.float32) for i in range(len(SHAPES))]
    except (OSError, KeyError, ValueError) as error:
        raise UserError(
            f"The network file {str(path)!r} does not hold the arrays w0 ... w4: {error}."
        ) from error
    for i, (matrix, shape) in enumerate(zip(matrices, SHAPES, strict=True)):
        if matrix.shape != shape or not np.isfinite(matrix).all():
            raise UserError(
                f"In the network file {str(path)!r}, w{i} must be finite and {shape}, not {matrix.shape}."
            )
    return np.concatenate([matrix.ravel() for matrix in matrices])


@lru_cache(maxsize=8)
def network(source: str | Path | int | None = None) -> Any:
    """The core's network: from a file, from another seed, or (None) the one in use."""
    if isinstance(source, str | Path):
        return core().Cppn(load(source))
    return core().Cppn(weights(SEED if source is None else source))
