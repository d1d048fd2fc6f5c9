"""``gradus web``: the local page."""

from __future__ import annotations

import signal
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from gradus.cli.common import people
from gradus.school import UserError


def web(
    folders: Annotated[
        list[Path] | None, typer.Argument(help="Folders with runs; this folder otherwise.")
    ] = None,
    port: Annotated[
        int, typer.Option(help="Port to listen on; 0 takes a free one.", min=0, max=65535)
    ] = 8321,
    open_browser: Annotated[bool, typer.Option("--open", help="Start the browser.")] = False,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Do not record rounds of play; runs are never changed anyway.")
    ] = False,
    bundle: Annotated[
        Path | None, typer.Option(help="Write a static site of these runs to this folder instead of serving.")
    ] = None,
) -> None:
    """Look at runs in the browser while they run, replay anything, play, edit terrain, compare."""
    try:
        import uvicorn

        from gradus.web import Library, make_app, write_site
    except ImportError as error:
        raise UserError(
            f"The page needs the extra [web] ({error.name}): pip install 'gradus[web]'."
        ) from error
    library = Library(folders or [Path()], published=bundle is not None)
    if bundle is not None:
        people.print(write_site(library, bundle))
        return
    listener = _listen(port)
    port = listener.getsockname()[1]
    hosts = tuple(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
    address = f"http://127.0.0.1:{port}/"
    record = None if read_only else library.roots[0] / "played"
    # Messages of the socket are limited here, bodies of requests by the application.
    settings = uvicorn.Config(
        make_app(library, hosts, record), log_level="error", ws_max_size=1 << 20, timeout_graceful_shutdown=1
    )
    print(f"Gradus is at {address} (Ctrl-C stops it).", flush=True)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    _serve(uvicorn.Server(settings), listener)


def _serve(server: Any, listener: socket.socket) -> None:
    """Serve until somebody stops it; the server knows SIGINT and SIGTERM itself, a hang-up ends it in the same way."""
    hung_up: list[int] = []
    before = signal.getsignal(signal.SIGHUP)

    def leave(number: int, _: Any) -> None:
        hung_up.append(number)
        server.should_exit = True

    listens = callable(before) and threading.current_thread() is threading.main_thread()
    if listens:
        signal.signal(signal.SIGHUP, leave)
    try:
        server.run(sockets=[listener])
    finally:
        if listens:
            signal.signal(signal.SIGHUP, before)
    for number in hung_up[:1]:
        signal.raise_signal(number)  # whoever called ends as after any other signal


def _listen(port: int) -> socket.socket:
    """A socket on this machine only."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen(128)  # at once: whoever reads the address may ask before the server is up
    except OSError as error:
        listener.close()
        raise UserError(
            f"Port {port} cannot be used: {error.strerror}; choose another with --port."
        ) from error
    return listener
