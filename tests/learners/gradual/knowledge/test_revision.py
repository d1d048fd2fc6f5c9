"""What was misheard leaves no trace, and what was meant stands in its order."""

from __future__ import annotations

from gradus.learners.gradual.knowledge import Knowledge

Text = tuple[int, ...]


def symbols(text: str) -> Text:
    return tuple(map(ord, text))


def heard(pairs: list[tuple[str, str]]) -> Knowledge:
    engine = Knowledge()
    engine.silence = ord(" ")
    for question, answer in pairs:
        engine.hear(symbols(question), symbols(answer))
        while engine.think(500):
            pass
    return engine


def revised(engine: Knowledge, wrong: list[tuple[str, str]], right: list[tuple[str, str]]) -> None:
    engine.revise(
        [(symbols(question), symbols(answer)) for question, answer in wrong],
        [(symbols(question), symbols(answer), False) for question, answer in right],
    )


def past(engine: Knowledge) -> list[tuple[str, str]]:
    spelled = [[engine.alphabet.symbols(text) for text in pair] for pair in engine.past.pairs]
    return [("".join(map(chr, question)), "".join(map(chr, answer))) for question, answer in spelled]


OLD = [("say abc", "no"), ("say bcd", "well"), ("say cde", "no")]
NEW = [("say abc", "cba"), ("say bcd", "dcb"), ("say cde", "edc")]


def test_misheard_pairs_are_forgotten_everywhere() -> None:
    engine = heard(OLD)
    revised(engine, OLD, NEW)
    assert past(engine) == NEW
    assert all(
        proposal.answer not in (symbols("no"), symbols("well"))
        for question, _ in NEW
        for proposal in engine.propose(symbols(question))
    )
    known = {engine.alphabet.text(symbols(answer)) for _, answer in OLD}
    assert not any(pair.answer in known for pair in (*engine.open, *engine.history))
    assert not any(pair.answer in known for rule in engine.book.rules for pair in rule.evidence)


def test_what_was_read_the_same_before_counts_once() -> None:
    engine = heard(NEW)
    clock = engine.clock
    revised(engine, NEW, NEW)
    assert past(engine) == NEW
    assert engine.clock == clock


def test_questions_that_were_cut_elsewhere_are_replaced_in_their_places() -> None:
    before = [("ask one", "eno"), ("ask two", "owt")]
    engine = heard([*before, ("fine say abc", "cba"), ("fine say bcd", "dcb")])
    revised(engine, [], [("say abc", "cba"), ("say bcd", "dcb")])
    assert past(engine) == [*before, ("say abc", "cba"), ("say bcd", "dcb")]


def test_a_rule_that_rests_on_misheard_pairs_goes() -> None:
    misheard = [(f"say {word}", word) for word in ("abc", "bcd", "cde", "def", "efg")]
    engine = heard(misheard)
    assert engine.book.rules
    revised(engine, misheard, [])
    assert not engine.book.rules
    assert not engine.open
