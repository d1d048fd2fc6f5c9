import pytest

from gradus.tracks.native import present


def pytest_collection_modifyitems(items):
    """Without the compiled core only the tests that do not need it run."""
    if present():
        return
    skip = pytest.mark.skip(reason="the compiled core of the tracks is not installed")
    for item in items:
        if "tests/tracks" in str(item.path) and "no_core" not in item.keywords:
            item.add_marker(skip)
