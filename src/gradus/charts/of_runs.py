"""Charts of runs while they run and afterwards: curves over steps.

A page that follows a run asks for them empty and fills the series in as the record grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gradus.charts.plot import GREY, Axis, Plot, Rule, Series

LATEST = 100
"""Episodes in a running mean."""


class Curve(NamedTuple):
    """A line over steps: of one run, or the mean of several with its band."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    look: int = 0
    mark: str = ""


def walk(
    tasks: Sequence[str], solved: Sequence[bool], steps: Sequence[int], streak: int
) -> tuple[list[int], list[int]]:
    """Steps and tasks passed wherever one more was: a task is passed by so many solved instances in a row.

    >>> walk(["a", "a", "b"], [True, True, True], [10, 10, 30], streak=2)
    ([0, 20, 50], [0, 1, 1])
    """
    in_a_row, done, at = dict[str, int](), set[str](), 0
    x, y = [0], [0]
    for task, well, took in zip(tasks, solved, steps, strict=True):
        at += took
        in_a_row[task] = in_a_row.get(task, 0) + 1 if well else 0
        if in_a_row[task] >= streak and task not in done:
            done.add(task)
            x.append(at)
            y.append(len(done))
    return ([*x, at], [*y, len(done)]) if at > x[-1] else (x, y)


def passed(x: Sequence[float], y: Sequence[float]) -> Plot:
    """Tasks of the stream passed over steps."""
    what = "tasks passed"
    return Plot(
        _steps(), Axis(what, "whole", 0.0), (Series("stairs", x, y, what),), says=f"{what} over steps"
    )


def returns(
    episodes: tuple[Sequence[float], Sequence[float]],
    mean: tuple[Sequence[float], Sequence[float]],
    tests: Curve | None,
    planned: int,
    mastered_above: float,
) -> Plot:
    """Returns of training episodes, their running mean and, where there are tests, the spread of theirs."""
    series = [
        Series("cloud", *episodes, "an episode", GREY),
        Series("line", *mean, f"mean of {LATEST}", GREY if tests else 0, "none"),
    ]
    if tests:
        series.append(Series("points", tests.x, tests.y, tests.name, 0, low=tests.low, high=tests.high))
    rules = (Rule("y", mastered_above, 1, dashed=True),)
    return Plot(_steps(planned), Axis("return"), series, rules, says="returns over steps")


def mastered(x: Sequence[float], y: Sequence[float], planned: int) -> Plot:
    """Test tasks mastered over steps, in percent."""
    what = "test tasks mastered (%)"
    return Plot(_steps(planned), Axis(what, low=-3, high=103), (Series("line", x, y, what, 1),), says=what)


def progress(x: Sequence[float], y: Sequence[float], planned: int) -> Plot:
    """The mean return of the latest hundred episodes minus that of the hundred before."""
    series = Series("line", x, y, "learning progress", 2, "none")
    return Plot(
        _steps(planned), Axis("gain in return"), (series,), (Rule("y", 0.0, GREY),), says="learning progress"
    )


def curves(
    lines: Sequence[Curve], what: str, high: float | None = None, *, stairs: bool = False, thin: bool = False
) -> Plot:
    """Curves side by side; with ``stairs`` a figure stays until it changes, and ``thin`` lines are single runs."""
    kind = "stairs" if stairs else "line"
    series = [
        Series(kind, line.x, line.y, line.name, line.look, line.mark, line.low, line.high, thin=thin)
        for line in lines
    ]
    says = f"{what} over steps, {len(lines)} curves"
    return Plot(_steps(), Axis(what, "whole" if stairs else "linear", 0.0, high), series, says=says)


def differences(
    rows: Sequence[tuple[str, Sequence[float], Sequence[str], Sequence[float]]], what: str
) -> Plot | None:
    """Pairs seed by seed: a name, the differences and what each is of, and their mean with its ends, if it has any."""
    if not rows:
        return None
    single = [
        (value, place, words)
        for place, row in enumerate(rows)
        for value, words in zip(*row[1:3], strict=True)
    ]
    x, y, text = (list(column) for column in zip(*single, strict=True))
    means = [row[3] for row in rows]
    low, middle, high = ([mean[i] for mean in means] for i in (1, 0, 2))
    places = list(range(len(rows)))
    series = (
        Series("points", x, y, "a seed", 1, "dot", text=text),
        Series("points", middle, places, "mean", 0, "diamond", low=low, high=high),
    )
    names = Axis(scale="rows", names=[row[0] for row in rows])
    return Plot(
        Axis(f"difference in {what}"),
        names,
        series,
        (Rule("x", 0.0, GREY),),
        says=f"paired differences in {what}",
        row=1.6,
    )


def _steps(planned: int = 0) -> Axis:
    return Axis("steps", "steps", 0.0, planned or None)
