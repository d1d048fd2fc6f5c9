"""Figures observed on the General AI Challenge Round 1 reference: steps, limits, timeouts."""

from collections import Counter

import pytest
from tests.stream.knowing import Player, right, right_from, wrong
from tests.stream.transcripts import ROUND1, play, world_of

from gradus.stream import TASKS, World

FIXED_STEPS = {
    **dict.fromkeys(("micro1", "micro2", "micro3", "micro4"), 50),
    "micro5.1": 100,
    "micro5.2": 150,
    "micro5.3": 200,
    "micro5.4": 300,
    "micro5.5": 300,
    "micro5.6": 250,
    "micro7.1": 1000,
    "micro9.1": 1250,
    "micro14": 1600,
}
"""Steps for five instances of the tasks whose questions and answers have fixed lengths."""


@pytest.mark.parametrize("seed", range(5))
def test_a_learner_that_knows_the_tasks_finishes_in_45000_to_47500_steps(seed):
    world = World("round1", seed)
    Player(world).run()
    assert 45_000 <= world.steps <= 47_500
    assert [outcome.solved for outcome in world.outcomes] == [True] * 230
    steps = Counter()
    for outcome in world.outcomes:
        steps[outcome.ticket.task] += outcome.steps
    assert {name: steps[name] for name in FIXED_STEPS} == FIXED_STEPS
    assert world.steps == sum(steps.values()) + 1  # the last reward needs one more byte to travel with
    for number in range(6):
        assert 180 <= steps[f"mini{number}"] <= 480
    for outcome in world.outcomes:
        mini = str(outcome.ticket.task).startswith("mini")
        assert (outcome.reward, outcome.reason) == (1 if mini else 10, "solved")


RANDOM_FEEDBACK = ("micro5.10", "micro5.11", "micro5.14")
FIXED_FEEDBACK = [n for n in ROUND1 if n.startswith("micro") and n not in RANDOM_FEEDBACK]


@pytest.mark.parametrize("name", FIXED_FEEDBACK)
def test_steps_of_a_question_are_its_length_and_those_of_answer_and_feedback(name):
    """Question + (answer - 1) + feedback with its separator, summed over the ten questions of an instance."""
    asked: list[tuple[str, str]] = []

    def noting(task, question, hidden, judged):
        said = right(task, question, hidden, judged)
        asked.append((question.text, said))
        return said

    world = world_of(TASKS.get(name), seed=5)
    Player(world, noting).run(instances=1)
    assert world.outcomes[0].steps == sum(steps_of(name, text, said) for text, said in asked)
    assert len(asked) == 10


def steps_of(name: str, text: str, said: str) -> float:
    """The closed form, with the feedback texts of the challenge."""
    if name in ("micro1", "micro2", "micro3", "micro4"):
        return 1
    if name.startswith("micro5."):
        shown = len(said) - (name == "micro5.6")
        return len(text) + (len(said) - 1) + shown + (name != "micro5.1")
    question = len(text) + 1
    if name in ("micro7.1", "micro7.2", "micro7.3", "micro8"):
        feedback = len("correct! ") + len(said) + 1
    elif name.startswith("micro9") or text.startswith("spell"):
        feedback = len("good job! ") + len(said) + 1
    else:
        feedback = len("good job! ;")
    return question + (len(said) - 1) + feedback


# Limits. They count questions.


@pytest.mark.parametrize(
    "name, last",
    [
        ("micro7.1", 105),
        ("micro4", 105),
        ("micro1", 243),
        ("micro19", 157),
        ("micro20", 157),
        ("micro16", 105),
    ],
)
def test_a_learner_that_is_always_wrong_is_stopped_at_the_hard_limit(name, last):
    world = world_of(TASKS.get(name).with_(max_time=100_000))
    Player(world, wrong).run(instances=1)
    outcome = world.outcomes[0]
    assert (outcome.extras["questions"], outcome.reason, outcome.solved) == (last, "limit", False)
    assert outcome.reward == -last


@pytest.mark.parametrize(
    "first_right, last, solved, reason",
    [(42, 51, True, "solved"), (43, 52, False, "late"), (95, 104, False, "late"), (96, 105, False, None)],
)
def test_a_streak_counts_until_the_soft_limit(first_right, last, solved, reason):
    world = world_of(TASKS.get("micro7.1"))
    Player(world, right_from(first_right)).run(instances=1)
    outcome = world.outcomes[0]
    assert (outcome.extras["questions"], outcome.solved) == (last, solved)
    assert reason in (None, outcome.reason)


def wrong_but(*right_ones):
    """Wrong except at some questions, counted from 1."""

    def policy(task, question, hidden, judged):
        return (right if judged + 1 in right_ones else wrong)(task, question, hidden, judged)

    return policy


@pytest.mark.parametrize("known_at", [1, 5, 60])
def test_in_task_1_the_first_success_starts_the_limits(known_at):
    """Soft limit q + 50, hard limit 2 (q + 51), the end one question later."""
    world = world_of(TASKS.get("micro1"))
    Player(world, wrong_but(known_at)).run(instances=1)
    assert world.outcomes[0].extras["questions"] == 2 * (known_at + 51) + 1


def test_in_task_2_only_a_letter_tells_the_secret():
    """Marks answered rightly teach nothing; after 26 wrong answers the learner should know anyway."""
    seen: list[bool] = []

    def marks_only(task, question, hidden, judged):
        letter = question.text in hidden[0]
        seen.append(letter)
        return "~" if letter or judged % 5 == 4 else question.text

    world = world_of(TASKS.get("micro2"))
    Player(world, marks_only).run(instances=1)
    wrong_answers, known_at = 0, 0
    for number, letter in enumerate(seen, start=1):
        if wrong_answers >= 26:
            known_at = number
            break
        wrong_answers += letter or number % 5 == 0
    assert world.outcomes[0].extras["questions"] == 2 * (known_at + 51) + 1


@pytest.mark.parametrize("policy", [wrong, wrong_but(*range(1, 300, 3))], ids=["wrong", "mixed"])
def test_in_task_3_each_letter_has_a_budget_of_26_options(policy):
    budget: dict[str, int] = {}
    known: list[int] = []

    def noting(task, question, hidden, judged):
        said = policy(task, question, hidden, judged)
        if not budget:
            budget.update(dict.fromkeys(hidden[0], 26))
        if question.text in budget:
            correct = said == right(task, question, hidden, judged)
            budget[question.text] = 1 if correct else max(1, budget[question.text] - 1)
        if not known and set(budget.values()) == {1}:
            known.append(judged + 1)
        return said

    world = world_of(TASKS.get("micro3"))
    Player(world, noting).run(instances=1)
    outcome = world.outcomes[0]
    assert known and outcome.extras["questions"] == 2 * (known[0] + 51) + 1


@pytest.mark.parametrize("name, f", [("micro5.1", 1), ("micro5.18", 1), ("micro6", 2), ("micro15", 2)])
def test_a_mapping_should_be_known_when_every_key_was_answered(name, f):
    keys: set[str] = set()
    known: list[int] = []

    def noting(task, question, hidden, judged):
        keys.add(question.text)
        if not known and len(keys) == len(dict(hidden)):
            known.append(judged + 1)
        return wrong(task, question, hidden, judged)

    world = world_of(TASKS.get(name).with_(max_time=100_000))
    Player(world, noting).run(instances=1)
    assert world.outcomes[0].extras["questions"] == (1 + f) * (known[0] + 51) + 1


@pytest.mark.parametrize(
    "name, tolerance",
    [(n, 2.0 if n in ("micro6", "micro15", "micro19", "micro20") else 1.0) for n in ROUND1],
)
def test_constants(name, tolerance):
    rules = TASKS.get(name).rules
    mini = name.startswith("mini")
    assert rules.max_time == (3000 if mini else 10_000)
    assert rules.failure_tolerance == tolerance or mini
    assert rules.success_tolerance == 4.0
    assert rules.streak == (1 if mini else 10)


def test_limits_can_be_switched_off_and_all_constants_changed():
    free = TASKS.get("micro7.1").with_(limits=False, max_time=100_000)
    world = world_of(free)
    Player(world, right_from(300)).run(instances=1)
    assert world.outcomes[0].solved and world.outcomes[0].extras["questions"] == 309
    short = TASKS.get("micro7.1").with_(streak=3, success_tolerance=1.0, failure_tolerance=0.5)
    world = world_of(short)
    Player(world, wrong).run(instances=1)
    # soft = 1 + 3 * 2 = 7, exceeded at 8; hard = 8 * 1.5 = 12, exceeded at 13
    assert world.outcomes[0].extras["questions"] == 13
    world = world_of(short)
    Player(world, right_from(5)).run(instances=1)
    assert (world.outcomes[0].solved, world.outcomes[0].extras["questions"]) == (True, 7)
    world = world_of(short)
    Player(world, right_from(6)).run(instances=1)
    assert (world.outcomes[0].reason, world.outcomes[0].extras["questions"]) == ("late", 8)


# Timeouts.


def switches(world: World, bytes_: int, said: int = 32) -> tuple[list[int], bytes, int]:
    """Where new instances begin, what the world said, and the total reward, for a learner that says one thing."""
    heard, places, total = [world.step(None)[0]], [], 0
    for place in range(1, bytes_ + 1):
        serial = world.ticket.serial
        byte, reward = world.step(said)
        heard.append(byte)
        total += reward
        if world.ticket.serial != serial:
            places.append(place)
    return places, bytes(heard), total


def test_silence_on_7_1_times_out_every_10000_bytes():
    world = world_of(TASKS.get("micro7.1"))
    places, _, total = switches(world, 20_005)
    assert (places, total) == ([10_000, 20_000], 0)
    assert [(o.reason, o.solved, o.steps) for o in world.outcomes] == [("timeout", False, 10_000)] * 2


def test_silence_on_mini_1_fails_at_byte_3000():
    world = world_of(TASKS.get("mini1"))
    places, heard, total = switches(world, 40_000)
    assert total == 0
    start = 0
    seen = set()
    for place in places:
        text = heard[start + 3000 : place].decode()
        assert text in ("Wrong. The right answer is: true. ", "Wrong. The right answer is: false. ")
        seen.add((text.split()[-1], place - start))
        start = place
    assert seen == {("true.", 3034), ("false.", 3035)}
    assert {o.reason for o in world.outcomes} == {"timeout"}


def test_silence_on_5_4_is_wrong_at_every_question_of_six_bytes():
    world = world_of(TASKS.get("micro5.4"))
    rows = play(world, " " * 300)
    assert rows.rewards == "  -   " * 50
    assert all(rows.heard[i + 1 :: 6] == c * 50 for i, c in ((0, "."), (4, ";")))


def test_nine_right_one_out_of_turn_then_ten_right_end_after_question_19():
    world = world_of(TASKS.get("micro5.1"))
    player = Player(world)
    while world.dialogue.questions < 9:
        player.step()
    assert world.step(ord("x"))[1] == -1  # over the feedback of question 9, with question 10 still to come
    player.run(instances=1)
    outcome = world.outcomes[0]
    assert (outcome.solved, outcome.extras["questions"], outcome.reward) == (True, 19, 19 - 1)
