import pytest

from gradus.tracks.native import present

WITHOUT_CORE = ("test_bodies.py", "test_builds.py")


def pytest_collection_modifyitems(items):
    """Without the compiled core only the tests that do not need it run."""
    if present():
        return
    skip = pytest.mark.skip(reason="the compiled core of the tracks is not installed")
    for item in items:
        if item.path.parent.name == "tracks" and item.path.name not in WITHOUT_CORE:
            item.add_marker(skip)
