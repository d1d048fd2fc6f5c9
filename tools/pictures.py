"""Draws the pictures of the README and of the gallery anew: python tools/pictures.py

The film shows four of the shipped walkers, trained with PPO, each on a task that it masters or nearly does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gradus import tracks
from gradus.school import Ticket
from gradus.students import policy_episode, walker
from gradus.tracks.view import Painter, contact_sheet, gallery, save_film, save_picture

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
SHOWN = {
    "quadruped": (1.0, 3.0),
    "fish": tracks.test_set("swim")[0],
    "bipedal": (0.8, 3.5),
    "spider": (0.3, 4.0),
}
FIRST, STEPS, EVERY, WIDTH, HEIGHT = 60, 300, 5, 300, 200


def moving(name: str, task: tuple[float, ...]) -> Iterator[NDArray[np.uint8]]:
    """Some steps of a walker's episode, one frame for several."""
    found = walker(name)
    painter = Painter(WIDTH, HEIGHT, 16.0)
    worlds = policy_episode(found.plan, found, Ticket(task, 0, 0, 0)).play()
    for world in islice(worlds, FIRST, FIRST + STEPS, EVERY):
        yield painter.frame(world.lanes, 0, caption=False)


def film() -> None:
    """Four walkers side by side."""
    films = [list(moving(name, task)) for name, task in SHOWN.items()]
    rows = zip(*films, strict=True)
    frames = (np.concatenate([np.concatenate(row[:2], 1), np.concatenate(row[2:], 1)]) for row in rows)
    save_film(frames, PICTURES / "bodies-in-motion.gif", fps=50 // EVERY)


def sheets() -> None:
    """Easy, medium and hard tracks, and all bodies."""
    save_picture(
        contact_sheet("stump", [(0.5, 4.0), (1.5, 3.0), (2.6, 1.5)], 1, 760), PICTURES / "tracks-stump.png"
    )
    climb = tracks.test_set("climb")
    wet = (*tracks.test_set("walk")[40][:3], 0.8, 0.25, 1.5, 2.5, 10.0)
    save_picture(
        contact_sheet("parkour", [climb[20], wet, climb[80]], 1, 760), PICTURES / "tracks-parkour.png"
    )
    save_picture(gallery(), PICTURES / "bodies.png")


if __name__ == "__main__":
    sheets()
    film()
