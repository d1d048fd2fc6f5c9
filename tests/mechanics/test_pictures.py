"""Pictures and pages."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from gradus.mechanics import drawn_machine, page, svg
from gradus.mechanics.output.picture import dot_source, edge_labels, labels_of
from gradus.school import UserError


def test_figure_with_one_group() -> None:
    machine = drawn_machine("micro1")
    assert sorted(labels_of(machine).names) == [f"{box}{k}" for box in "AB" for k in range(5)]


def test_figure_with_two_groups() -> None:
    machine = drawn_machine("micro3")
    assert sorted(labels_of(machine).names) == [
        f"{box}{g}{k}" for box in "AB" for g in "ab" for k in range(5)
    ]
    assert set(labels_of(machine).boxes) == {"A", "B"}


def test_edges_read_observation_reward_action() -> None:
    machine = drawn_machine("micro1", streak=2)
    names = labels_of(machine).names
    texts = {(names[a], names[b]): lines for (a, b), lines in edge_labels(machine).items()}
    assert "a, +1 | a (1/2)" in texts["A0", "A1"]
    assert any(line.startswith("a, +1 | a (1/4)") for line in texts["A1", "B0"])


def test_svg_is_a_picture_with_boxes() -> None:
    pytest.importorskip("pygraphviz")
    text = svg(drawn_machine("micro1"), "two instances")
    root = ET.fromstring(text)
    assert root.tag.endswith("svg")
    assert "instance A" in text and "instance B" in text and "A4" in text


def test_large_machines_go_on_a_page() -> None:
    machine = drawn_machine("micro7.1", alphabet="abcdef")
    assert len(machine) == 110
    with pytest.raises(UserError, match="110 states"):
        svg(machine)
    text = page(machine, "say a <letter>")
    assert text.count("<canvas") == 1 and "say a &lt;letter&gt;" in text and "110 states" in text
    assert text == page(machine, "say a <letter>")


def test_too_large_to_draw() -> None:
    with pytest.raises(UserError, match="cannot be drawn with these parameters: More than"):
        drawn_machine("micro1", alphabet="abcdefghijkl", size=10)
    with pytest.raises(UserError, match=r"^View 'agnt' is not one of .* Did you mean 'agent'"):
        drawn_machine("micro1", view="agnt")  # type: ignore[arg-type]


def test_dot_escapes_quotes() -> None:
    machine = drawn_machine("micro2", marks='"', alphabet="ab", size=2, streak=1)
    assert '\\"' in dot_source(machine, 'a "title"')
