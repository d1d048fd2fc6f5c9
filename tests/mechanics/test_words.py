"""Programs over words and held instances against machines enumerated from the task code."""

from __future__ import annotations

from dataclasses import replace
from math import log2
from typing import Any

import pytest

from gradus.mechanics import Machine, causal_states, feedback_complexity
from gradus.mechanics.machines.beliefs import belief_closure
from gradus.mechanics.machines.task_code import measured_variant, task_generator
from gradus.mechanics.models.mixed_kinds import kinds_figure, several_words_inside
from gradus.mechanics.models.mixed_length_mappings import KnownMapping, known_complexity, mixed_length_figure
from gradus.mechanics.models.phrases import phrase_machine
from gradus.mechanics.models.several_words import several_words_bracket
from gradus.mechanics.models.table import figure_of
from gradus.mechanics.models.words_said import SeveralWords, several_words_states
from gradus.school import Chooser, UserError
from gradus.stream import TASKS, Question, Task
from gradus.stream.words import common_words


def small(name: str, **changes: Any) -> Task:
    return measured_variant(TASKS.get(name).with_(**changes))


def listed(task: Task) -> Machine:
    return causal_states(phrase_machine(task))


ENTWINED = ("a", "ba", "ab", "bab")
"""Words that begin and end one another."""


@pytest.mark.parametrize("words", [("to", "the"), common_words(4), ENTWINED, common_words(8)])
def test_two_words_equal_the_enumerated_task(words: tuple[str, ...]) -> None:
    task = small("micro7.3", words=words)
    model, machine = SeveralWords.of(task), listed(task)
    assert several_words_states(model) == len(machine)
    bracket, truth = several_words_bracket(model), feedback_complexity(machine)
    assert bracket.width < 1e-6
    assert bracket.low == pytest.approx(truth.low, abs=1e-6)


@pytest.mark.parametrize(
    ("words", "most", "width"), [(("to", "the"), 3, 0.1), (common_words(4), 3, 0.03), (ENTWINED, 2, 0.2)]
)
def test_several_words_hold_the_enumerated_task(words: tuple[str, ...], most: int, width: float) -> None:
    task = small("micro10", words=words, most=most)
    model, machine = SeveralWords.of(task), listed(task)
    assert several_words_states(model) == len(machine)
    bracket, truth = several_words_bracket(model), feedback_complexity(machine)
    assert bracket.low - 1e-7 <= truth.low <= bracket.high + 1e-7
    assert bracket.width < width


@pytest.mark.slow
def test_bracket_closes_as_the_list_grows() -> None:
    """With eight words the bracket is below 0.01 bit wide and still holds the enumerated truth."""
    task = small("micro10", words=common_words(8))
    bracket, truth = several_words_bracket(SeveralWords.of(task)), feedback_complexity(listed(task))
    assert bracket.low - 1e-7 <= truth.low <= bracket.high + 1e-7 and bracket.width < 0.01


def test_synonyms_of_the_opening_are_counted() -> None:
    words, names = common_words(3), ("say", "print")

    def ask(pick: Chooser) -> Question:
        said = [pick.choice(words) for _ in range(pick.between(2, 3))]
        name = pick.choice(names)
        return Question(" ".join(f"{name}: {word}" for word in said), " ".join(said))

    task = small("micro10", words=words)
    machine = listed(replace(task, asking=ask))
    model = several_words_inside(task, [f"{n}: " for n in names], [f" {n}: " for n in names])
    assert several_words_states(model) == len(machine)
    bracket, truth = several_words_bracket(model), feedback_complexity(machine)
    assert bracket.low - 1e-7 <= truth.low <= bracket.high + 1e-7 and bracket.width < 0.1


def test_free_streaks_bound_the_task_with_the_dropped_reply() -> None:
    task = small("micro10", words=("to", "the"), most=2, streak=2)
    truth = feedback_complexity(causal_states(phrase_machine(task, faithful=True)))
    model = SeveralWords.of(task)
    above = several_words_bracket(replace(model, copies=4))
    assert several_words_bracket(model).low <= truth.low <= above.high


def test_kinds_are_bounded_by_their_largest() -> None:
    task = TASKS.get("micro16")
    found = kinds_figure(
        "micro16", several_words_inside(task, ["say: "], [" say: "]), [figure_of("micro9.2")]
    )
    alone = figure_of("micro10")
    assert found.low == pytest.approx(alone.low, abs=1e-6)
    assert found.low < found.high < alone.high + log2(12)


def test_only_tasks_of_several_words() -> None:
    with pytest.raises(UserError, match=r"micro7\.2.*several words"):
        SeveralWords.of(small("micro7.2"))
    with pytest.raises(UserError, match="distinct"):
        SeveralWords.of(small("micro7.3", words=("a", "a")))
    with pytest.raises(UserError, match="reactions"):
        SeveralWords.of(small("micro7.3", reactions=("yes", "no ")))


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    [
        {"alphabet": "01", "streak": 2},
        {"alphabet": "01", "streak": 1},
        {"alphabet": "01", "streak": 2, "answer_lengths": (2,)},
    ],
)
def test_held_instances_bound_the_enumerated_task(changes: dict[str, Any]) -> None:
    task = small("micro5.7", **changes)
    model = KnownMapping.of(task)
    truth = feedback_complexity(causal_states(belief_closure(task_generator(task))))
    low = known_complexity(model, task.params["answer_lengths"])
    assert low - 1e-6 <= truth.low
    assert low > 0.5 * truth.low


def test_held_instances_reach_most_of_the_bracket() -> None:
    """Task 5.4 is also bracketed otherwise: holding on to instances brings out all but 0.02 bit of it."""
    exact = figure_of("micro5.4")
    found = mixed_length_figure("micro5.4")
    assert exact.low - 0.02 < found.low <= exact.high <= found.high


def test_held_refuses_noise() -> None:
    with pytest.raises(UserError, match=r"micro5\.10"):
        KnownMapping.of(small("micro5.10"))
