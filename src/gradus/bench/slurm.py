"""The same campaign as SLURM array jobs: written, submitted, and collected by giving the command again.

Every array lists its runs in ``slurm/array-N.json``, beside the script ``slurm/array-N.sh``, which can be looked at,
changed and submitted by hand. Task ``i`` makes or finishes run ``i`` and leaves why it could not in
``slurm/array-N-i.failed``. A task that was killed left its run's last checkpoint; the next submission goes on there.
SLURM's number of an array stands in ``slurm/array-N.job``, so that runs it still holds are not submitted twice.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from gradus.bench.campaign import THREADS, Campaign, Failure, attempt
from gradus.bench.jobs import Job
from gradus.school import UserError, read_json, write_json

TASKS = 1000
"""Runs in one array; clusters limit its length."""
TASK = "import sys; from gradus.bench.slurm import main; sys.exit(main(sys.argv[1:]))"
"""What a task of an array executes."""


def write_arrays(campaign: Campaign, options: Sequence[str] = (), held: Collection[str] = ()) -> list[Path]:
    """Write array scripts for everything that is not finished and not held; gives the scripts."""
    folder = campaign.folder.resolve() / "slurm"
    folder.mkdir(parents=True, exist_ok=True)
    left = [job.to_json() for job in campaign.left() if job.place not in held]
    scripts = []
    for start in range(0, len(left), TASKS):
        script = _free(folder)
        jobs = left[start : start + TASKS]
        write_json(script.with_suffix(".json"), {"jobs": jobs, "modules": list(campaign.modules)})
        script.write_text(_script(script, len(jobs), options), encoding="utf-8")
        script.chmod(0o755)
        scripts.append(script)
    return scripts


def submit_arrays(scripts: Sequence[Path]) -> list[str]:
    """Hand scripts to SLURM; gives the numbers of its jobs."""
    sbatch = shutil.which("sbatch")
    if sbatch is None:
        raise UserError(
            f"There is no sbatch on this machine; submit {', '.join(map(str, scripts))} where there is."
        )
    numbers = []
    for script in scripts:
        done = subprocess.run(
            [sbatch, "--parsable", str(script)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[0]
            raise UserError(f"SLURM refused {script}: {said}")
        numbers.append(done.stdout.strip().split(";")[0])
        script.with_suffix(".job").write_text(numbers[-1], encoding="utf-8")
    return numbers


def held_runs(campaign: Campaign) -> dict[str, str]:
    """The unfinished runs that still wait or run in SLURM, by place: the number of their array there."""
    squeue = shutil.which("squeue")
    found: dict[str, str] = {}
    for path in sorted((campaign.folder / "slurm").glob("array-*.job")) if squeue else []:
        number = path.read_text(encoding="utf-8")
        words = [str(squeue), "--noheader", "--array", "--format=%K", "--jobs", number]
        said = subprocess.run(
            words, capture_output=True, text=True, check=False
        ).stdout  # forgotten ones: nothing
        rows = read_json(path.with_suffix(".json"))["jobs"]
        found |= {Job.from_json(rows[int(task)]).place: number for task in said.split()}
    return {job.place: found[job.place] for job in campaign.left() if job.place in found}


def array_failures(campaign: Campaign) -> list[Failure]:
    """Why runs could not be finished, as the tasks of all arrays left it; what is finished by now is left out."""
    found = {}
    for path in sorted((campaign.folder / "slurm").glob("array-*.failed")):
        place, reason = json.loads(path.read_text(encoding="utf-8"))
        found[place] = reason
    wanted = {job.place for job in campaign.left()}
    return [Failure(place, reason) for place, reason in found.items() if place in wanted]


def run_task(table: Path, index: int) -> str | None:
    """Make or finish one run of an array; gives the reason if that is impossible."""
    os.environ.update(THREADS)
    rows: dict[str, Any] = read_json(table)
    if not 0 <= index < len(rows["jobs"]):
        raise UserError(f"{table} lists {len(rows['jobs'])} runs; there is no run {index}.")
    job, folder = rows["jobs"][index], table.parent.parent
    failed = table.with_name(f"{table.stem}-{index}.failed")
    reason = attempt(job, str(folder), rows["modules"])
    if reason is None:
        failed.unlink(missing_ok=True)
    else:
        failed.write_text(json.dumps([Job.from_json(job).place, reason]), encoding="utf-8")
    return reason


def _free(folder: Path) -> Path:
    """The next script's name; created at once, so that two commands do not take the same."""
    number = 1
    while True:
        path = folder / f"array-{number}.sh"
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path


def _script(path: Path, tasks: int, options: Sequence[str]) -> str:
    given = "".join(f"#SBATCH {option}\n" for option in options)
    words = shlex.join([sys.executable, "-c", TASK, str(path.with_suffix(".json"))])
    exports = "".join(f"export {name}={value}\n" for name, value in THREADS.items())
    found = os.environ.get("PYTHONPATH")
    exports += f"export PYTHONPATH={shlex.quote(found)}\n" if found else ""
    return (
        "#!/bin/sh\n"
        f"#SBATCH --job-name=gradus-{path.stem}\n#SBATCH --array=0-{tasks - 1}\n"
        f"#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n#SBATCH --requeue\n"
        f"#SBATCH --output={path.with_suffix('')}-%a.log\n{given}"
        f"cd {shlex.quote(str(Path.cwd()))}\n{exports}"
        f'exec {words} "$SLURM_ARRAY_TASK_ID"\n'
    )


def main(arguments: Sequence[str]) -> int:
    """What one task of an array calls: the table and the number of the run."""
    try:
        reason = run_task(Path(arguments[0]), int(arguments[1]))
    except (UserError, ValueError, IndexError) as error:
        reason = str(error)
    if reason is not None:
        print(reason, file=sys.stderr)
    return int(reason is not None)
