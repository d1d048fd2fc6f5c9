"""Steps per second of the tracks, as ratios to Gymnasium's BipedalWalker and to EnvPool, in one interleaved run.

The peers are installed by this script into an environment of their own (``--peers``, default ``build/peers``). Every
contestant runs in its own process; rounds go around all of them, so that a busy machine slows all alike. Figures are
medians over rounds of CPU time per step, random actions, resets included. ``floor`` is the time inside
the engine, measured in the same steps. Two threads are compared with one by wall-clock time over identical
steps, of which the fastest repeats count; that needs two cores which are free at least now and then. What the machine
itself can give is measured beside it: two processes of one thread each at once, against one alone.

    python benchmarks/tracks.py [--rounds 7] [--seconds 1.0] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

WORKER = Path(__file__).with_name("tracks_worker.py")
PEERS = ("numpy", "gymnasium", "box2d==2.3.10", "pygame", "envpool")
OURS = {  # contestant: (track, body, wanted ratio to Gymnasium)
    "stump bipedal": ("stump", "old_classic_bipedal", 12.0),
    "stump spider": ("stump", "spider", 5.5),
    "stump millipede": ("stump", "millipede", 4.0),
    "parkour bipedal": ("parkour", "old_classic_bipedal", 10.0),
    "parkour fish": ("parkour", "fish", 12.0),
    "parkour climber": ("parkour", "climbing_profile_chimpanzee", 4.5),
}


def peer_python(folder: Path) -> str:
    """The interpreter of the peers' environment, made on first use."""
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
        (folder / "ready").touch()
    return str(python)


PACE_LANES = (64, 256)
"""With how many lanes two threads are compared with one."""


class Contestant:
    """A process that plays for a while whenever it is asked to, and reports."""

    def __init__(self, python: str, *arguments: str) -> None:
        command = [python, "-W", "ignore", str(WORKER), *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.rounds: list[dict[str, float]] = []

    def ask(self, seconds: float) -> dict[str, float]:
        """Play for some seconds and return what it cost."""
        self.start(seconds)
        return self.answer()

    def start(self, seconds: float) -> None:
        """Begin to play for some seconds."""
        assert self._process.stdin is not None
        print(seconds, file=self._process.stdin, flush=True)

    def answer(self) -> dict[str, float]:
        """What the play that was begun has cost."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                answer: dict[str, float] = json.loads(line)
                return answer
        raise SystemExit(f"A contestant failed: {self._process.args!r}")

    def play(self, seconds: float) -> None:
        """Play a round and keep its figures."""
        self.rounds.append(self.ask(seconds))

    def median(self, what: str) -> float:
        """The median of a figure over all rounds."""
        return statistics.median(round_[what] for round_ in self.rounds)

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def contestants(peers: str) -> dict[str, Contestant]:
    """Everyone who takes part."""
    everyone = {"gymnasium": Contestant(peers, "gymnasium")}
    everyone["envpool"] = Contestant(peers, "envpool", "1")
    for name, (track, body, _) in OURS.items():
        everyone[name] = Contestant(sys.executable, "gradus", track, body, "1")
    for lanes in PACE_LANES:
        everyone[f"threads {lanes}"] = Contestant(sys.executable, "threads", str(lanes))
    return everyone


def two_processes(rounds: int, seconds: float) -> float:
    """How many times as much two processes do at once as one does alone, in the least disturbed rounds."""
    pair = [Contestant(sys.executable, "gradus", "stump", "old_classic_bipedal", "1") for _ in range(2)]
    alone, together = [], []
    for _ in range(rounds):
        alone.append(pair[0].ask(seconds)["wall_us"])
        for one in pair:
            one.start(seconds)
        together.append(statistics.mean(one.answer()["wall_us"] for one in pair))
    for one in pair:
        one.close()
    return 2 * min(alone) / min(together)


def paces(everyone: dict[str, Contestant]) -> dict[int, dict[str, float]]:
    """What two threads make of it, by the number of lanes."""
    return {lanes: everyone[f"threads {lanes}"].rounds[-1] for lanes in PACE_LANES}


def compare(everyone: dict[str, Contestant]) -> list[dict[str, Any]]:
    """One row per track and body."""
    base = everyone["gymnasium"].median("cpu_us")
    rows = []
    for name, (_, _, wanted) in OURS.items():
        found = everyone[name]
        cpu = found.median("cpu_us")
        share = statistics.median(round_["physics_us"] / round_["wall_us"] for round_ in found.rounds)
        rows.append(
            {
                "name": name,
                "cpu_us": cpu,
                "ratio_to_gymnasium": base / cpu,
                "wanted": wanted,
                "floor_us": cpu * share,
                "above_floor": 1.0 / share - 1.0,
            }
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="of CPU time, per contestant and round")
    parser.add_argument("--peers", type=Path, default=Path("build/peers"))
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    everyone = contestants(peer_python(given.peers.resolve()))
    for _ in range(given.rounds):
        for contestant in everyone.values():
            contestant.play(given.seconds)
    rows = compare(everyone)
    extras = Contestant(sys.executable, "measures")
    measures = extras.ask(given.seconds)
    extras.close()

    gym = everyone["gymnasium"].median("cpu_us")
    print(f"Gymnasium BipedalWalker-v3: {gym:.0f} us CPU per step")
    for row in rows:
        print(
            f"{row['name']:>16}: {row['cpu_us']:6.1f} us, {row['ratio_to_gymnasium']:5.2f} x Gymnasium (wanted "
            f"{row['wanted']}), floor {row['floor_us']:6.1f} us, {100 * row['above_floor']:.0f} % above it"
        )
    envpool = everyone["envpool"].median("cpu_us")
    against = envpool / everyone["stump bipedal"].median("cpu_us")
    print(f"EnvPool, 64 lanes, 1 thread: {envpool:.1f} us; ours is {against:.2f} x as fast (wanted 4)")
    for lanes, pace in paces(everyone).items():
        print(
            f"{lanes} lanes, wall-clock time per step on one thread {pace['one_us']:.1f} us, on two "
            f"{pace['two_us']:.1f}; two are {pace['one_us'] / pace['two_us']:.2f} x as fast, in the least disturbed "
            f"step {pace['best']:.2f} (wanted 1.8)"
        )
    bound = two_processes(given.rounds, given.seconds)
    print(f"Two processes at once do {bound:.2f} x as much as one alone: what this machine can give")
    print(f"Reset of a dense stump track: {measures['reset_ms']:.2f} ms (wanted below 1)")
    print(f"64 lanes of Parkour: {measures['memory_mb']:.0f} MB (wanted below 60)")
    for contestant in everyone.values():
        contestant.close()
    if given.json:
        summary = {
            "gymnasium_us": gym,
            "rows": rows,
            "to_envpool": against,
            "two_threads": paces(everyone),
            "two_processes": bound,
            **measures,
        }
        given.json.write_text(json.dumps(summary, indent=1))


if __name__ == "__main__":
    main()
