"""Writes the table and the picture of the toy study's page from its runs: python docs/teachers/toy_table.py

The runs are in toy-study.jsonl beside this file, one per line, as ``gradus bench toy -o`` writes them.
"""

import json
from pathlib import Path

from matplotlib.figure import Figure

from gradus.exams.statistics import holm
from gradus.teachers.toy_study import EPISODES, Row, Run, summary

FOLDER = Path(__file__).parent
WORLDS = ("trivial", "unfeasible", "rugged", "forgetting")
HEAD = ["| teacher | trivial | unfeasible | rugged | forgetting |", "|---|---|---|---|---|"]
TEACHERS = (
    *("random", "alp-gmm", "covar-gmm", "riac", "learning-progress", "tscl", "adr", "oracle", "spdl"),
    *("spdl-truncated", "goal-gan", "goal-gan-reference", "setter-solver", "plr", "accel", "vds"),
    *("sfl", "sfl-solved", "procurl", "procurl-solved", "currot", "paired", "paired-antagonist"),
    *("annealed", "stepwise"),
)
OTHER_WORLDS = ("fading", "forgetting", "smooth-unfeasible", "smooth-trivial")
SURE = 0.05
COLOURS = {"above": "#1b7837", "below": "#b2182b", "": "#555555"}
MARKS = {"above": "+", "below": "-", "": ""}


def runs() -> list[Run]:
    """All runs of the study's length."""
    lines = (FOLDER / "toy-study.jsonl").read_text(encoding="utf-8").splitlines()
    return [run for run in map(Run.from_json, map(json.loads, lines)) if run.episodes == EPISODES]


def rows() -> dict[tuple[str, str], Row]:
    """The summary of each teacher in each world."""
    return {(row.teacher, row.variant): row for row in summary(runs())}


def verdicts(found: dict[tuple[str, str], Row]) -> dict[tuple[str, str], str]:
    """Whether a teacher is surely above or below Random in a world; corrected by Holm's rule within the world."""
    said = dict.fromkeys(found, "")
    for world in WORLDS:
        tested = [row for row in found.values() if row.variant == world and row.versus_random is not None]
        for row, p in zip(tested, holm([row.versus_random for row in tested]), strict=True):
            if p < SURE:
                above = row.mean > found["random", world].mean
                said[row.teacher, world] = "above" if above else "below"
    return said


def table() -> str:
    """The table in Markdown: mean and interval, + or - where a teacher surely differs from Random."""
    found = rows()
    said = verdicts(found)

    def cell(key: tuple[str, str]) -> str:
        row = found[key]
        return (
            f"{100 * row.mean:.0f} % ({100 * row.low:.0f} to {100 * row.high:.0f}) {MARKS[said[key]]}".strip()
        )

    lines = (" | ".join([name, *(cell((name, world)) for world in WORLDS)]) for name in TEACHERS)
    return "\n".join([*HEAD, *(f"| {line} |" for line in lines)])


def others() -> str:
    """The further worlds: mean, interval and the number of seeds of each teacher that was there."""
    lines = ["| world | teacher | mastered | seeds |", "|---|---|---|---|"]
    for (teacher, world), row in sorted(rows().items(), key=lambda item: place(item[0])):
        if world in OTHER_WORLDS and (world != "forgetting" or teacher.startswith("covar")):
            mean = f"{100 * row.mean:.0f} % ({100 * row.low:.0f} to {100 * row.high:.0f})"
            lines.append(f"| {world} | {teacher} | {mean} | {row.n} |")
    return "\n".join(lines)


def place(key: tuple[str, str]) -> tuple[int, str]:
    """World by world, then by name."""
    return (OTHER_WORLDS.index(key[1]) if key[1] in OTHER_WORLDS else -1, key[0])


def picture() -> Figure:
    """Every teacher in every world, with intervals; Random as a line."""
    found = rows()
    said = verdicts(found)
    figure = Figure(figsize=(11, 6.6), layout="constrained")
    for world, axes in zip(WORLDS, figure.subplots(1, len(WORLDS), sharey=True), strict=True):
        for place, name in enumerate(TEACHERS):
            row = found[name, world]
            colour = COLOURS[said[name, world]]
            axes.plot([100 * row.low, 100 * row.high], [place, place], color=colour, lw=2)
            axes.plot(100 * row.mean, place, "o", color=colour, ms=5)
        axes.axvline(100 * found["random", world].mean, color="#999999", lw=1, ls=":", zorder=0)
        axes.set(title=world, xlim=(-4, 104), xlabel="cells mastered, %")
        axes.set_yticks(range(len(TEACHERS)), TEACHERS)
        axes.grid(axis="y", color="#eeeeee")
    axes.invert_yaxis()
    return figure


def main() -> None:
    """Put the tables where the page has the old ones, and draw the picture anew."""
    page = FOLDER / "toy-study.md"
    text = page.read_text(encoding="utf-8")
    for new in (table(), others()):
        before, _, rest = text.partition(new.splitlines()[0])
        text = before + new + rest[rest.index("\n\n") :]
    page.write_text(text, encoding="utf-8")
    picture().savefig(FOLDER / "pictures" / "toy-study.png", dpi=80, metadata={"Software": None})


if __name__ == "__main__":
    main()
