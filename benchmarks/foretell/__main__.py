"""Do measures of tasks foretell what learning them costs? The runs and the tables of decisions 160 and 210.

python -m benchmarks.foretell [--runs FOLDER] [--curricula arithmetic blocks ...] [--learners gradual ...]

Runs that the folder has are not made again. ``--only-made`` judges those and makes none.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks.foretell.judge import compare
from benchmarks.foretell.measures import Known, measures
from benchmarks.foretell.runs import Job, Run, kept

from gradus.stream import make

SEEDS = (9501, 9502, 9503)
TOGETHER = ("arithmetic", "blocks")
"""Curricula that are also judged as one, ranks within each."""


def of_learner(curriculum: str, learner: str, arguments: argparse.Namespace) -> list[Run]:
    """The runs of all seeds; none if one is missing and none are to be made."""
    jobs = [
        Job(curriculum, learner, seed, arguments.patience, arguments.floors, arguments.ends)
        for seed in arguments.seeds
    ]
    folder = arguments.runs
    if arguments.only_made and not all((folder / f"{job.key}.json").exists() for job in jobs):
        return []
    return [kept(job, folder) for job in jobs]


def known_of(curriculum: str, arguments: argparse.Namespace) -> Known:
    """The measures of a curriculum, kept beside the runs: they take minutes."""
    path = (
        arguments.runs / f"measures-{curriculum}-{arguments.description_seed}.json"
        if arguments.runs
        else None
    )
    if path and path.exists():
        found: Known = json.loads(path.read_text())
        return found
    known = measures(make(curriculum), arguments.description_seed)
    if path:
        path.write_text(json.dumps(known, indent=1) + "\n")
    return known


def print_rows(curriculum: str, learner: str, rows: list[dict[str, object]]) -> None:
    """One line of the table per target and measure."""
    for row in rows:
        said = "too few | "
        if "rho" in row:
            said = f"{row['rho']:.2f} | {row['low']:.2f} to {row['high']:.2f}"
        cells = (curriculum, learner, row["target"], row["measure"], row["n"], said)
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


def print_passed(curriculum: str, learner: str, made: list[Run]) -> None:
    """A row: how many tasks a learner passed with every seed, and with any."""
    always = [n for n in made[0].floor if all(n in run.steps for run in made)]
    once = [n for n in made[0].floor if any(n in run.steps for run in made)]
    print(f"| {curriculum} | {learner} | {len(always)} | {len(once)} | {len(made[0].floor)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--description-seed", type=int, default=9500, help="of the questions described")
    parser.add_argument("--learners", nargs="+", default=["gradual", "memory", "repeat", "random"])
    parser.add_argument("--curricula", nargs="+", default=["arithmetic", "blocks", "round1-eval", "round1"])
    parser.add_argument("--patience", type=int, default=5000, help="steps that every task may take")
    parser.add_argument("--floors", type=int, default=3, help="informed floors it may take on top")
    parser.add_argument("--ends", action="store_true", help="a task not passed ends the walk")
    parser.add_argument("--runs", type=Path, help="where runs are kept; those it has are not made again")
    parser.add_argument("--only-made", action="store_true", help="judge the runs in the folder and make none")
    arguments = parser.parse_args()
    if arguments.only_made and not arguments.runs:
        parser.error("--only-made needs --runs")
    runs = {
        (curriculum, learner): of_learner(curriculum, learner, arguments)
        for curriculum in arguments.curricula
        for learner in arguments.learners
    }
    runs = {key: made for key, made in runs.items() if made}
    print("| curriculum | learner | passed in every seed | in any | of |\n|---|---|---|---|---|")
    for (curriculum, learner), made in runs.items():
        print_passed(curriculum, learner, made)
    print(
        "\n| curriculum | learner | target | measure | tasks | rho | 95 % interval |\n|---|---|---|---|---|---|---|"
    )
    known = {curriculum: known_of(curriculum, arguments) for curriculum in {c: 0 for c, _l in runs}}
    for (curriculum, learner), made in runs.items():
        print_rows(curriculum, learner, compare([(made, known[curriculum])]))
    for learner in arguments.learners:
        both = [(runs[c, learner], known[c]) for c in TOGETHER if (c, learner) in runs]
        if len(both) == len(TOGETHER):
            print_rows(" and ".join(TOGETHER), learner, compare(both))


if __name__ == "__main__":
    main()
