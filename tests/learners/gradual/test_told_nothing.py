"""Dialogues that tell nothing: what is always said is no answer, and what fails again and again gives way."""

from __future__ import annotations

from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.ranking import rank
from gradus.learners.gradual.perception.settings import SETTINGS as PERCEPTION
from gradus.learners.gradual.perception.settings import SILENCE
from gradus.learners.gradual.perception.silence import SilenceFinder
from gradus.learners.gradual.policy.choice import _insists
from gradus.learners.gradual.policy.settings import SETTINGS
from gradus.learners.gradual.policy.trying import Trying

WORDS = ["ab", "cdc", "dd", "eba", "bc", "eed", "ca", "ade", "cb", "dae", "bb", "ecd"]
SIGNS = (" ", ".")


def scolded(said: str = "z.") -> list[RawExchange]:
    """Mistakes to which the world always reacts alike."""
    return [
        RawExchange(f"{'no way;' if number else ''}{word}?", -min(1, number), number > 0, said, -1)
        for number, word in enumerate(WORDS)
    ]


def tells(context: Context) -> bool:
    return rank(scolded(), context)[0][1].slot is not None


def test_a_reaction_that_never_changes_tells_nothing_where_other_answers_are_rewarded() -> None:
    assert tells(Context(" ", "."))
    assert not tells(Context(" ", ".", earned=("x", "y", "x")))


def test_nor_where_nothing_is_earned_for_long() -> None:
    assert not tells(Context(" ", ".", in_vain=True))


def test_what_is_told_without_change_is_not_trusted() -> None:
    keeper = Keeper()
    keeper.silence, keeper.window = " ", scolded()
    keeper.form = Form(Cut(";", 1), Cut(";", 1), End("?"), Slot(5))
    keeper.earned = ["y"]
    assert keeper.told(3) == (keeper.window[2], "y")
    assert not keeper.trusted()


def test_however_sure_an_answer_is_in_the_end_something_else_is_tried() -> None:
    keeper = Keeper()
    assert _insists(("new", 0.9), keeper)
    keeper.unpaid = SETTINGS.stubborn
    assert not _insists(("new", 0.9), keeper)


def test_parts_of_reactions_give_way_although_there_are_always_new_ones() -> None:
    trying = Trying()
    trying.hear("abc")
    said = []
    for number in range(3 * SETTINGS.round):
        option = trying.option("abc" * number, SIGNS, 0, ["a", "b", "c"], [f"part{number}"])
        trying.judged("abc" * number, option, False, " ")
        said.append(option)
    assert {"a", "b", "c"} <= set(said)


def test_known_options_are_said_in_turn_until_one_is_right() -> None:
    trying = Trying()
    for option in ("x", "x", "x", "y"):
        trying.judged("q" + option, option, True)
    said = []
    for number in range(4):
        said.append(trying.option(f"p{number}", SIGNS, 0, ["x", "y"]))
        trying.judged(f"p{number}", said[-1], False)
    assert said == ["x", "y", "x", "y"]


def test_what_was_often_right_is_said_again_while_others_are_tried() -> None:
    trying = Trying()
    trying.hear("abcde")
    for number in range(SETTINGS.often_right):
        trying.judged(f"q{number}", "x", True)
    said = []
    for number in range(SETTINGS.wrong + 6):
        said.append(trying.option(f"p{number}", SIGNS, 1, ["x", *"abcde"]))
        trying.judged(f"p{number}", said[-1], False)
    assert set(said[: SETTINGS.wrong]) == {"x"}
    assert 1 < said[SETTINGS.wrong :].count("x") < 5


def test_an_answer_wrong_so_often_is_vain_however_sure_it_seems() -> None:
    trying = Trying()
    for number in range(SETTINGS.refuted):
        assert not trying.vain("new", "x", 0.9)
        trying.judged(f"q{number}", "x", False)
    assert trying.vain("new", "x", 0.9)
    trying.judged("q", "x", True)
    assert not trying.vain("new", "x", 0.9)


def test_reactions_to_signs_are_no_limit_where_the_world_waited_for_longer() -> None:
    endings = Endings()
    endings.went_on(60)
    for _ in range(PERCEPTION.waits):
        assert endings.went_on(4)
    assert not endings.limit


def test_each_reward_makes_an_adopted_silence_trusted_for_longer() -> None:
    def doubted(rewards: int) -> int:
        finder = SilenceFinder()
        while not finder.known:
            finder.observe("x", "a", 0)
            finder.observe("x", "b", 0)
        for _ in range(rewards):
            finder.observe("x", "a", 1)
            finder.observe("x", "_", 0)
        before, judged = finder.symbol, 0
        while finder.symbol == before:
            judged += 1
            for heard, reward in (("a", -1), ("b", 0), ("_", 0)):
                finder.observe(before, heard, reward)
        return judged

    assert doubted(2) >= doubted(0) + SILENCE.vain
