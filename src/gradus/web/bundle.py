"""A static site: the same page with the answers of the server written down as files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from gradus.school import UserError
from gradus.web import compare, costs, machines, maps, policies, tapes
from gradus.web.app import choices, followed, run_page, static_files, to_json
from gradus.web.library import Library

_TAPES = 2000
"""Instances of a run whose tapes are written at most."""
_PAIRED = 12
"""Runs of a kind up to which every pair is compared."""
_MANY = 64
"""Runs that the page compares at most."""
_LONGEST = 120
"""Characters of a file's name, beyond which a number stands for it."""


def write_site(library: Library, folder: Path) -> str:
    """Write the site into a new or empty folder; a sentence about what came of it."""
    if folder.exists() and any(folder.iterdir()):
        raise UserError(f"The folder {folder} is not empty: a site needs one of its own.")
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in static_files().items():
        _write(folder / name, content)
    page = (folder / "index.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(
        page.replace("<html ", '<html data-bundled="yes" ', 1), encoding="utf-8"
    )
    with (folder / "plotly.js").open("wb") as target, _plotly().open("rb") as source:
        shutil.copyfileobj(source, target)
    count = 0
    for name, what in _answers(library):
        try:
            answer = what()
        except UserError:  # what the page cannot show, the static page cannot show either
            continue
        _write(folder / "data" / f"{short_name(name)}.json", to_json(answer))
        count += 1
    return f"{len(library.rows())} runs in {count} answers were written to {folder}; serve it with any file server."


def short_name(name: str) -> str:
    """A name that file systems take: the comparison of many runs is named by a number (FNV-1a), as the page does it."""
    if len(name) <= _LONGEST:
        return name
    number = 0xCBF29CE484222325
    for byte in name.encode("ascii"):
        number = (number ^ byte) * 0x100000001B3 % 2**64
    return f"{name[:20]}-{number:x}"


def _plotly() -> Any:
    return files("plotly").joinpath("package_data/plotly.min.js")


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _answers(library: Library) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The name of each file, as the page will ask for it, and what stands in it."""
    rows = library.rows()
    yield "runs", lambda: rows
    yield "choices", choices
    yield "complexity", machines.complexities
    yield "costs", lambda: costs.costs(library)
    for row in rows:
        key = row["id"]
        yield f"runs/{key}", lambda key=key: run_page(library, key)  # type: ignore[misc]
        if row["kind"] == "lesson":
            yield from _lesson(library, key)
        elif row["kind"] == "training":
            yield from _training(library, key)
    for task in _met(library):
        yield f"machine_task-{task}", lambda task=task: _machine(task)  # type: ignore[misc]
    yield from _comparisons(library, rows)


def _met(library: Library) -> list[str]:
    """The tasks that complexity knows and that the lessons of the site met: their machines are written, too."""
    ids = [row["id"] for row in library.rows() if row["kind"] == "lesson"]
    met = {task for key in ids for task in library.outcomes(key).tasks}
    return [row["task"] for row in machines.complexities() if row["task"] in met]


def _machine(task: str) -> dict[str, Any]:
    """A machine, or the sentence why there is none."""
    try:
        return machines.machine(task)
    except UserError as error:
        return {"error": str(error)}


def _comparisons(library: Library, rows: list[dict[str, Any]]) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What the page offers to compare, under the names that it asks for."""
    for some in (some for some in _chosen(rows) if some):
        yield "compare_ids-" + "+".join(some), lambda some=some: compare.compare(library, some)  # type: ignore[misc]


def _chosen(rows: list[dict[str, Any]]) -> Iterator[list[str]]:
    """All runs of an exam, all others of a kind, every run alone and, of few, every pair."""
    nested: set[str] = set()
    for exam in (row["name"] for row in rows if row["kind"] == "exam"):
        inside = [row["id"] for row in rows if row["name"].startswith(f"{exam}/") and row["kind"] != "exam"]
        nested.update(inside)
        yield inside[:_MANY]
    for kind in ("lesson", "training"):
        ids = [row["id"] for row in rows if row["kind"] == kind]
        outside = [key for key in ids if key not in nested]
        yield outside[:_MANY]
        yield from ([key] for key in ids)
        if len(outside) <= _PAIRED:
            yield from ([one, two] for one in outside for two in outside if one != two)


def _lesson(library: Library, key: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    yield f"runs/{key}/outcomes_since-0", lambda: followed(library, key, 0, 10**9)
    yield f"runs/{key}/instances", lambda: tapes.instances(library, key)
    yield f"runs/{key}/beliefs", lambda: tapes.beliefs(library.run(key), None)
    for name in dict.fromkeys(library.outcomes(key).tasks):
        yield f"runs/{key}/whole_task-{name}", lambda n=name: tapes.whole_machine(library.run(key), n)  # type: ignore[misc]
    for serial in library.outcomes(key).serials[-_TAPES:]:
        yield f"runs/{key}/tape_serial-{serial}", lambda n=serial: _tape(library, key, n)  # type: ignore[misc]


def _tape(library: Library, key: str, serial: int) -> dict[str, Any]:
    """A tape with its way through the machine, which the page of a server asks for afterwards."""
    return tapes.tape(library, key, serial) | {"path": tapes.path(library, key, serial)}


def _training(library: Library, key: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    yield f"runs/{key}/outcomes_since-0", lambda: followed(library, key, 0, 10**9)
    curves = maps.training_curves(library, key)
    yield f"runs/{key}/curves", lambda: curves
    yield f"runs/{key}/map", lambda: maps.teacher_map(library, key)
    if not curves["evaluations"] or not curves["evaluations"][-1]["replayable"]:
        return
    last = len(curves["evaluations"]) - 1
    for test in range(len(curves["evaluations"][last]["returns"])):
        yield (
            f"runs/{key}/episode_test-{test}_evaluation-{last}",
            lambda n=test: policies.recorded_episode(library, key, None, n, last),  # type: ignore[misc]
        )
