"""Speed of the mechanics: minimising a large machine and certifying its C_mu, against the number of states.

The machines are those of micro-task 7.2 over growing word lists; the full list gives about 58,000 states. Times are
processor seconds of one core. Target: minimisation and a bracket at most 1e-6 wide within 60 s.

    python benchmarks/mechanics.py [--words 100 300 1000 2284] [--plot cost.svg] [--json cost.json]
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path

from gradus.mechanics import causal_states, feedback_complexity
from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.models.phrases import phrase_machine
from gradus.stream import TASKS
from gradus.stream.words import common_words


def measure(words: int) -> dict[str, float]:
    """Processor seconds for one word list."""
    machine = phrase_machine(measured_variant(TASKS.get("micro7.2").with_(words=common_words(words))))
    start = time.process_time()
    minimal = causal_states(machine)
    minimised = time.process_time()
    bracket = feedback_complexity(minimal, tolerance=1e-6)
    done = time.process_time()
    return {
        "words": words,
        "states": len(minimal),
        "minimise_s": round(minimised - start, 2),
        "bracket_s": round(done - minimised, 2),
        "width_bits": bracket.width,
        "C_mu": bracket.low,
        "most_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def plot(rows: list[dict[str, float]], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    states = [row["states"] for row in rows]
    for key, label in (("minimise_s", "minimise"), ("bracket_s", "certified bracket of C_mu")):
        axes.loglog(states, [max(row[key], 0.01) for row in rows], "o-", label=label)
    axes.set(
        xlabel="causal states", ylabel="processor seconds, one core", title="Cost against size (micro7.2)"
    )
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, nargs="+", default=[100, 300, 1000, 2284])
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    rows = []
    for words in arguments.words:
        rows.append(measure(words))
        print(rows[-1], flush=True)
    if arguments.plot:
        plot(rows, arguments.plot)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
