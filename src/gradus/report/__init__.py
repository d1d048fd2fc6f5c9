"""Reports: one self-contained HTML file, with pictures and tables as files beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gradus.report.films import campaign_films
from gradus.report.gather import gather
from gradus.report.page import Section, page, svg
from gradus.report.sections import sections
from gradus.report.teachers_benchmark import benchmark_sections, is_campaign
from gradus.school import UserError


def write(
    paths: Sequence[str | Path], output: str | Path, *, title: str = "Gradus report", files: bool = True
) -> Path:
    """Write a report on exams, lessons and campaigns; with ``files`` every picture and table as a file, too."""
    campaigns = [path for path in paths if is_campaign(path)]
    made = [section for path in campaigns for section in benchmark_sections(path)]
    others = [path for path in paths if path not in campaigns]
    if others or not campaigns:  # nothing at all is refused by gather, in one sentence
        made += sections(gather(others))
    target = Path(output)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(title, made), encoding="utf-8")
        if files:
            folder = target.with_name(target.stem + "-files")
            _write_files(made, folder)
            for path in campaigns:
                campaign_films(path, folder)
    except OSError as error:
        raise UserError(f"Cannot write the report to {target}: {error.strerror}.") from error
    return target


def _write_files(made: Sequence[Section], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for section in made:
        if section.figure is not None:
            (folder / f"{section.slug}.svg").write_text(svg(section.figure), encoding="utf-8")
            section.figure.savefig(folder / f"{section.slug}.png", dpi=150, metadata={"Software": None})
        for table in section.tables:
            name = "".join(c if c.isalnum() else "-" for c in table.name.lower())
            (folder / f"{name}.csv").write_text(table.csv(), encoding="utf-8")


__all__ = ["write"]
