"""The same data to other packages: how many states and which C they find, and in what time.

    python benchmarks/mechanics_peers.py [--steps 10000] [--seeds 0 1 2]

Packages that are not installed are left out with a sentence. Times are processor seconds of one core.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from gradus.mechanics import infer, measure_process, process, sample, windows_of

Found = tuple[int, float]
"""States, and C in bits."""
EXAMPLES = ("golden-mean", "even", "random-insertion", "nemo", "rrxor")


def ours(outputs: Sequence[int]) -> Found:
    found = infer(windows_of(outputs))
    return len(found.machine), found.complexity


def emic_cssr(outputs: Sequence[int]) -> Found:
    """Causal state splitting of emic, with its default significance and histories of up to five symbols."""
    from emic.analysis import analyze
    from emic.inference import CSSR, CSSRConfig

    machine = CSSR(CSSRConfig(max_history=5)).infer(list(outputs)).machine
    found = analyze(machine)
    return int(found.num_states), float(found.statistical_complexity)


def aalpy_alergia(outputs: Sequence[int]) -> Found:
    """State merging of AALpy on windows of ten, as a Markov chain; C of its stationary law."""
    import numpy as np
    from aalpy.learning_algs import run_Alergia

    windows = [["start", *map(str, outputs[at : at + 10])] for at in range(0, len(outputs), 10)]
    found: Any = run_Alergia(windows, automaton_type="mc", eps=0.05, print_info=False)
    number = {state.state_id: i for i, state in enumerate(found.states)}
    chain = np.zeros((len(number), len(number)))
    for state in found.states:
        for target, p in state.transitions:
            chain[number[state.state_id], number[target.state_id]] += p
    law = np.full(len(number), 1 / len(number))
    for _ in range(2000):
        law = 0.5 * law + 0.5 * (law @ chain)
        law /= law.sum()
    kept = law[law > 1e-6]
    return len(kept), float(-(kept * np.log2(kept)).sum())


PEERS: dict[str, Callable[[Sequence[int]], Found]] = {
    "gradus": ours,
    "emic CSSR": emic_cssr,
    "AALpy Alergia": aalpy_alergia,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    arguments = parser.parse_args()
    print("| process | truth | package | states | C | seconds |\n|---|---|---|---|---|---|")
    for name in EXAMPLES:
        truth = measure_process(process(name))
        data = [[int(str(y)) for _x, y in sample(process(name), arguments.steps, s)] for s in arguments.seeds]
        for package, ask in PEERS.items():
            states, values, start = [], [], time.process_time()
            try:
                for outputs in data:
                    n, c = ask(outputs)
                    states.append(str(n))
                    values.append("-" if math.isnan(c) else f"{c:.3f}")
            except ImportError:
                print(f"| {name} | | {package} | not installed | | |")
                continue
            spent = (time.process_time() - start) / len(data)
            print(
                f"| {name} | {truth.states}, {truth.complexity:.3f} | {package} | {' '.join(states)} | "
                f"{' '.join(values)} | {spent:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
