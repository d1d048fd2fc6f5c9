"""``python -m gradus``."""

from __future__ import annotations

from gradus.cli import main

if __name__ == "__main__":
    main()
