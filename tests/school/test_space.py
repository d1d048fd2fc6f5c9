"""Task spaces: membership, fixed dimensions, clear errors."""

import numpy as np
import pytest

from gradus.school import Box, Discrete, UserError, space_from_spec


def test_fixed_dimensions_are_hidden():
    box = Box((0, 3, -1), (1, 3, 1), ("height", "fixed", "slope"))
    assert box.free == (0, 2)
    assert box.expand([0.25, 0.5]) == (0.25, 3.0, 0.5)
    assert box.expand([7.0, -7.0]) == (1.0, 3.0, -1.0)
    np.testing.assert_array_equal(box.reduce((0.25, 3.0, 0.5)), [0.25, 0.5])


def test_samples_fill_the_box():
    box = Box((0, 5, -1), (1, 5, 1))
    points = np.array([box.sample(np.random.default_rng(0)) for _ in range(1)])
    rng = np.random.default_rng(0)
    points = np.array([box.sample(rng) for _ in range(4000)])
    np.testing.assert_allclose(points.mean(axis=0), [0.5, 5, 0], atol=0.05)
    assert (points >= box.low).all() and (points <= box.high).all()


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        ((), (), "as many lows"),
        ((0,), (1, 2), "as many lows"),
        ((2,), (1,), "low <= high"),
        ((float("nan"),), (1,), "finite"),
        ((0,), (float("inf"),), "finite"),
    ],
)
def test_impossible_boxes(low, high, message):
    with pytest.raises(UserError, match=message):
        Box(low, high)


def test_tasks_outside_are_named():
    box = Box((0,), (1,), ("height",))
    for task in ((2.0,), (float("nan"),)):
        with pytest.raises(UserError, match="height"):
            box.check(task)
    with pytest.raises(UserError, match="1 coordinates"):
        box.check((0.5, 0.5))
    with pytest.raises(UserError, match="Did you mean 'micro1'"):
        Discrete(("micro1", "mini0")).check("micr1")


def test_discrete_spaces_need_different_tasks():
    with pytest.raises(UserError, match="at least one"):
        Discrete(())
    with pytest.raises(UserError, match="twice"):
        Discrete(("a", "a"))


@pytest.mark.parametrize("space", [Box((0, 1), (1, 1), ("a", "b")), Discrete(("a", "b"))])
def test_specs_are_read_back(space):
    assert space_from_spec(space.spec()) == space


def test_unknown_spec():
    with pytest.raises(UserError, match="'circle'"):
        space_from_spec({"kind": "circle"})
