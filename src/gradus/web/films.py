"""Episodes of the tracks as numbers that a browser can draw: terrain once, then a pose per part and step.

Positions and angles are sent as the 32-bit numbers that the physics holds, so the browser shows exactly what was
computed.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

import numpy as np

from gradus.students import Episode
from gradus.tracks import scene_of


def film(episode: Episode, command: str) -> dict[str, Any]:
    """A whole episode, played again from its actions."""
    return filmed(episode.play()) | {
        "task": list(episode.ticket.task),
        "ticket": episode.ticket.to_json(),
        "body": episode.plan.body,
        "track": episode.plan.track,
        "total": episode.total,
        "solved": episode.solved,
        "command": command,
    }


def filmed(worlds: Iterable[Any]) -> dict[str, Any]:
    """The moments of an episode: poses, returns, what the lidar saw, which hands held."""
    poses, returns, rays, held, first, world = [], [], [], [], None, None
    for world in worlds:
        lanes = world.lanes
        scene = scene_of(lanes, 0, None if first is None else first.land)
        first = first or scene
        poses.append(lanes.batch.poses(0)[:, :3].astype(np.float32))
        returns.append(float(lanes.returns[0]))
        rays.append(np.array(scene.rays, np.float32).reshape(-1, 3))
        held.append([part.attached for part in scene.parts if part.hand])
    assert first is not None and world is not None
    return {
        "land": land(first),
        "parts": parts(first, poses[0]),
        "frames": len(poses),
        "poses": packed(np.stack(poses)),
        "returns": returns,
        "rays": packed(np.stack(rays)),
        "ray_count": len(first.rays),
        "held": held if held[0] else [],
        "end": ending(world),
    }


def ending(world: Any) -> str:
    """How the episode ended, in a word."""
    from gradus.tracks import ENDS

    return ENDS[int(world.lanes.ends[0])]


def packed(numbers: Any) -> str:
    """32-bit numbers as text."""
    return base64.b64encode(np.ascontiguousarray(numbers, "<f4").tobytes()).decode("ascii")


def land(scene: Any) -> dict[str, Any]:
    """The terrain in metres."""
    made = scene.land
    return {
        "ground": made.shown(made.ground),
        "ceiling": made.shown(made.ceiling),
        "pieces": [[kind, points] for kind, points in made.pieces],
        "water": made.water if scene.parkour else None,
        "finish": made.finish,
        "parkour": scene.parkour,
    }


def parts(scene: Any, poses: Any) -> list[dict[str, Any]]:
    """The body's parts with their outlines in their own coordinates."""
    found = []
    for part, (x, y, angle) in zip(scene.parts, poses.astype(float), strict=True):
        cosine, sine = np.cos(angle), np.sin(angle)
        outline = [
            [cosine * (px - x) + sine * (py - y), -sine * (px - x) + cosine * (py - y)]
            for px, py in part.outline
        ]
        found.append({"name": part.name, "head": part.head, "hand": part.hand, "outline": outline})
    return found
