"""Do short toy runs rank teachers as whole ones do?

    python benchmarks/ranks.py docs/teachers/toy-study.jsonl

Every teacher's first half of seeds is looked at early, the other half at the end, so that both are different runs.
For campaigns on the tracks there is `gradus bench ranks`.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from gradus.bench import rank_fidelity


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("study", type=Path, help="runs written by gradus bench toy -o")
    worlds = defaultdict(lambda: defaultdict(list))
    length = 0
    for line in parser.parse_args().study.read_text().splitlines():
        run = json.loads(line)
        worlds[run["variant"]][run["teacher"]].append(run["curve"])
        length = run["episodes"]
    for world, teachers in worlds.items():
        curves = {name: np.array(rows) for name, rows in teachers.items() if len(rows) > 1}
        points = len(next(iter(curves.values()))[0])
        for share in (1 / 6, 1 / 3, 1 / 2, 3 / 4):
            place = round(share * points) - 1
            early = {name: rows[: len(rows) // 2, place] for name, rows in curves.items()}
            last = {name: rows[len(rows) // 2 :, -1] for name, rows in curves.items()}
            tau = rank_fidelity(early, last)
            episodes = round((place + 1) / points * length)
            found = f"{tau.estimate:5.2f} [{tau.low:.2f}, {tau.high:.2f}]"
            print(f"{world:12} {tau.n} teachers, {episodes:5} of {length}: {found}")


if __name__ == "__main__":
    main()
