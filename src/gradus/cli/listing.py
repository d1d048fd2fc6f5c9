"""``gradus list``: what there is of each kind, and the options that each can be told."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from gradus.cli.common import Json, print_json, print_table
from gradus.cli.options import settings_of
from gradus.school import Option, Registry, UserError, hint

KINDS = {
    "learners": "gradus.learners:LEARNERS",
    "teachers": "gradus.teachers:TEACHERS",
    "students": "gradus.students:STUDENTS",
    "walkers": "gradus.students:WALKERS",
    "exams": "gradus.exams:EXAMS",
    "curricula": "gradus.stream:CURRICULA",
    "bodies": "gradus.tracks.bodies:BODIES",
    "suites": "gradus.bench:SUITES",
}
"""Where the registry of each kind is."""


MEANT = {
    "learners": "who can be taught in the stream: gradus teach --learner NAME",
    "teachers": "who choose the next task: gradus train --teacher NAME",
    "students": "who can be trained on the tracks: gradus train --student NAME",
    "walkers": "students that are trained already: gradus watch --walker NAME",
    "exams": "protocols over runs: gradus exam NAME --learner LEARNER",
    "curricula": "what is taught in the stream: gradus teach --curriculum NAME",
    "bodies": "what walks, climbs and swims: gradus train --body NAME",
    "suites": "campaigns that compare teachers: gradus bench NAME",
}
"""What each kind is for."""


def _kinds(incomplete: str) -> list[str]:
    return [kind for kind in KINDS if kind.startswith(incomplete)]


def list_things(
    kind: Annotated[
        str,
        typer.Argument(help=f"One of {', '.join(KINDS)}; without it, what they are.", autocompletion=_kinds),
    ] = "",
    name: Annotated[str | None, typer.Argument(help="Only this one, with its options.")] = None,
    as_json: Json = False,
) -> None:
    """Learners, teachers, students, exams, curricula, bodies and suites, with their options."""
    if not kind:
        rows = [{"kind": each, "summary": summary} for each, summary in MEANT.items()]
        if as_json:
            print_json(rows)
        else:
            print_table("gradus list KIND", ["kind", "what they are"], [list(row.values()) for row in rows])
        return
    if kind not in KINDS:
        raise UserError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}.{hint(kind, KINDS)}")
    names, get = _registry(kind)
    if name is None:
        rows = [{"name": each, "summary": _told(kind, each) or _summary(get(each))} for each in names]
        if as_json:
            print_json(rows)
        else:
            print_table(f"{len(rows)} {kind}", ["name", "what it is"], [list(row.values()) for row in rows])
        return
    thing = get(name)
    options = settings_of(thing)
    if as_json:
        print_json(
            {"name": name, "summary": _summary(thing), "options": [_row(option) for option in options]}
        )
        return
    print(f"{name}: {_summary(thing) or kind}")
    if options:
        cells = [[option.name, repr(option.default), option.help] for option in options]
        print_table(
            f"{len(options)} option{'s' * (len(options) != 1)}", ["option", "default", "what it does"], cells
        )


def _registry(kind: str) -> tuple[list[str], Callable[[str], Any]]:
    module, _, attribute = KINDS[kind].partition(":")
    registry = getattr(import_module(module), attribute)
    return registry.available(), registry.get


def _told(kind: str, name: str) -> str:
    """The first line about a thing that would have to be imported to ask it; a list should not wait for that."""
    module, _, attribute = KINDS[kind].partition(":")
    registry: Registry[Any] = getattr(import_module(module), attribute)
    text = registry.docstring(name)
    return (text or "").partition("\n")[0]


def _summary(thing: Any) -> str:
    """The first line of what a thing says about itself: a table by its summary or its first comment."""
    if isinstance(thing, partial) and thing.args:  # a body is read from its table
        thing = thing.args[0]
    if isinstance(thing, Path) and thing.suffix == ".toml":
        text = thing.read_text(encoding="utf-8")
        comment = text.partition("\n")[0].lstrip("# ") if text.startswith("#") else ""
        return str(_about(tomllib.loads(text)) or comment)
    if isinstance(found := getattr(thing, "text", None), str):
        return found
    if isinstance(found := getattr(thing, "summary", None), str):
        return found
    text = (inspect.getdoc(thing) or "") if inspect.isclass(thing) or inspect.isfunction(thing) else ""
    return text.partition("\n")[0]


def _about(table: dict[str, Any]) -> str:
    """What a table says about itself: a curriculum's summary, a suite's text."""
    return str(table.get("summary") or table.get("text") or "")


def _row(option: Option) -> dict[str, Any]:
    return {"name": option.name, "default": repr(option.default), "help": option.help}
