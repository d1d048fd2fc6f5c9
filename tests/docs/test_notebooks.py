"""The notebooks run from top to bottom, cell by cell, and are stored without what they printed."""

import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(path, tmp_path, monkeypatch):
    if path.stem == "records":
        pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "notebook"}
    for cell in code(path):
        exec(compile("".join(cell["source"]), str(path), "exec"), names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_is_stored_clean(path):
    book = json.loads(path.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code(path))


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["records", "stream", "teacher"]


def code(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]
