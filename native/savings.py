"""The changes the build makes to the fetched Box2D source, as small exact replacements.

``adapt`` is what every build needs: the distribution's assertions call into Python, which a thread without the
interpreter lock must not do. Every replacement names the text it expects, and a text that is not found exactly
as often as expected stops the build, so a different source cannot be changed by accident.
"""

from __future__ import annotations

import sys
from pathlib import Path

Change = tuple[str, str, str]
"""File below the Box2D folder, text that occurs there exactly once, text to put in its place."""

ADAPTATIONS: list[Change] = [
    ("Common/b2Settings.h", "#define USE_EXCEPTIONS", "#include <cstdlib>"),
    (
        "Common/b2Settings.h",
        "#define b2Assert(A) assert(A)",
        # A failed assertion cannot be thrown through the engine (its allocator is not exception-safe): checking
        # builds stop at once, others go on, and the lane notices a state that is no longer finite.
        "#ifdef GRADUS_CHECK\n#define b2Assert(A) if (!(A)) { std::abort(); }\n#else\n#define b2Assert(A)\n#endif",
    ),
]

SAVINGS: list[Change] = []


def replace(folder: Path, changes: list[Change]) -> None:
    """Make the changes in order, or stop with a sentence."""
    for name, old, new in changes:
        path = folder / name
        text = path.read_text(encoding="latin-1").replace("\r\n", "\n")
        if text.count(old) != 1:
            sys.exit(
                f"{name} is not the expected Box2D 2.3 source: {old.strip().splitlines()[0]!r} is not there once."
            )
        path.write_text(text.replace(old, new), encoding="latin-1")


def adapt(folder: Path) -> None:
    """Make the source usable without Python."""
    replace(folder, ADAPTATIONS)


def apply(folder: Path) -> None:
    """Apply the scalar savings, which change no bit of any result."""
    replace(folder, SAVINGS)
