"""The command line: one module per command. Wrong use exits with 2 and one clear sentence.

Only the module of the command that is called is imported, so that a small command does not wait for the
libraries of a large one.
"""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from gradus import __version__
from gradus.cli.parts import with_parts
from gradus.cli.words import in_words
from gradus.school import Remark, UserError, accident_in_words, blame

COMMANDS = {
    "demo": ("demo:demo", "The two-minute tour: teach, examine, report."),
    "list": ("listing:list_things", "List learners, teachers, exams and more, with their options."),
    "tasks": ("tasks:tasks", "List the tasks of the stream, or describe one."),
    "teach": ("teach:teach", "Teach a learner a curriculum and say how far it came."),
    "resume": ("resume:resume", "Go on with a run that was stopped or killed."),
    "repeat": ("repeat:repeat", "Make a recorded run again, from its beginning."),
    "replay": ("replay:replay", "Play one recorded instance or episode again, exactly."),
    "watch": ("watch:watch", "Show a trained policy on any task of the tracks."),
    "learner": ("learner:app", "Look into what a learner has learned."),
    "serve": ("serve:serve", "Open a world for a learner in another process."),
    "play": ("play:play", "Be the learner yourself."),
    "curricula": ("curricula:app", "List, show and vary curricula."),
    "exam": ("leaderboard:with_protocols()", "Hold exams and keep a leaderboard."),
    "report": ("report:report", "Draw exams, runs and suites into one HTML file."),
    "web": ("web:web", "Look at runs in the browser, replay, play, edit, compare."),
    "measure": ("measure:measure", "Say how complex tasks are, in bits."),
    "draw": ("draw:draw", "Draw the machine of a task."),
    "tracks": ("tracks:app", "Look at the tracks: bodies, task spaces, pictures."),
    "train": ("train:train", "Train a student on the tracks."),
    "bench": ("bench:bench", "Compare teachers on the tracks with a suite of runs."),
    "bench toy": ("bench_toy:bench_toy", "Compare teachers on toy students, in minutes."),
    "bench power": ("bench_publish:bench_power", "How many seeds a benchmark needs for which effect."),
    "bench export": ("bench_publish:bench_export", "Tables of a benchmark as CSV and LaTeX."),
    "bench ranks": ("bench_publish:bench_ranks", "Whether cheap runs rank teachers as long ones do."),
}
"""Where each command is written and what it does in a few words: a function, a group of further commands, or, with
brackets behind its name, what makes such a group for the words that are given."""
STOPPED = "gradus: stopped by {}; what was recorded so far is kept."
# Wrong use as Typer reports it: an exception of Click, or of Typer's own copy of Click in newer versions.
_WrongUse: type[Any] = typer.BadParameter.__mro__[2]


def build(wanted: str | None = None, given: Sequence[str] = ()) -> typer.Typer:
    """The command line with one of its commands; or with all their names, to list them and to guess at typos.

    ``given`` are the words that it is going to read: they may name parts whose settings are options, too.
    """
    app = typer.Typer(
        name="gradus",
        no_args_is_help=True,
        invoke_without_command=True,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    app.callback()(first_options)
    if wanted not in COMMANDS:
        for name, (_, summary) in COMMANDS.items():
            app.command(name, help=summary)(_nothing)
        return app
    name, _, attribute = COMMANDS[wanted][0].partition(":")
    module = import_module(f"gradus.cli.{name}")
    thing = getattr(module, attribute.removesuffix("()"))
    if attribute.endswith("()"):
        thing = thing(given)
    if isinstance(thing, typer.Typer):
        app.add_typer(thing, name=wanted)
    elif hasattr(module, "PARTS"):
        app.command(wanted)(with_parts(thing, module.PARTS, given))
    else:
        app.command(wanted)(thing)
    return app


def _nothing() -> None:
    """Stands for a command in the list of all commands."""


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
    _ready_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    part = " ".join(given[:2])
    if part in COMMANDS:  # such as "bench toy": no suite but a command with options of its own
        given[:2] = [part]
    with stoppable() as caught, remarks():
        code = _call(given)
    # A shell expects 128 + the signal's number from whoever was ended by one; 130 is that of Ctrl-C.
    if code == 130 and caught:
        code = 128 + caught[0]
    if code in _STOPPERS:
        _say(STOPPED.format(_STOPPERS[code]), code)
    sys.exit(code or 0)


def _line(given: list[str]) -> list[str]:
    """The words of the command; when a shell asks how a line could go on, the words of that line."""
    if "_GRADUS_COMPLETE" not in os.environ:
        return given
    name = "_TYPER_COMPLETE_ARGS" if os.environ.get("_TYPER_COMPLETE_ARGS") else "COMP_WORDS"
    asked = os.environ.get(name, "")
    two = re.match(r"(\S+\s+)(\w+)\s+(\w+)(?=\s)", asked)
    if two is None or (part := f"{two[2]} {two[3]}") not in COMMANDS:
        return asked.split()[1:]
    # A command of two words such as "bench toy" becomes one, also in the line that Typer is going to read.
    os.environ[name] = f"{two[1]}'{part}'{asked[two.end() :]}"
    os.environ["COMP_CWORD"] = str(int(os.environ.get("COMP_CWORD", 1)) - 1)
    return [part, *asked[two.end() :].split()]


def _call(given: list[str]) -> Any:
    """Run a command; every accident that people can cause becomes one sentence and an exit code."""
    line = _line(given)
    wanted = next((word for word in line if not word.startswith("-")), None)
    try:
        _refuse_no_name(given)
        return in_words(typer.main.get_command(build(wanted, line)))(
            args=given, prog_name="gradus", standalone_mode=False
        )
    except UserError as error:
        sys.exit(_say(f"gradus: {error}", 2))
    except _WrongUse as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # its message is the whole help
            print(error.format_message())
            sys.exit(error.exit_code)
        sys.exit(_say(_sentence(error), error.exit_code))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        sys.exit(_say(f"gradus: the system refused{where}: {error.strerror or error}.", 2))
    except Exception as error:
        place = blame(error)
        if place is None:
            raise  # our own fault: whoever reports it needs the whole story
        sys.exit(_say(f"gradus: {accident_in_words(error)}: {place.line}", 1))


def _refuse_no_name(given: list[str]) -> None:
    """An empty name, as an unset variable of a shell leaves it, would mean the folder we are in."""
    if (
        any(option in ("-o", "--output") and not name for option, name in pairwise(given))
        or "--output=" in given
    ):
        raise UserError("-o needs the name of a folder or file, not ''.")


_STOPPERS = {130: "the keyboard", 128 + signal.SIGTERM: "SIGTERM", 128 + signal.SIGHUP: "SIGHUP"}
"""Who ends a command from outside, by its exit code."""


@contextmanager
def stoppable() -> Iterator[list[int]]:
    """Let SIGTERM and SIGHUP end a command as Ctrl-C does; gives the list of those that came.

    A signal that whoever started the command wants ignored, as ``nohup`` does, stays ignored.
    """
    caught: list[int] = []

    def stop(number: int, _: Any) -> None:
        caught.append(number)
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield caught  # only the main thread may listen to signals
        return
    numbers = [n for n in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, stop)
    try:
        yield caught
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def remarks() -> Iterator[None]:
    """Print a remark as the sentence it is; other warnings look as always."""
    before = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any) -> None:
        if issubclass(category, Remark):
            print(f"gradus: {message}", file=sys.stderr)
        else:
            before(message, category, *where)

    warnings.showwarning = show  # type: ignore[assignment]
    try:
        yield
    finally:
        warnings.showwarning = before


def _ready_streams() -> None:
    """Streams that were closed by the caller lead nowhere; a character that a stream cannot write becomes a ``?``."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _sentence(error: Any) -> str:
    """What is wrong with the arguments, in one sentence that says where help is; empty if help was printed."""
    message = " ".join(error.format_message().split()).replace("Value error, ", "")
    message = message.partition(", unable to parse string")[0].removesuffix(".")
    if not message:
        return ""
    context = getattr(error, "ctx", None)
    help_at = f"; see `{context.command_path} --help`." if context else "."
    return f"gradus: {message}{_refused(error, message)}{'' if message.endswith('?') else help_at}"


def _refused(error: Any, message: str) -> str:
    """The value that was refused, if the message does not name it: Typer reads values with pydantic, which does not."""
    details: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    value = str(details[0].get("input", "")) if details else ""
    return f", not {value!r}" if value and repr(value) not in message else ""


def _say(sentence: str, code: int) -> int:
    if sentence:
        # A sentence may quote what a stranger wrote: nothing in it shall command the terminal.
        print("".join(c if c.isprintable() or c == "\n" else "?" for c in sentence), file=sys.stderr)
    return code


__all__ = ["COMMANDS", "build", "main"]
