"""A campaign folder with made-up evaluations, for tests of analysis and pictures."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from gradus.bench import Campaign, Choice, Job, distinct, load, unfold


def made_campaign(folder: Path, suite: str, choice: Choice, means: dict[str, float]) -> Campaign:
    """Every run finished, with as many mastered tasks as ``means`` says, give or take a few."""
    campaign = Campaign(folder, unfold(load(suite), choice))
    campaign.describe(suite=suite, tier=choice.tier)
    for job in distinct(campaign.jobs):
        _write(folder / job.place, job, means[job.teacher])
    return campaign


def _write(path: Path, job: Job, mean: float) -> None:
    rng = np.random.default_rng(job.plan.seed)
    path.mkdir(parents=True)
    description = {"kind": "training", "plan": job.plan.to_json(), "records": ["evaluations.jsonl"]}
    (path / "run.json").write_text(json.dumps(description))
    lines, tasks = [], len(job.plan.test_tasks)
    for number, step in enumerate(
        range(job.plan.evaluate_every, job.plan.steps + 1, job.plan.evaluate_every), 1
    ):
        share = (mean + rng.uniform(-2, 2)) * number * job.plan.evaluate_every / job.plan.steps
        returns = [300.0] * round(share) + [0.0] * (tasks - round(share))
        row = {"step": step, "episodes": 10 * number, "returns": returns, "lengths": [9] * tasks}
        lines.append(json.dumps(row))
    (path / "evaluations.jsonl").write_text("\n".join(lines) + "\n")
    (path / "checkpoint").mkdir()
    (path / "checkpoint" / "state.json").write_text(json.dumps({"state": {"finished": True}}))
