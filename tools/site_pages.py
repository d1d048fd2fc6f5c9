"""What the documentation's site adds by itself: folders whose pages are all listed, however many there will be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FOLDERS = {"Decisions": "decisions", "Teachers, one by one": "teachers"}


def on_config(config: Any) -> Any:
    """Fill the sections of the navigation that are folders; the pages name themselves."""
    config.nav = [_filled(entry, Path(config.docs_dir)) for entry in config.nav]
    return config


def _filled(entry: dict[str, Any], docs: Path) -> dict[str, Any]:
    ((title, inside),) = entry.items()
    if title in FOLDERS:
        pages = sorted(path.relative_to(docs).as_posix() for path in (docs / FOLDERS[title]).glob("*.md"))
        return {title: [*(inside or []), *(page for page in pages if page not in (inside or []))]}
    if isinstance(inside, list):
        return {title: [_filled(part, docs) if isinstance(part, dict) else part for part in inside]}
    return entry
