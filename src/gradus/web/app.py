"""The server: a page, its data as JSON, two sockets. It listens on this machine only and reads runs, never writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from gradus.school import UserError
from gradus.stream import available as curricula
from gradus.web.guard import Guard
from gradus.web.library import Library, NoSuchRunError, describe

_STATIC = files("gradus.web") / "static"
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:*; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def make_app(library: Library, hosts: tuple[str, ...], record: Path | None = None) -> Starlette:
    """The application for the folders of a library; ``record`` is where rounds of play are kept."""
    site = _Site(library)

    async def play(socket: WebSocket) -> None:
        await _part("sockets").play_socket(socket, record)

    async def drive(socket: WebSocket) -> None:
        await _part("sockets").drive_socket(socket, library)

    routes: list[BaseRoute] = [Route(path, site.answer(what)) for path, what in site.pages().items()]
    routes += [
        Route("/api/walk", site.walk, methods=["POST"]),
        WebSocketRoute("/ws/play", play),
        WebSocketRoute("/ws/drive", drive),
        Route("/plotly.js", _plotly),
        Route("/{name:path}", _static),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)])


def _part(name: str) -> Any:
    """A module of this room, imported when first needed: the first page should not wait for the libraries of others."""
    return import_module(f"gradus.web.{name}")


class _Site:
    """What the page can ask for. Every answer is a pure function of the folders."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def pages(self) -> dict[str, Callable[[Request], Any]]:
        """Address and answer."""
        library = self.library
        return {
            "/api/runs": lambda _: library.rows(),
            "/api/runs/{key}": lambda r: run_page(library, _key(r)),
            "/api/runs/{key}/outcomes": lambda r: followed(library, _key(r), _whole(r, "since", 0)),
            "/api/runs/{key}/instances": lambda r: _part("tapes").instances(
                library,
                _key(r),
                r.query_params.get("task", ""),
                r.query_params.get("solved", ""),
                _optional(r, "end"),
                r.query_params.get("text", ""),
            ),
            "/api/runs/{key}/tape": lambda r: _part("tapes").tape(library, _key(r), _whole(r, "serial")),
            "/api/runs/{key}/path": lambda r: _part("tapes").path(library, _key(r), _whole(r, "serial")),
            "/api/runs/{key}/current": lambda r: _part("tapes").current(library, _key(r)),
            "/api/runs/{key}/whole": lambda r: _part("tapes").whole_machine(
                library.run(_key(r)), r.query_params.get("task", "")
            ),
            "/api/runs/{key}/beliefs": lambda r: _part("tapes").beliefs(
                library.run(_key(r)), _optional(r, "step")
            ),
            "/api/runs/{key}/curves": lambda r: _part("maps").training_curves(library, _key(r)),
            "/api/runs/{key}/map": lambda r: _part("maps").teacher_map(library, _key(r)),
            "/api/runs/{key}/episode": lambda r: _part("policies").recorded_episode(
                library, _key(r), _optional(r, "serial"), _optional(r, "test"), _whole(r, "evaluation", -1)
            ),
            "/api/runs/{key}/ghost": lambda r: _part("policies").ghost(
                library,
                _key(r),
                _optional(r, "serial"),
                _optional(r, "test"),
                _whole(r, "evaluation", -1),
                r.query_params.get("by", ""),
            ),
            "/api/runs/{key}/way": self._way,
            "/api/compare": lambda r: _part("compare").compare(
                library, r.query_params.get("ids", "").split(",")[:64], r.query_params.get("by", "")
            ),
            "/api/complexity": lambda _: _part("machines").complexities(),
            "/api/costs": lambda _: _part("costs").costs(library),
            "/api/machine": lambda r: _part("machines").machine(r.query_params.get("task", "")),
            "/api/choices": lambda _: choices(),
        }

    def answer(self, what: Callable[[Request], Any]) -> Callable[[Request], Response]:
        """The answer as JSON; what is wrong with a request is said in one sentence."""

        def respond(request: Request) -> Response:
            return answered(lambda: what(request))

        return respond

    def _way(self, request: Request) -> dict[str, Any]:
        from gradus.students import way_to

        way = way_to(self.library.run(_key(request)).path, _whole(request, "serial"))
        return {"kept": way.kept, "steps": way.steps, "seconds": way.seconds}

    async def walk(self, request: Request) -> Response:
        """A policy on a task or terrain: the wish is the body of the request."""
        from starlette.concurrency import run_in_threadpool

        try:
            wish = json.loads(await request.body())
        except (ValueError, RecursionError):
            wish = None
        if not isinstance(wish, Mapping):
            return _said(400, "The request must hold a JSON object.")
        return await run_in_threadpool(answered, lambda: _part("policies").walk(self.library, wish))


def followed(library: Library, key: str, since: int, most: int = 20_000) -> dict[str, Any]:
    """The outcomes from one on and the row of the run: all that a page which follows it needs at every look."""
    return library.outcomes(key).since(since, most) | {"summary": library.entry(key).summary()}


def run_page(library: Library, key: str) -> dict[str, Any]:
    """What the page of a run, an exam or a campaign begins with."""
    entry = library.entry(key)
    row = entry.summary()
    if row["status"] == "damaged":
        return {"summary": row, "description": {}}
    command = f"gradus report {entry.typed} -o report.html"
    found: dict[str, Any] = {"summary": row, "description": describe(entry), "command": command}
    if row["kind"] in ("lesson", "training"):
        found["plots"] = _part("compare").frames(row["kind"], found["description"])
    if row["kind"] in ("exam", "board"):
        part = _part("exams")
        found |= part.exam_page(entry) if row["kind"] == "exam" else part.board_page(entry)
    return found


def answered(what: Callable[[], Any]) -> Response:
    """What a function gives as JSON, or its complaint."""
    try:
        return Response(to_json(what()), media_type="application/json", headers=_HEADERS)
    except NoSuchRunError:
        return _said(404, "There is no such run.")
    except UserError as error:
        return _said(400, str(error))
    except OSError as error:
        return _said(400, f"A file cannot be read: {error.strerror}.")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        # A record that somebody else wrote may hold anything: the page says so and lives on.
        return _said(400, f"The record cannot be shown, it may be damaged: {type(error).__name__}, {error}.")


def to_json(value: Any) -> bytes:
    """An answer as JSON; a figure that is no number becomes null, which is all that JSON knows."""
    return msgspec.json.encode(value, enc_hook=float)  # NumPy's numbers


def _said(status: int, text: str) -> Response:
    return JSONResponse({"error": text}, status, headers=_HEADERS)


def _key(request: Request) -> str:
    return str(request.path_params["key"])


def _optional(request: Request, name: str) -> int | None:
    return _whole(request, name) if name in request.query_params else None


def _whole(request: Request, name: str, default: int | None = None) -> int:
    text = request.query_params.get(name)
    if text is None and default is not None:
        return default
    try:
        return int(str(text))
    except ValueError:
        raise UserError(f"{name} must be a whole number, not {text!r}.") from None


def choices() -> dict[str, Any]:
    """What can be chosen on the pages: curricula, bodies, shipped walkers, task spaces."""
    from gradus.students import WALKERS, walker
    from gradus.tracks import PARAMETERS, SPACES, bodies

    walkers = [
        {
            "name": name,
            "summary": found.summary,
            "body": found.plan.body,
            "track": found.plan.track.rsplit("-v", 1)[0],
        }
        for name, found in ((name, walker(name)) for name in WALKERS.available())
    ]

    spaces = {
        track: {
            "names": list(next(iter(known.values())).names),
            "spaces": {name: {"low": list(box.low), "high": list(box.high)} for name, box in known.items()},
            "parameters": {p.name: {"low": p.low, "high": p.high, "text": p.text} for p in PARAMETERS[track]},
        }
        for track, known in SPACES.items()
    }
    small = _part("whole").small_tasks()
    return {
        "curricula": curricula(),
        "small": small,
        "bodies": bodies.available(),
        "walkers": walkers,
        "tracks": spaces,
    }


def _plotly(_: Request) -> Response:
    """Plotly's script as its Python package ships it."""
    try:
        script = files("plotly").joinpath("package_data/plotly.min.js").read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        return Response("", 404)
    return Response(
        script, media_type="text/javascript", headers={**_HEADERS, "Cache-Control": "max-age=86400"}
    )


def _static(request: Request) -> Response:
    """A file of the page; names are compared with what there is, so no path leads out."""
    name = request.path_params["name"] or "index.html"
    found = static_files().get(name)
    if found is None:
        return _said(404, "There is no such page.")
    return Response(found, media_type=_TYPES[Path(name).suffix], headers=_HEADERS)


def static_files() -> dict[str, bytes]:
    """All files of the page by name."""
    made = {"palette.css": (files("gradus") / "palette.css").read_bytes()}  # the colours of reports, too
    for folder, before in ((_STATIC, ""), (_STATIC / "pages", "pages/")):
        for item in folder.iterdir():
            if item.is_file() and Path(item.name).suffix in _TYPES:
                made[before + item.name] = item.read_bytes()
    return made
