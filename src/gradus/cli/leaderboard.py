"""``gradus exam open|submit|leaderboard|reveal|verify``: a leaderboard with a hidden curriculum."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from gradus import leaderboard as boards
from gradus import stream
from gradus.cli.common import CurriculumOption, Json, print_json, print_table, teaching_bar
from gradus.cli.exam import MaxSteps, ScrambleOption, TaskSteps, app, with_protocols
from gradus.school import UserError

__all__ = ["with_protocols"]

Board = Annotated[str, typer.Option("--board", help="The leaderboard: a SQLite file or a postgresql:// URL.")]
Records = Annotated[Path, typer.Option(help="Folder for the private records: runs, code and output.")]
KeyFile = Annotated[Path, typer.Option("--key", help="The file that holds the round's key.")]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _check_positive(**options: float) -> None:
    for name, value in options.items():
        if not value > 0:
            raise UserError(f"--{name} must be greater than 0, not {value:g}.")


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
    lessons = stream.make(curriculum)
    made = boards.Key.new(stream.vary(lessons, chosen) if vary else lessons, chosen, scramble)
    made.write(key)
    try:
        with boards.open_board(board) as opened:
            opened.open_round(round_name, made.commitment, _now())
    except UserError:
        key.unlink()  # the key of no round
        raise
    if as_json:
        print_json({"round": round_name, "commitment": made.commitment, "key": str(key)})
    else:
        print(f"Round {round_name} is open. Publish its commitment: {made.commitment}")
        print(
            f"Keep {key} secret until you end the round with `gradus exam reveal {round_name} --key {key}`."
        )
        print(f"Submissions will be kept apart on this machine by: {boards.choose(None)}.")


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
    code: Annotated[
        Path | None,
        typer.Option(help="The folder with the submission's code; it sees nothing else of yours."),
    ] = None,
    memory: Annotated[int, typer.Option(help="Megabytes of memory for all its processes.", min=64)] = 4096,
    cpu: Annotated[int, typer.Option(help="Seconds of CPU time for all its processes.", min=1)] = 86_400,
    hours: Annotated[float, typer.Option(help="Hours in all.")] = 24.0,
    answer: Annotated[float, typer.Option(help="Seconds for one answer.")] = 60.0,
    processes: Annotated[int, typer.Option(help="Processes and threads it may start.", min=1)] = 64,
    max_steps: MaxSteps = 1_000_000,
    task_steps: TaskSteps = 100_000,
    sandbox: Annotated[bool | None, typer.Option(help="Insist on bubblewrap, or do without it.")] = None,
    records: Records = Path("records"),
    board: Board = "leaderboard.sqlite",
    as_json: Json = False,
) -> None:
    """Run a learner on the hidden curriculum in a sandbox, and put the result on the leaderboard."""
    _check_name("submission", name)
    _check_positive(hours=hours, answer=answer)
    if (learner is None) == (learner_cmd is None):
        raise UserError("Name either --learner or --learner-cmd.")
    handed_in = boards.Submission(name, str(learner or learner_cmd), learner is None, code)
    limits = boards.Limits(
        memory * 1024**2,
        cpu,
        hours * 3600,
        answer,
        processes=processes,
        max_steps=max_steps,
        task_steps=task_steps,
    )
    with boards.open_board(board) as opened:
        secret = boards.Key.read(key)
        opened.check(round_name, secret)
        secret.check_code()
        boards.choose(sandbox)
        hidden = [key, records, *([] if "://" in board else [Path(board)])]
        boards.check(handed_in, hidden)  # before it has a number: what was begun stays on the board
        entry = opened.enter(round_name, name, _now())
    record = boards.record_folder(records, entry)
    with teaching_bar(secret.world(entry)) as show:
        row = boards.submit(
            *(secret, round_name, handed_in),
            entry=entry,
            limits=limits,
            record=record,
            sandbox=sandbox,
            secrets=hidden,
            progress=show,
        )
    with boards.open_board(board) as opened:  # anew: a database may hang up in the meantime
        row = opened.add(row, secret)
    if as_json:
        print_json(asdict(row))
        return
    came = f"{row.tasks_passed} of {row.tasks} tasks in {row.steps:,} steps"
    print(f"{name}: {came}; {row.reason} ({row.isolation}).")
    print(f"Receipt of submission {entry}: {row.hash}. Its private record is in {record}.")


@app.command()
def leaderboard(
    round_name: Annotated[str, typer.Argument(metavar="ROUND", help="The round's name.")],
    board: Board = "leaderboard.sqlite",
    as_json: Json = False,
) -> None:
    """The submissions of a round, best first."""
    with boards.open_board(board) as opened:
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
    with boards.open_board(board) as opened:
        head = opened.reveal(round_name, boards.Key.read(key))
    print(f"Round {round_name} is over; its key is public and fits its commitment.")
    print(f"Publish the hash of its last row as well: {head}")


@app.command()
def verify(
    round_name: Annotated[str, typer.Argument(metavar="ROUND", help="The round's name.")],
    records: Annotated[
        Path | None, typer.Option(help="Also play the records in this folder again and compare.")
    ] = None,
    run_again: Annotated[
        bool,
        typer.Option("--rerun", help="Also run the submissions again (code from --records) and compare."),
    ] = False,
    receipt: Annotated[
        list[str] | None, typer.Option(help="The receipt of a submission whose row must be there.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--key", help="The organiser's key, before it is revealed.")
    ] = None,
    sandbox: Annotated[
        bool | None, typer.Option(help="With --rerun: insist on bubblewrap, or do without.")
    ] = None,
    board: Board = "leaderboard.sqlite",
) -> None:
    """Check a round: that its key is the one committed to, and that its rows are those that were added."""
    with boards.open_board(board) as opened:
        commitment, rows = opened.commitment(round_name), opened.chain(round_name)
        secret = boards.Key.read(key) if key else opened.revealed(round_name)
        begun, head = opened.entries(round_name), opened.published_head(round_name)
        if secret is None:
            raise UserError(f"The key of round {round_name!r} has not been revealed yet.")
        opened.check(round_name, secret)
    print(f"The key of round {round_name} fits its commitment {commitment}.")
    boards.verify_chain(commitment, rows, secret)
    _check_ends(rows, head, commitment, receipt or [])
    print(f"{len(rows)} rows follow one another and are signed with the key.")
    for entry in sorted(set(begun) - {row.entry for row in rows}):
        print(f"Submission {entry} ({begun[entry]}) was begun and has no row.")
    if records or run_again:
        secret.check_code()
        _print_findings(
            "the records, played again", boards.check_records(secret, rows, records) if records else []
        )
        folder = records or Path("records")
        _print_findings(
            "the submissions, run again", boards.rerun(secret, rows, folder, sandbox) if run_again else []
        )


def _check_ends(rows: list[boards.Row], head: str | None, commitment: str, receipts: list[str]) -> None:
    """Complain about rows that are missing at the end, where the chain itself cannot tell."""
    hashes = [commitment, *(row.hash for row in rows)]
    if head is not None and hashes[-1] != head:
        raise UserError("The last row is not the one with which the round ended.")
    for receipt in receipts:
        if receipt not in hashes[1:]:
            raise UserError(f"There is no row with the receipt {receipt!r}.")


def _print_findings(title: str, findings: list[boards.Finding]) -> None:
    """What the checks of the rows say; one that fails ends the command with 1."""
    if findings:
        words = {True: "yes", False: "NO", None: "not checked"}
        cells = [[f.entry, f.name, words[f.holds], f.remark] for f in findings]
        print_table(title, ["submission", "name", "holds", "remark"], cells)
    if any(finding.holds is False for finding in findings):
        raise typer.Exit(1)
