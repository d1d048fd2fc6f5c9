"""Gradual learning proper: does it help to have learned the parts?

Three arms learn the same interface. One is then taught primitives, one as many unrelated operations, and the third is
the first with its library taken away: no earlier program or table is a step of a later one, or makes it cheaper. All
of them meet the same compositions of the primitives, in the same words. What counts is what a learner needs beyond the
oracle: questions, and programs evaluated.

Where a composition is within reach of a search that knows no part of it, there is nothing to gain. So every primitive
takes two steps or something learned (`COMPOUND`, `LEARNED`), compositions are three-fold, and what a composition of two
plain operations does as well is none.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any
from zlib import crc32

from benchmarks.learning.common import Over, fresh, table
from benchmarks.learning.engine import STREAK, Lesson, Pupil, as_questions
from benchmarks.learning.worlds import Observer
from benchmarks.worlds import Content, Form, GeneratedWorld, WorldTask, floors
from benchmarks.worlds.compositions import Composed, asked, depth_three, genuine, same, then
from benchmarks.worlds.guard import shallow
from benchmarks.worlds.lexicon import Lexicon
from benchmarks.worlds.operations import LIST, PAIR, TEXT, Operation, all_operations
from benchmarks.worlds.simple_content import copy
from benchmarks.worlds.simple_content import table as told_table

from gradus.learners.gradual import GradualLearner
from gradus.learners.gradual.knowledge import KnowledgeSettings, settings_without
from gradus.school import Chooser, Sampler
from gradus.stream import Scrambler, StreamLearner

ARMS = ("primitives", "unrelated", "library taken away")
OFFLINE = 120
"""Questions per task without a dialogue."""

COMPOUND = (
    *("rotate", "rotate back", "swap ends", "mirror", "mirror backwards", "stutter", "inside", "first again"),
    *("from the third", "prefixed", "suffixed"),
)
"""Operations on words that take two steps or more in any plain language of words."""

LEARNED = ("ciphered", "sorted", "three letters dropped", "four letters replaced")
"""Operations on words that rest on something learned: a table, an order, a set of letters."""

TAKEN = ("library", "earlier tables", "costs")
"""What is switched off to take the library away at test time."""
KNOCKED_OUT = settings_without(TAKEN)
"""What a learner has whose library is taken away: rules, memories and habits, but no part for later programs."""

COMPOSED = 4
"""Compositions of a run."""


@dataclass(frozen=True)
class Lessons:
    """What one run teaches: the same dialogue throughout, so that only content differs."""

    interface: list[WorldTask]
    primitives: list[WorldTask]
    unrelated: list[WorldTask]
    compositions: list[WorldTask]


@dataclass
class Row:
    """One composition in one arm of one run."""

    seed: int
    arm: str
    task: str
    passed: bool
    questions: int
    """Beyond the oracle's; at the limit of steps, what was asked until then."""
    evaluations: int


def draw_lessons(seed: int, split: str) -> Lessons:
    """The lessons of a run."""
    pick = Sampler(seed, (crc32(b"gradual learning"), crc32(split.encode())))
    lexicon = Lexicon.draw(pick)
    names = iter(pick.shuffled(lexicon.names[:10] + lexicon.names[30:]))
    chosen, composed = _drawn(pick, lexicon)
    others = _unrelated(pick, lexicon, chosen)
    form = _form(pick, lexicon)

    def tasks(contents: Sequence[Content]) -> list[WorldTask]:
        return [WorldTask(content.name, content, replace(form, keyword=next(names))) for content in contents]

    return Lessons(
        tasks([copy(pick, lexicon), told_table(pick, lexicon)]),
        tasks([asked(operation, lexicon) for operation in chosen]),
        tasks([asked(operation, lexicon) for operation in others]),
        tasks([asked(operation, lexicon) for operation, _ in composed]),
    )


def _drawn(pick: Chooser, lexicon: Lexicon) -> tuple[list[Operation], Composed]:
    """Four primitives, one or two of them learned, and three-fold compositions of them."""
    while True:
        pool = {operation.name: operation for operation in all_operations(pick, lexicon)}
        learned = pick.between(1, 2)
        names = [*pick.sample(LEARNED, learned), *pick.sample(COMPOUND, 4 - learned)]
        chosen = [pool[name] for name in pick.shuffled(names)]
        composed = _composed(pick, lexicon, chosen, list(pool.values()))
        if len(composed) == COMPOSED and not any(shallow(asked(op, lexicon)) for op in chosen):
            return chosen, composed


def _composed(
    pick: Chooser, lexicon: Lexicon, chosen: Sequence[Operation], pool: Sequence[Operation]
) -> Composed:
    """Compositions that no operation and no two plain ones do as well, and that differ from each other."""
    texts = [op for op in pool if op.takes == op.gives == TEXT]
    plain = [op for op in texts if op.name not in (*COMPOUND, *LEARNED)]
    easy = [*pool, *[then(a, b) for a in plain for b in plain], *map(same, (TEXT, LIST, PAIR))]
    made: Composed = []
    for operation, parts in depth_three(pick, chosen):
        known = [*easy, *[other for other, _ in made]]
        if genuine(operation, known, lexicon) and not shallow(asked(operation, lexicon)):
            made.append((operation, parts))
        if len(made) == COMPOSED:
            break
    return made


def _form(pick: Chooser, lexicon: Lexicon) -> Form:
    """A dialogue like that of the public tasks, in the world's own signs and words."""
    right, wrong = pick.sample(lexicon.names[10:18], 2)
    ask, split, mark = (hand[0] for hand in lexicon.signs[1:4])
    return Form(ask, ask, split, key_mark=mark, openings=(f"{right} ", f"{wrong} "))


def _unrelated(pick: Chooser, lexicon: Lexicon, chosen: Sequence[Operation]) -> list[Operation]:
    """As many operations of other kinds, none of them trivial."""
    taken = {operation.name for operation in chosen}
    pool = pick.shuffled([op for op in all_operations(pick, lexicon) if op.name not in taken])
    good = (operation for operation in pool if not shallow(asked(operation, lexicon)))
    return [next(good) for _ in chosen]


def teach(
    tasks: Sequence[WorldTask], seed: int, stage: str, learner: StreamLearner
) -> tuple[GeneratedWorld, Observer]:
    """Walk the tasks in the alphabet of the run."""
    world = GeneratedWorld(f"{stage}-{seed}", tasks, {"seed": seed}, Scrambler.from_seed(seed))
    watch = Observer(world, learner)
    watch.play()
    return world, watch


def experienced(name: str, seed: int, memory: str, library: bool) -> StreamLearner:
    """A learner with that memory; without its library if so wished."""
    learner = fresh(name, seed)
    if not library and isinstance(learner, GradualLearner):
        learner = fresh(name, seed, without=TAKEN)
    learner.restore(json.loads(memory))
    return learner


def one_run(job: tuple[str, int, str]) -> list[Row]:
    """All arms of one seed."""
    name, seed, split = job
    lessons = draw_lessons(seed, split)
    learner = fresh(name, seed)
    teach(lessons.interface, seed, "interface", learner)
    interface = json.dumps(learner.state())
    rows: list[Row] = []
    memories: dict[str, str] = {}
    for arm in ARMS:
        if arm == ARMS[2]:
            learner = experienced(name, seed, memories[ARMS[0]], library=False)
        else:
            learner = experienced(name, seed, interface, library=True)
            teach(lessons.primitives if arm == ARMS[0] else lessons.unrelated, seed, arm, learner)
            memories[arm] = json.dumps(learner.state())
        rows += _examined(lessons.compositions, seed, arm, learner)
    return rows


def one_offline_run(job: tuple[str, int, str]) -> list[Row]:
    """The same with the engine alone: questions with their right answers, no dialogue."""
    _, seed, split = job
    lessons = draw_lessons(seed, split)
    pupil = Pupil(seed, KnowledgeSettings())
    _taught(pupil, lessons.interface, seed)
    interface = pupil.knowledge.state()
    rows: list[Row] = []
    for arm in ARMS:
        pupil = Pupil(seed, KnowledgeSettings())
        pupil.knowledge.restore(json.loads(json.dumps(interface)))
        _taught(pupil, lessons.unrelated if arm == ARMS[1] else lessons.primitives, seed)
        if arm == ARMS[2]:
            memory = pupil.knowledge.state()
            pupil = Pupil(seed, KNOCKED_OUT)
            pupil.knowledge.restore(memory)
        rows += _taught(pupil, lessons.compositions, seed, arm)
    return rows


def _taught(pupil: Pupil, tasks: Sequence[WorldTask], seed: int, arm: str = "") -> list[Row]:
    """A row per task; an oracle would need the streak and nothing else."""
    rows = []
    for task in tasks:
        lesson = Lesson(
            "compositions", task.name, OFFLINE, partial(as_questions, task, seed, OFFLINE, STREAK)
        )
        row = pupil.learn(lesson, seed)
        rows.append(Row(seed, arm, task.name, row.solved, row.asked - STREAK, row.evaluations))
    return rows


def _examined(tasks: Sequence[WorldTask], seed: int, arm: str, learner: StreamLearner) -> list[Row]:
    """Each composition asked of the learner, one after the other."""
    world, watch = teach(tasks, seed, "compositions", learner)
    floor = floors(GeneratedWorld(world.name, tasks, {"seed": seed}))
    return [
        Row(
            seed,
            arm,
            task.content.name,
            result.passed,
            max(0, result.questions - least.questions),
            watch.evaluations[number],
        )
        for number, (task, result, least) in enumerate(zip(tasks, world.results, floor, strict=True))
    ]


def paired_ratio(
    top: Sequence[float], bottom: Sequence[float], level: float = 0.9
) -> tuple[float, float, float]:
    """The typical ratio of pairs and its interval, by inverting Wilcoxon's signed-rank test on logarithms.

    With five pairs the interval reaches from the smallest to the largest ratio and holds at 93.75 per cent.
    """
    logs = [math.log(max(1.0, a) / max(1.0, b)) for a, b in zip(top, bottom, strict=True)]
    walsh = sorted((a + b) / 2 for a, b in combinations_with_replacement(logs, 2))
    skip = _tail(len(logs), (1 - level) / 2)
    low, high = (walsh[skip], walsh[-1 - skip]) if skip >= 0 else (-math.inf, math.inf)
    return math.exp(statistics.median(walsh)), math.exp(low), math.exp(high)


def _tail(n: int, share: float) -> int:
    """How many Walsh averages may be left out at each end; -1: not even the extremes hold at this level."""
    sums = [sum(rank for rank, up in enumerate(signs, 1) if up) for signs in product((0, 1), repeat=n)]
    skip = -1
    while sum(value <= skip + 1 for value in sums) / len(sums) <= share:
        skip += 1
    return skip


def section_compositions(
    seeds: Sequence[int], over: Over, learner: str = "gradual", split: str = "development"
) -> tuple[str, list[dict[str, Any]]]:
    """The table, and its rows as data."""
    run = one_offline_run if learner == "engine" else one_run
    rows = [row for found in over(run, [(learner, seed, split) for seed in seeds]) for row in found]
    lines = [_line(rows, arm) for arm in ARMS]
    title = f"Gradual learning proper: {len(seeds)} runs, four compositions each, {split} seeds, {learner}"
    columns = ["taught before", "passed", "questions above floor, per run", "evaluations, per run"]
    columns += ["questions against 'unrelated'", "evaluations against 'unrelated'"]
    return table(title, columns, lines), [asdict(row) for row in rows]


def _totals(rows: Sequence[Row], arm: str, name: str) -> list[float]:
    seeds = dict.fromkeys(row.seed for row in rows)
    return [sum(getattr(row, name) for row in rows if row.seed == seed and row.arm == arm) for seed in seeds]


def _line(rows: Sequence[Row], arm: str) -> list[str]:
    own = [row for row in rows if row.arm == arm]
    cells = [arm, f"{sum(row.passed for row in own)} of {len(own)}"]
    cells += [f"{statistics.median(_totals(rows, arm, name)):,.0f}" for name in ("questions", "evaluations")]
    for name in ("questions", "evaluations"):
        here, there = _totals(rows, arm, name), _totals(rows, ARMS[1], name)
        cells.append("-" if arm == ARMS[1] or not any(there) else _shown(*paired_ratio(here, there)))
    return cells


def _shown(middle: float, low: float, high: float) -> str:
    return f"{middle:.2f} [{low:.2f}, {high:.2f}]"
