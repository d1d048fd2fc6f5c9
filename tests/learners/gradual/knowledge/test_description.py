"""Description length of tasks in the engine's own language."""

from __future__ import annotations

import json
from math import log2
from pathlib import Path

import pytest

from gradus.cli import main
from gradus.learners.gradual import Described, description_lengths
from gradus.learners.gradual.knowledge import Knowledge, Proposal
from gradus.learners.gradual.knowledge.description import new_engine, told_bits
from gradus.mechanics import costs_of, informed_steps, steps_of
from gradus.school import Chooser, UserError
from gradus.stream import Question, make, task, to_toml

ROUND1 = make("round1")
EIGHT = ["micro1", "micro2", "micro3", "micro4", "micro7.1", "micro7.2", "micro9.1", "micro9.2"]


@task("test-copy")
def copying(pick: Chooser) -> Question:
    """Say the letter."""
    letter = pick.choice("xyz")
    return Question(letter, letter)


class Parrot(Knowledge):
    """Proposes a wrong and the right answer, and learns nothing."""

    def propose(self, question: tuple[int, ...]) -> list[Proposal]:
        return [
            Proposal((33,), 0.25, "wrong"),
            Proposal(question[:1], 0.5, "right"),
            Proposal((35,), 1.0, "never"),
        ]

    def hear(self, question: tuple[int, ...], answer: tuple[int, ...], sure: float = 1.0) -> None:
        raise AssertionError("a right proposal needs no telling")


def test_proposals_are_asked_one_after_the_other() -> None:
    """Not the first (3/4), but the second (1/2): log2 of 8/3 for every question."""
    bits = told_bits(Parrot(), "copy", copying, 1, questions=3)
    assert bits == pytest.approx(3 * log2(8 / 3))


def test_an_engine_that_knows_nothing_spells() -> None:
    """A symbol and its end at 4.7 bits each, and what little it costs to have proposed something else."""
    bits = told_bits(new_engine(), "micro7.1", ROUND1.tasks["micro7.1"], 3, questions=1)
    assert 9.4 <= bits < 12


def test_what_was_learned_saves_bits() -> None:
    first, second = description_lengths(ROUND1.only("micro7.1", "micro7.2"), seed=1)
    assert first.empty == first.after and first.saved == 0  # nothing came before
    assert second.after < second.empty / 2 and second.saved > 0.5
    assert [first, second] == list(description_lengths(ROUND1.only("micro7.1", "micro7.2"), seed=1))
    assert Described("t", 10, 15).saved == -0.5  # what came before may mislead


def test_secrets_are_paid_for_again() -> None:
    """A mapping drawn anew for every instance costs about as much as before, whatever was learned."""
    (_one, two) = description_lengths(ROUND1.only("micro5.1", "micro5.2"), seed=2, questions=12)
    assert two.after > 0.5 * two.empty


def test_no_questions_no_length() -> None:
    with pytest.raises(UserError, match="at least one question"):
        list(description_lengths(ROUND1, questions=0))


def test_the_command_prints_and_correlates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["micro7.1", "micro7.2"]
    with pytest.raises(SystemExit):
        main(["measure", *names, "--description", "--seed", "1", "--json"])
    rows = json.loads(capsys.readouterr().out)
    assert [row["task"] for row in rows] == names and set(rows[0]["description"]) == {
        "empty",
        "after",
        "saved",
    }
    with pytest.raises(SystemExit):
        main(["measure", "micro7.1", "--description"])
    assert "empty library" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["measure", "digit", "--description"])
    assert ended.value.code == 2 and "'digit'" in capsys.readouterr().err


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The gradual learner on eight tasks of the public curriculum, recorded."""
    path = tmp_path_factory.mktemp("records") / "run"
    curriculum = path.parent / "eight.toml"
    curriculum.write_text(to_toml(ROUND1.only(*EIGHT)))
    with pytest.raises(SystemExit) as ended:
        main(
            ["teach", "--learner", "gradual", "--curriculum", str(curriculum), "--seed", "4", "-o", str(path)]
        )
    assert not ended.value.code
    return path


def test_against_a_recorded_run(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    costs, steps = costs_of(record), steps_of(record)
    for name in EIGHT:
        assert costs[name] == max(steps[name] - informed_steps(ROUND1.only(*EIGHT), name, 4), 0)
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["measure", *EIGHT, "--records", str(record), "--description", "--json"])
    assert not ended.value.code
    rows = json.loads(capsys.readouterr().out)
    compared = {(row["measure"], row["target"]) for row in rows}
    assert {("description, saved", "cost"), ("description, empty", "steps"), ("C_mu", "cost")} <= compared
    assert all(-1 <= row["low"] <= row["rho"] <= row["high"] <= 1 for row in rows)
