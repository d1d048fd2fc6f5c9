"""Verdicts about what stands inside a word, beyond single symbols."""

from __future__ import annotations

import random

from tests.learners.gradual.knowledge.test_facade import fresh, lesson


def test_whether_two_letters_stand_side_by_side_is_learned() -> None:
    pick = random.Random(3)
    asked = []
    while len(asked) < 90:
        text = "".join(pick.choice("abcd") for _ in range(4))
        if ("ab" in text) == (len(asked) % 2 == pick.randrange(2)):
            asked.append((f"look {text}", "yes" if "ab" in text else "no"))
    assert all(lesson(fresh(), asked, budget=2000)[-30:])
