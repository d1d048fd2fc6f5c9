"""The former place of :mod:`gradus.school.checks`, kept for one version."""

from __future__ import annotations

from gradus.school.checks import at_least, number, one_of, positive, share, whole

__all__ = ["at_least", "number", "one_of", "positive", "share", "whole"]
