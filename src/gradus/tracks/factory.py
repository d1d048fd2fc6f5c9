"""Makes a track by name, with one lane or many."""

from __future__ import annotations

from typing import Any

from gradus.tracks.env import Parkour, StumpTracks, TrackEnv
from gradus.tracks.vector import ParkourVector, StumpTracksVector, TrackVectorEnv


def stump(num_envs: int | None = None, **options: Any) -> TrackEnv | TrackVectorEnv:
    """Stump Tracks."""
    return StumpTracks(**options) if num_envs is None else StumpTracksVector(num_envs, **options)


def parkour(num_envs: int | None = None, **options: Any) -> TrackEnv | TrackVectorEnv:
    """Parkour."""
    return Parkour(**options) if num_envs is None else ParkourVector(num_envs, **options)
