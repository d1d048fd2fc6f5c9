"""What a record was made with, and a word when it goes on with something else."""

from __future__ import annotations

import platform
import warnings
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from gradus.school.errors import Remark


@dataclass(frozen=True)
class Versions:
    """What a run was made with."""

    gradus: str
    python: str = platform.python_version()
    numpy: str = np.__version__


def compare_versions(what: str, versions: Any) -> None:
    """Remark on something that another version of Gradus has begun."""
    from gradus import __version__

    made = versions.get("gradus") if isinstance(versions, Mapping) else None
    if made is not None and made != __version__:
        warnings.warn(
            f"{what} was made by Gradus {made} and goes on with {__version__}: "
            "only runs of one version are promised to end with the same bytes.",
            Remark,
            stacklevel=3,
        )


def describe(versions: Versions, **fields: Any) -> dict[str, Any]:
    """The content of a ``run.json``: the given fields and what the run was made with."""
    return {**fields, "versions": asdict(versions)}
