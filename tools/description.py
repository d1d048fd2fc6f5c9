"""Writes DESCRIPTION.md, what a package index shows: the README with nothing that would be broken there.

Without an address pictures are left out, and a link becomes its words and the name of the file, which the source
distribution has. Whoever publishes the project says where it is, once; then links and pictures are whole
addresses, and pyproject.toml names them:

    python tools/description.py
    python tools/description.py --address https://forge.example/owner/gradus
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).parents[1]
_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]*\) *\n(?:\*[^\n]*\*\n)?\n?", re.MULTILINE)
"""A picture of the repository, with the line in italics below it that speaks of it."""
_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:)([^)]*)\)")
_URLS = re.compile(r"\n\[project\.urls\]\n(?:[^\n\[]+\n)*", re.MULTILINE)
NOTE = "Pages that are named `docs/...` below are files of the source distribution.\n\n"


def description(readme: str, address: str = "") -> str:
    r"""The text for a package index.

    >>> description("# A\n\nSee [the tour](docs/tour.md).").splitlines()[-1]
    'See the tour (`docs/tour.md`).'
    >>> description("![a walker](docs/walk.gif)", "https://forge.example/gradus")
    '![a walker](https://forge.example/gradus/raw/main/docs/walk.gif)'
    """
    if address:
        return _LINK.sub(
            lambda link: f"{link[1]}[{link[2]}]({whole(address, link[3], bool(link[1]))})", readme
        )
    text = _LINK.sub(lambda link: f"{link[2]} (`{link[3]}`)", _PICTURE.sub("", readme))
    return re.sub(r"\A(# [^\n]*\n\n[^\n]*\n\n)", lambda start: start[1] + NOTE, text)


def whole(address: str, path: str, is_picture: bool) -> str:
    """Where a file of the repository is, as forges lay them out."""
    return f"{address.rstrip('/')}/{'raw' if is_picture else 'blob'}/main/{quote(path, safe='/#')}"


def with_urls(project: str, address: str) -> str:
    """pyproject.toml with the project's addresses, or without any."""
    bare = _URLS.sub("", project)
    if not address:
        return bare
    pages = {"Homepage": address, "Documentation": whole(address, "docs/README.md", False)}
    pages["Changelog"] = whole(address, "CHANGELOG.md", False)
    lines = "".join(f'{name} = "{page}"\n' for name, page in pages.items())
    return bare.replace("\n[project.scripts]\n", f"\n[project.urls]\n{lines}\n[project.scripts]\n", 1)


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--address", default="", help="where the project is published")
    parser.add_argument("--root", type=Path, default=ROOT, help="the clone")
    given = parser.parse_args()
    readme = (given.root / "README.md").read_text(encoding="utf-8")
    (given.root / "DESCRIPTION.md").write_text(description(readme, given.address), encoding="utf-8")
    project = given.root / "pyproject.toml"
    project.write_text(with_urls(project.read_text(encoding="utf-8"), given.address), encoding="utf-8")


if __name__ == "__main__":
    main()
