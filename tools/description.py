"""Writes DESCRIPTION.md, what a package index shows: the README without links and pictures of the repository.

python tools/description.py
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:)([^)]*)\)")


def description(readme: str) -> str:
    """The text without pictures; a link becomes its words and the name of the file in the repository.

    >>> description("See [the tour](docs/tour.md).")
    'See the tour (`docs/tour.md`).'
    """
    return _LINK.sub(lambda link: f"{link[1]} (`{link[2]}`)", _PICTURE.sub("", readme))


if __name__ == "__main__":
    text = description((ROOT / "README.md").read_text(encoding="utf-8"))
    (ROOT / "DESCRIPTION.md").write_text(text, encoding="utf-8")
