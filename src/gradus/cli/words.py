"""Help in words: an option takes TEXT, a PATH or a NUMBER, whatever Python calls the type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

_WORDS = (
    (re.compile(r"<(list\[)?(str|text)\]?>", re.I), "TEXT"),
    (re.compile(r"<(list\[)?path\]?>", re.I), "PATH"),
    (re.compile(r"<(list\[)?(int|float)( range)?( \[.*?\])?\]?>", re.I), "NUMBER"),
)


def in_words(command: Any) -> Any:
    """The command with readable help.

    Newer versions of Typer print Python's names of types; older ones print words already and are left alone.
    """
    for parameter in _parameters(command):
        told = getattr(parameter, "display_type_rich", None)
        if told is not None:
            parameter.display_type_rich = partial(_word, told, parameter.param_type_name == "argument")
    return command


def _parameters(command: Any) -> Iterator[Any]:
    yield from command.params
    for inner in getattr(command, "commands", {}).values():
        yield from _parameters(inner)


def _word(told: Any, is_argument: bool, *args: Any, **kwargs: Any) -> str:
    shown = str(told(*args, **kwargs) or "")
    for pattern, word in _WORDS:
        shown = pattern.sub(word, shown)
    return "" if is_argument else shown
