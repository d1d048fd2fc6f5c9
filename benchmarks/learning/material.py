"""Variants for the gradual learner that nobody wrote by hand: drawn from a seed.

`reworded` draws a whole curriculum anew: every sign becomes one to three other signs, every keyword an invented word,
reactions become none to three invented words, and neighbouring tasks trade places. `OPERATIONS` are things to do to
words that no curriculum of this project asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from gradus.school import Chooser, Sampler
from gradus.stream import TASKS as TASK_CATALOGUE
from gradus.stream import Curriculum, Question, make, task
from gradus.stream.task import Rules, Task
from gradus.stream.variant import SIGNS, Dictionary
from gradus.stream.words import common_words

MATERIAL = (
    *("alphabet", "marks", "joiner", "joiners", "operation"),
    *("words", "invented", "operations", "names", "kinds", "sequences", "synonyms"),
)
"""Parameters that are what questions are about, not how they are worded."""

JOINERS = "-#,"
"""Signs that are material in task 9.3; a separator made of them would make its questions ambiguous."""

QUOTING = ("micro16", "micro19", "micro20")
"""Tasks that quote others in their first wording: here only signs and reactions change."""


class Wording:
    """What every word, sign and reaction of a curriculum becomes; drawn when first met."""

    def __init__(self, seed: int) -> None:
        self.pick = Sampler(seed)
        self._words = Dictionary(self.pick)
        self._signs: dict[str, str] = {}
        self._reactions: dict[str, str] = {}

    def sign(self, old: str) -> str:
        """One to three signs, none of them inside another sign's."""
        while old not in self._signs:
            signs = [sign for sign in SIGNS if sign not in JOINERS]
            new = "".join(self.pick.choice(signs) for _ in range(self.pick.between(1, 3)))
            if all(new not in other and other not in new for other in self._signs.values()):
                self._signs[old] = new
        return self._signs[old]

    def text(self, text: str) -> str:
        """A text with its signs and words exchanged."""
        text = re.sub(r"[^\w\s]+", lambda match: self.sign(match[0]), text)
        return re.sub(r"[A-Za-z_]{2,}", lambda match: self._words.word(match[0]), text)

    def reaction(self, old: str) -> str:
        """None to three invented words, the last perhaps with a sign."""
        if old not in self._reactions:
            words = [self._words.word(f"{old}{number}") for number in range(self.pick.below(4))]
            mark = self.pick.choice(["", "", self.sign("!"), self.sign(",")])
            text = " ".join(words)
            self._reactions[old] = f"{text}{mark} " if words else ""
        return self._reactions[old]


def reworded(base: str, seed: int) -> Curriculum:
    """A curriculum in other words and signs, its tasks moved among their neighbours."""
    curriculum, wording = make(base), Wording(seed)
    tasks = {name: _reworded(item, wording) for name, item in curriculum.tasks.items()}
    names = list(tasks)
    for start in range(1, len(names) - 1, 2):
        names[start : start + 2] = wording.pick.shuffled(names[start : start + 2])
    return Curriculum(f"{base}-{seed}", {name: tasks[name] for name in names}, "consecutive", {})


def _reworded(item: Task, wording: Wording) -> Task:
    rules = {f.name: getattr(item.rules, f.name) for f in fields(Rules)}
    params = {} if item.name in QUOTING else dict(item.params)
    changes: dict[str, Any] = {}
    for name, value in {**rules, **params}.items():
        if name == "reactions":
            changes[name] = tuple(map(wording.reaction, value))
        elif name == "praise":
            changes[name] = tuple(map(wording.text, value))
        elif isinstance(value, str) and value and name not in MATERIAL:
            changes[name] = wording.text(value)
    return item.with_(**changes)


# ---- operations on words

WORDS = tuple(word for word in common_words() if word.isalpha() and word.islower() and 3 <= len(word) <= 6)[
    :400
]

Asked = tuple[str, str]


def _one(change: Callable[[str], str]) -> Callable[[Chooser], Asked]:
    def ask(pick: Chooser) -> Asked:
        word = pick.choice(WORDS)
        return word, change(word)

    return ask


def _two(change: Callable[[str, str], str]) -> Callable[[Chooser], Asked]:
    def ask(pick: Chooser) -> Asked:
        first, second = pick.choice(WORDS), pick.choice(WORDS)
        return f"{first} {second}", change(first, second)

    return ask


def _letter(change: Callable[[str, str], str]) -> Callable[[Chooser], Asked]:
    def ask(pick: Chooser) -> Asked:
        word = pick.choice(WORDS)
        letter = pick.choice([*sorted(set(word)), "a", "e"])
        return f"{letter} {word}", change(letter, word)

    return ask


def _several(least: int, most: int, change: Callable[[list[str]], str]) -> Callable[[Chooser], Asked]:
    def ask(pick: Chooser) -> Asked:
        words = [pick.choice(WORDS) for _ in range(pick.between(least, most))]
        return " ".join(words), change(words)

    return ask


def _yes(condition: bool) -> str:
    return "yes" if condition else "no"


SEEN: dict[str, Callable[[Chooser], Asked]] = {
    "backwards": _one(lambda word: word[::-1]),
    "twice": _one(lambda word: word * 2),
    "first": _one(lambda word: word[0]),
    "last": _one(lambda word: word[-1]),
    "rest": _one(lambda word: word[1:]),
    "sorted": _one(lambda word: "".join(sorted(word))),
    "drop-last": _one(lambda word: word[:-1]),
    "swap-ends": _one(lambda word: word[-1] + word[1:-1] + word[0]),
    "every-second": _one(lambda word: word[::2]),
    "no-repeats": _one(lambda word: "".join(dict.fromkeys(word))),
    "rotate": _one(lambda word: word[1:] + word[0]),
    "no-vowels": _one(lambda word: "".join(c for c in word if c not in "aeiou") or word),
    "longer": _two(lambda a, b: a if len(a) >= len(b) else b),
    "shorter": _two(lambda a, b: a if len(a) <= len(b) else b),
    "hyphen": _two(lambda a, b: f"{a}-{b}"),
    "count: letters": _one(lambda word: str(len(word))),
    "count: occurrences": _letter(lambda letter, word: str(word.count(letter))),
    "count: words": _several(1, 5, lambda words: str(len(words))),
}
"""Operations that were looked at while the learner was written."""

UNSEEN: dict[str, Callable[[Chooser], Asked]] = {
    "mirror": _one(lambda word: word + word[::-1]),
    "stutter": _one(lambda word: "".join(c + c for c in word)),
    "second": _one(lambda word: word[1]),
    "middle": _one(lambda word: word[1:-1]),
    "first-and-last": _one(lambda word: word[0] + word[-1]),
    "half-turn": _one(lambda word: word[len(word) // 2 :] + word[: len(word) // 2]),
    "plural": _one(lambda word: word + "s"),
    "prefix": _one(lambda word: "un" + word),
    "last-to-front": _one(lambda word: word[-1] + word[:-1]),
    "next-letters": _one(lambda word: "".join(chr((ord(c) - 96) % 26 + 97) for c in word)),
    "thrice": _one(lambda word: word * 3),
    "from-third": _one(lambda word: word[2:]),
    "spaced": _one(lambda word: " ".join(word)),
    "zip": _two(lambda a, b: "".join(x + y for x, y in zip(a, b, strict=False))),
    "first-of-each": _two(lambda a, b: a[0] + b[0]),
    "cut-letter": _letter(lambda letter, word: word.replace(letter, "") or word),
    "surround": _letter(lambda letter, word: letter + word + letter),
    "initials": _several(2, 4, lambda words: "".join(word[0] for word in words)),
    "last-word": _several(2, 4, lambda words: words[-1]),
    "words-reversed": _several(2, 4, lambda words: " ".join(words[::-1])),
    "has-letter": _letter(lambda letter, word: _yes(letter in word)),
    "begins-with": _letter(lambda letter, word: _yes(word[0] == letter)),
    "equally-long": _two(lambda a, b: _yes(len(a) == len(b))),
    "count: different": _one(lambda word: str(len(set(word)))),
    "count: both": _two(lambda a, b: str(len(a) + len(b))),
}
"""Operations that were listed after the operators were written and first run when most of the others passed."""

OPERATIONS = {**SEEN, **UNSEEN}


@task("bench-operation", reactions=("fine ", "no "))
def operate(pick: Chooser, *, operation: str = "backwards") -> Question:
    """Do to some words what the keyword says."""
    asked, answer = OPERATIONS[operation](pick)
    return Question(f"{operation.replace('count: ', 'count-')}: {asked}", answer)


def operation(name: str) -> Curriculum:
    """A curriculum of one operation."""
    made = TASK_CATALOGUE.get("bench-operation").with_(operation=name)
    return Curriculum(f"operation-{name}", {name: made}, "consecutive", {})
