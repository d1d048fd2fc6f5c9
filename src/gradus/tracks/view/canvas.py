"""A small canvas in world coordinates: drawn twice as large as shown, so that edges come out smooth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
Colour = tuple[int, int, int] | tuple[int, int, int, int]
FINE = 2
"""How many times finer than shown everything is drawn."""


@dataclass(frozen=True)
class Camera:
    """What part of the world fills the picture."""

    left: float
    bottom: float
    scale: float
    """Pixels of the finished picture per metre."""


class Canvas:
    """Draws in metres; y grows upwards."""

    def __init__(self, width: int, height: int, camera: Camera) -> None:
        self.size = (width, height)
        self.camera = camera
        self.image = Image.new("RGB", (width * FINE, height * FINE))
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    @property
    def right(self) -> float:
        """The x at the right border."""
        return self.camera.left + self.size[0] / self.camera.scale

    @property
    def top(self) -> float:
        """The y at the upper border."""
        return self.camera.bottom + self.size[1] / self.camera.scale

    def place(self, points: Iterable[Point]) -> list[Point]:
        """World coordinates to fine pixels."""
        camera, scale, height = self.camera, self.camera.scale * FINE, self.size[1] * FINE
        return [((x - camera.left) * scale, height - (y - camera.bottom) * scale) for x, y in points]

    def sees(self, points: Iterable[Point]) -> bool:
        """Whether any of an outline may be in view."""
        xs = [x for x, _ in points]
        return max(xs) >= self.camera.left and min(xs) <= self.right

    def gradient(self, upper: Colour, lower: Colour) -> None:
        """Fill the whole picture from top to bottom."""
        height = self.size[1] * FINE
        mix = np.linspace(0.0, 1.0, height)[:, None]
        column = (np.array(upper[:3]) * (1 - mix) + np.array(lower[:3]) * mix).astype(np.uint8)
        band = np.repeat(column[:, None, :], self.size[0] * FINE, axis=1)
        self.image.paste(Image.fromarray(band), (0, 0))

    def polygon(
        self, points: Iterable[Point], fill: Colour, outline: Colour | None = None, width: float = 0.0
    ) -> None:
        """A filled outline; the line's width is in finished pixels."""
        placed = self.place(points)
        self.pen.polygon(placed, fill=fill)
        if outline is not None:
            self.pen.line(
                [*placed, placed[0], placed[1]], fill=outline, width=round(width * FINE), joint="curve"
            )

    def line(self, points: Iterable[Point], fill: Colour, width: float) -> None:
        """A line of some width in finished pixels."""
        self.pen.line(self.place(points), fill=fill, width=max(1, round(width * FINE)), joint="curve")

    def dot(self, centre: Point, radius: float, fill: Colour) -> None:
        """A disc; the radius is in finished pixels."""
        ((x, y),) = self.place([centre])
        r = radius * FINE
        self.pen.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def text(self, x: float, y: float, words: str, size: int = 12, fill: Colour = (40, 44, 52)) -> None:
        """Words at a place given in finished pixels."""
        font = ImageFont.load_default(size * FINE)
        self.pen.text((x * FINE, y * FINE), words, font=font, fill=fill)

    def finished(self) -> NDArray[np.uint8]:
        """The picture at its final size."""
        return np.asarray(self.image.reduce(FINE), dtype=np.uint8)
