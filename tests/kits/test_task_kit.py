"""The kit for tasks passes every task of the catalogue and catches each of these broken ones."""

import itertools
import random
import time
from typing import Any

import numpy as np
import pytest

from gradus.kits import KitError, check_task
from gradus.stream import Question, Rules, Task, make
from gradus.stream.task import always, feedback, nothing_hidden


def a_task(
    asking, drawing=nothing_hidden, reacting=feedback, knowing=always, params=None, **rules: Any
) -> Task:
    """A task outside the catalogue."""
    return Task("broken", "A summary.", asking, drawing, reacting, knowing, Rules(**rules), params or {})


def say_a_letter(pick):
    letter = pick.choice("abcdefgh")
    return Question(f"say: {letter}", letter)


@pytest.mark.parametrize("name", make("round1").tasks)
def test_the_tasks_of_the_public_curriculum_pass(name):
    check_task(name, seeds=[1])


def test_a_variant_and_a_task_of_ones_own_pass():
    check_task(make("round1").tasks["micro9.2"].with_(keyword="letters:", words=("one", "two"), streak=4))
    check_task(a_task(say_a_letter))
    check_task(a_task(say_a_letter, terminator="#", separator=" / "))
    check_task(a_task(say_a_letter, limits=False, max_time=10**9))


class Counter:
    """Draws that remember earlier instances."""

    def __init__(self) -> None:
        self.numbers = itertools.count()

    def __call__(self, pick, origin):
        return "x" * next(self.numbers)


def by_global_chance(pick):
    return Question(f"say: {random.choice('abc')}", "x")


def by_numpy_chance(pick):
    return Question(f"say: {'abc'[np.random.randint(3)]}", "x")  # noqa: NPY002


def by_unseeded_chance(pick):
    letter = random.Random().choice("abcdefghijklmnop")
    return Question(f"say: {letter}", letter)


def by_the_clock(pick):
    number = str(time.perf_counter_ns())
    return Question(f"say: {number}", number)


def by_the_inside_of_the_chooser(pick):
    letter = "abcd"[pick._random.getrandbits(2)]
    return Question(f"say: {letter}", letter)


def with_a_hidden_word(pick, hidden):
    return Question("say it", str(len(hidden)))


def with_a_list_as_memory(pick, hidden, memory):
    memory = memory or []
    memory.append(pick.choice("abc"))
    return Question(f"say: {memory[-1]}", memory[-1]), memory


def with_numbers_as_keys(pick, hidden, memory):
    return Question("say: a", "a"), ((1, 2.5), None, frozenset("a"))


def in_another_script(pick):
    return Question("say: ж", "ж")


def with_a_line_break(pick):
    return Question("say:\na", "a")


def at_length(pick):
    return Question("say: a" + " a" * 400, "a")


def not_a_question(pick):
    return "say: a"


def rejecting_itself(pick):
    return Question("say: a", "a", avoid="a")


def rejecting_another(pick):
    return Question("say: a or bb", "a", others=("bb",), avoid="b")


def with_a_full_stop_inside(pick):
    return Question("say: 3.5", "3.5")


def with_answers_of_two_lengths(pick):
    return Question("a", "a", others=("bb",))


def with_an_empty_answer(pick):
    return Question("a", "")


def accepting_everything(pick):
    return Question("say: anything", "x", accept="any")


def that_raises(pick):
    return Question(f"say: {pick.choice('')}", "a")


def at_the_wrong_place(hidden, pick):
    return Question("say: a", "a")


def of_a_parameter(pick, *, letters):
    return Question("say: a", "a", others=tuple(letters))


def silent_when_right(pick, hidden, question, correct, rules):
    return None if correct else "no"


def knowing_without_a_record(hidden, record, question, correct):
    return True


def knowing_a_set(hidden, record, question, correct):
    return {question.text}, False


BROKEN: dict[str, tuple[Task, str]] = {
    "global random": (a_task(by_global_chance), "draws or asks something else|global random state"),
    "global NumPy": (a_task(by_numpy_chance), "draws or asks something else|global random state"),
    "unseeded": (a_task(by_unseeded_chance), "draws or asks something else"),
    "clock": (a_task(by_the_clock), "draws or asks something else"),
    "counter": (a_task(with_a_hidden_word, Counter()), "draws or asks something else"),
    "inside of the chooser": (a_task(by_the_inside_of_the_chooser), "chooser that replays"),
    "hidden list": (a_task(with_a_hidden_word, lambda pick, origin: ["a", "b"]), "hidden values.*cannot be hashed"),
    "hidden set": (a_task(with_a_hidden_word, lambda pick, origin: frozenset("ab")), "hidden values.*JSON"),
    "hidden bytes": (a_task(with_a_hidden_word, lambda pick, origin: b"ab"), "hidden values.*JSON"),
    "list as memory": (a_task(with_a_list_as_memory), "memory.*cannot be hashed"),
    "set in memory": (a_task(with_numbers_as_keys), "memory.*JSON"),
    "set as record": (a_task(say_a_letter, knowing=knowing_a_set), "record.*cannot be hashed"),
    "not ASCII": (a_task(in_another_script), "not printable ASCII"),
    "line break": (a_task(with_a_line_break), "not printable ASCII"),
    "too long": (a_task(at_length), "806 characters, more than 500"),
    "not a question": (a_task(not_a_question), "which is not a Question"),
    "rejects itself": (a_task(rejecting_itself), "does not accept its own right answer 'a'"),
    "rejects another": (a_task(rejecting_another), "does not accept its own right answer 'bb'"),
    "terminator in the answer": (a_task(with_a_full_stop_inside), "contains the terminator '.'"),
    "two lengths": (a_task(with_answers_of_two_lengths, terminator=""), "'bb', which is not as long as 'a'"),
    "empty answer": (a_task(with_an_empty_answer, terminator=""), "empty answer"),
    "accepts everything": (a_task(accepting_everything), "solved by saying '~'"),
    "raises": (a_task(that_raises), "fails while drawing and asking"),
    "wrong signature": (a_task(at_the_wrong_place), "pick, hidden and memory, in this order"),
    "no feedback text": (a_task(say_a_letter, reacting=silent_when_right), "None as feedback, which is not text"),
    "know without a record": (a_task(say_a_letter, knowing=knowing_without_a_record), "fails while drawing"),
    "list as parameter": (a_task(of_a_parameter, params={"letters": ["b"]}), "parameter 'letters'"),
    "no summary": (Task("broken", "", say_a_letter, nothing_hidden, feedback, always), "needs a summary"),
    "never long enough": (a_task(say_a_letter, max_time=20), "not solved by right answers"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_task_is_caught_with_one_sentence(case):
    task, message = BROKEN[case]
    with pytest.raises(KitError, match=message) as caught:
        check_task(task)
    sentence = str(caught.value)
    assert "\n" not in sentence and sentence.endswith(".") and len(sentence) < 400
    assert sentence.startswith("The task 'broken'")


def test_the_kit_leaves_the_global_generators_as_they_were():
    random.seed(5)
    np.random.seed(5)  # noqa: NPY002
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002
    for task in (a_task(by_global_chance), a_task(by_numpy_chance)):
        with pytest.raises(KitError):
            check_task(task)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]  # noqa: NPY002


def test_something_else_is_not_a_task():
    with pytest.raises(KitError, match="needs a Task"):
        check_task(3)  # type: ignore[arg-type]
