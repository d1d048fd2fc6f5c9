"""The types of a body's table; what its numbers and names must mean to each other is the loader's business."""

from __future__ import annotations

from typing import Any

import msgspec

Number = int | float | str
"""A number, or a short sum that gives one."""
_Numbers = list[Number] | msgspec.UnsetType
_Maybe = Number | msgspec.UnsetType
_Flag = bool | msgspec.UnsetType
_Text = str | msgspec.UnsetType


class JointTable(msgspec.Struct):
    """A joint."""

    from_: _Text = msgspec.field(name="from", default=msgspec.UNSET)
    to: _Text = msgspec.UNSET
    there: _Numbers = msgspec.UNSET
    here: _Numbers = msgspec.UNSET
    weld: _Flag = msgspec.UNSET
    limits: _Numbers = msgspec.UNSET
    motor: _Maybe = msgspec.UNSET
    offset: _Maybe = msgspec.UNSET
    observe_contact: _Text = msgspec.UNSET
    when: _Text = msgspec.UNSET


class PartTable(msgspec.Struct):
    """A part."""

    name: _Text = msgspec.UNSET
    at: _Numbers = msgspec.UNSET
    angle: _Maybe = msgspec.UNSET
    box: _Numbers = msgspec.UNSET
    polygon: list[list[Number]] | msgspec.UnsetType = msgspec.UNSET
    circle: _Maybe = msgspec.UNSET
    density: _Maybe = msgspec.UNSET
    friction: _Maybe = msgspec.UNSET
    contact: _Flag = msgspec.UNSET
    critical: _Text = msgspec.UNSET
    sensor: _Flag = msgspec.UNSET
    push: _Flag = msgspec.UNSET
    joint: JointTable | msgspec.UnsetType = msgspec.UNSET


class GroupTable(msgspec.Struct):
    """Parts and joints that are repeated."""

    repeat: Number
    part: list[PartTable] = []
    joint: list[JointTable] = []


class OptionTable(msgspec.Struct, forbid_unknown_fields=True):
    """A number that whoever makes the body may choose."""

    default: int | float
    low: int | float
    high: int | float


class BodyTable(msgspec.Struct):
    """A whole body."""

    family: _Text = msgspec.UNSET
    torque: _Maybe = msgspec.UNSET
    torque_cost: _Maybe = msgspec.UNSET
    angle_term: _Flag = msgspec.UNSET
    width: _Maybe = msgspec.UNSET
    height: _Maybe = msgspec.UNSET
    spawn_height: _Maybe = msgspec.UNSET
    spawn_height_stumps: _Maybe = msgspec.UNSET
    head: _Text = msgspec.UNSET
    mask: int | msgspec.UnsetType = msgspec.UNSET
    options: dict[str, Any] = {}
    part: list[PartTable] = []
    joint: list[JointTable] = []
    group: list[GroupTable] = []
