"""The contract of the knowledge: hear, judged, propose, think, regime, state and restore."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from gradus.learners.gradual.knowledge import Knowledge, KnowledgeSettings
from gradus.learners.gradual.knowledge.in_words import found_knowledge, knowledge_in_words
from gradus.learners.gradual.knowledge.kinds import Kind
from gradus.learners.gradual.knowledge.rules import Rule
from gradus.learners.gradual.knowledge.settings import SOURCES
from gradus.learners.gradual.knowledge.sources import Sources
from gradus.learners.gradual.programs import Program, Table
from gradus.learners.gradual.programs.tables import Key

Symbols = tuple[int, ...]
LETTERS = "abcdefghijklmnopqrst"


def symbols(text: str) -> Symbols:
    return tuple(text.encode())


def text(found: Symbols) -> str:
    return bytes(found).decode()


def word(pick: random.Random, least: int = 3, most: int = 6) -> str:
    return "".join(pick.choice(LETTERS) for _ in range(pick.randint(least, most)))


def fresh(**changes: object) -> Knowledge:
    know = Knowledge(KnowledgeSettings(**changes))  # type: ignore[arg-type]
    know.silence = ord(" ")
    return know


def lesson(know: Knowledge, pairs: Sequence[tuple[str, str]], budget: int = 3500) -> list[bool]:
    """Ask, tell, let think; whether each answer was right."""
    right = []
    for question, answer in pairs:
        found = know.propose(symbols(question))
        right.append(bool(found) and text(found[0].answer) == answer)
        know.hear(symbols(question), symbols(answer))
        know.think(budget)
    return right


def pairs(keyword: str, change: Callable[[str], str], count: int, seed: int = 0) -> list[tuple[str, str]]:
    pick = random.Random(seed)
    words = [word(pick) for _ in range(count)]
    return [(f"{keyword} {w}", change(w)) for w in words]


def test_nothing_known_is_nothing_but_a_guess() -> None:
    assert all(found.sure < 0.5 for found in fresh().propose(symbols("say: ab")))
    assert fresh().think(100) == 0


def test_an_operation_is_learned_and_proposed_surely() -> None:
    know = fresh()
    right = lesson(know, pairs("turn:", lambda w: w[::-1], 14))
    assert all(right[4:])
    best = know.propose(symbols("turn: hello"))[0]
    assert text(best.answer) == "olleh" and best.sure > 0.8 and best.source == "rule"


def test_a_rule_that_is_wrong_about_other_shapes_is_used_behind_a_hint() -> None:
    know = fresh()
    lesson(know, pairs("turn:", lambda w: w[::-1], 14))
    hinted = [
        (f"{new} is as turn: - {new} {w}", w[::-1])
        for new, w in zip("xyz", ("abc", "de", "fgh"), strict=True)
    ]
    lesson(know, hinted)
    (rule,) = know.book.rules
    rule.losses = 5.0
    assert rule.worth < SOURCES.good < rule.sure
    know.forget_drafts()
    drafts = know.propose(symbols("w is as turn: - w hijk"))
    assert [text(draft.answer) for draft in drafts if draft.source == "hint"] == ["kjih"]


def test_the_same_question_is_remembered_and_a_new_instance_replaces_it() -> None:
    know = fresh()
    for instance in ("xyz", "zxy", "yzx"):
        table = dict(zip("abc", instance, strict=True))
        right = lesson(know, [(key, table[key]) for key in "abcabcabc"])
        assert all(right[5:])


def test_punished_answers_are_not_proposed_again() -> None:
    know = fresh()
    know.judged(symbols("q"), symbols("a"), 1)
    know.judged(symbols("r"), symbols("a"), -1)
    assert symbols("a") not in [found.answer for found in know.propose(symbols("r"))]


def test_few_options_are_found_by_elimination() -> None:
    know = fresh()
    secret = {"k": "a", "l": "b", "m": "c", "n": "a"}
    tries = 0
    for _ in range(12):
        for key, answer in secret.items():
            found = know.propose(symbols(key))
            said = text(found[0].answer) if found else "a"
            know.judged(symbols(key), symbols(said), 1 if said == answer else -1)
            tries += said != answer
            if said != answer and tries < 3:
                know.hear(symbols("z"), symbols("abc"[tries]))
    assert all(text(know.propose(symbols(key))[0].answer) == answer for key, answer in secret.items())


def test_a_permuted_alphabet_gives_the_permuted_proposals() -> None:
    shuffled = list(range(256))
    random.Random(5).shuffle(shuffled)
    plain, scrambled = fresh(), fresh()
    scrambled.silence = shuffled[ord(" ")]
    lines = [*pairs("turn:", lambda w: w[::-1], 8), *pairs("end:", lambda w: w[-1] + w, 8, 1)]
    for question, answer in lines:
        q, a = symbols(question), symbols(answer)
        sq, sa = tuple(shuffled[s] for s in q), tuple(shuffled[s] for s in a)
        one, two = plain.propose(q), scrambled.propose(sq)
        assert [(tuple(shuffled[s] for s in p.answer), p.sure, p.source) for p in one] == [
            (p.answer, p.sure, p.source) for p in two
        ]
        plain.hear(q, a), scrambled.hear(sq, sa)
        assert plain.think(500) == scrambled.think(500)


def test_a_saved_knowledge_goes_on_in_the_middle_of_a_search() -> None:
    lines = [*pairs("weird:", lambda w: w[::-1] + w[0] + w, 5), *pairs("end:", lambda w: w[-1], 6, 1)]
    whole, saved = fresh(), fresh()
    for question, answer in lines:
        for know in (whole, saved):
            know.hear(symbols(question), symbols(answer))
            know.think(333)
        again = fresh()
        again.restore(json.loads(json.dumps(saved.state())))
        saved = again
        assert json.dumps(saved.state()) == json.dumps(whole.state())
    for question, _ in lines:
        assert saved.propose(symbols(question)) == whole.propose(symbols(question))


def test_thinking_is_sliced() -> None:
    lines = pairs("weird:", lambda w: w[::-1] + w[0] + w, 6)
    one, many = fresh(), fresh()
    for question, answer in lines:
        one.hear(symbols(question), symbols(answer))
        many.hear(symbols(question), symbols(answer))
        one.think(3500)
        spent = 0
        while spent < 3500:
            used = many.think(7)
            assert used <= 7 + 60
            spent += used
            if not used:
                break
    assert one.book.rules == many.book.rules


def test_wrong_answers_cost_bits_but_spoil_nothing() -> None:
    pick = random.Random(3)
    lines = pairs("turn:", lambda w: w[::-1], 60)
    heard = [(q, word(pick) if pick.random() < 0.08 else a) for q, a in lines]
    know = fresh()
    lesson(know, heard)
    assert all(
        text(know.propose(symbols(q))[0].answer) == a for q, a in pairs("turn:", lambda w: w[::-1], 8, 9)
    )


def test_a_regime_forgets_nothing_proven() -> None:
    know = fresh()
    lesson(know, pairs("turn:", lambda w: w[::-1], 12))
    know.regime()
    assert text(know.propose(symbols("turn: hello"))[0].answer) == "olleh"


def test_what_is_known_reads_as_sentences() -> None:
    know = fresh()
    lesson(know, pairs("turn:", lambda w: w[::-1], 6))
    lines = knowledge_in_words(found_knowledge(know, text))
    assert any("backwards" in line and "turn:" in line for line in lines)


def test_what_was_sought_in_vain_is_sought_more_slowly() -> None:
    pick, know = random.Random(3), fresh(budget=300)
    paces = []
    for _ in range(know.settings.patience * know.settings.slowest * 4):
        know.hear(symbols(f"name: {word(pick)} {word(pick)}"), symbols(word(pick, 5, 9)))
        know.idle(200)
        if know.agenda.plan is not None:
            paces.append(know.agenda.slowness)
        know.think(3 * 300)
    assert paces[0] == 1 and paces == sorted(paces) and paces[-1] == know.settings.slowest


def test_what_something_was_found_for_is_not_kept_waiting() -> None:
    know = fresh()
    for question, answer in pairs("turn:", lambda w: w[::-1], 4):
        know.hear(symbols(question), symbols(answer))
    know.think(100)
    assert know.agenda.plan is not None
    know.agenda.plan = replace(know.agenda.plan, slowness=4)
    assert know.agenda.slowness == 4
    while know.agenda.plan is not None and know.agenda.slowness == 4:
        know.idle(40)
    assert know.agenda.plan is None or know.agenda.slowness == 1


def test_a_table_explains_nothing_that_it_has_only_just_heard() -> None:
    pick = random.Random(3)
    know = fresh()
    taught: dict[Key, str] = {word(pick) + word(pick): word(pick) for _ in range(20)}
    know.world.tables["t1"] = Table(taught)
    know.world.refresh()
    program: Program = ("get:t1", ("drop", ("onward", 0), ("lit", know.quiet)))
    know.library.shelve(program, know.world, 60)
    know.book.add(Rule(Kind(), program, "t1", wins=4.0, hits=15.0, trials=15.0), 240)
    asked = [f"{word(pick)} {word(pick)}" for _ in range(8)]
    right = lesson(know, [(f"say: {both}", both) for both in asked])
    assert all(right[2:])


def test_an_order_known_from_elsewhere_explains_new_questions() -> None:
    know, pick = fresh(), random.Random(1)
    following = dict(pairwise(LETTERS))
    first = pick.sample(sorted(following), len(following))
    later = pick.sample(sorted(following), len(following))
    lesson(know, [(f"what follows {key}", following[key]) for key in first])
    right = lesson(know, [(f"tell me {key} again", following[key]) for key in later])
    assert sum(right) >= len(right) - 6


@pytest.mark.parametrize("proven", [False, True])
def test_only_a_proven_rule_casts_doubt_on_a_word_read_as_another(proven: bool) -> None:
    know = fresh()
    lesson(know, pairs("turn:", lambda w: w[::-1], 20))
    lesson(know, pairs("spin:", lambda w: w[::-1], 12, seed=1))
    sources = Sources(know)

    def read() -> Symbols:
        return know.alphabet.symbols(sources.plain(know.alphabet.text(symbols("spin: abc"))))

    assert read() == symbols("turn: abc")
    rule = know.book.opinions(know.alphabet.text(symbols("turn: abc")), {}, know.quiet, know.world)[0].rule
    if not proven:
        rule.trials, rule.hits = 8.0, 7.0
    know.hear(symbols("spin: abc"), symbols("zz"))
    assert (read() == symbols("turn: abc")) is not proven


def test_a_word_whose_own_rule_knows_better_is_no_longer_read_as_another() -> None:
    know = fresh()
    lesson(know, pairs("turn:", lambda w: w[::-1], 20))
    lesson(know, pairs("spin:", lambda w: w[::-1], 12, seed=1))
    turn, spin = (know.alphabet.text(symbols(word)) for word in ("turn:", "spin:"))
    rule = next(rule for rule in know.book.rules if turn in rule.kind.tokens)
    rule.trials, rule.hits = 8.0, 7.0  # as little proven as any rule that two sorts of questions are given to
    other = replace(rule.kind, tokens=(spin,))
    know.book.add(Rule(other, ("tok", 1), wins=4.0, losses=0.0, shapes=[(spin, "")]), 240)
    for question, answer in pairs("spin:", lambda w: w, 3, seed=2):
        know.hear(symbols(question), symbols(answer))
    sources = Sources(know)
    assert sources.plain(know.alphabet.text(symbols("spin: abc"))) == know.alphabet.text(symbols("spin: abc"))


@pytest.mark.parametrize(("others", "sought"), [(0, True), (6, False)])
def test_of_two_answers_another_rule_gives_the_right_one_by_luck(others: int, sought: bool) -> None:
    know = fresh(programs=False)
    answers = ["yes", "no"] * 12 + [f"word{number}" for number in range(others)]
    lesson(know, [(f"do {word(random.Random(n))}", answer) for n, answer in enumerate(answers)])
    know.silence = ord(" ")
    said = [know.alphabet.text(symbols(text)) for text in ("do", "yes", "no")]
    know.book.rules = [
        Rule(Kind((said[0],)), ("lit", said[1]), wins=4.0, hits=15.0, trials=15.0),
        Rule(Kind(), ("lit", said[2]), wins=4.0, hits=15.0, trials=15.0),
    ]
    for rule in know.book.rules:
        rule.shapes = [(said[0], ""), ("", "")]
    know.open.clear()
    know.forget_drafts()
    know.hear(symbols("do abc"), symbols("no"))
    assert bool(know.open) is sought


def test_a_search_that_silence_outran_ends_in_nothing() -> None:
    know = fresh()
    for spoken in ("abc", "bcd", "dca", "acd", "bda"):
        know.hear(symbols(f"rev {spoken}"), symbols(spoken[::-1]), 0.9)
        know.hear(symbols(f"dup {spoken}"), symbols(2 * spoken), 0.9)
    know.idle(3)
    know.silence = ord("a")  # the kinds of question found with the old one fit none any more
    for _ in range(100):
        know.idle(150)
    assert know.evaluations
