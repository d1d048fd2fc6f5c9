"""Keeps the page of worked examples in step with what the library computes: known values beside ours.

python tools/examples_page.py docs/worked-examples.md
"""

from __future__ import annotations

import sys
from pathlib import Path

from gradus.mechanics import (
    causal_states,
    channel,
    drive,
    drive_by,
    feedback_complexity,
    measure_env,
    measure_process,
    process,
    uniform,
)

KNOWN_PROCESSES: dict[str, tuple[str, float, float, float]] = {
    "coin-0.3": ("1 state; h = H(0.3)", 0.0, 0.881291, 0.0),
    "period-2": ("log2 of the period", 1.0, 0.0, 1.0),
    "period-3": ("log2 of the period", 1.584963, 0.0, 1.584963),
    "golden-mean": ("C = H(1/3), h = 2/3, E = C - h", 0.918296, 0.666667, 0.251629),
    "even": ("C = E = H(1/3), h = 2/3", 0.918296, 0.666667, 0.918296),
    "noisy-period-2": ("C = E = 1, h = 1/2", 1.0, 0.5, 1.0),
    "rrxor": ("5 states, C = E = 2.252, h = 2/3", 2.251629, 0.666667, 2.251629),
    "random-insertion": ("C = 1.522, E = 1.246; 4 states backwards", 1.521928, 0.6, 1.246439),
    "nemo": ("C = 3/2, h = 3/4", 1.5, 0.75, 0.581704),
    "noisy-copy": ("C = 1.406, E = 1.190", 1.405639, 0.709868, 1.190120),
}
"""What the literature says, in words and as C, h, E."""

KNOWN_CHANNELS: dict[str, tuple[float, float, float, float]] = {
    "delay-1": (1.0, 0.918296, 0.0, 1.0),
    "delay-2": (2.0, 1.584963, 0.0, 2.0),
    "feedforward-nor": (1.0, 0.918296, 0.0, 1.0),
    "feedback-nor": (0.918296, 0.918296, 0.0, 1.0),
    "toggle": (1.0, 1.0, 0.0, 1.0),
    "odd-not": (0.918296, 0.991076, 0.0, 1.0),
    "odd-random": (0.918296, 0.991076, 0.333333, 1.0),
    "trapdoor": (1.0, 0.918296, 0.5, 1.0),
    "z": (0.0, 0.0, 0.5, 0.0),
}
"""C_X under a fair coin and under the golden mean process, h(Y||X) under a fair coin, and C_mu."""

ENVIRONMENTS = {
    "FrozenLake-v1": "16 cells less 4 holes and the goal: 11",
    "CliffWalking-v1": "48 cells less 10 of cliff and the goal: 37",
}


def processes() -> str:
    """Known values of processes beside ours."""
    lines = ["| process | known | C | h | E | chi | states, backwards |", "|---|---|---|---|---|---|---|"]
    for name, (words, *_values) in KNOWN_PROCESSES.items():
        f = measure_process(process(name))
        values = (f.complexity, f.entropy_rate, f.excess_entropy, f.crypticity)
        cells = " | ".join(f"{abs(value):.6f}" for value in values)
        lines.append(f"| {name} | {words} | {cells} | {f.states}, {f.reverse_states} |")
    return "\n".join(lines)


def channels() -> str:
    """Known values of channels beside ours."""
    lines = ["| channel | states | C_X, coin (known) | C_X, golden mean (known) | h (known) | C_mu (known) |"]
    lines.append("|---|---|---|---|---|---|")
    for name, known in KNOWN_CHANNELS.items():
        cells = " | ".join(f"{o:.6f} ({k:g})" for o, k in zip(channel_values(name), known, strict=True))
        lines.append(f"| {name} | {len(causal_states(channel(name)))} | {cells} |")
    return "\n".join(lines)


def channel_values(name: str) -> tuple[float, float, float, float]:
    """C_X under a coin and under the golden mean process, h under a coin, C_mu."""
    machine = causal_states(channel(name))
    coin = drive(machine, uniform(machine))
    golden = drive_by(machine, process("golden-mean")).complexity
    return coin.complexity, golden, coin.entropy_rate, feedback_complexity(machine).low


def environments() -> str:
    """Environments whose states can be counted on a sheet of paper."""
    lines = [
        "| environment | counted by hand | states | C_0 | C_mu | C_X, uniform |",
        "|---|---|---|---|---|---|",
    ]
    for name, words in ENVIRONMENTS.items():
        m = measure_env(name)
        lines.append(
            f"| {name} | {words} | {m.states} | {m.c0:.4f} | {m.bracket.low:.4f} | {m.uniform:.4f} |"
        )
    return "\n".join(lines)


def refresh(text: str) -> str:
    """The page with its generated parts written anew."""
    for name, made in (("processes", processes), ("channels", channels), ("environments", environments)):
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        head, rest = text.split(begin, 1)
        text = f"{head}{begin}\n{made()}\n{end}{rest.split(end, 1)[1]}"
    return text


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(refresh(page.read_text(encoding="utf-8")), encoding="utf-8")
