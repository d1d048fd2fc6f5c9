"""One registry per kind of thing: versioned ids, hints for typos, entry points for third parties."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, TypeVar

from gradus.school.errors import UserError, hint

T = TypeVar("T")


@dataclass(frozen=True)
class _Lazy:
    """A thing that is imported when it is first asked for."""

    path: str

    def load(self) -> Any:
        module, _, name = self.path.partition(":")
        return getattr(import_module(module), name)

    def docstring(self) -> str | None:
        """What the thing says about itself, read from its source without importing it; None: not to be found."""
        module, _, name = self.path.partition(":")
        source = _source(module)
        for node in ast.parse(source.read_text(encoding="utf-8")).body if source else ():
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
                return ast.get_docstring(node)
            if isinstance(node, ast.ImportFrom) and any(alias.name == name for alias in node.names):
                return _Lazy(f"{node.module}:{name}").docstring()  # a room's door passes it on
        return None


def _source(module: str) -> Path | None:
    """The file of a module; only the outermost package is looked up, none of the inner ones is imported."""
    first, *inner = module.split(".")
    found = find_spec(first)
    if found is None or found.origin is None:
        return None
    place = Path(found.origin).parent.joinpath(*inner)
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return file if file.is_file() else None


_FEW = 25
"""So many names can be listed in an error; more would bury the sentence."""
_ID = re.compile(r"(?P<name>.+?)(?:-v(?P<version>\d+))?")


def construct(what: str, factory: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    """Call a factory with options; those that do not fit its signature are a user's mistake, named in a sentence.

    >>> construct("learner 'mute'", dict, {"a": 1})
    {'a': 1}
    """
    try:
        inspect.signature(factory).bind(**options)
    except TypeError as error:
        raise UserError(f"The {what} does not take these options: {error}.") from error
    except ValueError:  # some built-in types have no signature to look at
        pass
    return factory(**options)


class Registry(Generic[T]):
    """Things of one kind, found by ``name`` (the newest version) or ``name-vN``.

    >>> fruit = Registry[str]("fruit")
    >>> _ = fruit.add("apple", "old"), fruit.add("apple", "new", version=1)
    >>> fruit.get("apple"), fruit.get("apple-v0"), fruit.full_id("apple")
    ('new', 'old', 'apple-v1')
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        """What is kept here, in the singular; entry points are read from the group ``gradus.<kind>``."""
        self._things: dict[str, dict[int, T | _Lazy]] = {}
        self._retired: dict[str, str] = {}
        self._entry_points_read = False

    def __repr__(self) -> str:
        return f"<Registry of {self.kind}: {', '.join(self.available())}>"

    def add(self, name: str, thing: T, version: int = 0) -> T:
        """Keep ``thing`` as ``name-v<version>``; each id is taken only once."""
        match = _ID.fullmatch(name)
        if match is None or match["version"] is not None:
            raise UserError(f"A {self.kind} is named without its version, not {name!r}.")
        versions = self._things.setdefault(name, {})
        if version in versions:
            raise UserError(f"There already is a {self.kind} {name}-v{version}.")
        versions[version] = thing
        return thing

    def register(self, name: str, version: int = 0) -> Callable[[T], T]:
        """A decorator that adds what it decorates."""
        return lambda thing: self.add(name, thing, version)

    def lazy(self, name: str, path: str, version: int = 0) -> None:
        """Keep what stands at ``module:attribute`` without importing it yet."""
        self.add(name, _Lazy(path), version)  # type: ignore[arg-type]

    def retire(self, name: str, why: str) -> None:
        """Say in one sentence what became of ``name`` or ``name-vN``, which old records may still name."""
        self._retired[name] = why

    def available(self) -> list[str]:
        """The bare names, in the order in which they were added."""
        self._read_entry_points()
        return list(self._things)

    def full_id(self, name: str) -> str:
        """The versioned id that records store."""
        bare, version = self._find(name)
        return f"{bare}-v{version}"

    def get(self, name: str) -> T:
        """The thing of that name, or one clear sentence."""
        bare, version = self._find(name)
        thing = self._things[bare][version]
        if isinstance(thing, _Lazy):
            thing = self._things[bare][version] = thing.load()
        return thing

    def docstring(self, name: str) -> str | None:
        """What a thing that is not imported yet says about itself; None if it is, or cannot be read."""
        bare, version = self._find(name)
        thing = self._things[bare][version]
        return thing.docstring() if isinstance(thing, _Lazy) else None

    def make(self, name: str, **options: Any) -> Any:
        """Call the thing of that name with ``options``; unknown options are named in the error."""
        thing = self.get(name)
        if not callable(thing):
            raise UserError(f"The {self.kind} {name!r} cannot be made, only looked up.")
        return construct(f"{self.kind} {name!r}", thing, options)

    def _find(self, name: str) -> tuple[str, int]:
        self._read_entry_points()
        if not isinstance(name, str) or (match := _ID.fullmatch(name)) is None:
            raise UserError(f"A {self.kind} is named by text, not by {name!r}.")
        versions = self._things.get(match["name"])
        if versions is None:
            gone = self._retired.get(match["name"])
            raise UserError(gone or f"There is no {self.kind} named {name!r}.{self._hint(match['name'])}")
        version = int(match["version"]) if match["version"] else max(versions)
        if version not in versions:
            known = ", ".join(f"v{v}" for v in sorted(versions))
            gone = self._retired.get(f"{match['name']}-v{version}")
            raise UserError(
                gone or f"The {self.kind} {match['name']!r} has no version {version}, only {known}."
            )
        return match["name"], version

    def _hint(self, name: str) -> str:
        """The closest name, or all of them if none is close and they are few enough to read."""
        few = f" There are {', '.join(self._things)}." if 1 < len(self._things) <= _FEW else ""
        return hint(name, self._things) or few

    def _read_entry_points(self) -> None:
        if self._entry_points_read:
            return
        self._entry_points_read = True
        from importlib.metadata import entry_points  # slow to import, and a command's help needs no names

        for point in entry_points(group=f"gradus.{self.kind}"):
            match = _ID.fullmatch(point.name)
            if match is None:
                raise UserError(f"Entry point {point.name!r} does not name a {self.kind}.")
            name, version, thing = match["name"], int(match["version"] or 0), point.load()
            # A thing whose own module registers it when imported, as a decorated task does, is there by now.
            if self._things.get(name, {}).get(version) is not thing:
                self.add(name, thing, version)
