"""The whole learner in the real world: it learns, forgets nothing of itself, and knows no byte."""

import json
import random

import pytest
from benchmarks.worlds import draw

from gradus.kits import check_learner
from gradus.learners.gradual import PRIORS, GradualLearner, in_words, knowledge
from gradus.school import UserError
from gradus.stream import World, make

ROUND1 = make("round1")


def play(learner, world, steps, image=None):
    """Step learner and world; `image` maps the world's bytes to what the learner is shown."""
    shown = image or list(range(256))
    meant = [0] * 256
    for byte, seen in enumerate(shown):
        meant[seen] = byte
    byte, reward = world.step(None)
    said = []
    for _ in range(steps):
        if world.finished:
            break
        answer = meant[learner.act(shown[byte], reward)]
        said.append(answer)
        byte, reward = world.step(answer)
    return said


def passed(names, seed, steps, learner=None):
    world = World(ROUND1.only(*names), seed=seed, scramble=True)
    play(learner or GradualLearner(seed), world, steps)
    return world


@pytest.mark.parametrize("seed", [0, 1])
def test_symbols_and_mappings_are_learned(seed):
    names = [
        "micro1",
        "micro2",
        "micro3",
        "micro4",
        "micro5.1",
        "micro5.2",
        "micro5.3",
        "micro5.5",
        "micro5.14",
    ]
    assert passed(names, seed, 9_000).finished


@pytest.mark.parametrize("seed", [0, 1])
def test_words_are_learned(seed):
    names = ["micro5.5", "micro6", "micro7.1", "micro7.3", "micro9.2", "micro9.3", "micro11"]
    assert passed(names, seed, 30_000).finished


def test_another_dialogue_is_learned():
    """Question end and answer end differ, reactions lag by one question, the reward is followed by a pause."""
    world, learner = draw("forms", 2), GradualLearner(2)
    byte, reward = world.step(None)
    for _ in range(5_000):
        byte, reward = world.step(learner.act(byte, reward))
    assert sum(result.passed for result in world.results) >= 1


def test_the_turn_is_found_where_answers_end_by_length_and_are_rewarded_after_the_reaction():
    """A punished silence shows the end of the reaction there, not the turn."""
    world, learner = draw("arithmetic", 3), GradualLearner(3)
    assert (world.tasks[0].form.pay, world.tasks[0].form.answer_end) == ("reaction", "")
    play(learner, world, 5_000)
    assert [result.passed for result in world.results[:2]] == [True, True]


def test_a_verdict_is_learned():
    world = passed(["micro5.5", "micro6", "mini1"], 0, 20_000)
    assert world.finished


def test_transcripts_are_images_of_one_another():
    alphabet = list(range(256))
    random.Random(3).shuffle(alphabet)
    image = list(range(256))
    random.Random(4).shuffle(image)
    curriculum = ROUND1.only("micro5.1", "micro5.5", "micro6", "micro7.2", "mini1")
    plain = play(GradualLearner(alphabet=alphabet), World(curriculum, seed=6), 9_000)
    moved = play(
        GradualLearner(alphabet=[image[byte] for byte in alphabet]), World(curriculum, seed=6), 9_000, image
    )
    assert len(plain) > 3_000
    assert plain == moved


def test_a_restored_learner_goes_on_exactly():
    curriculum = ROUND1.only("micro5.5", "micro6", "micro9.3", "mini1")
    world, again = World(curriculum, seed=2, scramble=True), World(curriculum, seed=2, scramble=True)
    learner = GradualLearner(2)
    whole = play(learner, world, 8_000)
    first, second = GradualLearner(2), GradualLearner(99)
    byte, reward = again.step(None)
    said = []
    for step in range(len(whole)):
        if step % 1_777 == 1_776:
            second.restore(json.loads(json.dumps(first.state())))
            first, second = second, GradualLearner(7)
        said.append(first.act(byte, reward))
        byte, reward = again.step(said[-1])
    assert said == whole
    assert json.dumps(first.state()) == json.dumps(learner.state())


OLD = {"alphabet": list(range(256)), "memory": {"silence": {}, "turns": {}, "mind": {}}}
"""The shape of what the learner of version 0.1 saved."""


@pytest.mark.parametrize("memory", [OLD, {**OLD, "second": None, "turn": {"second": False}}])
def test_a_memory_of_another_learner_is_refused_in_one_sentence_and_changes_nothing(memory):
    learner = GradualLearner(3)
    before = learner.state()
    with pytest.raises(UserError, match=r"written by the gradual learner of Gradus 0\.1"):
        learner.restore(memory)
    assert learner.state() == before


def test_the_published_checks_pass():
    check_learner("gradual", seeds=[1], steps=250)


HOSTILE = {
    "noise": lambda luck, t: (luck.randrange(256), luck.choice((-1, 0, 1))),
    "praise": lambda luck, t: (b"say: abc. wrong! xyz.;"[t % 22], 1),
    "nothing": lambda luck, t: (b"say: abc. wrong! xyz.;"[t % 22], 0),
    "counting": lambda luck, t: (t % 256, 1 if t % 7 == 0 else -1),
    "contradictions": lambda luck, t: (luck.choice(b"say: abc.;"), luck.choice((-1, 1)) if t % 5 == 0 else 0),
    "one byte": lambda luck, t: (65, 0),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_streams_are_survived(name):
    luck = random.Random(8)
    learner = GradualLearner(1)
    for t in range(3_000):
        assert 0 <= learner.act(*HOSTILE[name](luck, t)) <= 255
    assert len(json.dumps(learner.state())) < 4_000_000


@pytest.mark.slow
def test_a_million_steps_of_noise_stay_inside_the_bound():
    luck = random.Random(8)
    learner = GradualLearner(1)
    for t in range(1_000_000):
        learner.act(*HOSTILE["noise"](luck, t))
    assert len(json.dumps(learner.state())) < 12_000_000


@pytest.mark.slow
def test_the_whole_curriculum_is_passed_twice():
    learner = GradualLearner(3)
    first = passed(ROUND1.tasks, 3, 130_000, learner)
    second = passed(ROUND1.tasks, 3, 130_000, learner)
    assert first.finished
    assert second.finished
    assert second.steps < first.steps


def test_priors_can_be_switched_off():
    for name in PRIORS:
        GradualLearner(without=[name]).act(1, 0)
    with pytest.raises(UserError, match="hint"):
        GradualLearner(without=["hint"])


def test_the_alphabet_must_be_a_permutation():
    with pytest.raises(UserError, match="permutation"):
        GradualLearner(alphabet=[0] * 256)


def test_knowledge_is_told_in_words():
    learner = GradualLearner(0)
    world = World(ROUND1.only("micro5.5", "micro6", "micro7.1"), seed=0, scramble=True)
    play(learner, world, 12_000)
    found = knowledge(learner, lambda byte: chr(world.plain[byte]))
    assert found["silence"] == " "
    assert found["ending"]["sign"] == "."
    assert any("say:" in row["asked"] for row in found["rules"])
    lines = in_words(json.loads(json.dumps(found)))
    assert "Silence is ' '." in lines
    assert "A question ends with the next '.'." in lines
    assert any(line.startswith("Questions") and "'say:" in line and "say word" in line for line in lines)
