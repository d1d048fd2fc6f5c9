"""``gradus learner``: look into what a learner has learned."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus import stream
from gradus.cli.common import Json, print_json
from gradus.learners import gradual
from gradus.learners import make as make_learner
from gradus.school import RunFolder, UserError

app = typer.Typer(no_args_is_help=True, help="Look into what a learner has learned.")

_TOLD = ("gradual-", "dialogue-")
"""How the names of learners begin that can be told in words, or of which a sentence says what became of them."""


@app.callback()
def learner() -> None:
    """Look into what a learner has learned."""


@app.command("show")
def show(
    run: Annotated[Path, typer.Argument(help="The run's folder.")],
    as_json: Json = False,
) -> None:
    """Say what the gradual learner of a run knows and tries: silence, form of dialogue, programs, tables, memory."""
    folder = RunFolder.read(run)
    description = folder.expect("lesson", "learner", "world")
    about = description["learner"]
    if not str(about.get("name")).startswith(_TOLD):
        raise UserError(f"The run in {run} was not made by the gradual learner but by {about.get('name')!r}.")
    made = make_learner(about["name"], **about.get("options", {}))
    loaded = folder.load_checkpoint()
    if loaded is None:
        raise UserError(f"The run in {run} has no checkpoint yet: there is nothing to show.")
    assert isinstance(made, gradual.GradualLearner)
    made.restore(loaded[0]["learner"])
    plain = stream.World.from_spec(description["world"]).plain
    found = gradual.knowledge(made, lambda byte: _printed(plain[byte]))
    if as_json:
        print_json(found)
        return
    for line in gradual.in_words(found):
        print(line)


def _printed(byte: int) -> str:
    """A byte as people read it; silence as an open box, which is seen."""
    if byte == stream.SILENCE:
        return "\N{OPEN BOX}"
    return chr(byte) if chr(byte).isprintable() and byte < 127 else f"<{byte}>"
