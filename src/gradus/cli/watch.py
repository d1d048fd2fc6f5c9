"""``gradus watch``: a trained policy on any task, as numbers, a film or a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from gradus import students, tracks
from gradus.cli import completion
from gradus.cli.common import Json, Seed, print_json, print_table
from gradus.school import RunFolder, Ticket, UserError, read_json
from gradus.tracks import Painter, save_film, save_picture

_LINES = 12
"""Lines of numbers that describe an episode in the terminal."""
_EVERY = 2
"""Steps per frame of a film: 25 frames a second show a walker well."""


def watch(
    run: Annotated[Path | None, typer.Argument(help="The folder of a training.")] = None,
    walker: Annotated[
        str | None,
        typer.Option(
            help="A shipped walker instead: its name or file; gradus list walkers.",
            autocompletion=completion.walkers,
        ),
    ] = None,
    policy: Annotated[
        str | None, typer.Option(help="Somebody without training instead: random or still.")
    ] = None,
    task: Annotated[
        str | None,
        typer.Option(help="The task, numbers with commas, such as 1.2,3; a walker has an easy one."),
    ] = None,
    track: Annotated[
        str | None,
        typer.Option(help="With --policy: stump or parkour.", autocompletion=completion.tracks),
    ] = None,
    body: Annotated[
        str | None, typer.Option(help="With --policy: the body.", autocompletion=completion.names_of("body"))
    ] = None,
    scene: Annotated[
        Path | None, typer.Option(help="A scene that was drawn and saved in the workshop of gradus web.")
    ] = None,
    checkpoint: Annotated[
        str | None, typer.Option(help="A kept checkpoint by its step; the newest state otherwise.")
    ] = None,
    nth: Annotated[int, typer.Option(help="Which instance of the task with this seed.", min=0)] = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A film (.mp4, .gif) or picture (.png).")
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Show what a trained student, a shipped walker or chance makes of a task, with its best actions."""
    if sum(given is not None for given in (run, walker, policy)) != 1:
        raise UserError("Name either the folder of a training or a --walker, or a --policy.")
    if policy is None and (track or body):
        raise UserError("--track and --body belong to --policy: a training and a walker have their own.")
    if scene is not None and (task or track or body or nth):
        raise UserError("A --scene says itself what track, body and task it has.")
    told = {"track": track, "body": body, "seed": seed, "nth": nth}
    drawn = tracks.Scene.from_json(read_json(scene) if scene else told)
    if policy:
        plan = students.Plan(drawn.track, drawn.body)
        actor: students.Policy = students.untrained(policy, drawn.body, drawn.ticket.seed)
        usual = tuple(tracks.task_space(drawn.track).low)
    else:
        plan, actor, usual = _of_walker(walker) if walker else _of_run(run, checkpoint)
    if scene is not None:
        plan, ticket = _in_scene(plan, drawn), drawn.ticket
    else:
        ticket = Ticket(usual if task is None else _numbers(task), seed, 0, nth)
    show_episode(students.policy_episode(plan, actor, ticket), output, as_json)


def _in_scene(plan: students.Plan, scene: tracks.Scene) -> students.Plan:
    """The plan of a policy, moved into a scene."""
    trained = plan.track.rsplit("-v", 1)[0]
    if trained != scene.track:
        raise UserError(f"This policy was trained on {trained}, the scene is on {scene.track}.")
    return replace(plan, track_options={**plan.track_options, **scene.options()})


Chosen = tuple[students.Plan, students.Policy, tuple[float, ...]]
"""Where a policy was trained, the policy, and a task for it when none is named."""


def _of_walker(name: str) -> Chosen:
    found = students.walker(name)
    return found.plan, found, tuple(found.about.get("task", found.plan.test_tasks[0]))


def _of_run(run: Path | None, checkpoint: str | None) -> Chosen:
    assert run is not None
    plan, student = students.load_student(run, None if checkpoint is None else _kept(run, checkpoint))
    return plan, student, plan.test_tasks[0]


def _kept(run: Path, step: str) -> str:
    """The kept checkpoint of that step."""
    names = RunFolder.read(run).kept()
    found = [name for name in names if name == step or name.split("-")[0] == step]
    if not found:
        known = ", ".join(name.split("-")[0] for name in names) or "none"
        raise UserError(f"The run in {run} keeps no checkpoint of step {step}; it keeps those of: {known}.")
    return found[0]


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise UserError(f"task must be numbers with commas such as 1.2,3, not {text!r}.") from None


def show_episode(episode: students.Episode, output: Path | None, as_json: bool) -> None:
    """Play an episode from its actions: numbers for people or programs, and a film or picture if wanted."""
    seen: list[tuple[int, float, float]] = []

    def watched() -> Iterator[Any]:
        for step, world in enumerate(episode.play()):
            x = world.lanes.batch.poses(0)[world.lanes.body.head][0]
            seen.append((step, float(x), float(world.lanes.returns[0])))
            yield world

    _draw(watched(), output)
    row = {"task": list(episode.ticket.task), "steps": episode.steps, "return": episode.total}
    row |= {"solved": episode.solved, "distance": seen[-1][1] - seen[0][1]}
    if as_json:
        print_json(row | {"x": [x for _, x, _ in seen], "output": str(output) if output else None})
        return
    places = np.unique(np.linspace(0, len(seen) - 1, _LINES).astype(int))
    lines = [[seen[i][0], f"{seen[i][1]:.3f}", f"{seen[i][2]:.2f}"] for i in places]
    task = ", ".join(f"{value:g}" for value in episode.ticket.task)
    solved = "mastered" if episode.solved else "not mastered"
    print_table(f"Task {task}: {episode.steps} steps, {solved}", ["step", "head at (m)", "return"], lines)
    if output:
        print(f"Written to {output}.")


def _draw(worlds: Iterable[Any], output: Path | None) -> None:
    """Go through an episode; with ``output`` as a film, or as a picture of its last moment."""
    painter = Painter(600, 400)
    if output is None:
        for _ in worlds:
            pass
    elif output.suffix == ".png":
        *_, last = worlds
        save_picture(painter.frame(last.lanes), output)
    else:
        save_film(_frames(worlds, painter), output, 50 // _EVERY)


def _frames(worlds: Iterable[Any], painter: Painter) -> Iterator[NDArray[np.uint8]]:
    """Every few steps a frame; the last, which says how it ended, is held for a second."""
    for step, world in enumerate(worlds):
        if step % _EVERY == 0:
            yield painter.frame(world.lanes)
    yield from [painter.frame(world.lanes)] * (50 // _EVERY)
