"""``gradus measure --env``, ``--regex`` and ``--data``: machines that are no tasks of ours."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import Any

from gradus import mechanics
from gradus.cli.common import print_json, print_table


def measure_outside(
    envs: list[str], patterns: list[str], data: Path | None, window: str | None, as_json: bool
) -> None:
    """Print what can be said of environments, expressions and recorded data."""
    measured = [mechanics.measure_env(name) for name in envs]
    written = [_written(pattern) for pattern in patterns]
    inferred = [_inferred(data, window)] if data else []
    if as_json:
        print_json([*(found.to_json() for found in measured), *written, *inferred])
        return
    if measured:
        _print_environments(measured)
    if written:
        _print_processes(written)
    for row in inferred:
        low, high = row["interval"]
        many = "s" if row["states"] > 1 else ""
        span = f"from {low:.4f} on" if high is None else f"{low:.4f} to {high:.4f} if these are all states"
        print(
            f"{row['task']}: {row['states']} state{many}, C_X {row['C_X']:.4f} bits "
            f"({row['level']:.0%} interval {span}), "
            f"{row['windows']} window{'s' if row['windows'] > 1 else ''}; "
            f"the rarest decision was seen {row['rarest']} times."
        )
        if row["doubt"]:
            print(f"States may be missing, which can only make C larger: {row['doubt']}.")


def _print_environments(measured: list[mechanics.Measured]) -> None:
    rows = []
    for m in measured:
        driven = "" if m.uniform is None else f"{m.uniform:.4f}"
        ends = [f"{end:.4f}" if isfinite(end) else "no end" for end in (m.c0, m.bracket.low, m.bracket.high)]
        rows.append([m.name, m.to_json()["states"], *ends, driven])
    columns = ["environment", "states", "C_0", "C_mu from", "to", "C_X, uniform actions"]
    print_table("Complexity in bits", columns, rows)
    print(
        "View: agent (observations, rewards, ends of episodes); inputs: any agent that sees them. Limits off."
    )
    for m in measured:
        if m.begins:
            print(f"{m.name}: every episode begins as after {m.begins}; other seeds begin otherwise.")


def _written(pattern: str) -> dict[str, Any]:
    """The measures of the process that writes texts of an expression."""
    machine = mechanics.machine_from_regex(pattern)
    found, whole = mechanics.measure_process(machine), mechanics.measure_machine(machine, pattern)
    return {
        **whole.to_json(),
        "entropy_rate": found.entropy_rate,
        "excess_entropy": found.excess_entropy,
        "crypticity": found.crypticity,
    }


def _print_processes(rows: list[dict[str, Any]]) -> None:
    keys = ("C_0", "uniform", "entropy_rate", "excess_entropy", "crypticity")
    cells = [[row["task"], row["states"], *(f"{row[key]:.4f}" for key in keys)] for row in rows]
    print_table("Processes, in bits", ["texts of", "states", "C_0", "C", "h", "E", "chi"], cells)
    print(
        "Each next letter, or the end of a complete text, equally likely; texts follow one another for ever."
    )


def _inferred(path: Path, window: str | None) -> dict[str, Any]:
    windows = mechanics.read_csv(path, window=window)
    found = mechanics.infer(windows)
    return {
        "task": path.name,
        "kind": "inferred",
        "states": len(found.machine),
        "C_X": found.complexity,
        "interval": [end if isfinite(end) else None for end in found.interval],
        "level": found.level,
        "windows": found.instances,
        "rarest": found.rarest,
        "doubt": found.doubt,
    }
