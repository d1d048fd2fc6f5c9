"""The task spaces of the benchmark, by name."""

from __future__ import annotations

from collections.abc import Mapping

from gradus.school import Box, UserError, hint

_STUMP_NAMES = ("stump_height", "obstacle_spacing")
_RELIEF_NAMES = ("theta_1", "theta_2", "theta_3")
_PARKOUR_NAMES = (
    *_RELIEF_NAMES,
    "water_level",
    "creeper_width",
    "creeper_height",
    "creeper_spacing",
    "smoothing",
)


def _stump(low: float, high: float) -> Box:
    return Box((low, 0.0), (high, 6.0), _STUMP_NAMES)


def _parkour(low: tuple[float, float, float], high: tuple[float, float, float]) -> Box:
    return Box((*low, 0.0, 0.25, 0.0, 0.0, 10.0), (*high, 1.0, 0.25, 4.0, 5.0, 10.0), _PARKOUR_NAMES)


SPACES: Mapping[str, Mapping[str, Box]] = {
    "stump": {
        "original": _stump(0.0, 3.0),
        "mostly-infeasible": _stump(0.0, 9.0),
        "mostly-trivial": _stump(-3.0, 3.0),
    },
    "parkour": {
        "medium": _parkour((-0.35, 0.6, -0.1), (0.05, 1.0, 0.3)),
        "easy": _parkour((-0.25, 0.8, 0.0), (-0.05, 1.0, 0.2)),
        "hard": _parkour((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0)),
    },
}
"""Per track, its named spaces; the first is the one used when none is named."""


def task_space(track: str, space: str | Box | None = None) -> Box:
    """The named space of a track; a box is passed through, None gives the track's usual space."""
    if isinstance(space, Box):
        return space
    known = SPACES.get(track)
    if known is None:
        raise UserError(f"There is no track named {track!r}, only {', '.join(SPACES)}.{hint(track, SPACES)}")
    if space is None:
        return next(iter(known.values()))
    if space not in known:
        raise UserError(
            f"The {track} track has no task space {space!r}, only {', '.join(known)}.{hint(str(space), known)}"
        )
    return known[space]
