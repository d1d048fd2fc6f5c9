"""Fresh variants of a curriculum: the same tasks under other separators, keywords, reactions, signs and order.

A variant is drawn from a seed and is again a curriculum: its specification says everything. One word becomes the same
new word in all tasks, one sign the same new sign, so what a learner finds out early still helps it later.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from gradus.school import Sampler
from gradus.stream.curriculum import Curriculum
from gradus.stream.task import Rules, Task

SIGNS = ".:;,!?-+*/=#&%$@~^|"
"""Signs that may take each other's place."""
_LITERAL = ("alphabet", "marks", "operation")
"""Parameters whose characters are material, not wording, or which name a function."""
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


class Dictionary:
    """What every word and sign of a curriculum becomes; words are invented when first met."""

    def __init__(self, pick: Sampler) -> None:
        self._pick = pick
        self._words: dict[str, str] = {}
        self._taken: set[str] = set()
        self._signs = str.maketrans(SIGNS, "".join(pick.shuffled(SIGNS)))

    def word(self, old: str) -> str:
        """The new word; a capital stays a capital."""
        key = old.lower()
        if key not in self._words:
            new = self._invent()
            while new in self._taken:
                new = self._invent()
            self._taken.add(new)
            self._words[key] = new
        new = self._words[key]
        return (
            new.upper() if old.isupper() and len(old) > 1 else new.capitalize() if old[0].isupper() else new
        )

    def _invent(self) -> str:
        pairs = [
            self._pick.choice(_CONSONANTS) + self._pick.choice(_VOWELS)
            for _ in range(self._pick.between(2, 3))
        ]
        return "".join(pairs)

    def sign(self, text: str) -> str:
        """The text with its signs exchanged and everything else kept."""
        return text.translate(self._signs)

    def text(self, text: str) -> str:
        """The text with its words and signs exchanged."""
        return self.sign(re.sub(r"[A-Za-z_]{2,}", lambda match: self.word(match[0]), text))


def vary(curriculum: Curriculum, seed: int, *, words: bool = True, order: bool = True) -> Curriculum:
    """A variant; ``words`` changes wording and signs, ``order`` shuffles tasks a little within their neighbourhood."""
    pick = Sampler(seed)
    dictionary = Dictionary(pick)
    tasks = {name: _reworded(task, dictionary) if words else task for name, task in curriculum.tasks.items()}
    ids = _nearby(list(tasks), pick) if order else list(tasks)
    return replace(
        curriculum,
        name=f"{curriculum.name}-{seed}",
        tasks={name: tasks[name] for name in ids},
        summary=f"A variant of {curriculum.name} drawn from seed {seed}",
    )


def _nearby(ids: list[str], pick: Sampler, reach: int = 2) -> list[str]:
    """The first task stays first; others trade places with neighbours, so the path stays gradual."""
    moved = list(ids)
    for start in range(1, len(moved) - reach + 1, reach):
        moved[start : start + reach] = pick.shuffled(moved[start : start + reach])
    return moved


def _reworded(task: Task, dictionary: Dictionary) -> Task:
    """The task with its wording exchanged; what is unchanged stays unmentioned in its specification."""
    rules = {f.name: getattr(task.rules, f.name) for f in fields(Rules)}
    changes: dict[str, Any] = {}
    for name, value in {**rules, **task.params}.items():
        new = _exchange(name, value, dictionary)
        if new != value:
            changes[name] = new
    return task.with_(**changes)


def _exchange(name: str, value: Any, dictionary: Dictionary) -> Any:
    if name in _LITERAL:
        return value
    if isinstance(value, str):
        return dictionary.text(value)
    if name in ("reactions", "praise"):
        return tuple(dictionary.text(text) for text in value)
    return value


def to_toml(curriculum: Curriculum) -> str:
    """The curriculum as a file that :func:`gradus.stream.make` reads."""
    spec = curriculum.spec()
    lines = [f"summary = {_toml(spec['summary'])}", "tasks = ["]
    lines += [f"    {_toml(row)}," for row in spec["tasks"]]
    lines += ["]", "", "[teacher]"]
    lines += [f"{key} = {_toml(value)}" for key, value in spec["teacher"].items()]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)
