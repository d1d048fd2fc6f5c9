"""How long a command takes until it answers: CPU and wall time of whole processes, against an empty Python."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import gradus": ["-c", "import gradus"],
    "gradus --help": ["-m", "gradus", "--help"],
    "gradus tasks": ["-m", "gradus", "tasks"],
    "gradus tasks micro11": ["-m", "gradus", "tasks", "micro11"],
    "gradus list teachers": ["-m", "gradus", "list", "teachers"],
    "gradus list learners": ["-m", "gradus", "list", "learners"],
    "gradus teach -l gradual --max-steps 1k": ["-m", "gradus", "teach", "-l", "gradual", "--max-steps", "1k"],
}


def measured(arguments: list[str]) -> tuple[float, float]:
    """CPU and wall seconds of one process."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return cpu, time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7, help="the median of so many is printed")
    repeats = parser.parse_args().repeats
    rounds = [{name: measured(words) for name, words in COMMANDS.items()} for _ in range(repeats)]
    print("| command | CPU s | wall s |\n|---|---|---|")
    for name in COMMANDS:
        cpu, wall = (sorted(each[name][i] for each in rounds)[repeats // 2] for i in (0, 1))
        print(f"| `{name}` | {cpu:.2f} | {wall:.2f} |")


if __name__ == "__main__":
    main()
