"""Gymnasium's ids of our worlds; nothing is imported before an environment is made."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

ENVIRONMENTS = {
    "gradus/Stream-v0": ("gradus.stream.gym:StreamEnv", "gradus.stream.gym:StreamVectorEnv"),
    "gradus/StumpTracks-v0": ("gradus.tracks.env:StumpTracks", "gradus.tracks.vector:StumpTracksVector"),
    "gradus/Parkour-v0": ("gradus.tracks.env:Parkour", "gradus.tracks.vector:ParkourVector"),
}
"""For each id: the entry point of one environment and of a vector of them."""


def register() -> None:
    """Tell Gymnasium about our environments, once: now, or as soon as somebody imports it.

    Most commands never touch Gymnasium, and importing it takes as long as all the rest of their start.
    """
    if "gymnasium" in sys.modules:
        _register(sys.modules["gymnasium"])
    elif not any(isinstance(finder, _WhenImported) for finder in sys.meta_path):
        sys.meta_path.insert(0, _WhenImported())


def _register(gymnasium: Any) -> None:
    for name, (single, vector) in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=single, vector_entry_point=vector, order_enforce=False)


class _WhenImported(MetaPathFinder):
    """Finds nothing itself; has the one who does find Gymnasium register our ids when it is loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "gymnasium" or self not in sys.meta_path:
            return None
        sys.meta_path.remove(self)  # first, or the next line would ask us again
        found = find_spec(fullname)
        loader: Any = found and found.loader
        if loader is not None:
            execute = loader.exec_module

            def load(module: ModuleType) -> None:
                execute(module)
                _register(module)

            loader.exec_module = load
        return found
