"""A teacher behind a Ray actor: the same tickets, the same record, an actor that really dies."""

import json
import os

import pytest

from gradus.kits.teacher import PracticeStudent
from gradus.school import Box, UserError
from gradus.teachers import make
from gradus.teachers.shared import replay

pytestmark = pytest.mark.slow
ray = pytest.importorskip("ray")

BOX = Box((0.0, 0.0), (1.0, 3.0))
SETTINGS = {"fit_every": 20, "max_k": 2}


@pytest.fixture(scope="module", autouse=True)
def cluster():
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def frozen(state):
    return json.dumps(state, sort_keys=True)


def play(teacher, episodes):
    student = PracticeStudent()
    for _ in range(episodes):
        teacher.observe(student(teacher.issue()))
    teacher.close()
    return episodes


def test_tasks_share_one_curriculum_and_its_record_replays(tmp_path):
    from gradus.teachers.shared import actor

    desk = actor.start("alp-gmm", BOX, 3, settings=SETTINGS, folder=str(tmp_path))
    worker = ray.remote(play)
    assert ray.get([worker.remote(actor.join(desk, name), 12) for name in "ab"]) == [12, 12]
    state = ray.get(desk.state.remote())["teacher"]
    assert state["serial"] == 24 and state["open"] == []
    again = replay(tmp_path, make("alp-gmm", BOX, 3, **SETTINGS))
    assert frozen(again.state()) == frozen(state)


def test_a_killed_actor_is_one_sentence_and_goes_on(tmp_path):
    from gradus.teachers.shared import actor

    desk = actor.start("alp-gmm", BOX, 3, settings=SETTINGS, folder=str(tmp_path))
    teacher, student = actor.join(desk, "w"), PracticeStudent()
    for _ in range(10):
        teacher.observe(student(teacher.issue()))
    ray.kill(desk)
    with pytest.raises(UserError, match="actor is gone"):
        teacher.issue()
    desk = actor.start("alp-gmm", BOX, 3, settings=SETTINGS, folder=str(tmp_path))
    teacher = actor.join(desk, "w2")
    assert teacher.issue().serial == 10
