"""The symbols of the conversation."""

from __future__ import annotations

SYMBOLS = tuple(map(chr, range(256)))
"""All symbols there are; what they mean, and which bytes they stand for, is not known here."""
