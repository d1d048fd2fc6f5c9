"""Colours of pictures: those of Okabe and Ito, and the names by which a page knows them in its light and dark dress."""

from __future__ import annotations

import re
from importlib.resources import files

INK, SOFT, LINE, PAPER = "#16202a", "#55626f", "#d8dee4", "#ffffff"
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
ORDER = (0, 5, 2, 3, 1, 4)
"""In which order looks take the colours: those that stand out from white paper first."""
ON_DARK, ON_LIGHT = "#fefefe", "#010101"
"""Text on a coloured field, whose colour is the same in both dresses."""
CSS = (files("gradus") / "palette.css").read_text(encoding="utf-8")
"""The style sheet with the colours of both dresses."""
_VARIABLES = {INK: "ink", "#000000": "ink", SOFT: "soft", "#777777": "soft", LINE: "line", PAPER: "paper"}
_VARIABLES |= {colour.lower(): f"c{place}" for place, colour in enumerate(COLOURS, 1)}
_COLOUR = re.compile("|".join(_VARIABLES), re.IGNORECASE)


def dressed(text: str) -> str:
    """Drawn colours become the page's, so that a picture follows its dress.

    >>> dressed("fill: #0072B2; stroke: #ffffff")
    'fill: var(--c1); stroke: var(--paper)'
    """
    return _COLOUR.sub(lambda found: f"var(--{_VARIABLES[found[0].lower()]})", text)
