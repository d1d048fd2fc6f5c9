"""The one exception that reaches people: a clear sentence, no traceback."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(ValueError):
    """Something given to Gradus cannot be used; the message says what, and what was expected."""


def hint(name: str, known: Iterable[str]) -> str:
    """``" Did you mean 'x'?"`` for the closest known name, or an empty string.

    >>> hint("alpgmm", ["alp-gmm", "riac"])
    " Did you mean 'alp-gmm'?"
    """
    close = get_close_matches(name, sorted(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""
