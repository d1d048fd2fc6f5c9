"""Writes the page about the campaign of twenty million steps: its data, its picture, its tables.

    python tools/campaign_page.py RUNS            from the folder of `gradus bench`, finished or not
    python tools/campaign_page.py                 again from the data in docs/reports

The data are one line per evaluation: small enough to be kept, and enough to make every figure of the page again.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from gradus.bench import find
from gradus.exams.statistics import mean_interval
from gradus.school import RunFolder
from gradus.students import MASTERED

FOLDER = Path(__file__).parents[1] / "docs" / "reports"
NAME = "teachers-20m"
TEACHERS = {
    "random": "Random",
    "adr": "ADR",
    "riac": "RIAC",
    "covar-gmm": "Covar-GMM",
    "alp-gmm": "ALP-GMM",
}
PLANNED, SEEDS = 20_000_000, 2
COLUMNS = ("teacher", "seed", "step", "episodes", "mastered", "mean_return", "tasks", "core_seconds")
MARKS = (3_000_000, 5_000_000, 10_000_000, 15_000_000, 20_000_000)
LATE = 10
"""Evaluations whose mean is less of an accident than the last one alone."""


@dataclass(frozen=True)
class Run:
    """What the data say of one run."""

    teacher: str
    seed: int
    steps: tuple[int, ...]
    mastered: tuple[float, ...]
    core_seconds: float

    @property
    def whole(self) -> bool:
        """Whether it went to its end."""
        return self.steps[-1] >= PLANNED

    def until(self, step: int) -> float:
        """The area under its curve up to a step, as a mean percentage."""
        count = sum(at <= step for at in self.steps)
        if count == 1:
            return self.mastered[0]
        steps = np.array(self.steps[:count], dtype=float)
        return float(np.trapezoid(self.mastered[:count], steps) / (steps[-1] - steps[0]))


def collect(runs: Path) -> list[dict[str, str]]:
    """One row per evaluation of every run that has one."""
    rows = []
    for teacher in TEACHERS:
        for path in sorted(runs.glob(f"original_stump_tracks/*/{teacher}/s*")):
            folder = RunFolder.read(path)
            # A worker's clock goes on from run to run, and starts again with a new process.
            clock = [float(reading["cpu"]) for reading in folder.readings()]
            cpu = sum(max(later - earlier, 0.0) for earlier, later in pairwise(clock))
            for found in folder.rows("evaluations.jsonl"):
                bits = "".join(str(int(earned > MASTERED)) for earned in found["returns"])
                values = (
                    teacher,
                    path.name[1:],
                    str(found["step"]),
                    str(found["episodes"]),
                    f"{found['mastered']:g}",
                    f"{np.mean(found['returns']):.1f}",
                    f"{int(bits, 2):025x}",
                    f"{cpu:.0f}",
                )
                rows.append(dict(zip(COLUMNS, values, strict=True)))
    return rows


def packed(rows: list[dict[str, str]]) -> bytes:
    """The rows as compressed CSV, the same bytes whenever it is made."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return gzip.compress(text.getvalue().encode(), mtime=0)


def read(data: bytes) -> list[Run]:
    """The runs behind the rows."""
    groups: dict[tuple[str, int], list[dict[str, str]]] = {}
    for row in csv.DictReader(io.StringIO(gzip.decompress(data).decode())):
        groups.setdefault((row["teacher"], int(row["seed"])), []).append(row)
    return [
        Run(
            teacher,
            seed,
            tuple(int(row["step"]) for row in rows),
            tuple(float(row["mastered"]) for row in rows),
            float(rows[-1]["core_seconds"]),
        )
        for (teacher, seed), rows in groups.items()
    ]


def listed(values: list[float]) -> str:
    """Figures of several runs, in the order of their seeds."""
    return ", ".join(f"{value:.0f}" for value in values)


def interval(values: list[float]) -> str:
    """Mean and 90 % interval, as far as there is one."""
    if len(values) < 2:
        return f"{values[0]:.1f} (one run)"
    found = mean_interval(np.array(values), 0.9)
    return f"{found.estimate:.1f} [{max(found.low, 0):.0f}, {min(found.high, 100):.0f}]"


def paper(teacher: str) -> str:
    """The published figure."""
    cell = find("original_stump_tracks", "high", teacher)
    return "not in Table 3" if cell is None else f"{cell.mean:g} (sd {cell.deviation:g})"


def finished_table(runs: list[Run]) -> list[str]:
    """The runs that went to their end."""
    lines = [
        "| teacher | runs | final, each | final, mean [90 %] | best, each | last ten, mean [90 %] "
        "| area, mean [90 %] | paper: SAC, 32 runs, final (Table 3, high) |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for teacher, title in TEACHERS.items():
        own = [run for run in runs if run.teacher == teacher and run.whole]
        if not own:
            lines.append(f"| {title} | 0 of {SEEDS} | | | | | | {paper(teacher)} |")
            continue
        finals, best = [run.mastered[-1] for run in own], [max(run.mastered) for run in own]
        late = [float(np.mean(run.mastered[-LATE:])) for run in own]
        cells = (f"{len(own)} of {SEEDS}", listed(finals), interval(finals), listed(best), interval(late))
        areas = interval([run.until(PLANNED) for run in own])
        lines.append(f"| {title} | {' | '.join(cells)} | {areas} | {paper(teacher)} |")
    return lines


def progress_table(runs: list[Run]) -> list[str]:
    """All runs, at some moments; empty where a run has not come so far."""
    heads = [f"{mark / 1e6:g} M" for mark in MARKS]
    lines = [f"| teacher | seed | reached | {' | '.join(heads)} | best | area until there |"]
    lines.append("|---" * (len(MARKS) + 5) + "|")
    for run in runs:
        at = dict(zip(run.steps, run.mastered, strict=True))
        seen = " | ".join(f"{at[mark]:.0f}" if mark in at else "" for mark in MARKS)
        best = max(run.mastered)
        when = run.steps[run.mastered.index(best)] / 1e6
        lines.append(
            f"| {TEACHERS[run.teacher]} | {run.seed} | {run.steps[-1] / 1e6:g} M | {seen} "
            f"| {best:.0f} (at {when:g} M) | {run.until(PLANNED):.1f} |"
        )
    return lines


def picture(runs: list[Run]) -> Figure:
    """The curves of all runs, one panel per teacher."""
    drawing = Figure(figsize=(10, 2.6), layout="constrained")
    panels = drawing.subplots(1, len(TEACHERS), sharex=True, sharey=True)
    for axes, (teacher, title) in zip(panels, TEACHERS.items(), strict=True):
        cell = find("original_stump_tracks", "high", teacher)
        if cell is not None:
            axes.axhline(cell.mean, color="0.6", linestyle=":", linewidth=1)
        for run in (run for run in runs if run.teacher == teacher):
            axes.plot(np.array(run.steps) / 1e6, run.mastered, linewidth=1.2, label=f"seed {run.seed}")
        axes.set_title(title, fontsize=10)
        axes.set_xlim(0, PLANNED / 1e6)
        axes.set_ylim(0, 60)
        axes.set_xlabel("million steps", fontsize=8)
        axes.tick_params(labelsize=8)
    panels[0].set_ylabel("% of test tasks mastered", fontsize=8)
    return drawing


def replaced(text: str, name: str, content: str) -> str:
    """The page with what stands between two marks made anew."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    return re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n{content}\n{end}", text, flags=re.DOTALL)


def refresh(text: str, runs: list[Run]) -> str:
    """The page with the tables that the data give."""
    whole = [run for run in runs if run.whole]
    steps, hours = sum(run.steps[-1] for run in runs), sum(run.core_seconds for run in runs) / 3600
    state = (
        f"**{len(whole)} of {len(TEACHERS) * SEEDS} runs have gone to their end**, {len(runs) - len(whole)} under "
        f"way: {steps / 1e6:.1f} million of {len(TEACHERS) * SEEDS * PLANNED / 1e6:.0f} million steps, "
        f"{hours:.1f} core-hours, evaluations included."
    )
    text = replaced(text, "state", state)
    text = replaced(text, "finished", "\n".join(finished_table(runs)))
    return replaced(text, "progress", "\n".join(progress_table(runs)))


def main() -> None:
    """Collect, and write data, page and picture."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", type=Path, nargs="?", help="folder of the campaign")
    given = parser.parse_args()
    data, page = FOLDER / f"{NAME}.csv.gz", FOLDER / f"{NAME}.md"
    if given.runs is not None:
        data.write_bytes(packed(collect(given.runs)))
    runs = read(data.read_bytes())
    page.write_text(refresh(page.read_text(encoding="utf-8"), runs), encoding="utf-8")
    picture(runs).savefig(FOLDER / f"{NAME}.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
