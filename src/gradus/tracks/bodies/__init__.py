"""The bodies that run, swim and climb on the tracks: one table file each.

Adding a body is adding a table: put a file here, name a file as ``body="path/to/my_body.toml"``, or register one
under the entry point group ``gradus.body`` (a function that takes the options and returns a :class:`Body`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from gradus.school import Registry, UserError
from gradus.tracks.bodies.body import Body, Joint, Part
from gradus.tracks.bodies.loader import load, read

BODIES: Registry[Callable[..., Body]] = Registry("body")
"""Every body by its id."""

_FOLDER = Path(str(files(__name__)))
NAMES = (
    "classic_bipedal",
    "small_bipedal",
    "big_quadru",
    "spider",
    "millipede",
    "wheel",
    "profile_chimpanzee",
    "climbing_profile_chimpanzee",
    "climbing_chest_profile_chimpanzee",
    "fish",
    "amphibious_bipedal",
    "old_classic_bipedal",
    "old_big_quadru",
)
"""The thirteen bodies of the benchmark."""

for _path in sorted(
    _FOLDER.glob("*.toml"), key=lambda p: NAMES.index(p.stem) if p.stem in NAMES else len(NAMES)
):
    BODIES.add(_path.stem, partial(load, _path))


def available() -> list[str]:
    """The names of all bodies."""
    return BODIES.available()


def make(name: str, **options: Any) -> Body:
    """The body of that name (or of that table file), with its options set."""
    if name.endswith(".toml"):
        return load(Path(name), **options)
    made = BODIES.get(name)(**options)
    if not isinstance(made, Body):
        raise UserError(f"The body {name!r} made {made!r} instead of a body.")
    return made


__all__ = ["BODIES", "NAMES", "Body", "Joint", "Part", "available", "load", "make", "read"]
