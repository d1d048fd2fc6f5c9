"""The task families outside the 46: every class there is, its time, what it asks, and what it says at the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.stream.legacy.messenger import talk_to

from gradus.stream.legacy.tasks.competition import counting, messages, navigation, repetition, to_be_validated
from gradus.stream.legacy.tasks.competition import objects_properties as objects
from gradus.stream.legacy.tasks.micro import micro
from gradus.stream.legacy.tasks.sample import sample_tasks
from gradus.stream.legacy.worlds.grid_world import GridWorld, Point

THING = r"(?:apple|asparagus|avocado|banana|beet|carrot|cucumber|mango|onion|pear|pineapple|potato|tomato)"
AN = rf"an? {THING}"
SAY, PHRASE = "(?:say|repeat)", "(?:apple|banana|cat|hello world)"
CONTEXT = "and (?:you will (?:get a reward|pass this task|solve this problem)|a reward is yours)"
TIMES = rf"{SAY} {PHRASE} (?:2|two|3|three) times"
NO = "(?:do not|don't|)"
OWNER, QUALITY = "(?:john|mary)'s basket", "[a-z]+"
DIR, SIDE = "(?:north|east|south|west)", "(?:left|right)"
ASK = r"(?:please tell me|what's|what is|can you tell me) the {}[.?]"
NUMBER = ASK.format("number")
DIGIT = ASK.format("next digit")
GUESS = r"guess the [1-5]-digit number I am thinking of; you can ask me"
ROWS: list[tuple[Any, str, int | None, str]] = [
    (repetition, "BeSilentTask", None, r"be silent now\.|do not say anything\."),
    (repetition, "RepeatCharacterTask", 1000, rf"{SAY} [A-Za-z]\."),
    (repetition, "RepeatWhatISayTask", 1000, rf"{SAY} {PHRASE}\."),
    (repetition, "RepeatWhatISay2Task", 1000, rf"{SAY} {PHRASE} {CONTEXT}\."),
    (repetition, "RepeatWhatISayMultipleTimesTask", 10000, rf"{TIMES}\."),
    (repetition, "RepeatWhatISayMultipleTimes2Task", 10000, rf"{TIMES} {CONTEXT}\."),
    (
        repetition,
        "RepeatWhatISayMultipleTimesSeparatedByCommaTask",
        10000,
        rf"{TIMES} separated by comma \(,\)\.",
    ),
    (repetition, "RepeatWhatISayMultipleTimesSeparatedByAndTask", 10000, rf"{TIMES} separated by and\."),
    (
        repetition,
        "RepeatWhatISayMultipleTimesSeparatedByCATask",
        10000,
        rf"{TIMES} separated by comma and and\.",
    ),
    (repetition, "RepeatWhatISayDisjunction", 3000, rf"{SAY} {PHRASE} or {PHRASE}\."),
    (
        repetition,
        "RepeatWhatISayConjunctionNegation",
        3000,
        rf"{NO} {SAY} {PHRASE} and {NO} {SAY} {PHRASE}\.",
    ),
    (repetition, "VerbTask", 896, r"Say 'I (sing|smile|rest|relax|jump|dance)' to \1\."),
    (
        counting,
        "SimpleCountingTask",
        3000,
        rf"I have {AN}(?:(?:, {AN})* and {AN})?\. How many {THING}s do I have\?",
    ),
    (
        objects,
        "ObjectExistenceTask1",
        3000,
        rf"Let's play game with objects\. I have {THING}\. Do I have {THING}\?",
    ),
    (
        objects,
        "ObjectExistenceTask2",
        3000,
        rf"I have {AN}(?:(?:, {AN})* and {AN})?\. Do I have {AN}\?",
    ),
    (
        objects,
        "AssociateObjectWithPropertyTask",
        3000,
        rf"({THING}) in {OWNER} is {QUALITY}\. how is \1\?",
    ),
    (objects, "VerifyThatObjectHasPropertyTask", 3000, rf"is {THING} {QUALITY} in {OWNER}\?'"),
    (objects, "ListPropertiesOfAnObjectTask", 3500, rf"which properties does {THING} have in {OWNER}\?"),
    (objects, "NameAPropertyOfAnObjectTask", 3000, rf"can you tell me a property of {THING} in {OWNER}\?"),
    (
        objects,
        "HowManyPropertiesDoesAnObjectHaveTask",
        3000,
        rf"how many property does {THING} have in {OWNER}\?",
    ),
    (objects, "ListObjectsWithACertainPropertyTask", 3500, rf"which objects are {QUALITY} in {OWNER}\?"),
    (
        objects,
        "NameAnObjectWithAPropertyTask",
        3000,
        rf"can you tell me an object that is {QUALITY} in {OWNER}\?",
    ),
    (
        objects,
        "HowManyObjectsHaveACertainPropertyTask",
        3000,
        rf"how many objects are {QUALITY} in {OWNER}\?",
    ),
    (
        objects,
        "WhoHasACertainObjectWithACertainPropertyTask",
        3500,
        rf"who has an? {QUALITY} {THING} in the basket\?",
    ),
    (
        objects,
        "ListThePropertiesThatAnObjectHasInABasketOnlyTask",
        3500,
        rf"which properties does {THING} have in {OWNER} only\?",
    ),
    (
        objects,
        "ListThePropertiesThatAnObjectHasInAllBasketsTask",
        3500,
        rf"which properties does {THING} have in all baskets\?",
    ),
    (navigation, "TurningTask", 576, rf"Turn {SIDE}\."),
    (navigation, "MovingTask", 600, r"Move forward\."),
    (navigation, "MovingRelativeTask", 784, rf"Move {SIDE}\."),
    (navigation, "MovingAbsoluteTask", 2336, rf"You are facing {DIR}, move {DIR}\."),
    (navigation, "PickUpTask", 1328, rf"You have an? ({THING}) in front of you\. Pick up the \1\."),
    (navigation, "PickUpAroundTask", 2896, rf"There is an? ({THING}) {DIR} from you, pick up the \1\."),
    (
        navigation,
        "PickUpInFrontTask",
        3328,
        rf"There is an? ({THING}) (?:\d+|[a-z]+) steps forward, pick up the \1\.",
    ),
    (
        navigation,
        "GivingTask",
        1280,
        rf'I gave you ({AN})\. Give it back to me by saying "I give you \1"\.',
    ),
    (
        navigation,
        "PickUpAroundAndGiveTask",
        5584,
        rf"There is {AN} {DIR} from you\. Pick it up and give it to me\.",
    ),
    (navigation, "CountingInventoryTask", 800, rf"How many {THING}s do you have\?"),
    (navigation, "CountingInventoryGivingTask", 8000, rf"How many {THING}s do you have\?"),
    (navigation, "LookTask", 1000, rf"Look to the {DIR}, you are currently facing {DIR}\."),
    (navigation, "LookAroundTask", 5000, rf"Look around\. You are facing {DIR}\."),
    (navigation, "FindObjectAroundTask", 10000, rf"Pick the {THING} next to you\."),
    (
        to_be_validated,
        "ItalianHowManyPropertiesDoesAnObjectHaveTask",
        3000,
        r"quante proprieta' ha [a-z]+ nel cestino di (john|mary)\?",
    ),
    (
        to_be_validated,
        "GuessTheNumberAskingQuestionsExplicitModelTask",
        3000,
        rf"{GUESS}: {NUMBER}",
    ),
    (to_be_validated, "GuessTheNumberAskingQuestionsTask", 3000, rf"{GUESS} for the number\."),
    (to_be_validated, "GuessTheNumberAskingForDigitsExplicitModelTask", 3500, rf"{GUESS}: {DIGIT}"),
    (to_be_validated, "GuessTheNumberAskingForDigitsTask", 3500, rf"{GUESS} for the next digit\."),
    (to_be_validated, "RepeatCharacter", 500, r"[a-z]\."),
    (to_be_validated, "RepeatStringMax4", 500, r"[a-z]{1,4}\."),
    (to_be_validated, "RepeatStringMin5Max10", 500, r"[a-z]{5,10}\."),
    (to_be_validated, "GlobalTwoAssociatedCharacters", 500, r"[a-z]{2}\."),
    (to_be_validated, "GlobalCharacterPrimeTarget", 500, r"[a-z]\."),
    (to_be_validated, "LocalCharacterPrimeTarget", 500, r"[a-z]\."),
    (to_be_validated, "GlobalTwoAssociatedDelimitedStringsMax4", 500, r"[a-z]{1,4}#[a-z]{1,4}\."),
    (to_be_validated, "GlobalTwoAssociatedStringsMax4", 500, r"[a-z]{2,8}\."),
    (to_be_validated, "LocalTwoAssociatedStringsMax4", 500, r"[a-z]{2,8}\."),
    (to_be_validated, "GlobalStringPrimeTargetMax4", 500, r"[a-z]{1,4}\."),
    (to_be_validated, "LocalStringPrimeTargetMax4", 500, r"[a-z]{1,4}\."),
    (micro, "Repeat1V1L", 112, r"repeat: A\."),
    (micro, "Repeat3V1L", 112, r"repeat: [A-C]\."),
    (micro, "Repeat3V2L", 136, r"repeat: [A-C]{1,2}\."),
    (sample_tasks, "RepeatingCharTask", 100, r"[a-z{]"),
    (sample_tasks, "YesNoTask", 1000, r"([a-z{]{5}) is (?:not )?([a-z{]{5})\. Is \1 \2\?"),
    (sample_tasks, "BeSilentTask", 1000, r"Please, be quiet\."),
    (sample_tasks, "SampleConflictingMessagesTask", 1000, r"Say my name"),
    (sample_tasks, "MovingTask", 1000, r"Say 'I move forward\.'"),
    (sample_tasks, "TurnLeftTask", 1000, r"Say 'I turn left\.'"),
    (sample_tasks, "TurnRightTask", 1000, r"Say 'I turn right\.'"),
    (sample_tasks, "LookAroundTask", 1000, r"Look around\."),
    (sample_tasks, "PickAnApple", 10000, r"Pick up an apple\."),
    (sample_tasks, "UnicodeTask", 1000, "a in Hebrew is \u05d0\\. How do you say a in Hebrew\\?"),
]
WITH_WORLD = [row[1] for row in ROWS if row[0] is navigation] + [
    "VerbTask",
    "TurnLeftTask",
    "TurnRightTask",
    "PickAnApple",
]


def made(module: Any, name: str) -> Any:
    kind = getattr(module, name)
    needs = name in WITH_WORLD or (module is sample_tasks and name in ("MovingTask", "LookAroundTask"))
    return kind(GridWorld()) if needs else kind()


@pytest.mark.parametrize("module, name, seconds, asks", ROWS, ids=lambda value: str(value)[:40])
def test_what_a_task_asks_and_how_long_it_waits(module, name, seconds, asks):
    for _ in range(8):
        task = made(module, name)
        assert seconds is None or task._max_time == seconds
        m = talk_to(task, byte_mode=name != "UnicodeTask")
        m.read()
        said = m.heard.get_text().rstrip()
        assert re.fullmatch(asks, said), said


def test_a_class_that_wants_an_unused_argument():
    task = to_be_validated.GlobalStringPrimeTargetMin5Max10(None)
    m = talk_to(task, byte_mode=True)
    m.read()
    assert re.fullmatch(r"[a-z]{5,10}\.", m.last())


def test_lists_of_words():
    assert repetition.verbs == ["say", "repeat"] and repetition.negation == ["do not", "don't"]
    assert messages.failed == ["wrong!", "wrong.", "you failed!", "incorrect."]
    assert messages.timeout == ["time is out!", "sorry, time is out!", "too bad, time out!"]
    assert messages.congratulations[0] == "good job." and len(messages.congratulations) == 5
    baskets = objects.global_properties
    assert len(baskets["john"]) == len(baskets["mary"]) == 11 and len(objects.global_objects) == 13
    assert len(set(baskets["john"]) & set(baskets["mary"])) == 9
    assert [len(objects.rev_global_properties[owner]) for owner in ("john", "mary")] == [30, 28]
    assert baskets["john"]["mango"] == ["brown", "rotten"]


# The grid world.


def commanded(task: Any, *said: str) -> list[str]:
    m = talk_to(task, byte_mode=True)
    m.read()
    replies = []
    for command in said:
        before = len(m.heard.get_text())
        m.send(command)
        m.read()
        replies.append(m.heard.get_text()[before:].strip())
    return replies


class Idle(navigation.Task):
    def __init__(self, world: Any) -> None:
        super().__init__(5000, world)


def test_commands_of_the_grid_world():
    world = GridWorld()
    task = Idle(world)
    assert commanded(task, "I turn left.", "I turn right.", "I move forward.") == [
        "You turned left, you are now facing west.",
        "You turned right, you are now facing north.",
        "You moved.",
    ]
    assert world.state.learner_pos == Point(0, -1)
    world = GridWorld()
    m = talk_to(Idle(world), byte_mode=True)

    def say(command: str) -> str:
        before = len(m.heard.get_text())
        m.send(command)
        m.read()
        return m.heard.get_text()[before:].strip()

    assert say("I look.") == "There is nothing here."
    world.put_entity(Point(0, -1), "apple", True, False)
    assert say("I look.") == "There is a apple." and say("I move forward.") == "You can't move."
    assert say("I pick up the pear.") == "There is no pear here."
    assert say("I pick up the apple.") == "You picked up the apple."
    assert world.state.learner_inventory["apple"] == 1 and world.get_entity(Point(0, -1)) is None
    world.put_entity(Point(0, -1), "rock", False, True)
    assert say("I pick up the rock.") == "You can't pick up the rock."
    assert say("I give you an apple.") == "I haven't asked you for an apple."
    world.state.teacher_accepts.add("apple")
    assert say("I give you a apple.") == say("I give you an apple.") == "You gave me an apple."
    assert world.state.learner_inventory["apple"] == -1 and world.state.teacher_inventory["apple"] == 2


def test_given_before_it_was_picked_up():
    world = GridWorld()
    task = navigation.PickUpAroundAndGiveTask(world)
    m = talk_to(task, byte_mode=True)
    m.read()
    thing = task.state.target_obj
    m.send(f"I give you {messages.indef_article(thing)}.")
    m.read()
    assert m.heard.get_text().endswith(f"You have to pick up the {thing} first.")


def test_what_is_heard_when_it_was_given_is_the_worlds_sentence():
    world = GridWorld()
    task = navigation.PickUpAroundAndGiveTask(world)
    m = talk_to(task, byte_mode=True)
    m.read()
    thing = task.state.target_obj
    world.state.learner_direction = m.find(r"(\w+) from you")[0]
    m.send(f"I pick up the {thing}.")
    m.read()
    m.send(f"I give you {messages.indef_article(thing)}.")
    m.read()
    assert m.heard.get_text().endswith(f"You gave me {messages.indef_article(thing)}.")
    m.send("  ")
    assert m.reward == 1


# Periods over the teacher.


def test_a_second_alternative_is_failed_first_and_then_praised():
    """As in 2017: byte mode glues both texts, bit mode shows only the last; the reward is 1."""
    while True:
        task = repetition.RepeatWhatISayDisjunction()
        m = talk_to(task, byte_mode=True)
        m.read()
        if task.targets[0] != task.targets[1]:
            break
    before = len(m.heard.get_text())
    m.send(task.targets[1] + ".")
    m.read()
    said = m.heard.get_text()[before:].strip()
    assert any(said == bad + good for bad in messages.failed for good in messages.congratulations)
    m.send("  ")
    assert m.reward == 1


def test_a_period_over_praise_turns_an_integer_result_around():
    task = micro.Repeat1V1L()
    m = talk_to(task, byte_mode=True)
    m.read()
    m.send("A. .")
    m.read()
    assert m.heard.get_text().endswith("correct.wrong: A.")
    m.send("  ")
    assert m.reward == 0 and m.env._task_scheduler.results == [0]


def test_a_character_in_the_very_call_of_the_timeout():
    task = repetition.BeSilentTask()
    task._max_time = 60
    m = talk_to(task, byte_mode=True)
    while m.env._task_time < 60:
        m.send()
    m.send("x")
    m.read()
    said = m.heard.get_text().strip()
    assert any(said.endswith(good + bad) for good in messages.congratulations for bad in messages.failed)
    m.send("  ")
    assert m.reward == 0


def test_a_plain_task_with_integers_never_ends_while_it_is_spoken_to():
    task = sample_tasks.YesNoTask()
    m = talk_to(task, byte_mode=True)
    m.read()
    m.send("yes")
    assert m.env._current_task is task and m.env._task_scheduler.results in ([0], [1])


@pytest.mark.parametrize("bits", [False, True])
def test_look_once(bits):
    """Byte mode: the world's text and the reward; bit mode: the empty text wipes both."""
    m = talk_to(sample_tasks.LookAroundTask(GridWorld()), byte_mode=not bits)
    m.read()
    m.send("I look.")
    m.read()
    m.send("   ")
    assert m.reward == (0 if bits else 1)
    assert ("There is nothing here." in m.heard.get_text()) is not bits


def test_numbers_asked_for():
    task = objects.HowManyPropertiesDoesAnObjectHaveTask()
    while True:
        m = talk_to(task)
        m.read()
        if "mango have in john" in m.last():
            break
    m.send("992.")  # the text ends with the right digits
    m.read()
    m.send()
    assert m.reward == 1
