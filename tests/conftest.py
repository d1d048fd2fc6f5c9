"""What holds for all tests: one Hypothesis profile, and no test that needs what a machine lacks.

Nothing in the profile reads the clock, so a busy machine fails no test.
"""

import pytest
from hypothesis import HealthCheck, settings

from gradus.tracks.native import present

settings.register_profile(
    "gradus",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,  # a clone that cannot be written to is no reason to complain
)
settings.load_profile("gradus")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a C++ compiler there is no compiled core; whatever is marked as needing it is skipped then."""
    if not present():
        skip = pytest.mark.skip(reason="the compiled core of the tracks is not installed")
        for item in items:
            if item.get_closest_marker("tracks"):
                item.add_marker(skip)
