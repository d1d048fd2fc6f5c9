"""Lessons: results, records, resume and replay."""

import json

import pytest

from gradus.learners import Lesson, make, replay
from gradus.school import DamagedError, RunFolder, UserError, read_json
from gradus.stream import World
from gradus.stream import make as curriculum

RECORDS = ("outcomes.jsonl", "transcript.bin")


class Knowing:
    """Sees the right answers; for tests of everything else."""

    def __init__(self, world, resumable=True):
        self.world = world

    def act(self, byte, reward):
        if self.world.finished:
            self.last = (byte, reward)
            return 32
        rest = self.world.dialogue.awaited()
        shown = rest[0] if rest else 32
        return self.world.scrambler.table[shown] if self.world.scrambler else shown

    def state(self):
        return {}

    def restore(self, state):
        pass


def test_results_of_a_learner_that_knows():
    world = World(seed=0, scramble=True)
    learner = Knowing(world)
    results = Lesson(world, learner).run()
    assert (results.tasks_passed, results.finished, results.reason) == (46, True, "finished")
    assert 45_000 <= results.steps <= 47_500
    assert all(t.instances == t.solved == 5 and t.passed for t in results.tasks)
    assert sum(t.steps for t in results.tasks) == results.steps - 1, (
        "the last, silent step belongs to no task"
    )
    assert learner.last == (world.scrambler.table[32], 1), "the last reward is delivered"
    by_name = {t.name: t for t in results.tasks}
    assert by_name["micro1"].reward == 50 and by_name["mini5"].reward == 5


def test_a_limit_stops_and_the_open_instance_is_recorded(tmp_path):
    lesson = Lesson.create(tmp_path / "r", "random", World(seed=2), options={"seed": 2}, max_steps=777)
    results = lesson.run()
    assert (results.steps, results.finished, results.reason) == (777, False, "stopped after 777 steps")
    outcomes = list(RunFolder.read(tmp_path / "r").outcomes())
    assert outcomes[-1].reason == "stopped"
    assert sum(o.steps for o in outcomes) == 777
    assert len(RunFolder.read(tmp_path / "r").transcript()) == 3 * 776


def files(folder):
    return [(folder / name).read_bytes() for name in RECORDS]


def test_a_stopped_run_goes_on_as_if_never_stopped(tmp_path):
    def lesson(name, steps):
        world = World(seed=3, scramble="classes")
        return Lesson.create(
            tmp_path / name, "memory", world, options={"seed": 3}, max_steps=steps, checkpoint_every=700
        )

    whole = lesson("whole", 9000).run()
    lesson("parts", 2500).run()
    for steps in (2501, 5000, 9000):
        results = Lesson.resume(tmp_path / "parts", max_steps=steps).run()
    assert results == whole
    assert files(tmp_path / "parts") == files(tmp_path / "whole")
    assert Lesson.resume(tmp_path / "parts", max_steps=9000).run() == whole, "nothing left to do"
    assert files(tmp_path / "parts") == files(tmp_path / "whole")


@pytest.mark.parametrize(("pace", "writings"), [(0.0, 5), (1.0, 11)])
def test_fast_steps_are_written_now_and_then_and_slow_ones_at_once(tmp_path, monkeypatch, pace, writings):
    """Ten stretches; when no time passes: at the first, at two checkpoints, at the end; and with the results."""
    now, seen = [0.0], []

    def clock():
        now[0] += pace
        return now[0]

    monkeypatch.setattr("gradus.learners.lesson.time.monotonic", clock)
    lesson = Lesson.create(
        tmp_path / "run", "repeat", World("round1", 1), max_steps=1000, checkpoint_every=400, flush_every=100
    )
    flush = lesson.folder.flush
    monkeypatch.setattr(lesson.folder, "flush", lambda: seen.append(1) or flush())
    lesson.run()
    assert len(seen) == writings
    assert len(RunFolder.read(tmp_path / "run").transcript()) == 3 * 999


def test_a_finished_run_stays_finished(tmp_path):
    tasks = curriculum("round1", streak=1).only("micro4")
    lesson = Lesson.create(tmp_path / "r", "repeat", World(tasks), checkpoint_every=3)
    results = lesson.run()
    assert results.finished
    before = files(tmp_path / "r")
    assert Lesson.resume(tmp_path / "r").run() == results
    assert files(tmp_path / "r") == before


def test_every_recorded_instance_replays(tmp_path):
    Lesson.create(
        tmp_path / "r", "memory", World(seed=5, scramble=True), options={"seed": 1}, max_steps=6000
    ).run()
    outcomes = list(RunFolder.read(tmp_path / "r").outcomes())
    assert len(outcomes) > 20
    for outcome in outcomes:
        again = replay(tmp_path / "r", outcome.ticket.serial)
        assert again.exact
        assert sum(again.rewards) == outcome.reward or outcome.reason == "stopped"
    with pytest.raises(UserError, match="no instance 999"):
        replay(tmp_path / "r", 999)


def test_a_tampered_record_is_refused_and_one_without_seals_does_not_replay(tmp_path):
    Lesson.create(tmp_path / "r", "memory", World(seed=5), options={"seed": 1}, max_steps=3000).run()
    path = tmp_path / "r" / "transcript.bin"
    data = bytearray(path.read_bytes())
    data[0] ^= 1
    path.write_bytes(data)
    with pytest.raises(DamagedError, match=r"transcript.bin is damaged"):
        replay(tmp_path / "r", 0)
    description = read_json(tmp_path / "r" / "run.json")
    (tmp_path / "r" / "run.json").write_text(json.dumps(description))  # as version 0.1 wrote it
    assert not replay(tmp_path / "r", 0).exact


def test_the_record_is_not_scrambled_but_the_learner_hears_it_so(tmp_path):
    tasks = curriculum("round1").only("micro7.1")
    world = World(tasks, seed=1, scramble=True)
    Lesson.create(tmp_path / "r", "silent", world, max_steps=200).run()
    heard = RunFolder.read(tmp_path / "r").transcript()[0::3]
    assert heard.startswith(b"say: ")
    assert json.loads((tmp_path / "r/run.json").read_text())["world"]["scramble"]["key"]


def test_experience_can_be_taken_along():
    first = make("memory", seed=0)
    Lesson(World(seed=0), first, max_steps=2000).run()
    lesson = Lesson.create(
        None, "memory", World(seed=9), options={"seed": 0}, start=first.state(), max_steps=10
    )
    assert lesson.learner.state() == first.state()


def test_another_kind_of_run_is_not_a_lesson(tmp_path):
    RunFolder.create(tmp_path / "r", {"kind": "walk"}).close()
    with pytest.raises(UserError, match="not a lesson"):
        Lesson.resume(tmp_path / "r")


@pytest.mark.parametrize(("name", "value"), [("max_steps", 0), ("hours", -1), ("checkpoint_every", 0)])
def test_limits_are_positive(name, value):
    with pytest.raises(UserError, match=f"{name} must be greater"):
        Lesson(World(), make("silent"), **{name: value})


def test_time_is_a_limit():
    results = Lesson(World(), make("silent"), hours=1e-9).run()
    assert results.reason == "stopped after 1e-09 hours"


class Crashing:
    def act(self, byte, reward):
        self.calls = getattr(self, "calls", 0) + 1
        if self.calls > 5000:
            raise RuntimeError("out of ideas")
        return 32

    def state(self):
        return {}

    def restore(self, state):
        pass


def test_a_crashing_learner_leaves_its_record_behind(tmp_path):
    lesson = Lesson.create(tmp_path / "r", f"{__name__}:Crashing", World(), max_steps=9000)
    with pytest.raises(RuntimeError, match="out of ideas"):
        lesson.run()
    assert len(RunFolder.read(tmp_path / "r").transcript()) == 3 * 5000
