"""What makes a command line fit the hand: -h, readable help, counts with units, progress in a log, completion."""

import os
import re
import subprocess
import sys

import pytest

from gradus.cli import COMMANDS
from gradus.cli.progress import EVERY, FIRST, NowAndThen, progress


@pytest.mark.parametrize("name", [*COMMANDS, "exam graduality", "exam submit", "curricula generate"])
def test_help_is_readable_at_80_columns(gradus, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = gradus(*name.split(), "-h")
    assert code == 0 and err == "" and out.startswith(f"Usage: gradus {name}")
    assert max(map(len, out.splitlines())) <= 80
    assert not re.search(r"<\w+( range)?>|list\[", out), "Python's names of types are not for people"


def test_counts_with_units(gradus, tmp_path):
    code, out, _ = gradus("teach", "-l", "silent", "--max-steps", "1.5k")
    assert code == 0 and "1,500 steps" in out
    code, out, _ = gradus(
        *("exam", "steps", "-l", "silent", "--first", 1, "--runs", 1, "--task-steps", "0.2k"),
        *("-o", tmp_path / "exam", "--json"),
    )
    assert code == 0 and '"task_steps": 200' in out


def test_progress_off_a_terminal_is_a_line_now_and_then():
    now, said = [0.0], []
    lines = NowAndThen(said.append, lambda: now[0])
    for second in range(0, 100, 5):
        now[0] = float(second)
        lines.offer(f"at {second}")
    assert said == [f"at {second}" for second in (10, 40, 70)]
    assert (FIRST, EVERY) == (10.0, 30.0)


def test_a_line_says_how_far_it_is(capsys, monkeypatch):
    monkeypatch.setattr("gradus.cli.progress.FIRST", -1.0)
    with progress(what="examining", total=4, runs="") as show:
        show(completed=1, runs="1 of 4 runs")
    assert capsys.readouterr().err == "examining: 25 %, 1 of 4 runs\n"


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("gradus te", {"teach"}),
        ("gradus teach --le", {"--learner"}),
        ("gradus teach -l gra", {"gradual"}),
        ("gradus tasks mini", {f"mini{n}" for n in range(6)}),
        ("gradus list te", {"teachers"}),
        ("gradus bench t", {"toy"}),
        ("gradus bench toy --s", {"--seeds"}),
        ("gradus\nbench\ntoy\n--s", {"--seeds"}),  # as bash joins the words
        ("gradus teach -l silent -c round1-e", {"round1-eval"}),
    ],
)
def test_a_shell_completes_words(line, offered):
    words = line.split()
    asked = {"_GRADUS_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    script = "import sys; sys.argv = ['gradus']; from gradus.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | asked, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == offered
