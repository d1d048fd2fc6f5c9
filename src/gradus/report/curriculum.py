"""Curriculum pictures: which tasks a teacher chose over time, and its inner state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.animation import FuncAnimation, PillowWriter
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse as EllipsePatch
from matplotlib.patches import Rectangle as RectanglePatch

from gradus.school import Box, Outcome, Teacher, Ticket, UserError
from gradus.teachers import Dots, Ellipse, Rectangle, Shape

HEAT = "viridis"
"""Colours of learning progress, from dark (none) to bright."""
RETURNS = "plasma"
"""Colours of returns, from dark (low) to bright (high); told apart by colour-blind eyes and in grey print."""
PANEL = 2.1
"""Inches of one of several pictures side by side: four of them fill a page at reading size."""
DEVIATIONS = 2.0
"""How many standard deviations an ellipse spans to each side."""


@dataclass(frozen=True)
class Frame:
    """What a teacher did during a stretch of episodes, and what it looked like afterwards."""

    episodes: int
    """How many episodes had been played at the end of the stretch."""
    tasks: np.ndarray[Any, np.dtype[np.float64]]
    """The free coordinates of the tasks issued, one row each."""
    rewards: np.ndarray[Any, np.dtype[np.float64]]
    """The return of each."""
    shapes: tuple[Shape, ...]
    """The teacher's inner state."""


def watch(
    teacher: Teacher, play: Callable[[Ticket], Outcome], episodes: int, frames: int = 12
) -> list[Frame]:
    """Teach a student and keep a frame of every stretch; the run is the same as without watching."""
    box = _box(teacher)
    kept: list[Frame] = []
    rows: list[tuple[np.ndarray[Any, np.dtype[np.float64]], float]] = []
    for episode in range(1, episodes + 1):
        ticket = teacher.issue()
        if ticket is None:
            break
        outcome = play(ticket)
        teacher.observe(outcome)
        rows.append((box.reduce(ticket.task), outcome.reward))
        if episode * frames // episodes > (episode - 1) * frames // episodes:
            points, rewards = zip(*rows, strict=True)
            kept.append(Frame(episode, np.array(points), np.array(rewards), _shapes(teacher)))
            rows = []
    return kept


def figure(frames: Sequence[Frame], box: Box, title: str = "", columns: int = 4) -> Figure:
    """Small pictures side by side, one per frame; above two dimensions, one row per pair of dimensions."""
    _some(frames)
    pairs = _pairs(box)
    if len(pairs) == 1:
        shape, places = (-(-len(frames) // columns), min(columns, len(frames))), None
    else:
        chosen = [frames[i] for i in np.unique(np.linspace(0, len(frames) - 1, columns).astype(int))]
        frames, shape, places = chosen, (len(pairs), len(chosen)), pairs
    side = 4.2 if shape[1] == 1 else PANEL
    drawing = Figure(figsize=(side * shape[1] + 0.4, side * shape[0] + 1.1), layout="constrained")
    axes = drawing.subplots(*shape, squeeze=False, sharex=places is None, sharey=places is None)
    heat, reward = _scales(frames)
    if places is None:
        for ax in axes.flat[len(frames) :]:
            ax.set_visible(False)
        spots = [(ax, frame, pairs[0]) for ax, frame in zip(axes.flat, frames, strict=False)]
    else:
        spots = [(axes[i, j], frame, pair) for i, pair in enumerate(places) for j, frame in enumerate(frames)]
    for ax, frame, pair in spots:
        _draw(ax, frame, box, pair, heat, reward)
        if places is None:
            ax.label_outer()  # all pictures have the same axes: written once, there is room for the dots
    _explain(drawing, axes, frames, heat, reward)
    if title:
        drawing.suptitle(title, fontsize=11)
    return drawing


def _explain(drawing: Figure, axes: Any, frames: Sequence[Frame], heat: Normalize, reward: Normalize) -> None:
    """What the colours mean: returns of the dots and, where a teacher has shapes, their heat."""
    scales = [(reward, RETURNS, "return of a task (dots)")]
    if any(frame.shapes for frame in frames):
        scales.append((heat, HEAT, "what the teacher expects there (shapes)"))
    for scale, colours, words in scales:
        mapped, height = ScalarMappable(scale, colours), 0.05 / axes.shape[0]
        bar = drawing.colorbar(mapped, ax=axes, location="bottom", fraction=height, aspect=40)
        bar.set_label(words, fontsize=9)
        bar.ax.tick_params(labelsize=8)


def animation(frames: Sequence[Frame], box: Box, path: str | Path, title: str = "", fps: int = 3) -> Path:
    """A GIF with one picture per frame, all pairs of dimensions side by side."""
    _some(frames)
    pairs, target = _pairs(box), Path(path)
    drawing = Figure(figsize=(4.0 * len(pairs), 4.0), layout="constrained")
    axes = drawing.subplots(1, len(pairs), squeeze=False)[0]
    heat, reward = _scales(frames)

    def show(i: int) -> list[Any]:
        for ax, pair in zip(axes, pairs, strict=True):
            ax.clear()
            _draw(ax, frames[i], box, pair, heat, reward)
        drawing.suptitle(title)
        return []

    FuncAnimation(drawing, show, frames=len(frames)).save(target, writer=PillowWriter(fps=fps))
    return target


def _box(teacher: Teacher) -> Box:
    if not isinstance(teacher.space, Box):
        raise UserError("Curriculum pictures need a box of parameters, not a list of named tasks.")
    return teacher.space


def _some(frames: Sequence[Frame]) -> None:
    if not frames:
        raise UserError("A curriculum picture needs at least one frame.")


def _shapes(teacher: Teacher) -> tuple[Shape, ...]:
    give = getattr(teacher, "shapes", None)
    return tuple(give()) if give is not None else ()


def _pairs(box: Box) -> list[tuple[int, int]]:
    """Pairs of free dimensions; a line is drawn against itself."""
    count = len(box.free)
    return [(0, 0)] if count == 1 else list(combinations(range(count), 2))


def _scales(frames: Sequence[Frame]) -> tuple[Normalize, Normalize]:
    """Colour scales of heat and of returns that are the same in all pictures."""
    heats = [h for frame in frames for shape in frame.shapes for h in _heats(shape)]
    rewards = np.concatenate([frame.rewards for frame in frames])
    return Normalize(0.0, max([*heats, 1e-12])), Normalize(float(rewards.min()), float(rewards.max()) + 1e-12)


def _heats(shape: Shape) -> tuple[float, ...]:
    return shape.heats if isinstance(shape, Dots) else (shape.heat,)


def _draw(
    ax: Axes, frame: Frame, box: Box, pair: tuple[int, int], heat: Normalize, reward: Normalize
) -> None:
    i, j = pair
    low, high = box.free_low, box.free_high
    for shape in frame.shapes:
        _add(ax, shape, pair, heat)
    ax.scatter(
        frame.tasks[:, i], frame.tasks[:, j], c=frame.rewards, norm=reward, cmap=RETURNS, s=7, alpha=0.7, lw=0
    )
    margin = 0.03 * (high - low)
    ax.set_xlim(low[i] - margin[i], high[i] + margin[i])
    ax.set_ylim(low[j] - margin[j], high[j] + margin[j])
    ax.set_xlabel(box.names[box.free[i]].replace("_", " "), fontsize=9)
    ax.set_ylabel(box.names[box.free[j]].replace("_", " "), fontsize=9)
    ax.tick_params(labelsize=8)
    ax.set_title(f"episode {frame.episodes:,}", fontsize=10)


def _add(ax: Axes, shape: Shape, pair: tuple[int, int], heat: Normalize) -> None:
    """Draw a shape's projection onto two dimensions."""
    i, j = pair
    colours = colormaps[HEAT]
    if isinstance(shape, Rectangle):
        size = (shape.high[i] - shape.low[i], shape.high[j] - shape.low[j])
        colour = colours(heat(shape.heat))
        ax.add_patch(RectanglePatch((shape.low[i], shape.low[j]), *size, color=colour, alpha=0.35, zorder=0))
        ax.add_patch(RectanglePatch((shape.low[i], shape.low[j]), *size, fill=False, lw=0.5, zorder=1))
    elif isinstance(shape, Ellipse):
        block = np.array(shape.covariance)[np.ix_(pair, pair)]
        values, vectors = np.linalg.eigh(block)
        size = tuple(2 * DEVIATIONS * np.sqrt(np.maximum(values, 0)))
        angle = float(np.degrees(np.arctan2(vectors[1, 0], vectors[0, 0])))
        patch = EllipsePatch((shape.mean[i], shape.mean[j]), size[0], size[1], angle=angle, lw=1.5, zorder=3)
        patch.set(facecolor="none", edgecolor=colours(heat(shape.heat)))
        ax.add_patch(patch)
    else:
        points = np.array(shape.points)
        ax.scatter(
            points[:, i], points[:, j], c=shape.heats, norm=heat, cmap=HEAT, marker="s", s=10, zorder=0
        )
