"""Reports: one self-contained HTML file, with pictures and tables as files beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from gradus.report.films import campaign_films
from gradus.report.gather import gather
from gradus.report.page import PageSection, page, svg
from gradus.report.sections import sections
from gradus.report.teachers_benchmark import benchmark_sections, is_campaign
from gradus.report.training import is_training, training_films, training_sections
from gradus.school import UserError, write_text


def write(
    paths: Sequence[str | Path],
    output: str | Path,
    *,
    title: str | None = None,
    date: str = "",
    files: bool = True,
    progress: Callable[[str], None] | None = None,
) -> Path:
    """Write a report on exams, lessons, trainings and campaigns.

    Without a ``title`` the report is named after its folders; ``date`` stands below it, if given.
    With ``files`` every picture and table is a file beside it, too, and films are made; ``progress`` is told what
    is being done.
    """
    tell = progress or (lambda _: None)
    target = Path(output)
    films = {path: _films(path) for path in paths}
    made = _sections(paths, tell)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_text(target, page(title or _title(paths), made, date))
        if files:
            tell("writing pictures and tables")
            _write_files(made, files_folder(target))
            for path, film in films.items():
                tell(f"filming {path}")
                film(path, files_folder(target))
    except OSError as error:
        raise UserError(f"Cannot write the report to {target}: {error.strerror}.") from error
    return target


def _title(paths: Sequence[str | Path]) -> str:
    """The names of the folders, the first few of many."""
    names = [Path(path).resolve().name for path in paths]
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return f"Gradus report: {', '.join(names[:4])}{more}"


def files_folder(report: Path) -> Path:
    """Where the pictures, tables and films of a report are."""
    return report.with_name(report.stem + "-files")


def _sections(paths: Sequence[str | Path], tell: Callable[[str], None]) -> list[PageSection]:
    made: list[PageSection] = []
    others: list[str | Path] = []
    for path in paths:
        tell(f"reading {path}")
        if is_campaign(path):
            made += benchmark_sections(path)
        elif is_training(path):
            made += training_sections(path)
        else:
            others.append(path)
    if others or not made:  # nothing at all is refused by gather, in one sentence
        made += sections(gather(others))
    return made


def _films(path: str | Path) -> Callable[[str | Path, Path], object]:
    """What makes the films of a folder: nothing for lessons and exams."""
    if is_campaign(path):
        return campaign_films
    return training_films if is_training(path) else lambda *_: None


def _write_files(made: Sequence[PageSection], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for section in made:
        if section.figure is not None:
            (folder / f"{section.slug}.svg").write_text(svg(section.figure), encoding="utf-8")
            section.figure.savefig(
                folder / f"{section.slug}.png", dpi=150, facecolor="white", metadata={"Software": None}
            )
        for table in section.tables:
            name = "".join(c if c.isalnum() else "-" for c in table.name.lower())
            (folder / f"{name}.csv").write_text(table.csv(), encoding="utf-8")


__all__ = ["files_folder", "write"]
