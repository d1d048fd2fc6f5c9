"""Parts of the engine that can be switched off."""

import json
from dataclasses import fields

import pytest
from benchmarks.learning.engine import Pupil, generated

from gradus.learners.gradual import GradualLearner
from gradus.learners.gradual.knowledge import PRIORS, KnowledgeSettings, settings_without
from gradus.school import UserError
from gradus.stream import World, make


@pytest.mark.parametrize("name", PRIORS)
def test_every_prior_switches_off_something_of_its_own(name):
    plain, changed = KnowledgeSettings(), settings_without([name])
    others = [settings_without([other]) for other in PRIORS if other != name]
    assert changed != plain and changed not in others


def test_several_are_switched_off_together():
    found = settings_without(["tables", "library", "orders"])
    assert not (found.library or found.search.holes or found.search.orders)
    assert found.memory and found.search.conditions


def test_all_switches_are_among_the_priors():
    """A switch that no ablation can reach would never be measured."""
    off = settings_without(PRIORS)
    switches = [(off, field.name) for field in fields(off)] + [
        (off.search, field.name) for field in fields(off.search)
    ]
    assert not [name for owner, name in switches if getattr(owner, name) is True]


def test_an_unknown_name_is_refused_with_the_nearest():
    with pytest.raises(UserError, match="library"):
        GradualLearner(without=("libary",))


def test_without_programs_only_what_was_asked_before_is_known():
    lesson = generated("operations", 3, "development", most=12)[0]
    whole, bare = Pupil(3, KnowledgeSettings()), Pupil(3, settings_without(["programs"]))
    assert whole.learn(lesson, 3).solved and not bare.learn(lesson, 3).solved
    assert bare.knowledge.evaluations == 0 and not bare.knowledge.book.rules


def test_a_restored_learner_still_does_without():
    learner = GradualLearner(1, without=("programs",))
    learner.restore(json.loads(json.dumps(GradualLearner(1).state())))
    world = World(make("round1").only("micro5.5"), seed=1, scramble=True)
    byte, reward = world.step(None)
    for _ in range(600):
        byte, reward = world.step(learner.act(byte, reward))
    assert learner.evaluations == 0
