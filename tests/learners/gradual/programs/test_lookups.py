"""Look-ups inside a question, before anything is enumerated."""

from __future__ import annotations

import random

import pytest
from tests.learners.gradual.knowledge.test_facade import fresh, lesson
from tests.learners.gradual.programs.test_mapping import case, search

from gradus.learners.gradual.programs import World, run

ENTRIES = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "b"), ("e", "a")]


@pytest.mark.parametrize(
    "form", ["{pairs} of {key}", "{pairs} {key}", "{key} if {pairs}", "say {key} {pairs}"]
)
def test_a_key_that_is_a_value_as_well_is_looked_up_in_few_evaluations(form: str) -> None:
    pick = random.Random(2)
    pairs = []
    for _ in range(12):
        chosen = pick.sample(ENTRIES, 3)
        key, value = pick.choice(chosen)
        pairs.append((form.format(pairs=" ".join(f"{a} {b}" for a, b in chosen), key=key), value))
    found = search(pairs, World(), 60)
    assert all(found.right)
    question = form.format(pairs="d e e a", key="e")
    assert run(found.program, case(question), World().operators) == "a"


def test_entries_without_any_silence_are_looked_up() -> None:
    pick = random.Random(4)
    pairs = []
    for _ in range(30):
        keys = pick.sample("abcdefg", pick.randint(2, 4))
        values = [pick.choice("0123456789") for _ in keys]
        at = pick.randrange(len(keys))
        told = ",".join(f"{a}={b}" for a, b in zip(keys, values, strict=True))
        pairs.append((f"{told};{keys[at]}", values[at]))
    assert sum(lesson(fresh(), pairs, 4000)[-10:]) >= 8
