"""What code of 2017 takes from Python 2: kept alive where that is easy, named where it is not.

Sets could be sampled and views of dictionaries were lists; abstract collections stood in another module. Both are
given to a user's files here, and to nobody else. Anything else that only Python 2 has is said in one sentence.
"""

from __future__ import annotations

import collections
import collections.abc
import random
from collections.abc import Iterator, KeysView, Set, ValuesView
from contextlib import contextmanager
from types import ModuleType
from typing import Any

_MOVED = [name for name in collections.abc.__all__ if not hasattr(collections, name)]
_GONE = (
    *("im_func", "im_self", "im_class", "func_name", "func_code", "has_key", "iteritems", "itervalues"),
    *("iterkeys", "xrange", "unicode", "raw_input", "basestring", "unichr", "long", "reduce", "'next'"),
    *("dict_keys", "dict_values", "dict_items", "Missing parentheses", "leading zeros", "in 'print'"),
    *("urllib2", "StringIO", "ConfigParser", "Queue", "cPickle", "__builtin__"),
)
"""What errors of code that is Python 2 only name."""


class Chance(random.Random):
    """Python's generator; it also samples sets and chooses from views of dictionaries, always in the same order."""

    def choice(self, seq: Any) -> Any:
        """One of the items."""
        return super().choice(_listed(seq))

    def sample(self, population: Any, k: int, **options: Any) -> list[Any]:
        """So many different items."""
        return super().sample(_listed(population), k, **options)


def _listed(items: Any) -> Any:
    """A sequence; what has no order of its own is sorted."""
    if isinstance(items, KeysView | ValuesView):
        return list(items)
    if isinstance(items, Set):
        try:
            return sorted(items)
        except TypeError:
            return sorted(items, key=repr)
    return items


class _Collections(ModuleType):
    """The module of collections with what was in it in 2017."""

    def __getattr__(self, name: str) -> Any:
        return getattr(collections if hasattr(collections, name) else collections.abc, name)


_COLLECTIONS = _Collections("collections")


@contextmanager
def old_collections() -> Iterator[None]:
    """Abstract collections in their old place, while a user's module is being imported."""
    missing = [name for name in _MOVED if not hasattr(collections, name)]  # none inside another import
    for name in missing:
        setattr(collections, name, getattr(collections.abc, name))
    try:
        yield
    finally:
        for name in missing:
            delattr(collections, name)


def with_old_collections(module: ModuleType) -> None:
    """Let a module that imported ``collections`` find them there later, too."""
    for name, value in list(vars(module).items()):
        if value is collections:
            setattr(module, name, _COLLECTIONS)


def remark(error: BaseException) -> str:
    """What to add to an error that only Python 2 would not have raised; nothing for any other."""
    text = str(error)
    guilty = isinstance(error, AttributeError | NameError | ImportError | SyntaxError | TypeError)
    return " (that is Python 2 only)" if guilty and any(name in text for name in _GONE) else ""
