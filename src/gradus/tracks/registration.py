"""Registers the tracks with Gymnasium without importing anything heavy: entry points are names."""

from __future__ import annotations


def register() -> None:
    """Make ``gradus/StumpTracks-v0`` and ``gradus/Parkour-v0`` known; calling it again changes nothing."""
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    for name in ("StumpTracks", "Parkour"):
        if f"gradus/{name}-v0" not in registry:
            add(
                id=f"gradus/{name}-v0",
                entry_point=f"gradus.tracks.env:{name}",
                vector_entry_point=f"gradus.tracks.vector:{name}Vector",
                reward_threshold=230.0,
            )
