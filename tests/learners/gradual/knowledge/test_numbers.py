"""Orders and arithmetic by learned digits: nothing about a digit is built in."""

from __future__ import annotations

import random

from tests.learners.gradual.knowledge.test_facade import fresh, lesson

DIGITS = "qxwvzk"


def numeral(value: int) -> str:
    return (numeral(value // 6) if value > 5 else "") + DIGITS[value % 6]


def test_the_order_of_digits_is_learned_and_then_counted_with() -> None:
    pick = random.Random(2)
    know = fresh()
    places = [pick.randrange(5) for _ in range(40)]
    lesson(know, [(f"next {DIGITS[n]}", DIGITS[n + 1]) for n in places])
    learned = ["".join(table.digits) for table in know.world.tables.values()]
    assert DIGITS in [bytes(know.alphabet.symbols(digits)).decode() for digits in learned]
    numbers = [pick.randrange(34) for _ in range(30)]
    right = lesson(know, [(f"more {numeral(n)}", numeral(n + 2)) for n in numbers])
    assert all(right[-14:])


def test_an_order_grows_with_every_word_that_has_signs_it_lacks() -> None:
    """What it rests on is looked at together with what it cannot sort yet, so nothing is learned twice."""
    pick = random.Random(5)
    letters = "thequickbrownfxjmpsv"
    know = fresh()
    words = ["".join(pick.sample(letters, pick.randint(3, 6))) for _ in range(60)]
    right = lesson(know, [(f"tidy {word}", "".join(sorted(word, key=letters.index))) for word in words])
    assert sum(right[30:]) >= 24, right
