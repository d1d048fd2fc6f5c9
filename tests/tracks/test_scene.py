"""Scenes: what a person drew becomes exactly that terrain, and nonsense is refused."""

import pytest

from gradus.school import UserError
from gradus.tracks import Scene


def drawn(**more):
    ground = [[0, 3.0], [40, 3.0], [80, 7.0]]
    return {"track": "parkour", "body": "fish", "terrain": {"ground": ground, **more}}


def test_stumps_stand_on_the_ground_and_creepers_hang_from_the_ceiling():
    things = {"ceiling": [[80, 12.0], [0, 12.0]], "stumps": [[60, 1.5]], "creepers": [[20, 2.0]], "water": 5}
    scene = Scene.from_json(drawn(**things))
    pieces = dict(scene.terrain.pieces)
    assert min(y for _, y in pieces["stump"]) == 5.0 and max(y for _, y in pieces["stump"]) == 6.5
    assert max(y for _, y in pieces["creeper"]) == 12.0 and min(y for _, y in pieces["creeper"]) == 10.0
    assert pieces["ceiling"] == [(0.0, 12.0), (80.0, 12.0)] and scene.terrain.water == 5.0
    assert scene.terrain.finish == 79.0


def test_a_scene_without_a_drawing_is_a_ticket():
    scene = Scene.from_json({"track": "stump-v0", "body": "spider", "task": [1, 2.5], "seed": 4, "nth": 3})
    assert scene.ticket.task == (1.0, 2.5) and (scene.ticket.seed, scene.ticket.nth) == (4, 3)
    assert scene.options() == {} and scene.track == "stump"


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            [],
            {"track": "moon"},
            {"body": "nobody"},
            {"seed": True},
            {"nth": -1},
            {"task": "x"},
            {"task": [float("nan")]},
        ),
        *(
            drawn(stumps=[[1]]),
            drawn(ceiling=[[0, "x"]]),
            drawn(water=10**400),
            {"terrain": {"ground": [[0, 0]]}},
        ),
    ],
)
def test_nonsense_is_refused_in_a_sentence(wrong):
    with pytest.raises(UserError, match=r"\.$"):
        Scene.from_json(wrong)
