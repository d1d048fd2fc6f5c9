"""The tasks before the challenge, in bit mode: right answers are praised and paid, silence is not."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from tests.stream.legacy.messenger import Messenger, talk_to

from gradus.stream.legacy.core.task import on_message, on_start
from gradus.stream.legacy.tasks.competition import counting, messages, navigation, repetition, to_be_validated
from gradus.stream.legacy.tasks.competition import objects_properties as objects
from gradus.stream.legacy.tasks.competition.base import BaseTask
from gradus.stream.legacy.tasks.micro import micro
from gradus.stream.legacy.tasks.sample import sample_tasks
from gradus.stream.legacy.worlds.grid_world import GridWorld

VERB = r"(?:say|repeat) "
TIMES = re.compile(VERB + r"(apple|banana|cat|hello world) (2|two|3|three) times")
REPEAT: dict[str, Any] = {
    "RepeatCharacterTask": lambda text: re.search(VERB + r"(\w)\.", text)[1],
    "RepeatWhatISayTask": lambda text: re.search(VERB + r"(.*)\.", text)[1],
    "RepeatWhatISay2Task": lambda text: re.search(VERB + r"(.*?) and ", text)[1],
    "RepeatWhatISayMultipleTimesTask": lambda text: " ".join(parts(text)),
    "RepeatWhatISayMultipleTimes2Task": lambda text: " ".join(parts(text)),
    "RepeatWhatISayMultipleTimesSeparatedByCommaTask": lambda text: ", ".join(parts(text)),
    "RepeatWhatISayMultipleTimesSeparatedByAndTask": lambda text: " and ".join(parts(text)),
    "RepeatWhatISayMultipleTimesSeparatedByCATask": lambda text: (
        ", ".join(parts(text)[:-1]) + " and " + parts(text)[-1]
    ),
}


def parts(text: str) -> list[str]:
    found = TIMES.search(text)
    return [found[1]] * messages.string_to_number(found[2])


def feedback_and_reward(m: Messenger) -> None:
    """There is feedback, and after one more character the reward."""
    assert m.read() > 0
    assert m.reward == 0
    m.send()
    assert m.reward == 1


@pytest.mark.parametrize("name", REPEAT)
def test_repetition(name):
    answer = REPEAT[name]
    m = talk_to(getattr(repetition, name)())
    m.read()
    m.send(answer(m.last()) + ".")
    feedback_and_reward(m)
    # Echoing every character one late earns nothing.
    m = talk_to(getattr(repetition, name)())
    while not m.env.is_silent():
        m.send(m.heard.get_text()[-1:] or " ")
    m.send(m.heard.get_text()[-1])
    assert m.reward == 0
    # Silence: told that it failed.
    m = talk_to(getattr(repetition, name)())
    m.read()
    right = answer(m.last())
    m.read_until(lambda m: not m.env.is_silent())
    m.read()
    said = m.last()
    assert said in messages.failed or said.endswith(f"correct answer is: {right}.")
    assert m.reward == 0


def test_more_than_the_answer_earns_nothing():
    for name in list(REPEAT)[1:]:
        m = talk_to(getattr(repetition, name)())
        m.read()
        m.send(REPEAT[name](m.last()) + " spam, spam, eggs, bacon and spam.")
        assert m.reward == 0
        m.read_until(lambda m: not m.env.is_silent())
        assert m.reward == 0


def test_be_silent():
    task = repetition.BeSilentTask()
    assert 100 <= task._max_time <= 1000
    task._max_time = 1000  # the least of the limits is over before its own instructions are read
    m = talk_to(task)
    m.read_until(lambda m: m.reward, limit=1000)
    assert m.reward == 1
    m.read()
    m.send("a")
    m.read()
    m.send()
    m.read()
    assert m.reward == 1
    assert m.last().endswith(("be silent now.", "do not say anything."))


def test_interruptions_vanish():
    class Says(BaseTask):
        interrupted = False

        def __init__(self):
            super().__init__(max_time=1000)

        @on_start()
        def start_it(self, event):
            self.set_message("Saying.")

        @on_message(r"Interrupt.$")
        def on_interruption(self, event):
            self.interrupted = True

        @on_message(r"Respectful.$")
        def on_respect(self, event):
            self.set_message("Good.")

    task = Says()
    m = talk_to(task)
    m.send("Interrupt.")
    assert not task.interrupted and m.read() == 0
    m.send("Respectful.")
    m.read()
    assert m.last() == "Good."


def test_disjunction_and_negation():
    for kind in (repetition.RepeatWhatISayDisjunction, repetition.RepeatWhatISayConjunctionNegation):
        task = kind()
        m = talk_to(task)
        m.read()
        m.send(task.targets[0] + ".")
        feedback_and_reward(m)
    assert repetition._allowed("a", "b", "don't", "do not") == ["a"]
    assert repetition._allowed("a", "b", "don't", "") == ["b"]
    assert repetition._allowed("a", "b", "", "") == ["a and b", "b and a"]


WORDS = {"left": -1, "right": 1}


def turn_to(m: Messenger, world: GridWorld, direction: str) -> None:
    while world.state.learner_direction != direction:
        say(m, "I turn right.")


def say(m: Messenger, command: str) -> None:
    m.send(command)
    if m.reward == 0 and not m.env._current_task.has_ended():
        m.read()


def give_back(m: Messenger, world: GridWorld, task: Any) -> None:
    say(m, random.choice(("0.", "zero.")))
    say(m, random.choice(("1.", "one.")))
    say(m, f"I give you {messages.indef_article(task.state.target_obj)}.")
    m.send(random.choice(("0.", "zero.")))


def pick_around(m: Messenger, world: GridWorld) -> str:
    name, direction = m.find(r"There is an? (\w+) (\w+) from you")
    turn_to(m, world, direction)
    m.send(f"I pick up the {name}.")
    return name


def pick_ahead(m: Messenger, world: GridWorld) -> None:
    name, steps = m.find(r"There is an? (\w+) (\w+) steps forward")
    for _ in range(messages.string_to_number(steps) - 1):
        say(m, "I move forward.")
    m.send(f"I pick up the {name}.")


def pick_and_give(m: Messenger, world: GridWorld) -> None:
    name = pick_around(m, world)
    m.read()
    m.send(f"I give you {messages.indef_article(name)}.")


def move_aside(m: Messenger, world: GridWorld) -> None:
    say(m, f"I turn {m.find(r'Move (left|right)')[0]}.")
    m.send("I move forward.")


def move_absolutely(m: Messenger, world: GridWorld) -> None:
    turn_to(m, world, m.find(r"move (\w+)\.")[0])
    m.send("I move forward.")


NAVIGATE: dict[str, Any] = {
    "TurningTask": lambda m, w, t: m.send(f"I turn {m.find(r'Turn (left|right)')[0]}."),
    "MovingTask": lambda m, w, t: m.send("I move forward."),
    "MovingRelativeTask": lambda m, w, t: move_aside(m, w),
    "MovingAbsoluteTask": lambda m, w, t: move_absolutely(m, w),
    "PickUpTask": lambda m, w, t: m.send("I pick up the " + m.find(r"Pick up the (\w+)")[0] + "."),
    "PickUpAroundTask": lambda m, w, t: pick_around(m, w),
    "PickUpInFrontTask": lambda m, w, t: pick_ahead(m, w),
    "GivingTask": lambda m, w, t: m.send(m.find(r'"(I give you an? \w+)"')[0] + "."),
    "PickUpAroundAndGiveTask": lambda m, w, t: pick_and_give(m, w),
    "CountingInventoryGivingTask": lambda m, w, t: give_back(m, w, t),
}


@pytest.mark.parametrize("name", NAVIGATE)
def test_navigation(name):
    random.seed(name)
    for _ in range(3):
        world = GridWorld()
        task = getattr(navigation, name)(world)
        m = talk_to(task)
        m.read()
        NAVIGATE[name](m, world, task)
        feedback_and_reward(m)
    m = talk_to(getattr(navigation, name)(GridWorld()))
    m.read()
    m.read_until(lambda m: not m.env.is_silent())
    m.read()
    assert m.last() in messages.failed + messages.timeout


def test_verbs():
    m = talk_to(repetition.VerbTask(GridWorld()))
    m.read()
    m.send(m.find(r"Say '(.*)'")[0] + ".")
    feedback_and_reward(m)


def test_looking(monkeypatch):
    monkeypatch.setattr(navigation, "dirs", ["east"])
    world = GridWorld()
    m = talk_to(navigation.LookTask(world))
    m.read()
    turn_to(m, world, m.find(r"Look to the (\w+)")[0])
    m.send("I look.")
    feedback_and_reward(m)
    m = talk_to(navigation.LookAroundTask(GridWorld()))
    m.read()
    for left in (3, 2, 1):
        m.send("I look.")
        m.read()
        assert m.last() == f"{left} directions to go."
        m.send("I turn left.")
        m.read()
    m.send("I look.")
    feedback_and_reward(m)


OBJECTS = [
    "AssociateObjectWithPropertyTask",
    "VerifyThatObjectHasPropertyTask",
    "ListPropertiesOfAnObjectTask",
    "NameAPropertyOfAnObjectTask",
    "HowManyPropertiesDoesAnObjectHaveTask",
    "ListObjectsWithACertainPropertyTask",
    "NameAnObjectWithAPropertyTask",
    "HowManyObjectsHaveACertainPropertyTask",
    "WhoHasACertainObjectWithACertainPropertyTask",
    "ListThePropertiesThatAnObjectHasInABasketOnlyTask",
    "ListThePropertiesThatAnObjectHasInAllBasketsTask",
]


@pytest.mark.parametrize("name", OBJECTS)
@pytest.mark.parametrize("between", [", ", " and ", ", and ", " "])
def test_objects_and_properties(name, between):
    random.seed(name + between)
    task = getattr(objects, name)()

    def answer() -> str:
        listing = isinstance(task, objects._Enumerated)
        return (between.join(task.answers) if listing else task.answers[0]) + "."

    m = talk_to(task)
    m.read()
    m.send(answer())
    feedback_and_reward(m)
    # Spoken over the teacher, the answer earns nothing; said again when the teacher is silent, it does.
    m = talk_to(task)
    m.send("    ")
    m.send(answer())
    assert m.reward == 0
    m.read()
    question = task.question
    assert question in m.last()
    m.send(answer())
    feedback_and_reward(m)
    # Silence: the answer is told.
    m = talk_to(task)
    m.read()
    right = set(task.answers)
    m.read_until(lambda m: not m.env.is_silent())
    m.read()
    told = m.find(r"(?:one|the) right \w+ (?:is|are): (.*)\.$")[0].split()
    listing = isinstance(task, objects._Enumerated)
    assert set(told) == right if listing else told[0] in right


def test_existence_and_counting():
    for task, right in (
        (objects.ObjectExistenceTask1(), lambda t: "yes" if t.thing == t.asked else "no"),
        (objects.ObjectExistenceTask2(), lambda t: t.answer),
        (counting.SimpleCountingTask(), lambda t: t.answer),
    ):
        m = talk_to(task)
        m.read()
        m.send(right(task) + ".")
        feedback_and_reward(m)


@pytest.mark.parametrize("name", ["Repeat1V1L", "Repeat3V1L", "Repeat3V2L"])
def test_tiny_repetitions(name):
    m = talk_to(getattr(micro, name)())
    m.read()
    m.send(m.find(r"repeat: (\w+)\.")[0] + ".")
    feedback_and_reward(m)
    with pytest.raises(ValueError, match="letters"):
        micro.return_random_string(27, 1)


def test_guessing_numbers():
    for name in ("GuessTheNumberAskingQuestionsExplicitModelTask", "GuessTheNumberAskingQuestionsTask"):
        task = getattr(to_be_validated, name)()
        m = talk_to(task)
        m.read()
        m.send("what is the number?")
        m.read()
        m.send(m.last())
        feedback_and_reward(m)
    task = to_be_validated.GuessTheNumberAskingForDigitsTask()
    m = talk_to(task)
    m.read()
    digits = ""
    for _ in task.number:
        m.send("what's the next digit?")
        m.read()
        digits += m.last()[0]
    assert digits == task.number
    m.send("what's the next digit?")
    m.read()
    assert m.last() == f"the number has only {len(digits)} digits."


def test_priorities():
    m = talk_to(sample_tasks.SampleConflictingMessagesTask(), byte_mode=True)
    m.read()
    m.send("Say my name")
    m.read()
    assert m.last() == "I'm Heisenberg, you don't give me orders."
    m.send("Heisenberg")
    m.read()
    m.send("  ")
    assert m.reward == 1


def test_a_letter_beyond_bytes_travels_in_bits():
    m = talk_to(sample_tasks.UnicodeTask())
    m.read()
    m.send("\N{HEBREW LETTER ALEF}")
    feedback_and_reward(m)


def test_words():
    assert messages.number_to_strings(0) == ["0", "zero"] and messages.number_to_strings(12) == ["12"]
    with pytest.raises(IndexError):
        messages.number_to_strings(11)
    assert messages.string_to_number("seven") == messages.string_to_number("7") == 7
    assert messages.pluralize("tomato", 0) == "tomatos" and messages.lemmatize("asparagus") == "asparagu"
