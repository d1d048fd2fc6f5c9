"""What an answer tells about how it was made: what is missing, what stands for something, what remains of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gradus.learners.gradual.programs.inverse import undone
from gradus.learners.gradual.programs.language import HOLE, Items, Program, fill
from gradus.learners.gradual.programs.pieces import shared_beginning
from gradus.learners.gradual.programs.settings import GOALS
from gradus.learners.gradual.programs.world import World


@dataclass(frozen=True)
class Goal:
    """A template, how many bits it adds and how many remainders it rests on."""

    template: Program
    bits: int
    depth: int = 0


def undone_all(body: Program, answers: Items, world: World) -> Items:
    """The texts that a function makes these answers of; empty where they cannot be told."""
    found = []
    for answer in answers:
        text = undone(body, answer, world)
        if not text:
            return ()
        found.append(text)
    return tuple(found)


def chosen_words(call: Callable[[str], object], answers: Items, words: Sequence[Items]) -> Items:
    """The word of each question that a function makes its answer of; empty where there is none."""
    found = []
    for answer, options in zip(answers, words, strict=False):
        word = next((word for word in options if call(word) == answer), None)
        if word is None:
            return ()
        found.append(word)
    return tuple(found)


def lacking(items: Items, some: Any) -> str:
    """The member without which a list is another one; empty: it is not."""
    gone = [item for item in dict.fromkeys(items) if item not in some]
    return gone[0] if len(gone) == 1 and tuple([i for i in items if i != gone[0]]) == some else ""


def stands(text: str, old: str, answer: str) -> str | None:
    """What stands in an answer where a text has something else; None: it is not the text with that replaced."""
    count = text.count(old) if old else 0
    room = len(answer) - (len(text) - count * len(old))
    if not count or room < 0 or room % count:
        return None
    start = text.index(old)
    new = answer[start : start + room // count]
    return new if text.replace(old, new) == answer else None


def constant_bits(constant: str) -> int:
    """What it costs to say a constant beside a goal."""
    return 12 + GOALS.symbol_bits * (len(constant) - 1)


def constants_between(texts: Items, goal: Goal) -> list[tuple[Items, Goal]]:
    """What remains of texts behind a constant that all begin with, and before one that all end with."""
    found = []
    shortest = min(map(len, texts))
    front = shared_beginning(texts)
    back = shared_beginning([text[::-1] for text in texts])[::-1]
    if front and len(front) < shortest:
        step: Program = ("cat", ("lit", front), HOLE)
        rest = tuple([text[len(front) :] for text in texts])
        found.append((rest, Goal(fill(goal.template, step), goal.bits + constant_bits(front), goal.depth)))
    if back and len(back) < shortest:
        step = ("cat", HOLE, ("lit", back))
        rest = tuple([text[: -len(back)] for text in texts])
        found.append((rest, Goal(fill(goal.template, step), goal.bits + constant_bits(back), goal.depth)))
    return found


def beside(goal: Goal, step: Program, bits: int) -> Goal:
    """What a goal becomes beside a part of it that is known."""
    return Goal(fill(goal.template, step), goal.bits + 4 + bits, goal.depth + 1)
