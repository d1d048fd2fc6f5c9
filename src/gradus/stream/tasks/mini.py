"""The six mini-tasks: does a string belong to a described regular language?"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from string import ascii_uppercase
from typing import Any

from gradus.school import Chooser
from gradus.stream.question import Question
from gradus.stream.task import TASKS, Origin, Rules, task
from gradus.stream.tasks.description import KEPT_FOR, SETS, Family, draw_description, set_0_families
from gradus.stream.tasks.regular import draw_example

PRAISE = ("good job.", "bravo.", "congratulations.", "nice work.", "correct.")


@cache
def _varied(family: Family, fair: bool, alphabet: str) -> Family:
    return replace(family, fair=fair, alphabet=alphabet)


def _an_example(
    pick: Chooser, origin: Origin, *, sets: tuple[int, ...], kept_for: int, fair: bool, alphabet: str
) -> tuple[str, str, bool]:
    """Description, string and whether it fits; a description may be kept for several instances."""
    chosen = pick.choice(sets)
    families = set_0_families(origin.nth) if chosen == 0 else (SETS[chosen], SETS[chosen])
    of_description, of_string = (_varied(family, fair, alphabet) for family in families)
    drawing = pick if kept_for == 1 else origin.block(origin.nth // kept_for, pick)
    description = draw_description(drawing, of_description)
    example = draw_example(pick, of_string, description)
    return description.text(), example.string, example.answer


def _verdict(
    pick: Chooser,
    hidden: Any,
    question: Question,
    correct: bool,
    rules: Rules,
    *,
    praise: tuple[str, ...],
    blame: str,
) -> str:
    if correct:
        return pick.choice(praise)
    return blame + question.answer + rules.terminator


@task(
    "mini0",
    draw=_an_example,
    react=_verdict,
    single=True,
    streak=1,
    limits=False,
    max_time=3000,
    separator="",
    penalty=0,
    interruption_fails=True,
    rest=1,
)
def describe_and_verify(
    pick: Chooser,
    hidden: Any,
    *,
    sets: tuple[int, ...] = (0,),
    kept_for: int = KEPT_FOR,
    fair: bool = False,
    alphabet: str = ascii_uppercase,
    description: str = "description:",
    verify: str = "verify:",
    yes: str = "true",
    no: str = "false",
    praise: tuple[str, ...] = PRAISE,
    blame: str = "Wrong. The right answer is: ",
) -> Question:
    """Say whether the string consists of what the description names; here of one letter.

    ``fair`` removes what gives the answer away without reading (the string's length, in the first set).
    """
    text, string, fits = hidden
    return Question(f"{description} {text}; {verify} {string}", yes if fits else no, accept="ends")


def _set(number: int, summary: str, sets: tuple[int, ...]) -> None:
    variant = describe_and_verify.with_(sets=sets, kept_for=1)
    TASKS.add(f"mini{number}", replace(variant, name=f"mini{number}", summary=summary, changed={}))


_set(1, "Say whether the string is made of the one n-gram described.", (1,))
_set(2, "As mini1 with up to three n-grams joined by 'or'.", (2,))
_set(3, "As mini1 with up to three n-grams joined by 'and', perhaps with 'anything' between them.", (3,))
_set(4, "As mini3, with n-grams that must not occur.", (4,))
_set(5, "Each instance is one of mini1 to mini4.", (1, 2, 3, 4))
