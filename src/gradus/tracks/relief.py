"""The former name of :mod:`gradus.tracks.cppn_search`, kept for one version."""

from __future__ import annotations

from gradus.tracks.cppn_search import main

if __name__ == "__main__":
    main()
