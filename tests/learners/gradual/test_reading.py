"""Readings are chosen by how well the pairs they imply agree."""

import random
from itertools import pairwise

from gradus.learners.gradual.reading import Exchange, Reader, Reading


def taught(exchanges, delimiter="", silence=""):
    reader = Reader()
    reader.silence = silence
    if delimiter:
        reader.delimiters = {"delimiter": delimiter}
    for exchange in exchanges:
        reader.note(exchange)
    reader.rescore(0.0)
    return reader


def mapping_stream(react, answers, count=40, delimiter=";"):
    luck = random.Random(5)
    keys = list(answers)
    question = luck.choice(keys)
    for _ in range(count):
        following = luck.choice(keys)
        yield Exchange(
            f"?{delimiter}{question}", "-", -1, react(answers[question], luck) + delimiter + following
        )
        question = following


def test_the_whole_reaction_is_the_answer():
    reader = taught(
        mapping_stream(lambda right, luck: right, dict(zip("abcdef", "123456", strict=True))), ";"
    )
    assert reader.told(reader.best[0], "4;c") == "4"


def test_the_answer_is_the_end_of_a_noisy_reaction():
    def noisy(right, luck):
        return "".join(luck.choice("123456") for _ in range(luck.randint(2, 4))) + right

    reader = taught(mapping_stream(noisy, dict(zip("abcdef", "123456", strict=True))), ";")
    assert reader.told(reader.best[0], "5134;c") == "4"


def test_words_of_blame_come_before_the_answer():
    answers = dict(zip(("ab", "cd", "ef", "gh"), ("one", "two", "three", "four"), strict=True))
    stream = list(mapping_stream(lambda right, luck: "oh no " + right, answers))
    for number, exchange in enumerate(stream[8:20]):
        exchange.said = ("oh no ", "no ")[number % 2] + answers[exchange.segment.partition(";")[2]]
    reader = taught(stream, ";", " ")
    assert reader.told(reader.best[0], "oh no seven;ij") == "seven"
    assert reader.question(reader.best[0], "oh no seven;ij") == "ij"


def test_a_told_answer_that_was_punished_refutes_its_reading():
    reader = Reader()
    reader.silence = " "
    reader.delimiters = {"delimiter": ";"}
    for _ in range(6):
        reader.note(Exchange("x;ab", "no one", -1, "no one;ab"))
        reader.note(Exchange("x;ab", "one", 1, "yes;ab"))
    reader.rescore(0.0)
    assert reader.told(reader.best[0], "no two;ab") == "two"


def test_the_ending_of_answers_is_found_and_added():
    reader = taught(
        [Exchange("q", said, 1, "fine;q") for said in ("ab!", "c!", "dd!", "efg!", "h!")], ";", " "
    )
    assert reader.terminator == "!"
    reader.best = [reader.best[0]]
    assert reader.told(type(reader.best[0])("delimiter", 1, 0), "no x;q") == "x!"


def test_a_new_ending_is_found_by_the_worlds_reaction():
    reader = Reader()
    reader.terminator = "!"
    reader.reacted(".")
    assert reader.terminator == "!"
    reader.reacted(".")
    assert reader.terminator == "."


def test_an_answer_given_late_refutes_nothing():
    def exchanges(late):
        yield Exchange("?;k", "-", -1, "4;m")
        yield Exchange("4;m", "-", -1, "5;k")
        yield Exchange("5;k", "4", -1, "4;m", late=late)

    late, prompt = taught(exchanges(True), ";"), taught(exchanges(False), ";")
    reading = late.best[0]
    assert late.score(reading) > prompt.score(reading) + 2


def test_blame_fades_while_the_conversation_goes_on():
    reader = taught(mapping_stream(lambda right, luck: right, {"a": "1", "b": "2"}, 4), ";")
    reading = reader.best[0]
    reader.judge(reading, False, 1.0)
    for exchange in mapping_stream(lambda right, luck: right, {"a": "1", "b": "2"}, 160):
        reader.note(exchange)
    assert reader.blame.get(reading, 0.0) < 0.1


def beginnings(questions):
    reader = Reader()
    reader.silence, reader.delimiters = " ", {"delimiter": ";"}
    reader.best = [Reading("delimiter", 1, 0)]
    for question in questions:
        reader.note(Exchange("x;y", "", -1, f"no one;{question}"))
    return reader


def test_what_all_questions_begin_with_belongs_to_the_delimiter():
    reader = beginnings(["~ see this", *(f"~{symbol}ay x" for symbol in "abcdefgh")])
    assert reader.glue == "~"
    assert reader.question(reader.best[0], "no one;~say this") == "say this"
    reader.note(Exchange("x;y", "", -1, "no one;say x"))
    assert reader.question(reader.best[0], "no one;~say this") == "~say this"


def test_a_first_word_that_never_changes_is_no_delimiter():
    assert beginnings([f"say {symbol}" for symbol in "abcdefghijkl"]).glue == ""


def test_an_answer_may_have_one_symbol_of_its_own():
    words = ("stranger", "pattern", "yellow", "possess", "temporary", "fine", "anything", "draw", "with")
    reader = taught(
        [
            Exchange(f"x;letters {word}", "", -1, f"rather {','.join(word)};letters {following}")
            for word, following in pairwise(words)
        ],
        ";",
        " ",
    )
    assert reader.told(reader.best[0], "rather s,a,d;letters glad") == "s,a,d"


def test_a_comparison_afresh_forgets_what_was_proved():
    reader = Reader()
    reading = Reading("whole", 0, 0)
    before = reader.score(reading)
    for _ in range(30):
        reader.judge(reading, True)
    assert reader.score(reading) > before
    assert reader.score(reading, afresh=True) == before


def test_a_told_answer_that_earned_a_reward_elsewhere_speaks_for_its_reading():
    """Verdicts: every question is new, and no answer is made of its question."""
    luck = random.Random(8)
    reader = Reader()
    reader.silence, reader.terminator = " ", "!"
    reader.delimiters = {"delimiter": ";"}
    reader.best = [Reading("delimiter", 2, 0)]
    for number in range(36):
        question, right = f"q{number:02}{luck.choice('kmp')}", luck.choice(("yea!", "nay!"))
        if luck.random() < 0.5:
            reader.note(Exchange(question, right, 1, f"fine;{question}"))
        else:
            reader.note(Exchange(question, "u!", -1, f"bad! is {right};{question}"))
    reader.rescore(0.0, afresh=True)
    assert reader.told(reader.best[0], "bad! is nay!;qx") == "nay!"
