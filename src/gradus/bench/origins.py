"""Where figures come from: versions, machines, settings."""

from __future__ import annotations

from typing import Any

from gradus.bench.campaign import Campaign, is_finished
from gradus.bench.machine import machine, machines
from gradus.school import RunFolder, read_json


def provenance(campaign: Campaign) -> dict[str, Any]:
    """Everything needed to say how a campaign's figures were made, JSON-able."""
    runs, seen, versions = [], list[Any](), list[Any]()
    for job in campaign.jobs:
        path = campaign.folder / job.place
        if not is_finished(path):
            continue
        for row in machines(path):
            if row not in seen:
                seen.append(row)
        made = RunFolder.read(path).description.get("versions")
        if made not in versions:
            versions.append(made)
        numbers = [seen.index(row) for row in machines(path)]
        runs.append({"place": job.place, "plan": job.plan.to_json(), "machines": numbers})
    described = read_json(campaign.folder / "bench.json")
    return {
        "suite": described.get("suite"),
        "tier": described.get("tier"),
        "versions": versions,
        "machines": seen,
        "runs": runs,
        "analysed_on": machine(),
    }
