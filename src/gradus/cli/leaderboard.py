"""``gradus exam open|submit|leaderboard|reveal|verify``: a leaderboard with a hidden curriculum."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated
from zlib import crc32

import typer

from gradus.cli.common import CurriculumOption, Json, print_json, print_table, teaching_bar
from gradus.cli.exam import MaxSteps, ScrambleOption, TaskSteps, app
from gradus.exams.commitment import Key
from gradus.exams.leaderboard import open_board
from gradus.exams.submission import Limits, command_for
from gradus.exams.submission import submit as run_submission
from gradus.school import UserError
from gradus.stream import make as make_curriculum
from gradus.stream.variant import vary as draw_variant

__all__ = ["app"]

Board = Annotated[str, typer.Option("--board", help="The leaderboard: a SQLite file or a postgresql:// URL.")]
KeyFile = Annotated[Path, typer.Option("--key", help="The file that holds the round's key.")]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _check_name(kind: str, name: str) -> None:
    if not name.strip() or not name.isprintable():
        raise UserError(f"A {kind} needs a name that can be read, not {name!r}.")


@app.command("open")
def open_round(
    round_name: Annotated[str, typer.Argument(metavar="ROUND", help="The new round's name.")],
    key: KeyFile,
    curriculum: CurriculumOption = "round1-eval",
    vary: Annotated[bool, typer.Option(help="Draw a fresh variant of the curriculum.")] = True,
    scramble: ScrambleOption = True,
    seed: Annotated[
        int | None, typer.Option(help="Seed of the round; drawn at random if not given.", min=0)
    ] = None,
    board: Board = "leaderboard.sqlite",
    as_json: Json = False,
) -> None:
    """Open a round of the leaderboard: write its secret key, publish the key's hash."""
    _check_name("round", round_name)
    chosen = secrets.randbits(32) if seed is None else seed
    lessons = make_curriculum(curriculum)
    made = Key.new(draw_variant(lessons, chosen) if vary else lessons, chosen, scramble)
    with open_board(board) as opened:
        made.write(key)
        opened.open_round(round_name, made.commitment, _now())
    if as_json:
        print_json({"round": round_name, "commitment": made.commitment, "key": str(key)})
    else:
        print(f"Round {round_name} is open. Publish its commitment: {made.commitment}")
        print(
            f"Keep {key} secret until you end the round with `gradus exam reveal {round_name} --key {key}`."
        )


@app.command()
def submit(
    round_name: Annotated[str, typer.Argument(metavar="ROUND", help="The round's name.")],
    name: Annotated[str, typer.Option(help="Who submits.")],
    key: KeyFile,
    learner: Annotated[
        str | None, typer.Option("--learner", "-l", help="A learner's name or import path.")
    ] = None,
    learner_cmd: Annotated[
        str | None,
        typer.Option(help="A command that speaks the remote protocol; it gets the address as last argument."),
    ] = None,
    memory: Annotated[
        int, typer.Option(help="Megabytes of memory for each of its processes.", min=64)
    ] = 4096,
    cpu: Annotated[int, typer.Option(help="Seconds of CPU time for each of its processes.", min=1)] = 86_400,
    hours: Annotated[float, typer.Option(help="Hours in all.")] = 24.0,
    answer: Annotated[float, typer.Option(help="Seconds for one answer.")] = 60.0,
    processes: Annotated[int, typer.Option(help="Processes and threads it may start.", min=1)] = 64,
    max_steps: MaxSteps = 1_000_000,
    task_steps: TaskSteps = 100_000,
    sandbox: Annotated[bool | None, typer.Option(help="Insist on bubblewrap, or do without it.")] = None,
    record: Annotated[Path | None, typer.Option(help="Keep the run's record in this folder.")] = None,
    board: Board = "leaderboard.sqlite",
    as_json: Json = False,
) -> None:
    """Run a learner on the hidden curriculum in a cell, and put the result on the leaderboard."""
    _check_name("submission", name)
    if (learner is None) == (learner_cmd is None):
        raise UserError("Name either --learner or --learner-cmd.")
    limits = Limits(
        memory * 1024**2,
        cpu,
        hours * 3600,
        answer,
        processes=processes,
        max_steps=max_steps,
        task_steps=task_steps,
    )
    with open_board(board) as opened:
        secret = Key.read(key)
        opened.check(round_name, secret)
        command = command_for(learner, crc32(name.encode())) if learner else str(learner_cmd)
        hidden = [key, *([] if "://" in board else [Path(board)])]
        with teaching_bar(secret.world()) as show:
            row = run_submission(
                *(secret, round_name, name, command),
                label=learner or learner_cmd,
                limits=limits,
                record=record,
                sandbox=sandbox,
                hide=hidden,
                progress=show,
            )
        opened.add(row)
    if as_json:
        print_json(asdict(row))
        return
    came = f"{row.tasks_passed} of {row.tasks} tasks in {row.steps:,} steps"
    print(f"{name}: {came}; {row.reason} ({row.isolation}).")


@app.command()
def leaderboard(
    round_name: Annotated[str, typer.Argument(metavar="ROUND", help="The round's name.")],
    board: Board = "leaderboard.sqlite",
    as_json: Json = False,
) -> None:
    """The submissions of a round, best first."""
    with open_board(board) as opened:
        commitment, revealed = opened.commitment(round_name), opened.revealed(round_name)
        rows = opened.rows(round_name)
    if as_json:
        key = revealed.to_json() if revealed else None
        print_json(
            {"round": round_name, "commitment": commitment, "key": key, "rows": [asdict(r) for r in rows]}
        )
        return
    cells = [
        [i, r.name, r.tasks_passed, r.tasks, f"{r.steps:,}", r.reason, r.isolation]
        for i, r in enumerate(rows, 1)
    ]
    print_table(
        f"round {round_name}", ["#", "name", "passed", "of", "steps", "why it ended", "isolation"], cells
    )
    print(f"Commitment: {commitment}; the key is {'revealed' if revealed else 'still secret'}.")


@app.command()
def reveal(
    round_name: Annotated[str, typer.Argument(metavar="ROUND", help="The round's name.")],
    key: KeyFile,
    board: Board = "leaderboard.sqlite",
) -> None:
    """End a round: publish its key, so that everybody can check the commitment and repeat the runs."""
    with open_board(board) as opened:
        opened.reveal(round_name, Key.read(key))
    print(f"Round {round_name} is over; its key is public and fits its commitment.")


@app.command()
def verify(
    round_name: Annotated[str, typer.Argument(metavar="ROUND", help="The round's name.")],
    board: Board = "leaderboard.sqlite",
) -> None:
    """Check that a round's revealed key is the one committed to before."""
    with open_board(board) as opened:
        commitment, revealed = opened.commitment(round_name), opened.revealed(round_name)
        if revealed is None:
            raise UserError(f"The key of round {round_name!r} has not been revealed yet.")
        opened.check(round_name, revealed)
        print(f"The key of round {round_name} fits its commitment {commitment}.")
