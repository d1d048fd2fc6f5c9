"""Memory across questions: what is done by turns, names in a row, things that are taken away, counts of each."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from gradus.learners.gradual.knowledge import Knowledge

WORDS = ["abc", "bcda", "fgh", "hgab", "cafe", "dabh", "gehf", "bad", "acdb", "hhe", "efgd", "chag"]

Step = Callable[[random.Random, Any], tuple[str, str, Any]]


def told(text: str) -> tuple[int, ...]:
    return tuple(text.encode())


def right_at_last(step: Step, questions: int, late: int = 16) -> int:
    """How many of the latest answers to a stream of questions are right."""
    know = Knowledge()
    know.silence = ord(" ")
    pick, memory, good = random.Random(4), None, []
    for _ in range(questions):
        question, answer, memory = step(pick, memory)
        proposals = know.propose(told(question))
        good.append(bool(proposals) and proposals[0].answer == told(answer))
        know.hear(told(question), told(answer))
        for _ in range(40):
            if not know.think(100):
                break
    return sum(good[-late:])


def turned(pick: random.Random, memory: Any) -> tuple[str, str, Any]:
    """A command turns over what is done."""
    back = bool(memory)
    if pick.random() < 0.25:
        return "xyx", "ok", not back
    text = "".join(pick.choice("abcdefgh") for _ in range(pick.randint(3, 6)))
    return text, text[::-1] if back else text, back


def alternating(pick: random.Random, memory: Any) -> tuple[str, str, Any]:
    """Every question changes what is done with the next one."""
    text = "".join(pick.choice("abcdefgh") for _ in range(pick.randint(3, 6)))
    return text, text[::-1] if memory else text, not memory


def joined(pick: random.Random, memory: Any) -> tuple[str, str, Any]:
    """Two names ask for what was put there, one after the other."""
    kept = dict(memory or {})
    if len(kept) > 1 and pick.random() < 0.5:
        one, two = pick.sample(sorted(kept), 2)
        return f"both {one} {two}", kept[one] + kept[two], kept
    name, value = pick.choice("xyz"), pick.choice(WORDS)
    return f"put {name} {value}", "ok", {**kept, name: value}


def counted(pick: random.Random, memory: Any) -> tuple[str, str, Any]:
    """How often the same was asked, in a circle."""
    counts = dict(memory or {})
    name = pick.choice(["abc", "fgh", "dabh"])
    counts[name] = (counts.get(name, 0) + 1) % 4
    return name, "0123"[counts[name]], counts


def shown(pick: random.Random, memory: Any) -> tuple[str, str, Any]:
    """Things are put somewhere and taken away again."""
    kept = list(memory or [])
    chance = pick.random()
    if len(kept) > 1 and chance < 0.25:
        gone = pick.choice(kept)
        return f"drop {gone}", "ok", [item for item in kept if item != gone]
    if kept and (chance < 0.65 or len(kept) > 3):
        return "show", " ".join(kept), kept
    new = pick.choice([word for word in WORDS if word not in kept])
    return f"put {new}", "ok", [*kept, new]


@pytest.mark.parametrize("step", [turned, alternating, joined, counted, shown])
def test_memory(step: Step) -> None:
    assert right_at_last(step, 60) >= 14
