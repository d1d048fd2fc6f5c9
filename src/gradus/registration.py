"""Gymnasium's ids of our worlds; nothing is imported before an environment is made."""

from __future__ import annotations

import gymnasium

ENVIRONMENTS = {
    "gradus/Stream-v0": ("gradus.stream.gym:StreamEnv", "gradus.stream.gym:StreamVectorEnv"),
    "gradus/StumpTracks-v0": ("gradus.tracks.env:StumpTracks", "gradus.tracks.vector:StumpTracksVector"),
    "gradus/Parkour-v0": ("gradus.tracks.env:Parkour", "gradus.tracks.vector:ParkourVector"),
}
"""For each id: the entry point of one environment and of a vector of them."""


def register() -> None:
    """Tell Gymnasium about our environments, once."""
    for name, (single, vector) in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=single, vector_entry_point=vector, order_enforce=False)
