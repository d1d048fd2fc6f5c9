"""``gradus bench``: a suite of runs that compares teachers, on this machine or on a cluster."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

from gradus import bench as campaigns
from gradus import students, teachers
from gradus.cli.common import Json, people, print_json, print_table
from gradus.cli.completion import names_of, suites
from gradus.cli.progress import progress
from gradus.cli.training_view import count
from gradus.school import UserError


def bench(
    suite: Annotated[
        str,
        typer.Argument(help="original, challenges, parkour, or a .toml file.", autocompletion=suites),
    ],
    tier: Annotated[str, typer.Option(help="minutes, hours or full.")] = "minutes",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for all records.")] = None,
    seeds: Annotated[int | None, typer.Option(help="Runs per teacher and experiment.", min=1)] = None,
    first_seed: Annotated[int, typer.Option(help="The first seed.", min=0)] = 0,
    steps: Annotated[str | None, typer.Option(help="Length of each run, such as 500k.")] = None,
    student: Annotated[
        str | None,
        typer.Option(help="ppo or sac, whatever the tier says.", autocompletion=names_of("student")),
    ] = None,
    teacher: Annotated[
        list[str] | None,
        typer.Option(help="Only this teacher; may be repeated.", autocompletion=names_of("teacher")),
    ] = None,
    level: Annotated[list[str] | None, typer.Option(help="Only this expert level; may be repeated.")] = None,
    experiment: Annotated[
        list[str] | None, typer.Option(help="Only this experiment; may be repeated.")
    ] = None,
    plan: Annotated[list[str] | None, typer.Option(help="An entry of every plan, name=value.")] = None,
    module: Annotated[
        list[str] | None, typer.Option("--import", help="A module to import first: your own teacher.")
    ] = None,
    workers: Annotated[int, typer.Option(help="Local processes, one thread each.", min=1)] = 1,
    ray: Annotated[str | None, typer.Option(help="Address of a Ray cluster, HOST:PORT or auto.")] = None,
    slurm: Annotated[
        str | None,
        typer.Option(
            help="Submit to SLURM with these options of sbatch, such as '--time=8:00:00'; '' for none."
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it would cost.")] = False,
    as_json: Json = False,
) -> None:
    """Run a suite; runs that are finished are never repeated, the others go on where they stopped."""
    import_modules(module or [])
    table = campaigns.load(suite)
    choice = campaigns.Choice(
        tier,
        seeds,
        first_seed,
        None if steps is None else count(steps),
        tuple(teacher) if teacher else None,
        tuple(level) if level else None,
        tuple(experiment) if experiment else None,
        student,
        students.settings_from(plan),
    )
    jobs = campaigns.unfold(table, choice)
    cost = campaigns.estimate(jobs)
    if dry_run:
        print_json(cost.to_json()) if as_json else print(f"{table.text}\n{cost.sentence(workers)}")
        return
    if output is None:
        raise UserError("bench needs a folder for its records: -o FOLDER (or --dry-run).")
    if ray is not None:
        _reachable(ray)
    campaign = campaigns.Campaign(output, jobs, tuple(module or ()))
    command = campaigns.bench_command(suite, choice, module or ())
    campaign.describe(command=command, suite=table.name, tier=tier, modules=list(module or ()))
    people.print(cost.sentence(workers))
    if slurm is not None:
        _submit(campaign, slurm, as_json)
        return
    failures = _run(campaign, workers, ray)
    _print(campaign, failures, as_json)
    if failures:
        raise UserError(
            f"{len(failures)} of {cost.runs} runs failed; the first, {failures[0].place}: {failures[0].reason}"
        )


def _reachable(address: str) -> None:

    campaigns.cluster.answers(address)


def import_modules(names: Sequence[str]) -> None:
    """Import modules of other people, also from the folder we are in."""
    for name in names:
        sys.path.insert(0, str(Path.cwd()))
        try:
            import_module(name)
        except (ImportError, SyntaxError, ValueError) as error:
            raise UserError(f"Cannot import {name!r}: {error}.") from error


def _submit(campaign: campaigns.Campaign, options: str, as_json: bool) -> None:
    """Hand what is left to SLURM; when nothing is left, show what was found."""
    told, held = campaigns.array_failures(campaign), campaigns.held_runs(campaign)
    scripts = campaigns.write_arrays(campaign, shlex.split(options), held)
    if not scripts and not held:
        _print(campaign, told, as_json)
        return
    for failure in told:
        people.print(f"Tried again: {failure.place}, which ended with: {failure.reason}", highlight=False)
    left, numbers = len(campaign.left()) - len(held), campaigns.submit_arrays(scripts)
    if as_json:
        names = [str(path) for path in scripts]
        print_json({"submitted": numbers, "runs": left, "held": len(held), "scripts": names})
        return
    if held:
        print(f"{len(held)} runs still wait or run in SLURM, in {', '.join(sorted(set(held.values())))}.")
    if scripts:
        print(f"{left} runs submitted to SLURM as {', '.join(numbers)}: {', '.join(map(str, scripts))}.")
    print("When they have ended, give the same command again: it submits what is left, or shows the result.")


def _run(campaign: campaigns.Campaign, workers: int, ray: str | None) -> list[campaigns.Failure]:
    with _bar(campaign) as report:
        if ray is None:
            return campaign.run(workers, report)

        return campaigns.cluster.run_on_ray(campaign, ray, report)


@contextmanager
def _bar(campaign: campaigns.Campaign) -> Iterator[campaigns.Report]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    runs = len(campaigns.distinct(campaign.jobs))
    with progress(*columns, what="runs", total=runs) as bar:
        bar(completed=runs - len(campaign.left()))
        yield lambda place, finished: bar(advance=int(finished), description=place)


def _print(campaign: campaigns.Campaign, failures: list[campaigns.Failure], as_json: bool) -> None:
    results = campaigns.analyse(campaign)
    if as_json:
        value: dict[str, Any] = results.to_json()
        value["warnings"] = campaigns.doubts(results)
        value["settings"] = _settings(results)
        value["failures"] = [{"place": failure.place, "reason": failure.reason} for failure in failures]
        print_json(value)
        return
    rows = [
        [
            cell.experiment,
            cell.level,
            cell.teacher,
            cell.mean.n,
            f"{cell.mean.estimate:.1f}",
            _range(cell.mean),
        ]
        for cell in results.cells
    ]
    columns = ["experiment", "knowledge", "teacher", "runs", "mastered %", "90 % interval"]
    print_table("Mastered test tasks at the last evaluation", columns, rows)
    for line in _settings(results):
        print(line)
    for sentence in campaigns.doubts(results):
        print(f"Warning: {sentence}")
    print(campaigns.rank_note(results))
    print(f"Records in {campaign.folder}; draw them with `gradus report {campaign.folder} -o report.html`.")


def _settings(results: campaigns.CampaignResults) -> list[str]:
    """One line per teacher and set of settings: its preset and what else was given to it."""
    lines: dict[str, None] = {}
    for cell in results.cells:
        plan = cell.runs[0].job.plan
        preset = teachers.full_settings(teachers.TEACHERS.get(plan.teacher), plan.teacher_settings).get(
            "preset"
        )
        given = {key: value for key, value in plan.teacher_settings.items() if key != "preset"}
        text = teachers.settings_text({"preset": preset, **given}) or "no settings"
        lines[f"{plan.teacher} ({cell.level}): {text}."] = None
    return list(lines)


def _range(interval: Any) -> str:
    return "" if interval.n < 2 else f"{interval.low:.1f} .. {interval.high:.1f}"


__all__ = ["bench"]
