"""Regular descriptions, the mini-tasks: examples that fit a description, and near misses that do not.

A false string is a true one spoilt by one or two small edits, so that telling them apart needs the whole
description; only the first set uses plain random strings.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

from gradus.school import Chooser, UserError
from gradus.stream.tasks.description import (
    SET_0_GROWN,
    SETS,
    Description,
    Family,
    distinct,
    draw_description,
    set_0_families,
)
from gradus.stream.tasks.true_strings import true_string

__all__ = [
    "SETS",
    "SET_0_GROWN",
    "Description",
    "Example",
    "Family",
    "draw_description",
    "draw_example",
    "false_string",
    "set_0_families",
    "true_string",
]

SHORTEST_TO_REMOVE_FROM = 5
"""Without "anything", no piece is taken out of a string shorter than this: too little would be left."""


@dataclass(frozen=True)
class Example:
    """One question of a mini-task: does the string fit the description?"""

    description: Description
    """What the string should look like."""

    string: str
    """The string to verify."""

    answer: bool
    """Whether the right answer is "true"."""


def draw_example(pick: Chooser, family: Family, description: Description) -> Example:
    """A string for the description, true or false with equal chances.

    A fair family never calls an acceptable string false: what "anything" alone describes is always true.
    """
    answer = pick.chance(1, 2) or (family.fair and description.accepts_everything())
    target = pick.between(*family.targets)
    if answer:
        return Example(description, true_string(pick, description, target, family.alphabet), True)
    string = false_string(pick, description, target, family.uniform_tries, family.fair, family.alphabet)
    return Example(description, string, False)


def false_string(
    pick: Chooser,
    description: Description,
    target: int,
    uniform_tries: int = 0,
    fair: bool = False,
    alphabet: str = ascii_uppercase,
) -> str:
    """A string that the description rejects; for "anything" alone, which rejects none, the empty one.

    By default as in the General AI Challenge: uniformly random strings have ``target`` letters, one fewer
    than the shortest true string, and nothing is inserted at the very end. With ``fair``, strings that start
    from uniform tries are exactly as long as true ones (unless the description has "anything", and all tries
    happen to fit), and the end is a place like any other.
    """
    if not description.letters():
        return ""
    if description.accepts_everything():
        raise UserError(f"The description {description.text()!r} rejects no string.")
    model = true_string(pick, description, target, alphabet) if fair and uniform_tries else ""
    for _ in range(uniform_tries):
        string = pick.letters(alphabet, len(model) or target)
        if not description.accepts(string):
            return string
    if model and not description.anything:
        place = pick.below(len(model))
        return model[:place] + pick.choice(description.unused(alphabet)) + model[place + 1 :]
    return _near_miss(pick, description, target, fair, alphabet)


@dataclass
class _Edits:
    """What is done to a true string to make it false."""

    remove: bool
    positive_letter: bool
    unused_letter: bool
    negated: bool


def _choose_edits(pick: Chooser, description: Description) -> _Edits:
    enough_to_remove = 1 if description.anything else 2
    remove = description.operator == "and" and len(description.positive) >= enough_to_remove
    letter = not description.anything and (not remove or pick.chance(1, 2))
    unused = letter and pick.chance(1, 2)
    negated = bool(description.negative)
    if remove and negated:
        remove = pick.chance(1, 2)
        negated = not remove
    return _Edits(remove, letter and not unused, unused, negated)


def _near_miss(pick: Chooser, description: Description, target: int, fair: bool, alphabet: str) -> str:
    edits = _choose_edits(pick, description)
    text = true_string(pick, description, target, alphabet)
    if edits.remove:
        shorter = _with_one_removed(pick, text, description, alphabet)
        edits.positive_letter |= shorter is None
        text = shorter or text
    if edits.positive_letter:
        spoilt = _spoilt(pick, text, description, fair)
        edits.unused_letter |= spoilt is None
        text = spoilt or text
    if edits.unused_letter:
        text = _inserted(text, _place(pick, text, fair), pick.choice(description.unused(alphabet)))
    if edits.negated:
        text = _inserted(text, _place(pick, text, fair), pick.choice(description.negative))
    return text


def _with_one_removed(pick: Chooser, text: str, description: Description, alphabet: str) -> str | None:
    """The text without any occurrence of one positive n-gram; None if too little of it would be left."""
    gram = pick.choice(description.positive)
    if not description.anything and len(text) < SHORTEST_TO_REMOVE_FROM:
        return None
    left, rounds = text, 0
    while gram in left:
        left = left.replace(gram, _substitute(pick, len(gram), rounds, description, alphabet))
        rounds += 1
    return left if 2 * len(left) >= len(text) else None


def _substitute(pick: Chooser, size: int, rounds: int, description: Description, alphabet: str) -> str:
    """What takes the place of a removed n-gram; from the third round on it cannot bring it back."""
    if not description.anything:
        return ""
    letters = description.unused(alphabet)
    if rounds < 2:
        letters += distinct("".join(description.positive))
    return pick.letters(letters, size)


def _spoilt(pick: Chooser, text: str, description: Description, fair: bool) -> str | None:
    """The text with one letter of its own n-grams inserted where it does not fit; None if all of them fit."""
    place = _place(pick, text, fair)
    for letter in pick.shuffled(distinct("".join(description.positive))):
        if not description.accepts(_inserted(text, place, letter)):
            return _inserted(text, place, letter)
    return None


def _place(pick: Chooser, text: str, fair: bool) -> int:
    """Where to insert: before some letter, or, to be fair, also after the last."""
    return pick.below(len(text) + 1 if fair else len(text))


def _inserted(text: str, place: int, piece: str) -> str:
    return text[:place] + piece + text[place:]
