"""The page of worked examples is made by the library, and known values agree with ours."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from tools.examples_page import KNOWN_CHANNELS, KNOWN_PROCESSES, channel_values, refresh

from gradus.cli import main
from gradus.mechanics import measure_process, process

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_what_the_library_says() -> None:
    text = (DOCS / "worked-examples.md").read_text(encoding="utf-8")
    assert refresh(text) == text


@pytest.mark.parametrize("name", KNOWN_PROCESSES)
def test_processes_agree_with_what_is_known(name: str) -> None:
    found = measure_process(process(name))
    values = [found.complexity, found.entropy_rate, found.excess_entropy]
    assert values == pytest.approx(KNOWN_PROCESSES[name][1:], abs=1e-6)


@pytest.mark.parametrize("name", KNOWN_CHANNELS)
def test_channels_agree_with_what_is_known(name: str) -> None:
    assert channel_values(name) == pytest.approx(KNOWN_CHANNELS[name], abs=1e-6)


PRINTED = {
    "complexity-first-steps.md": {
        "first_steps": "to remember: 0.92 bits; news per day: 0.80 bits",
        "own_env": "11 states, C_0 3.459, C_mu 3.431 to 3.431",
    },
    "complexity-theory.md": {"theory": "C* 6.6638, at best 8.8889 steps per instance"},
}


@pytest.mark.parametrize("page", PRINTED)
def test_snippets_of_the_tutorials(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for name, printed in PRINTED[page].items():
        path = DOCS / "snippets" / "mechanics" / f"{name}.py"
        assert path.read_text() in text and printed in text
        runpy.run_path(str(path))
        assert printed in capsys.readouterr().out


def test_the_tutorial_measures_data_that_it_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / "complexity-first-steps.md").read_text(encoding="utf-8")
    path = DOCS / "snippets" / "mechanics" / "own_data.py"
    assert path.read_text() in text
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(path))
    with pytest.raises(SystemExit) as ended:
        main(["measure", "--data", "weather.csv"])
    assert ended.value.code == 0
    assert capsys.readouterr().out in text
