import pytest

WITHOUT_CORE = ("test_bodies.py", "test_builds.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Nearly all tests of this room need the compiled core."""
    for item in items:
        if item.path.parent.name == "tracks" and item.path.name not in WITHOUT_CORE:
            item.add_marker(pytest.mark.tracks)
