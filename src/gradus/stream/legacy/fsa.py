"""The automata of the mini-tasks under their names of 2017."""

from __future__ import annotations

from gradus.stream.legacy.tasks.challenge.round1.catalogue import GlobalChooser
from gradus.stream.tasks.description import ANYTHING, Description, distinct
from gradus.stream.tasks.regular import false_string, true_string

_UNIFORM_TRIES = 3


class MiniTasksAutomaton:
    """Accepts the strings of a description, and makes some that it accepts or rejects."""

    def __init__(self, description: Description) -> None:
        self.description = description

    def is_string_correct(self, string: str) -> bool:
        """Whether the string fits."""
        return self.description.accepts(string)

    def get_correct_string(self, T: int) -> str:
        """A string that fits, longer than ``T``."""
        return true_string(GlobalChooser(), self.description, T)

    def get_wrong_string(self, T: int, randomization: float = 1.0) -> str:
        """A string that does not fit: with a randomization of exactly 1 a random one if possible, else a near miss."""
        if self.description.accepts_everything() and self.description.letters():
            raise AssertionError("the description accepts every string")
        tries = _UNIFORM_TRIES if randomization == 1 else 0
        return false_string(GlobalChooser(), self.description, T, tries)


def build_automaton(description: str, op: str) -> MiniTasksAutomaton:
    """The automaton of parts joined by spaces: n-grams, ``not`` n-grams, ``anything``."""
    positive, negative = [], []
    parts = iter(description.split())
    anything = False
    for part in parts:
        if part == ANYTHING:
            anything = True
        elif part == "not":
            negative.append(next(parts))
        else:
            positive.append(part)
    if negative and not anything:
        raise AssertionError("a negated n-gram needs 'anything' beside it")
    operator = "and" if op == "and" else "or"
    made = Description(distinct(positive), distinct(negative), anything, operator)  # type: ignore[arg-type]
    return MiniTasksAutomaton(made)
