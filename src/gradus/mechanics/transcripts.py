"""The former place of :mod:`gradus.mechanics.measures.transcripts`, kept for one version."""

from __future__ import annotations

from gradus.school import moved

__getattr__ = moved(__name__, "gradus.mechanics.measures.transcripts")
