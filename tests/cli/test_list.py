"""``gradus list``: names and options come from registries and settings."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from typing import get_type_hints

import pytest

from gradus.cli import main
from gradus.cli.listing import KINDS


def gradus(capsys, *words):
    with pytest.raises(SystemExit) as stopped:
        main(list(words))
    out, err = capsys.readouterr()
    return stopped.value.code or 0, out, err


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("students",)])
def test_every_kind_is_listed(kind, capsys):
    code, out, err = gradus(capsys, "list", kind, "--json")
    assert code == 0, err
    assert len(json.loads(out)) >= 1


@pytest.mark.parametrize(
    ("kind", "name", "option", "words"),
    [
        ("teachers", "consecutive", "success_threshold", ""),
        (
            "exams",
            "forgetting",
            "factor",
            "c of Definition 5: the second time may cost so many times the first.",
        ),
        ("learners", "random", "seed", ""),
    ],
)
def test_options_carry_the_docstrings_under_their_fields(kind, name, option, words, capsys):
    code, out, err = gradus(capsys, "list", kind, name, "--json")
    assert code == 0, err
    found = {row["name"]: row["help"] for row in json.loads(out)["options"]}
    assert option in found
    assert words in found[option]


def test_wrong_use_gets_one_sentence(capsys):
    assert "Did you mean 'teachers'?" in gradus(capsys, "list", "teacher")[2]
    assert "There is no teacher named 'nobody'" in gradus(capsys, "list", "teachers", "nobody")[2]


def test_a_bare_list_says_which_kinds_there_are(capsys):
    code, out, err = gradus(capsys, "list", "--json")
    assert code == 0 and not err
    assert [row["kind"] for row in json.loads(out)] == list(KINDS)
    assert all("gradus " in row["summary"] for row in json.loads(out))


def test_a_list_says_the_same_as_the_things_themselves_without_importing_them(gradus):
    from gradus.teachers import TEACHERS

    script = (
        "import sys; from gradus.cli import main\n"
        "try: main(['list', 'teachers', '--json'])\n"
        "except SystemExit: pass\n"
        "assert not {'jax', 'sklearn'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    for row in json.loads(done.stdout):
        assert row["summary"] == TEACHERS.get(row["name"]).__doc__.partition("\n")[0].strip()


@pytest.mark.parametrize("kind", ["curricula", "bodies", "suites", "learners", "teachers", "exams"])
def test_everything_says_in_a_line_what_it_is(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = gradus(capsys, "list", kind, "--json")
    assert code == 0 and all(row["summary"] for row in json.loads(out))


@pytest.mark.parametrize(
    ("command", "option", "begun", "offered"),
    [
        ("train", "teacher", "alp", "alp-gmm"),
        ("train", "body", "spi", "spider"),
        ("train", "student", "p", "ppo"),
        ("teach", "teacher", "seq", "sequential"),
        ("teach", "learner", "grad", "gradual"),
        ("watch", "walker", "fi", "fish"),
        ("bench", "suite", "ori", "original"),
    ],
)
def test_a_shell_completes_names(command: str, option: str, begun: str, offered: str) -> None:
    module = import_module(f"gradus.cli.{command}")
    hints = get_type_hints(getattr(module, command), include_extras=True)
    assert offered in hints[option].__metadata__[0].autocompletion(begun)
