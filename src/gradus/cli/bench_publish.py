"""``gradus bench power``, ``export`` and ``ranks``: what a benchmark that was run is good for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus import bench
from gradus.cli.common import Json, print_json, print_table
from gradus.school import UserError

Folder = Annotated[Path, typer.Argument(help="The folder that gradus bench wrote.")]
Modules = Annotated[
    list[str] | None, typer.Option("--import", help="A module to import first: your own teacher.")
]


def bench_power(
    folder: Folder,
    effect: Annotated[
        list[float] | None, typer.Option(help="A difference in percentage points; may be repeated.")
    ] = None,
    alpha: Annotated[float, typer.Option(help="Level of the two-sided test.")] = 0.05,
    power: Annotated[float, typer.Option(help="How often the effect is to be found.")] = 0.8,
    module: Modules = None,
    as_json: Json = False,
) -> None:
    """How many seeds for which effect, from the spread of a benchmark's own runs."""
    rows = bench.advise(_read(folder, module)[1], effect or [5.0, 10.0, 15.0, 20.0], alpha, power)
    if as_json:
        print_json([row.to_json() for row in rows])
        return
    columns = [
        "experiment",
        "knowledge",
        "measure",
        "spread",
        "effect",
        "seeds",
        "all pairs",
        "cautious",
        "now",
    ]
    title = f"Runs per teacher to find an effect with power {power:g} (two-sided, alpha {alpha:g})"
    print_table(title, columns, [_advice(row) for row in rows])
    print(
        "spread: standard deviation of runs around their teacher's mean; all pairs: the hardest step of Holm's "
        "correction; cautious: with the upper end of the spread's 90 % interval; now: power of the runs there are."
    )


def bench_export(
    folder: Folder,
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the tables.")],
    module: Modules = None,
    as_json: Json = False,
) -> None:
    """Write tables of a benchmark: runs, curves, teachers and effects as CSV and LaTeX, and their provenance."""
    campaign, results = _read(folder, module)
    files = bench.export(campaign, results, output)
    if as_json:
        print_json([str(path) for path in files])
        return
    if results.missing:
        print(f"{len(results.missing)} runs are not finished and not in the tables.")
    print(f"Wrote {', '.join(path.name for path in files)} to {output}.")


def bench_ranks(
    cheap: Annotated[Path, typer.Argument(help="The folder of the cheaper benchmark.")],
    long: Annotated[
        Path | None, typer.Argument(help="The folder of the longer one; none: look inside the first.")
    ] = None,
    module: Modules = None,
    as_json: Json = False,
) -> None:
    """Kendall's tau between the teachers' ranks in cheap and in long runs, with its interval."""
    first = _read(cheap, module)[1]
    rows = bench.within(first) if long is None else bench.between(first, _read(long, module)[1])
    if as_json:
        print_json([row.to_json() for row in rows])
        return
    columns = ["experiment", "knowledge", "steps", "of", "teachers", "tau", "90 % interval"]
    print_table("Ranks of teachers, cheap against long", columns, [_fidelity(row) for row in rows])
    if long is None:
        print("Early and last evaluations are of the same runs: new short runs would agree less.")


def _read(folder: Path, modules: list[str] | None) -> tuple[bench.Campaign, bench.CampaignResults]:
    if not (folder / "bench.json").exists():
        raise UserError(f"{folder} is not the folder of a benchmark: it has no bench.json.")
    from gradus.cli.bench import import_modules

    import_modules(modules or [])
    campaign = bench.Campaign.open(folder)
    results = bench.analyse(campaign)
    if not results.cells:
        raise UserError(f"The benchmark in {folder} has no finished run yet.")
    return campaign, results


def _advice(row: bench.Advice) -> list[str]:
    seeds = [
        str(n) if n is not None else "> 10,000" for n in (row.seeds, row.seeds_corrected, row.seeds_cautious)
    ]
    names = [row.experiment, row.level, row.measure, f"{row.deviation:.1f}", f"{row.effect:g}"]
    return [*names, *seeds, f"{row.found_now:.2f}"]


def _fidelity(row: bench.Fidelity) -> list[str]:
    interval = f"{row.tau.low:.2f} .. {row.tau.high:.2f}"
    numbers = [f"{row.steps:,}", f"{row.of:,}", str(row.tau.n), f"{row.tau.estimate:.2f}", interval]
    return [row.experiment, row.level, *numbers]
