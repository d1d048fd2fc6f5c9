"""Body tables: what they say, and what is said about bad ones."""

import copy
import math
from typing import Any

import pytest

from gradus.school import UserError
from gradus.tracks import bodies, make
from gradus.tracks.bodies.expressions import evaluate

GOOD = {
    "family": "walker",
    "torque": 50,
    "torque_cost": 0.001,
    "angle_term": True,
    "width": 20,
    "height": 60,
    "spawn_height": "30 + 10 * size",
    "head": "hull",
    "options": {"size": {"default": 1.0, "low": 0.5, "high": 2.0}},
    "part": [
        {"name": "hull", "at": [0, 0], "box": ["10 * size", 8], "density": 5, "contact": True, "push": True},
        {
            "name": "leg",
            "box": [3, 15],
            "density": 1,
            "contact": True,
            "joint": {
                "to": "hull",
                "there": [0, -8],
                "here": [0, 15],
                "limits": [-1, "0.25 * pi"],
                "motor": 4,
                "observe_contact": "leg",
            },
        },
    ],
}


def changed(path, value):
    """The good table with one entry changed, added or (with ``...``) left out."""
    table = copy.deepcopy(GOOD)
    place: Any = table
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return table


def test_all_thirteen_bodies_are_there():
    assert bodies.available()[:13] == list(bodies.NAMES)
    assert {bodies.make(name).family for name in bodies.NAMES} == {
        "walker",
        "climber",
        "swimmer",
        "amphibian",
    }


def test_a_part_without_a_place_is_put_where_its_joint_holds_it():
    body = bodies.read(GOOD, "mine")
    assert body.parts[1].at == (0.0, -23.0)
    assert body.joints[0].limits == (-1.0, 0.25 * math.pi)
    assert bodies.read(GOOD, "mine", size=2.0).spawn_height == 50.0
    spider = bodies.make("spider")
    assert spider.parts[3].at == pytest.approx((-43.413, -11.124), abs=1e-3)


def test_anchors_may_lie_apart_if_the_table_says_so():
    body = bodies.read(changed(("part", 1, "at"), [0, -20]) | {"anchors": "separate"}, "mine")
    assert not body.joints[0].shared and body.parts[1].at == (0.0, -20.0)
    assert [name for name in bodies.NAMES if not bodies.make(name).joints[0].shared] == [
        "old_classic_bipedal",
        "old_big_quadru",
    ]


def test_options_change_bodies():
    assert len(bodies.make("spider", pairs=3).parts) == 19
    assert bodies.make("millipede", segments=6).actions == 24
    assert bodies.make("millipede", segments=6).torque_cost == pytest.approx(0.00035 / 6)
    assert bodies.make("old_classic_bipedal", torque=120).torque == 120
    assert bodies.make("wheel", scale=2.0).parts[0].points[0] == (-20.0, 20.0)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("family",), "bird", "family: 'bird' is not one of"),
        (("head",), "nose", "there is no earlier part 'nose'"),
        (("torque",), ..., "the entry 'torque' is missing"),
        (("torque",), 0, "torque: 0.0 is not between"),
        (("colour",), "red", "unknown entry 'colour'"),
        (("anchors",), "loose", "anchors: 'loose' is not one of shared, separate"),
        (("part", 1, "at"), [0, -20], "the anchors lie apart, at (0, -8) and (0, -5)"),
        (("part", 1, "name"), "hull", "two parts of this name"),
        (("part", 1, "density"), -1, "density must be above 0"),
        (("part", 1, "density"), float("nan"), "not a finite number"),
        (("part", 1, "box"), [0, 1], "box must be larger than 0"),
        (("part", 1, "box"), [1], "box must be two numbers"),
        (("part", 1, "circle"), 3, "exactly one of 'box', 'polygon' and 'circle'"),
        (("part", 1, "critical"), "sometimes", "critical must be one of"),
        (("part", 1, "joint"), ..., "neither a position ('at') nor a joint"),
        (("part", 1, "joint", "to"), "hall", "no earlier part 'hall'. Did you mean 'hull'?"),
        (("part", 1, "joint", "limits"), [1, -1], "limits must rise"),
        (("part", 1, "joint", "limits"), ..., "a hinge needs limits"),
        (("part", 1, "joint", "spring"), 1, "unknown entry 'spring'"),
        (("part", 0, "box"), ["10 * sise", 8], "Cannot work out '10 * sise'"),
        (("spawn_height",), "__import__('os')", "Cannot work out"),
    ],
)
def test_a_bad_table_gets_one_clear_sentence(path, value, sentence):
    with pytest.raises(UserError) as caught:
        bodies.read(changed(path, value), "mine")
    assert sentence in str(caught.value)


def test_sums_are_sums_and_nothing_else():
    assert evaluate("2 * (i - n / 2) - -1", {"i": 3, "n": 4}) == 3
    assert evaluate("i > 0", {"i": 1}) and not evaluate("i > 0", {"i": 0})
    for text in ("open('x')", "i.real", "[1]", "'a'", "1 if i else 2", "2 ** 99999", "1 / 0"):
        with pytest.raises(UserError):
            evaluate(text, {"i": 1})


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(UserError, match="cannot be read"):
        bodies.make(str(tmp_path / "nothing.toml"))
    (tmp_path / "broken.toml").write_text("family = ")
    with pytest.raises(UserError, match="cannot be read"):
        bodies.make(str(tmp_path / "broken.toml"))


@pytest.mark.tracks
def test_a_body_of_your_own_from_a_file_plays(tmp_path):
    path = tmp_path / "hopper.toml"
    path.write_text(
        """
        family = "walker"
        torque = 80
        torque_cost = 0.00035
        angle_term = true
        width = 40
        height = 70
        spawn_height = 46
        head = "hull"
        [[part]]
        name = "hull"
        at = [0, 0]
        box = [20, 8]
        density = 3
        contact = true
        critical = "stumps"
        push = true
        [[part]]
        name = "leg"
        box = [4, 19]
        density = 1
        contact = true
        joint = { to = "hull", there = [0, -8], here = [0, 19], limits = [-1, 1], motor = 4, observe_contact = "leg" }
        """
    )
    env = make("stump", body=str(path))
    observation, _ = env.reset(seed=0)
    assert observation.shape == (4 + 3 + 10,) and env.action_space.shape == (1,)
