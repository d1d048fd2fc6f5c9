"""The command line of the learner's benchmark."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.learning.common import Over
from benchmarks.learning.compositions import section_compositions
from benchmarks.learning.engine import CURRICULA, section_ablations, section_engine
from benchmarks.learning.gradual import section_gradual
from benchmarks.learning.hostile import section_hostile
from benchmarks.learning.peers import PEERS, section_peers
from benchmarks.learning.priors import section_ablation, section_composition
from benchmarks.learning.public import (
    section_accuracy,
    section_evaluation,
    section_rasa,
    section_second,
    section_walk,
)
from benchmarks.learning.variants import section_reworded, section_variants
from benchmarks.learning.worlds import Job, section_worlds
from benchmarks.worlds import FAMILIES, SPLITS

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
"""Sections on the public tasks and their variants: all of them take seeds, a mapping function and a learner's name."""
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
DRAWN = ("worlds", "compositions", "engine", "engine-ablations", "peers")
"""Sections on generated worlds."""


def seed_range(text: str) -> range:
    """``3-7`` or ``5``."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    made.add_argument(
        "sections", nargs="*", choices=[[], *SECTIONS, *DRAWN], help="what to measure (default: everything)"
    )
    made.add_argument("--runs", type=int, help="seeds per section")
    made.add_argument("--first-seed", type=int, default=100)
    made.add_argument("--workers", type=int, default=2)
    made.add_argument("--learner", action="append", help="default: gradual; may be given several times")
    made.add_argument("-o", "--output", type=Path, help="write the tables to this file")
    worlds = made.add_argument_group("generated worlds")
    worlds.add_argument("--family", action="append", choices=[*FAMILIES, *CURRICULA], help="default: all")
    worlds.add_argument("--seeds", type=seed_range, default=range(5), help="such as 0-9")
    worlds.add_argument("--split", choices=SPLITS, default="development")
    worlds.add_argument("--after", choices=["round1"], default="", help="what was learned before")
    worlds.add_argument("--tasks", action="store_true", help="a second table, task by task")
    worlds.add_argument("--json", type=Path, help="write the rows to this file")
    return made


def main() -> None:
    """Print every section's table with the command that made it."""
    chosen = parser().parse_args()
    texts = []
    with ProcessPoolExecutor(chosen.workers) as pool:
        over = partial(pool.map)
        for name in chosen.sections or [*SECTIONS, *DRAWN]:
            text = drawn(name, chosen, over) if name in DRAWN else public(name, chosen, over)
            print(text, flush=True)
            texts.append(text)
    if chosen.output:
        chosen.output.write_text("\n".join(texts))


def public(name: str, chosen: argparse.Namespace, over: Over) -> str:
    """A section on the public tasks, for one learner after the other."""
    runs = chosen.runs or USUAL_RUNS.get(name, 1)
    seeds = range(chosen.first_seed, chosen.first_seed + runs)
    command = f"python benchmarks/learner.py {name} --runs {runs} --first-seed {seeds[0]}"
    texts = []
    for who in _learners(chosen):
        named = f" --learner {who}" if chosen.learner else ""
        texts.append(f"{SECTIONS[name](seeds, over, who)}\n`{command}{named}`\n")
    return "\n".join(texts)


def _learners(chosen: argparse.Namespace) -> list[str]:
    return chosen.learner or ["gradual"]


def drawn(name: str, chosen: argparse.Namespace, over: Over) -> str:
    """A section on generated worlds."""
    families = tuple([name for name in FAMILIES if name in (chosen.family or FAMILIES)])
    learners = _learners(chosen)
    jobs = [
        Job(learner, seed, families, chosen.split, chosen.after)
        for learner in learners
        for seed in chosen.seeds
    ]
    if name == "compositions":
        text, rows = section_compositions(chosen.seeds, over, learners[0], chosen.split)
    elif name == "engine-ablations":
        text, rows = section_ablations(chosen.seeds, over, families, chosen.split)
    elif name == "engine":
        wanted = chosen.family or ()
        text, rows = section_engine(chosen.seeds, over, wanted, chosen.split, each_task=chosen.tasks)
    elif name == "peers":
        text, rows = section_peers(chosen.seeds, over, chosen.learner or PEERS, chosen.split)
    else:
        text, rows = section_worlds(jobs, over, each_task=chosen.tasks)
    if chosen.json:
        save(chosen.json, rows)
    return f"{text}\n`{_command(name, chosen)}`\n"


def save(path: Path, rows: list[dict[str, Any]]) -> None:
    """Rows as one JSON list."""
    path.write_text(json.dumps(rows, indent=1) + "\n")


def _command(name: str, chosen: argparse.Namespace) -> str:
    parts = [f"python benchmarks/learner.py {name}"]
    parts += [f"--family {family}" for family in chosen.family or ()]
    parts += [f"--seeds {chosen.seeds[0]}-{chosen.seeds[-1]}"]
    parts += [f"--split {chosen.split}"] if chosen.split != SPLITS[0] else []
    parts += [f"--learner {learner}" for learner in chosen.learner or ()]
    parts += [f"--after {chosen.after}"] if chosen.after else []
    return " ".join(parts)
