"""What the tasks draw, and how often: exact enumeration, and samples against published frequencies.

Shares named in comments were observed on the General AI Challenge Round 1 reference, 5,000 to 80,000 instances
each. Seeds are fixed, so a failure means a change, not bad luck.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations, product
from math import perm
from statistics import fmean
from typing import Any

import pytest
from scipy.stats import chisquare
from tests.stream.knowing import fits

from gradus.school import Chooser, Sampler, Ticket, distribution
from gradus.stream import TASKS, Origin, Question, Task
from gradus.stream.tasks.regular import Description, true_string


def variant(name: str, **changes: Any) -> Task:
    return TASKS.get(name).with_(**changes)


def hidden_of(task: Task, pick: Any, nth: int = 0) -> Any:
    return task.bound.draw(pick, Origin(nth))


def instances(name: str, n: int, seed: int = 1) -> Iterator[Any]:
    """The hidden parameters of a run's first instances of a task, drawn as the world draws them."""
    task = TASKS.get(name)
    for nth in range(n):
        ticket = Ticket(name, seed, nth, nth)
        origin = Origin(nth, partial(Sampler.for_ticket, ticket))
        yield task.bound.draw(Sampler.for_ticket(ticket), origin)


def questions(task: Task, hidden: Any, pick: Any, n: int) -> list[Question]:
    asked, memory = [], None
    for _ in range(n):
        question, memory = task.bound.ask(pick, hidden, memory)
        asked.append(question)
    return asked


def agrees(exact: dict[Any, Fraction], sampled: Counter[Any]) -> bool:
    """Chi-square at the 0.1 % level, and nothing sampled that cannot be."""
    n = sampled.total()
    assert sum(exact.values()) == 1
    assert set(sampled) <= set(exact)
    if len(exact) == 1:
        return True
    keys = list(exact)
    test = chisquare([sampled[key] for key in keys], [float(exact[key]) * n for key in keys])
    return bool(test.pvalue > 0.001)


def share(items: list[Any], holds: Callable[[Any], bool]) -> float:
    return fmean(bool(holds(item)) for item in items)


# One chooser for sampling and for enumeration: exact and sampled frequencies agree.


def two_questions(name: str, **changes: Any) -> Callable[[Any], Hashable]:
    task = variant(name, **changes)

    def play(pick: Any) -> Hashable:
        hidden = hidden_of(task, pick)
        return hidden, tuple(q.text for q in questions(task, hidden, pick, 2))

    return play


SMALL: dict[str, Callable[[Any], Hashable]] = {
    "micro1": two_questions("micro1", alphabet="abc", size=2),
    "micro2": two_questions("micro2", alphabet="abc", size=2, marks="!"),
    "micro3": two_questions("micro3", alphabet="abc", size=2, marks="!"),
    "micro4": two_questions("micro4", alphabet="abc", size=2),
    "micro5.1": two_questions("micro5.1", alphabet="012"),
    "micro5.9": two_questions("micro5.9", alphabet="01", keys=2),
    "micro5.15": two_questions("micro5.15", alphabet="01", answer_lengths=(1, 2)),
    "micro6": two_questions("micro6", words=("a", "b", "c"), size=2),
    "micro8": two_questions("micro8", alphabet="ab", widest=1),
    "micro12": two_questions("micro12", words=("ab", "ba"), alphabet="abc"),
    "micro13.1": two_questions("micro13.1", alphabet="abc"),
    "micro13.2": two_questions("micro13.2", alphabet="ab", most=2, longest=2),
    "micro15": two_questions("micro15", sequences=(("a", "b", "c"), ("d", "e"))),
    "micro16": two_questions("micro16", words=("a", "b"), kinds=("9.2", "10")),
}


@pytest.mark.parametrize("name", SMALL)
def test_samples_agree_with_the_exact_distribution(name):
    exact = distribution(SMALL[name])
    sampler = Sampler(7)
    n = max(4000, 8 * len(exact))
    assert agrees(exact, Counter(SMALL[name](sampler) for _ in range(n)))


def test_hidden_letters_and_target_of_task_1_are_uniform():
    task = variant("micro1", alphabet="abc", size=2)
    exact = distribution(lambda pick: hidden_of(task, pick))
    wanted = {(pair, target) for pair in permutations("abc", 2) for target in pair}
    assert exact == dict.fromkeys(wanted, Fraction(1, 12))


def test_permutations_of_task_3_may_have_fixed_points():
    task = variant("micro3", size=3, alphabet="abc")
    images = distribution(lambda pick: tuple(sorted(zip(*hidden_of(task, pick), strict=True))))
    assert len(images) == 6 and set(images.values()) == {Fraction(1, 6)}
    assert (("a", "a"), ("b", "b"), ("c", "c")) in images


def test_mapping_of_5_1_is_a_uniform_permutation():
    task = variant("micro5.1", alphabet="012")
    exact = distribution(lambda pick: hidden_of(task, pick))
    wanted = {tuple(zip("012", image, strict=True)) for image in permutations("012")}
    assert exact == dict.fromkeys(wanted, Fraction(1, 6))


def test_answers_of_5_4_are_two_independent_digits():
    task = variant("micro5.4", alphabet="01")
    exact = distribution(lambda pick: hidden_of(task, pick))
    pairs = ["".join(two) for two in product("01", repeat=2)]
    assert exact == dict.fromkeys([(("0", a), ("1", b)) for a in pairs for b in pairs], Fraction(1, 16))


def test_lengths_are_drawn_before_digits():
    """A key of one digit is as likely as one of two, although there are more of the latter."""
    task = variant("micro5.9", keys=1)
    exact = distribution(lambda pick: len(hidden_of(task, pick)[0][0]))
    assert exact == {1: Fraction(1, 2), 2: Fraction(1, 2)}


def test_when_a_key_repeats_the_last_drawn_answer_wins():
    task = variant("micro5.8", alphabet="01", keys=2, key_lengths=(1,))

    class Script(Chooser):
        def __init__(self, digits: str) -> None:
            self.digits = iter(digits)

        def letters(self, alphabet: Any, k: int) -> str:
            return next(self.digits)

        def below(self, n: int) -> int:
            return 0

    # Whether answers are drawn with their keys or after them, the second answer must stay.
    assert task.bound.draw(Script("1101"), Origin()) == (("1", "1."),)


def test_a_deck_deals_n_copies_of_n_keys_then_starts_again():
    task = variant("micro4", alphabet="abc", size=3)
    asked = "".join(q.text for q in questions(task, tuple("abc"), Sampler(3), 90))
    rounds = [asked[i : i + 9] for i in range(0, 90, 9)]
    assert all(sorted(cards) == list("aaabbbccc") for cards in rounds)
    assert len(set(rounds)) > 5
    two = variant("micro4", alphabet="ab", size=2)
    orders = distribution(lambda pick: "".join(q.text for q in questions(two, ("a", "b"), pick, 4)))
    assert orders == dict.fromkeys(["aabb", "abab", "abba", "baab", "baba", "bbaa"], Fraction(1, 6))


@pytest.mark.parametrize("name, cards", [("micro2", 144), ("micro3", 144), ("micro4", 16), ("micro5.1", 100)])
def test_size_of_the_decks(name, cards):
    task = TASKS.get(name)
    hidden = next(instances(name, 1))
    asked = [q.text for q in questions(task, hidden, Sampler(1), 3 * cards)]
    keys = round(cards**0.5)
    for i in range(0, 3 * cards, cards):
        assert sorted(Counter(asked[i : i + cards]).values()) == [keys] * keys


def test_a_deck_has_distinct_keys_only():
    hidden = tuple((key, "1.") for key in ("07", "12", "99"))
    asked = Counter(q.text for q in questions(TASKS.get("micro5.8"), hidden, Sampler(1), 9))
    assert asked == {"07.": 3, "12.": 3, "99.": 3}


def test_without_a_deck_questions_are_independent():
    task = variant("micro4", alphabet="ab", size=2, deck=False)
    orders = distribution(lambda pick: "".join(q.text for q in questions(task, ("a", "b"), pick, 3)))
    assert len(orders) == 8 and set(orders.values()) == {Fraction(1, 8)}


# Mappings at their original sizes.


def distinct_keys(name: str, n: int) -> Counter[int]:
    return Counter(len(hidden) for hidden in instances(name, n))


@pytest.mark.parametrize(
    "name, shares, tolerance",
    [
        ("micro5.8", {10: 0.64, 9: 0.31, 8: 0.05}, 0.03),
        ("micro5.9", {10: 0.30, 9: 0.41, 8: 0.21}, 0.03),
        ("micro5.13", {10: 0.995}, 0.006),
        ("micro5.16", {10: 0.83}, 0.03),
        ("micro5.17", {10: 0.83}, 0.03),
        ("micro5.18", {10: 0.95}, 0.02),
    ],
)
def test_duplicate_keys_shrink_a_mapping(name, shares, tolerance):
    counts = distinct_keys(name, 2500)
    for keys, expected in shares.items():
        assert counts[keys] / 2500 == pytest.approx(expected, abs=tolerance)


def test_distinct_keys_of_5_8_exactly():
    """Ten draws of a hundred keys: all different with probability 100! / 90! / 100^10."""
    counts = distinct_keys("micro5.8", 4000)
    assert counts[10] / 4000 == pytest.approx(perm(100, 10) / 100**10, abs=0.025)


@pytest.mark.parametrize(
    "name, key_lengths, answer_lengths",
    [
        *[(f"micro5.{i}", {1}, {1}) for i in (1, 2, 3)],
        ("micro5.4", {1}, {2}),
        *[(f"micro5.{i}", {1}, {2}) for i in (5, 6, 10, 11, 14)],
        ("micro5.7", {1}, {2, 3}),
        ("micro5.8", {2}, {2}),
        ("micro5.9", {1, 2}, {2}),
        ("micro5.12", {1}, {4, 5, 6}),
        ("micro5.13", {3, 4, 5}, {2}),
        ("micro5.15", {1}, {2, 3, 4, 5, 6}),
        ("micro5.16", {1, 2, 3, 4, 5}, {2}),
        ("micro5.17", {1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}),
        ("micro5.18", set(range(1, 11)), set(range(2, 12))),
    ],
)
def test_lengths_of_keys_and_answers(name, key_lengths, answer_lengths):
    """Answers from 5.5 on end with a full stop, counted here."""
    pairs = [pair for hidden in instances(name, 120) for pair in hidden]
    assert {len(key) for key, _ in pairs} == key_lengths
    assert {len(answer) for _, answer in pairs} == answer_lengths
    assert all(re.fullmatch(r"\d+", key) for key, _ in pairs)
    stop = r"\." if int(name.split(".")[1]) >= 5 else ""
    assert all(re.fullmatch(r"\d+" + stop, answer) for _, answer in pairs)
    if key_lengths == {1}:
        assert all("".join(sorted(dict(hidden))) == "0123456789" for hidden in instances(name, 5))


@pytest.mark.parametrize("name, noise", [("micro5.10", [1]), ("micro5.11", [0, 1]), ("micro5.14", [2, 3, 4])])
@pytest.mark.parametrize("correct", [True, False])
def test_random_digits_before_the_answer(name, noise, correct):
    task = TASKS.get(name)
    question = Question("4.", "7.", key="4")
    texts = [task.bound.react(Sampler(seed), (("4", "7."),), question, correct) for seed in range(900)]
    assert all(re.fullmatch(r"\d*7\.", text) for text in texts)
    lengths = Counter(len(text) - 2 for text in texts)
    assert agrees({n: Fraction(1, len(noise)) for n in noise}, lengths)
    if noise != [0, 1]:
        first = Counter(text[0] for text in texts)
        assert agrees({digit: Fraction(1, 10) for digit in "0123456789"}, first)


# Commands in words.


def exact_questions(name: str, hidden: Any = None, **changes: Any) -> dict[tuple[str, str], Fraction]:
    task = variant(name, **changes)

    def play(pick: Any) -> tuple[str, str]:
        question = questions(task, hidden, pick, 1)[0]
        return question.text, question.answer

    return distribution(play)


def test_words_of_task_6():
    """Eight distinct keys and eight distinct values of the 200 most frequent words, drawn independently."""
    task = TASKS.get("micro6")
    assert len(task.params["words"]) == 200
    drawn = list(instances("micro6", 400))
    assert all(len({k for k, _ in h}) == len({v for _, v in h}) == 8 for h in drawn)
    assert len({word for h in drawn for pair in h for word in pair}) == 200
    assert any(set(dict(h)) & set(dict(h).values()) for h in drawn), "a word may be key and value"
    asked = Counter(q.key for q in questions(task, drawn[0], Sampler(2), 2000))
    assert agrees({key: Fraction(1, 8) for key in dict(drawn[0])}, asked)
    tiny = variant("micro6", words=("a", "b"), size=1)
    assert distribution(lambda pick: hidden_of(tiny, pick)) == dict.fromkeys(
        [((k, v),) for k in "ab" for v in "ab"], Fraction(1, 4)
    )


def test_gaps_of_task_8():
    gaps: list[Counter[int]] = [Counter(), Counter(), Counter()]
    for question in questions(TASKS.get("micro8"), None, Sampler(5), 4000):
        found = re.fullmatch(r"say: ( *)[a-z]( *)[a-z]( *)", question.text)
        assert found
        for counter, gap in zip(gaps, found.groups(), strict=True):
            counter[len(gap)] += 1
    assert all(agrees({n: Fraction(1, 7) for n in range(7)}, counter) for counter in gaps)


@pytest.mark.parametrize(
    "widths, answer", [((4, 4, 3), "b t "), ((2, 0, 0), "bt"), ((0, 1, 0), "b t"), ((6, 0, 1), "bt ")]
)
def test_answers_of_task_8(widths, answer):
    a, b, c = (" " * width for width in widths)
    table = exact_questions("micro8", alphabet="bt")
    assert table[f"say: {a}b{b}t{c}", answer] == Fraction(1, 4 * 343)


def test_joiners_of_task_9_3_and_numbers_of_words_of_task_10():
    joiners = Counter(q.text[-1] for q in questions(TASKS.get("micro9.3"), None, Sampler(5), 3000))
    assert agrees({sign: Fraction(1, 3) for sign in "-#,"}, joiners)
    words = Counter(q.text.count("say:") for q in questions(TASKS.get("micro10"), None, Sampler(5), 3000))
    assert agrees({2: Fraction(1, 2), 3: Fraction(1, 2)}, words)


def test_task_11_exactly():
    words = ("ab", "ac", "ad", "bc", "bd", "cd")
    wanted = {}
    for a, b in product(words, words):
        wanted[f"say: {a} say: {b} reverse:", f"{b} {a}"] = Fraction(1, 108)
        wanted[f"say: {a} say: {b} concatenate:", a + b] = Fraction(1, 108)
        wanted[f"say: {a} say: {b} interleave:", a[0] + b[0] + a[1] + b[1]] = Fraction(1, 108)
    assert exact_questions("micro11") == wanted


def test_task_12_exactly():
    wanted = {}
    for word, x in product(("abc", "acd", "adc", "bcd", "bda", "cdb"), "abcd"):
        wanted[f"say: {word} say: {x} union:", word if x in word else word + x] = Fraction(1, 48)
        wanted[f"say: {word} say: {x} exclude:", word.replace(x, "")] = Fraction(1, 48)
    assert exact_questions("micro12") == wanted


def test_task_13_1_exactly():
    table: dict[str, Fraction] = {}
    for (text, _), p in exact_questions("micro13.1").items():
        table[text] = table.get(text, Fraction(0)) + p
    wanted = {}
    for x, y in product("abcde", repeat=2):
        wanted[f" say: {x} and {y}"] = wanted[f" say: {x} or {y}"] = Fraction(1, 4 * 25)
        for z in "abcde" if x != y else "":
            p = Fraction(1, 3) if z in (x, y) else Fraction(1, 9)
            wanted[f" say: {x} or {y} but not {z}"] = Fraction(1, 4 * 20) * p
    for x in "abcde":
        wanted[f" say: anything and not {x}"] = Fraction(1, 4 * 5)
    assert table == wanted


def test_task_13_2():
    asked = questions(TASKS.get("micro13.2"), None, Sampler(8), 3000)
    operators = Counter(re.findall(r" (and|or) ", q.text)[0] for q in asked)
    assert agrees({"and": Fraction(1, 2), "or": Fraction(1, 2)}, operators)
    split = [re.split(" (?:and|or) ", q.text.removeprefix("say: ")) for q in asked]
    assert agrees({n: Fraction(1, 3) for n in (2, 3, 4)}, Counter(map(len, split)))
    operands = [operand for some in split for operand in some]
    assert agrees({n: Fraction(1, 3) for n in (1, 2, 3)}, Counter(map(len, operands)))
    assert all(len(set(operand)) == len(operand) for operand in operands), "letters of an operand differ"
    assert all(len(set(re.findall(r" (and|or) ", q.text))) == 1 for q in asked)


def test_task_14_exactly():
    letters = "abcdefghijklmnopqrstuvwxyz"
    wanted = {(f"after {a} comes what:", b): Fraction(1, 25) for a, b in pairwise(letters)}
    assert exact_questions("micro14") == wanted


def test_task_15_exactly():
    """Four sequences of 10, 9, 9 and 10 words; two times out of three they run backwards."""
    task = TASKS.get("micro15")
    exact = distribution(lambda pick: hidden_of(task, pick))
    by_size = Counter(len(pairs) for pairs in exact)
    assert by_size == {9: 4, 8: 4}
    forwards = [
        h
        for h in exact
        if h[0] in (("zero", "one"), ("first", "second"), ("ten", "twenty"), ("ten", "eleven"))
    ]
    assert [exact[h] for h in forwards] == [Fraction(1, 12)] * 4
    backwards = [tuple((b, a) for a, b in reversed(h)) for h in forwards]
    assert [exact[h] for h in backwards] == [Fraction(2, 12)] * 4
    assert {h[-1][1] for h in forwards} == {"nine", "ninth", "ninety", "nineteen"}
    asked = Counter(q.key for q in questions(task, forwards[0], Sampler(1), 1800))
    assert agrees({word: Fraction(1, 9) for word, _ in forwards[0]}, asked)
    reversed_share = share(list(instances("micro15", 1500)), lambda h: h in backwards)
    assert reversed_share == pytest.approx(2 / 3, abs=0.04)


def test_kinds_of_task_16_are_independent():
    kinds = Counter(instances("micro16", 2000))
    assert agrees({kind: Fraction(1, 4) for kind in ("9.2", "10", "11", "12")}, kinds)


@pytest.mark.parametrize("name", ["micro19", "micro20"])
def test_kinds_of_tasks_19_and_20_are_dealt_in_rounds_of_four(name):
    drawn = list(instances(name, 800))
    kinds = [hidden if name == "micro19" else hidden[0] for hidden in drawn]
    rounds = [tuple(kinds[i : i + 4]) for i in range(0, 800, 4)]
    assert all(sorted(four) == ["10", "11", "12", "14"] for four in rounds)
    assert len(set(rounds)) > 20
    first = Counter(four[0] for four in rounds)
    assert agrees({kind: Fraction(1, 4) for kind in ("10", "11", "12", "14")}, first)


def test_synonyms_of_task_19_exactly():
    say, after = ("say", "print", "write"), ("after", "behind", "next")
    union, exclude = ("union", "consolidate", "joint"), ("exclude", "prohibit", "ignore", "remove")
    table = exact_questions("micro19", hidden="12")
    keywords: dict[tuple[str, ...], Fraction] = {}
    for (text, _), p in table.items():
        a, b, c = re.findall(r"(\w+):", text)
        assert a == b, "all occurrences get the same substitute"
        keywords[a, c] = keywords.get((a, c), Fraction(0)) + p
    wanted = {(s, u): Fraction(1, 2 * 3 * 3) for s, u in product(say, union)}
    wanted |= {(s, e): Fraction(1, 2 * 3 * 4) for s, e in product(say, exclude)}
    assert keywords == wanted
    texts = exact_questions("micro19", hidden="14")
    assert {text.split()[0] for text, _ in texts} == set(after) and set(texts.values()) == {Fraction(1, 75)}
    for text, _ in exact_questions("micro19", hidden="11"):
        assert re.fullmatch(r"(say|print|write): \w\w \1: \w\w (reverse|concatenate|interleave):", text)


def test_words_of_tasks_19_and_20_contain_no_synonym():
    phrases = "say print write and together_with & also or alternative / after behind next union consolidate"
    phrases += " joint exclude prohibit ignore remove"
    banned = [p.replace("_", " ") for p in phrases.split()]
    for name in ("micro19", "micro20"):
        words = TASKS.get(name).params["words"]
        assert not [w for w in words if any(p in w for p in banned)]
        assert all(
            any(p in w for p in banned) for w in set(TASKS.get("micro10").params["words"]) - set(words)
        )
    assert TASKS.get("micro20").params["invented"] == TASKS.get("micro20").params["words"][200:400]


def test_hints_of_task_20():
    for kind, names in list(instances("micro20", 60)):
        assert len(set(names)) == 6 and set(names) <= set(TASKS.get("micro20").params["invented"])
        new_words = dict(zip(("say", "and", "or", "after", "union", "exclude"), names, strict=True))
        for question in questions(TASKS.get("micro20"), (kind, names), Sampler(9), 12):
            found = re.fullmatch(r"(\S+) is as (\w+) - (.*)", question.text)
            assert found
            name, base, text = found.groups()
            assert new_words[base] == name
            assert not re.search(rf"\b{base}\b", text) and re.search(rf"\b{name}\b", text)
            if kind == "10":
                said = [w for w in text.split() if not w.endswith(":")]
                assert not any(name in word for word in said for name in names)


@pytest.mark.parametrize(
    "kind, bases", [("10", {"say"}), ("11", {"say"}), ("12", {"say", "union", "exclude"}), ("14", {"after"})]
)
def test_the_announced_word_of_task_20_occurs_in_the_question(kind, bases):
    hidden = (kind, ("coal", "deep", "milk", "hold", "true", "material"))
    asked = questions(TASKS.get("micro20"), hidden, Sampler(4), 400)
    chosen = Counter(re.findall(r"is as (\w+) -", q.text)[0] for q in asked)
    assert set(chosen) == bases
    if kind == "12":
        assert agrees({"say": Fraction(1, 2), "union": Fraction(1, 4), "exclude": Fraction(1, 4)}, chosen)


# Mini-tasks.


def parts_of(description: str) -> list[str]:
    return re.split(" and | or ", description)


@pytest.mark.parametrize("number", range(6))
def test_mini_answers_follow_the_rules_of_the_language_and_are_balanced(number):
    drawn = list(instances(f"mini{number}", 2000))
    assert all(fits(text, string) is answer for text, string, answer in drawn)
    assert share(drawn, lambda row: row[2]) == pytest.approx(0.5, abs=0.035)


def test_mini_0_keeps_a_description_for_ten_instances_and_grows_at_1010():
    drawn = list(instances("mini0", 1100))
    blocks = [{text for text, _, _ in drawn[i : i + 10]} for i in range(0, 1100, 10)]
    assert all(len(block) == 1 for block in blocks)
    texts = [block.pop() for block in blocks]
    assert [len(text) for text in texts] == [1] * 101 + [2] * 9
    assert len(set(texts[:101])) > 20
    assert all(len(string) in (2, 3) if fit else len(string) in (1, 2) for _, string, fit in drawn[:1001])
    assert all(len(s) >= 3 if fit else 2 <= len(s) <= 5 for _, s, fit in drawn[1010:])


def test_mini_1_never_shows_anything_and_has_one_n_gram():
    drawn = list(instances("mini1", 1500))
    assert all(re.fullmatch("[A-Z]{1,3}", text) for text, _, _ in drawn)
    assert agrees({n: Fraction(1, 3) for n in (1, 2, 3)}, Counter(len(text) for text, _, _ in drawn))
    assert fmean(len(s) for _, s, fit in drawn if fit) == pytest.approx(7.0, abs=0.4)
    assert fmean(len(s) for _, s, fit in drawn if not fit) == pytest.approx(8.0, abs=0.4)


def test_mini_2_is_or_and_anything_stands_alone_in_5_percent():
    drawn = list(instances("mini2", 3000))
    alone = [row for row in drawn if row[0] == "anything"]
    assert len(alone) / 3000 == pytest.approx(0.05, abs=0.012)
    assert all(string == "" for _, string, fit in alone if not fit) and all(s for _, s, fit in alone if fit)
    others = [text for text, _, _ in drawn if text != "anything"]
    assert not any("anything" in text or " and " in text or "not " in text for text in others)
    groups = Counter(len(parts_of(text)) for text in others)
    assert agrees({n: Fraction(1, 3) for n in (1, 2, 3)}, groups)
    assert fmean(len(s) for _, s, fit in drawn if fit) == pytest.approx(7.1, abs=0.4)
    assert fmean(len(s) for _, s, fit in drawn if not fit) == pytest.approx(7.6, abs=0.4)


def test_mini_3_adds_anything_half_the_time_anywhere():
    drawn = [text for text, _, _ in instances("mini3", 1500)]
    assert not any(" or " in text or "not " in text for text in drawn)
    assert share(drawn, lambda text: "anything" in text) == pytest.approx(0.5, abs=0.04)
    places = Counter(
        parts_of(t).index("anything") for t in drawn if "anything" in t and len(parts_of(t)) == 3
    )
    assert agrees({n: Fraction(1, 3) for n in range(3)}, places)


def test_mini_4_negates_and_never_shares_a_letter():
    drawn = [text for text, _, _ in instances("mini4", 2500)]
    assert share(drawn, lambda text: "anything" in text) == pytest.approx(0.86, abs=0.025)
    assert share(drawn, lambda text: "not " in text) == pytest.approx(0.71, abs=0.03)
    for text in drawn:
        negated = "".join(part[4:] for part in parts_of(text) if part.startswith("not "))
        positive = "".join(part for part in parts_of(text) if part.isupper())
        assert not set(negated) & set(positive)
        assert not negated or "anything" in text


def test_mini_5_mixes_the_sets_1_to_4():
    """Set 2 shows ``or`` in 0.95 * 2/3, sets 3 and 4 ``not`` only in set 4 (71 %)."""
    drawn = [text for text, _, _ in instances("mini5", 3000)]
    assert share(drawn, lambda t: " or " in t) == pytest.approx(0.25 * 0.95 * 2 / 3, abs=0.02)
    assert share(drawn, lambda t: "not " in t) == pytest.approx(0.25 * 0.71, abs=0.02)


def test_a_true_string_is_longer_than_its_length_parameter():
    strings = distribution_of_lengths("C", 1)
    assert strings == {2}
    assert distribution_of_lengths("C", 2) == {3}
    assert distribution_of_lengths("AB", 2) == {4}
    assert distribution_of_lengths("FJG", 1) == {3}
    assert distribution_of_lengths("AB or C", 5) == {6, 7}
    assert distribution_of_lengths("anything", 1) == {2, 3, 4, 5, 6}


def distribution_of_lengths(text: str, target: int) -> set[int]:
    parts = parts_of(text)
    grams = tuple(part for part in parts if part != "anything")
    description = Description(grams, (), "anything" in parts, "or" if " or " in text else "and")
    return {len(true_string(Sampler(seed), description, target)) for seed in range(150)}
