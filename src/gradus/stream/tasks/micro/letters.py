"""Tasks 1 to 4: one byte in, one byte out, no feedback text; silence is an ordinary symbol here."""

from __future__ import annotations

from string import ascii_letters, ascii_lowercase, digits
from typing import Any

from gradus.school import Chooser
from gradus.stream.question import Question
from gradus.stream.task import Origin, no_feedback, task
from gradus.stream.tasks.micro.deck import deal

MARKS = ' !":?.,;'
"""Characters that stand for themselves in tasks 2 and 3."""
ALL = ascii_letters + digits + " ,.!;?-"
"""What task 1 draws its characters from."""


def _first_success(
    hidden: Any, record: Any, question: Question, correct: bool, *, patience: int
) -> tuple[int, bool]:
    """Known after the first right answer that tells something, or once ``patience`` wrong answers were made."""
    wrong = record or 0
    return wrong + (not correct), (correct and question.key == "target") or wrong >= patience


def _options_left(
    hidden: Any, record: Any, question: Question, correct: bool, *, options: int
) -> tuple[tuple[tuple[str, int], ...], bool]:
    """Known once every letter was answered right, or wrong so often that only one option is left."""
    letters, _ = hidden
    left = dict(record or [(letter, options) for letter in letters])
    if question.key in left:
        left[question.key] = 1 if correct else max(1, left[question.key] - 1)
    return tuple(left.items()), all(n == 1 for n in left.values())


def _some_and_a_target(
    pick: Chooser, origin: Origin, *, alphabet: str, size: int
) -> tuple[tuple[str, ...], str]:
    letters = pick.sample(alphabet, size)
    return letters, pick.choice(letters)


def _some_and_a_permutation(
    pick: Chooser, origin: Origin, *, alphabet: str, size: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    letters = pick.sample(alphabet, size)
    return letters, pick.shuffled(letters)


def _some(pick: Chooser, origin: Origin, *, alphabet: str, size: int) -> tuple[str, ...]:
    return pick.sample(alphabet, size)


@task("micro1", draw=_some_and_a_target, react=no_feedback, know=_first_success, terminator="")
def find_the_character(
    pick: Chooser, hidden: Any, *, alphabet: str = ALL, size: int = 10, patience: int = 69
) -> Question:
    """Whatever is shown, always say the one secret character of this instance."""
    letters, target = hidden
    return Question(pick.choice(letters), target, key="target")


@task("micro2", draw=_some_and_a_target, react=no_feedback, know=_first_success, terminator="")
def one_letter_for_all(
    pick: Chooser,
    hidden: Any,
    memory: Any,
    *,
    alphabet: str = ascii_lowercase,
    size: int = 4,
    marks: str = MARKS,
    patience: int = 26,
    deck: bool = True,
) -> tuple[Question, Any]:
    """Answer every letter with one secret letter, and every punctuation mark with itself."""
    letters, target = hidden
    i, memory = deal(pick, len(letters) + len(marks), memory, deck)
    if i < len(letters):
        return Question(letters[i], target, key="target"), memory
    mark = marks[i - len(letters)]
    return Question(mark, mark), memory


@task("micro3", draw=_some_and_a_permutation, react=no_feedback, know=_options_left, terminator="")
def permuted_letters(
    pick: Chooser,
    hidden: Any,
    memory: Any,
    *,
    alphabet: str = ascii_lowercase,
    size: int = 4,
    marks: str = MARKS,
    options: int = 26,
    deck: bool = True,
) -> tuple[Question, Any]:
    """Answer each letter with its partner in a secret permutation, and punctuation with itself."""
    letters, images = hidden
    i, memory = deal(pick, len(letters) + len(marks), memory, deck)
    if i < len(letters):
        return Question(letters[i], images[i], key=letters[i]), memory
    mark = marks[i - len(letters)]
    return Question(mark, mark), memory


@task("micro4", draw=_some, react=no_feedback, terminator="")
def repeat_the_character(
    pick: Chooser,
    hidden: Any,
    memory: Any,
    *,
    alphabet: str = ascii_lowercase + MARKS,
    size: int = 4,
    deck: bool = True,
) -> tuple[Question, Any]:
    """Say the character that is shown."""
    i, memory = deal(pick, len(hidden), memory, deck)
    return Question(hidden[i], hidden[i]), memory
