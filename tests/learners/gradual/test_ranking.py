"""The search for forms: sliced or not, saved or not, it finds the same; and it finds what the grammar drew."""

import json
import random

from tests.learners.gradual import grammar

from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.ranking import Ranking, rank
from gradus.learners.gradual.perception.scorer import Scorer
from gradus.learners.gradual.perception.silence import SilenceFinder
from gradus.learners.gradual.policy.trying import Trying


def drawn(seed, size=12):
    luck = random.Random(seed)
    form = grammar.draw(luck)
    exchanges, truths = grammar.window(form, luck, size)
    return form, exchanges, truths, Context(grammar.SILENCE, form.answer_end)


def test_slices_find_what_the_whole_finds():
    for seed in (2000, 2001):
        _, exchanges, _, context = drawn(seed, 8)
        ranking = Ranking(exchanges, context)
        slices = 0
        while not ranking.done:
            ranking.work(2_000)
            slices += 1
        assert slices > 5
        assert ranking.best() == rank(exchanges, context)


def test_a_saved_ranking_goes_on_exactly():
    _, exchanges, _, context = drawn(2003, 8)
    ranking, unsaved = Ranking(exchanges, context), Ranking(exchanges, context)
    while not ranking.done:
        ranking.work(10_000)
        image = json.loads(json.dumps(ranking.state()))
        ranking = Ranking()
        ranking.restore(image)
        unsaved.work(10_000)
        assert (ranking.done, ranking.found) == (unsaved.done, unsaved.found)
    assert ranking.best() == rank(exchanges, context)


def test_forms_that_share_work_score_as_each_alone():
    for seed in (2004, 2005):
        _, exchanges, _, context = drawn(seed, 8)
        ranking = Ranking(exchanges, context)
        while not ranking.done:
            ranking.work(10**9)
        some = list(ranking.found.items())[::11]
        assert [Scorer(exchanges, context).score(form) for form, _ in some] == [bits for _, bits in some]


def test_questions_are_taken_apart_in_nearly_all_forms():
    good = 0
    for seed in range(2100, 2110):
        form, exchanges, truths, context = drawn(seed)
        found = rank(exchanges, context)[0][1]
        right = 0
        for exchange, truth in zip(exchanges[1:], truths[1:], strict=True):
            parse = found.turn(exchange.segment, exchange.before > 0, grammar.SILENCE)
            bare = truth.question.removeprefix(form.keyword)
            right += parse is not None and parse.question in (truth.question, bare)
        good += right >= len(exchanges) - 2
    assert good >= 8


def test_told_between_brackets_where_answers_end_by_length():
    luck = random.Random(5)
    window, reaction, before = [], "", 0
    for _ in range(8):
        word = grammar.word(luck)
        window.append(
            RawExchange(f"{reaction}KEY {word}??", before, bool(reaction), " " * len(word), -1, len(word))
        )
        reaction, before = f"({word[::-1]})", -1
    best = rank(window, Context(" "))[0][1]
    for exchange, earlier in zip(window[1:], window, strict=False):
        parse = best.turn(exchange.segment, False, " ")
        start, stop = best.slot.bounds(parse.reaction, earlier.length)
        assert parse.reaction[start:stop] == earlier.segment.removesuffix("??").rpartition(" ")[2][::-1]


def test_reactions_that_never_tell_have_no_place_for_an_answer():
    luck = random.Random(7)
    answers = {grammar.word(luck): luck.choice("xy") for _ in range(3)}
    window, reaction, before = [], "", 0
    for number in range(12):
        question = luck.choice(list(answers))
        said = "xyz"[number % 3]
        right = said == answers[question]
        window.append(
            RawExchange(f"{reaction}{question}?", before, bool(reaction), said + ".", 1 if right else -1)
        )
        reaction, before = "hm;", 1 if right else -1
    assert rank(window, Context(" ", "."))[0][1].slot is None


def test_the_last_word_is_found_from_the_end():
    assert Slot(mark=" ", times=-1).bounds("no it was abc", 0) == (10, 13)
    assert Slot(mark=" ", times=-1).bounds("abc", 0) is None


def test_signs_of_one_to_three_symbols_are_suspected_shortest_first():
    endings = Endings()
    endings.suspect("abcdx", " ")
    assert endings.suspects[0] == "x"
    endings.suspect("abxabcxx", " ")
    assert endings.suspects[0] == "xx"
    endings.suspect("abxabcxxx", " ")
    assert "xxx" in endings.suspects


def test_every_symbol_is_tried_also_doubled_and_tripled():
    found = Endings().candidates(["?"], ["a", "b"], ["y", "z"])
    assert found[:3] == ["?", "a", "b"]
    assert {"aaa", "zzz", "y"} <= set(found)


def test_what_was_right_is_tried_first_and_what_was_wrong_not_again():
    trying = Trying()
    trying.hear("pq")
    trying.judged("pq", "a", True)
    assert trying.option("qr", (" ", "."), 0, "abcpqr. ") == "a"
    trying.judged("qr", "a", False)
    tried = {"a"}
    for _ in range(8):
        option = trying.option("qr", (" ", "."), 0, "abcpqr. ")
        assert option not in tried
        assert "." not in option
        tried.add(option)
        trying.judged("qr", option, False)


def test_all_is_tried_again_when_nothing_was_right():
    trying = Trying()
    for _ in range(200):
        option = trying.option("q", (" ", ""), 1, "ab ")
        if not option:
            break
        trying.judged("q", option, False)
    assert trying.option("q", (" ", ""), 1, "ab ") in ("a", "b", "q")


def test_where_nothing_is_punished_silence_is_what_pauses_are_made_of():
    finder, luck = SilenceFinder(), random.Random(3)
    for _ in range(20):
        for heard in grammar.word(luck) + "??" + " " * luck.randint(1, 4):
            finder.observe("x", heard, 0)
    assert finder.symbol == " "


def test_where_there_are_no_pauses_silence_is_a_symbol_never_heard():
    finder, luck = SilenceFinder(), random.Random(4)
    for _ in range(20):
        for number, heard in enumerate(grammar.word(luck) + "?"):
            finder.observe("x", heard, -1 if number == 0 else 0)
    assert finder.symbol
    assert finder.symbol not in finder.heard


def test_reactions_to_right_answers_repeat_them_although_older_exchanges_are_forgotten():
    luck = random.Random(4)
    keeper = Keeper()
    keeper.silence, before, said, reaction = " ", 0, "", ""
    for number in range(40):
        answer, reward = grammar.word(luck), 1 if number % 3 else -1
        said = answer if reward > 0 else "zz"
        keeper.window.append(
            RawExchange(f"{reaction}ask {grammar.word(luck)}?", before, number > 0, said, reward)
        )
        keeper._drop()
        reaction, before = (
            f"{answer}: {luck.choice(['yes', 'fine', 'good']) if reward > 0 else 'no'}@",
            reward,
        )
    form = Form(Cut("@", 1), Cut("@", 1), End("?"), Slot(stop=":"))
    scorer = Scorer(keeper.window, Context(" "))
    echoes = scorer.cutting(form).echoes
    assert any(not keeper.window[number].joined for number in echoes)
    assert all(echoes.values())
    assert rank(keeper.window, Context(" "))[0][1].wrong.mark == "@"


def test_words_that_change_with_the_reward_belong_to_the_reaction():
    luck = random.Random(6)
    window, reaction, before, stored = [], "", 0, "abc"
    for number in range(20):
        put = luck.random() < 0.6
        stored = grammar.word(luck) if put else stored
        answer = "G" if put else stored
        reward = 1 if put or luck.random() < 0.4 else -1
        question = f"Z {stored}" if put else "A"
        said = answer if reward > 0 else "zz"
        window.append(RawExchange(f"{reaction}{question}!", before, number > 0, said + "|", reward))
        reaction, before = "wfg... " if reward > 0 else f"{answer}| mmglgj... ", reward
    best = rank(window, Context(" ", "|"))[0][1]
    for exchange in window[1:]:
        parse = best.turn(exchange.segment, exchange.before > 0, " ")
        assert parse is not None
        assert parse.question.strip(". ")[:1] in "ZA"


LATE = [
    ("no hom", "kad zim kad"),
    ("no bur", "pel tak"),
    ("no hom", "zim rofel zim"),
    ("no lis", "tak kad"),
    ("no bur", "rofel pel rofel"),
    ("no hom", "mado lin mado"),
    ("no lis", "kad rofel"),
    ("no hom", "lin tak lin"),
    ("no bur", "pel mado"),
    ("no lis", "zim lin zim"),
]
"""Reactions that say one word of three, and questions; what is asked is answered by its words in reverse order."""


def late_window():
    """A dialogue in which answers of several words are told one question late, and never right so far."""
    exchanges, told = [], ["tak", "mado pel"]
    for opening, question in LATE:
        answer = " ".join(reversed(question.split()))
        segment = f"{opening} {told[-2]};;ask {question}?"
        exchanges.append(RawExchange(segment, -1, True, " " * len(answer), -1, len(answer), True, False))
        told.append(answer)
    return exchanges


def test_answers_told_late_are_found_in_all_cuts_once_nothing_has_been_earned_for_long():
    exchanges = late_window()
    known = rank(exchanges, Context(" "))[0][1]
    late = rank(exchanges, Context(" ", in_vain=True))[0][1]
    assert late.lag == 1 and late.slot is not None
    assert late.turn(exchanges[3].segment, False, " ").question.endswith("tak kad")
    told = [late.slot.bounds(late.turn(x.segment, False, " ").reaction, 0) for x in exchanges]
    assert all(place is not None for place in told)
    assert known != late


def test_marks_known_from_before_do_not_forbid_questions_that_end_by_their_length():
    luck = random.Random(5)
    table = {key: luck.choice("uvw") for key in "abcdefgh"}
    exchanges, told = [], ""
    for number in range(8):
        key = luck.choice("abcdefgh")
        segment = f"no: {told}; {key}{luck.choice('abcdefgh')}" if number else f"{key}a"
        exchanges.append(RawExchange(segment, -1 if number else 0, number > 0, " ", -1, 1, True, False))
        told = table[key]
    known = {Form(end=End(mark), wrong=Cut("%"), right=Cut("%")): 50 for mark in ("#", "+", "=")}
    (_, found), *_ = rank(exchanges, Context(" ", "", known))
    assert found.end == End("", 2)
    assert found.cuts == rank(exchanges, Context(" "))[0][1].cuts
