"""The command line: one module per command. Wrong use exits with 2 and one clear sentence.

Only the module of the command that is called is imported, so that a small command does not wait for the
libraries of a large one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from gradus import __version__
from gradus.school import UserError

COMMANDS = {
    "demo": "demo:demo",
    "tasks": "tasks:tasks",
    "teach": "teach:teach",
    "resume": "resume:resume",
    "replay": "replay:replay",
    "learner": "learner:app",
    "serve": "serve:serve",
    "play": "play:play",
    "exam": "leaderboard:app",
    "report": "report:report",
    "tracks": "tracks:app",
    "train": "train:train",
    "bench": "bench:bench",
    "bench-toy": "bench_toy:bench_toy",
    "curricula": "curricula:app",
    "measure": "measure:measure",
    "draw": "draw:draw",
}
"""Where each command is written: a function, or a group of further commands."""
STOPPED = "gradus: stopped by the keyboard; what was recorded so far is kept."


def build(wanted: str | None = None) -> typer.Typer:
    """The command line with one of its commands, or with all of them."""
    app = typer.Typer(
        name="gradus",
        no_args_is_help=True,
        invoke_without_command=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(first_options)
    for name in [wanted] if wanted in COMMANDS else COMMANDS:
        module, _, attribute = COMMANDS[name].partition(":")
        thing = getattr(import_module(f"gradus.cli.{module}"), attribute)
        if isinstance(thing, typer.Typer):
            app.add_typer(thing, name=name)
        else:
            app.command(name)(thing)
    return app


def first_options(
    version: Annotated[
        bool, typer.Option("--version", help="Say the version and stop.", is_eager=True)
    ] = False,
) -> None:
    """Gradus, a school for learning agents."""
    if version:
        print(f"gradus {__version__}")
        raise typer.Exit


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:2] == ["bench", "toy"]:  # the one suite that needs no tracks, with options of its own
        given[:2] = ["bench-toy"]
    try:
        build(given[0] if given else None)(args=given)
    except UserError as error:
        sys.exit(_say(f"gradus: {error}", 2))
    except KeyboardInterrupt:
        sys.exit(_say(STOPPED, 130))
    except SystemExit as stopped:  # the keyboard stopped a command, and typer ends without a word
        if stopped.code == 130:
            _say(STOPPED, 130)
        raise
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        sys.exit(_say(f"gradus: the system refused{where}: {error.strerror or error}.", 2))


def _say(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


__all__ = ["COMMANDS", "build", "main"]
