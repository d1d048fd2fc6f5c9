"""Yes-or-no questions are decided by relations between words."""

import random

import pytest

from gradus.learners.gradual.predicates import Judge, covered
from gradus.learners.gradual.words import WordCutter

CUTTER = WordCutter()
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize(
    ("subject", "parts", "expected"),
    [
        ("XYXYX", ("XYX",), True),
        ("XYXY", ("XYX",), False),
        ("ABCAB", ("AB", "C"), True),
        ("ABDAB", ("AB", "C"), False),
        ("", ("AB",), True),
        ("A", (), False),
    ],
)
def test_covered_allows_overlaps(subject, parts, expected):
    assert covered(subject, parts) is expected


def ask(judge, parts, subject):
    return judge.answer(CUTTER.cut(f"rule {parts} test {subject}.", " ", "."))


def teach(judge, luck, draw, count):
    right = 0
    for number in range(count):
        parts, subject, truth = draw(luck)
        expected = "yes." if truth else "no."
        right += number >= count - 100 and ask(judge, parts, subject) == expected
        judge.learn(CUTTER.cut(f"rule {parts} test {subject}.", " ", "."), expected)
    return right


def gram(luck):
    return "".join(luck.choice(LETTERS) for _ in range(luck.randint(1, 3)))


def draw_covered(luck):
    part = gram(luck)
    subject = part * luck.randint(2, 6)
    if luck.random() < 0.5:
        return part, subject, True
    place = luck.randrange(len(subject))
    subject = subject[:place] + luck.choice(LETTERS) + subject[place:]
    return part, subject, covered(subject, (part,))


def draw_contains(luck):
    parts, without = [gram(luck) for _ in range(2)], gram(luck)
    pieces = [luck.choice(LETTERS) for _ in range(4)] + parts[: luck.randint(1, 2)]
    pieces += [without] * (luck.random() < 0.3)
    luck.shuffle(pieces)
    subject = "".join(pieces)
    truth = all(part in subject for part in parts) and without not in subject
    return f"{parts[0]} and {parts[1]} and not {without}", subject, truth


@pytest.mark.parametrize("draw", [draw_covered, draw_contains])
def test_relations_are_learned(draw):
    assert teach(Judge(), random.Random(4), draw, 250) >= 93


def test_a_verdict_needs_two_answers():
    judge = Judge()
    for number in range(20):
        judge.learn(CUTTER.cut(f"rule A test B{number}.", " ", "."), f"{number % 5}.")
    assert judge.verdicts == []


def test_without_coverage_the_relation_is_missing():
    judge = Judge()
    judge.ablated = frozenset({"coverage"})
    teach(judge, random.Random(4), draw_covered, 120)
    assert all(clause.relation != "covered" for verdict in judge.verdicts for clause in verdict.clauses)


def test_a_verdict_changes_over_to_two_other_answers():
    judge = Judge()
    for number in range(60):
        parts, subject = ("AB", "ABAB") if number % 2 else ("CD", "CXD")
        answers = ("it is:", "it is: fits.") if number < 30 else ("it is: fails.", "it is: fits.")
        phrase = CUTTER.cut(f"rule {parts} test {subject}{LETTERS[number % 20]}.", " ", ".")
        judge.learn(phrase, answers[number % 2])
    assert {judge.verdicts[0].yes, judge.verdicts[0].no} == {"it is: fails.", "it is: fits."}
