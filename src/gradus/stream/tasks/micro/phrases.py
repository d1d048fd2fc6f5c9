"""Tasks 6 to 16: commands in words, answered up to a full stop."""

from __future__ import annotations

from itertools import chain, pairwise
from string import ascii_lowercase
from typing import Any

from gradus.school import Chooser
from gradus.stream.question import Question
from gradus.stream.task import Origin, Rules, Task, every_key_answered, feedback, task
from gradus.stream.words import common_words

WORDS = common_words()


def _pairs_of_words(
    pick: Chooser, origin: Origin, *, words: tuple[str, ...], size: int
) -> tuple[tuple[str, str], ...]:
    """Keys and values are drawn independently: a word may be both, even its own value."""
    return tuple(zip(pick.sample(words, size), pick.sample(words, size), strict=True))


@task("micro6", draw=_pairs_of_words, know=every_key_answered, failure_tolerance=2.0)
def recall_a_word(
    pick: Chooser,
    hidden: Any,
    *,
    words: tuple[str, ...] = WORDS[:200],
    size: int = 8,
    keyword: str = "random_map:",
) -> Question:
    """Answer a word with its partner in a secret mapping of words."""
    key, value = pick.choice(hidden)
    return Question(f"{keyword} {key}", value, key=key)


@task("micro7.1", echo=True, reactions=("correct! ", "false! "))
def say_a_letter(pick: Chooser, *, alphabet: str = ascii_lowercase, keyword: str = "say:") -> Question:
    """Say the letter."""
    letter = pick.choice(alphabet)
    return Question(f"{keyword} {letter}", letter)


@task("micro7.2", echo=True, reactions=("correct! ", "false! "))
def say_a_word(pick: Chooser, *, words: tuple[str, ...] = WORDS, keyword: str = "say:") -> Question:
    """Say the word."""
    word = pick.choice(words)
    return Question(f"{keyword} {word}", word)


@task("micro7.3", echo=True, reactions=("correct! ", "false! "))
def say_two_words(pick: Chooser, *, words: tuple[str, ...] = WORDS, keyword: str = "say:") -> Question:
    """Say both words."""
    text = f"{pick.choice(words)} {pick.choice(words)}"
    return Question(f"{keyword} {text}", text)


@task("micro8", echo=True, reactions=("correct! ", "false! "))
def ignore_extra_spaces(
    pick: Chooser, *, alphabet: str = ascii_lowercase, widest: int = 6, keyword: str = "say:"
) -> Question:
    """Say the two letters; runs of spaces shrink to one, and none leads."""
    first, second = pick.choice(alphabet), pick.choice(alphabet)
    gaps = [" " * pick.between(0, widest) for _ in range(3)]
    text = f"{gaps[0]}{first}{gaps[1]}{second}{gaps[2]}"
    answer = first + gaps[1][:1] + second + gaps[2][:1]
    return Question(f"{keyword} {text}", answer)


@task("micro9.1", echo=True)
def spell_a_letter(
    pick: Chooser, *, alphabet: str = ascii_lowercase, keyword: str = "spell:", joiner: str = " "
) -> Question:
    """Say the letter with a space after it."""
    letter = pick.choice(alphabet)
    return Question(f"{keyword} {letter}", letter + joiner)


@task("micro9.2", echo=True)
def spell_a_word(
    pick: Chooser, *, words: tuple[str, ...] = WORDS, keyword: str = "spell:", joiner: str = " "
) -> Question:
    """Say the word letter by letter, with a space after each."""
    word = pick.choice(words)
    return Question(f"{keyword} {word}", joiner.join(word) + joiner)


@task("micro9.3", echo=True)
def interleave_a_word(
    pick: Chooser,
    *,
    words: tuple[str, ...] = WORDS,
    keyword: str = "interleave:",
    by: str = "by",
    joiners: str = "-#,",
) -> Question:
    """Say the word with the given sign between its letters."""
    word, joiner = pick.choice(words), pick.choice(joiners)
    return Question(f"{keyword} {word} {by} {joiner}", joiner.join(word))


@task("micro10")
def say_several(
    pick: Chooser, *, words: tuple[str, ...] = WORDS, most: int = 3, keyword: str = "say:"
) -> Question:
    """Two or more commands in one question: say all the words."""
    said = [pick.choice(words) for _ in range(pick.between(2, most))]
    return Question(" ".join(f"{keyword} {word}" for word in said), " ".join(said))


PAIRS = ("ab", "ac", "ad", "bc", "bd", "cd")
TRIPLES = ("abc", "acd", "adc", "bcd", "bda", "cdb")


@task("micro11")
def combine_two(
    pick: Chooser,
    *,
    words: tuple[str, ...] = PAIRS,
    keyword: str = "say:",
    reverse: str = "reverse:",
    concatenate: str = "concatenate:",
    interleave: str = "interleave:",
) -> Question:
    """Combine two words: the other way round, glued together, or letter by letter in turn."""
    first, second = pick.choice(words), pick.choice(words)
    operations = {
        reverse: f"{second} {first}",
        concatenate: first + second,
        interleave: "".join(chain.from_iterable(zip(first, second, strict=True))),
    }
    operation = pick.choice(tuple(operations))
    return Question(f"{keyword} {first} {keyword} {second} {operation}", operations[operation])


@task("micro12")
def union_or_exclude(
    pick: Chooser,
    *,
    words: tuple[str, ...] = TRIPLES,
    alphabet: str = "abcd",
    keyword: str = "say:",
    union: str = "union:",
    exclude: str = "exclude:",
) -> Question:
    """Add a letter to a word unless it is there, or take it out."""
    word, letter = pick.choice(words), pick.choice(alphabet)
    joined = word if letter in word else word + letter
    operations = {union: joined, exclude: word.replace(letter, "")}
    operation = pick.choice(tuple(operations))
    return Question(f"{keyword} {word} {keyword} {letter} {operation}", operations[operation])


@task("micro13.1")
def and_or_not(
    pick: Chooser,
    *,
    alphabet: str = "abcde",
    keyword: str = "say:",
    both: str = "and",
    either: str = "or",
    anything: str = "anything and not",
    but: str = "but not",
    suffix_is_enough: bool = False,
) -> Question:
    """Say both letters, one of them, anything without a letter, or one of two but not a third.

    Questions begin with a space. ``suffix_is_enough`` is the 2017 quirk of the first form: any ending of the
    right answer, even nothing, was accepted.
    """
    form = pick.below(4)
    x = pick.choice(alphabet)
    if form == 2:
        rest = tuple(letter for letter in alphabet if letter != x)
        return Question(
            f" {keyword} {anything} {x}", rest[0], accept="any", avoid=x, at_least=1, shown=rest, bare=True
        )
    if form == 3:
        return _one_but_not(pick, x, alphabet, f" {keyword} {x} {either}", but)
    y = pick.choice(alphabet)
    if form == 0:
        return Question(f" {keyword} {x} {both} {y}", x + y, others=(y, "") if suffix_is_enough else ())
    return Question(f" {keyword} {x} {either} {y}", x, others=(y, x + y, y + x), shown=(x, y))


def _one_but_not(pick: Chooser, x: str, alphabet: str, text: str, but: str) -> Question:
    y = pick.choice([letter for letter in alphabet if letter != x])
    kind = pick.below(3)
    z = (x, y)[kind] if kind < 2 else pick.choice([letter for letter in alphabet if letter not in (x, y)])
    allowed = tuple(letter for letter in (x, y) if letter != z)
    right = (*allowed, *(() if z in (x, y) else (x + y, y + x)))
    return Question(f"{text} {y} {but} {z}", right[0], others=right[1:], shown=allowed, bare=True)


@task("micro13.2")
def join_with_and_or(
    pick: Chooser,
    *,
    alphabet: str = ascii_lowercase,
    most: int = 4,
    longest: int = 3,
    keyword: str = "say:",
    both: str = "and",
    either: str = "or",
) -> Question:
    """Say all the operands, or something that contains one of them."""
    operator = pick.choice((either, both))
    operands = tuple(
        "".join(pick.sample(alphabet, pick.between(1, longest))) for _ in range(pick.between(2, most))
    )
    text = f"{keyword} " + f" {operator} ".join(operands)
    if operator == both:
        return Question(text, "".join(operands))
    return Question(text, operands[0], others=operands[1:], accept="contains", shown=operands, bare=True)


@task("micro14")
def next_letter(
    pick: Chooser, *, alphabet: str = ascii_lowercase, before: str = "after", behind: str = "comes what:"
) -> Question:
    """Say which letter comes next in the alphabet."""
    i = pick.below(len(alphabet) - 1)
    return Question(f"{before} {alphabet[i]} {behind}", alphabet[i + 1])


SEQUENCES = (
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    ("ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
    (
        *("ten", "eleven", "twelve", "thirteen", "fourteen"),
        *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    ),
)


def _a_sequence(
    pick: Chooser, origin: Origin, *, sequences: tuple[tuple[str, ...], ...], reversed_of_three: int
) -> tuple[tuple[str, str], ...]:
    """Neighbours in one of the sequences; two times out of three it runs backwards, as in 2017."""
    sequence = pick.choice(sequences)
    if pick.chance(reversed_of_three, 3):
        sequence = sequence[::-1]
    return tuple(pairwise(sequence))


@task("micro15", draw=_a_sequence, know=every_key_answered, failure_tolerance=2.0)
def next_in_sequence(
    pick: Chooser,
    hidden: Any,
    *,
    sequences: tuple[tuple[str, ...], ...] = SEQUENCES,
    reversed_of_three: int = 2,
    keyword: str = "say next after:",
) -> Question:
    """Say what comes next in a secret sequence of number words."""
    word, following = pick.choice(hidden)
    return Question(f"{keyword} {word}", following, key=word)


KINDS: dict[str, Task] = {
    "9.2": spell_a_word,
    "10": say_several,
    "11": combine_two,
    "12": union_or_exclude,
    "14": next_letter,
}
"""Tasks that other tasks are made of."""


OF_WORDS = ("9.2", "10")
"""Those of them that draw from the common words."""


def ask_kind(pick: Chooser, kind: str, words: tuple[str, ...]) -> Question:
    """A question of another task; where it is about common words, about these."""
    base = KINDS[kind]
    params = {**base.params, "words": words} if kind in OF_WORDS else base.params
    question: Question = base.asking(pick, **params)
    return question


def _a_kind(pick: Chooser, origin: Origin, *, kinds: tuple[str, ...]) -> str:
    return pick.choice(kinds)


def _as_the_kind(pick: Chooser, hidden: str, question: Question, correct: bool, rules: Rules) -> str:
    """Feedback repeats a right answer where the earlier task did."""
    text = feedback(pick, hidden, question, correct, rules)
    repeats = correct and KINDS[hidden].rules.echo and not rules.echo
    return text + question.answer + rules.terminator if repeats else text


@task("micro16", draw=_a_kind, react=_as_the_kind)
def one_of_several(
    pick: Chooser,
    hidden: str,
    *,
    kinds: tuple[str, ...] = ("9.2", "10", "11", "12"),
    words: tuple[str, ...] = WORDS,
) -> Question:
    """Every instance is one of four earlier tasks."""
    return ask_kind(pick, hidden, words)
