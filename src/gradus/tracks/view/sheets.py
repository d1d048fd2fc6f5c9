"""Whole pages: a contact sheet of tasks, and a gallery of all bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gradus.school import Box, UserError
from gradus.tracks import bodies
from gradus.tracks.lanes import Lanes
from gradus.tracks.options import TrackOptions
from gradus.tracks.spaces import task_space
from gradus.tracks.view.canvas import Camera, Canvas
from gradus.tracks.view.painter import Painter
from gradus.tracks.view.scene import Scene, scene_of

Picture = NDArray[np.uint8]
PAPER = (250, 248, 243)
CAPTION = 22
"""Height of a caption in pixels."""


def contact_sheet(
    track: Literal["stump", "parkour"],
    tasks: Sequence[Any],
    columns: int = 2,
    width: int = 560,
    **options: Any,
) -> Picture:
    """The whole track of every task with its number and how hard it is, in rows; options are those of the track."""
    if not tasks:
        raise UserError("A contact sheet needs at least one task.")
    lanes = Lanes(TrackOptions(track, **options), list(tasks), len(tasks), 1, 0)
    lanes.open(range(len(tasks)))
    cells = []
    for lane, task in enumerate(lanes.tasks):
        scene = scene_of(lanes, lane)
        words = f"{lane}  {level(track, task)}   {_caption(lanes.space, task)}"
        cells.append(_captioned(_overview(scene, width), words))
    return _pasted(cells, columns)


def level(track: str, task: Sequence[float] | NDArray[np.float64]) -> str:
    """Easy, medium or hard: on Parkour by the boxes of relief, with the margin of test sets; by height of stumps.

    >>> level("stump", (0.5, 3.0)), level("stump", (2.4, 3.0)), level("parkour", (-0.1, 0.9, 0.1))
    ('easy', 'hard', 'easy')
    """
    if track == "stump":
        return "easy" if task[0] < 1 else "medium" if task[0] < 2 else "hard"
    for name, margin in (("easy", 0.0), ("medium", 0.15)):
        space = task_space("parkour", name)
        low, high = np.array(space.low[:3]) - margin, np.array(space.high[:3]) + margin
        if ((low <= task[:3]) & (task[:3] <= high)).all():
            return name
    return "hard"


def gallery(columns: int = 4, size: int = 250, names: Sequence[str] | None = None) -> Picture:
    """Every body as it stands at the start."""
    cells = []
    for name in names or bodies.available():
        lanes = Lanes(TrackOptions("stump", body=name, push=0.0), [(-3.0, 6.0)], 1, 1, 0)
        lanes.open([0])
        scene = scene_of(lanes, 0)
        x = sum(p[0] for part in scene.parts for p in part.outline) / sum(
            len(part.outline) for part in scene.parts
        )
        scale = size / 6.6
        picture = Painter(size, size, scale).paint(scene, Camera(x - 3.3, 2.6, scale), senses=False)
        cells.append(_captioned(picture.finished(), name, text_size=14))
    return _pasted(cells, columns)


def _overview(scene: Scene, width: int) -> Picture:
    """The track from start to end; the relief decides how high the picture is."""
    low, high = scene.land.height_range()
    low, high = (low - 2.0, high + 3.0) if scene.parkour else (low - 1.5, max(high + 4.0, low + 7.0))
    span = max(scene.land.ground[-1][0], scene.land.finish + 2.0)
    scale = width / span
    height = max(40, min(260, round((high - low) * scale)))
    return Painter(width, height, scale).paint(scene, Camera(0.0, low, scale), senses=False).finished()


def _caption(space: Box, task: NDArray[np.float64]) -> str:
    """The coordinates that vary, the network's inputs as one."""
    values = {space.names[i]: f"{task[i]:.2g}" for i in space.free}
    relief = [values.pop(name) for name in tuple(values) if name.startswith("theta")]
    words = [f"theta ({', '.join(relief)})"] if relief else []
    return ",  ".join(words + [f"{name.replace('_', ' ')} {value}" for name, value in values.items()])


def _captioned(picture: Picture, words: str, text_size: int = 14) -> Picture:
    canvas = Canvas(picture.shape[1], CAPTION, Camera(0.0, 0.0, 1.0))
    canvas.gradient(PAPER, PAPER)
    fitting = int(picture.shape[1] / (0.51 * max(1, len(words))))  # a letter is half as wide as it is high
    canvas.text(2, 2, words, max(8, min(text_size, fitting)))
    return np.concatenate([picture, canvas.finished()])


def _pasted(cells: Sequence[Picture], columns: int, gap: int = 10) -> Picture:
    """Cells in rows from left to right; each row is as high as its highest cell."""
    if isinstance(columns, bool) or not isinstance(columns, int) or columns < 1:
        raise UserError(f"columns must be a whole number of at least 1, not {columns!r}.")
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    width = max(sum(cell.shape[1] + gap for cell in row) for row in rows) + gap
    height = sum(max(cell.shape[0] for cell in row) + gap for row in rows) + gap
    page = np.full((height, width, 3), PAPER, dtype=np.uint8)
    y = gap
    for row in rows:
        x = gap
        for cell in row:
            page[y : y + cell.shape[0], x : x + cell.shape[1]] = cell
            x += cell.shape[1] + gap
        y += max(cell.shape[0] for cell in row) + gap
    return page
