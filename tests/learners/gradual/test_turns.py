"""Turn rules are found from segments whose end is certain."""

import pytest

from gradus.learners.gradual.turns import EVERY_SYMBOL, TurnLearner, TurnRule


@pytest.mark.parametrize(
    ("segments", "later"),
    [
        (["16", "39", "20"], "47"),  # question and reaction, one symbol each
        (["7;6", "8;9", "1;4"], "5;0"),
        (["5;9.", "4;3.", "1;7."], "88;2."),
        (["2.;5.", "3.;6.", "41.;7."], "9.;8."),
        (["0::0;;1::", "1::1;;2::", "4::4;;9::"], "5::7;;8::"),
        (["no x!||say y!", "yes ||say z!", "no w!||say v!"], "no q!||say rr!"),
    ],
)
def test_a_rule_fires_at_the_end_of_further_segments(segments, later):
    turns = TurnLearner()
    turns.doubt()
    for segment in segments:
        turns.observe(segment)
    fired = [size for size in range(1, len(later) + 1) if turns.fires(later[:size])]
    assert fired[:1] == [len(later)]


def test_a_newborn_learner_answers_every_symbol():
    assert TurnLearner().rule == EVERY_SYMBOL


def trusted(times):
    """A learner whose rule, found in three segments, has worked so many times."""
    turns = TurnLearner()
    for segment in ("2.;5.", "3.;6.", "41.;7."):
        turns.observe(segment)
    for _ in range(times):
        turns.succeeded("99.;1.")
    return turns


def test_a_proven_rule_comes_back_at_once():
    turns = trusted(10)
    rule = turns.rule
    for segment in ("a", "b", "c"):
        turns.observe(segment)
    assert turns.rule == EVERY_SYMBOL
    turns.doubt()
    turns.observe("99.;1.")
    turns.observe("99.;1.")
    assert turns.rule == rule


def test_one_exception_does_not_unseat_a_trusted_rule():
    turns = trusted(40)
    rule = turns.rule
    turns.observe("5 and no delimiter")
    assert turns.rule == rule
    turns.observe("6 and again none")
    assert turns.rule != rule


def test_a_doubled_delimiter_is_taken_whole():
    turns = TurnLearner()
    for segment in ("no a:;;b:", "yes ;;c:", "no d:;;e:"):
        turns.observe(segment)
    assert turns.delimiters[0] == ";;"


def test_position_rules_cost_more_than_delimiters():
    assert TurnRule("", "", 3).cost > TurnRule("", "x", 1).cost > TurnRule("", "x", 0).cost


def test_exceptions_that_keep_coming_are_explained_together_with_what_worked():
    turns = TurnLearner()
    for segment in ("4##!.~1##", "0##!.~9##", "9##!.~3##"):
        turns.observe(segment)
    for _ in range(40):
        turns.succeeded("1##!.~4##")
        turns.observe("9!.~2##")
    assert turns.fires("7!.~5##")
    assert turns.fires("7##!.~5##")
    assert not turns.fires("7##")


def test_a_rule_that_fires_too_early_learns_to_wait():
    turns = TurnLearner()
    for segment in ("no a|=~#say b|", "no c|=~#say d|", "no e|=~#say f|"):
        turns.observe(segment)
    turns.rule = TurnRule("=", "|", 0)
    for letter in "ghij":
        turns.misfired(f"yes=! {letter}|")
        turns.succeeded(f"=~#say {letter}|")
    assert not turns.fires("yes=! k|")
    assert turns.fires("yes=! k|=~#say l|")


def test_an_ending_that_overlaps_itself_is_found_in_long_segments():
    turns = TurnLearner()
    turns.doubt()
    for words in ("adc c lemen", "bda d kokib", "acd b lemen", "bc d kokibi"):
        turns.observe(f"nafe kivesi tofora {words[:3]}##!.~poru#?# {words[::-1]} {words}#?###")
    assert turns.rule is not None
    assert turns.rule.second == "###"


def test_a_rare_first_delimiter_is_preferred_and_an_interrupted_answer_changes_the_rule():
    turns = TurnLearner()
    turns.doubt()
    for segment in ("no x.;map a.", "no y.;map b.", "no z.;map c."):
        turns.observe(segment)
    assert turns.rule == TurnRule(";", ".", 0)
    turns.rule = TurnRule("a", ".", 0)
    turns.misfired("no ball.")
    assert turns.rule is not None
    assert not turns.fires("no ball.")
    assert turns.fires("no ball.;map d.")


def test_a_first_delimiter_that_worked_before_is_believed_first():
    segments = ["x.va;b.", "yy.vc;d.", "z.ve;f."]

    def rule_after(proven):
        turns = TurnLearner()
        turns.doubt()
        turns.proven = dict.fromkeys(proven, 40)
        for segment in segments:
            turns.observe(segment)
        return turns.rule

    assert rule_after([TurnRule(";", ":", 0)]) == TurnRule(";", ".", 0)
    assert rule_after([]) == TurnRule("v", ".", 0)
