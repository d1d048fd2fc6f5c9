"""Further operations on text that the challenge's specification suggests, each with a gradual path to it.

A path begins with letters and short strings and ends with the words of the public tasks; the steps are variants
of one task, listed in the curriculum ``text-operations``. Spelling with immediate rewards pays for every
character instead of every word.
"""

from __future__ import annotations

from typing import Any

from gradus.school import Chooser
from gradus.stream.question import Question
from gradus.stream.task import no_feedback, task
from gradus.stream.words import common_words

_WORDS = tuple(word for word in common_words() if word.isalpha() and word.islower() and len(word) > 1)


def _of_different_lengths(pick: Chooser, words: tuple[str, ...], many: int) -> list[str]:
    """So many words, no two of the same length."""
    found: list[str] = []
    while len(found) < many:
        word = pick.choice([w for w in words if all(len(w) != len(other) for other in found)])
        found.append(word)
    return found


@task("text.shorter")
def the_shorter(pick: Chooser, *, words: tuple[str, ...] = _WORDS, keyword: str = "shorter:") -> Question:
    """Say the shorter one of two words."""
    both = _of_different_lengths(pick, words, 2)
    return Question(f"{keyword} {both[0]} {both[1]}", min(both, key=len))


@task("text.shortest")
def the_shortest(
    pick: Chooser, *, words: tuple[str, ...] = _WORDS, most: int = 4, keyword: str = "shortest:"
) -> Question:
    """Say the shortest one of several words."""
    several = _of_different_lengths(pick, words, pick.between(2, most))
    return Question(f"{keyword} {' '.join(several)}", min(several, key=len))


@task("text.all-but")
def all_but_one(
    pick: Chooser,
    *,
    words: tuple[str, ...] = _WORDS,
    most: int = 4,
    keyword: str = "say:",
    but: str = "but not:",
) -> Question:
    """Say all the words but one."""
    several = pick.sample(words, pick.between(2, most))
    left_out = pick.choice(several)
    answer = " ".join(word for word in several if word != left_out)
    return Question(f"{keyword} {' '.join(several)} {but} {left_out}", answer)


def _piece(pick: Chooser, word: str, longest: int) -> str:
    """A part of the word that is not the whole of it."""
    size = pick.between(1, min(longest, len(word) - 1))
    place = pick.below(len(word) - size + 1)
    return word[place : place + size]


@task("text.remove")
def remove_a_substring(
    pick: Chooser,
    *,
    words: tuple[str, ...] = _WORDS,
    longest: int = 3,
    keyword: str = "remove:",
    source: str = "from",
) -> Question:
    """Say the word without the first occurrence of a part of it."""
    word = pick.choice(words)
    piece = _piece(pick, word, longest)
    return Question(f"{keyword} {piece} {source} {word}", word.replace(piece, "", 1))


@task("text.find")
def find_a_substring(
    pick: Chooser,
    *,
    words: tuple[str, ...] = _WORDS,
    longest: int = 3,
    keyword: str = "find:",
    where: str = "in",
) -> Question:
    """Say at which letter of the word the part begins, counted from one."""
    word = pick.choice(words)
    piece = _piece(pick, word, longest)
    return Question(f"{keyword} {piece} {where} {word}", str(word.index(piece) + 1))


@task("text.spell-at-once", react=no_feedback, terminator="", streak=50, success_tolerance=4.0)
def spell_with_immediate_rewards(
    pick: Chooser,
    hidden: None,
    memory: Any,
    *,
    words: tuple[str, ...] = _WORDS,
    keyword: str = "spell:",
    joiner: str = " ",
    end: str = ".",
    together: int = 1,
) -> tuple[Question, Any]:
    """Spell the word; every character is paid at once, or (``together``: 2) every letter with the space after it."""
    if not memory:
        word = pick.choice(words)
        answer = "".join(letter + joiner for letter in word) + end
        pieces = tuple(answer[i : i + together] for i in range(0, len(answer), together))
        return Question(f"{keyword} {word}{end}", pieces[0]), pieces[1:]
    return Question(" ", memory[0]), tuple(memory[1:])  # silence: the next character is awaited
