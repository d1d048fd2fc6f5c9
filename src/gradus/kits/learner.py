"""Checks for a stream learner: what lessons, exact resume and replay rely on."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradus
from gradus import learners
from gradus.kits.verdict import blaming, demand, global_chance_untouched, json_copy
from gradus.school import Sampler
from gradus.stream import StreamLearner, World

Stream = list[tuple[int, int]]
"""Bytes and rewards that a learner is given, whatever it says."""


def check_learner(
    learner: str | Callable[[], StreamLearner], seeds: Iterable[int] = range(2), steps: int = 600
) -> None:
    """Raise :class:`.KitError`, with one sentence, unless a learner keeps its contract.

    ``learner``: a function that makes a fresh learner, always with the same seed; or a name or import path as
    the command line takes it, which adds a check under two hash seeds in processes of their own. ``seeds``: of
    the streams that are tried. ``steps``: how long each stream is.
    """
    name = learner if isinstance(learner, str) else getattr(learner, "__qualname__", repr(learner))
    make = _by_name(learner) if isinstance(learner, str) else learner
    demand(
        callable(make), f"check_learner needs a function that makes a learner, or a name, not {learner!r}."
    )
    for seed in seeds:
        bench = _Bench(f"The learner {name!r}", make, seed, steps)
        for doing, check in CHECKS.items():
            with global_chance_untouched(bench.who), blaming(bench.who, doing):
                check(bench)
    if isinstance(learner, str):
        _check_hash_seeds(learner, f"The learner {name!r}", steps)


def _by_name(name: str) -> Callable[[], StreamLearner]:
    return lambda: learners.make(name, **learners.seeded(name, 0))


@dataclass(frozen=True)
class _Bench:
    """A learner on the bench."""

    who: str
    make: Callable[[], StreamLearner]
    seed: int
    steps: int

    def mixed(self, number: int = 0) -> Stream:
        """Some text, some noise, and rewards now and then."""
        luck = Sampler(self.seed, (number,))
        stream: Stream = []
        while len(stream) < self.steps:
            # Few characters, so that words come back and a learner that remembers has something to remember;
            # rewards are rare, as in the stream, but both kinds come within any few words.
            words = luck.letters("abc .;", luck.between(1, 9)).encode()
            reward = (0, 0, 0, 1, -1)[luck.below(5)]
            stream += [(byte, 0) for byte in words]
            stream.append((luck.below(256) if luck.chance(1, 3) else 32, reward))
        return stream[: self.steps]

    def run(self, learner: StreamLearner, stream: Stream) -> list[int]:
        """What the learner says to a stream; every byte is checked."""
        said = []
        for number, (byte, reward) in enumerate(stream):
            reply = learner.act(byte, reward)
            right = type(reply) is int and 0 <= reply <= 255
            demand(
                right,
                f"{self.who} answers byte {number} with {reply!r}, not with a whole number from 0 to 255.",
            )
            said.append(reply)
        return said

    def state(self, learner: StreamLearner) -> Any:
        """The learner's state after a journey through JSON."""
        return json_copy(learner.state(), self.who, "a state")


def _keeps_to_the_contract(bench: _Bench) -> None:
    """It is made anew each time and has the three methods."""
    learner = bench.make()
    for method in ("act", "state", "restore"):
        demand(callable(getattr(learner, method, None)), f"{bench.who} has no method {method}().")
    demand(bench.make() is not learner, f"{bench.who} is not made anew each time it is asked for.")


def _survives_anything(bench: _Bench) -> None:
    """Every byte, with every reward, in and out of order."""
    every_byte = [*range(256), *range(255, -1, -1)]
    for reward in (0, 1, -1):
        bench.run(bench.make(), [(byte, reward) for byte in every_byte])
    luck = Sampler(
        bench.seed, (9,)
    )  # another stream of chance than those of `mixed`, whose numbers are small
    bench.run(bench.make(), [(luck.below(256), luck.between(-1, 1)) for _ in range(bench.steps)])
    bench.run(bench.make(), [(32, 0)] * bench.steps)  # silence, as a learner hears most of the time


def _lives_in_the_world(bench: _Bench) -> None:
    """The world itself, plain and scrambled."""
    for scramble in (None, "all"):
        learner, world = bench.make(), World(seed=bench.seed, scramble=scramble)
        byte, reward = world.step(None)
        for _ in range(bench.steps):
            byte, reward = world.step(bench.run(learner, [(byte, reward)])[0])


def _is_deterministic(bench: _Bench) -> None:
    """The same stream brings the same answers."""
    stream = bench.mixed()
    said = bench.run(bench.make(), stream)
    bench.run(bench.make(), bench.mixed(1))
    demand(
        bench.run(bench.make(), stream) == said,
        f"{bench.who} answers the same bytes differently the second time: all its chance must come from its seed.",
    )


def _has_a_memory_of_its_own(bench: _Bench) -> None:
    """Two learners share nothing."""
    stream, other_stream = bench.mixed(), bench.mixed(1)
    alone = bench.run(bench.make(), stream)
    one, other = bench.make(), bench.make()
    said = []
    for step, foreign in zip(stream, other_stream, strict=True):
        said += bench.run(one, [step])
        bench.run(other, [foreign])
    demand(said == alone, f"{bench.who} is disturbed by another learner of its kind: they share something.")


def _has_a_harmless_state(bench: _Bench) -> None:
    """Asking for a state changes nothing, and a state given away stays as it was."""
    stream = bench.mixed()
    undisturbed, watched = bench.make(), bench.make()
    said = bench.run(undisturbed, stream)
    watched_said, kept = [], watched.state()
    text = json.dumps(json_copy(kept, bench.who, "a state"), sort_keys=True)
    for step in stream:
        watched_said += bench.run(watched, [step])
        watched.state()
    demand(watched_said == said, f"{bench.who} is changed by being asked for its state.")
    unchanged = json.dumps(kept, sort_keys=True) == text
    demand(
        unchanged, f"{bench.who} goes on writing into a state that it has given away: it must give a copy."
    )


def _goes_on_from_its_state(bench: _Bench) -> None:
    """A state given to a fresh or a used learner makes it the same learner."""
    stream = bench.mixed()
    for moment in (0, 1, bench.steps // 3, bench.steps - bench.steps // 4):
        learner = bench.make()
        bench.run(learner, stream[:moment])
        state = bench.state(learner)
        said = bench.run(learner, stream[moment:])
        for restored, kind in ((bench.make(), "a fresh learner"), (_used(bench), "a learner that has lived")):
            given = json.loads(json.dumps(state))
            restored.restore(given)
            same = bench.run(restored, stream[moment:]) == said and bench.state(restored) == bench.state(
                learner
            )
            demand(
                same, f"{bench.who} goes on differently when its state of step {moment} is given to {kind}."
            )
            demand(given == state, f"{bench.who} goes on writing into the state that it was given.")


def _used(bench: _Bench) -> StreamLearner:
    learner = bench.make()
    bench.run(learner, bench.mixed(2))
    return learner


CHECKS: dict[str, Callable[[_Bench], None]] = {
    "being made": _keeps_to_the_contract,
    "listening to all bytes and rewards": _survives_anything,
    "hearing the same again": _is_deterministic,
    "living beside another learner": _has_a_memory_of_its_own,
    "giving its state": _has_a_harmless_state,
    "going on from a saved state": _goes_on_from_its_state,
    "taking a lesson": _lives_in_the_world,
}
"""By what the learner is doing then; a later check may rely on what an earlier one has shown."""


def digest(name: str, steps: int) -> str:
    """A fingerprint of what a learner says; computed under different hash seeds it must stay the same."""
    bench = _Bench(name, _by_name(name), 0, steps)
    learner = bench.make()
    said = bytes(bench.run(learner, bench.mixed()))
    return hashlib.sha256(said + json.dumps(learner.state()).encode()).hexdigest()


def _check_hash_seeds(name: str, who: str, steps: int) -> None:
    command = f"from gradus.kits.learner import digest; print(digest({name!r}, {steps}))"
    paths = [str(Path(gradus.__file__).parents[1]), *(path or str(Path.cwd()) for path in sys.path)]
    digests = set()
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(paths)}
        done = subprocess.run(
            [sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=False
        )
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        demand(done.returncode == 0, f"{who} fails in a process of its own ({last}).")
        digests.add(done.stdout)
    demand(len(digests) == 1, f"{who} depends on PYTHONHASHSEED: it walks through a set, or uses hash().")
