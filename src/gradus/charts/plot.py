"""A picture as data: two axes and what stands between them. Nothing here knows how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

GREY, INKY = -1, -2
"""Looks beside the six of the house: for what is only compared with, and for a seventh."""
SCALES = ("linear", "log", "share", "steps", "whole", "rows")
KINDS = ("line", "stairs", "cloud", "points", "bars", "cells")
MARKS = (
    "circle",
    "square",
    "up",
    "diamond",
    "down",
    "plus",
    "cross",
    "star",
    "tick",
    "hollow",
    "dot",
    "none",
)


@dataclass(frozen=True)
class Axis:
    """A direction of a picture.

    ``log`` is logarithmic, a ``share`` is shown in percent, ``steps`` as 4 k and 20 M, ``whole`` numbers without
    fractions; ``rows`` are names from top to bottom, or from left to right.
    """

    title: str = ""
    scale: str = "linear"
    low: float | None = None
    high: float | None = None
    names: Sequence[str] = ()


@dataclass(frozen=True)
class Series:
    """What belongs together: a line with or without a band, points with or without intervals, bars, or cells.

    ``look`` is a number: colour, mark and dash follow from it. ``low`` and ``high`` are the ends of intervals, along x
    where y has rows, else along y; a ``broad`` series is nothing but these, thick and pale. ``values`` colours cells.
    """

    kind: str
    x: Sequence[float]
    y: Sequence[float]
    name: str = ""
    look: int = 0
    mark: str = ""
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    text: Sequence[str] = ()
    values: Sequence[float] = ()
    broad: bool = False
    thin: bool = False


@dataclass(frozen=True)
class Rule:
    """A straight line through the whole picture, at a place of x or of y."""

    axis: str
    at: float
    look: int = INKY
    dashed: bool = False


@dataclass(frozen=True)
class Plot:
    """A picture: ``tips`` are words for every row, ``says`` what somebody hears who cannot see it."""

    x: Axis
    y: Axis
    series: Sequence[Series]
    rules: Sequence[Rule] = ()
    tips: Sequence[str] = ()
    says: str = ""
    row: float = 1.0
    """How much room a row needs, beside the usual."""
