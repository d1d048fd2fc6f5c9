"""The actions of test episodes on disk: exact and small, so that any test episode can be played again at once."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError

ACTIONS = "actions.bin"
"""The record that holds them, one block per evaluation; ``evaluations.jsonl`` says where each begins and ends."""
Actions = NDArray[np.float32]


def packed(episodes: Sequence[Actions]) -> bytes:
    """One block: a line with the shapes, then all numbers, the bytes of equal weight side by side, compressed.

    Neighbouring actions share sign, exponent and, at the limits, everything: sorted by weight their bytes repeat.
    """
    shapes = json.dumps([list(episode.shape) for episode in episodes], separators=(",", ":"))
    flat = np.concatenate([np.asarray(episode, "<f4").T.ravel() for episode in episodes])
    planes = flat.view(np.uint8).reshape(-1, 4).T.tobytes()
    return zlib.compress(shapes.encode() + b"\n" + planes, 6)


def unpacked(block: bytes) -> list[Actions]:
    """What :func:`packed` was given."""
    try:
        line, _, planes = zlib.decompress(block).partition(b"\n")
        shapes = [(int(rows), int(width)) for rows, width in json.loads(line)]
        sizes = [rows * width for rows, width in shapes]
        flat = np.frombuffer(planes, np.uint8).reshape(4, sum(sizes)).T.copy().view("<f4").ravel()
    except (zlib.error, ValueError, TypeError) as error:
        raise UserError(f"A block of recorded actions is damaged: {error}.") from error
    parts = np.split(flat, np.cumsum(sizes)[:-1])
    return [
        np.ascontiguousarray(part.reshape(width, rows).T)
        for part, (rows, width) in zip(parts, shapes, strict=True)
    ]
