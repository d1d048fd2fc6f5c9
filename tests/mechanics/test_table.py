"""The stored table, its commands and its page."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest
from tools.complexity_page import refresh

from gradus.cli import main
from gradus.mechanics import causal_states, compute, feedback_complexity, figure_of, measured_variant, table
from gradus.mechanics.measures.figure import dropped_bracket
from gradus.mechanics.models.methods import METHODS, check_stored
from gradus.mechanics.models.phrases import phrase_machine
from gradus.school import UserError
from gradus.stream import TASKS, make

DOCS = Path(__file__).parents[2] / "docs"


def test_all_tasks_of_the_public_curriculum_are_there() -> None:
    rows = table()
    assert list(rows) == list(make("round1").tasks) and len(rows) == 46
    assert set(METHODS) == set(rows)
    for figure in rows.values():
        assert figure.low <= figure.high <= figure.c0 + 1e-6 or figure.kind == "extrapolated"
        assert (figure.kind == "exact") == (figure.width <= 0.01 and figure.kind != "extrapolated")
        assert figure.view == "agent" and figure.limits == "off" and figure.questions == "independent"


def test_enough_tasks_are_proved() -> None:
    kinds = [figure.kind for figure in table().values()]
    assert kinds.count("exact") >= 25
    for figure in table().values():
        assert figure.kind != "extrapolated" or figure.weakness, figure.task


@pytest.mark.parametrize(
    "name",
    [
        *("micro4", "micro5.1", "micro5.3", "micro5.4", "micro5.7", "micro7.3"),
        *("micro10", "micro12", "micro16", "micro19", "micro20"),
    ],
)
def test_stored_figures_can_be_computed_again(name: str) -> None:
    check_stored(name)


def test_unknown_task_has_a_hint() -> None:
    with pytest.raises(UserError, match=r"micro7\.1"):
        figure_of("micro71")
    with pytest.raises(UserError, match="No complexity is known"):
        compute("micro99")


def gradus(*arguments: str) -> None:
    """Run a command that must succeed."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert not ended.value.code


def test_measure_prints_public_json(capsys: pytest.CaptureFixture[str]) -> None:
    gradus("measure", "micro5.1", "mini0", "--json")
    rows = json.loads(capsys.readouterr().out)
    assert [row["task"] for row in rows] == ["micro5.1", "mini0"]
    assert rows[0]["kind"] == "exact" and rows[0]["view"] == "agent"
    assert rows[0]["C_0"] == pytest.approx(34.345009, abs=1e-6)
    assert rows[0]["C_mu"]["low"] == pytest.approx(29.490146, abs=1e-5)
    assert rows[1]["kind"] == "extrapolated"


def test_measure_prints_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    gradus("measure", "--order")
    text = capsys.readouterr().out
    assert "micro5.18" in text and "Kendall tau" in text and "certainly" in text


def test_wrong_use_exits_with_two(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["measure", "micro71"],
        ["draw", "micro1", "-o", "x.png"],
        ["draw", "micro1", "-o", "x.svg", "--set", "z"],
    ):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 2
        assert capsys.readouterr().err.startswith("gradus: ")


def test_draw_writes_picture_and_page(tmp_path: Path) -> None:
    pytest.importorskip("pygraphviz")
    gradus("draw", "micro1", "-o", str(tmp_path / "m.svg"), "--set", "streak=2")
    assert "instance A" in (tmp_path / "m.svg").read_text()
    gradus("draw", "micro7.1", "-o", str(tmp_path / "m.html"), "--set", "alphabet=abcd")
    assert "76 states" in (tmp_path / "m.html").read_text()


def test_page_is_in_step_with_the_table() -> None:
    text = (DOCS / "complexity.md").read_text(encoding="utf-8")
    assert refresh(text) == text


EXPECTED = {
    "mechanics/from_code.py": "184 6.7559 6.7559",
    "mechanics/by_hand.py": "C 0.9183, h 0.6667, E 0.2516",
    "mechanics/learn.py": "2 states, C 0.924, 90 % interval 0.920 to 0.927",
    "mechanics/agree.py": "5 of 5 states, distance 0.109, inside True",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_snippets_of_the_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = (DOCS / "snippets" / name).read_text()
    assert code in (DOCS / "complexity.md").read_text()
    runpy.run_path(str(DOCS / "snippets" / name))
    assert EXPECTED[name] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("micro7.1", {"alphabet": "ab", "streak": 3}),
        ("micro7.2", {"words": ("a", "be", "bet"), "streak": 2}),
        ("micro7.3", {"words": ("a", "b"), "streak": 2}),
        ("micro8", {"alphabet": "a", "widest": 1, "streak": 4}),
        ("micro9.2", {"words": ("a", "be"), "streak": 5}),
        ("micro10", {"words": ("a",), "most": 2, "streak": 3}),
    ],
)
def test_a_dropped_reply_adds_at_most_the_streak(name: str, changes: dict[str, object]) -> None:
    task = measured_variant(TASKS.get(name).with_(**changes))
    examined = feedback_complexity(causal_states(phrase_machine(task)))
    dropped = feedback_complexity(causal_states(phrase_machine(task, faithful=True)))
    low, high = dropped_bracket(examined.low, examined.high, task.rules.streak)
    assert low - 1e-6 <= dropped.low and dropped.high <= high + 1e-6
    assert dropped.low > examined.high + 0.5  # the streak is visible indeed


def test_both_conventions_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    for figure in table().values():
        low, high = figure.running
        assert (
            (low, high) == (figure.low, figure.high) if figure.last_reply == "dropped" else high > figure.high
        )
    gradus("measure", "micro7.1", "micro6")
    text = capsys.readouterr().out
    assert "7.4853" in text and "10.563" in text and "~115.9" in text and "~116.7" in text
