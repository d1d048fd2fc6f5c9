"""``gradus learner``: look into what a learner has learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from gradus import stream
from gradus.cli.common import Json, print_json
from gradus.learners import gradual
from gradus.school import RunFolder, UserError

app = typer.Typer(no_args_is_help=True, help="Look into what a learner has learned.")


@app.callback()
def learner() -> None:
    """Look into what a learner has learned."""


@app.command("show")
def show(
    run: Annotated[Path, typer.Argument(help="The run's folder.")],
    as_json: Json = False,
) -> None:
    """Say what the gradual learner of a run knows: silence, turns, programs, tables, words."""
    folder = RunFolder.read(run)
    description = folder.expect("lesson", "learner", "world")
    name = str(description["learner"].get("name"))
    if not name.startswith(("gradual", "dialogue")):
        raise UserError(f"The run in {run} was not made by the gradual learner but by {name!r}.")
    loaded = folder.load_checkpoint()
    if loaded is None:
        raise UserError(f"The run in {run} has no checkpoint yet: there is nothing to show.")
    plain = stream.World.from_spec(description["world"]).plain
    if name.startswith("dialogue"):
        _show_dialogue(loaded[0]["learner"], plain, as_json)
        return
    made = gradual.GradualLearner()
    made.restore(loaded[0]["learner"])
    found = gradual.knowledge(made, lambda byte: _printed(plain[byte]))
    if as_json:
        print_json(found)
        return
    for line in gradual.in_words(found):
        print(line)


def _show_dialogue(memory: Mapping[str, Any], plain: Sequence[int], as_json: bool) -> None:
    made = gradual.DialogueLearner()
    made.restore(memory)
    found = gradual.explanation.knowledge(made, lambda byte: _printed(plain[byte]))
    if as_json:
        print_json(found)
        return
    for line in gradual.explanation.in_words(found):
        print(line)


def _printed(byte: int) -> str:
    """A byte as people read it; silence as an open box, which is seen."""
    if byte == stream.SILENCE:
        return "\N{OPEN BOX}"
    return chr(byte) if chr(byte).isprintable() and byte < 127 else f"<{byte}>"
