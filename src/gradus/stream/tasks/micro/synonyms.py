"""Tasks 19 and 20: earlier commands with their keywords replaced, by known synonyms or by invented ones."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from gradus.school import Chooser
from gradus.stream.question import Question
from gradus.stream.task import Origin, task
from gradus.stream.tasks.micro.phrases import OF_WORDS, WORDS, ask_kind
from gradus.stream.words import without

SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("say", "print", "write"),
    ("and", "together with", "&", "also"),
    ("or", "alternative", "/"),
    ("after", "behind", "next"),
    ("union", "consolidate", "joint"),
    ("exclude", "prohibit", "ignore", "remove"),
)
"""The base word first; only say, after, union and exclude ever occur in the tasks replaced here."""
PLAIN_WORDS = without(WORDS, tuple(word for group in SYNONYMS for word in group))
"""Words that contain no synonym, so that a replacement cannot hit them."""


def _dealt_kind(pick: Chooser, origin: Origin, *, kinds: tuple[str, ...]) -> str:
    """The kinds are dealt without replacement in rounds shared by as many instances as there are kinds."""
    turn, place = divmod(origin.nth, len(kinds))
    return origin.block(turn, pick).shuffled(kinds)[place]


def substitute(text: str, base: str, word: str) -> str:
    """Replace ``base`` where it stands as a word of its own.

    >>> substitute("say: essay say: b", "say", "print")
    'print: essay print: b'
    """
    return re.sub(rf"(?<!\w){re.escape(base)}(?!\w)", lambda _: word, text)


@lru_cache(maxsize=16)
def _without(words: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """The words an instance may use beside its invented names: the same for all of its questions."""
    return without(words, names)


def _has(text: str, base: str) -> bool:
    return base in text and substitute(text, base, "") != text


@task("micro19", draw=_dealt_kind, failure_tolerance=2.0)
def known_synonyms(
    pick: Chooser,
    hidden: str,
    *,
    kinds: tuple[str, ...] = ("10", "11", "12", "14"),
    synonyms: tuple[tuple[str, ...], ...] = SYNONYMS,
    words: tuple[str, ...] = PLAIN_WORDS,
) -> Question:
    """Earlier commands, with each keyword said in one of several ways."""
    question = ask_kind(pick, hidden, words)
    text = question.text
    for group in synonyms:
        if _has(question.text, group[0]):
            text = substitute(text, group[0], pick.choice(group))
    return Question(text, question.answer)


def _kind_and_names(
    pick: Chooser,
    origin: Origin,
    *,
    kinds: tuple[str, ...],
    synonyms: tuple[tuple[str, ...], ...],
    invented: tuple[str, ...],
) -> tuple[str, tuple[str, ...]]:
    """The kind of the instance and an invented word for each base word."""
    return _dealt_kind(pick, origin, kinds=kinds), pick.sample(invented, len(synonyms))


@task("micro20", draw=_kind_and_names, failure_tolerance=2.0)
def announced_synonyms(
    pick: Chooser,
    hidden: Any,
    *,
    kinds: tuple[str, ...] = ("10", "11", "12", "14"),
    synonyms: tuple[tuple[str, ...], ...] = SYNONYMS,
    words: tuple[str, ...] = PLAIN_WORDS,
    invented: tuple[str, ...] = PLAIN_WORDS[200:400],
    hint: str = "is as",
    dash: str = "-",
) -> Question:
    """Earlier commands, with one keyword replaced by an invented word that a hint announces."""
    kind, names = hidden
    question = ask_kind(pick, kind, _without(words, names) if kind in OF_WORDS else words)
    new_words = {group[0]: name for group, name in zip(synonyms, names, strict=True)}
    base = pick.choice([word for word in new_words if _has(question.text, word)])
    text = substitute(question.text, base, new_words[base])
    return Question(f"{new_words[base]} {hint} {base} {dash} {text}", question.answer)
