"""The evaluation, arithmetic and blocks curricula: each task can be solved, and says what it should."""

from __future__ import annotations

import re

import pytest

from gradus.school import Sampler, Ticket
from gradus.stream import Curriculum, World, make, open_instance
from gradus.stream.sampling import knowing, sample
from gradus.stream.tasks import blocks
from gradus.stream.tasks.arithmetic import evaluate

CURRICULA = ("round1-eval", "arithmetic", "blocks")
TASKS = [(name, task) for name in CURRICULA for task in make(name).tasks]


@pytest.mark.parametrize("name", CURRICULA)
def test_a_learner_that_knows_the_answers_passes_everything(name):
    world = World(name, seed=3)
    world.step(None)
    while not world.finished:
        world.step(knowing(world.dialogue)())
    threshold = world.curriculum.settings["success_threshold"]
    assert len(world.outcomes) == threshold * len(world.curriculum.tasks)
    assert all(outcome.reason == "solved" for outcome in world.outcomes)


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_only_right_answers_pass(name, task):
    """A learner that is always wrong is never paid and never solves an instance."""
    curriculum = make(name)
    rules = curriculum.tasks[task].rules
    for nth in range(2):
        dialogue = open_instance(curriculum, Ticket(task, 1, nth, nth))
        earned = 0
        while not dialogue.over:
            dialogue.speak()
            rest = dialogue.awaited()
            wrong = 127 if rest and not dialogue.terminates(rest) else 32
            earned += max(0, dialogue.hear(rest[0] if dialogue.terminates(rest) else wrong))
        assert not dialogue.solved
        # "Anything without a letter" is the one question that takes whatever is said.
        assert earned == 0 or curriculum.tasks[task].name == "micro13.1"
        assert rules.single or dialogue.reason in ("limit", "timeout")


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_all_is_printable_and_resumable(name, task):
    curriculum = make(name)
    played = sample(curriculum, task, seed=5, questions=12)
    assert all(32 <= byte < 127 for byte in played.heard + played.said)
    world = World(curriculum.only(task), seed=2)
    world.step(None)
    for _ in range(31):
        world.step(knowing(world.dialogue)())
    twin = World(curriculum.only(task), seed=2)
    twin.restore(world.state(), world.outcomes)
    for _ in range(300):
        if world.finished:
            break
        said = knowing(world.dialogue)()
        assert twin.step(said) == world.step(said)
    assert twin.finished == world.finished


def test_the_evaluation_has_43_tasks_in_the_published_beginning():
    curriculum = make("round1-eval")
    assert len(curriculum.tasks) == 43
    assert curriculum.tasks["eval1"].name == "micro4"
    assert [curriculum.tasks[f"eval{i}"].name for i in (2, 3, 4)] == ["micro1", "micro2", "micro3"]


@pytest.mark.parametrize(
    ("task", "shape"),
    [
        ("eval5", r"(?:(.)(.))+"),
        ("eval6", r"(?:(.)(.))+"),
        ("eval7", r"(?:..;)+"),
        ("eval8", r"(?:..;;)+"),
        ("eval9", r"(?:.:.;;)+"),
        ("eval10", r"(?:.::.;;)+"),
    ],
)
def test_published_tasks_have_the_published_stream(task, shape):
    """Streams as printed in the evaluation report of the General AI Challenge, Round 1."""
    curriculum = make("round1-eval")
    dialogue = open_instance(curriculum, Ticket(task, 0, 0, 0))
    say, heard, columns = knowing(dialogue), "", ""
    for _ in range(120):
        if dialogue.over:
            break
        heard += chr(dialogue.speak())
        said = say()
        columns += "." if said == 32 else "A"
        dialogue.hear(said)
    assert re.fullmatch(shape, heard), heard
    period = {
        "eval5": "A.",
        "eval6": "A.",
        "eval7": "A..",
        "eval8": "A...",
        "eval9": ".A...",
        "eval10": "..A...",
    }
    unit = period[task]
    assert columns == (unit * 200)[: len(columns)]


def test_an_evaluation_instance_uses_ten_characters_for_each_side():
    curriculum = make("round1-eval")
    task = curriculum.tasks["eval6"]
    pairs = task.bound.draw(Sampler(1), None)
    assert len({key for key, _ in pairs}) == len({answer for _, answer in pairs}) == 10


def test_the_hardest_arithmetic_example_of_the_specification():
    """``foo=4ce; (foo+1a5eb)*a+1=`` is answered with ``7 1092411``."""
    from gradus.stream.tasks.arithmetic import Term, join

    signs = "+-*/"
    total = join(0, Term("foo", 0x4CE), Term("1a5eb", 0x1A5EB), signs)
    product = join(2, total, Term("a", 0xA), signs)
    whole = join(0, product, Term("1", 1), signs)
    assert whole.text == "(foo+1a5eb)*a+1"
    assert (len(str(whole.value)), whole.value) == (7, 1092411)


@pytest.mark.parametrize("task", list(make("arithmetic").tasks))
def test_arithmetic_is_right(task):
    """Every expression means what Python says it means."""
    made = make("arithmetic").tasks[task]
    for seed in range(300):
        question, _ = made.bound.ask(Sampler(seed), None, None)
        *given, expression = question.text.removeprefix("evaluate: ").removesuffix("=").split("; ")
        values = {name: f"0x{value}" for name, value in (pair.split("=") for pair in given)}
        code = re.sub(
            r"[a-z0-9]+",
            lambda m, values=values: values.get(m[0], f"0x{m[0]}"),  # type: ignore[misc]
            expression,
        ).replace("/", "//")
        value = eval(code)
        assert value >= 0
        counted = made.params["counted"]
        assert question.answer == (f"{len(str(value))} {value}" if counted else str(value))
        if not made.params["parentheses"]:
            assert "(" not in expression


def test_feedback_equations_hold_exactly_when_the_answer_was_right():
    made = evaluate.with_(equations=True)
    question, _ = made.bound.ask(Sampler(0), None, None)
    for seed in range(100):
        for correct in (True, False):
            text = made.bound.react(Sampler(seed), None, question, correct)
            left, a, b = re.match(r"good if ([0-9a-f]+)==(\d)\+(\d)", text).groups()
            assert (int(left, 16) == int(a) + int(b)) == correct
            assert text.endswith(question.answer) == (not correct)


def test_blocks_obey_gravity():
    stacks = blocks.settle((("RED",), ("BLUE",), ("GREEN",)))
    one = blocks.moved(stacks, "RED", "BLUE")
    assert one == (("BLUE", "RED"), ("GREEN",))
    assert blocks.moved(one, "BLUE", "GREEN") is None, "RED stands on it"
    assert blocks.moved(one, "GREEN", "BLUE") is None, "RED stands there"
    assert blocks.moved(one, "RED", "RED") is None
    assert blocks.moved(one, "RED", "") == stacks
    assert (blocks.below(one, "RED"), blocks.over(one, "BLUE"), blocks.over(one, "RED")) == (
        "BLUE",
        "RED",
        "",
    )


def test_a_conversation_about_blocks_can_be_followed_from_the_text_alone():
    """A reader that keeps its own table answers every question: nothing hidden is needed."""
    curriculum = make("blocks")
    for nth in range(5):
        dialogue = open_instance(curriculum, Ticket("hardest", 7, nth, nth))
        stacks, known, text, answered = (), {}, "", ""
        while not dialogue.over:
            text += chr(dialogue.speak())
            if dialogue.awaited() and not answered:
                question = text.rsplit("; ", 1)[-1]
                stacks, known, answered = _answer(question, stacks, known)
                text = ""
            said = ord(answered[0]) if dialogue.awaited() else 32
            answered = answered[1:] if dialogue.awaited() else answered
            dialogue.hear(said)
        assert dialogue.solved
        assert dialogue.questions == 10


def _answer(question, stacks, known):
    told, _, ask = question.rpartition(": ")
    told, _, kind = told.rpartition(" ") if " " in told else ("", "", told)
    if told.startswith("see:"):
        for block in told.removeprefix("see: ").split(", "):
            words = block.split()
            find = lambda options, words=words: next(w for w in words if w in options)  # noqa: E731
            colour = find(blocks.COLOURS)
            known[colour] = f"{find(blocks.SHAPES)} {find(blocks.SIZES)} {colour}"
        stacks = blocks.settle(tuple((colour,) for colour in known))
    if kind == "put":
        colour, _, target = ask.partition(" on ")
        after = blocks.moved(stacks, colour, "" if target == "table" else target)
        return (stacks, known, "no !") if after is None else (after, known, "yes !")
    name = ask.removesuffix("?")
    answers = {
        "describe": lambda: known[name],
        "below": lambda: blocks.below(stacks, name) or "table",
        "above": lambda: blocks.over(stacks, name) or "no",
    }
    return stacks, known, answers[kind]() + " !"


@pytest.mark.parametrize("name", ["round1", "round1-eval", "arithmetic", "blocks"])
@pytest.mark.parametrize("seed", [0, 5])
def test_a_sample_that_is_to_err_once_errs(name, seed):
    """Somewhere a q is the right answer, and the mistake must be another."""
    curriculum = make(name)
    for task, kind in curriculum.tasks.items():
        rewards = sample(curriculum, task, seed).rewards
        judged = [reward for reward in rewards if reward]
        assert (judged[0] < 0) if not kind.rules.single else (judged.count(1) == 2), task


@pytest.mark.parametrize("name", ["arithmetic", "blocks"])
def test_every_task_of_a_family_says_what_it_asks(name):
    tasks = make(name).tasks
    assert len({task.summary for task in tasks.values()}) == len(tasks)
    assert "summary" not in str(make(name).spec()["tasks"]), "records stay as they were"
    with pytest.raises(ValueError, match=r"summary of the task 'x' in .* must be text, not 3"):
        Curriculum.from_spec({"tasks": [{"id": "x", "task": "micro1", "summary": 3}]})
