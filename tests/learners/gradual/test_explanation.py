"""What a learner knows and does is told in plain words."""

from __future__ import annotations

import json

import pytest
from benchmarks.worlds import draw

from gradus.learners.gradual import GradualLearner, in_words, knowledge
from gradus.learners.gradual.knowledge.words import program_in_words
from gradus.learners.gradual.perception.form import Cut, End, Form, Slot
from gradus.learners.gradual.perception.in_words import form_in_words, found_form
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.programs import DUE, EACH_TIME, STEP, Function, SearchSettings, Table, World


def phrase(program, world=None):
    return program_in_words(program, world or World(), str)


ONE, TWO = ("tok", 0), ("tok", 1)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (("cat", ONE, ("cat", ("lit", "-"), TWO)), "word 1 and then '-' and then word 2"),
        (("drop", ("cat", ONE, TWO), ("tok", -1)), "(word 1 and then word 2) less the last word"),
        (("rev", ("head", ONE)), "the first symbol of word 1 backwards"),
        (
            ("if", ("in", ONE, TWO), ONE, ("rev", TWO)),
            "word 1 if word 1 is inside word 2, else word 2 backwards",
        ),
        (("join", ("toks", 1, 1), ("lit", "+")), "the words from word 2 on but the last joined by '+'"),
        (("top", ("last", "")), "what was right the last time this was asked"),
    ],
)
def test_programs_read_as_phrases(program, said):
    assert phrase(program) == said


def test_functions_of_the_library_are_told_by_what_they_do():
    world = World(functions={"p1": Function("tt", "t", ("cat", ("rev", ("arg", 0)), ("arg", 1)))})
    assert phrase(("f:p1", TWO, ONE), world) == "word 2 backwards and then word 1"
    assert (
        phrase(("head", ("f:p1", TWO, ONE)), world)
        == "the first symbol of (word 2 backwards and then word 1)"
    )


def test_what_a_function_does_with_each_of_several_is_told():
    each = ("glue", ("for each", ("chars", ("arg", 0)), ("cat", ("arg", 0), ("arg", 1)), ("lit", "-")))
    world = World(functions={"p1": Function("t", "t", each)})
    assert phrase(("f:p1", TWO), world) == "(for each of the symbols of word 2 it and then '-') put together"


def told(form, wins=0):
    keeper = Keeper()
    keeper.form, keeper.wins = form, wins
    return form_in_words(json.loads(json.dumps(found_form(keeper, str))))


def test_forms_read_as_sentences():
    assert told(None) == ["How the world talks is not known: the learner listens."]
    assert "every symbol is taken for a question" in told(Form())[0]
    cut = Cut(";", 1)
    lines = told(Form(cut, cut, End("."), Slot(mark=" ", times=1, drop=1), 1), wins=7)
    assert lines == [
        "The world first reacts to the latest answer, up to the first ';', and then asks.",
        "A question ends with the next '.'.",
        "The reaction to a wrong answer tells the right one: what follows the first ' ' but for the last 1 symbol, "
        "one question late.",
        "So understood, the dialogue has earned 7 rewards.",
    ]
    lines = told(Form(Cut(), cut, End("?", 0, ("!",))))
    assert lines[0].endswith("after a right one not at all, after others up to the first ';', and then asks.")
    assert lines[1:3] == [
        "A question ends with the next '?' or '!'.",
        "Reactions do not tell the right answer: only rewards show it.",
    ]


def test_a_newborn_says_what_it_seeks():
    lines = in_words(knowledge(GradualLearner()))
    assert lines[0] == "Silence is not known yet."
    assert "Now: it seeks the symbol that means silence: it says one after the other." in lines


def test_at_any_moment_of_a_generated_world_there_is_something_to_read():
    world, learner = draw("operations", 3), GradualLearner(1)
    doing, (byte, reward) = set(), world.step(None)
    for step in range(3_000):
        byte, reward = world.step(learner.act(byte, reward))
        if step % 97 == 0:
            found = json.loads(json.dumps(knowledge(learner, lambda byte: chr(world.plain[byte]))))
            doing.add(found["now"]["doing"])
            lines = in_words(found)
            assert all(line.endswith((".", ":")) for line in lines)
    assert {"It is listening.", "It is answering."} <= doing
    assert any(line.startswith("Questions ") and "%" in line for line in lines)
    assert any(line.startswith("To the latest question, ") for line in lines)


def test_tables_of_what_is_due_are_told_without_symbols_of_their_own():
    learner = GradualLearner(seed=1)
    know = learner.conversation.mind.knowledge
    know.hear((7, 8), (9,), 1.0)  # a learner that has met three symbols only
    know.world.tables["t1"] = Table({DUE[0] + STEP + EACH_TIME: DUE[1], DUE[1] + STEP + EACH_TIME: DUE[0]})
    assert any("(program 1) by (each time) to (program 2)" in line for line in in_words(knowledge(learner)))


def test_there_is_a_state_for_every_program_that_may_be_due():
    assert len(DUE) >= SearchSettings().ways
