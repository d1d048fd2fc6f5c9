"""``gradus report``: draw exams and runs into one self-contained file."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from gradus.cli.common import Json, people, print_json
from gradus.school import UserError


def report(
    runs: Annotated[
        list[Path], typer.Argument(help="Folders of exams, lessons, trainings, suites, or people's tables.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="The HTML file.")] = Path("report.html"),
    title: Annotated[
        str | None, typer.Option(help="The report's heading; the folders' names otherwise.")
    ] = None,
    files: Annotated[bool, typer.Option(help="Also write every picture (SVG, PNG) and table (CSV).")] = True,
    as_json: Json = False,
) -> None:
    """Draw exams, lessons, trainings and suites into one HTML file."""
    if output.suffix.lower() not in (".html", ".htm"):
        raise UserError(
            f"A report is a page and named *.html, not {output.name!r}; a browser prints it to PDF or paper."
        )
    from gradus.report import (  # drawing takes a second to load; other commands should not pay for it
        files_folder,
        write,
    )

    with people.status("drawing") as status:
        written = write(
            *(runs, output),
            title=title,
            date=datetime.date.today().isoformat(),
            files=files,
            progress=lambda what: status.update(escape(what)),
        )
    if as_json:
        print_json({"report": str(written), "bytes": written.stat().st_size})
        return
    beside = f"; pictures and tables are in {files_folder(written)}" if files else ""
    print(f"Report written to {written} ({written.stat().st_size / 1000:.0f} kB){beside}.")
