"""``gradus report``: draw exams and runs into one self-contained file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus.cli.common import Json, print_json


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of exams, of runs, or of people's tables.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The HTML file.")] = Path("report.html"),
    title: Annotated[str, typer.Option(help="The report's heading.")] = "Gradus report",
    files: Annotated[bool, typer.Option(help="Also write every picture (SVG, PNG) and table (CSV).")] = True,
    as_json: Json = False,
) -> None:
    """Write a report on exams and runs."""
    from gradus.report import write  # drawing takes a second to load; other commands should not pay for it

    written = write(runs, output, title=title, files=files)
    if as_json:
        print_json({"report": str(written), "bytes": written.stat().st_size})
        return
    print(f"Report written to {written} ({written.stat().st_size / 1000:.0f} kB).")
