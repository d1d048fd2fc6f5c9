"""Which answers are right, and what feedback follows, for every task; the texts are those of Round 1."""

import re
from itertools import product
from typing import Any

import pytest
from tests.stream.knowing import answer
from tests.stream.transcripts import ROUND1

from gradus.school import Sampler, branches
from gradus.stream import TASKS, Origin, Question, Task


def first_question(task: Task, pick: Any) -> tuple[Any, Question]:
    hidden = task.bound.draw(pick, Origin())
    return hidden, task.bound.ask(pick, hidden, None)[0]


def feedbacks(task: Task, hidden: Any, question: Question, correct: bool) -> set[str]:
    """All feedback that may follow, with its separator as the dialogue sends it."""
    texts = {text for text, _ in branches(lambda pick: task.bound.react(pick, hidden, question, correct))}
    return {text + task.rules.separator if text else "" for text in texts}


def questions_of(name: str, n: int = 200) -> list[tuple[Task, Any, Question]]:
    task = TASKS.get(name)
    return [(task, *first_question(task, Sampler(seed))) for seed in range(n)]


@pytest.mark.parametrize("name", ROUND1)
def test_an_independent_solver_agrees_on_the_right_answer(name):
    for _, hidden, question in questions_of(name, 60):
        assert question.accepts(answer(name, question.text, hidden)), question
        assert question.accepts(question.answer)


@pytest.mark.parametrize("name", [n for n in ROUND1 if n not in ("micro13.1", "micro13.2")])
def test_nothing_else_is_right(name):
    for _, _, question in questions_of(name, 40):
        right = question.answer
        others = {
            right + "x",
            "x" + right,
            right[1:],
            right[:-1],
            " " + right,
            right + " ",
            "",
            right.upper(),
        }
        accepted = {said for said in others - {right} if question.accepts(said)}
        if name.startswith("mini"):  # junk before the answer is accepted
            assert accepted == {"x" + right, " " + right}
        else:
            assert not accepted, question


# Feedback.

ECHO = {
    **dict.fromkeys(("micro7.1", "micro7.2", "micro7.3", "micro8"), ("correct! ", "false! ")),
    **dict.fromkeys(("micro9.1", "micro9.2", "micro9.3"), ("good job! ", "wrong! ")),
}
GIVE_AWAY = ("micro6", "micro10", "micro11", "micro12", "micro14", "micro15", "micro19", "micro20")


@pytest.mark.parametrize("name", ECHO)
def test_feedback_that_echoes(name):
    good, bad = ECHO[name]
    for task, hidden, question in questions_of(name, 20):
        right = answer(name, question.text, hidden)
        assert feedbacks(task, hidden, question, True) == {f"{good}{right}.;"}
        assert feedbacks(task, hidden, question, False) == {f"{bad}{right}.;"}


@pytest.mark.parametrize("name", GIVE_AWAY)
def test_feedback_that_gives_the_answer_away_only_when_wrong(name):
    for task, hidden, question in questions_of(name, 20):
        assert feedbacks(task, hidden, question, True) == {"good job! ;"}
        right = answer(name, question.text, hidden)
        assert feedbacks(task, hidden, question, False) == {f"wrong! {right}.;"}


def test_feedback_of_task_16_is_that_of_its_kind():
    kinds = set()
    for task, hidden, question in questions_of("micro16", 60):
        right = answer("micro16", question.text, hidden)
        good = f"good job! {right}.;" if hidden == "9.2" else "good job! ;"
        assert feedbacks(task, hidden, question, True) == {good}
        assert feedbacks(task, hidden, question, False) == {f"wrong! {right}.;"}
        kinds.add(hidden)
    assert kinds == {"9.2", "10", "11", "12"}


@pytest.mark.parametrize("name", ["micro1", "micro2", "micro3", "micro4"])
def test_tasks_1_to_4_give_no_feedback(name):
    for task, hidden, question in questions_of(name, 20):
        assert feedbacks(task, hidden, question, True) == feedbacks(task, hidden, question, False) == {""}
        assert len(question.text) == len(question.answer) == 1


@pytest.mark.parametrize("number", [n for n in range(1, 19) if n not in (10, 11, 14)])
def test_feedback_of_the_digit_mappings(number):
    for task, hidden, question in questions_of(f"micro5.{number}", 10):
        separator = ";" if number > 1 else ""
        right = dict(hidden)[question.text.removesuffix(".")]
        assert question.text.endswith(".") is (number >= 3)
        assert feedbacks(task, hidden, question, False) == {right + separator}
        shown = right.removesuffix(".") if number == 6 else right
        assert feedbacks(task, hidden, question, True) == {shown + separator}


def test_feedback_of_the_mini_tasks():
    for number in range(6):
        for task, hidden, question in questions_of(f"mini{number}", 10):
            praise = {"good job.", "bravo.", "congratulations.", "nice work.", "correct."}
            assert feedbacks(task, hidden, question, True) == praise
            right = "true" if hidden[2] else "false"
            assert feedbacks(task, hidden, question, False) == {f"Wrong. The right answer is: {right}."}
            assert re.fullmatch(r"description: [\w ]+; verify: [A-Z]*", question.text)


# 13.1, all forms.


def logic_questions(**changes: Any) -> dict[str, Question]:
    task = TASKS.get("micro13.1").with_(**changes)
    return {q.text: q for (_, q), _ in branches(lambda pick: first_question(task, pick))}


def said_by_anyone() -> list[str]:
    short = ["".join(letters) for n in range(4) for letters in product("abcdex ", repeat=n)]
    return [*short, "abcde", "xxxxxxxx"]


def accepted(question: Question) -> set[str]:
    return {said for said in said_by_anyone() if question.accepts(said)}


def test_13_1_and():
    asked = logic_questions()
    for x, y in product("abcde", repeat=2):
        assert accepted(asked[f" say: {x} and {y}"]) == {x + y}


def test_13_1_and_with_the_quirk_of_2017_accepts_every_ending():
    asked = logic_questions(suffix_is_enough=True)
    for x, y in product("abcde", repeat=2):
        assert accepted(asked[f" say: {x} and {y}"]) == {x + y, y, ""}


@pytest.mark.parametrize("quirk", [False, True])
def test_13_1_the_other_forms(quirk):
    asked = logic_questions(suffix_is_enough=quirk)
    for x, y in product("abcde", repeat=2):
        either = {x, y, x + y, y + x}
        assert accepted(asked[f" say: {x} or {y}"]) == either
        for z in "abcde" if x != y else "":
            allowed = {said for said in either if z not in said}
            assert accepted(asked[f" say: {x} or {y} but not {z}"]) == allowed
    for x in "abcde":
        anything = {said for said in said_by_anyone() if said and x not in said}
        assert accepted(asked[f" say: anything and not {x}"]) == anything
        assert " " in anything


def test_13_1_give_aways():
    task = TASKS.get("micro13.1")
    for text, question in logic_questions().items():
        assert feedbacks(task, None, question, True) == {"good job! ;"}
        words = text.split()
        if "anything" in words:
            shown = {f"wrong! {x};" for x in "abcde" if x != words[-1]}
        elif "but" in words:
            shown = {f"wrong! {x};" for x in (words[1], words[3]) if x != words[-1]}
        elif "or" in words:
            shown = {f"wrong! {words[1]}.;", f"wrong! {words[3]}.;"}
        else:
            shown = {f"wrong! {words[1]}{words[3]}.;"}
        assert feedbacks(task, None, question, False) == shown


# 13.2.


def test_13_2_or_accepts_whatever_contains_an_operand_and_and_only_all_of_them():
    task = TASKS.get("micro13.2")
    seen = set()
    for seed in range(150):
        _, question = first_question(task, Sampler(seed))
        operator = "and" if " and " in question.text else "or"
        operands = question.text.removeprefix("say: ").split(f" {operator} ")
        seen.add(operator)
        if operator == "and":
            assert question.accepts("".join(operands))
            assert not question.accepts("".join(reversed(operands))) or operands == operands[::-1]
            assert feedbacks(task, None, question, False) == {f"wrong! {''.join(operands)}.;"}
        else:
            for operand in operands:
                assert question.accepts(operand) and question.accepts(f"noise {operand}12")
            assert not question.accepts("") and not question.accepts("123 ,;")
            assert feedbacks(task, None, question, False) == {f"wrong! {operand};" for operand in operands}
        assert feedbacks(task, None, question, True) == {"good job! ;"}
    assert seen == {"and", "or"}


# Variants are values.


def test_a_variant_is_a_value_and_leaves_the_original_alone():
    spell = TASKS.get("micro9.2")
    variant = spell.with_(
        keyword="letters:", separator=";;", words=("ab",), reactions=("yes ", "no "), streak=3
    )
    _, question = first_question(variant, Sampler(0))
    assert question.text == "letters: ab" and question.accepts("a b ")
    assert feedbacks(variant, None, question, True) == {"yes a b .;;"}
    assert variant.rules.streak == 3 and spell.rules.streak == 10
    assert spell.params["keyword"] == "spell:" and spell.changed == {}
    assert set(variant.changed) == {"keyword", "separator", "words", "reactions", "streak"}


def test_reactions_of_task_16_can_be_changed_too():
    task = TASKS.get("micro16").with_(reactions=("yes ", "no "), words=("ab",))
    for seed in range(8):
        hidden, question = first_question(task, Sampler(seed))
        assert all(text.startswith("yes ") for text in feedbacks(task, hidden, question, True))


@pytest.mark.parametrize("number", range(2, 19))
def test_the_ladder_of_mappings_is_not_a_copy(number):
    """Every step shares the functions of 5.1; only constants differ."""
    base, step = TASKS.get("micro5.1"), TASKS.get(f"micro5.{number}")
    assert (step.asking, step.drawing, step.reacting, step.knowing) == (
        *(base.asking, base.drawing, base.reacting, base.knowing),
    )
    assert step.summary and step.summary != base.summary
