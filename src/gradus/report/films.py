"""Films: what a teacher chose over time, and how a trained student moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse, Rectangle
from numpy.typing import NDArray

from gradus.exams.benchmark.analysis import Cell, analyse
from gradus.exams.benchmark.campaign import Campaign
from gradus.school import Box, RunFolder, UserError
from gradus.students import Plan, load_student
from gradus.students.tickets import Once
from gradus.tracks.view.film import save_film
from gradus.tracks.view.painter import Painter

Frame = NDArray[np.uint8]


def campaign_films(path: str | Path, folder: Path) -> list[Path]:
    """Per teacher, from its best run: what it chose and how its student moves on a test task."""
    made = []
    for cell in analyse(Campaign.open(path)).cells:
        best = max(cell.runs, key=lambda run: run.final)
        name = f"{cell.experiment}-{cell.level}-{cell.teacher}"
        if _looks(best.path):
            made.append(curriculum_film(best.path, folder / f"curriculum-{name}.gif"))
        made.append(policy_film(best.path, folder / f"policy-{name}.gif", _showpiece(cell)))
    return made


def _showpiece(cell: Cell) -> int:
    """The test task on which the best run earned most."""
    best = max(cell.runs, key=lambda run: run.final)
    return int(np.argmax(best.evaluations[-1].returns))


def policy_film(run: str | Path, output: Path, test: int = 0, every: int = 4, longest: int = 1000) -> Path:
    """A test task of a run, played with the best actions; one frame for ``every`` steps."""
    plan, student = load_student(run)
    tasks = plan.test_tasks
    if not 0 <= test < len(tasks):
        raise UserError(f"test must be from 0 to {len(tasks) - 1}, not {test}.")
    source = Once()
    world = plan.make_world(1, source)
    source.load([tasks[test]], plan.seed, 0)
    painter = Painter(300, 200, 15.0)

    def frames() -> Iterator[Frame]:
        observations, _ = world.reset()
        for step in range(longest):
            if step % every == 0:
                yield painter.frame(world.lanes, 0)
            observations, _, terminated, truncated, _ = world.step(student.best(observations))
            if terminated[0] or truncated[0]:
                return

    return save_film(frames(), output, fps=max(1, 50 // every))


def _looks(run: Path) -> bool:
    """Whether a run has previews that can be drawn."""
    folder = RunFolder.read(run)
    plan = Plan.from_json(folder.description["plan"])
    return any(folder.rows("previews.jsonl")) and len(plan.make_world(1, Once()).task_space.free) == 2


def curriculum_film(run: str | Path, output: Path) -> Path:
    """The tasks a teacher would have chosen, look by look, with its inner state; needs two free dimensions."""
    folder = RunFolder.read(run)
    plan = Plan.from_json(folder.description["plan"])
    space: Box = plan.make_world(1, Once()).task_space
    rows = list(folder.rows("previews.jsonl"))
    if len(space.free) != 2 or not rows:
        raise UserError(f"The run in {run} has no previews of a task space with two free dimensions.")
    return save_film((_look(row, space, plan) for row in rows), output, fps=3)


def _look(row: dict[str, Any], space: Box, plan: Plan) -> Frame:
    figure = Figure(figsize=(4.0, 3.4), dpi=90, layout="constrained")
    axes = figure.add_subplot()
    if row["tasks"]:
        points = np.array(row["tasks"])[:, list(space.free)]
        axes.scatter(points[:, 0], points[:, 1], s=10, color="#0072B2", alpha=0.7, linewidths=0)
    for shape in [] if plan.rugged else row["shapes"]:  # in a rugged space shapes are in other coordinates
        _draw(axes, shape)
    low, high = space.free_low, space.free_high
    names = [space.names[i].replace("_", " ") for i in space.free]
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), xlabel=names[0], ylabel=names[1])
    axes.set_title(f"{plan.teacher.rsplit('-v', 1)[0]}, step {row['step']:,}", fontsize=9)
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()


def _draw(axes: Axes, shape: dict[str, Any]) -> None:
    """An ellipse at two standard deviations, a rectangle, or dots; the warmer the stronger."""
    strength = min(1.0, 0.3 + max(0.0, float(shape.get("heat", 0.0))))
    if shape["kind"] == "rectangle":
        (x, y), (right, top) = shape["low"], shape["high"]
        axes.add_patch(Rectangle((x, y), right - x, top - y, fill=False, color="#D55E00", alpha=strength))
    elif shape["kind"] == "ellipse":
        values, vectors = np.linalg.eigh(np.array(shape["covariance"]))
        width, height = 4 * np.sqrt(np.maximum(values, 0))
        angle = float(np.degrees(np.arctan2(vectors[1, 0], vectors[0, 0])))
        patch = Ellipse(
            tuple(shape["mean"]), width, height, angle=angle, fill=False, color="#D55E00", alpha=strength
        )
        axes.add_patch(patch)
    elif shape["points"]:
        points = np.array(shape["points"])
        axes.scatter(points[:, 0], points[:, 1], s=6, color="#D55E00", alpha=0.5, linewidths=0)
