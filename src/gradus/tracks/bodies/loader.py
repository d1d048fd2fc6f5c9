"""Reads body tables and says clearly what is wrong with one.

A table lists parts in the order in which they are made. A part may carry the joint that holds it; without its own
position it is then placed so that the joint's two anchors meet. A group repeats its parts and joints.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gradus.school import UserError, hint
from gradus.school.typed import read_table
from gradus.tracks.bodies.body import CRITICAL, FAMILIES, PX, Body, Joint, Pair, Part, turned
from gradus.tracks.bodies.expressions import evaluate, name_of, number
from gradus.tracks.bodies.table import BodyTable, OptionTable

_TOP = {"family", "torque", "torque_cost", "angle_term", "width", "height", "spawn_height", "head", "part"}
_TOP_OPTIONAL = {"spawn_height_stumps", "mask", "anchors", "options", "group", "joint"}
_PART = {
    "name",
    "at",
    "angle",
    "box",
    "polygon",
    "circle",
    "density",
    "friction",
    "contact",
    "critical",
    "sensor",
}
_PART |= {"push", "joint"}
_JOINT = {"from", "to", "there", "here", "weld", "limits", "motor", "offset", "observe_contact", "when"}
_ANCHORS = ("shared", "separate")
_APART = 1e-6 * PX
"""Shared anchors further apart than this do not meet."""
_MOST_CORNERS = 8
"""As many as Box2D was compiled for (b2_maxPolygonVertices)."""
_MOST_PARTS = 200
"""A slip such as repeat = 4000 is refused before it is built."""


def load(path: Path, name: str | None = None, **options: float) -> Body:
    """The body of a table file, with its options set."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"The body file {str(path)!r} cannot be read: {error}.") from error
    return read(table, name or path.stem, **options)


def read(table: Mapping[str, Any], name: str, **options: float) -> Body:
    """The body that a table describes."""
    read_table(table, BodyTable, f"Body {name!r}")
    for key, limits in table.get("options", {}).items():
        read_table(limits, OptionTable, f"Body {name!r}, option {key!r}")
    return _Reader(table, name, options).body()


class _Reader:
    """Walks through one table; keeps what has been made so far."""

    def __init__(self, table: Mapping[str, Any], name: str, options: Mapping[str, float]) -> None:
        self.table, self.name = table, name
        self.torque = options.get("torque")
        self.anchors = table.get("anchors", "shared")
        self.values = self._options({k: v for k, v in options.items() if k != "torque"})
        self.parts: list[Part] = []
        self.joints: list[Joint] = []
        self.order: list[int] = []

    def complain(self, where: str, what: str) -> UserError:
        return UserError(f"Body {self.name!r}, {where}: {what}")

    def body(self) -> Body:
        table = self.table
        self._check_keys("table", table, _TOP | _TOP_OPTIONAL, _TOP - {"part"})
        if self.anchors not in _ANCHORS:
            raise self.complain("anchors", f"{self.anchors!r} is not one of {', '.join(_ANCHORS)}.")
        self._add_all(table.get("part", []), table.get("joint", []), self.values)
        for group in table.get("group", []):
            repeat = self._number("group", "repeat", group.get("repeat"), self.values)
            if not 0 <= repeat <= _MOST_PARTS:
                raise self.complain("group", f"repeat must be from 0 to {_MOST_PARTS}, not {repeat:g}.")
            for i in range(round(repeat)):
                self._add_all(group.get("part", []), group.get("joint", []), {**self.values, "i": i})
        if table["family"] not in FAMILIES:
            raise self.complain("family", f"{table['family']!r} is not one of {', '.join(FAMILIES)}.")
        spawn = self._top("spawn_height")
        torque = self._top("torque") if self.torque is None else float(self.torque)
        if not 0 < torque < 1e6:
            raise self.complain("torque", f"{torque} is not between 0 and a million.")
        return Body(
            name=self.name,
            family=table["family"],
            parts=tuple(self.parts),
            joints=tuple(self.joints),
            order=tuple(self.order),
            head=self._index("head", table["head"], self.values),
            torque=torque,
            torque_cost=self._top("torque_cost"),
            angle_term=bool(table["angle_term"]),
            width=self._top("width"),
            height=self._top("height"),
            spawn_height=spawn,
            spawn_height_stumps=self._top("spawn_height_stumps") if "spawn_height_stumps" in table else spawn,
            mask=int(table.get("mask", 0x000F)),
        )

    def _options(self, given: Mapping[str, float]) -> dict[str, float]:
        known: Mapping[str, Any] = self.table.get("options", {})
        for key in given:
            if key not in known:
                offered = [*known, "torque"]
                raise UserError(f"The body {self.name!r} has no option {key!r}.{hint(key, offered)}")
        values = {}
        for key, limits in known.items():
            value = given.get(key, limits["default"])
            whole = isinstance(limits["default"], int)
            if not isinstance(value, int | float) or not limits["low"] <= value <= limits["high"]:
                raise self.complain(key, f"{value!r} is not between {limits['low']} and {limits['high']}.")
            if whole and value != int(value):
                raise self.complain(key, f"{value!r} is not a whole number.")
            values[key] = int(value) if whole else float(value)
        return values

    def _check_keys(self, where: str, table: Mapping[str, Any], known: set[str], needed: set[str]) -> None:
        for key in table:
            if key not in known:
                raise self.complain(where, f"unknown entry {key!r}.{hint(key, known)}")
        for key in sorted(needed):
            if key not in table:
                raise self.complain(where, f"the entry {key!r} is missing.")

    def _number(self, where: str, key: str, value: Any, names: Mapping[str, float]) -> float:
        try:
            return number(value, names)
        except UserError as error:
            raise self.complain(where, f"{key}: {error}") from error

    def _top(self, key: str) -> float:
        return self._number("table", key, self.table[key], self.values)

    def _pair(self, where: str, key: str, value: Any, names: Mapping[str, float]) -> Pair:
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
            raise self.complain(where, f"{key} must be two numbers, not {value!r}.")
        return (self._number(where, key, value[0], names), self._number(where, key, value[1], names))

    def _index(self, where: str, text: Any, names: Mapping[str, float]) -> int:
        wanted = name_of(text, names)
        known = [part.name for part in self.parts]
        if wanted not in known:
            raise self.complain(where, f"there is no earlier part {wanted!r}.{hint(wanted, known)}")
        return known.index(wanted)

    def _add_all(self, parts: Sequence[Any], joints: Sequence[Any], names: Mapping[str, float]) -> None:
        for part in parts:
            self._add_part(part, names)
        for joint in joints:
            if "when" not in joint or evaluate(joint["when"], names):
                where = f"joint to {joint.get('to')!r}"
                self._check_keys(where, joint, _JOINT, {"from", "to", "there", "here"})
                a, b = self._index(where, joint["from"], names), self._index(where, joint["to"], names)
                self._add_joint(where, joint, a, b, names)

    def _add_part(self, table: Mapping[str, Any], names: Mapping[str, float]) -> None:
        self._check_keys("part", table, _PART, {"name", "density"})
        name = name_of(table["name"], names)
        where = f"part {name!r}"
        if any(part.name == name for part in self.parts):
            raise self.complain(where, "there are two parts of this name.")
        if len(self.parts) >= _MOST_PARTS:
            raise self.complain(where, f"a body has at most {_MOST_PARTS} parts.")
        shape, points = self._shape(where, table, names)
        angle = self._number(where, "angle", table.get("angle", 0.0), names)
        critical = table.get("critical", "never")
        if critical not in CRITICAL:
            raise self.complain(where, f"critical must be one of {', '.join(CRITICAL)}, not {critical!r}.")
        density = self._number(where, "density", table["density"], names)
        if not 0 < density < 1e6:
            raise self.complain(where, f"density must be above 0, not {density}.")
        part = Part(
            name=name,
            at=self._place(where, table, angle, names),
            angle=angle,
            shape=shape,
            points=points,
            density=density,
            friction=self._number(where, "friction", table.get("friction", 0.2), names),
            contact=bool(table.get("contact", False)),
            critical=critical,
            sensor=bool(table.get("sensor", False)),
            push=bool(table.get("push", False)),
        )
        self.order.append(len(self.parts))
        self.parts.append(part)
        if "joint" in table:
            joint = table["joint"]
            a = self._index(where, joint["to"], names)
            self._add_joint(where, joint, a, len(self.parts) - 1, names)

    def _place(self, where: str, table: Mapping[str, Any], angle: float, names: Mapping[str, float]) -> Pair:
        if "at" in table:
            return self._pair(where, "at", table["at"], names)
        if "joint" not in table:
            raise self.complain(where, "it has neither a position ('at') nor a joint that would give it one.")
        joint = table["joint"]
        self._check_keys(where, joint, _JOINT - {"from", "when"}, {"to", "there", "here"})
        holder = self.parts[self._index(where, joint["to"], names)]
        dx, dy = turned(self._pair(where, "there", joint["there"], names), holder.angle)
        ex, ey = turned(self._pair(where, "here", joint["here"], names), angle)
        return (holder.at[0] + dx - ex, holder.at[1] + dy - ey)

    def _shape(
        self, where: str, table: Mapping[str, Any], names: Mapping[str, float]
    ) -> tuple[Any, tuple[Pair, ...]]:
        given = [key for key in ("box", "polygon", "circle") if key in table]
        if len(given) != 1:
            raise self.complain(where, "it needs exactly one of 'box', 'polygon' and 'circle'.")
        if given == ["circle"]:
            points: tuple[Pair, ...] = ((self._number(where, "circle", table["circle"], names), 0.0),)
        elif given == ["box"]:
            points = (self._pair(where, "box", table["box"], names),)
        else:
            points = tuple(self._pair(where, "polygon", p, names) for p in table["polygon"])
            if not 3 <= len(points) <= _MOST_CORNERS:
                raise self.complain(where, f"a polygon has 3 to {_MOST_CORNERS} corners, not {len(points)}.")
        if given != ["polygon"] and min(points[0][: 1 if given == ["circle"] else 2]) <= 0:
            raise self.complain(where, f"{given[0]} must be larger than 0.")
        return given[0], points

    def _add_joint(
        self, where: str, table: Mapping[str, Any], a: int, b: int, names: Mapping[str, float]
    ) -> None:
        self._check_keys(where, table, _JOINT, {"there", "here"})
        weld = bool(table.get("weld", False))
        if not weld and "limits" not in table:
            raise self.complain(where, "a hinge needs limits.")
        limits = self._pair(where, "limits", table.get("limits", (0.0, 0.0)), names)
        if limits[0] > limits[1]:
            raise self.complain(where, f"limits must rise, not {limits}.")
        observed = table.get("observe_contact")
        joint = Joint(
            a=a,
            b=b,
            there=self._pair(where, "there", table["there"], names),
            here=self._pair(where, "here", table["here"], names),
            shared=self.anchors == "shared",
            weld=weld,
            limits=limits,
            motor=self._number(where, "motor", table.get("motor", 0.0), names),
            offset=self._number(where, "offset", table.get("offset", 0.0), names),
            observe_contact=-1 if observed is None else self._index(where, observed, names),
        )
        if joint.shared:
            self._check_meeting(where, joint)
        self.order.append(-1 - len(self.joints))
        self.joints.append(joint)

    def _check_meeting(self, where: str, joint: Joint) -> None:
        a, b = self.parts[joint.a], self.parts[joint.b]
        ends = [(part.at, turned(anchor, part.angle)) for part, anchor in ((a, joint.there), (b, joint.here))]
        (ax, ay), (bx, by) = ((at[0] + arm[0], at[1] + arm[1]) for at, arm in ends)
        if math.hypot(ax - bx, ay - by) > _APART:
            raise self.complain(
                where,
                f"the anchors lie apart, at ({ax:g}, {ay:g}) and ({bx:g}, {by:g}); move them together or "
                "set anchors = 'separate' for the whole body.",
            )
