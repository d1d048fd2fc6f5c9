"""Applies the patches of this folder to the fetched Box2D source.

A fresh machine need not have the program ``patch``, and ours are simple: unified diffs whose every line must stand
exactly where they say. A line that does not stops the build, so another source cannot be changed by accident.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).with_name("patches")
NEEDED = "01-portable.patch"
"""What even a build without our changes needs."""
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@$")


class PatchError(Exception):
    """A patch does not fit the source."""


def files(plain: bool = False) -> list[Path]:
    """The patches in order."""
    return [path for path in sorted(FOLDER.glob("*.patch")) if not plain or path.name == NEEDED]


def apply_all(root: Path, plain: bool = False) -> None:
    """Change the source whose ``Box2D`` folder is in ``root``."""
    for patch in files(plain):
        for name, hunks in _parse(patch.read_text(encoding="utf-8")):
            path = root / name
            lines = path.read_text(encoding="latin-1").replace("\r\n", "\n").split("\n")
            path.write_text("\n".join(_change(patch.name, name, lines, hunks)), encoding="latin-1")


def _parse(text: str) -> list[tuple[str, list[tuple[int, list[str]]]]]:
    """Per file its hunks: the line a hunk starts at, and its lines with their marks."""
    found: list[tuple[str, list[tuple[int, list[str]]]]] = []
    for line in text.split("\n"):
        hunk = _HUNK.match(line)
        if line.startswith("+++ b/"):
            found.append((line[6:], []))
        elif hunk:
            start = int(hunk[1]) - (hunk[2] != "0")  # a hunk that takes nothing away names the line before it
            found[-1][1].append((start, []))
        elif found and found[-1][1] and line[:1] in ("+", "-", " ") and not line.startswith("--- a/"):
            found[-1][1][-1][1].append(line)
    return found


def _change(patch: str, name: str, lines: list[str], hunks: list[tuple[int, list[str]]]) -> list[str]:
    result: list[str] = []
    place = 0
    for start, marked in hunks:
        result += lines[place:start]
        place = start
        for line in marked:
            if line[0] == "+":
                result.append(line[1:])
                continue
            if place >= len(lines) or lines[place] != line[1:]:
                raise PatchError(
                    f"{name} is not the expected Box2D 2.3 source: {patch} does not fit at line {place + 1}."
                )
            if line[0] == " ":
                result.append(line[1:])
            place += 1
    return result + lines[place:]
