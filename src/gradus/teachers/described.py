"""The whole settings of a teacher as text: reports name the preset and every value, not only what was given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from gradus.school import Teacher
from gradus.school.typed import read_settings


def full_settings(kind: type[Teacher], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every setting of a kind of teacher: those given, those of its preset, its defaults."""
    presets: Mapping[str, Mapping[str, Any]] = getattr(kind, "presets", {})
    preset = given.get("preset", getattr(kind.Settings, "preset", None))
    values = {**presets.get(str(preset), {}), **given}
    return asdict(read_settings(kind.Settings, values, f"The teacher {kind.name!r}"))


def settings_text(values: Mapping[str, Any]) -> str:
    """Settings in one line; what is none is left out.

    >>> settings_text({"preset": "paper", "noise": 0.1, "mean": (0.0, 6.0), "target": None})
    'preset=paper, noise=0.1, mean=(0.0, 6.0)'
    """
    return ", ".join(f"{name}={value}" for name, value in values.items() if value is not None)
