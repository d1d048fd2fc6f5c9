"""Writes the table of the toy study's page from its runs: python docs/teachers/toy_table.py

The runs are in toy-study.jsonl beside this file, one per line, as ``gradus bench toy -o`` writes them.
"""

import json
from pathlib import Path

from gradus.teachers.toy_study import EPISODES, Row, Run, summary

FOLDER = Path(__file__).parent
HEAD = ["| world | teacher | n | mastered | 95 % interval | p against Random |", "|---|---|---|---|---|---|"]
WORLDS = ("trivial", "unfeasible", "rugged", "forgetting")
TEACHERS = (
    *("random", "alp-gmm", "covar-gmm", "riac", "learning-progress", "tscl", "adr", "oracle", "spdl"),
    *("spdl-truncated", "goal-gan", "goal-gan-reference", "setter-solver", "plr", "accel", "vds"),
)


def runs() -> list[Run]:
    """All runs of the study's length."""
    lines = (FOLDER / "toy-study.jsonl").read_text(encoding="utf-8").splitlines()
    return [run for run in map(Run.from_json, map(json.loads, lines)) if run.episodes == EPISODES]


def table() -> str:
    """The table in Markdown."""
    rows = {(row.variant, row.teacher): row for row in summary(runs())}
    order = [(world, teacher) for world in WORLDS for teacher in TEACHERS]
    return "\n".join([*HEAD, *(line(rows[key]) for key in order if key in rows)])


def line(row: Row) -> str:
    """One row: a single run has no interval."""
    p = row.versus_random
    shown = "" if p is None else f"{p:.3f}" if p >= 1e-3 else f"{p:.1e}"
    between = f"{100 * row.low:.0f} to {100 * row.high:.0f} %" if row.n > 1 else ""
    return f"| {row.variant} | {row.teacher} | {row.n} | {100 * row.mean:.0f} % | {between} | {shown} |"


def main() -> None:
    """Put the table where the page has the old one."""
    page = FOLDER / "toy-study.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(HEAD[0])
    after = rest[rest.index("\n\n") :]
    page.write_text(before + table() + after, encoding="utf-8")


if __name__ == "__main__":
    main()
