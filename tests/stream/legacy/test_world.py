"""Tasks of 2017 inside our world: files of a third party, configurations, bit mode, tickets, and what may go wrong."""

from __future__ import annotations

import json
import random
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from gradus.learners import Lesson, replay
from gradus.school import UserError
from gradus.stream import Curriculum, World, make
from gradus.stream.instance import TaskFailed
from gradus.stream.legacy import uninstall
from gradus.stream.world import open_instance

THIRD_PARTY = '''
"""Tasks as a third party wrote them in 2017."""
import random
from random import choice
from core.task import (Task, World, on_start, on_message, on_timeout, on_ended, on_state_changed,
                       on_world_start, on_sequence, on_output_message)
from tasks.competition.base import BaseTask
from tasks.challenge.round1.challenge_micro import MicroBase
from tasks.challenge.round1.task_generator import TaskGenerator


class Garden(World):
    @on_world_start()
    def begin(self, event):
        self.state.flowers = 0

    @on_message(r"plant\\.$")
    def plant(self, event):
        self.state.flowers += 1
        self.set_message("planted.")


class Plant(Task):
    def __init__(self, world):
        super(Plant, self).__init__(max_time=300, world=world)

    @on_start()
    def start_it(self, event):
        self.wanted = random.randint(1, 3)
        self.set_message("plant %d flowers." % self.wanted)

        @on_ended()
        def at_the_end(self, event):
            self.left = True
        self.add_handler(at_the_end)

    @on_state_changed(lambda ws, ts: ws.flowers >= 1)
    def grown(self, event):
        if self.get_world().state.flowers == self.wanted:
            self.set_result(1, "grown.")

    @on_timeout()
    def late(self, event):
        self.set_result(0, "late.")


class Copy(MicroBase):
    reg_answer_end = r"\\."

    def get_task_generator(self):
        def instancer(generator):
            letter = choice("abc")
            return letter + ".", [letter + "."], lambda correct, question: "yes" if correct else letter
        return TaskGenerator(instancer, "", None, ";")
'''


@pytest.fixture(autouse=True)
def _clean():
    yield
    uninstall()


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text))
    return path


def configured(folder: Path, tasks: dict[str, str], world: str | None = None, threshold: int = 1) -> Path:
    entries = {name: {"type": kind, **({"world": "w"} if world else {})} for name, kind in tasks.items()}
    data = {
        "worlds": {"w": {"type": world}} if world else {},
        "tasks": entries,
        "scheduler": {
            "type": "core.scheduler.ConsecutiveTaskScheduler",
            "args": {"tasks": list(tasks), "success_threshold": threshold},
        },
    }
    return write(folder, "config.json", json.dumps(data))


def third_party(folder: Path) -> Path:
    write(folder, "garden.py", THIRD_PARTY)
    return folder


def plants(world: World, steps: int = 3000) -> str:
    """Play the garden: plant as many flowers as asked for."""
    heard, byte, reply = "", world.step(None)[0], ""
    for _ in range(steps):
        heard += chr(byte)
        if heard.endswith("flowers."):
            reply = "plant." + " " * 8
            reply *= int(heard[-10])
        byte, _ = world.step(ord(reply[0]) if reply else 32)
        reply = reply[1:]
        if world.finished:
            break
    return heard


def test_a_third_partys_file_needs_no_checkout(tmp_path):
    third_party(tmp_path)
    path = configured(tmp_path, {"plant": "garden.Plant"}, "garden.Garden", threshold=3)
    world = World(make(path, tasks_path=tmp_path), seed=4)
    heard = plants(world)
    assert world.finished and [o.solved for o in world.outcomes] == [True] * 3
    assert "planted." in heard and [o.reward for o in world.outcomes] == [1, 1, 1]
    assert world.outcomes[0].reason == "solved"


def test_a_micro_task_of_a_third_party(tmp_path):
    third_party(tmp_path)
    world = World(make(configured(tmp_path, {"copy": "garden.Copy"}), tasks_path=tmp_path), seed=1)
    byte, _ = world.step(None)
    last = 32
    while not world.finished:
        said = 32
        if chr(byte) == "." and chr(last) in "abc":
            said = last
        elif last == ord("."):
            said = ord(".")
        last, (byte, _) = byte, world.step(said)
    assert world.outcomes[0].solved and world.outcomes[0].extras == {"questions": 10}


def test_all_tasks_of_a_folder(tmp_path):
    write(third_party(tmp_path), "broken.py", "import nothing_of_the_kind")
    with pytest.warns(UserWarning, match="broken is left out"):
        curriculum = make("round1", tasks_path=tmp_path)
    assert list(curriculum.tasks) == ["garden.Copy"] or "garden.Plant" in curriculum.tasks
    assert list(make("garden.Copy", tasks_path=tmp_path).tasks) == ["garden.Copy"]


def test_a_python_configuration(tmp_path):
    write(
        third_party(tmp_path),
        "config.py",
        """
        from core.scheduler import ConsecutiveTaskScheduler
        from garden import Garden, Plant, Copy

        def create_tasks():
            world = Garden()
            return ConsecutiveTaskScheduler([Plant(world), Copy(), Plant(world)], success_threshold=2)
        """,
    )
    curriculum = make(tmp_path / "config.py")
    assert list(curriculum.tasks) == ["Plant", "Copy", "Plant-2"]
    assert curriculum.settings == {"success_threshold": 2}
    assert "flowers" in plants(World(curriculum), 300)
    again = Curriculum.from_spec(json.loads(json.dumps(curriculum.spec())))
    assert again.spec() == curriculum.spec()


OURS = {
    "silent": "tasks.competition.repetition.BeSilentTask",
    "verify": "tasks.challenge.round1.challenge_mini.TaskSet1",
    "move": "tasks.competition.navigation.MovingTask",
    "micro": "tasks.challenge.round1.challenge_micro.Micro5Sub4Task",
    "guess": "tasks.competition.to_be_validated.GuessTheNumberAskingForDigitsTask",
}


@pytest.mark.parametrize("bits", [False, True])
def test_six_thousand_steps_without_an_error(tmp_path, bits):
    third_party(tmp_path)
    kinds = {**OURS, "copy": "garden.Copy"}
    for world_class in (None, "worlds.grid_world.GridWorld"):
        chosen = {n: k for n, k in kinds.items() if (n == "move") is bool(world_class)}
        path = configured(tmp_path, chosen, world_class)
        world = World(make(path, tasks_path=tmp_path), seed=2, teacher="sequential", bits=bits)
        pick = random.Random(3)
        byte, _ = world.step(None)
        for _ in range(6000):
            said = pick.choice(b"01") if bits else pick.choice([byte, 32, 32, 46, pick.randrange(256)])
            byte, reward = world.step(said)
            assert reward in (-1, 0, 1) and (not bits or byte in b"01")
        assert world.outcomes


def test_the_ticket_decides_and_the_global_state_stays(tmp_path):
    path = configured(third_party(tmp_path), {"plant": "garden.Plant"}, "garden.Garden", threshold=9)
    random.seed(1)
    before = random.getstate()
    curriculum = make(path, tasks_path=tmp_path)
    first = plants(World(curriculum, seed=5), 500)
    assert random.getstate() == before
    random.random()
    assert plants(World(curriculum, seed=5), 500) == first
    assert plants(World(curriculum, seed=6), 500) != first


def test_resume_replays_the_bytes(tmp_path):
    path = configured(third_party(tmp_path), {"plant": "garden.Plant"}, "garden.Garden", threshold=9)
    for bits in (False, True):
        whole, cut = (
            World(make(path, tasks_path=tmp_path), 5, teacher="sequential", bits=bits) for _ in range(2)
        )
        said = [48 + i % 2 for i in range(900)] if bits else [ord("plant.  "[i % 8]) for i in range(900)]
        whole.step(None), cut.step(None)
        for byte in said[:450]:
            assert whole.step(byte) == cut.step(byte)
        state = json.loads(json.dumps(cut.state()))
        fresh = World.from_spec(json.loads(json.dumps(cut.spec())))
        fresh.restore(state, cut.outcomes)
        assert [fresh.step(byte) for byte in said[450:]] == [whole.step(byte) for byte in said[450:]]


def test_a_recorded_run_is_replayed_exactly(tmp_path):
    path = configured(third_party(tmp_path), {"plant": "garden.Plant"}, "garden.Garden")
    world = World(make(path, tasks_path=tmp_path), seed=5)
    Lesson.create(tmp_path / "run", "repeat", world, max_steps=700).run()
    assert replay(tmp_path / "run", 0).exact and replay(tmp_path / "run", 1).exact


def test_state_that_leaks_is_said_and_put_back(tmp_path):
    write(
        tmp_path,
        "leaky.py",
        """
        from core.task import Task, on_start
        class Leaky(Task):
            seen = []
            def __init__(self):
                super().__init__(max_time=5)
            @on_start()
            def begin(self, event):
                self.seen.append(1)
                self.set_message(str(len(self.seen)))
        """,
    )
    world = World(make("leaky.Leaky", tasks_path=tmp_path), teacher="sequential")
    heard = chr(world.step(None)[0])
    with pytest.warns(UserWarning, match=r"changes Leaky\.seen, which all instances share"):
        for _ in range(12):
            heard += chr(world.step(32)[0])
    assert heard.replace(" ", "") == "111"
    assert world.outcomes[0].extras["shared_state"] == ["Leaky.seen"]


# What may go wrong.


def broken(folder: Path, body: str, seconds: float = 60) -> World:
    write(
        folder,
        "mine.py",
        f"""
        import random
        from core.task import Task, on_start, on_message
        class Mine(Task):
            def __init__(self):
                super().__init__(max_time=50)
            @on_start()
            def begin(self, event):
                self.set_message("hi")
            @on_message(r"x")
            def handle(self, event):
                {body}
        """,
    )
    curriculum = make("mine.Mine", tasks_path=folder)
    task = replace(curriculum.tasks["mine.Mine"], seconds=seconds)  # type: ignore[call-arg]  # a task of 2017
    return World(replace(curriculum, tasks={"mine.Mine": task}))


class SaysX:
    """Says x at the tenth step."""

    def __init__(self) -> None:
        self.n = 0

    def act(self, byte: int, reward: int) -> int:
        self.n += 1
        return ord("x") if self.n == 10 else 32

    def state(self) -> dict:
        return {"n": self.n}

    def restore(self, state) -> None:
        self.n = state["n"]


@pytest.mark.parametrize(
    "body, reason",
    [
        ("raise ValueError('no good.')", "broke: ValueError: no good"),
        ("raise SystemExit(3)", "broke: SystemExit: 3"),
        ("while True: pass", "did not come back from a handler within 0.5 seconds"),
        ("self.set_message(chr(0x5d0))", "needs bit mode"),
        ("self.set_immediate_reward(0.5)", "pays 0.5, not a whole number"),
        ("self.set_immediate_reward(1000)", "pays 1000, not a whole number"),
    ],
)
def test_a_broken_task_ends_the_run_with_a_reason_and_a_whole_record(tmp_path, body, reason):
    world = broken(tmp_path, body, seconds=0.5 if "while" in body else 60)
    results = Lesson.host(tmp_path / "run", SaysX(), world, name="x").run()
    assert reason in results.reason and not results.finished
    outcomes = [json.loads(line) for line in (tmp_path / "run" / "outcomes.jsonl").read_text().splitlines()]
    assert outcomes[-1]["reason"] == "stopped" and outcomes[-1]["steps"] == 10
    assert replay(tmp_path / "run", 0).exact


def test_a_broken_start_is_one_sentence(tmp_path):
    write(
        tmp_path,
        "mine.py",
        """
        from core.task import Task, on_start
        class Mine(Task):
            def __init__(self):
                super().__init__(max_time=50)
            @on_start()
            def begin(self, event):
                {}[1]
        """,
    )
    with pytest.raises(TaskFailed, match=r"The task 'mine\.Mine' broke: KeyError: 1\."):
        World(make("mine.Mine", tasks_path=tmp_path)).step(None)


@pytest.mark.parametrize(
    "kind, message",
    [
        ("garden.Nothing", r"no class 'garden\.Nothing'"),
        ("nowhere.Nothing", r"unknown type 'nowhere\.Nothing'"),
        ("garden.Garden", "not a task class"),
        ("python2.Old", "python2"),
    ],
)
def test_class_paths_that_lead_nowhere(tmp_path, kind, message):
    write(third_party(tmp_path), "python2.py", "print 'hello'\nclass Old: pass\n")
    with pytest.raises(UserError, match=message) as caught:
        make(configured(tmp_path, {"a": kind}), tasks_path=tmp_path)
    assert "\n" not in str(caught.value)


# Bit mode.


def test_bits_of_our_own_tasks():
    world = World(make("round1").only("mini1"), seed=1, bits=True)
    bits = chr(world.step(None)[0])
    for i in range(8 * 12 - 1):
        bits += chr(world.step(48 + (i % 8 == 2))[0])
    text = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))
    assert text == b"description:"
    with pytest.raises(UserError, match="'0' or '1', not 'a'"):
        world.step(ord("a"))
    with pytest.raises(UserError, match="does not scramble"):
        World(bits=True, scramble=True)


def test_in_bits_the_same_ticket_asks_the_same_question():
    curriculum = make("round1")
    ticket = World(curriculum).teacher.issue()
    for name in ("micro7.2", "micro20", "mini0"):
        plain = open_instance(curriculum, replace(ticket, task=name))
        bits = open_instance(curriculum, replace(ticket, task=name), bits=True)
        question = plain.queue.decode()
        heard = "".join(chr(bits.speak()) or chr(bits.hear(48)) for _ in range(1))
        for i in range(8 * len(question) - 1):
            bits.hear(48 + ((i % 8) == 2))
            heard += chr(bits.speak())
        assert bytes(int(heard[i : i + 8], 2) for i in range(0, len(heard), 8)).decode() == question


def test_an_instance_may_be_skipped(tmp_path):
    for curriculum in (make("round1").only("micro7.1"), make("round1").only("mini1")):
        world = World(curriculum, seed=1)
        world.step(None)
        world.skip()
        for _ in range(200):
            world.step(32)
            if world.outcomes:
                break
        assert world.outcomes[0].reason in ("timeout", "failed") and world.outcomes[0].extras["skipped"] == 1


def test_a_folder_whose_tasks_name_their_own_world(tmp_path):
    write(
        tmp_path,
        "lift.py",
        """
        from core.task import Task, World, on_start, on_world_start
        class Lift(World):
            @on_world_start()
            def begin(self, event):
                self.state.floor = 3
        class Ride(Task):
            def __init__(self, world):
                super().__init__(max_time=60, world=world)
            @on_start()
            def begin(self, event):
                self.set_message("floor %d." % self.get_world().state.floor)
        """,
    )
    world = World(make("round1", tasks_path=tmp_path))
    assert "".join(chr(world.step(None if i == 0 else 32)[0]) for i in range(8)) == "floor 3."
