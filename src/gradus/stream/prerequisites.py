"""A picture of what builds on what: the prerequisites of a curriculum as a layered diagram in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from gradus.school import UserError
from gradus.stream.curriculum import Curriculum

_WIDTH, _HEIGHT, _GAP_X, _GAP_Y, _MARGIN = 84, 26, 40, 14, 16  # pixels of a picture that fits a page


def dependencies_of(curriculum: Curriculum) -> tuple[tuple[str, str], ...]:
    """Pairs of tasks, the first of which must be solved before the second; a row of tasks is a chain."""
    given = curriculum.settings.get("dependencies")
    if given:
        return tuple((first, second) for first, second in given)
    ids = list(curriculum.tasks)
    if curriculum.teacher not in ("consecutive", "incremental"):
        raise UserError(f"The teacher {curriculum.teacher!r} of {curriculum.name!r} orders no tasks.")
    return tuple(pairwise(ids))


def layers(ids: Sequence[str], pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The tasks by the length of the longest way to them.

    >>> layers("abc", [("a", "b"), ("b", "c"), ("a", "c")])
    [['a'], ['b'], ['c']]
    """
    depth = dict.fromkeys(ids, 0)
    for _ in ids:  # no way is longer than this, so the depths have settled by then
        for first, second in pairs:
            depth[second] = max(depth[second], depth[first] + 1)
    return [[name for name in ids if depth[name] == level] for level in range(max(depth.values()) + 1)]


def diagram(curriculum: Curriculum) -> str:
    """The picture."""
    pairs = dependencies_of(curriculum)
    columns = layers(list(curriculum.tasks), pairs)
    tallest = max(map(len, columns))
    places = {
        name: (
            _MARGIN + x * (_WIDTH + _GAP_X),
            _MARGIN + (y + (tallest - len(column)) / 2) * (_HEIGHT + _GAP_Y),
        )
        for x, column in enumerate(columns)
        for y, name in enumerate(column)
    }
    width = 2 * _MARGIN + len(columns) * (_WIDTH + _GAP_X) - _GAP_X
    height = 2 * _MARGIN + tallest * (_HEIGHT + _GAP_Y) - _GAP_Y
    lines = [_arrow(places[first], places[second]) for first, second in pairs]
    boxes = [_box(name, *place) for name, place in places.items()]
    title = escape(f"What builds on what in {curriculum.name}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">\n'
        f"<title>{title}</title>\n"
        '<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(lines + boxes) + "\n</svg>\n"
    )


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    x1, y1 = start[0] + _WIDTH, start[1] + _HEIGHT / 2
    x2, y2 = end[0], end[1] + _HEIGHT / 2
    bend = _GAP_X * 0.8
    path = f"M{x1:g},{y1:g} C{x1 + bend:g},{y1:g} {x2 - bend:g},{y2:g} {x2:g},{y2:g}"
    return f'<path d="{path}" fill="none" stroke="#8a8a8a"/>'


def _box(name: str, x: float, y: float) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="#eef3fa" stroke="#34598a"/>'
        f'<text x="{x + _WIDTH / 2:g}" y="{y + _HEIGHT / 2 + 4:g}" text-anchor="middle" '
        f'font-family="sans-serif" font-size="12">{escape(name)}</text>'
    )
