"""Where told answers begin and end if they share symbols with each other or with what stands beside them."""

from __future__ import annotations

from gradus.learners.gradual.perception import candidates
from gradus.learners.gradual.perception.context import Context
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.ranking import rank
from gradus.learners.gradual.perception.scorer import Scorer

FITS = ["R", "UTE", "L", "EU", "EGK", "WOY", "X", "QF", "CO", "RVE"]
WORDS = ["mild", "tax", "allow", "presumably", "drop", "east", "although"]


def read(window: list[RawExchange], context: Context) -> list[str]:
    """What the best form hears told, one reaction after the other."""
    form = rank(window, context)[0][1]
    found = []
    for exchange in window[1:]:
        parse = form.turn(exchange.segment, False, " ")
        assert parse is not None and form.slot is not None
        bounds = form.slot.bounds(parse.reaction, 0)
        assert bounds is not None
        found.append(parse.reaction[slice(*bounds)].removesuffix(context.ending))  # as the keeper hears it
    return found


def test_two_words_that_begin_and_end_alike_are_heard_whole() -> None:
    told = ["fits" if len(word) % 2 else "fails" for word in FITS]
    window = [
        RawExchange(f"Sorry, it is: {answer}. rule {word}; test {word * 2}.", -1, number > 0, "x.", -1)
        for number, (answer, word) in enumerate(zip(told, FITS, strict=True))
    ]
    assert read(window, Context(" ", ".")) == told[1:]


def test_what_was_said_in_vain_but_for_its_end_shows_where_answers_end() -> None:
    answers = [f"{word[::-1]}," for word in WORDS]
    window = [
        RawExchange(f"rather {told}:;;letters {word}:", -1, number > 0, f"{word}:", -1)
        for number, (told, word) in enumerate(zip(["", *answers], [*WORDS, "stand"], strict=True))
    ]
    unsaid = read(window, Context(" ", ":"))
    for number in (-3, -2):  # once may be an accident
        window[number].said = f"{answers[number + 1][:-1]}:"
    said = read(window, Context(" ", ":"))
    assert said == answers and unsaid == [answer[:-1] for answer in answers]


def test_symbols_of_the_question_with_the_same_one_behind_each_are_heard_with_the_last_one() -> None:
    answers = ["".join(f"{letter}," for letter in word) for word in WORDS]
    window = [
        RawExchange(f"rather {told}:;;letters {word}:", -1, number > 0, "x:", -1)
        for number, (told, word) in enumerate(zip(["", *answers], [*WORDS, "stand"], strict=True))
    ]
    assert read(window, Context(" ", ":")) == answers


def test_a_stop_is_no_symbol_that_only_the_beginning_has_always() -> None:
    reactions = ["rather tax", "rather allow", "rather drop"]
    price = dict.fromkeys("rathexlowdp ", 3.0)
    found = candidates.all_slots(reactions, " ", "", (1, 2, 3), price)
    stops = {slot.stop for slot in found if slot.skip == len("rather ")}
    assert not stops & set("rath")


def test_a_sign_between_words_is_tried_however_rare_the_signs_around_it_are() -> None:
    reactions = ["WRONG.mild?!?!", "WRONGER.tax?!?!", "WRONG AS ZERO.allow?!?!"]
    price = {symbol: 3.0 if symbol == "." else 6.0 for text in reactions for symbol in text}
    found = candidates.all_slots(reactions, " ", "", (1, 2, 3), price)
    assert any((slot.mark, slot.times) == (".", 1) for slot in found)


def test_no_more_is_given_back_than_was_charged() -> None:
    told = [("true", "false")[int(digit)] for digit in "1111110011"]
    window = [
        RawExchange(
            f"Sorry. What was meant is: {answer}. regulation: L; checked: {test}.", 0, number > 0, "x."
        )
        for number, (answer, test) in enumerate(zip(told, "IIIIJJDJKK", strict=True))
    ]
    scorer = Scorer(window, Context(" ", "."))
    word = Form(Cut(".", 2), Cut(".", 2), End("."), Slot(mark=" ", times=-1))
    whole = Form(Cut(":", 2), Cut(":", 2), End("."), Slot())
    assert scorer.score(word) > scorer.score(whole)
