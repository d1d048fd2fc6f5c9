"""Options from settings: what a dataclass and the docstrings under its fields say, for command lines and lists.

Whoever writes an exam, a teacher, a student or a learner writes its settings once; the command line's options, their
help and the command that repeats a run are made from them.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import re
import shlex
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any, get_args, get_origin, get_type_hints

from gradus.school.errors import UserError


class OptionForm(Enum):
    """How a value is written on a command line."""

    PLAIN = "one word"
    SWITCH = "--name or --no-name"
    LIST = "texts separated by commas, or none"
    TABLE = "name=value, as often as needed"
    PAIRS = "name=number, as often as needed"


@dataclass(frozen=True)
class Option:
    """One setting as a command line shows it."""

    name: str
    kind: Any
    """Its type."""
    default: Any
    help: str
    flags: tuple[str, ...]
    """Such as ``--max-steps``; a field's metadata may name others under ``flags``."""

    @property
    def form(self) -> OptionForm:
        """How its value is written."""
        kinds = [kind for kind in (get_args(self.kind) or (self.kind,)) if kind is not type(None)]
        whole = get_origin(self.kind) in (tuple, Mapping, dict) or not kinds
        plain = self.kind if whole else kinds[0]
        origin = get_origin(plain) or plain
        if origin is bool:
            return OptionForm.SWITCH
        if origin is tuple:
            return OptionForm.PAIRS if get_origin(get_args(plain)[0]) is tuple else OptionForm.LIST
        is_table = isinstance(origin, type) and issubclass(origin, Mapping)
        return OptionForm.TABLE if is_table else OptionForm.PLAIN

    def read(self, given: Any) -> Any:
        """The setting's value from what the command line holds: a value, a text or several texts."""
        if self.form is OptionForm.LIST:
            return given if given is None else () if given == "none" else tuple(given.split(","))
        if self.form is OptionForm.TABLE:
            return dict(self._pair(text, plain_value) for text in given or ())
        if self.form is OptionForm.PAIRS:
            return tuple(self._pair(text, _number) for text in given or ())
        return given

    def _pair(self, text: str, read: Any) -> tuple[str, Any]:
        name, equals, value = text.partition("=")
        wanted = "name=value" if self.form is OptionForm.TABLE else "name=number"
        try:
            if not equals:
                raise ValueError
            return name, read(value)
        except ValueError:
            raise UserError(f"{self.flags[0]} is written {wanted}, not {text!r}.") from None

    def words(self, value: Any) -> list[str]:
        """The words of a command line that give this value."""
        flag = self.flags[0]
        if self.form is OptionForm.SWITCH:
            return [flag if value else "--no-" + flag.removeprefix("--")]
        if self.form is OptionForm.LIST:
            return [flag, shlex.quote(",".join(value)) if value else "none"]
        if self.form is OptionForm.TABLE:
            return [f"{flag} {name}={plain_text(given)}" for name, given in value.items()]
        if self.form is OptionForm.PAIRS:
            return [f"{flag} {shlex.quote(name)}={number:g}" for name, number in value]
        return [flag, shlex.quote(str(value))]


def plain_value(text: str) -> Any:
    """A number, true, false or the text itself.

    >>> [plain_value(text) for text in ("3", "-0.5", "1e-4", "true", "3 of them")]
    [3, -0.5, 0.0001, True, '3 of them']
    """
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    return float(text) if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", text.lower()) else text


def plain_text(value: Any) -> str:
    """The word of a command line that :func:`plain_value` reads back.

    >>> [plain_text(value) for value in (3, -0.5, True, "3 of them")]
    ['3', '-0.5', 'true', "'3 of them'"]
    """
    return str(value).lower() if isinstance(value, bool) else shlex.quote(str(value))


def _number(text: str) -> float:
    return float(text)


def options_of(thing: Any) -> list[Option]:
    """The options of a dataclass, of a class with a dataclass called ``Settings``, or of whatever can be called."""
    settings = getattr(thing, "Settings", thing)
    if not isinstance(settings, type) or not dataclasses.is_dataclass(settings):
        return _parameters(thing)
    kinds, docs = get_type_hints(settings), field_docs(settings)
    return [
        Option(
            field.name,
            kinds[field.name],
            _default(field),
            docs.get(field.name, ""),
            tuple(field.metadata.get("flags", ("--" + field.name.replace("_", "-"),))),
        )
        for field in dataclasses.fields(settings)
    ]


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default is not dataclasses.MISSING:
        return field.default
    return None if field.default_factory is dataclasses.MISSING else field.default_factory()


def _parameters(thing: Any) -> list[Option]:
    """The named parameters of a function or constructor; they have no docstrings of their own."""
    try:
        found = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):  # made in C, or not to be called at all
        return []
    kinds = _hints(thing)
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [
        Option(p.name, kinds.get(p.name, type(p.default)), p.default, "", ("--" + p.name.replace("_", "-"),))
        for p in found
        if p.kind in named and p.default is not p.empty
    ]


def _hints(thing: Any) -> dict[str, Any]:
    """The types of a callable's parameters, as far as they can be found out."""
    try:
        return get_type_hints(thing.__init__ if inspect.isclass(thing) else thing)
    except (AttributeError, NameError, TypeError):
        return {}


def field_docs(settings: type) -> dict[str, str]:
    """The docstrings under the fields of a dataclass and of those it builds on, in plain words."""
    found: dict[str, str] = {}
    for ancestor in reversed(settings.__mro__):
        if dataclasses.is_dataclass(ancestor):
            found |= _docs_in(ancestor)
    return found


def _docs_in(settings: type) -> dict[str, str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(settings)))
    except (OSError, TypeError, SyntaxError):  # typed into a prompt: there is no source to read
        return {}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    found = {}
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and _is_text(text):
            found[field.target.id] = _in_plain_words(text.value.value)  # type: ignore[attr-defined]
    return found


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _in_plain_words(text: str) -> str:
    """One line without the marks of the documentation."""
    return re.sub(r":\w+:`([^`]*)`|``([^`]*)``", lambda m: m[1] or m[2], " ".join(text.split()))


def command_words(options: Sequence[Option], settings: Mapping[str, Any]) -> list[str]:
    """The options that give these settings; those left at their defaults are not repeated."""
    words = []
    for option in options:
        usual = json.loads(json.dumps(option.default))
        if option.name in settings and settings[option.name] != usual and settings[option.name] is not None:
            words += option.words(settings[option.name])
    return words
