"""Tasks 16, 19 and 20, whose instances are of several kinds: bounds through the kind that outweighs all others.

An agent that never solves an instance can stay with its kind for ever, so the largest kind alone is a lower bound.
For the upper bound it is supposed to know the kind and to choose the streak freely (ten of them, the end of an
instance, and its first question, in which the kind is still open). That forgets what ties streaks to answers, and
the entropy of the union of the kinds is at most log2 of the sum of 2^C over them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log2

from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.measures.figure import Complexity, proved_kind
from gradus.mechanics.models.several_words import several_words_bracket
from gradus.mechanics.models.words_said import SeveralWords, Vocabulary, several_words_states
from gradus.stream import TASKS, Task


def standings(task: Task) -> int:
    """How an instance may stand while no mistake was made: a streak, at its end, or at its first question."""
    return task.rules.streak + 2


def several_words_inside(task: Task, openings: Sequence[str], glues: Sequence[str]) -> SeveralWords:
    """The kind micro10 inside another task, with that task's words and ways to begin a question."""
    model = SeveralWords.of(measured_variant(TASKS.get("micro10")))
    words = Vocabulary(task.params["words"])
    return replace(model, vocabulary=words, openings=tuple(openings), glues=tuple(glues))


def log_sum(bits: Sequence[float]) -> float:
    """log2 of the sum of 2^b."""
    top = max(bits)
    return top + log2(sum(2 ** (b - top) for b in bits))


def kinds_figure(name: str, largest: SeveralWords, others: Sequence[Complexity]) -> Complexity:
    """The bracket of a task one of whose kinds is saying several words."""
    many = standings(TASKS.get(name))
    free = replace(largest, copies=many)
    alone, above = several_words_bracket(largest), several_words_bracket(free)
    high = log_sum([above.high, *(f.high + log2(many) for f in others)])
    return Complexity(
        name,
        proved_kind(alone.low, high),
        log_sum([log2(several_words_states(free)), *(f.c0 + log2(many) for f in others)]),
        alone.low,
        high,
        "its kind micro10 alone (lower), all kinds with the streak chosen freely (upper); kinds drawn "
        "independently; C_0 is an upper bound",
    )


def one_of_several_figure(figures: Sequence[Complexity]) -> Complexity:
    """Task 16: the kinds as they are."""
    task = TASKS.get("micro16")
    return kinds_figure("micro16", several_words_inside(task, ["say: "], [" say: "]), figures)


def known_synonyms_figure(figures: Sequence[Complexity]) -> Complexity:
    """Task 19: the keyword of a question is one of its synonyms, the same for the whole question.

    Synonyms at most multiply the states of the other kinds by the number of choices in a question.
    """
    task = TASKS.get("micro19")
    names = next(group for group in task.params["synonyms"] if group[0] == "say")
    model = several_words_inside(task, [f"{name}: " for name in names], [f" {name}: " for name in names])
    choices = len(names) * max(len(group) for group in task.params["synonyms"])
    wider = [replace(f, high=f.high + log2(choices), c0=f.c0 + log2(choices)) for f in figures]
    return kinds_figure("micro19", model, wider)


def announced_synonyms_figure() -> Complexity:
    """Task 20: an invented name stands for the keyword during an instance; shortest and longest names bound it.

    Not proved: words that contain an invented name are left out of an instance, which is neglected here.
    """
    task = TASKS.get("micro20")
    invented = task.params["invented"]
    ends = []
    for name in (min(invented, key=len), max(invented, key=len)):
        hint = f"{name} {task.params['hint']} say {task.params['dash']} {name}: "
        ends.append(several_words_inside(task, [hint], [f" {name}: "]))
    copies = standings(task)
    low = [several_words_bracket(model).low for model in ends]
    names = log2(len(invented))
    top = log2(several_words_states(replace(ends[1], copies=copies))) + names
    rows = tuple(
        (f"names of {n} letters, streak never counted", float(n), value)
        for n, value in zip((min(map(len, invented)), max(map(len, invented))), low, strict=True)
    )
    return Complexity(
        "micro20",
        "extrapolated",
        top,
        min(low) + names,
        top,
        "its kind micro10 with the shortest invented name, plus log2 of how many names there are; the upper end is C_0",
        small=rows,
        weakness="neglects that words which contain an invented name are left out of an instance",
    )
