"""An interactive page for machines too large for a picture: drag, zoom, and read a state's answers.

The page is one self-contained HTML file. The layout is computed here, in rounds of attraction along edges and
repulsion on a coarse grid, so that the browser only has to draw.
"""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.output.picture import edge_labels, labels_of
from gradus.school import UserError

_MARK = re.compile("@palette|@title|@facts|@data")
LARGEST = 5000
"""Most states of a page."""


def page(machine: Machine, title: str) -> str:
    """The page as HTML text."""
    if len(machine) > LARGEST:
        raise UserError(f"The machine has {len(machine)} states; a page holds at most {LARGEST}.")
    labels = labels_of(machine)
    texts = edge_labels(machine)
    pairs = list(texts)
    places = layout(len(machine), pairs)
    boxes = {box: i for i, box in enumerate(dict.fromkeys(labels.boxes))}
    data = {
        "names": list(labels.names),
        "boxes": [boxes[box] for box in labels.boxes],
        "places": np.round(places, 1).tolist(),
        "edges": [[a, b, texts[a, b]] for a, b in pairs],
    }
    payload = json.dumps(data).replace("</", "<\\/")
    facts = f"{len(machine)} states, {len(pairs)} edges; an edge reads observation, reward | action."
    template = files("gradus.mechanics.output").joinpath("page.html").read_text(encoding="utf-8")
    palette = files("gradus").joinpath("palette.css").read_text(encoding="utf-8")
    parts = {"@palette": palette, "@title": escape(title), "@facts": escape(facts), "@data": payload}
    return _MARK.sub(lambda mark: parts[mark[0]], template)  # at once: a title may contain a mark


def layout(n: int, pairs: list[tuple[int, int]], rounds: int = 120) -> NDArray[np.float64]:
    """Positions in a square; the same for the same machine."""
    angle = np.arange(n) * 2.399963  # the golden angle spreads states evenly to begin with
    places = np.sqrt(np.arange(n) + 1.0)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    ends = np.array([pair for pair in pairs if pair[0] != pair[1]] or [(0, 0)])
    for turn in range(rounds):
        pull = places[ends[:, 1]] - places[ends[:, 0]]
        force = np.zeros_like(places)
        np.add.at(force, ends[:, 0], 0.05 * pull)
        np.add.at(force, ends[:, 1], -0.05 * pull)
        force += _push(places)
        length = np.linalg.norm(force, axis=1, keepdims=True)
        places = places + force / np.maximum(length, 1.0) * (1.5 * (1 - turn / rounds) + 0.05)
    places -= places.mean(axis=0)
    return np.asarray(500 + 480 * places / max(float(np.abs(places).max()), 1e-9), dtype=np.float64)


def _push(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Repulsion from states in the same and the neighbouring cells of a grid."""
    force = np.zeros_like(places)
    cells: dict[tuple[int, int], list[int]] = {}
    for i, (x, y) in enumerate(np.floor(places / 2.0).astype(int)):
        cells.setdefault((int(x), int(y)), []).append(i)
    for (x, y), inside in cells.items():
        near = [j for dx in (-1, 0, 1) for dy in (-1, 0, 1) for j in cells.get((x + dx, y + dy), ())]
        gap = places[inside][:, None, :] - places[near][None, :, :]
        square = (gap**2).sum(axis=2) + 0.01
        force[inside] += (gap / square[:, :, None]).sum(axis=1)
    return force
