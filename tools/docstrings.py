"""Docstrings as the site shows them: examples as code, roles and double backticks as plain code."""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":\w+:`~?([^`]+)`")
_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>> ).+\n?)*)+", re.MULTILINE)


def readable(text: str) -> str:
    """Markdown from a docstring."""
    text = _ROLE.sub(r"`\1`", text).replace("``", "`")
    return _EXAMPLE.sub(lambda example: f"```pycon\n{example[0].rstrip()}\n```\n", text)


class Readable(griffe.Extension):
    """Makes every docstring readable before it is rendered."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a class, a function or a value."""
        if obj.docstring:
            obj.docstring.value = readable(obj.docstring.value)
