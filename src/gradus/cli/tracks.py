"""``gradus tracks``: what there is to play on, and what it looks like."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from gradus import tracks
from gradus.cli.common import Json, print_json, print_table
from gradus.cli.completion import names_of
from gradus.cli.counts import counted
from gradus.school import UserError

app = typer.Typer(help="The Box2D tracks: bodies, task spaces, pictures.", no_args_is_help=True)


@app.command("list")
def list_tracks(as_json: Json = False) -> None:
    """The bodies and what they can do, the task spaces and the test sets."""
    rows = [_row(tracks.bodies.make(name)) for name in tracks.bodies.available()]
    spaces = {track: list(tracks.SPACES[track]) for track in tracks.SPACES}
    if as_json:
        print_json(
            {
                "tracks": tracks.available(),
                "bodies": rows,
                "spaces": spaces,
                "test_sets": list(tracks.TEST_SETS),
            }
        )
        return
    columns = ["name", "family", "parts", "motors", "hands", "torque"]
    print_table(f"{len(rows)} bodies", columns, [[row[key] for key in columns] for row in rows])
    for track, names in spaces.items():
        print(f"Task spaces of {track} (the first is the usual one): {', '.join(names)}.")
    print(f"Test sets: {', '.join(tracks.TEST_SETS)}.")


def _row(body: tracks.bodies.Body) -> dict[str, Any]:
    row = {"name": body.name, "family": body.family, "parts": len(body.parts)}
    return row | {"motors": body.motors, "hands": body.hands, "torque": body.torque}


@app.command()
def show(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="PNG for a picture; GIF or MP4 for a film.")
    ] = Path("track.png"),
    track: Annotated[str, typer.Option(help="stump or parkour; a test set knows its own.")] = "stump",
    body: Annotated[
        str,
        typer.Option(help="A body's name, or the path of a body table.", autocompletion=names_of("body")),
    ] = "old_classic_bipedal",
    task: Annotated[
        list[str] | None, typer.Option(help="Numbers separated by commas; may be repeated.")
    ] = None,
    test_set: Annotated[
        str | None, typer.Option(help="A test set instead of tasks: stump, walk, swim or climb.")
    ] = None,
    grid: Annotated[
        bool, typer.Option("--grid", help="A contact sheet: the whole track of every task.")
    ] = False,
    gallery: Annotated[bool, typer.Option("--bodies", help="A gallery of all bodies.")] = False,
    columns: Annotated[int, typer.Option(min=1, help="Columns of a contact sheet or gallery.")] = 2,
    steps: Annotated[int, counted(least=0, help="Steps to play before a picture, or to film.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of tasks, terrain and random actions.")] = 0,
) -> None:
    """Draw a track, many tracks, or all bodies; films play random actions."""
    from gradus.tracks import view

    if test_set is not None:
        track = "stump" if test_set == "stump" else "parkour"
    if gallery:
        view.save_picture(view.gallery(max(columns, 4)), output)
    elif grid:
        chosen = _tasks(track, task, test_set, seed)
        view.save_picture(view.contact_sheet(_track(track), chosen, columns, body=body), output)
    else:
        chosen = _tasks(track, task, test_set, seed)
        env = tracks.make(track, body=body, tickets=chosen, render_mode="rgb_array")
        film = output.suffix in (".gif", ".mp4")
        frames = _frames(env, steps or (200 if film else 0), seed, every=2 if film else 0)
        if film:
            view.save_film(frames, output, fps=25)
        else:
            view.save_picture(list(frames)[-1], output)
    print(f"Picture written to {output}.")


def _track(name: str) -> Any:
    tracks.TRACKS.get(name)
    return name


def _tasks(track: str, given: list[str] | None, test_set: str | None, seed: int) -> list[tuple[float, ...]]:
    if test_set is not None:
        return tracks.test_set(test_set)
    if given:
        return [_numbers(text) for text in given]
    rng = np.random.default_rng(seed)
    return [tracks.task_space(_track(track)).sample(rng) for _ in range(12)]


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError as error:
        raise UserError(f"--task must be numbers separated by commas, not {text!r}.") from error


def _frames(env: Any, steps: int, seed: int, every: int) -> Iterator[NDArray[np.uint8]]:
    """Frames of one episode with random actions that are held for a while; ``every=0`` gives only the last."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    if every:
        yield env.render()
    action = None
    for t in range(steps):
        if t % 8 == 0:
            action = rng.uniform(-1.0, 1.0, env.action_space.shape).astype(np.float32)
        over = any(env.step(action)[2:4])
        if every and t % every == 0:
            yield env.render()
        if over:
            break
    yield from [env.render()] * (25 if every else 1)  # the last says how it ended
