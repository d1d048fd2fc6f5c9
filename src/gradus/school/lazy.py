"""Doors that open when somebody knocks: a room's names are imported when they are first asked for.

A room's ``__init__`` lists what it offers once, as imports below ``if TYPE_CHECKING``, where type checkers, editors and
the documentation read them. :func:`lazily` reads the same lines, so that no second list can disagree with the first;
importing a room then costs its own file, and a command pays for the modules that it uses.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from gradus.school.moved import renamed


def lazily(
    room: str, old_names: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a room; ``old_names`` as :func:`renamed` takes them.

    A name that is also the name of one of the room's own modules cannot be lazy: importing that module would put it
    in the place of the name. Such names are imported as ever, above the lazy ones.
    """
    module = sys.modules[room]
    places = dict(_places(Path(str(module.__file__))))
    old = renamed(room, old_names or {})

    def find(name: str) -> Any:
        if name not in places:
            return old(name)
        source, there = places[name]
        # ``from gradus.room import part`` in the room itself means its module of that name.
        found = import_module(f"{room}.{there}") if source == room else getattr(import_module(source), there)
        setattr(module, name, found)  # the next one who asks does not come here
        return found

    return find, lambda: sorted({*vars(module), *places})


def _places(path: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each lazy name with its module and its name there."""
    for block in ast.parse(path.read_text(encoding="utf-8")).body:
        if (
            isinstance(block, ast.If)
            and isinstance(block.test, ast.Name)
            and block.test.id == "TYPE_CHECKING"
        ):
            for line in block.body:
                if isinstance(line, ast.ImportFrom) and line.module:
                    yield from ((item.asname or item.name, (line.module, item.name)) for item in line.names)
