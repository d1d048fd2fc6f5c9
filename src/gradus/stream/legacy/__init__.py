"""What was written for the original in 2017: its interface, its module names and its bit mode."""

from __future__ import annotations

from gradus.stream.legacy.names import PACKAGES, PROVIDED, install, installed, provides, uninstall

__all__ = ["PACKAGES", "PROVIDED", "install", "installed", "provides", "uninstall"]
