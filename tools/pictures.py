"""Draws the pictures of the README and of the gallery anew: python tools/pictures.py

The bodies in the film are not trained: each follows the fixed rhythm that the tests keep for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gradus import tracks
from gradus.tracks.view import Painter, contact_sheet, gallery, save_film, save_picture

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
GAITS = json.loads((ROOT / "tests" / "tracks" / "gaits.json").read_text())
RELIEF = (-0.15, 0.8, 0.1)
SHOWN = {
    "old_classic_bipedal": ("stump", (-3.0, 6.0)),
    "fish": ("parkour", (*RELIEF, 1.0, 0.25, 0.0, 5.0, 10.0)),
    "spider": ("stump", (-3.0, 6.0)),
    "climbing_profile_chimpanzee": ("parkour", (*RELIEF, 0.0, 0.25, 0.0, 5.0, 10.0)),
}
STEPS, EVERY, WIDTH, HEIGHT = 180, 4, 300, 200


def moving(body: str, track: str, task: tuple[float, ...]) -> Iterator[NDArray[np.uint8]]:
    """A body in its rhythm, one frame for some steps."""
    env = tracks.make(track, num_envs=1, body=body, tickets=[task], autoreset_mode="Disabled")
    env.reset(seed=7)
    gait, size = GAITS[body]["gait"], env.lanes.body.actions
    frequency, amplitude, phase, bias = gait[0], *np.array(gait[1:]).reshape(3, size)
    painter = Painter(WIDTH, HEIGHT, 16.0)
    for step in range(STEPS):
        if step % EVERY == 0:
            yield painter.frame(env.lanes, 0, caption=False)
        action = np.clip(amplitude * np.sin(frequency * step + phase) + bias, -1, 1)
        env.step(action.astype(np.float32)[None])


def film() -> None:
    """Four bodies side by side."""
    films = [list(moving(body, *where)) for body, where in SHOWN.items()]
    rows = zip(*films, strict=True)
    frames = (np.concatenate([np.concatenate(row[:2], 1), np.concatenate(row[2:], 1)]) for row in rows)
    save_film(frames, PICTURES / "bodies-in-motion.gif", fps=50 // EVERY)


def sheets() -> None:
    """Easy, medium and hard tracks, and all bodies."""
    save_picture(
        contact_sheet("stump", [(0.5, 4.0), (1.5, 3.0), (2.6, 1.5)], 1, 760), PICTURES / "tracks-stump.png"
    )
    walk, climb = tracks.test_set("walk"), tracks.test_set("climb")
    save_picture(
        contact_sheet("parkour", [walk[0], climb[40], walk[80]], 1, 760), PICTURES / "tracks-parkour.png"
    )
    save_picture(gallery(5), PICTURES / "bodies.png")


if __name__ == "__main__":
    sheets()
    film()
