"""``gradus replay``: play one recorded instance again, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus.cli.common import Json, print_json
from gradus.learners import replay as play_again
from gradus.school import UserError
from gradus.stream.transcript import rows


def replay(
    run: Annotated[Path, typer.Argument(help="The run's folder.")],
    serial: Annotated[int, typer.Option(help="Which instance, counted from 0 over the whole run.", min=0)],
    as_json: Json = False,
) -> None:
    """Play one recorded instance again and compare it with the record."""
    again = play_again(run, serial)
    if as_json:
        texts = {"in": again.heard.decode("latin-1"), "out": again.said.decode("latin-1")}
        row = again.outcome.to_json()
        print_json({**row, **texts, "rewards": list(again.rewards), "exact": again.exact})
    else:
        outcome = again.outcome
        print(f"Instance {serial}: {outcome.ticket.task}, {outcome.steps} steps, {outcome.reason}.")
        print(rows(again.heard, again.said, again.rewards))
    if not again.exact:
        raise UserError(f"Instance {serial} did not replay as recorded: the record or this version differs.")
