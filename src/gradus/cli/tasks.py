"""``gradus tasks``: the catalogue, a task's description and a sample of its stream."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from gradus import stream
from gradus.cli import completion
from gradus.cli.common import Json, Seed, print_json, print_table


def tasks(
    name: Annotated[
        str | None,
        typer.Argument(help="A task's id; without it, all tasks.", autocompletion=completion.tasks),
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """List the tasks of the stream, or describe one with a sample transcript."""
    if name is None:
        found = [stream.TASKS.get(task) for task in stream.TASKS.available()]
        if as_json:
            print_json([_row(task) for task in found])
        else:
            table = [[i, task.name, _first_line(task)] for i, task in enumerate(found, 1)]
            print_table(f"{len(found)} tasks", ["#", "task", "what is asked"], table)
        return
    task = stream.TASKS.get(name)
    played = stream.sample(stream.Curriculum(task.name, {task.name: task}), task.name, seed)
    if as_json:
        texts = {"in": played.heard.decode("latin-1"), "out": played.said.decode("latin-1")}
        print_json({**_row(task), "sample": {**texts, "rewards": list(played.rewards)}})
        return
    print(f"{stream.TASKS.full_id(task.name)}: {task.summary}\n")
    print("A learner that errs once and then knows the answers:\n")
    print(stream.rows(played.heard, played.said, played.rewards))
    print("\nParameters (change them with `task.with_(...)` or in a curriculum file):\n")
    for key, value in {**asdict(task.rules), **task.params}.items():
        print(f"  {key} = {_short(value)}")


def _first_line(task: stream.Task) -> str:
    return task.summary.splitlines()[0] if task.summary else ""


def _row(task: stream.Task) -> dict[str, Any]:
    row = {"name": task.name, "id": stream.TASKS.full_id(task.name), "summary": task.summary}
    return {**row, "rules": asdict(task.rules), "parameters": dict(task.params)}


def _short(value: Any) -> str:
    if isinstance(value, tuple) and len(value) > 12:  # lists of words; their number says enough
        return f"({', '.join(map(repr, value[:4]))}, ... {len(value)} in all)"
    return repr(value)
