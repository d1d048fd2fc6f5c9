"""Ways into dialogues that tell little: echoes, constants between constants, late rewards, attempts that failed."""

from __future__ import annotations

import random
from collections.abc import Callable

from gradus.learners.gradual.learner import GradualLearner
from gradus.learners.gradual.perception.echo import Echo
from gradus.learners.gradual.perception.endings import Endings
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.pieces import stretches
from gradus.learners.gradual.perception.settings import SETTINGS
from gradus.learners.gradual.policy.choice import _fresh, _vain
from gradus.learners.gradual.policy.counsel import Counsel
from gradus.learners.gradual.policy.lessons import Lessons
from gradus.learners.gradual.policy.listening import Listening
from gradus.learners.gradual.policy.settings import SETTINGS as POLICY
from gradus.learners.gradual.policy.trying import Trying
from gradus.learners.gradual.policy.whose_turn import WhoseTurn

WORDS = ("hyoja", "rudf", "woi", "aqhyo", "amvgn", "aau", "pumz", "dpa")


def plays(
    ask: Callable[[random.Random], tuple[str, str]],
    right: str,
    wrong: str,
    steps: int,
    echo: bool = False,
    late: int = 0,
) -> bool:
    """Whether ten right answers in a row are given where answers end by length, `late` steps before the reward."""
    draw, learner = random.Random(1), GradualLearner(seed=1)
    text, answer = ask(draw)
    queue, said, row, reply = list(text + "?"), "", 0, " "
    due: dict[int, int] = {}
    for step in range(steps):
        heard = queue.pop(0) if queue else (reply if echo else " ")
        reply = chr(learner.act(ord(heard), due.pop(step, 0)))
        if queue:
            due[step + 1] = due.get(step + 1, 0) or -int(reply != " ")
            continue
        said += reply
        if len(said) < len(answer):
            continue
        good = said == answer
        row, said = row + 1 if good else 0, ""
        due[step + 1 + late] = 1 if good else -1
        if row == 10:
            return True
        reaction = (right if good else wrong).format(a=answer)
        text, answer = ask(draw)
        queue = list(reaction + text + "?")
    return False


def word(draw: random.Random) -> tuple[str, str]:
    """A word to be said again."""
    return (found := draw.choice(WORDS)), found


def test_a_world_that_repeats_what_it_hears_is_understood() -> None:
    assert plays(word, "ok. ", "no {a}. ", 3000, echo=True)


def test_reactions_to_right_answers_end_otherwise_although_rewards_come_late() -> None:
    assert plays(word, "yes {a}; ", '"{a}"; ', 3000, late=2)


def test_what_comes_back_is_an_echo_only_where_the_world_then_waits() -> None:
    echo = Echo()
    for _ in range(SETTINGS.repeated):
        echo.observe("a", "a", 0, " ", True)
        echo.observe(" ", "x", 0, " ", False)  # a reaction that begins with what was said
    assert not echo.sure
    known = []
    for _ in range(SETTINGS.repeated):
        echo.observe("a", "a", 0, " ", True)
        known.append(echo.observe(" ", " ", 0, " ", False))
    assert known == [False] * (SETTINGS.repeated - 1) + [True]
    assert echo.without("b", "b", 0, " ") == " "
    assert echo.without("b", "n", 0, " ") == "n"
    assert echo.without("b", "b", -1, " ") == "b"
    echo.observe("c", " ", 0, " ", True)
    assert not echo.sure


def test_an_echo_is_remembered() -> None:
    first, other = Listening(), Listening()
    first.echo.seen, first.echo.pending = 3, True
    other.restore(first.state())
    assert (other.echo.seen, other.echo.pending) == (3, True)


def test_parts_of_what_never_changes_are_considered() -> None:
    heard = [
        f"it was{filler}oxo!done {question}?" for filler, question in zip(WORDS, WORDS[::-1], strict=True)
    ]
    found = stretches(heard, ["?"], " ")
    assert "oxo" in found
    assert all(part in text for part in found for text in heard)
    assert len(found[0]) == SETTINGS.usual_answer
    assert not stretches(heard[:2], ["?"], " ")  # two have much in common by chance


def test_a_question_that_was_never_answered_rightly_is_not_answered_as_before() -> None:
    keeper = Keeper()
    keeper.silence, keeper.form = " ", Form(Cut(";", 1), Cut(";", 1), End("?"))
    keeper.window = [RawExchange("no;abc?", -1, True, "x", -1) for _ in range(POLICY.untold)]
    keeper.window.append(RawExchange("no;abc?", -1, True))
    assert _vain("abc", keeper) == {"x"}
    assert not _vain("abd", keeper)
    keeper.window[0].reward = 1
    assert not _vain("abc", keeper)


def test_what_was_in_vain_again_and_again_is_no_longer_said_as_if_it_were_sure() -> None:
    keeper = Keeper()
    keeper.failed["x"] = POLICY.wrong - 1
    assert _fresh("x", keeper)
    keeper.failed["x"] += 1
    assert not _fresh("x", keeper)


def test_an_attempt_that_failed_is_noted_although_something_seems_to_be_told() -> None:
    keeper, trying = Keeper(), Trying()
    keeper.silence, keeper.form = " ", Form(Cut(";", 1), Cut(";", 1), End("?"), Slot())
    keeper.window = [RawExchange("a?", 0, False, "x", -1), RawExchange("no;b?", -1, True)]
    keeper.unpaid = POLICY.vain
    Lessons().learn(keeper.window[0], keeper, Counsel(), trying)
    assert trying.losses == {"x": 1}


def test_forms_are_compared_as_often_in_a_new_regime_as_at_first() -> None:
    keeper = Keeper()
    keeper.unpaid = 200
    keeper.restart()
    keeper.window = [RawExchange("no;abc?", -1, True), RawExchange("no;abd?", -1, True)]
    keeper.compare()
    assert keeper.due == 201


def test_the_search_for_the_turn_ends_where_its_signs_are_never_heard() -> None:
    turns = WhoseTurn()
    turns.signs, turns.active = ["#"], True
    for _ in range(POLICY.turn_segments - 1):
        turns.hear("abc")
    turns.hear("ab#c")
    assert turns.active
    for _ in range(POLICY.turn_segments):
        turns.hear("abc")
    assert not turns.active


def test_signs_of_two_rare_symbols_are_tried() -> None:
    found = Endings().candidates([], ["#", "~"], ["x"])
    assert {"#~", "~#"} <= set(found)
    assert found.index("#~") < found.index("x")
