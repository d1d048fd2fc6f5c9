"""Films: what a teacher chose over time, and how a trained student moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.bench import Campaign, Cell, analyse
from gradus.report.curriculum import Frame, animation
from gradus.school import Box, RunFolder, Ticket, UserError
from gradus.students import Episode, Once, Plan, load_student, policy_episode, recorded_test
from gradus.teachers import Dots, Ellipse, Rectangle, Shape
from gradus.tracks import Painter, save_film


def campaign_films(path: str | Path, folder: Path) -> list[Path]:
    """Per teacher, from its best run: what it chose and how its student moves on a test task."""
    made = []
    for cell in analyse(Campaign.open(path)).cells:
        best = max(cell.runs, key=lambda run: run.final)
        name = f"{cell.experiment}-{cell.level}-{cell.teacher}"
        if has_stretches(best.path):
            made.append(curriculum_film(best.path, folder / f"curriculum-{name}.gif"))
        made.append(policy_film(best.path, folder / f"policy-{name}.gif", _showpiece(cell)))
    return made


def _showpiece(cell: Cell) -> int:
    """The test task on which the best run earned most."""
    best = max(cell.runs, key=lambda run: run.final)
    return int(np.argmax(best.evaluations[-1].returns))


WIDTH, HEIGHT = 640, 400
"""Pixels of a film: large enough to see knees bend."""
FRAMES = 160
"""Most frames of a film: a long episode is shown faster, so that a page stays small and the end is seen."""
STILL = 12
"""How often the last frame is shown, which says how it ended."""


def policy_film(run: str | Path, output: Path, test: int = 0, every: int = 4) -> Path:
    """An episode of a run's last test, step for step as it was, to its end; one frame for ``every`` steps or more."""
    episode = last_test(run, test)
    every = max(every, -(-episode.steps // FRAMES))
    painter = Painter(WIDTH, HEIGHT, 30.0)

    def frames() -> Iterator[NDArray[np.uint8]]:
        for step, world in enumerate(episode.play()):
            if step % every == 0:
                yield painter.frame(world.lanes, 0)
        yield from [painter.frame(world.lanes, 0)] * STILL

    return save_film(frames(), output, fps=12)


def has_stretches(run: str | Path) -> bool:
    """Whether the teacher was looked at, and an episode had ended by then."""
    folder = RunFolder.read(run)
    looks = [row["episodes"] for row in folder.rows("previews.jsonl")]
    return max(looks, default=0) > 0


def last_test(run: str | Path, test: int) -> Episode:
    """What happened on a test task at the last evaluation; if its actions were not kept, what the student does now."""
    folder = RunFolder.read(run)
    plan, rows = Plan.from_json(folder.description["plan"]), list(folder.rows("evaluations.jsonl"))
    if not 0 <= test < len(plan.test_tasks):
        raise UserError(f"test must be from 0 to {len(plan.test_tasks) - 1}, not {test}.")
    if rows and "actions" in rows[-1]:
        return recorded_test(run, test)
    plan, student = load_student(run)
    return policy_episode(plan, student, Ticket(plan.test_tasks[test], plan.seed, 0, 0))


def curriculum_film(run: str | Path, output: Path) -> Path:
    """The tasks a teacher chose and what they brought, stretch by stretch, with its inner state after each."""
    folder = RunFolder.read(run)
    plan = Plan.from_json(folder.description["plan"])
    frames, space = curriculum_frames(folder, plan)
    output.parent.mkdir(parents=True, exist_ok=True)
    return animation(frames, space, output, plan.teacher.rsplit("-v", 1)[0])


def curriculum_frames(folder: RunFolder, plan: Plan) -> tuple[list[Frame], Box]:
    """One frame per preview, or of four stretches of a run too short for one.

    In a rugged space the teacher's shapes are in other coordinates and left out.
    """
    space: Box = plan.make_world(1, Once()).task_space
    outcomes, frames, begun = list(folder.outcomes()), list[Frame](), 0
    for row in list(folder.rows("previews.jsonl")) or _stretches(len(outcomes)):
        some, begun = outcomes[begun : row["episodes"]], row["episodes"]
        if some:
            tasks = np.array([space.reduce(outcome.ticket.task) for outcome in some])
            rewards = np.array([outcome.reward for outcome in some])
            shapes = () if plan.rugged else tuple(_shape(shape) for shape in row["shapes"])
            frames.append(Frame(row["episodes"], tasks, rewards, shapes))
    return frames, space


def _stretches(episodes: int) -> list[dict[str, Any]]:
    """Where a run without previews is divided; nothing is known of its teacher's inner state."""
    return [
        {"episodes": end, "shapes": []}
        for end in sorted({-(-episodes * n // 4) for n in (1, 2, 3, 4)})
        if end
    ]


def _shape(row: dict[str, Any]) -> Shape:
    """A shape of a teacher as the record keeps it."""
    if row["kind"] == "rectangle":
        return Rectangle(tuple(row["low"]), tuple(row["high"]), row["heat"])
    if row["kind"] == "ellipse":
        covariance = tuple(tuple(line) for line in row["covariance"])
        return Ellipse(tuple(row["mean"]), covariance, row["heat"])
    return Dots(tuple(tuple(point) for point in row["points"]), tuple(row["heats"]))
