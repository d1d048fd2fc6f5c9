"""The tracks: Stump Tracks and Parkour, the two Box2D worlds of TeachMyAgent, on a native core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gradus.school import Registry, lazily

if TYPE_CHECKING:
    from gradus.school import Box
    from gradus.tracks import bodies, view
    from gradus.tracks.bodies import Body
    from gradus.tracks.lanes import ENDS, SUCCESS
    from gradus.tracks.options import Terrain, TrackOptions
    from gradus.tracks.parameters import PARAMETERS
    from gradus.tracks.scene import Scene
    from gradus.tracks.spaces import SPACES, task_space
    from gradus.tracks.testsets import TEST_SETS, test_set
    from gradus.tracks.view import Painter, save_film, save_picture, scene_of
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "SETS": "gradus.tracks:TEST_SETS",
        },
    )


TRACKS: Registry[Any] = Registry("track")
"""Both tracks by name; each entry makes an environment, or a vector environment when given ``num_envs``."""

TRACKS.lazy("stump", "gradus.tracks.factory:stump")
TRACKS.lazy("parkour", "gradus.tracks.factory:parkour")


def available() -> list[str]:
    """The names of all tracks."""
    return TRACKS.available()


def make(name: str, **options: Any) -> Any:
    """The track of that name: one environment, or many lanes with ``num_envs``."""
    return TRACKS.get(name)(**options)


__all__ = [
    "Painter",
    "save_film",
    "save_picture",
    "scene_of",
    "ENDS",
    "PARAMETERS",
    "TEST_SETS",
    "SPACES",
    "SUCCESS",
    "TRACKS",
    "Body",
    "Box",
    "Scene",
    "Terrain",
    "TrackOptions",
    "available",
    "bodies",
    "make",
    "task_space",
    "test_set",
    "view",
]
