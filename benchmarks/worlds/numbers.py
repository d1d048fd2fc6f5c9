"""Arithmetic with a world's own digits, and verdicts. Nothing about the digits is given: their order is a task too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradus.school import Chooser

from .content import Asked, Content, Hidden, Memory, deal, simple
from .lexicon import Lexicon
from .operations import fresh_word

Question = tuple[tuple[str, ...], tuple[str, ...]]


def numeral(digits: str, value: int) -> str:
    """The value in the digits' base, without leading nothings."""
    base, text = len(digits), ""
    while value or not text:
        value, rest = divmod(value, base)
        text = digits[rest] + text
    return text


def successor(pick: Chooser, lexicon: Lexicon) -> Content:
    """Which digit follows: this is where an order is learned."""
    digits = lexicon.digits

    def ask(p: Chooser, hidden: Hidden, memory: Memory) -> tuple[Asked, Memory]:
        place, rest = deal(p, len(digits) - 1, memory)
        return Asked((digits[place],), (digits[place + 1],)), rest

    return Content("next digit", ask, role="primitive")


def _numbers(pick: Chooser, lexicon: Lexicon, most: int, count: int) -> list[int]:
    return [pick.below(most + 1) for _ in range(count)]


def arithmetic(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    """Sums, differences and counts."""
    digits, base = lexicon.digits, len(lexicon.digits)
    infix = pick.choice(lexicon.signs[0])

    def pair(name: str, function: Callable[[int, int], int], most: int, down: bool = False) -> Content:
        def ask(p: Chooser) -> Question:
            a, b = _numbers(p, lexicon, most, 2)
            if down and a < b:
                a, b = b, a
            answer = numeral(digits, function(a, b))
            if written:
                return (numeral(digits, a) + infix + numeral(digits, b),), (answer,)
            return (numeral(digits, a), numeral(digits, b)), (answer,)

        written = pick.chance(1, 2)
        return simple(name, ask)

    def single(name: str, function: Callable[[int], int], least: int, most: int) -> Content:
        def ask(p: Chooser) -> Question:
            value = p.between(least, most)
            return (numeral(digits, value),), (numeral(digits, function(value)),)

        return simple(name, ask)

    def counting(name: str, question: Callable[[Chooser], tuple[tuple[str, ...], int]]) -> Content:
        def ask(p: Chooser) -> Question:
            words, count = question(p)
            return words, (numeral(digits, count),)

        return simple(name, ask)

    def some_letters(p: Chooser) -> tuple[tuple[str, ...], int]:
        word = p.letters(lexicon.letters, p.between(1, base - 1))
        return (word,), len(word)

    def some_words(p: Chooser) -> tuple[tuple[str, ...], int]:
        words = tuple(p.choice(lexicon.words) for _ in range(p.between(1, 4)))
        return words, len(words)

    def occurrences(p: Chooser) -> tuple[tuple[str, ...], int]:
        letter, count = p.choice(lexicon.letters), p.between(0, 4)
        others = [c for c in lexicon.letters if c != letter]
        word = [letter] * count + [p.choice(others) for _ in range(p.between(1, 3))]
        return (letter, "".join(p.shuffled(word))), count

    def several(name: str, function: Callable[[list[int]], int], most: int) -> Content:
        def ask(p: Chooser) -> Question:
            values = _numbers(p, lexicon, most, p.between(2, 4))
            return tuple(numeral(digits, v) for v in values), (numeral(digits, function(values)),)

        return simple(name, ask)

    return [
        pair("sum of digits", lambda a, b: a + b, base - 1),
        pair("sum of numbers", lambda a, b: a + b, base * base - 1),
        pair("sum in a circle", lambda a, b: (a + b) % base, base - 1),
        pair("difference of digits", lambda a, b: a - b, base - 1, down=True),
        pair("difference of numbers", lambda a, b: a - b, base * base - 1, down=True),
        pair("distance", lambda a, b: abs(a - b), base - 1),
        pair("larger number", max, base - 1),
        pair("smaller number", min, base - 1),
        single("one more", lambda a: a + 1, 0, base * base - 2),
        single("one less", lambda a: a - 1, 1, base * base - 1),
        single("two more", lambda a: a + 2, 0, base * base - 3),
        single("the double", lambda a: 2 * a, 0, base * base // 2),
        counting("number of letters", some_letters),
        counting("number of words", some_words),
        counting("number of occurrences", occurrences),
        several("largest number", max, base - 1),
        several("sum of a list", sum, base - 1),
    ]


Statement = Callable[[Chooser], tuple[tuple[str, ...], bool]]


def verdict(name: str, statement: Statement, words: tuple[str, str]) -> Content:
    """Whether a statement is true; both answers are equally frequent, whatever the statement's chances."""

    def ask(p: Chooser) -> Question:
        wanted = p.chance(1, 2)
        question, holds = statement(p)
        while holds != wanted:
            question, holds = statement(p)
        return question, (words[0] if holds else words[1],)

    return simple(name, ask, options=words)


def verdicts(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    """Relations of words, letters and numbers."""
    digits, letters = lexicon.digits, lexicon.letters
    base = len(digits)
    yes, no = pick.sample(lexicon.names[30:], 2) if pick.chance(1, 2) else pick.sample(letters, 2)
    chosen = pick.sample(letters, len(letters) // 2)

    def word(p: Chooser) -> str:
        return fresh_word(p, lexicon)

    def two(relation: Callable[[str, str], bool]) -> Statement:
        def state(p: Chooser) -> tuple[tuple[str, ...], bool]:
            a = word(p)
            b = p.choice((a, a[: len(a) // 2 + 1], a[::-1], word(p), word(p)))
            pair = (a, b) if p.chance(1, 2) else (b, a)
            return pair, relation(*pair)

        return state

    def letter_and_word(relation: Callable[[str, str], bool]) -> Statement:
        def state(p: Chooser) -> tuple[tuple[str, ...], bool]:
            a, w = p.choice(letters), word(p)
            return (a, w), relation(a, w)

        return state

    def one(holds: Callable[[str], bool], half: bool = False) -> Statement:
        def state(p: Chooser) -> tuple[tuple[str, ...], bool]:
            w = word(p)
            w = p.choice((w, w + w[::-1])) if half else w
            return (w,), holds(w)

        return state

    def two_numbers(relation: Callable[[int, int], bool], most: int) -> Statement:
        def state(p: Chooser) -> tuple[tuple[str, ...], bool]:
            a, b = _numbers(p, lexicon, most, 2)
            return (numeral(digits, a), numeral(digits, b)), relation(a, b)

        return state

    def number(holds: Callable[[int], bool], most: int) -> Statement:
        def state(p: Chooser) -> tuple[tuple[str, ...], bool]:
            a = p.below(most + 1)
            return (numeral(digits, a),), holds(a)

        return state

    def member(p: Chooser) -> tuple[tuple[str, ...], bool]:
        words = tuple(p.choice(lexicon.words[:12]) for _ in range(3))
        wanted = p.choice(lexicon.words[:12])
        return (wanted, *words), wanted in words

    def letter_and_words(relation: Callable[[str, tuple[str, ...]], bool]) -> Statement:
        def state(p: Chooser) -> tuple[tuple[str, ...], bool]:
            a = p.choice(letters)
            some = tuple(w + a if p.chance(1, 3) else w for w in (word(p) for _ in range(3)))
            return (a, *some), relation(a, some)

        return state

    def ends(p: Chooser) -> tuple[tuple[str, ...], bool]:
        a, b, w = p.choice(letters), p.choice(letters), word(p)
        w = a + w if p.chance(2, 3) else w
        w = w + b if p.chance(2, 3) else w
        return (a, b, w), w[0] == a and w[-1] == b

    statements: dict[str, Statement] = {
        "every word has the letter": letter_and_words(lambda a, ws: all(a in w for w in ws)),
        "some word has the letter": letter_and_words(lambda a, ws: any(a in w for w in ws)),
        "no word has the letter": letter_and_words(lambda a, ws: not any(a in w for w in ws)),
        "word begins and ends with letters": ends,
        "letter in word": letter_and_word(lambda a, w: a in w),
        "word begins with letter": letter_and_word(lambda a, w: w[0] == a),
        "word ends with letter": letter_and_word(lambda a, w: w[-1] == a),
        "words equal": two(lambda a, b: a == b),
        "words equally long": two(lambda a, b: len(a) == len(b)),
        "one word begins with the other": two(lambda a, b: a.startswith(b)),
        "first longer": two(lambda a, b: len(a) > len(b)),
        "word among others": member,
        "begins with a chosen letter": one(lambda w: w[0] in chosen),
        "palindrome": one(lambda w: w == w[::-1], half=True),
        "begins as it ends": one(lambda w: w[0] == w[-1], half=True),
        "first number smaller": two_numbers(lambda a, b: a < b, base - 1),
        "first number larger": two_numbers(lambda a, b: a > b, base - 1),
        "first long number smaller": two_numbers(lambda a, b: a < b, base * base - 1),
        "numbers adjacent": two_numbers(lambda a, b: a + 1 == b, base - 1),
        "even": number(lambda a: a % 2 == 0, base - 1),
        "small": number(lambda a: a < base // 2, base - 1),
    }
    return [verdict(f"whether {name}", statement, (yes, no)) for name, statement in statements.items()]


def as_number(value: Any, digits: str) -> str:
    """A number of the language as the world writes it."""
    return numeral(digits, int(value))
