"""Generated worlds: passable, not by shallow answers, the same wherever they are drawn, and resumed exactly."""

import json

import pytest
from benchmarks.worlds import (
    FAMILIES,
    Content,
    Criterion,
    Form,
    GeneratedWorld,
    Oracle,
    WorldTask,
    draw,
    floors,
    pairs,
    play,
)
from benchmarks.worlds.content import Stream, simple
from benchmarks.worlds.form import sound
from benchmarks.worlds.guard import SHALLOW, begins, shallow
from benchmarks.worlds.oracle import Shallow

from gradus.school import Sampler, UserError
from gradus.stream import Scrambler

SHORT = Criterion(streak=3, instances=2)


def transcript(world, learner, steps=400):
    byte, reward = world.step(None)
    rows = [(byte, reward, None)]
    while not world.finished and len(rows) < steps:
        said = learner.act(byte, reward)
        byte, reward = world.step(said)
        rows.append((byte, reward, said))
    return rows


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("split", ["development", "test"])
def test_the_oracle_passes_every_task_well_within_the_limit(family, split):
    for seed in range(4):
        for row in floors(draw(family, seed, split)):
            assert row.passed, (seed, row)
            assert row.steps < 4_000, (seed, row)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_the_oracle_passes_many_worlds(family):
    assert all(row.passed for seed in range(100, 160) for row in floors(draw(family, seed)))


@pytest.mark.parametrize("family", FAMILIES)
def test_no_content_is_shallow_unless_it_says_so(family):
    for seed in range(3):
        for task in draw(family, seed).tasks:
            assert task.content.trivial or not shallow(task.content), (seed, task.name)


@pytest.mark.parametrize("family", ["operations", "compositions"])
def test_answers_are_not_cut_to_length_where_questions_begin_with_them(family):
    tasks = [task for seed in range(12) for task in draw(family, seed).tasks]
    begun = [task for task in tasks if begins(task.content) and not task.content.trivial]
    assert begun
    assert all(task.form.answer_end for task in begun)


def test_verdicts_that_nobody_can_find_are_told():
    tasks = [task for seed in range(24) for task in draw("arithmetic", seed).tasks]
    words = [task for task in tasks if any(len(set(option)) > 1 for option in task.content.options)]
    assert words
    assert all(task.form.tells[1] for task in words)


@pytest.mark.slow
@pytest.mark.parametrize("rule", SHALLOW)
@pytest.mark.parametrize("family", FAMILIES)
def test_shallow_answerers_fail_in_the_world(family, rule):
    for seed in range(6):
        world = draw(family, seed)
        for task, row in zip(world.tasks, play(world, Shallow(world, SHALLOW[rule])), strict=True):
            assert task.content.trivial or not row.passed, (seed, row)


def test_shallow_answerers_pass_what_is_trivial():
    world = draw("forms", 1)
    rows = play(world, Shallow(world, SHALLOW["copy"]))
    copies = [row.passed for row, task in zip(rows, world.tasks, strict=True) if "copy" in task.content.name]
    assert copies and all(copies)


def test_the_same_name_is_the_same_world_and_splits_share_nothing():
    one, two = draw("operations", 3), draw("operations", 3)
    assert transcript(one, Oracle(one)) == transcript(two, Oracle(two))
    other = draw("operations", 3, "test")
    assert [task.name for task in other.tasks] != [task.name for task in one.tasks]
    assert other.tasks[0].form != one.tasks[0].form


def test_a_scrambled_world_is_the_permuted_world():
    key = Scrambler.from_seed(5)
    plain, hidden = draw("state", 2), draw("state", 2, scramble=key)
    expected = [
        (key.table[byte], reward, None if said is None else key.table[said])
        for byte, reward, said in transcript(plain, Oracle(plain))
    ]
    assert transcript(hidden, Oracle(hidden)) == expected


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("cut", [1, 57, 333])
def test_a_saved_world_goes_on_exactly(family, cut):
    world = draw(family, 1, scramble=True)
    learner = Oracle(world)
    byte, reward = world.step(None)
    for _ in range(cut):
        byte, reward = world.step(learner.act(byte, reward))
    saved = json.loads(json.dumps(world.state()))
    again = draw(**world.spec(), scramble=True)
    again.restore(saved, world.outcomes)
    for number in range(500):
        said = number * 7 % 256 if number % 11 == 0 else learner.act(byte, reward)
        byte, reward = world.step(said)
        assert again.step(said) == (byte, reward)
    assert again.state() == world.state()


def test_all_forms_drawn_are_sound():
    for seed in range(15):
        for task in draw("forms", seed).tasks:
            form = task.form
            assert sound(form, fixed=True), task
            heard = form.question(("x",))
            assert len(set(form.answer_end)) <= 1 or form.answer_end in heard, task


def test_the_families_use_the_whole_grammar():
    forms = [task.form for seed in range(60) for task in draw("forms", seed).tasks]
    assert {len(form.answer_end) for form in forms} == {0, 1, 2, 3}
    assert {len(form.ask_end) for form in forms} == {0, 1, 2, 3}
    for seen in (
        [form.ask_end == form.answer_end for form in forms],
        [form.split == form.ask_end for form in forms],
        [form.lag for form in forms],
        [form.pay == "reaction" for form in forms],
        [form.gap == " " for form in forms],
        [bool(form.fillers) for form in forms],
        [bool(form.keyword) for form in forms],
    ):
        assert len(set(seen)) == 2
    assert {(0, 0), (0, 100), (100, 100)} < {form.presence for form in forms}


# ---- the engine, with forms made by hand


def world_of(form: Form, content: Content | None = None, criterion: Criterion = SHORT) -> GeneratedWorld:
    asked = content or simple("copy", lambda pick: (("ab",), ("ab",)))
    return GeneratedWorld("hand", [WorldTask("1", asked, form)], {"seed": 0}, criterion=criterion)


def say(world, text):
    """Speak and return what is heard with it, rewards beside the bytes."""
    heard, rewards = "", []
    for symbol in text:
        byte, reward = world.step(ord(symbol))
        heard += chr(byte)
        rewards.append(reward)
    return heard, rewards


def opened(world, count):
    return chr(world.step(None)[0]) + say(world, " " * (count - 1))[0]


def test_ends_of_questions_and_answers_differ():
    world = world_of(Form(ask_end="?", answer_end="!", openings=("yes ", "no ")))
    assert opened(world, 3) == "ab?"
    assert say(world, "ab!") == ("  y", [0, 0, 1])
    assert say(world, " " * 6) == ("es ;ab", [0] * 6)


def test_wrong_answers_are_told_with_and_without_the_ending():
    for told_end, reaction in ((True, "no ab!;"), (False, "no ab;")):
        world = world_of(
            Form(ask_end="?", answer_end="!", openings=("yes ", "no "), told_end=told_end, tail="")
        )
        opened(world, 3)
        assert say(world, "x!") == (" n", [0, -1])
        assert say(world, " " * (len(reaction) - 1))[0] == reaction[1:]


def test_answers_end_by_length():
    world = world_of(Form(ask_end="?", answer_end="", openings=("", "no ")))
    opened(world, 3)
    assert say(world, "ax")[1] == [0, -1]


def test_the_reward_may_come_with_the_end_of_the_reaction():
    world = world_of(Form(openings=("yes", "no"), pay="reaction"))
    opened(world, 3)
    assert say(world, "ab.") == ("  y", [0, 0, 0])
    assert say(world, "   ") == ("es;", [0, 0, 1])


def test_a_reaction_may_be_one_question_late():
    words = iter(["ab", "cd", "ef", "gh"])
    content = simple("next", lambda pick: ((word := next(words),), (word,)))
    world = world_of(Form(openings=("", "no "), lag=1), content)
    opened(world, 3)
    assert say(world, "x.")[1] == [0, -1]
    assert say(world, " " * 7)[0] == "o .;cd."
    assert say(world, "x.")[1] == [0, -1]
    assert say(world, " " * 9)[0] == "o ab.;ef."


def test_interruptions_are_punished_and_break_the_streak():
    world = world_of(Form())
    opened(world, 2)
    assert say(world, "x")[1] == [-1]
    assert say(world, "ab.")[1] == [0, 0, 1]


def test_pauses_are_silent():
    world = world_of(Form(openings=("yes", "no"), pauses=(2, 1)))
    opened(world, 3)
    heard, rewards = say(world, "ab." + " " * 6)
    assert heard == "    yes; "[: len(heard)] and rewards[2] == 1


def test_pairs_leave_out_the_form():
    made = pairs("operations", 0, count=5)
    assert len(made) == 7 and all(len(rows) == 5 for rows in made)
    assert all(row.question and row.answer for rows in made for row in rows)


def test_wrong_names_are_one_sentence():
    with pytest.raises(UserError, match="forms"):
        draw("form", 0)
    with pytest.raises(UserError, match="split"):
        draw("forms", 0, "train")
    with pytest.raises(UserError, match="seed"):
        draw("forms", -1)
    world = draw("forms", 0)
    with pytest.raises(UserError, match="None"):
        world.step(3)


@pytest.mark.parametrize("seed", range(560, 564))
def test_a_call_always_leaves_something_for_the_call_around_it(seed: int) -> None:
    assert draw("names", seed, "test").tasks


def test_operations_that_are_not_defined_everywhere_are_asked_where_they_are() -> None:
    """The last letter of a word from which letters are dropped: of some words nothing is left."""
    for task in draw("compositions", 15).tasks:
        stream = Stream(task.content, Sampler(5))
        assert all(all(stream.next().answer) for _ in range(200))
