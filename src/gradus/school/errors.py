"""The exceptions that reach people: a clear sentence, no traceback."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(ValueError):
    """Something given to Gradus cannot be used; the message says what, and what was expected."""


class DamagedError(UserError):
    """A stored file is not as it was written; nothing of it is used."""


class FolderError(OSError, UserError):
    """A folder cannot be written to, through no fault of whoever is taught or examined in it."""


class BusyError(FolderError):
    """Another process is writing to the folder."""


class EndedError(UserError):
    """A run has ended for good."""


class Remark(UserWarning):
    """Something people should know although the work goes on; the command line prints it as one sentence."""


def hint(name: str, known: Iterable[str]) -> str:
    """``" Did you mean 'x'?"`` for the closest known name, or an empty string.

    >>> hint("alpgmm", ["alp-gmm", "riac"])
    " Did you mean 'alp-gmm'?"
    """
    close = get_close_matches(name, sorted(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""
