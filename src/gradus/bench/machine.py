"""Which machine made a run: noted beside the run, outside the bytes it promises."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from gradus.school import UserError, read_json, write_json

PACKAGES = ("gradus", "numpy", "scipy", "scikit-learn", "jax", "jaxlib", "optax", "gymnasium", "msgspec")
"""What results may depend on."""


def machine() -> dict[str, Any]:
    """The machine we are on, and the packages it has."""
    return {
        "system": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "packages": {name: found for name in PACKAGES if (found := _version(name)) is not None},
    }


def note_machine(run: Path) -> None:
    """Write down which machine works on a run; runs taken up elsewhere keep every one of them."""
    path, here = run / "machines.json", machine()
    known = machines(run)
    if here not in known:
        write_json(path, {"machines": [*known, here]}, durable=False)


def machines(run: Path) -> list[dict[str, Any]]:
    """Every machine that worked on a run, as far as was noted."""
    path = run / "machines.json"
    try:
        return list(read_json(path)["machines"]) if path.exists() else []
    except (UserError, KeyError, TypeError):
        return []  # a note that was damaged is no reason to stop a run


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
