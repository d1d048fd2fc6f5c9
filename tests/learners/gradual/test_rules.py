"""Rules, tables, synonyms and hints from pairs of question and answer."""

import random
from itertools import pairwise

import pytest

from gradus.learners.gradual.rules import ENTRIES, RuleBook
from gradus.learners.gradual.synonyms import Synonyms
from gradus.learners.gradual.words import WordCutter

WORDS = (
    "tree",
    "house",
    "stone",
    "river",
    "cloud",
    "bird",
    "glass",
    "paper",
    "wheel",
    "light",
    "sand",
    "rope",
)


class Class:
    """Teaches pairs the way the mind does."""

    def __init__(self):
        self.cutter, self.book, self.synonyms = WordCutter(), RuleBook(), Synonyms()
        self.book.silence, self.book.terminator = " ", "."
        self.cutter.punctuation = {":"}

    def phrase(self, question):
        return self.cutter.cut(question, " ", ".")

    def teach(self, question, right):
        phrase = self.phrase(question)
        if self.book.learn(phrase, right, True, ""):
            return
        if self.synonyms.learn(phrase, right, self.book, self.cutter):
            return
        if not self.synonyms.learn_hint(self.book):
            self.book.explain(phrase, right)

    def ask(self, question):
        return self.book.answer(self.phrase(question))[0]


def lesson(template, rule, count=8, seed=1):
    luck = random.Random(seed)
    for _ in range(count):
        words = luck.sample(WORDS, template.count("{}"))
        yield template.format(*words), rule(*words)


@pytest.fixture
def taught():
    school = Class()
    for pair in lesson("say: {}.", lambda word: f"{word}."):
        school.teach(*pair)
    for pair in lesson("say: {} say: {} swap:.", lambda a, b: f"{b} {a}."):
        school.teach(*pair)
    for pair in lesson("say: {} say: {} glue:.", lambda a, b: f"{a}{b}."):
        school.teach(*pair)
    return school


def test_each_keyword_gets_its_program(taught):
    assert taught.ask("say: new.") == "new."
    assert taught.ask("say: one say: two swap:.") == "two one."
    assert taught.ask("say: one say: two glue:.") == "onetwo."


def test_nothing_is_overwritten_by_later_lessons(taught):
    for pair in lesson("flip: {}.", lambda word: f"{word[::-1]}."):
        taught.teach(*pair)
    assert taught.ask("flip: abc.") == "cba."
    assert taught.ask("say: one say: two swap:.") == "two one."


def test_accepted_programs_enter_the_library(taught):
    assert taught.book.library


def test_a_synonym_is_found_from_its_place(taught):
    for pair in lesson("say: {} say: {} exchange:.", lambda a, b: f"{b} {a}.", 3):
        taught.teach(*pair)
    assert taught.synonyms.known("exchange") == "swap"


def test_a_wrong_synonym_is_given_up(taught):
    for pair in lesson("say: {} say: {} last:.", lambda a, b: f"{b}.", 8):
        taught.teach(*pair)
    assert taught.synonyms.known("last") == ""
    assert taught.ask("say: one say: two last:.") == "two."


def test_a_hint_is_understood_as_such(taught):
    for new in ("blim", "dorp", "fesk", "gath"):
        for pair in lesson(new + " is as swap - say: {} say: {} " + new + ":.", lambda a, b: f"{b} {a}.", 2):
            taught.teach(*pair)
    inner = taught.synonyms.unfold(taught.phrase("zemp is as glue - say: one say: two zemp:."))
    assert inner is not None
    assert taught.book.answer(inner)[0] == "onetwo."


def test_what_no_program_answers_becomes_a_table():
    school = Class()
    follower = dict(pairwise(WORDS))
    for key in [*follower, *follower]:
        school.teach(f"after {key} comes:.", f"{follower[key]}.")
    assert school.ask("after house comes:.") == "stone."


def test_tables_serve_later_programs():
    school = Class()
    letters = "abcdefghijklmnopqrst"
    for first, second in pairwise(letters):
        school.teach(f"after {first} comes:.", f"{second}.")
    for first, second in pairwise(letters[:7]):
        school.teach(f"before {second} stood:.", f"{first}.")
    assert school.ask("before q stood:.") == "p."


def test_tables_are_bounded():
    school = Class()
    for number in range(3 * ENTRIES):
        school.teach(f"key k{number} is:.", f"v{number * 7919 % 1000}.")
    assert all(len(table) <= ENTRIES for table in school.book.tables.values())


def test_contradictions_do_not_raise():
    school = Class()
    luck = random.Random(3)
    for _ in range(120):
        school.teach(f"{luck.choice(WORDS)} {luck.choice(WORDS)}.", f"{luck.choice(WORDS)}.")


def test_a_new_keyword_is_known_by_its_ending_and_learned_from_one_example(taught):
    for word in ("first", "second", "third"):
        for pair in lesson(word + ": {} {}.", lambda a, b: f"{b} {a}.", 4):
            taught.teach(*pair)
    taught.teach("fuse: ab say: cd.", "abcd.")
    assert taught.book.marked(taught.phrase("melt: ef.")) == {"melt:"}
    assert taught.book.answer(taught.phrase("fuse: ef say: gh."))[0] == "efgh."


def test_what_was_misread_and_never_rewarded_is_dropped(taught):
    kept = [rule.keywords for rule in taught.book.rules]
    for key, value in zip(WORDS[:8], WORDS[4:], strict=True):
        phrase = taught.phrase(f"table: {key}.")
        if not taught.book.learn(phrase, f"wrong! {value}.", False, ""):
            taught.book.explain(phrase, f"wrong! {value}.")
    assert any(rule.table for rule in taught.book.rules)
    taught.book.unlearn()
    assert [rule.keywords for rule in taught.book.rules] == kept
    assert all(pair.certain for pair in taught.book.open)


def test_counting_is_a_table_asked_for_a_number_of_symbols():
    school = Class()
    luck = random.Random(5)
    for _ in range(40):
        letters = "".join(luck.choices("abc", k=luck.randint(3, 7)))
        letter = luck.choice("abcdef")
        school.teach(f"count: {letter} {letters}.", f"{letters.count(letter)}.")
    assert school.ask("count: a bcabda.") == "2."
    assert school.ask("count: f bcddb.") == "0."


def test_a_gap_in_an_order_is_closed_by_what_needs_it():
    school = Class()
    digits = "0123456789abcdef"
    for _ in range(2):
        for key, value in pairwise(digits):
            if key != "9":
                school.teach(f"after {key} comes:.", f"{value}.")
    luck = random.Random(3)
    for _ in range(24):
        left, right = luck.randrange(256), luck.randrange(256)
        school.teach(f"add: {left:x} {right:x}.", f"{left + right:x}.")
    assert school.ask("add: 9f 8.") == f"{0x9F + 8:x}."
    assert school.ask("after 9 comes:.") == "a."


def test_one_question_with_words_too_many_spoils_no_search():
    lessons = Class()
    lessons.teach("good job. thrice: head.", "headheadhead.")
    for question, right in lesson("thrice: {}.", lambda word: word * 3 + ".", 3):
        lessons.teach(question, right)
    assert lessons.ask("thrice: road.") == "roadroadroad."


def test_a_table_by_a_wrong_property_gives_way():
    lessons = Class()
    asked = ["body", "way", "car", "team", "ready", "close", "end", "send", "maybe"]
    asked += ["street", "meet", "add", "leader", "follow", "choose", "people", "off", "free", "agree", "book"]
    for word in asked * 2:
        lessons.teach(f"different: {word}.", f"{len(set(word))}.")
    assert lessons.ask("different: keel.") == "3."
    assert lessons.ask("different: lemon.") == "5."
