"""The module names of 2017, provided here: ``import core.task`` finds our layer, no checkout is needed.

Files of a user's own folder go before ours, so that a task of 2017 may be replaced or added; only ``core`` is
always ours. Nothing of this is in place before :func:`install` is called.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

from gradus.stream.legacy.chance import OwnChance, forwarding
from gradus.stream.legacy.python2 import Chance, old_collections, with_old_collections

_ROOM = "gradus.stream.legacy"
_ROUND1 = "tasks.challenge.round1"
_COMPETITION = ("base", "counting", "messages", "navigation", "objects_properties", "repetition")
PROVIDED = {
    **{
        f"core.{name}": f"core.{name}"
        for name in ("byte_channels", "channels", "config_loader", "environment", "events", "scheduler")
    },
    **{f"core.{name}": f"core.{name}" for name in ("serializer", "session", "task")},
    "core.obs.observer": "core.observer",
    "fsa": "fsa",
    "src.fsa": "fsa",
    "learners.base": "learners.base",
    "learners.human_learner": "learners.human_learner",
    "learners.sample_learners": "learners.sample_learners",
    "worlds.grid_world": "worlds.grid_world",
    **{f"{_ROUND1}.{n}": f"{_ROUND1}.{n}" for n in ("challenge_micro", "challenge_mini", "task_generator")},
    **{f"tasks.competition.{name}": f"tasks.competition.{name}" for name in _COMPETITION},
    "tasks.competition.to_be_validated": "tasks.competition.to_be_validated",
    "tasks.micro.micro": "tasks.micro.micro",
    "tasks.sample.sample_tasks": "tasks.sample.sample_tasks",
    "view.console": "view.console",
    "view.win_console": "view.console",
    "run": "run",
}
"""Our module for each module of 2017."""
PACKAGES = {name.rpartition(".")[0] for name in PROVIDED if "." in name} | {"tasks.challenge", "core.obs"}
PACKAGES |= {"tasks", "src"}
"""The packages of 2017."""
_ALWAYS_OURS = "core"
_WITH_A_LIBRARY = ("fsa", "src.fsa")
"""Modules of a checkout that need a library which hardly anybody has any more: without it ours stand in."""
_ROOTS = frozenset(name.partition(".")[0] for name in (*PROVIDED, *PACKAGES))


class _Alias(Loader):
    """Hands out a module of ours under its name of 2017."""

    def __init__(self, target: str) -> None:
        self._target = target

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Our module."""
        module = importlib.import_module(self._target)
        self._own = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It has been executed already; it also keeps its own description."""
        module.__spec__ = self._own


class _Package(Loader):
    """Makes a package of 2017, in which a user's files and ours stand side by side."""

    def create_module(self, spec: ModuleSpec) -> None:
        """An ordinary module will do."""
        return

    def exec_module(self, module: ModuleType) -> None:
        """Importing ``learners`` imports all learners, as it did."""
        if module.__name__ == "learners":
            ours = [name for name in PROVIDED if name.startswith("learners.")]
            theirs = [f"learners.{found.name}" for found in pkgutil.iter_modules(module.__path__)]
            for name in dict.fromkeys(ours + theirs):
                importlib.import_module(name)


class _Seeded(Loader):
    """Executes a user's module with chance of its own, so that what it draws on import is always the same."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def create_module(self, spec: ModuleSpec) -> Any:
        """As it would be."""
        return self._inner.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Execute it, and let functions that it took from the random module follow the instance's chance."""
        try:
            with OwnChance(Chance(crc32(module.__name__.encode()))), old_collections():
                self._inner.exec_module(module)
        except ModuleNotFoundError:
            if module.__name__ not in _WITH_A_LIBRARY:
                raise
            ours = importlib.import_module(f"{_ROOM}.{PROVIDED[module.__name__]}")
            vars(module).update({name: value for name, value in vars(ours).items() if name[:2] != "__"})
        forwarding(module)
        with_old_collections(module)


class Finder(MetaPathFinder):
    """Finds modules of 2017: a user's own file first, then ours."""

    def __init__(self) -> None:
        self.roots: list[Path] = []
        """Folders of users, the first one first."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module comes from; None if that is none of our business."""
        own = self._own(fullname)
        if own is not None:
            return own
        if fullname in PACKAGES:
            spec = ModuleSpec(fullname, _Package(), is_package=True)
            spec.submodule_search_locations = self._folders(fullname)
            return spec
        if fullname in PROVIDED:
            return ModuleSpec(fullname, _Alias(f"{_ROOM}.{PROVIDED[fullname]}"))
        return None

    def _own(self, fullname: str) -> ModuleSpec | None:
        """A user's file, unless the name is one that must be ours."""
        if fullname.partition(".")[0] == _ALWAYS_OURS and (fullname in PROVIDED or fullname in PACKAGES):
            return None
        parents = fullname.split(".")[:-1]
        places = [str(root.joinpath(*parents)) for root in self.roots]
        spec = PathFinder.find_spec(fullname, places) if places else None
        if spec is None or spec.loader is None or spec.origin is None:
            return None
        spec.loader = _Seeded(spec.loader)
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations = self._folders(fullname)
        return spec

    def _folders(self, package: str) -> list[str]:
        places = [*self.roots, *(Path(entry or ".") for entry in sys.path)]
        folders = (root.joinpath(*package.split(".")) for root in places)
        return [str(folder) for folder in folders if folder.is_dir()]


_FINDER = Finder()


def install(*folders: str | Path) -> None:
    """Provide the module names of 2017 from now on, with these folders of users before all others and before ours."""
    first = [Path(folder).resolve() for folder in folders]
    roots = [*first, *(root for root in _FINDER.roots if root not in first)]
    if _FINDER in sys.meta_path and roots == _FINDER.roots:
        return
    _forget(_modules_of_2017())  # the same name may now mean another file
    _FINDER.roots = roots
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)


def provides(module: str, folders: Sequence[str | Path] = ()) -> bool:
    """Whether a module of that name is ours, or is in one of the folders."""
    parts = module.split(".")
    files = (Path(folder, *parts) for folder in folders)
    return (
        module in PROVIDED
        or module in PACKAGES
        or any(file.with_suffix(".py").is_file() or file.is_dir() for file in files)
    )


def uninstall() -> None:
    """Provide them no more, and forget what was imported under them."""
    if _FINDER in sys.meta_path:
        sys.meta_path.remove(_FINDER)
    _forget(_modules_of_2017())
    _FINDER.roots = []


@contextmanager
def installed(*folders: str | Path) -> Iterator[None]:
    """The module names of 2017 for a while."""
    before = list(_FINDER.roots), _FINDER in sys.meta_path
    install(*folders)
    try:
        yield
    finally:
        uninstall()
        if before[1]:
            install(*before[0])


def _modules_of_2017() -> list[str]:
    """Names under which modules of 2017, or a user's beside them, have been imported."""
    places = [str(root) for root in _FINDER.roots]
    found = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name.partition(".")[0] in _ROOTS or (places and file.startswith(tuple(places))):
            found.append(name)
    return found


def _forget(names: Iterable[str]) -> None:
    for name in names:
        sys.modules.pop(name, None)
