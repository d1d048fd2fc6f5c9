"""Forgetting: after the whole walk, what does each earlier task cost the second time?

Definition 5 of the challenge's paper asks that the second time costs at most c times the first. Relearning from
nothing meets that for c = 1, so the share of the learning cost that is saved decides between kept and forgotten.
Learning cost is what the first time cost beyond instances like those that passed the task: so much it costs a learner
that knows the task, but not the secret that each instance may have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from gradus.exams import statistics
from gradus.exams.compare import is_trivial
from gradus.exams.exam import EXAMS, Exam, Runs
from gradus.exams.figures import RunFigures
from gradus.exams.plan import RunPlan
from gradus.exams.steps import count, run_rows, task_rows, totals
from gradus.school import UserError


@EXAMS.register("forgetting")
@dataclass(frozen=True)
class Forgetting(Exam):
    """Walk the curriculum, then take each task again from the memory at the end, and walk it all again."""

    protocol: ClassVar[str] = "forgetting"

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

    def table(self, done: Runs) -> dict[str, Any]:
        """Rows per task, each on its own and in the second walk, and a verdict for the whole."""
        walks = [done[f"first/{i}"] for i in range(self.runs)]
        alone = [self._row(task, walks, done, f"again/{task}") for task in self._passed(walks)]
        second = None
        if self.second_walk:
            second = [self._row(task, walks, done, "second") for task in self._passed(walks)]
        return {
            "forgetting": {"rows": alone, "whole": self._whole(alone)},
            "second_walk": {"rows": second, "whole": self._whole(second)} if second else None,
            "factor": self.factor,
            "tasks": task_rows(list(self.tasks.tasks), walks, self.level),
            "runs": run_rows(walks),
            "totals": totals(walks, self.level),
        }

    def _passed(self, walks: Sequence[RunFigures]) -> list[str]:
        return [
            task
            for task in self.tasks.tasks
            if any(task in walk.passed and not walk.failed for walk in walks)
        ]

    def _row(self, task: str, walks: Sequence[RunFigures], done: Runs, folder: str) -> dict[str, Any]:
        """The first and the second time of the runs that passed the task, pair by pair."""
        pairs = [
            (walk, done[f"{folder}/{i}"])
            for i, walk in enumerate(walks)
            if task in walk.passed and not walk.failed
        ]
        first = np.array([before.cost(task) for before, _ in pairs])
        again = np.array([np.nan_to_num(after.cost(task), nan=np.inf) for _, after in pairs])
        known = np.array([before.tasks[task].known for before, _ in pairs], dtype=float)
        ratios = np.array([statistics.ratio(b, a) for a, b in zip(first, again, strict=True)])
        saved = _saved(first, again, known)
        return {
            "task": task,
            "first": [count(x) for x in first],
            "again": [count(x) for x in again],
            "known": [count(x) for x in known],
            "ratio": statistics.spread(ratios, self.level).to_json(),
            "interval": statistics.median_interval(ratios, self.level).to_json(),
            "within": int((again <= self.factor * first).sum()),
            "of": len(pairs),
            "saved": saved,
            "verdict": self._verdict(first, again, known, saved),
        }

    def _verdict(self, first: Any, again: Any, known: Any, saved: float | None) -> str:
        error = (1 - self.level) / 2 + 1e-12
        if statistics.permutation_test(again, self.factor * first, self.seed, "greater").p <= error:
            return "worse"
        if saved is None:
            return "kept" if np.median(again) <= 1.5 * np.median(known) else "forgotten"
        return "kept" if saved >= 0.5 else "forgotten"

    def _whole(self, rows: Sequence[dict[str, Any]] | None) -> dict[str, Any]:
        verdicts = [row["verdict"] for row in rows or ()]
        within = sum(row["within"] for row in rows or ())
        pairs = sum(row["of"] for row in rows or ())
        return {
            "tasks": len(verdicts),
            "kept": verdicts.count("kept"),
            "forgotten": verdicts.count("forgotten"),
            "worse": verdicts.count("worse"),
            "within": statistics.share_interval(within, pairs, self.level).to_json() if pairs else None,
            "verdict": _overall(verdicts),
        }


def _saved(first: Any, again: Any, known: Any) -> float | None:
    """The share of the first learning cost that the second time saved; None: there was nothing to learn."""
    if is_trivial(first, known):
        return None
    cost, rest = float(np.median(first - known)), float(np.median(again - known))
    return max(0.0, 1 - max(rest, 0.0) / cost) if np.isfinite(rest) else 0.0


def _overall(verdicts: Sequence[str]) -> str:
    if not verdicts:
        return "nothing was learned"
    if all(verdict == "kept" for verdict in verdicts):
        return "kept"
    lost = sum(verdict != "kept" for verdict in verdicts)
    return "forgotten" if lost > len(verdicts) / 2 else "partly kept"
