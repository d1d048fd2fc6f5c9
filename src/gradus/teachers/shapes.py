"""Shapes: what a teacher shows of its inner state, for pictures; plain data, no drawing."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, ...]
"""Coordinates in the free dimensions of a box."""


@dataclass(frozen=True)
class Ellipse:
    """A Gaussian a teacher draws from."""

    mean: Point
    covariance: tuple[Point, ...]
    heat: float
    """How much the teacher cares about it, 0 or more (learning progress, if it measures any)."""


@dataclass(frozen=True)
class Rectangle:
    """A region a teacher draws from."""

    low: Point
    high: Point
    heat: float
    """How much the teacher cares about it, 0 or more (learning progress, if it measures any)."""


@dataclass(frozen=True)
class Dots:
    """Tasks a teacher keeps."""

    points: tuple[Point, ...]
    heats: tuple[float, ...]
    """How much the teacher cares about each, 0 or more."""


Shape = Ellipse | Rectangle | Dots
