"""Learners of 2017: unchanged files, the exact sequence of calls, people, bits, and the commands around them."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from gradus.cli import main
from gradus.learners import make
from gradus.learners.baselines import Repeat
from gradus.stream import World
from gradus.stream import make as make_curriculum
from gradus.stream.bits import InBits
from gradus.stream.legacy import uninstall
from gradus.stream.legacy.core.serializer import StandardSerializer
from gradus.stream.legacy.learners.human_learner import (
    HaltOnDotHumanLearner,
    HumanLearner,
    ImmediateHumanLearner,
)
from gradus.stream.legacy.learners.sample_learners import SampleMemorizingLearner, SampleSilentLearner

LEARNER = """
from learners.base import BaseLearner

class Noting(BaseLearner):
    def __init__(self):
        self.calls = []
    def try_reward(self, reward):
        self.calls.append(("try", reward))
        super(Noting, self).try_reward(reward)
    def reward(self, reward):
        self.calls.append(("reward", reward))
    def next(self, input):
        self.calls.append(("next", input))
        return super(Noting, self).next(input)
"""


@pytest.fixture(autouse=True)
def _clean(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield
    uninstall()
    sys.modules.pop("noting", None)


def test_a_learner_file_of_2017_works_unchanged(tmp_path):
    (tmp_path / "noting.py").write_text(LEARNER)
    learner: Any = make("noting.Noting")
    assert learner.act(ord("a"), 0) == ord("a") and learner.act(ord("b"), -1) == ord("b")
    first = [("try", 0), ("reward", 0), ("next", "a")]
    assert learner.inner.calls == [*first, ("try", -1), ("reward", -1), ("next", "b")]


class View:
    """Types what it is told to."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.asked = list(lines), 0

    def get_input(self) -> str:
        self.asked += 1
        return self.lines.pop(0)


@pytest.mark.parametrize(
    "kind, typed, heard, said",
    [
        (HumanLearner, "ok...", "say.  abcd", "     ok.  "),
        (HaltOnDotHumanLearner, "ok.", "say.  abcd", "   ok.    "),
        (ImmediateHumanLearner, "ok", "s", "o"),
    ],
)
def test_when_people_are_asked(kind, typed, heard, said):
    learner, view = kind(StandardSerializer(), True), View(typed)
    learner.set_view(view)
    assert "".join(learner.next(symbol) for symbol in heard) == said
    assert view.asked == 1


def test_sample_learners_in_bits():
    silent = SampleSilentLearner()
    assert "".join(silent.next("0") for _ in range(16)) == "0010000000100000"
    serializer, memorizing = StandardSerializer(), SampleMemorizingLearner()
    said = "".join(memorizing.next(bit) for bit in serializer.to_binary("hi  " + " " * 4))
    assert serializer.to_text(said).strip() == "hi"


def test_a_learner_of_bytes_in_a_world_of_bits():
    world = World(make_curriculum("round1").only("micro7.1"), bits=True)
    learner = InBits(Repeat())
    byte, reward = world.step(None)
    said = ""
    for _ in range(8 * 6):
        answer = learner.act(byte, reward)
        said += chr(answer)
        byte, reward = world.step(answer)
    assert bytes(int(said[i : i + 8], 2) for i in range(0, 48, 8)) == b" say: "
    again = InBits(Repeat())
    again.restore(learner.state())
    assert again.state() == learner.state()


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(list(args))
    return int(stopped.value.code or 0)


def test_results_in_the_layout_of_2017(tmp_path):
    assert not run("teach", "--learner", "repeat", "--max-steps", "300", "--results-file", "results.out")
    lines = (tmp_path / "results.out").read_text().splitlines()
    assert lines[0] == "* General results" and lines[2] == "Total time: 300"
    assert lines[1].startswith("Average reward: ") and "* Number of trials per task" in lines


def test_the_cap_on_the_command_line(capsys):
    args = ("teach", "--learner", "repeat", "--max-steps", "400", "--json")
    course = ("--curriculum", "round1", "--teacher", "sequential")
    assert not run(*args, *course, "--max-reward-per-task", "2")
    assert not run(*args, "--bitmode", "--curriculum", "round1")
    assert capsys.readouterr().err == ""
