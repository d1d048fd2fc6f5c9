"""Models of tasks against machines enumerated from the task code, at small parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gradus.mechanics import (
    belief_closure,
    causal_states,
    count_states,
    drive,
    feedback_complexity,
    task_generator,
    uniform,
)
from gradus.mechanics.machines.answers import canonical_answer
from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.models.fixed_length_mappings import lumped_bracket, lumped_states
from gradus.mechanics.models.leaking_target import leaking_target_orbits
from gradus.mechanics.models.lumped_mappings import FixedLengthMapping
from gradus.mechanics.models.one_character_mappings import mapping_orbits
from gradus.mechanics.models.phrases import phrase_machine
from gradus.mechanics.models.single_letters import one_letter_orbits, repeated_character_orbits
from gradus.mechanics.models.spaced_letters import spaced_letters_orbits
from gradus.school import Sampler, UserError
from gradus.stream import TASKS, Question, Task


def small(name: str, **changes: Any) -> Task:
    return measured_variant(TASKS.get(name).with_(**changes))


def enumerated(task: Task) -> Machine:
    return causal_states(belief_closure(task_generator(task)))


def same(model: Machine, task: Task) -> None:
    """As many causal states, the same C_mu, the same C_X of a random agent."""
    whole = enumerated(task)
    assert count_states(model) == len(whole)
    assert feedback_complexity(model).low == pytest.approx(feedback_complexity(whole).low, abs=1e-6)
    ours, theirs = drive(model, uniform(model)), drive(whole, uniform(whole))
    assert ours.complexity == pytest.approx(theirs.complexity, abs=1e-9)


def leaking(task: Task) -> Machine:
    return leaking_target_orbits(len(task.params["alphabet"]), task.params["size"], task.rules.streak, 256)


def faithful(task: Task) -> Machine:
    return causal_states(phrase_machine(task, faithful=True))


CASES: list[tuple[Callable[[Task], Machine], str, dict[str, Any]]] = [
    (leaking, "micro1", {"alphabet": "abcd", "size": 2, "streak": 2}),
    (leaking, "micro1", {"alphabet": "abc", "size": 2, "streak": 3}),
    (leaking, "micro1", {"alphabet": "abcde", "size": 2, "streak": 2}),
    (one_letter_orbits, "micro2", {"alphabet": "abc", "size": 2, "streak": 2, "marks": "!"}),
    (one_letter_orbits, "micro2", {"alphabet": "abcd", "size": 2, "streak": 1, "marks": "!?"}),
    (one_letter_orbits, "micro2", {"alphabet": "abc", "size": 2, "streak": 3, "marks": "!"}),
    (repeated_character_orbits, "micro4", {"alphabet": "abc", "size": 2, "streak": 2}),
    (repeated_character_orbits, "micro4", {"alphabet": "abcd", "size": 2, "streak": 1}),
    (repeated_character_orbits, "micro4", {"alphabet": "abcd", "size": 3, "streak": 2}),
    (faithful, "micro7.1", {"alphabet": "ab", "streak": 1}),
    (faithful, "micro7.1", {"alphabet": "ab", "streak": 2}),
    (faithful, "micro7.1", {"alphabet": "abc", "streak": 2}),
    (faithful, "micro12", {"words": ("abc", "bda"), "alphabet": "ab", "streak": 1}),
    (faithful, "micro13.1", {"alphabet": "abc", "streak": 1}),
]
CASES += [
    (mapping_orbits, f"micro5.{number}", {"alphabet": "01", "streak": streak})
    for number in ("1", "2", "3", "5", "6", "10", "11")
    for streak in (1, 2, 3)
]
SLOW: list[tuple[Callable[[Task], Machine], str, dict[str, Any]]] = [
    (leaking, "micro1", {"alphabet": "abcd", "size": 3, "streak": 2}),
    (mapping_orbits, "micro5.1", {"alphabet": "012", "streak": 3}),
    (mapping_orbits, "micro5.5", {"alphabet": "012", "streak": 1}),
    (mapping_orbits, "micro5.6", {"alphabet": "012", "streak": 1}),
    (mapping_orbits, "micro5.14", {"alphabet": "01", "streak": 1}),
    (mapping_orbits, "micro5.14", {"alphabet": "01", "streak": 2}),
    (mapping_orbits, "micro5.14", {"alphabet": "01", "streak": 3}),
    (faithful, "micro8", {"alphabet": "ab", "streak": 1, "widest": 1}),
]


@pytest.mark.parametrize(("model", "name", "changes"), CASES)
def test_model_equals_code(model: Callable[[Task], Machine], name: str, changes: dict[str, Any]) -> None:
    task = small(name, **changes)
    same(model(task), task)


@pytest.mark.slow
@pytest.mark.parametrize(("model", "name", "changes"), SLOW)
def test_model_equals_code_slowly(
    model: Callable[[Task], Machine], name: str, changes: dict[str, Any]
) -> None:
    task = small(name, **changes)
    same(model(task), task)


@pytest.mark.parametrize(
    "changes",
    [
        {"alphabet": "01", "streak": 2, "answer_lengths": (2,)},
        {"alphabet": "01", "streak": 3, "answer_lengths": (1,)},
        {"alphabet": "01", "streak": 1, "answer_lengths": (2,), "answer_end": "."},
    ],
)
def test_coarse_bracket_holds_the_truth(changes: dict[str, Any]) -> None:
    task = small("micro5.4", **changes)
    model, whole = FixedLengthMapping.of(task), enumerated(task)
    truth, bracket = feedback_complexity(whole), lumped_bracket(model)
    assert lumped_states(model) == len(whole)
    assert bracket.low - 1e-7 <= truth.low <= bracket.high + 1e-7
    assert bracket.width < 0.12


KNOWN = {
    "micro7.1": (450, 8.813781, 5.155205, 7.48527),
    "micro9.1": (505, 8.98014, 5.203013, 7.55547),
    "micro14": (593, 9.211888, 5.499429, 8.38757),
    "micro11": (2682, 11.389094, 7.612103, 10.02908),
    "micro12": (591, 9.207014, 5.25903, 8.34929),
}


@pytest.mark.parametrize("name", KNOWN)
def test_phrase_tasks_have_their_known_figures(name: str) -> None:
    states, c0, random_bytes, feedback = KNOWN[name]
    machine = causal_states(phrase_machine(small(name)))
    assert len(machine) == states
    assert drive(machine, uniform(machine)).complexity == pytest.approx(random_bytes, abs=1.01e-6)
    bracket = feedback_complexity(machine)
    assert bracket.width < 1e-6 and bracket.low == pytest.approx(feedback, abs=6e-6)
    from math import log2

    assert log2(states) == pytest.approx(c0, abs=1e-6)


@pytest.mark.parametrize(("letters", "states"), [("a", 112), ("ab", 381), ("abc", 822)])
def test_redundant_spaces_vanish(letters: str, states: int) -> None:
    """Task 8 has 86 a^2 + 11 a + 15 causal states over a letters, whatever the gaps."""
    assert len(causal_states(phrase_machine(small("micro8", alphabet=letters)))) == states


@pytest.mark.parametrize(("letters", "widest"), [("ab", 2), ("abc", 1), ("abcd", 1)])
def test_spaced_letters_equal_the_tree(letters: str, widest: int) -> None:
    task = small("micro8", alphabet=letters, widest=widest)
    model, whole = spaced_letters_orbits(task), causal_states(phrase_machine(task))
    assert count_states(model) == len(whole)
    assert feedback_complexity(model).low == pytest.approx(feedback_complexity(whole).low, abs=1e-7)


def test_streak_is_invisible_without_hidden_parameters() -> None:
    """But for the dropped last reply the streak leaves no trace in a task with a known rule."""
    seen = {r: len(causal_states(phrase_machine(small("micro7.1", alphabet="ab", streak=r)))) for r in (1, 5)}
    assert seen[1] == seen[5] == 42


def test_limits_must_be_off() -> None:
    with pytest.raises(UserError, match="limits"):
        task_generator(TASKS.get("micro7.1"))


def test_phrase_machine_refuses_hidden_parameters() -> None:
    with pytest.raises(UserError, match="hidden parameters"):
        phrase_machine(small("micro15"))


QUESTIONS = [
    Question("q", "ab"),
    Question("q", "a", others=("b", "ab", "ba")),
    Question("q", "a", accept="any", avoid="b", at_least=1),
    Question("q", "ab", others=("ca",), accept="contains"),
    Question("q", "aba", accept="ends"),
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_canonical_answers_have_the_same_future(question: Question) -> None:
    pick = Sampler(3)
    for _ in range(300):
        said = pick.letters("abc", pick.below(7))
        canonical = canonical_answer(question, said, ".")
        onward = pick.letters("abc", pick.below(6))
        assert question.accepts(said + onward) == question.accepts(canonical + onward), (
            said,
            canonical,
            onward,
        )
