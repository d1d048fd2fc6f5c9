"""``gradus demo``: the two-minute tour: teach, examine, report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gradus import exams, learners, report, stream
from gradus.cli.common import Seed, people, print_results, teaching_bar
from gradus.cli.exam import exam_bar, show_record
from gradus.cli.learner import show

LEARNER = "gradual"
EXAMINED = ("micro5.5", "micro6", "micro7.1", "micro10", "micro11", "micro12", "micro16", "micro20")
"""A short walk for the exam: three tasks that teach the interface, three commands, two tasks composed of commands."""
RUNS = 5
"""Runs of each kind: five against five can reach p = 0.004."""


def demo(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for what the tour makes.")] = Path(
        "gradus-demo"
    ),
    seed: Seed = 0,
) -> None:
    """Teach the gradual learner all 46 tasks in a secret alphabet, examine it, write a report."""
    folder = _unused(output)
    folder.mkdir(parents=True)
    people.print("[bold]1. Teach[/]: the whole public curriculum, every character replaced by a secret one.")
    _teach(folder / "lesson", seed)
    people.print("[bold]2. What it has learned[/], written in plain characters for us:")
    show(folder / "lesson")
    people.print("[bold]3. Examine[/]: does it learn faster because of what it learned before?")
    _examine(folder / "exam", seed)
    people.print("[bold]4. Report[/]")
    page = report.write(
        [folder / "lesson", folder / "exam"], folder / "report.html", title="The two-minute tour of Gradus"
    )
    print(f"Everything is in {folder}; open {page} in a browser, or try `gradus play`.")


def _unused(folder: Path) -> Path:
    """The folder itself, or the first of its name with a number that does not exist yet."""
    number, found = 1, folder
    while found.exists():
        number += 1
        found = folder.with_name(f"{folder.name}-{number}")
    return found


def _teach(folder: Path, seed: int) -> None:
    world = stream.World("round1", seed, scramble=True)
    lesson = learners.Lesson.create(folder, LEARNER, world, options=learners.seeded(LEARNER, seed))
    with teaching_bar(world) as tell:
        results = lesson.run(tell)
    print_results(results, as_json=False, folder=folder)


def _examine(folder: Path, seed: int) -> None:
    exam = exams.make(
        "graduality", learner=LEARNER, order=",".join(EXAMINED), runs=RUNS, seed=seed, task_steps=20_000
    )
    with exam_bar() as tell:
        record = exams.examine(exam, folder, workers=2, progress=tell)
    show_record(record, folder, as_json=False)
    print(conclusion(record.result.control.whole))


def conclusion(whole: exams.ComparedWhole) -> str:
    """What the exam has shown, or that it was too small to show it."""
    figures = f"{RUNS} runs against {RUNS}, p = {1.0 if whole.p_better is None else whole.p_better:.2g}"
    against = f"against learners that had met only the interface, {figures}"
    if whole.verdict == exams.graduality.BEYOND.better:
        return f"Shown: what it learned before makes later tasks cheaper, beyond good manners ({against})."
    return (
        f"Not shown: this exam is too small, or the effect is ({against}). "
        f"The whole exam takes some minutes: gradus exam graduality --learner {LEARNER} -o exam"
    )
