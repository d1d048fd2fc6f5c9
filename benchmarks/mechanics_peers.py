"""The same data to other packages: how many states and which C they find, and in what time.

    python benchmarks/mechanics_peers.py [processes channels given] [--steps 10000] [--seeds 0 1 2]

``given`` compares what is computed of known laws instead of data. Packages that are not installed are left out with a
sentence. Times are processor seconds of one core.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from gradus.mechanics import (
    Machine,
    channel,
    drive,
    infer,
    measure_process,
    process,
    sample,
    uniform,
    windows_of,
)

Found = tuple[int, float]
"""States, and C in bits."""
EXAMPLES = ("golden-mean", "even", "random-insertion", "nemo", "rrxor")


def ours(outputs: Sequence[int]) -> Found:
    found = infer(windows_of(outputs))
    return len(found.machine), found.complexity


EMIC: dict[str, dict[str, int]] = {
    "CSSR": {"max_history": 5},
    "CSM": {"history_length": 5},
    "BSI": {"seed": 0},
    "NSD": {"seed": 0},
    "Spectral": {},
}
"""The methods of emic, with what has no default, or chance; all else is its default."""


def emic(method: str) -> Callable[[Sequence[int]], Found]:
    """A method of emic by name."""

    def ask(outputs: Sequence[int]) -> Found:
        from emic import inference
        from emic.analysis import analyze

        settings = getattr(inference, f"{method}Config")(**EMIC[method])
        found = analyze(getattr(inference, method)(settings).infer(list(outputs)).machine)
        return int(found.num_states), float(found.statistical_complexity)

    return ask


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
    **{f"emic {method}": emic(method) for method in EMIC},
    "AALpy Alergia": aalpy_alergia,
}


Pairs = Sequence[tuple[Any, Any]]
CHANNELS = ("delay-1", "feedback-nor", "odd-not", "odd-random", "trapdoor")


def our_channel(pairs: Pairs) -> Found:
    found = infer([tuple(pairs)])
    return len(found.machine), found.complexity


def aalpy_mealy(pairs: Pairs) -> Found:
    """Stochastic Mealy machines of AALpy, on windows of ten; it states no complexity."""
    from aalpy.learning_algs import run_Alergia

    listed = [(str(x), str(y)) for x, y in pairs]
    windows = [listed[at : at + 10] for at in range(0, len(listed), 10)]
    found: Any = run_Alergia(windows, automaton_type="smm", eps=0.05, print_info=False)
    return len(found.states), math.nan


CHANNEL_PEERS: dict[str, Callable[[Pairs], Found]] = {"gradus": our_channel, "AALpy Alergia": aalpy_mealy}
Ask = Callable[[Any], Found]


def compared(peers: dict[str, Ask], data: Sequence[Any], name: str, truth: str) -> None:
    """One line per package: states and C for every data set, mean time."""
    for package, ask in peers.items():
        states, values, start = [], [], time.process_time()
        try:
            for one in data:
                n, c = ask(one)
                states.append(str(n))
                values.append("-" if math.isnan(c) else f"{c:.3f}")
        except ImportError:
            print(f"| {name} | | {package} | not installed | | |")
            continue
        spent = (time.process_time() - start) / len(data)
        cells = (name, truth, package, " ".join(states), " ".join(values), f"{spent:.2f}")
        print(f"| {' | '.join(cells)} |", flush=True)


def of_processes(steps: int, seeds: Sequence[int]) -> None:
    """Machines from streams of outputs."""
    print("| process | truth | package | states | C | seconds |\n|---|---|---|---|---|---|")
    for name in EXAMPLES:
        truth = measure_process(process(name))
        data = [[int(str(y)) for _x, y in sample(process(name), steps, s)] for s in seeds]
        compared(PEERS, data, name, f"{truth.states}, {truth.complexity:.3f}")


def of_channels(steps: int, seeds: Sequence[int]) -> None:
    """Machines from streams of inputs, chosen by a fair coin, and outputs."""
    print("| channel | truth | package | states | C_X | seconds |\n|---|---|---|---|---|---|")
    for name in CHANNELS:
        machine = channel(name)
        truth = drive(machine, uniform(machine)).complexity
        data = [sample(machine, steps, s) for s in seeds]
        compared(CHANNEL_PEERS, data, name, f"{len(machine)}, {truth:.3f}")


LENGTH = 10
"""Symbols of the words whose distribution is given to dit."""


def words(machine: Machine, length: int = LENGTH) -> dict[str, float]:
    """The exact distribution of words of a process."""
    law = [float(p) for p in measure_process(machine).law]
    shares: dict[tuple[str, int], float] = {("", state): p for state, p in enumerate(law)}
    for _ in range(length):
        after: dict[tuple[str, int], float] = {}
        for (word, state), p in shares.items():
            for edge in machine.offers[state][0].edges:
                key = (f"{word}{edge.output}", edge.target)
                after[key] = after.get(key, 0.0) + p * float(edge.weight)
        shares = after
    found: dict[str, float] = {}
    for (word, _state), p in shares.items():
        found[word] = found.get(word, 0.0) + p
    return found


def with_dit(machine: Machine) -> tuple[float, float]:
    """Entropy rate and excess entropy of words of ten symbols, by dit: an upper and a lower bound."""
    import dit

    law = words(machine)
    joint = dit.Distribution(list(law), list(law.values()))
    whole, shorter = (float(dit.shannon.entropy(joint, list(range(n)))) for n in (LENGTH, LENGTH - 1))
    rate = whole - shorter
    return rate, whole - LENGTH * rate


def of_given_laws(_steps: int, _seeds: Sequence[int]) -> None:
    """Known laws: ours is exact, dit's is that of words of ten symbols."""
    try:
        with_dit(process("coin-0.5"))  # loads the package before anything is timed
    except ImportError:
        print("dit is not installed.")
        return
    print("| process | h | E | seconds | h by dit | E by dit | seconds |\n|---|---|---|---|---|---|---|")
    for name in EXAMPLES:
        start = time.process_time()
        ours = measure_process(process(name))
        middle = time.process_time()
        rate, excess = with_dit(process(name))
        end = time.process_time()
        cells = (ours.entropy_rate, ours.excess_entropy, middle - start, rate, excess, end - middle)
        print(f"| {name} | {' | '.join(f'{cell:.4f}' for cell in cells)} |", flush=True)


SECTIONS = {"processes": of_processes, "channels": of_channels, "given": of_given_laws}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], default=[])
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    arguments = parser.parse_args()
    for name in arguments.sections or SECTIONS:
        SECTIONS[name](arguments.steps, arguments.seeds)


if __name__ == "__main__":
    main()
