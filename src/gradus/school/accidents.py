"""Where an accident happened in somebody's own file: what whoever wrote a learner or a teacher needs to know."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

_OURS = str(Path(__file__).parents[1])
"""Where this package lies: what happens there is our fault, not a stranger's."""
_LIBRARIES = tuple({sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def blame(error: BaseException) -> traceback.FrameSummary | None:
    """The innermost line that is neither ours nor a library's, if the accident passed through such a line."""
    strangers = [line for line in traceback.extract_tb(error.__traceback__) if not _is_library(line.filename)]
    return strangers[-1] if strangers else None


def _is_library(filename: str) -> bool:
    # Libraries may also lie elsewhere: in the user's own folder, or on a path that an environment adds.
    installed = {"site-packages", "dist-packages"} & set(Path(filename).parts)
    return bool(installed) or filename.startswith((_OURS, *_LIBRARIES, "<"))


def in_words(error: BaseException) -> str:
    """What happened and, if it happened there, in which line of somebody's own file.

    >>> in_words(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    what = f"{type(error).__name__}: {error}".rstrip(": .")
    line = blame(error)
    return (
        what if line is None else f"{what}, at {Path(line.filename).name}, line {line.lineno}, in {line.name}"
    )
