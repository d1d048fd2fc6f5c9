"""Cost of a step in the stream, as a multiple of one Python function call measured in the same run.

Run: ``python benchmarks/stream.py``. The original implementation costs 350 to 1,200 calls per step, 552 on
the whole curriculum with a learner that knows the tasks. The learner's own cost is excluded here: its bytes
are recorded first and then played into a fresh world.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.call import function_call

from gradus.stream import SILENCE, Curriculum, World, make
from gradus.stream.sampling import knowing

REPEATS = 7


def recorded_answers(curriculum: Curriculum, seed: int) -> list[int]:
    """What a learner says that knows the tasks."""
    world = World(curriculum, seed)
    world.step(None)
    answers: list[int] = []
    dialogue, say = None, None
    while not world.finished:
        if world.dialogue is not dialogue:
            dialogue = world.dialogue
            assert dialogue is not None
            say = knowing(dialogue)
        assert say is not None
        answers.append(say())
        world.step(answers[-1])
    return answers


def cost(curriculum: Curriculum, answers: list[int], seed: int, scramble: bool) -> float:
    """Seconds of CPU per step; the same answers are given, through the scrambler if there is one."""
    world = World(curriculum, seed, scramble)
    if world.scrambler:
        answers = [world.scrambler.table[a] for a in answers]
    step = world.step
    step(None)
    start = time.process_time()
    for answer in answers:
        step(answer)
    return (time.process_time() - start) / len(answers)


def flatness() -> tuple[float, float]:
    """Calls per step in the first and the last tenth of an instance of a million silent steps."""
    world = World(make("round1", max_time=2_000_000).only("micro7.1"))
    world.step(None)
    tenths = []
    for _ in range(10):
        start = time.process_time()
        for _ in range(100_000):
            world.step(SILENCE)
        tenths.append((time.process_time() - start) / 100_000)
    assert len(world.outcomes) == 0
    return tenths[0] / function_call(), tenths[-1] / function_call()


def ratio(measure: Callable[[], float]) -> float:
    """The median over repeats of a cost divided by that of a function call."""
    return statistics.median(measure() / function_call() for _ in range(REPEATS))


def main() -> None:
    curriculum = make("round1")
    answers = recorded_answers(curriculum, seed=0)
    print(f"round1, a learner that knows the tasks, {len(answers):,} steps, medians of {REPEATS}")
    for scramble in (False, True):
        calls = ratio(lambda scramble=scramble: cost(curriculum, answers, 0, scramble))  # type: ignore[misc]
        print(
            f"  {'scrambled' if scramble else 'plain':10} {calls:5.1f} function calls per step (target: at most 20)"
        )
    for name in ("micro1", "micro5.1", "micro10", "mini4"):
        single = curriculum.only(name)
        own = recorded_answers(single, seed=0)
        print(f"  {name:10} {ratio(lambda s=single, o=own: cost(s, o, 0, False)):5.1f}")  # type: ignore[misc]
    first, last = flatness()
    print(f"one instance of a million steps: first tenth {first:.1f}, last tenth {last:.1f} calls per step")
    print(f"one function call: {function_call() * 1e9:.0f} ns")


if __name__ == "__main__":
    main()
