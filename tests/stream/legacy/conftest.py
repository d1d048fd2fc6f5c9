"""Tasks of 2017 draw from the global random state; each test begins with its own, and leaves none behind."""

import random
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def own_draws(request: pytest.FixtureRequest) -> Iterator[None]:
    state = random.getstate()
    random.seed(request.node.name)
    yield
    random.setstate(state)
