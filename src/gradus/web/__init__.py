"""The local page: look at runs while they run, replay anything, play, edit terrain, compare.

Physics and tasks stay on the server, where they are exact; the browser draws. Runs are only read.
"""

from __future__ import annotations

from pathlib import Path

from gradus.web.app import make_app
from gradus.web.library import Library


def write_site(library: Library, folder: Path) -> str:
    """Write a static site of a library's runs into a new folder; a sentence about what came of it."""
    from gradus.web import bundle  # needs what the first page of the server does not

    return bundle.write_site(library, folder)


__all__ = ["Library", "make_app", "write_site"]
