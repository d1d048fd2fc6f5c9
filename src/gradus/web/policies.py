"""Who walks: the student of a recorded run, a random one, or nobody; and any of them on any terrain."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from gradus.school import Ticket, UserError
from gradus.students import WALKERS, Plan, load_student, recorded_test, training_episode, walker
from gradus.tracks import SUCCESS, TRACKS, Terrain, bodies, task_space
from gradus.web.films import film, filmed
from gradus.web.library import Library

_ONE = threading.Lock()
"""One policy computes at a time: the machine belongs to the user's other work, too."""
_LONGEST = 2000
Policy = Callable[[Any], Any]


def recorded_episode(
    library: Library, key: str, serial: int | None, test: int | None, evaluation: int
) -> Any:
    """The film of a recorded episode: a training episode by serial, or a test episode by its number."""
    path = library.run(key).path
    with _ONE:
        if test is not None:
            found = recorded_test(path, test, evaluation)
            return film(found, f"gradus replay {path.name} --test {test} --evaluation {evaluation}")
        if serial is None:
            raise UserError("Name an episode by serial or by test.")
        return film(training_episode(path, serial), f"gradus replay {path.name} --serial {serial}")


def walk(library: Library, wish: Mapping[str, Any]) -> dict[str, Any]:
    """The film of a policy on a task or on a drawn terrain; ``wish`` comes from the page and is checked."""
    with _ONE:
        policy, plan, command = chosen_policy(library, wish.get("policy"), str(wish.get("body", "")))
        body = plan.body if plan else _body(wish.get("body"))
        track = str(wish.get("track", plan.track if plan else "stump")).rsplit("-v", 1)[0]
        if plan and plan.track.rsplit("-v", 1)[0] != track:
            raise UserError(f"This policy was trained on {plan.track.rsplit('-v', 1)[0]}: choose that track.")
        world, task, ticket = open_track(track, body, wish, plan)
        observations, _ = world.reset()

        def moments() -> Any:
            nonlocal observations
            yield world
            for _ in range(0 if wish.get("preview") is True else _LONGEST):
                observations, _, terminated, truncated, _ = world.step(policy(observations))
                yield world
                if terminated[0] or truncated[0]:
                    return

        made = filmed(moments())
    total = made["returns"][-1]
    if wish.get("terrain"):  # a drawing has no task, and no command can name it
        task, command = (), ""
    told = ",".join(f"{value:g}" for value in task)
    about = {
        "task": list(task) or None,
        "body": body,
        "track": track,
        "total": total,
        "solved": total > SUCCESS,
    }
    return (
        made | about | {"ticket": ticket.to_json(), "command": f"{command} --task {told}" if command else ""}
    )


def open_track(
    track: str, body: str, wish: Mapping[str, Any], plan: Plan | None
) -> tuple[Any, tuple[float, ...], Ticket]:
    """The track the page asked for, with one lane, not yet started."""
    seed = wish.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
        raise UserError(f"seed must be a whole number from 0 to {2**31 - 1}, not {seed!r}.")
    options: dict[str, Any] = {"body": body, "num_envs": 1, "autoreset_mode": "Disabled", "seed": seed}
    options |= dict(plan.track_options) if plan else {}
    space = task_space(track)
    task = tuple(_number("task", value) for value in wish.get("task") or space.low)
    if wish.get("terrain"):
        options["terrain"] = drawn_terrain(wish["terrain"])
        task = tuple(space.low)
    ticket = Ticket(task, seed, 0, 0)
    return TRACKS.get(track)(tickets=[ticket], **options), task, ticket


def drawn_terrain(drawn: Any) -> Terrain:
    """A terrain from the lines that a person drew: ground and ceiling from left to right, in metres, and water."""
    if not isinstance(drawn, Mapping):
        raise UserError("terrain must hold ground and ceiling.")
    pieces: list[tuple[str, list[tuple[float, float]]]] = []
    ends = []
    for kind in ("ground", "ceiling"):
        points = [(_number(kind, x), _number(kind, y)) for x, y in drawn.get(kind) or []]
        if len(points) > 2000:
            raise UserError(f"{kind} may have at most 2000 points, not {len(points)}.")
        if kind == "ground" and len(points) < 2:
            raise UserError("ground needs at least two points.")
        points.sort()
        pieces += [(kind, [a, b]) for a, b in pairwise(points) if b[0] - a[0] > 1e-3]
        ends += [points[-1][0]] if kind == "ground" else []
    water = drawn.get("water")
    surface = None if water is None else _number("water", water)
    return Terrain(tuple(pieces), finish=min(190 * 14 / 30, ends[0] - 1.0), water=surface)


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise UserError(f"{name} must be made of finite numbers, not {value!r}.")
    return float(value)


def _body(name: Any) -> str:
    known = bodies.available()
    if name not in known:
        raise UserError(f"body must be one of {', '.join(known)}, not {name!r}.")
    return str(name)


def _walker(name: Any) -> str:
    known = WALKERS.available()
    if name not in known:
        raise UserError(f"walker must be one of {', '.join(known)}, not {name!r}.")
    return str(name)


def chosen_policy(library: Library, wish: Any, body: str) -> tuple[Policy, Plan | None, str]:
    """The policy the page asked for, the plan of its run if it has one, and the command that shows it."""
    wish = wish if isinstance(wish, Mapping) else {}
    if wish.get("run"):
        path = library.run(str(wish["run"])).path
        kept = wish.get("checkpoint") or None
        plan, student = _student(str(path), kept, path.stat().st_mtime)
        return student.best, plan, f"gradus watch {path.name}"
    if wish.get("walker"):
        shipped = walker(_walker(wish["walker"]))
        return shipped.best, shipped.plan, f"gradus watch --walker {shipped.name}"
    width = bodies.make(_body(body)).actions
    if wish.get("kind") == "random":
        rng = np.random.default_rng(int(wish.get("seed", 0)))
        return lambda _: rng.uniform(-1, 1, (1, width)).astype(np.float32), None, ""
    return lambda _: np.zeros((1, width), np.float32), None, ""


@lru_cache(maxsize=8)
def _student(path: str, kept: str | None, changed: float) -> tuple[Plan, Any]:
    """A run's student; one that has been saved again since is loaded again."""
    return load_student(path, kept)
