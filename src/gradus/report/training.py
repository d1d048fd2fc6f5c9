"""The report of a single training: returns over steps, the tasks chosen, the test tasks mastered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from gradus import charts
from gradus.charts import Curve, Plot
from gradus.exams.statistics import share_interval
from gradus.report import curriculum
from gradus.report.charts import BAD, GOOD, GREY, drawn, figure
from gradus.report.films import curriculum_film, curriculum_frames, has_stretches, policy_film
from gradus.report.page import Film, PageSection, Tile
from gradus.report.tables import Table
from gradus.report.teachers_charts import WIDTH, mastered_map
from gradus.school import Outcome, RunFolder, UserError
from gradus.students import Evaluation, Plan, train_command
from gradus.teachers import TEACHERS, full_settings
from gradus.tracks import SUCCESS

LATEST = charts.LATEST
"""Episodes in the running mean, as the progress bar shows it."""
PICTURES = 4
"""Stretches of a training whose tasks are shown."""


def is_training(path: str | Path) -> bool:
    """Whether a folder holds a training of ``gradus train``."""
    folder = Path(path)
    return (folder / "run.json").is_file() and RunFolder.read(folder).description.get("kind") == "training"


def training_sections(path: str | Path) -> list[PageSection]:
    """The sections of a training's report."""
    folder = RunFolder.read(path)
    plan = Plan.from_json(folder.expect("training", "plan")["plan"])
    outcomes, tests = list(folder.outcomes()), _tests(folder)
    pair = f"{plan.student.partition('-v')[0]} taught by {plan.teacher.partition('-v')[0]}"
    name = f"{pair} ({Path(path).resolve().name})"
    made = [_overview(name, str(path), plan, outcomes, tests), *_film(name, path, plan, tests)]
    drawing = figure(returns(outcomes, tests, plan.steps))
    if drawing is not None:
        text = (
            f"Dots are training episodes, the grey line the mean of the latest {LATEST}. Marks are tests: the "
            f"median return, with the range from the lowest tenth to the highest. Above {SUCCESS:g} is mastered."
        )
        made.append(PageSection(f"Returns: {name}", text, drawing))
    if tests:
        made.append(
            PageSection(f"Returns of the last test: {name}", _counted(tests[-1]), drawn(mastery)(tests[-1]))
        )
    found = drawn(mastered_map)(plan, [tests[-1].returns]) if tests else None
    if found is not None:
        made.append(
            PageSection(
                f"Test tasks mastered: {name}", "Returns at the last test, with the best actions.", found
            )
        )
    return made + _chosen(name, folder, plan)


def _tests(folder: RunFolder) -> list[Evaluation]:
    try:
        return [Evaluation.from_json(row) for row in folder.rows("evaluations.jsonl")]
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"{folder.path / 'evaluations.jsonl'} is damaged: {error}.") from error


def training_films(path: str | Path, folder: Path) -> None:
    """What the teacher chose over time, and the student on the test task on which it earned most."""
    rows = list(RunFolder.read(path).rows("evaluations.jsonl"))
    name = Path(path).name
    if has_stretches(path):
        curriculum_film(path, folder / f"curriculum-{name}.gif")
    if rows:
        policy_film(path, folder / f"policy-{name}.gif", int(np.argmax(rows[-1]["returns"])))


def _film(name: str, path: str | Path, plan: Plan, tests: Sequence[Evaluation]) -> list[PageSection]:
    """The student on the test task on which it earned most, inside the page."""
    if not tests:
        return []
    best = int(np.argmax(tests[-1].returns))
    with TemporaryDirectory() as folder:
        film = policy_film(path, Path(folder) / "film.webp", best).read_bytes()
    task = ", ".join(f"{value:.3g}" for value in plan.test_tasks[best])
    text = (
        f"The last test, step for step as it was, on task {best} ({task}), on which the student earned most."
    )
    caption = f"{plan.body} on test task {best}: return {tests[-1].returns[best]:.0f}"
    return [PageSection(f"Film: {name}", text, films=(Film(film, caption),))]


def _counted(test: Evaluation) -> str:
    mastered = sum(value > SUCCESS for value in test.returns)
    return (
        f"{mastered} of {len(test.returns)} test tasks are mastered after {test.step:,} steps: their return is above "
        f"{SUCCESS:g}. Figures above the bars count tasks."
    )


def mastery(test: Evaluation) -> Figure:
    """How many test tasks brought which return, and which of them are mastered."""
    figure = Figure(figsize=(WIDTH, 2.8), layout="constrained")
    axes = figure.add_subplot()
    values = np.asarray(test.returns)
    low = min(-100.0, float(np.floor(values.min() / 50) * 50))
    edges = np.concatenate(
        [np.arange(low, SUCCESS, 50.0), [SUCCESS], [max(SUCCESS + 50.0, float(values.max()))]]
    )
    counts, _ = np.histogram(values, edges)
    places = (edges[:-1] + edges[1:]) / 2
    colours = [GOOD if place > SUCCESS else GREY for place in places]
    bars = axes.bar(places, counts, np.diff(edges) * 0.92, color=colours)
    axes.bar_label(bars, [str(count) if count else "" for count in counts], fontsize=8)
    axes.axvline(SUCCESS, color=BAD, linewidth=0.8, linestyle="--")
    axes.set(xlabel="return", ylabel="test tasks")
    axes.grid(visible=False, axis="x")
    return figure


def _overview(
    name: str, path: str, plan: Plan, outcomes: Sequence[Outcome], tests: Sequence[Evaluation]
) -> PageSection:
    lines = [
        f"{name}: {plan.body} on {plan.track}, seed {plan.seed}, {plan.steps:,} steps planned, "
        f"{len(outcomes):,} episodes."
    ]
    if tests:
        n = len(tests[-1].returns)
        share = share_interval(sum(value > SUCCESS for value in tests[-1].returns), n)
        lines.append(
            f"After {tests[-1].step:,} steps {100 * share.estimate:.0f} % of {n} test tasks are mastered (90 % "
            f"interval of Wilson over tasks: {100 * share.low:.0f} to {100 * share.high:.0f} %; one run says "
            "nothing about other seeds)."
        )
    columns = ("step", "episodes", "mastered %", "mean return", "lowest", "highest")
    rows = [
        (t.step, t.episodes, t.mastered, float(np.mean(t.returns)), min(t.returns), max(t.returns))
        for t in tests
    ]
    teacher = full_settings(TEACHERS.get(plan.teacher), plan.teacher_settings)
    settings = [
        (key, json.dumps(value)) for key, value in (plan.to_json() | {"teacher_settings": teacher}).items()
    ]
    tables = (
        Table(f"tests {Path(path).name}", columns, tuple(rows)),
        Table(f"plan {Path(path).name}", ("setting", "value"), tuple(settings)),
    )
    command = (train_command(plan, path),)
    tiles = [
        Tile(f"{sum(o.steps for o in outcomes):,}", "steps in finished episodes"),
        Tile(f"{len(outcomes):,}", "episodes"),
    ]
    if tests:
        tiles.insert(
            0, Tile(f"{tests[-1].mastered:.0f} %", f"of {len(tests[-1].returns)} test tasks mastered, 1 run")
        )
        tiles.append(Tile(f"{float(np.median(tests[-1].returns)):.0f}", "median return of the last test"))
    return PageSection(f"Training: {name}", "\n".join(lines), None, tables, command, tuple(tiles))


def ends(outcomes: Sequence[Outcome], tests: Sequence[Evaluation]) -> NDArray[np.float64]:
    """The training's step at which each episode ended.

    Episodes run side by side, so their lengths add up to less than the steps made: those still open are not in the
    record. Tests say how many episodes had ended at which step; between two tests episodes are spread evenly.
    """
    steps = np.cumsum([outcome.steps for outcome in outcomes]).astype(float)
    known = [test for test in tests if 0 < test.episodes <= len(outcomes)]
    if not known:
        return steps
    episodes, at = [0, *(t.episodes for t in known)], [0, *(t.step for t in known)]
    numbers = np.arange(1, len(outcomes) + 1)
    later = numbers > episodes[-1]
    found = np.interp(numbers, episodes, at)
    found[later] = at[-1] + steps[later] - steps[episodes[-1] - 1]
    return found


def returns(outcomes: Sequence[Outcome], tests: Sequence[Evaluation], planned: int = 0) -> Plot | None:
    """Returns of training episodes and of tests over steps, on one axis."""
    if not outcomes and not tests:
        return None
    steps, rewards = ends(outcomes, tests), np.array([outcome.reward for outcome in outcomes])
    spread = None
    if tests:
        low, middle, high = np.quantile([test.returns for test in tests], (0.1, 0.5, 0.9), axis=1).tolist()
        spread = Curve("tests", [test.step for test in tests], middle, low, high)
    mean = _running_mean(rewards)
    return charts.returns(_thinned(steps, rewards), _thinned(steps, mean), spread, planned, SUCCESS)


def _running_mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of the latest values up to each; fewer at the beginning."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    ends = np.arange(1, len(values) + 1)
    starts = np.maximum(0, ends - LATEST)
    mean: NDArray[np.float64] = (sums[ends] - sums[starts]) / (ends - starts)
    return mean


def _thinned(
    x: NDArray[np.float64], y: NDArray[np.float64], most: int = 2000
) -> tuple[list[float], list[float]]:
    """At most so many points, evenly spread, so that a page of a long run stays small."""
    if not len(x):
        return [], []
    places = np.unique(np.linspace(0, len(x) - 1, min(most, len(x))).astype(int))
    return x[places].tolist(), y[places].tolist()


def _chosen(name: str, folder: RunFolder, plan: Plan) -> list[PageSection]:
    frames, space = curriculum_frames(folder, plan)
    if not frames or not 1 <= len(space.free) <= 2:
        return []
    some = [frames[i] for i in np.unique(np.linspace(0, len(frames) - 1, PICTURES).astype(int))]
    drawing = drawn(curriculum.figure)(some, space, columns=2)
    text = (
        "Dots are the tasks of a stretch of episodes, coloured by return from purple (low) to yellow (high); shapes "
        "are the teacher's inner state, where it was recorded."
    )
    return [PageSection(f"Tasks chosen: {name}", text, drawing)]
