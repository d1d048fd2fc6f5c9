"""Transcripts for people: what the world said, what the learner said, what it earned, column by column."""

from __future__ import annotations

from collections.abc import Sequence


def rows(heard: bytes, said: bytes, rewards: Sequence[int], width: int = 100) -> str:
    """Three aligned rows per block of columns; silence is a blank, a reward ``+`` or ``-``.

    >>> print(rows(b"77;", b"q  ", (-1, 0, 0)))
    In  |77;
    Out |q
    Rew |-
    """
    marks = "".join("+" if r > 0 else "-" if r < 0 else " " for r in rewards)
    blocks = []
    for start in range(0, max(len(heard), 1), width):
        part = slice(start, start + width)
        lines = (("In ", _visible(heard[part])), ("Out", _visible(said[part])), ("Rew", marks[part]))
        blocks.append("\n".join(f"{name} |{text}".rstrip() for name, text in lines))
    return "\n\n".join(blocks)


def _visible(data: bytes) -> str:
    """Printable characters as they are, anything else as a middle dot."""
    return "".join(chr(b) if 32 <= b < 127 else "·" for b in data)
