"""What the gradual learner can do, measured.

Run: ``python benchmarks/learner.py [SECTION...] [--runs N] [--first-seed S] [--workers N] [-o TABLES.md]``.
Sections: walk, second, accuracy, gradual, rasa, evaluation, variants, reworded, hostile, ablation, composition; all of
them without names.
Every section prints a table and the command that made it; ``-o`` writes the tables to a file. A seed is that of the
world, of its scrambler and of the learner.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gradus.learners.gradual import PRIORS, GradualLearner
from gradus.school import Chooser
from gradus.stream import TASKS as TASK_CATALOGUE
from gradus.stream import Curriculum, Question, World, make, task
from learner_variants import OPERATIONS, UNSEEN, operation, reworded

ROUND1 = make("round1")
TASKS = list(ROUND1.tasks)
MINIS = [name for name in TASKS if name.startswith("mini")]
PATIENCE = 20_000
"""Steps after which a task counts as failed."""


@dataclass
class Walk:
    """A walk through some tasks."""

    passed: list[str]
    steps: dict[str, int]
    seconds: float
    learner: GradualLearner

    @property
    def total(self) -> int:
        """Steps of the whole walk."""
        return sum(self.steps.values())


def walk(curriculum: Curriculum, seed: int, learner: GradualLearner, patience: int = PATIENCE) -> Walk:
    """Teach a curriculum until it is finished or a task takes more than `patience` steps."""
    world = World(curriculum, seed=seed, scramble=True)
    byte, reward = world.step(None)
    steps = dict.fromkeys(curriculum.tasks, 0)
    passed: list[str] = []
    task, began = world.task, time.process_time()
    while not world.finished and steps[str(task)] < patience:
        byte, reward = world.step(learner.act(byte, reward))
        steps[str(task)] += 1
        if world.task != task:
            passed.append(str(task))
            task = world.task
    learner.act(byte, reward)
    return Walk(passed, steps, time.process_time() - began, learner)


def each_alone(
    curriculum: Curriculum, seed: int, learner: GradualLearner, patience: int = 10_000
) -> dict[str, int]:
    """Teach the tasks one after the other, leaving a task after `patience` steps; 0 steps mean not passed."""
    result = {}
    for name in curriculum.tasks:
        done = walk(curriculum.only(name), seed, learner, patience)
        result[name] = done.total if done.passed else 0
    return result


def endless(curriculum: Curriculum, name: str, **changes: Any) -> Curriculum:
    """One task that is never passed, for asking as many questions as one likes."""
    task = curriculum.tasks[name].with_(**changes) if changes else curriculum.tasks[name]
    return Curriculum("endless", {name: task}, "consecutive", {"success_threshold": 10**9})


def interval(values: list[float]) -> str:
    """Median with the 5th and 95th percentile."""
    ordered = sorted(values)
    low, high = ordered[int(0.05 * (len(ordered) - 1))], ordered[-1 - int(0.05 * (len(ordered) - 1))]
    return f"{statistics.median(ordered):.3g} [{low:.3g}, {high:.3g}]"


def table(title: str, columns: list[str], rows: Iterable[Iterable[Any]]) -> str:
    lines = [f"### {title}", "", "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


# ---- sections: each takes the seeds and a mapping function and returns a table


def one_walk(seed: int) -> tuple[Any, ...]:
    done = walk(ROUND1, seed, GradualLearner(seed))
    worst = max(done.steps, key=lambda name: done.steps[name])
    return seed, len(done.passed), done.total, worst, done.steps[worst], 1000 * done.seconds / done.total


def section_walk(seeds: range, over: Callable[..., Any]) -> str:
    rows = list(over(one_walk, seeds))
    totals = [row[2] for row in rows if row[1] == len(TASKS)]
    shown = [(*row[:3], f"{row[3]} ({row[4]:,})", f"{row[5]:.3f}") for row in rows]
    middle = f"{statistics.median(totals):,.0f}" if totals else "-"
    shown.append(("median", f"{len(totals)} of {len(rows)} complete", middle, "", ""))
    return table(
        "The 46 tasks, scrambled, full criterion",
        ["seed", "tasks passed", "steps", "longest task", "ms of CPU per step, world included"],
        shown,
    )


def questions(learner: GradualLearner, curriculum: Curriculum, seed: int, count: int) -> list[bool]:
    """Ask `count` questions of one task, each an instance of its own."""
    world = World(curriculum, seed=seed + 1000, scramble=World(ROUND1, seed=seed, scramble=True).scrambler)
    byte, reward = world.step(None)
    while len(world.outcomes) < count and world.steps < 400 * count:
        byte, reward = world.step(learner.act(byte, reward))
    return [outcome.solved for outcome in world.outcomes]


def one_accuracy(seed: int) -> dict[str, float]:
    """After passing each mini-task in turn, 200 further questions of it; the last 100 count."""
    learner = walk(
        ROUND1.only(*[name for name in TASKS if name not in MINIS]), seed, GradualLearner(seed)
    ).learner
    found = {}
    for name in MINIS:
        learner = walk(ROUND1.only(name), seed, learner).learner
        memory = json.loads(json.dumps(learner.state()))
        kinds: dict[str, dict[str, Any]] = {name: {}}
        if name == "mini0":
            kinds["mini0, fair lengths"] = {"fair": True}
        for label, changes in kinds.items():
            copy = GradualLearner(seed)
            copy.restore(memory)
            answers = questions(copy, endless(ROUND1, name, **changes), seed, 200)
            found[label] = sum(answers[-100:]) / 100
    return found


def section_accuracy(seeds: range, over: Callable[..., Any]) -> str:
    rows = list(over(one_accuracy, seeds))
    names = list(rows[0])
    shown = [
        (name, *(f"{row[name]:.0%}" for row in rows), f"{min(row[name] for row in rows):.0%}")
        for name in names
    ]
    return table(
        "Right answers in the last 100 of 200 further questions after passing",
        ["task", *(f"seed {seed}" for seed in seeds), "worst"],
        shown,
    )


def one_second(seed: int) -> tuple[int, int, int, int, int]:
    first = walk(ROUND1, seed, GradualLearner(seed))
    second = walk(ROUND1, seed, first.learner)
    return seed, len(first.passed), first.total, len(second.passed), second.total


def section_second(seeds: range, over: Callable[..., Any]) -> str:
    rows = [(*row, f"{row[4] / row[2]:.2f}") for row in over(one_second, seeds)]
    return table(
        "A second walk, nothing reset",
        ["seed", "first: passed", "steps", "second: passed", "steps", "ratio"],
        rows,
    )


def one_rasa(job: tuple[str, int]) -> tuple[str, int, int]:
    """Steps to pass one task from nothing (0: not passed) and the longest time without a judged answer."""
    name, seed = job
    world = World(ROUND1.only(name), seed=seed, scramble=True)
    learner = GradualLearner(seed)
    byte, reward = world.step(None)
    asked, last, gap = 0, 2000, 0
    while not world.finished and world.steps < PATIENCE:
        byte, reward = world.step(learner.act(byte, reward))
        judged = len(world.outcomes) * 10**6 + (world.dialogue.questions if world.dialogue else 0)
        if judged != asked:
            asked, last = judged, max(last, world.steps)
        gap = max(gap, world.steps - last)
    return name, world.steps if world.finished else 0, gap


def section_rasa(seeds: range, over: Callable[..., Any]) -> str:
    rows = list(over(one_rasa, [(name, seed) for name in TASKS for seed in seeds]))
    shown: list[tuple[Any, ...]] = []
    for name in TASKS:
        own = [row for row in rows if row[0] == name]
        shown.append((name, *(steps or "not passed" for _, steps, _ in own), max(gap for *_, gap in own)))
    passed = [sum(row[1] > 0 for row in rows[number :: len(seeds)]) for number in range(len(seeds))]
    shown.append(("passed of 46", *passed, max(row[2] for row in rows)))
    return table(
        "Every task from nothing, at most 20,000 steps",
        [
            "task",
            *(f"seed {seed}" for seed in seeds),
            "longest time without a judged answer after step 2,000",
        ],
        shown,
    )


SKILLS = TASKS[TASKS.index("micro6") : TASKS.index("micro20") + 1]


def floor(name: str, seed: int) -> int:
    """Steps of a learner that knows the task, on the same world."""
    from gradus.stream.sample import knowing

    world = World(ROUND1.only(name), seed=seed, scramble=False)
    world.step(None)
    dialogue, say = None, None
    while not world.finished:
        if world.dialogue is not dialogue:
            dialogue = world.dialogue
            assert dialogue is not None
            say = knowing(dialogue)
        assert say is not None
        world.step(say())
    return world.steps


TABLES = ("micro6", "micro14", "micro15")
"""Tasks whose answers follow from nothing: even a learner that knows the form must be told each of them."""


def rote_floor(name: str, seed: int) -> int:
    """Steps of a learner that knows everything about the task but the answers, and forgets none."""
    world = World(ROUND1.only(name), seed=seed, scramble=False)
    byte, _ = world.step(None)
    heard, told, plan = "", {}, b""
    while not world.finished:
        heard = (heard + chr(byte))[-80:]
        assert world.dialogue is not None
        right = bytes(world.dialogue.awaited())
        if right and not plan:
            question = heard.rpartition(";")[2]
            plan = right if told.get(question) == right else b"."
            told[question] = right
        said, plan = (plan[0], plan[1:]) if right else (ord(" "), b"")
        byte, _ = world.step(said)
    return world.steps


def one_gradual(seed: int) -> dict[str, tuple[int, int, int, int]]:
    """Per task: continuous, tabula rasa, interface-only control and floor."""
    continuous = walk(ROUND1, seed, GradualLearner(seed)).steps
    interface = ROUND1.only("micro5.5", "micro6", "micro7.1")
    trained = walk(interface, seed, GradualLearner(seed)).learner
    memory = json.loads(json.dumps(trained.state()))
    rows = {}
    for name in SKILLS:
        control = GradualLearner(seed)
        control.restore(memory)
        rows[name] = (
            continuous[name],
            walk(ROUND1.only(name), seed, GradualLearner(seed)).total,
            walk(ROUND1.only(name), seed, control).total,
            floor(name, seed),
        )
    return rows


def section_gradual(seeds: range, over: Callable[..., Any]) -> str:
    runs = list(over(one_gradual, seeds))
    rows = []
    pooled: list[float] = []
    for name in SKILLS:
        columns = list(zip(*(run[name] for run in runs), strict=True))
        ratios = [
            max(0, run[name][0] - run[name][3]) / max(1, other[name][2] - other[name][3])
            for run in runs
            for other in runs
        ]
        if TASKS.index(name) >= TASKS.index("micro10"):
            pooled += ratios
        rows.append((name, *(f"{statistics.median(column):,.0f}" for column in columns), interval(ratios)))
    sums = [
        sum(max(0, run[n][0] - run[n][3]) for n in SKILLS[SKILLS.index("micro10") :])
        / sum(max(1, other[n][2] - other[n][3]) for n in SKILLS[SKILLS.index("micro10") :])
        for run in runs
        for other in runs
    ]
    rows.append(("micro10 to micro20, steps above the floor pooled", "", "", "", "", interval(sums)))
    rows.append(("micro10 to micro20, ratios of single tasks pooled", "", "", "", "", interval(pooled)))
    for name in TABLES:
        told = statistics.median(rote_floor(name, seed) for seed in seeds)
        rows.append((f"{name}, floor when answers must be told", "", "", "", f"{told:,.0f}", ""))
    return table(
        "Gradual learning: median steps, and steps above the floor relative to the interface-only control",
        ["task", "continuous", "tabula rasa", "interface only", "floor", "ratio, median [5 %, 95 %]"],
        rows,
    )


def one_evaluation(seed: int) -> dict[str, int]:
    return each_alone(make("round1-eval"), seed, GradualLearner(seed))


def section_evaluation(seeds: range, over: Callable[..., Any]) -> str:
    runs = list(over(one_evaluation, seeds))
    rows = [(name, *(run[name] or "not passed" for run in runs)) for name in runs[0]]
    rows.append(("passed", *(sum(steps > 0 for steps in run.values()) for run in runs)))
    return table(
        "The evaluation curriculum, scrambled, at most 10,000 steps per task",
        ["task", *(f"seed {s}" for s in seeds)],
        rows,
    )


SEPARATORS = [("", ";"), (".", ";;"), ("::", ";"), ("=>", "|||"), ("???", "!!")]


@task("bench-successor")
def next_digit(pick: Chooser, *, digits: str = "0123456789abcdef") -> Question:
    """Say which hexadecimal digit follows."""
    place = pick.below(len(digits) - 1)
    return Question(f"after {digits[place]} comes what:", digits[place + 1])


@task("bench-sum")
def hexadecimal_sum(pick: Chooser, *, most: int = 256) -> Question:
    """Add two hexadecimal numbers."""
    left, right = pick.below(most), pick.below(most)
    return Question(f"add: {left:x} {right:x}", f"{left + right:x}")


@task("bench-mirror")
def mirror(pick: Chooser, *, letters: str = "abcdefgh") -> Question:
    """Say a word forwards and backwards."""
    word = "".join(pick.choice(letters) for _ in range(2 + pick.below(3)))
    return Question(f"mirror: {word}", word + word[::-1])


@task("bench-spaced-mirror")
def spaced_mirror(pick: Chooser, *, letters: str = "abcdefgh", glue: str = " ") -> Question:
    """Say a word forwards and backwards, letter by letter."""
    word = "".join(pick.choice(letters) for _ in range(2 + pick.below(3)))
    return Question(f"spaced: {word}", glue.join(word + word[::-1]))


def one_composition(job: tuple[str, int]) -> tuple[str, int, list[int]]:
    """Steps for a mapping, a simple operation and one that contains it; 0: not passed."""
    name, seed = job
    parts = {
        "micro6": ROUND1.tasks["micro6"],
        "simple": TASK_CATALOGUE.get("bench-mirror"),
        "composed": TASK_CATALOGUE.get("bench-spaced-mirror"),
    }
    learner = GradualLearner(seed, without=(name,) if name else ())
    alone = each_alone(Curriculum("composition", parts, "consecutive", {}), seed, learner)
    return name, seed, list(alone.values())


def section_composition(seeds: range, over: Callable[..., Any]) -> str:
    rows = [
        (seed, f"without {name}" if name else "complete", *(steps or "not passed" for steps in alone))
        for name, seed, alone in over(one_composition, [(n, s) for s in seeds for n in ("", "library")])
    ]
    return table(
        "A program inside a program: steps, each task at most 10,000",
        ["seed", "learner", "task 6", "a word forwards and backwards", "the same letter by letter"],
        rows,
    )


def variants() -> dict[str, Curriculum]:
    """Changed separators, keywords, reactions, order; hexadecimal addition after its order was taught."""
    tasks = ROUND1.tasks
    found: dict[str, Curriculum] = {}
    for asked, told in SEPARATORS:
        changed = {"a": tasks["micro5.3"].with_(input_separator=asked, separator=told)}
        found[f"digit mapping, separators {asked or 'none'!r} and {told!r}"] = Curriculum(
            "v", changed, "consecutive", {}
        )
    words = {
        "a": tasks["micro6"].with_(
            terminator="!", separator="||", keyword="find", reactions=("yes ", "not that but ")
        ),
        "b": tasks["micro7.2"].with_(
            terminator="!", separator="||", keyword="repeat", reactions=("fine ", "oh no ")
        ),
        "c": tasks["micro9.3"].with_(
            terminator="!", separator="||", by="using", reactions=("fine ", "oh no ")
        ),
        "d": tasks["micro11"].with_(
            terminator="!", separator="||", keyword="take", reactions=("fine ", "oh no ")
        ),
    }
    found["words: terminator '!', separator '||', other keywords and reactions"] = Curriculum(
        "v", words, "consecutive", {}
    )
    backwards = {name: tasks[name] for name in ("micro12", "micro11", "micro10", "micro7.1", "micro6")}
    found["order reversed: 12, 11, 10, 7.1, 6"] = Curriculum("v", backwards, "consecutive", {})
    order = {
        "a": tasks["micro6"],
        "b": TASK_CATALOGUE.get("bench-successor"),
        "c": TASK_CATALOGUE.get("bench-sum"),
    }
    found["hexadecimal addition after the order of its digits"] = Curriculum("v", order, "consecutive", {})
    return found


BASICS = ("micro5.5", "micro5.9", "micro6", "micro7.1", "micro7.2", "micro14")
"""What a beginner has learned before new operations are asked: the interface, saying words, an order."""


def copy_of(learner: GradualLearner, seed: int) -> GradualLearner:
    copy = GradualLearner(seed)
    copy.restore(json.loads(json.dumps(learner.state())))
    return copy


def prepared(seed: int, veteran: bool) -> GradualLearner:
    """A learner that knows the basics, or one that has walked the whole public curriculum."""
    learner = GradualLearner(seed)
    each_alone(ROUND1 if veteran else ROUND1.only(*BASICS), seed, learner, PATIENCE)
    return learner


def one_variant(job: tuple[int, bool]) -> tuple[int, bool, dict[str, int]]:
    """Steps (0: not passed) of all variants for one seed, without or with the public curriculum before."""
    seed, veteran = job
    known = prepared(seed, veteran)
    found = {}
    for name, curriculum in variants().items():
        learner = copy_of(known, seed) if veteran else GradualLearner(seed)
        done = walk(curriculum, seed, learner)
        found[name] = done.total if len(done.passed) == len(curriculum.tasks) else 0
    for name in OPERATIONS:
        found[f"operation: {name}"] = each_alone(operation(name), seed, copy_of(known, seed), 10_000)[name]
    return seed, veteran, found


def section_variants(seeds: range, over: Callable[..., Any]) -> str:
    runs = list(over(one_variant, [(seed, veteran) for veteran in (False, True) for seed in seeds]))
    rows = []
    for name in runs[0][2]:
        cells = []
        for veteran in (False, True):
            steps = [found[name] for _, walked, found in runs if walked == veteran]
            good = [count for count in steps if count]
            cells += [f"{len(good)} of {len(steps)}", f"{statistics.median(good):,.0f}" if good else "-"]
        unseen = name.removeprefix("operation: ") in UNSEEN
        rows.append((name.replace("|", r"\|") + " (unseen)" * unseen, *cells))
    return table(
        f"Variants: how many of {len(seeds)} seeds pass, and median steps",
        ["variant", "beginner: passed", "steps", "after the 46 tasks: passed", "steps"],
        rows,
    )


def one_reworded(job: tuple[int, bool]) -> tuple[int, bool, dict[str, int]]:
    seed, veteran = job
    learner = prepared(seed, True) if veteran else GradualLearner(seed)
    return seed, veteran, each_alone(reworded("round1", seed), seed, learner, PATIENCE)


def section_reworded(seeds: range, over: Callable[..., Any]) -> str:
    rows = []
    for seed, veteran, steps in over(one_reworded, [(seed, v) for seed in seeds for v in (False, True)]):
        failed = [name for name, count in steps.items() if not count]
        passed = len(steps) - len(failed)
        before = "the 46 tasks" if veteran else "nothing"
        rows.append(
            (seed, before, f"{passed} of {len(steps)}", f"{sum(steps.values()):,}", " ".join(failed) or "-")
        )
    return table(
        "The 46 tasks with other words, signs of one to three symbols, reactions and order",
        ["seed", "learned before", "passed", "steps in passed tasks", "not passed within 20,000 steps"],
        rows,
    )


def one_ablation(job: tuple[str, int]) -> tuple[str, int, int, int, float]:
    name, seed = job
    without = tuple(name.split(" and ")) if name else ()
    learner = GradualLearner(seed, without=without)
    alone = each_alone(ROUND1, seed, learner)
    truth = questions(learner, endless(ROUND1, "mini5"), seed, 200)
    return (
        name or "(nothing)",
        sum(steps > 0 for steps in alone.values()),
        sum(alone.values()),
        alone["micro20"],
        sum(truth[-100:]) / 100,
    )


def section_ablation(seeds: range, over: Callable[..., Any]) -> str:
    jobs = [(name, seed) for name in ("", *PRIORS, "hints and synonyms") for seed in list(seeds)[:2]]
    rows = [
        (name, PRIORS.get(name, ""), passed, f"{steps:,}", hinted or "not passed", f"{truth:.0%}")
        for name, passed, steps, hinted, truth in over(one_ablation, jobs)
    ]
    columns = ["without", "which is", "tasks passed", "steps in passed tasks", "task 20 (hints)"]
    return table(
        "Without a prior (each task at most 10,000 steps)", [*columns, "mini 5 right, last 100 of 200"], rows
    )


def hostile_streams(steps: int, seed: int) -> dict[str, Callable[[GradualLearner, int], tuple[int, int]]]:
    """What a world that teaches nothing may send: functions of the last answer and the step."""
    luck = random.Random(seed)
    text = b"say: abc. wrong! xyz.;"
    return {
        "random bytes, random rewards": lambda said, t: (luck.randrange(256), luck.choice((-1, 0, 1))),
        "constant reward": lambda said, t: (text[t % len(text)], 1),
        "never a reward": lambda said, t: (text[t % len(text)], 0),
        "all 256 bytes in turn": lambda said, t: (t % 256, -1 if t % 7 else 1),
        "contradictory feedback": lambda said, t: (
            luck.choice(text),
            luck.choice((-1, 1)) if t % 5 == 0 else 0,
        ),
    }


def one_hostile(job: tuple[str, int, int]) -> tuple[str, float, float, int, int]:
    name, steps, seed = job
    stream = hostile_streams(steps, seed)[name]
    learner = GradualLearner(seed)
    said, times = 0, []
    for t in range(steps):
        byte, reward = stream(said, t)  # type: ignore[arg-type]
        began = time.thread_time()
        said = learner.act(byte, reward)
        times.append(time.thread_time() - began)
    times.sort()
    size = len(json.dumps(learner.state()))
    slow = sum(duration > 0.02 for duration in times)
    return name, 1000 * sum(times) / steps, 1000 * times[int(0.999 * steps)], slow, size


def section_hostile(seeds: range, over: Callable[..., Any], steps: int = 100_000) -> str:
    rows = [
        (name, f"{mean:.3f}", f"{most:.2f}", slow, f"{size:,}")
        for name, mean, most, slow, size in over(
            one_hostile, [(n, steps, seeds[0]) for n in hostile_streams(1, 0)]
        )
    ]
    columns = [
        "stream",
        "ms per step",
        "99.9 % of steps below (ms)",
        "steps above 20 ms",
        "bytes of memory as JSON",
    ]
    return table(f"Hostile streams, {steps:,} steps", columns, rows)


SECTIONS: dict[str, Callable[..., str]] = {
    "walk": section_walk,
    "accuracy": section_accuracy,
    "second": section_second,
    "rasa": section_rasa,
    "gradual": section_gradual,
    "evaluation": section_evaluation,
    "variants": section_variants,
    "reworded": section_reworded,
    "ablation": section_ablation,
    "composition": section_composition,
    "hostile": section_hostile,
}
USUAL_RUNS = {
    "walk": 10,
    "accuracy": 3,
    "second": 3,
    "gradual": 5,
    "evaluation": 2,
    "variants": 3,
    "reworded": 6,
    "ablation": 2,
    "composition": 3,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "sections", nargs="*", choices=[[], *SECTIONS], help="what to measure (default: everything)"
    )
    parser.add_argument("--runs", type=int, help="seeds per section")
    parser.add_argument("--first-seed", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("-o", "--output", type=Path, help="write the tables to this file")
    chosen = parser.parse_args()
    texts = []
    with ProcessPoolExecutor(chosen.workers) as pool:
        for name in chosen.sections or SECTIONS:
            runs = chosen.runs or USUAL_RUNS.get(name, 1)
            seeds = range(chosen.first_seed, chosen.first_seed + runs)
            text = SECTIONS[name](seeds, partial(pool.map))
            text += f"\n`python benchmarks/learner.py {name} --runs {runs} --first-seed {seeds[0]}`\n"
            print(text, flush=True)
            texts.append(text)
    if chosen.output:
        chosen.output.write_text("\n".join(texts))


if __name__ == "__main__":
    main()
