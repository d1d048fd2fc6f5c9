"""Examples in docstrings say what really happens."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import gradus

ROOT = Path(gradus.__file__).parent
NAMES = [
    ".".join(("gradus", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
    for path in sorted(ROOT.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", NAMES)
def test_examples_in(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testmod(import_module(name))
    assert tried and not failed


def test_there_are_examples_for_what_a_user_starts_with():
    assert {"gradus", "gradus.start"} <= set(NAMES)
