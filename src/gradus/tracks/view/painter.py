"""Paints a lane: sky, hills, clouds, ground, stumps or rock and creepers, water, the body and what it senses."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gradus.tracks.lanes import ENDS, Lanes
from gradus.tracks.view.canvas import Camera, Canvas, Colour, Point
from gradus.tracks.view.scene import CREEPER, STUMP, Part, Scene, scene_of

SKY = ((158, 199, 222), (243, 238, 222))
CAVE = ((206, 200, 188), (236, 231, 219))
HILLS = ((214, 213, 196), (193, 197, 166))
CLOUD = (249, 251, 250)
EARTH, EARTH_DEEP, GRASS = (124, 98, 74), (98, 77, 60), (112, 150, 84)
ROCK, ROCK_DEEP, ROCK_EDGE = (108, 112, 124), (88, 92, 104), (150, 154, 164)
WOOD, WOOD_DARK, WOOD_TOP = (158, 116, 78), (104, 74, 50), (196, 157, 112)
LEAF, LEAF_DARK = (92, 140, 76), (62, 104, 58)
WATER, SURFACE = (66, 132, 186, 105), (225, 241, 250, 210)
RAY, HIT = (214, 64, 69, 70), (214, 64, 69, 200)
HEAD, NEAR, FAR, EDGE = (96, 108, 196), (132, 144, 222), (92, 98, 158), (46, 48, 84)
DYING = (205, 62, 58)
STRIP, CAPTION = (22, 32, 42, 150), (255, 255, 255)
HOLDING, FREE = (246, 201, 69), (214, 64, 69)


class Painter:
    """Draws lanes; the view follows the head."""

    def __init__(self, width: int = 600, height: int = 400, scale: float = 30.0) -> None:
        self.width, self.height, self.scale = width, height, scale

    def frame(self, lanes: Lanes, lane: int = 0, caption: bool = True) -> NDArray[np.uint8]:
        """The lane as it is now; a caption says the task, the step, the return and how the episode ended."""
        scene = scene_of(lanes, lane)
        canvas = self.paint(scene, self.follow(scene))
        if caption:
            _caption(canvas, _status(lanes, lane))
        return canvas.finished()

    def follow(self, scene: Scene) -> Camera:
        """The usual view: the head a fifth from the left; on Parkour the view also follows up and down."""
        wide, high = self.width / self.scale, self.height / self.scale
        x, y = scene.head
        bottom = y - high / 5 - 10 / 3 if scene.parkour else 0.0
        return Camera(x - wide / 5, bottom, self.scale)

    def paint(self, scene: Scene, camera: Camera, senses: bool = True) -> Canvas:
        """A picture of the scene through a camera."""
        canvas = Canvas(self.width, self.height, camera)
        canvas.gradient(*(CAVE if scene.land.ceiling else SKY))
        if not scene.land.ceiling:  # under a roof of rock neither hills nor clouds are seen
            _hills(canvas)
            _clouds(canvas, scene)
        _creepers(canvas, scene)
        if senses:
            _rays(canvas, scene)
        for part in sorted(scene.parts, key=_layer):
            _part(canvas, part, scene)
        if scene.land.ceiling:
            _water(canvas, scene)
        _ground(canvas, scene)  # last, so that water stays above it
        _stumps(canvas, scene)
        _flags(canvas, scene)
        return canvas


ENDINGS = {"finish": "arrived", "limit": "time is up"}
"""How an episode's end is said."""


def _status(lanes: Lanes, lane: int) -> str:
    task = ", ".join(f"{lanes.tasks[lane][i]:.2f}" for i in lanes.space.free)
    words = f"task {task}   step {lanes.steps[lane]}   return {lanes.returns[lane]:.0f}"
    end = int(lanes.ends[lane])
    return f"{words}   {ENDINGS.get(ENDS[end], ENDS[end])}" if end else words


def _caption(canvas: Canvas, words: str) -> None:
    """A strip along the upper edge, as high as its letters need."""
    camera, high = canvas.camera, 18 / canvas.camera.scale
    left, top = camera.left, canvas.top
    strip = [(left, top), (canvas.right, top), (canvas.right, top - high), (left, top - high)]
    canvas.polygon(strip, STRIP)
    canvas.text(6, 2, words, 12, CAPTION)


def _layer(part: Part) -> int:
    """Far limbs first, then the rest, the head and hands on top."""
    return 3 if part.hand else 2 if part.head else 0 if _far(part) else 1


def _far(part: Part) -> bool:
    """Limbs with odd numbers are the far ones."""
    digits = "".join(letter for letter in part.name if letter.isdigit())
    return bool(digits) and int(digits[-1]) % 2 == 1


def _hills(canvas: Canvas) -> None:
    """Two ranges far away; they move slower than the track, the further one slowest."""
    for depth, colour in zip((0.15, 0.35), HILLS, strict=True):
        shift = canvas.camera.left * depth
        base = canvas.camera.bottom * (1 - depth) + 13.3 * (0.36 - 0.3 * depth)
        points: list[Point] = []
        for i in range(161):
            x = canvas.camera.left + (canvas.right - canvas.camera.left) * i / 160
            at = (x - canvas.camera.left + shift) * (0.22 + depth)
            points.append((x, base + 1.3 * math.sin(at) + 0.6 * math.sin(2.3 * at + depth * 9)))
        canvas.polygon(
            [*points, (canvas.right, canvas.camera.bottom), (canvas.camera.left, canvas.camera.bottom)],
            colour,
        )


def _clouds(canvas: Canvas, scene: Scene) -> None:
    """Half-speed clouds, each a few overlapping discs at the corners of the drawn pentagon."""
    shift = canvas.camera.left / 2
    lift = canvas.camera.bottom * 0.6
    for cloud in scene.land.clouds:
        moved = [(x + shift, y + 1.5 + lift) for x, y in cloud]
        if not canvas.sees(moved):
            continue
        middle = (sum(x for x, _ in moved) / 5, sum(y for _, y in moved) / 5)
        for i, (x, y) in enumerate(moved):
            near = (middle[0] + 0.3 * (x - middle[0]), middle[1] + 0.22 * (y - middle[1]))
            canvas.dot(near, (0.62 + 0.14 * (i % 3)) * canvas.camera.scale, CLOUD)


def _ground(canvas: Canvas, scene: Scene) -> None:
    floor, roof = canvas.camera.bottom - 1, canvas.top + 1
    ground = list(_in_view(canvas, scene.land.shown(scene.land.ground)))
    if len(ground) > 1:
        canvas.polygon([*ground, (ground[-1][0], floor), (ground[0][0], floor)], EARTH)
        deep = [(x, y - 1.1) for x, y in ground]
        canvas.polygon(
            [*deep, (deep[-1][0], min(floor, deep[-1][1])), (deep[0][0], min(floor, deep[0][1]))], EARTH_DEEP
        )
        canvas.line([(x, y - 0.06) for x, y in ground], GRASS, 0.16 * canvas.camera.scale)
    ceiling = list(_in_view(canvas, scene.land.shown(scene.land.ceiling)))
    if len(ceiling) > 1:
        canvas.polygon([*ceiling, (ceiling[-1][0], roof), (ceiling[0][0], roof)], ROCK)
        deep = [(x, y + 1.1) for x, y in ceiling]
        canvas.polygon(
            [*deep, (deep[-1][0], max(roof, deep[-1][1])), (deep[0][0], max(roof, deep[0][1]))], ROCK_DEEP
        )
        canvas.line(ceiling, ROCK_EDGE, 0.1 * canvas.camera.scale)


def _in_view(canvas: Canvas, outline: list[Point]) -> Iterator[Point]:
    """The points of a left-to-right outline that are in view, and one more on either side."""
    for i, (x, y) in enumerate(outline):
        before, after = outline[max(0, i - 1)][0], outline[min(i + 1, len(outline) - 1)][0]
        if after >= canvas.camera.left - 1 and before <= canvas.right + 1:
            yield (x, y)


def _stumps(canvas: Canvas, scene: Scene) -> None:
    for kind, points in scene.land.pieces:
        if kind != STUMP or not canvas.sees(points):
            continue
        canvas.polygon(points, WOOD, WOOD_DARK, 1.2)
        if len(points) == 4:
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
            for share in (0.3, 0.66):  # grain
                canvas.line(
                    [
                        (x0 + share * (x1 - x0), y0 + share * (y1 - y0)),
                        (x3 + share * (x2 - x3), y3 + share * (y2 - y3)),
                    ],
                    (*WOOD_DARK, 60),
                    0.03 * canvas.camera.scale,
                )
            canvas.line([(x3, y3), (x2, y2)], WOOD_TOP, 0.1 * canvas.camera.scale)


def _creepers(canvas: Canvas, scene: Scene) -> None:
    hanging = [points for kind, points in scene.land.pieces if kind == CREEPER] + scene.vines
    for points in hanging:
        if not canvas.sees(points):
            continue
        canvas.polygon(points, LEAF, LEAF_DARK, 1.0)
        (x0, y0), (x1, y1) = points[0], points[2]
        leaves = max(1, int(abs(y1 - y0) / 0.45))
        for i in range(leaves):
            share = (i + 0.5) / leaves
            side = 0.1 if i % 2 else 0.9
            canvas.dot((x0 + side * (x1 - x0), y0 + share * (y1 - y0)), 0.1 * canvas.camera.scale, LEAF_DARK)


def _water(canvas: Canvas, scene: Scene) -> None:
    level = scene.land.water
    left, right = canvas.camera.left, canvas.right
    if level < canvas.camera.bottom:
        return
    bottom = canvas.camera.bottom - 1
    canvas.polygon([(left, level), (right, level), (right, bottom), (left, bottom)], WATER)
    canvas.line([(left, level), (right, level)], SURFACE, 1.5)


def _flags(canvas: Canvas, scene: Scene) -> None:
    """The start flag of the original, and one at the finish line."""
    for x, colour in ((3 * 14 / 30, (214, 84, 64)), (scene.land.finish, (70, 150, 110))):
        if not canvas.camera.left - 1 < x < canvas.right:
            continue
        y = _height_at(scene.land.ground, x)
        canvas.line([(x, y), (x, y + 1.7)], (70, 62, 58), 0.06 * canvas.camera.scale)
        canvas.polygon([(x, y + 1.7), (x, y + 1.15), (x + 0.85, y + 1.42)], colour)


def _height_at(outline: list[Point], x: float) -> float:
    xs, ys = zip(*outline, strict=True)
    return float(np.interp(x, xs, ys))


def _rays(canvas: Canvas, scene: Scene) -> None:
    x, y = scene.head
    for end_x, end_y, fraction in scene.rays:
        hit = (x + fraction * (end_x - x), y + fraction * (end_y - y))
        canvas.line([(x, y), hit], RAY, 1.0)
        if fraction < 1.0:
            canvas.dot(hit, 2.0, HIT)


def _part(canvas: Canvas, part: Part, scene: Scene) -> None:
    if part.hand:
        centre = (
            sum(x for x, _ in part.outline) / len(part.outline),
            sum(y for _, y in part.outline) / len(part.outline),
        )
        canvas.dot(centre, max(3.0, 0.1 * canvas.camera.scale), HOLDING if part.attached else FREE)
        return
    canvas.polygon(part.outline, _part_colour(part, scene), EDGE, 1.2)
    if part.head:
        _eye(canvas, part.outline, scene.tilt)


def _eye(canvas: Canvas, outline: list[Point], tilt: float) -> None:
    """An eye near the upper front corner of the head, however it is turned."""
    cosine, sine = math.cos(tilt), math.sin(tilt)
    upright = [(cosine * x + sine * y, cosine * y - sine * x) for x, y in outline]
    xs, ys = [x for x, _ in upright], [y for _, y in upright]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    size = 0.16 * min(wide, high) * canvas.camera.scale
    x, y = min(xs) + 0.78 * wide, min(ys) + 0.66 * high
    for ahead, radius, colour in (
        (0.0, max(1.5, size), (255, 255, 255)),
        (0.015, max(0.8, 0.5 * size), (30, 32, 48)),
    ):
        centre = (cosine * (x + ahead) - sine * y, sine * (x + ahead) + cosine * y)
        canvas.dot(centre, radius, colour)


def _part_colour(part: Part, scene: Scene) -> Colour:
    """The head reddens as life runs out."""
    if part.head:
        return _mixed(HEAD, DYING, scene.exposure)
    return FAR if _far(part) else NEAR


def _mixed(a: tuple[int, int, int], b: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    red, green, blue = (round(x + share * (y - x)) for x, y in zip(a, b, strict=True))
    return (red, green, blue)
