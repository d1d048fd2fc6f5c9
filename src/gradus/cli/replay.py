"""``gradus replay``: play one recorded instance or episode again, byte for byte, state for state."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus import learners, stream
from gradus.cli.common import Json, people, print_json
from gradus.school import RunFolder, UserError


def replay(
    run: Annotated[Path, typer.Argument(help="The run's folder.")],
    serial: Annotated[
        int | None, typer.Option(help="Which instance or episode, counted from 0 over the whole run.", min=0)
    ] = None,
    test: Annotated[
        int | None, typer.Option(help="On the tracks: the episode of this task of the test set.", min=0)
    ] = None,
    evaluation: Annotated[
        int, typer.Option(help="Which evaluation, counted from 0; -1 is the last.", min=-1)
    ] = -1,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="On the tracks: a film (.mp4, .gif) or picture (.png)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play one recorded instance or episode again and compare it with the record."""
    if RunFolder.read(run).description.get("kind") == "training":
        _replay_episode(run, serial, test, evaluation, output, as_json)
        return
    if test is not None or output is not None:
        raise UserError("--test and -o belong to runs on the tracks; this is a lesson in the stream.")
    if serial is None:
        raise UserError("Name the instance with --serial, counted from 0.")
    _replay_instance(run, serial, as_json)


def _replay_instance(run: Path, serial: int, as_json: bool) -> None:
    again = learners.replay(run, serial)
    if as_json:
        texts = {"in": again.heard.decode("latin-1"), "out": again.said.decode("latin-1")}
        row = again.outcome.to_json()
        print_json({**row, **texts, "rewards": list(again.rewards), "exact": again.exact})
    else:
        outcome = again.outcome
        print(f"Instance {serial}: {outcome.ticket.task}, {outcome.steps} steps, {outcome.reason}.")
        print(stream.rows(again.heard, again.said, again.rewards))
    if not again.exact:
        raise UserError(f"Instance {serial} did not replay as recorded: the record or this version differs.")


def _replay_episode(
    run: Path, serial: int | None, test: int | None, evaluation: int, output: Path | None, as_json: bool
) -> None:
    from gradus.cli.watch import show_episode
    from gradus.students import recorded_test, training_episode, way_to

    if (serial is None) == (test is None):
        raise UserError(
            "Name a training episode with --serial or a test episode with --test, one of the two."
        )
    if test is not None:
        show_episode(recorded_test(run, test, evaluation), output, as_json)
        return
    assert serial is not None
    way = way_to(run, serial)
    if way.seconds > 2:
        start = f"checkpoint {way.kept}" if way.kept else "the beginning"
        people.print(f"Training on from {start}, {way.steps:,} steps: about {way.seconds:.0f} seconds.")
    show_episode(training_episode(run, serial), output, as_json)
