"""The learner of any dialogue in real worlds."""

import json
import random

import pytest
from benchmarks.worlds import draw
from tests.learners.gradual.test_learner import HOSTILE, play

from gradus.learners.gradual import DialogueLearner
from gradus.learners.gradual.explanation import in_words, knowledge
from gradus.stream import World, make

ROUND1 = make("round1")


@pytest.mark.parametrize("seed", [0, 1])
def test_mappings_and_words_are_learned(seed):
    world = World(
        ROUND1.only("micro1", "micro4", "micro5.2", "micro5.5", "micro7.1"), seed=seed, scramble=True
    )
    play(DialogueLearner(seed), world, 9_000)
    assert world.finished


def test_another_dialogue_is_learned():
    """Question end and answer end differ, reactions lag by one question, the reward is followed by a pause."""
    world, learner = draw("forms", 2), DialogueLearner(2)
    byte, reward = world.step(None)
    for _ in range(5_000):
        byte, reward = world.step(learner.act(byte, reward))
    assert sum(result.passed for result in world.results) >= 1


def test_transcripts_are_images_of_one_another():
    alphabet, image = list(range(256)), list(range(256))
    random.Random(3).shuffle(alphabet)
    random.Random(4).shuffle(image)
    curriculum = ROUND1.only("micro5.1", "micro5.5", "micro6")
    plain = play(DialogueLearner(alphabet=alphabet), World(curriculum, seed=6), 2_500)
    moved = play(
        DialogueLearner(alphabet=[image[byte] for byte in alphabet]), World(curriculum, seed=6), 2_500, image
    )
    assert plain == moved


def test_a_restored_learner_goes_on_exactly():
    curriculum = ROUND1.only("micro5.5", "micro6")
    world, again = World(curriculum, seed=2, scramble=True), World(curriculum, seed=2, scramble=True)
    whole = play(DialogueLearner(2), world, 2_500)
    first, second = DialogueLearner(2), DialogueLearner(99)
    byte, reward = again.step(None)
    said = []
    for step in range(len(whole)):
        if step % 777 == 776:
            second.restore(json.loads(json.dumps(first.state())))
            first, second = second, DialogueLearner(7)
        said.append(first.act(byte, reward))
        byte, reward = again.step(said[-1])
    assert said == whole


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_streams_are_survived(name):
    luck = random.Random(8)
    learner = DialogueLearner(1)
    for t in range(1_500):
        assert 0 <= learner.act(*HOSTILE[name](luck, t)) <= 255
    assert len(json.dumps(learner.state())) < 4_000_000


def test_what_was_learned_is_told_in_words():
    learner = DialogueLearner(0)
    world = World(ROUND1.only("micro5.5", "micro7.1"), seed=0, scramble=True)
    play(learner, world, 4_000)
    found = knowledge(learner, lambda byte: chr(world.plain[byte]))
    lines = in_words(json.loads(json.dumps(found)))
    assert "Silence is ' '." in lines
    assert "A question ends with the next '.'." in lines


def test_the_turn_is_found_where_answers_end_by_length_and_are_rewarded_after_the_reaction():
    """A punished silence shows the end of the reaction there, not the turn."""
    world, learner = draw("arithmetic", 3), DialogueLearner(3)
    assert (world.tasks[0].form.pay, world.tasks[0].form.answer_end) == ("reaction", "")
    play(learner, world, 5_000)
    assert [result.passed for result in world.results[:2]] == [True, True]
