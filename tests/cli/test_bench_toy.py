"""``gradus bench toy``: rows with intervals, a file of runs, clear errors."""

import json

import pytest

from gradus.cli.bench_toy import bench_toy
from gradus.school import UserError


def test_json_rows_and_a_file(tmp_path, capsys):
    path = tmp_path / "runs.jsonl"
    bench_toy(teacher=["random", "adr"], world=["plain"], seeds=2, episodes=60, output=path, as_json=True)
    rows = json.loads(capsys.readouterr().out)
    assert [(row["teacher"], row["n"]) for row in rows] == [("random", 2), ("adr", 2)]
    assert all(row["low"] <= row["mean"] <= row["high"] for row in rows)
    assert len(path.read_text().splitlines()) == 4


def test_runs_in_the_file_are_not_repeated(tmp_path, capsys):
    path = tmp_path / "runs.jsonl"
    options = {"teacher": ["random"], "world": ["plain"], "episodes": 60, "output": path, "as_json": True}
    bench_toy(seeds=2, **options)
    first = path.read_text()
    path.write_text(first + '{"teacher": "random", "vari')  # cut off in the middle
    capsys.readouterr()
    bench_toy(seeds=3, **options)
    assert path.read_text().startswith(first)
    assert [json.loads(line)["seed"] for line in path.read_text().splitlines()] == [0, 1, 2]
    assert json.loads(capsys.readouterr().out)[0]["n"] == 3
    for content in (b"something else\n", b"\xff\xfe\n"):
        path.write_bytes(content)
        with pytest.raises(UserError, match="does not hold runs"):
            bench_toy(seeds=1, **options)


def test_a_table_for_people(capsys):
    bench_toy(teacher=["random"], world=["trivial"], seeds=1, episodes=20)
    assert "trivial" in capsys.readouterr().out


def test_unknown_names():
    with pytest.raises(UserError, match="no teacher named 'rand'"):
        bench_toy(teacher=["rand"])
    with pytest.raises(UserError, match="no toy world named 'flat'"):
        bench_toy(world=["flat"])
