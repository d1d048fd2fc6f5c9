"""Files and settings that people write, read through their types: what does not fit is one sentence.

The sentence names the entry, the value and what was expected. Tables are described by :class:`msgspec.Struct` classes,
settings by frozen dataclasses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar, get_type_hints

import msgspec

from gradus.school.errors import UserError, hint

T = TypeVar("T")
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
_EXPECTED = re.compile(r"Expected `(?P<wanted>[^`]*)`(?P<more>[^,]*?)(, got .*)?$")
_FIELD = re.compile(r"Object (contains unknown|missing required) field `(?P<name>.*)`$")


class WrittenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that people write; entries it does not know are refused."""


def read_table(value: Any, kind: type[T], where: str) -> T:
    """The table as its class describes it; ``where`` begins the sentence if it is not."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise UserError(_sentence(str(error), value, kind, where)) from None
    except RecursionError:
        raise UserError(f"{where} is nested too deeply.") from None


def read_file(path: Any, parse: Callable[[str], Any], what: str) -> Any:
    """The content of a text file that people write; one that cannot be read is one sentence."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"Cannot read the {what} {path}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise UserError(f"The {what} {path} is not valid: {error}.") from error


def _sentence(message: str, value: Any, kind: Any, where: str) -> str:
    text, _, path = message.partition(" - at `")
    steps = re.findall(r"\.([^.\[]+)|\[(\d+)\]", path.removesuffix("`"))
    entry, found, known = "", value, "[...]" not in path
    for name, number in steps:
        entry = f"{entry}[{number}]" if number else f"{entry}.{name}" if entry else name
        try:
            found = found[int(number)] if number else found[name]
        except (KeyError, IndexError, TypeError):
            known = False
    if match := _FIELD.match(text):
        place = f" in {entry}" if entry else ""
        if text.startswith("Object missing"):
            return f"{where} lacks the entry {match['name']!r}{place}."
        return f"{where} has an unknown entry {match['name']!r}{place}.{hint(match['name'], _names(kind))}"
    given = f", not {shorten(found)}" if known and entry else ""
    return f"{where}: {entry or 'it'} {_expectation(text)}{given}."


def _expectation(text: str) -> str:
    match = _EXPECTED.match(text)
    if match is None:
        return f"cannot be used ({text})"
    kinds = [_KINDS.get(part.strip(), part.strip()) for part in match["wanted"].split("|")]
    return f"must be {' or '.join(kinds)}{match['more'].replace('`', '')}"


def _names(kind: Any) -> list[str]:
    """The entries of a table and of the tables in it, to guess at a typo."""
    found: list[str] = []
    waiting, seen = [kind], set()
    while waiting:
        part = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        if isinstance(part, type) and issubclass(part, msgspec.Struct):
            found += part.__struct_encode_fields__
            waiting += list(get_type_hints(part).values())
        waiting += [inner for inner in getattr(part, "__args__", ()) if isinstance(inner, type)]
    return found


def shorten(value: Any, most: int = 60) -> str:
    """A value as it is shown in a sentence."""
    text = repr(value)
    return text if len(text) <= most else text[: most - 3] + "..."


def read_settings(kind: type[T], values: Any, what: str, entry: str = "setting") -> T:
    """A frozen dataclass from the values that somebody gave by name; lists become tuples."""
    known = [item.name for item in fields(kind) if item.init]  # type: ignore[arg-type]
    if not isinstance(values, Mapping):
        raise UserError(f"{what} needs a table of {entry}s, not {shorten(values)}.")
    for name in values:
        if name not in known:
            raise UserError(f"{what} has no {entry} {name!r}.{hint(str(name), known)}")
    for item in fields(kind):  # type: ignore[arg-type]
        if (
            item.init
            and item.default is MISSING
            and item.default_factory is MISSING
            and item.name not in values
        ):
            raise UserError(f"{what} needs the {entry} {item.name!r}.")
    given = {name: _frozen(value) for name, value in values.items()}
    try:
        made = kind(**given)
    except UserError:
        raise
    except (TypeError, ValueError, AttributeError, ArithmeticError, LookupError) as error:
        _check_types(kind, given)  # a mistyped value most likely
        raise UserError(f"{what} cannot be made of {shorten(dict(values))}: {error}.") from error
    _check_types(kind, given)
    return made


def _check_types(kind: type, values: Mapping[str, Any]) -> None:
    try:
        hints = get_type_hints(kind)
    except (NameError, TypeError):  # annotations that only a type checker can read
        return
    for name, value in values.items():
        try:
            msgspec.convert(value, hints[name])
        except msgspec.ValidationError as error:
            text, _, path = str(error).partition(" - at `")
            place = f" at {path[1:-1]}" if len(path) > 2 else ""
            raise UserError(f"{name} {_expectation(text)}{place}, not {shorten(value)}.") from None
        except (TypeError, RecursionError):
            continue  # a type that is not written in files


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
