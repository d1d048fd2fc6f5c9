"""Do two versions of Gradus write the same records? Compares what the same commands leave behind, file by file.

python tools/unchanged.py OLD NEW     each a Python in whose environment a version is installed

Run before a change that only moves code, and after: every difference is printed, and has to be one that the changelog
names. Only what is promised is compared: outcomes, transcripts, evaluations, the tables of exams and the table of
mechanics, not clocks, descriptions or checkpoints, whose formats may grow.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

COMMANDS = {
    "memory": "teach --learner memory --max-steps 20000 --seed 3",
    "gradual": "teach --learner gradual --scramble --max-steps 4000 --seed 3",
    "random": "teach --learner random --curriculum blocks --max-steps 4000 --seed 3",
    "exam": "exam steps --learner memory --first 4 --runs 2 --task-steps 2000 --seed 3",
    "graduality": "exam graduality --learner memory --first 3 --runs 2 --task-steps 2000 --seed 3",
    "forgetting": "exam forgetting --learner memory --first 3 --runs 2 --task-steps 2000 --seed 3",
    "training": "train --teacher alp-gmm --steps 6k --evaluate-every 3k --seed 3",
}
PRINTED = {"mechanics": "measure micro1 micro3 micro5.1 micro9.1 micro13.1 mini1 mini3 --json"}
"""Commands that leave nothing but what they print."""
PROMISED = ("kind", "C_0", "C_mu", "view")
RECORDS = ("outcomes.jsonl", "transcript.bin", "evaluations.jsonl")


def records(folder: Path) -> dict[str, bytes]:
    """What a command left behind, as far as it is promised."""
    found = {
        str(path.relative_to(folder)): path.read_bytes() for name in RECORDS for path in folder.rglob(name)
    }
    for path in folder.rglob("table.json"):
        table = json.loads(path.read_text(encoding="utf-8"))["table"]
        found[str(path.relative_to(folder))] = json.dumps(table, sort_keys=True).encode()
    return found


def printed(text: str) -> dict[str, bytes]:
    """The promised entries of a printed table, by the task that a row is about; rows may grow by further ones."""
    rows = {row["task"]: {name: row[name] for name in PROMISED} for row in json.loads(text or "[]")}
    return {task: json.dumps(row, sort_keys=True).encode() for task, row in rows.items()}


def made_by(interpreter: str, name: str, folder: Path) -> tuple[dict[str, bytes], str]:
    """What a version makes of a command, and what it complains about."""
    target = folder / name
    words = PRINTED[name].split() if name in PRINTED else [*COMMANDS[name].split(), "-o", str(target)]
    ran = subprocess.run(
        [interpreter, "-m", "gradus", *words], capture_output=True, text=True, check=False, cwd=folder
    )
    if ran.returncode:
        return {}, f"{name}: {interpreter} says {ran.stderr.strip().splitlines()[-1]}"
    return printed(ran.stdout) if name in PRINTED else records(target), ""


def differences(python: tuple[str, str], folder: Path) -> Iterator[str]:
    """A line for every record that is not the same."""
    for name in (*COMMANDS, *PRINTED):
        made = []
        for number, interpreter in enumerate(python):
            (folder / str(number)).mkdir(exist_ok=True)
            found, complaint = made_by(interpreter, name, folder / str(number))
            made.append(found)
            if complaint:
                yield complaint
        before, after = made
        yield from (f"{name}: {path} is in one only" for path in sorted(set(before) ^ set(after)))
        shared = sorted(set(before) & set(after))
        yield from (f"{name}: {path} differs" for path in shared if before[path] != after[path])
        print(f"{name}: {sum(before[p] == after[p] for p in shared)} of {len(shared)} records are the same")


def main() -> None:
    """Compare and print."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        found = list(differences((sys.argv[1], sys.argv[2]), Path(folder)))
    print("\n".join(found) or "No difference.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
