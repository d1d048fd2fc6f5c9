"""Tasks of the evaluation curriculum that the public one lacks.

The first are those the evaluation report of 2017 published (its 5.1.1 to 5.3.2); the others are new operations on
words, alone, renamed, one after the other, under a condition and with a memory across questions. Their
keywords carry no colon: in the evaluation the colon says whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_letters, digits
from typing import Any

from gradus.school import Chooser
from gradus.stream.question import Question
from gradus.stream.task import Origin, Rules, every_key_answered, task
from gradus.stream.tasks.micro.deck import deal
from gradus.stream.words import common_words

WHOLE = ascii_letters + digits + "!\"#$%&'()*+,-./<=>?@[]^_{|}~"
"""Everything that is printed, but for the space and the two separators."""
SHORT = tuple(word for word in common_words() if word.isalpha() and word.islower() and 3 <= len(word) <= 6)[
    :400
]
"""Common words of three to six letters."""
INVENTED = ("blim", "dorp", "fesk", "gathe", "hirn", "jolt", "klee", "mups", "norv", "plax", "rild", "zemp")
"""Words that name nothing yet."""


def _two_samples(pick: Chooser, origin: Origin, *, alphabet: str, size: int) -> tuple[tuple[str, str], ...]:
    """So many different characters to ask, and so many to answer with."""
    return tuple(zip(pick.sample(alphabet, size), pick.sample(alphabet, size), strict=True))


def _show(pick: Chooser, hidden: Any, question: Question, correct: bool, rules: Rules, **_: Any) -> str:
    return question.answer


@task("eval-recall", draw=_two_samples, react=_show, know=every_key_answered, terminator="", separator="")
def recall_a_character(
    pick: Chooser,
    hidden: Any,
    memory: Any,
    *,
    alphabet: str = digits,
    size: int = 10,
    input_separator: str = "",
    deck: bool = True,
) -> tuple[Question, Any]:
    """Answer a character with its partner in a secret mapping; the partner is shown afterwards."""
    i, memory = deal(pick, len(hidden), memory, deck)
    key, answer = hidden[i]
    return Question(key + input_separator, answer, key=key), memory


def _replaced(word: str, pick: Chooser) -> tuple[str, str]:
    old = pick.choice(sorted(set(word)))
    new = pick.choice("xyz")
    return f"{old} {new} {word}", word.replace(old, new)


def _told_length(word: str, pick: Chooser) -> tuple[str, str]:
    return word, str(len(word))


def _longer(word: str, pick: Chooser) -> tuple[str, str]:
    other = pick.choice(SHORT)
    return f"{word} {other}", word if len(word) >= len(other) else other


OPERATIONS: dict[str, Callable[[str, Chooser], tuple[str, str]]] = {
    "backwards": lambda word, pick: (word, word[::-1]),
    "twice": lambda word, pick: (word, word + word),
    "first": lambda word, pick: (word, word[0]),
    "last": lambda word, pick: (word, word[-1]),
    "rest": lambda word, pick: (word, word[1:]),
    "sorted": lambda word, pick: (word, "".join(sorted(word))),
    "length": _told_length,
    "replace": _replaced,
    "longer": _longer,
}
"""Each turns a word into what is asked and what is answered."""
UNARY = ("backwards", "twice", "rest", "sorted")
"""Operations whose result is again a word."""


@task("eval-operation", reactions=("fine ", "no "))
def operate(
    pick: Chooser,
    *,
    operation: str = "backwards",
    keyword: str = "backwards",
    words: tuple[str, ...] = SHORT,
) -> Question:
    """Do to a word what the keyword says: turn it round, double it, sort it, take it apart, measure it."""
    asked, answer = OPERATIONS[operation](pick.choice(words), pick)
    return Question(f"{keyword} {asked}", answer)


def _an_operation(pick: Chooser, origin: Origin, *, operations: tuple[str, ...]) -> str:
    return pick.choice(operations)


@task("eval-mix", draw=_an_operation, reactions=("fine ", "no "))
def one_of_the_operations(
    pick: Chooser,
    hidden: str,
    *,
    operations: tuple[str, ...] = tuple(OPERATIONS),
    words: tuple[str, ...] = SHORT,
) -> Question:
    """Every instance asks for one of the operations, named by its plain name."""
    asked, answer = OPERATIONS[hidden](pick.choice(words), pick)
    return Question(f"{hidden} {asked}", answer)


def _operation_and_name(
    pick: Chooser, origin: Origin, *, operations: tuple[str, ...], invented: tuple[str, ...]
) -> tuple[str, str]:
    return pick.choice(operations), pick.choice(invented)


@task("eval-renamed", draw=_operation_and_name, reactions=("fine ", "no "), failure_tolerance=2.0)
def renamed(
    pick: Chooser,
    hidden: Any,
    *,
    operations: tuple[str, ...] = UNARY,
    invented: tuple[str, ...] = INVENTED,
    words: tuple[str, ...] = SHORT,
    means: str = "means",
    dash: str = "-",
) -> Question:
    """An operation under a new name, which the question explains first."""
    operation, name = hidden
    asked, answer = OPERATIONS[operation](pick.choice(words), pick)
    return Question(f"{name} {means} {operation} {dash} {name} {asked}", answer)


@task("eval-compose", reactions=("fine ", "no "))
def compose(
    pick: Chooser, *, operations: tuple[str, ...] = UNARY, most: int = 2, words: tuple[str, ...] = SHORT
) -> Question:
    """Several operations on one word, the one nearest to the word first."""
    word = pick.choice(words)
    names = [pick.choice(operations) for _ in range(pick.between(2, most))]
    answer = word
    for name in reversed(names):
        answer = OPERATIONS[name](answer, pick)[1]
    return Question(f"{' '.join(names)} {word}", answer)


@task("eval-condition", reactions=("fine ", "no "))
def condition(
    pick: Chooser,
    *,
    words: tuple[str, ...] = SHORT,
    alphabet: str = "aeiost",
    has: str = "if has",
    then: str = "say",
    otherwise: str = "else",
) -> Question:
    """Say one word or another, depending on whether a third has a letter."""
    word, yes, no = (pick.choice(words) for _ in range(3))
    letter = pick.choice(alphabet)
    return Question(f"{word} {has} {letter} {then} {yes} {otherwise} {no}", yes if letter in word else no)


@task("eval-remember", reactions=("fine ", "no "), failure_tolerance=2.0)
def remember(
    pick: Chooser,
    hidden: Any,
    memory: Any,
    *,
    words: tuple[str, ...] = SHORT,
    names: tuple[str, ...] = INVENTED[:3],
    keep: str = "keep",
    under: str = "as",
    recall: str = "recall",
) -> tuple[Question, Any]:
    """Keep words under names and say them when their name is called; keeping is answered with the name."""
    kept = dict(memory or ())
    if not kept or (len(kept) < len(names) and pick.chance(1, 2)) or pick.chance(1, 4):
        name, word = pick.choice(names), pick.choice(words)
        kept[name] = word
        return Question(f"{keep} {word} {under} {name}", name), tuple(sorted(kept.items()))
    name = pick.choice(tuple(sorted(kept)))
    return Question(f"{recall} {name}", kept[name]), memory
