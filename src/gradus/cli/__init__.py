"""The command line: one module per command. Wrong use exits with 2 and one clear sentence."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from gradus import __version__
from gradus.cli import (
    bench,
    curricula,
    leaderboard,
    play,
    replay,
    report,
    resume,
    serve,
    tasks,
    teach,
    tracks,
    train,
)
from gradus.school import UserError

app = typer.Typer(
    name="gradus",
    help="Gradus, a school for learning agents.",
    no_args_is_help=True,
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for _name, _command in {
    "tasks": tasks.tasks,
    "teach": teach.teach,
    "resume": resume.resume,
    "replay": replay.replay,
    "serve": serve.serve,
    "play": play.play,
    "train": train.train,
    "bench": bench.bench,
    "report": report.report,
}.items():
    app.command(_name)(_command)
app.add_typer(curricula.app, name="curricula")
app.add_typer(leaderboard.app, name="exam")  # the exams, and the leaderboard's commands beside them
app.add_typer(tracks.app, name="tracks")


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", help="Say the version and stop.", is_eager=True)
    ] = False,
) -> None:
    """Gradus, a school for learning agents."""
    if version:
        print(f"gradus {__version__}")
        raise typer.Exit


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    try:
        app(args=arguments)
    except UserError as error:
        sys.exit(_say(f"gradus: {error}", 2))
    except KeyboardInterrupt:
        sys.exit(_say("gradus: stopped by the keyboard; what was recorded so far is kept.", 130))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        sys.exit(_say(f"gradus: the system refused{where}: {error.strerror or error}.", 2))


def _say(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


__all__ = ["app", "main"]
