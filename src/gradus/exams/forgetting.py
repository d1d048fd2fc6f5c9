"""Forgetting: after the whole walk, what does each earlier task cost the second time?

Definition 5 of the challenge's paper asks that the second time costs at most c times the first. Relearning from
nothing meets that for c = 1, so the share of the learning cost that is saved decides between kept and forgotten.
Learning cost is what the first time cost beyond instances like those that passed the task: so much it costs a learner
that knows the task, but not the secret that each instance may have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from gradus.exams import statistics
from gradus.exams.compare import NOTHING, Words, error_of
from gradus.exams.exam import Exam, Runs
from gradus.exams.figures import RunFigures
from gradus.exams.intervals import Interval
from gradus.exams.judged import in_terms, judged_lines, ratio_chart
from gradus.exams.pairs import Pairs, share_saved, share_within
from gradus.exams.plan import RunPlan
from gradus.exams.results import Result
from gradus.exams.sections import Line, Section, Table, three, three_cells
from gradus.exams.steps import about_runs, count
from gradus.school import UserError


@dataclass(frozen=True, kw_only=True)
class TakenAgain:
    """One task's first and second time, over the runs that passed it."""

    task: str
    first: tuple[int | None, ...]
    """Steps, run by run; None: not passed."""
    again: tuple[int | None, ...]
    known: tuple[int | None, ...]
    """Steps that passing costs a run that knows the task."""
    ratio: Interval
    interval: Interval
    within: int
    """Runs that needed at most c times as much again."""
    of: int
    saved: float | None
    """The share of the learning cost that the second time saved; None: there was nothing to learn."""
    p_worse: float | None = None
    verdict: str


@dataclass(frozen=True, kw_only=True)
class AgainAsWhole:
    """Counts of verdicts, and what each run kept and saved over all tasks that it had to learn."""

    tasks: int
    nothing_to_learn: int = 0
    runs: int = 0
    level: float = 0.9
    correction: str = "none"
    kept: int
    forgotten: int
    worse: int
    within: Interval | None
    saved: Interval | None = None
    p_worse: float | None = None
    smallest_p: float = 1.0
    expected_false: float | None = None
    verdict: str


@dataclass(frozen=True)
class SecondTime:
    """All tasks against their first time."""

    rows: tuple[TakenAgain, ...]
    whole: AgainAsWhole


@dataclass(frozen=True, kw_only=True)
class ForgettingResult(Result):
    """Each task taken again on its own, and in a second walk."""

    forgetting: SecondTime
    second_walk: SecondTime | None
    factor: float
    """c of Definition 5."""


@dataclass(frozen=True)
class Forgetting(Exam[ForgettingResult]):
    """What each earlier task costs again after the whole walk."""

    protocol: ClassVar[str] = "forgetting"
    result_type: ClassVar[type[Result]] = ForgettingResult

    factor: float = 1.0
    """c of Definition 5: the second time may cost so many times the first."""
    second_walk: bool = True
    """Whether to walk the passed tasks a second time as a whole, beside each on its own."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.factor > 0:
            raise UserError(f"factor must be greater than 0, not {self.factor!r}.")

    def plan(self, done: Runs) -> list[RunPlan]:
        """The walks, then everything that begins with their memory; fresh draws, the same scrambler."""
        walks = [self.plan_run(f"first/{i}", self.tasks, self._walk_seed(i)) for i in range(self.runs)]
        planned = list(walks)
        for i, walk in enumerate(walks):
            passed = done[walk.name].passed if walk.name in done and not done[walk.name].failed else []
            planned += [self._again(task, i) for task in passed]
            if self.second_walk and passed:
                seed = self.seed_for("second walk", i)
                lessons = self.tasks.only(*passed)
                planned.append(
                    self.plan_run(f"second/{i}", lessons, seed, key=self._walk_seed(i), after=walk.name)
                )
        return planned

    def _walk_seed(self, number: int) -> int:
        return self.seed_for("first walk", number)

    def _again(self, task: str, number: int) -> RunPlan:
        return self.plan_run(
            f"again/{task}/{number}",
            self.tasks.only(task),
            self.seed_for("again " + task, number),
            key=self._walk_seed(number),
            after=f"first/{number}",
        )

    def result(self, done: Runs) -> ForgettingResult:
        """Rows per task, each on its own and in the second walk, and a verdict for the whole."""
        walks = [done[f"first/{i}"] for i in range(self.runs)]
        second = self._part(walks, done, "second") if self.second_walk else None
        return ForgettingResult(
            forgetting=self._part(walks, done, None),
            second_walk=second if second and second.rows else None,
            factor=self.factor,
            **about_runs(self.tasks.tasks, walks, self.level),
        )

    @classmethod
    def lines(cls, result: ForgettingResult) -> Iterator[Line]:
        """Each task on its own, and the second walk."""
        for title, part in (("forgetting", result.forgetting), ("second walk", result.second_walk)):
            if part:
                yield from judged_lines(title, part)

    @classmethod
    def sections(cls, result: ForgettingResult, who: str, settings: Mapping[str, Any]) -> Iterator[Section]:
        """Both with their pictures."""
        for title, part in (("Forgetting", result.forgetting), ("Second walk", result.second_walk)):
            if part:
                chart = ratio_chart(part, WORDS, "steps: second time / first time")
                shown = (_table(part, f"{title.lower()} of {who}"),)
                yield Section(f"{title} of {who}", _in_words(part, result.factor), chart, shown)

    @classmethod
    def verdict(cls, result: ForgettingResult) -> str | None:
        """The verdict on tasks taken again on their own."""
        return result.forgetting.whole.verdict

    def _part(self, walks: Sequence[RunFigures], done: Runs, folder: str | None) -> SecondTime:
        """All tasks against their second time, each on its own or in the folder of the second walk."""
        found = [self._pairs(task, walks, done, folder or f"again/{task}") for task in self.tasks.tasks]
        met = [pairs for pairs in found if pairs.first.size]
        return SecondTime(tuple(self._row(pairs) for pairs in met), self._whole(met))

    def _pairs(self, task: str, walks: Sequence[RunFigures], done: Runs, folder: str) -> Pairs:
        """The first and the second time of the runs that passed the task."""
        numbers = [i for i, walk in enumerate(walks) if task in walk.passed and not walk.failed]
        again = [done[f"{folder}/{i}"].cost(task) for i in numbers]
        return Pairs(
            task,
            np.array(numbers),
            np.array([walks[i].cost(task) for i in numbers]),
            np.nan_to_num(np.array(again), nan=np.inf),
            np.array([walks[i].tasks[task].known for i in numbers], dtype=float),
        )

    def _row(self, pairs: Pairs) -> TakenAgain:
        worse = pairs.test(self.factor)
        return TakenAgain(
            task=pairs.task,
            first=tuple(count(x) for x in pairs.first),
            again=tuple(count(x) for x in pairs.again),
            known=tuple(count(x) for x in pairs.known),
            ratio=statistics.spread(pairs.ratios, self.level),
            interval=statistics.paired_interval(pairs.ratios, self.level),
            within=int((pairs.again <= self.factor * pairs.first).sum()),
            of=pairs.first.size,
            saved=pairs.saved,
            p_worse=None if pairs.trivial else worse.p,
            verdict=self._verdict(pairs, worse.p),
        )

    def _verdict(self, pairs: Pairs, p_worse: float) -> str:
        if pairs.trivial:
            return NOTHING
        if p_worse <= error_of(self.level):
            return "worse"
        return "kept" if (pairs.saved or 0.0) >= 0.5 else "forgotten"

    def _whole(self, met: Sequence[Pairs]) -> AgainAsWhole:
        """Counts of verdicts, and what each run kept and saved over all tasks that it had to learn."""
        learned = [pairs for pairs in met if not pairs.trivial]
        verdicts = [self._verdict(pairs, pairs.test(self.factor).p) for pairs in learned]
        runs = sorted({int(run) for pairs in learned for run in pairs.runs})
        shares = [share_within(learned, run, self.factor) for run in runs]
        saved = [share_saved(learned, run) for run in runs]
        leaning = statistics.paired_test([0.5 - share for share in shares]) if shares else None
        return AgainAsWhole(
            tasks=len(verdicts),
            nothing_to_learn=len(met) - len(learned),
            runs=len(runs),
            level=self.level,
            kept=verdicts.count("kept"),
            forgotten=verdicts.count("forgotten"),
            worse=verdicts.count("worse"),
            within=statistics.share_over_runs(shares, self.level) if shares else None,
            saved=statistics.share_over_runs(saved, self.level) if saved else None,
            p_worse=leaning.p if leaning else None,
            smallest_p=0.5 ** len(runs),
            expected_false=sum(
                statistics.attained_paired_error(pairs.first.size, error_of(self.level)) for pairs in learned
            ),
            verdict=_overall(verdicts, bool(met)),
        )


WORDS = Words("kept", "worse", "forgotten")
"""How the verdicts are called."""


def _in_words(part: SecondTime, factor: float) -> str:
    whole = part.whole
    return (
        "What a task costs again after the whole walk. Definition 5 of the challenge's paper allows "
        f"{factor:g} times the first cost; relearning from nothing meets that too, so a task counts as kept only if "
        "at least half of the learning cost is saved: of what the first time cost beyond instances like those that "
        "passed it. Worse is tested with each run's two times as a pair; kept and forgotten describe the medians.\n"
        f"Of {whole.tasks} tasks {whole.kept} kept, "
        f"{whole.forgotten} forgotten, {whole.worse} worse: {whole.verdict}.\n"
        f"{_saved_in_words(whole)}{in_terms(part)}"
    )


def _saved_in_words(whole: AgainAsWhole) -> str:
    """What each run saved, with runs as the unit."""
    saved = whole.saved
    if not saved:
        return ""
    ends = saved.note or f"{whole.level:.0%} interval {saved.low:.0%} to {saved.high:.0%}"
    return f"A run saved {saved.estimate:.0%} of its learning cost on average ({ends}; n = {saved.n} runs).\n"


def _table(part: SecondTime, name: str) -> Table:
    """First and second time, task by task."""
    columns = ("task", *three("again / first"), *three("factor"), "within c times", "of", "saved", "p worse")
    rows = tuple(
        (
            row.task,
            *three_cells(row.ratio),
            *three_cells(row.interval),
            *(row.within, row.of, row.saved, row.p_worse, row.verdict),
        )
        for row in part.rows
    )
    return Table(name, (*columns, "verdict"), rows)


def _overall(verdicts: Sequence[str], met: bool) -> str:
    if not verdicts:
        return NOTHING if met else "nothing was learned"
    if all(verdict == "kept" for verdict in verdicts):
        return "kept"
    lost = sum(verdict != "kept" for verdict in verdicts)
    return "forgotten" if lost > len(verdicts) / 2 else "partly kept"
