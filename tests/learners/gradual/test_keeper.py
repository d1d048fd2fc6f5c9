"""What the keeper of forms holds on to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.settings import SETTINGS
from gradus.learners.gradual.policy.conversation import Conversation

PRESENT = Form(Cut(";", 1), Cut(";", 1), End(":"), Slot(skip=3))
OTHER = Form(Cut(" i", 1), Cut(" i", 1), End(":"), Slot(skip=3, stop=":"))
WORDS = ["stand", "buy", "help", "king", "mother", "let", "push", "lose", "carry", "clear", "guess", "road"]


def talking(rewarded: int, wins: int) -> Keeper:
    """A keeper in a dialogue whose latest questions begin with changing words; so many of eight were answered."""
    keeper = Keeper()
    keeper.silence, keeper.form, keeper.wins, keeper.endings.sign = " ", PRESENT, wins, ":"
    before = 1
    for number, word in enumerate(WORDS):
        reward = 1 if len(WORDS) - 1 - number <= rewarded else -1
        told = "fine" if before > 0 else f"no {WORDS[number - 1]}"
        keeper.window.append(
            RawExchange(f"{told};{word} if has a say one else two:", before, number > 0, "one:", reward)
        )
        before = reward
    keeper.window[-1].reward = 0
    return keeper


def compared(keeper: Keeper) -> Form | None:
    keeper.compare()
    while not keeper.ranking.done:
        keeper.think()
    return keeper.form


@pytest.mark.parametrize("rewarded", [SETTINGS.earning, SETTINGS.latest])
def test_what_earns_nearly_everything_is_not_cut_otherwise(rewarded: int) -> None:
    keeper = talking(rewarded, SETTINGS.long)
    form = compared(keeper)
    assert form is not None and form.wrong == PRESENT.wrong
    assert keeper._lead(OTHER) > 1e6


@pytest.mark.parametrize(
    ("rewarded", "wins", "trouble"),
    [(SETTINGS.earning - 1, SETTINGS.long, 0.0), (8, SETTINGS.long - 1, 0.0), (8, SETTINGS.long, 1.0)],
)
def test_what_earns_less_or_is_in_trouble_may_be(rewarded: int, wins: int, trouble: float) -> None:
    keeper = talking(rewarded, wins)
    keeper.trouble = trouble
    assert keeper._lead(OTHER) < 30.0


def test_what_the_oldest_exchange_reacts_to_need_not_be_known() -> None:
    keeper = talking(SETTINGS.latest, SETTINGS.long)
    keeper.window = keeper.window[-SETTINGS.latest - 2 :]  # it begins with a reaction to what is forgotten
    assert keeper.window[0].before < 0 and keeper.window[0].joined
    keeper.streak = SETTINGS.streak - 1
    keeper.reward(keeper.window[-2])
    assert keeper.read >= SETTINGS.confirmed


def test_another_end_of_reactions_to_right_answers_must_prove_itself() -> None:
    keeper = talking(SETTINGS.latest, SETTINGS.long)
    assert keeper.form is not None
    other = replace(PRESENT, right=Cut("e", 1))
    keeper.ranking.found = {PRESENT: 0.0, other: 100.0}
    keeper.wins, keeper.window[-2].reward, keeper.window[-3].reward = 1, -1, -1
    keeper._conclude()
    assert keeper.form == other
    assert keeper.recut and not keeper.wins


def silent() -> Keeper:
    """A keeper in a dialogue in which mistakes cost nothing, and whose form expects `!` behind every reaction."""
    keeper = Keeper()
    keeper.silence, keeper.form = " ", Form(Cut("!", 1), Cut("!", 1), End("?"), Slot(mark=" ", times=-1))
    for word in WORDS:
        keeper.window.append(RawExchange(f"no {word}! {word}?", 0, True, word, 1))
    return keeper


def test_a_turn_that_went_by_in_silence_shows_in_what_follows_it() -> None:
    keeper = silent()
    assert keeper.unnoticed(RawExchange("yes buy?   no king! let?", 1, True)) == len("yes buy?")
    assert not keeper.unnoticed(RawExchange("no king! let?", 0, True))
    assert not keeper.unnoticed(RawExchange("yes? now! let?", 1, True))  # nothing reacts to a silence there
    keeper.window[0].reward = -1
    assert not keeper.unnoticed(
        RawExchange("yes buy?   no king! let?", 1, True)
    )  # it would have been punished


def test_turns_that_went_by_unnoticed_end_a_regime() -> None:
    conversation = Conversation()
    conversation.keeper = silent()
    for word in WORDS[:3]:
        conversation._turn(RawExchange(f"yes {word}?   no {word}! let?", 1, True))
    assert conversation.keeper.regimes == 1


def test_a_step_has_one_share_of_a_comparison_under_way() -> None:
    keeper = talking(2, SETTINGS.long)
    keeper.compare()
    keeper.think()
    before = len(keeper.ranking.found), keeper.ranking.stage
    keeper.note(RawExchange("no road;buy if has a say one else two:", -1, True))
    assert not keeper.ranking.done and (len(keeper.ranking.found), keeper.ranking.stage) == before


def test_one_reaction_that_cannot_be_read_corrects_where_answers_are_told() -> None:
    keeper = talking(0, SETTINGS.long)
    keeper.form, keeper.endings.sign = replace(PRESENT, slot=Slot(skip=3, drop=1)), "."
    for number, exchange in enumerate(keeper.window[1:], 1):
        told = WORDS[number - 1] if number > 8 else f"{WORDS[number - 1]}."
        exchange.segment = f"no {told[0] if number > 8 else told};{WORDS[number]}:"
        exchange.before = -1
    keeper.read, keeper.unpaid, keeper.due = SETTINGS.confirmed, 3, SETTINGS.calm
    *earlier, newest = keeper.window
    keeper.window = earlier
    keeper.note(newest)
    assert not keeper.ranking.done
    while not keeper.ranking.done:
        keeper.think()
    told = [found[1] for found in map(keeper.told, range(1, len(keeper.window))) if found]
    assert told == [*WORDS[:8], *[word[0] for word in WORDS[8:-1]]]


def test_what_came_since_the_trouble_may_be_another_dialogue_although_the_form_can_cut_it() -> None:
    keeper = talking(SETTINGS.latest, SETTINGS.long)
    told = ["false", "true", "false"]
    for number, word in enumerate(told):
        segment = f"Bad. The right one is {word}. about R; judge {'RRR'[: number + 1]}:"
        keeper.window.append(RawExchange(segment, 0, True, f"{number}:", 0))
    keeper.trouble, keeper.since = SETTINGS.shaken, len(told)
    form = compared(keeper)
    assert form is not None and form.wrong != PRESENT.wrong
    assert keeper.question(keeper.window[-1]) == "about R; judge RRR"
    assert len(keeper.window) == len(told) and not keeper.trouble
