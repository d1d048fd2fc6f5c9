"""Bad input meets one clear sentence and an unchanged teacher: every teacher of boxes, every kind of mistake."""

import dataclasses
import json
import math

import pytest

from gradus.school import Box, Discrete, Outcome, Ticket, UserError
from gradus.teachers import available, make

FLAT = Box((0.0, 1.0, -1.0), (1.0, 1.0, 3.0), ("height", "fixed", "gap"))
OTHER = Box((0.0, 1.0, -1.0), (1.0, 1.0, 4.0), ("height", "fixed", "gap"))
ORDERS = {"consecutive", "incremental", "sequential", "dependencies", "examiner", "self-play"}
NAMES = sorted(set(available()) - ORDERS)

SMALL = {
    "goal-gan": {"width": 8, "critic_width": 8},
    "setter-solver": {"width": 8},
    "vds": {"candidates": 20},
}


def fresh(name, space=FLAT, **settings):
    if name in {"goal-gan", "setter-solver"}:
        pytest.importorskip("jax")
    return make(name, space, 0, **{**SMALL.get(name, {}), **settings})


def outcome(ticket, reward=1.0):
    return Outcome(ticket, 10, reward, False, "failed")


def refused(teacher, act, sentence):
    before = json.dumps(teacher.state(), sort_keys=True)
    with pytest.raises(UserError, match=sentence):
        act()
    assert json.dumps(teacher.state(), sort_keys=True) == before


def test_empty_spaces():
    with pytest.raises(UserError, match="A box needs as many lows"):
        Box((), ())
    with pytest.raises(UserError, match="at least one task"):
        Discrete(())


@pytest.mark.parametrize("name", NAMES)
def test_a_reward_before_any_ticket(name):
    teacher = fresh(name)
    first = Ticket((0.5, 1.0, 0.5), 0, 0, 0)
    refused(teacher, lambda: teacher.observe(outcome(first)), "Ticket 0 was not issued")


@pytest.mark.parametrize("name", NAMES)
def test_tickets_of_others(name):
    teacher = fresh(name)
    ticket = teacher.issue()
    unknown = dataclasses.replace(ticket, serial=7)
    refused(teacher, lambda: teacher.observe(outcome(unknown)), "Ticket 7 was not issued")
    short = dataclasses.replace(ticket, task=ticket.task[:2])  # a task of the wrong dimension
    refused(teacher, lambda: teacher.observe(outcome(short)), "Ticket 0 was not issued")
    teacher.observe(outcome(ticket))
    refused(teacher, lambda: teacher.observe(outcome(ticket)), "was observed before")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reward", [math.nan, math.inf, -math.inf])
def test_rewards_that_are_no_numbers(name, reward):
    teacher = fresh(name)
    result = outcome(teacher.issue())
    object.__setattr__(result, "reward", reward)  # an outcome refuses it, too; this gets past that
    refused(teacher, lambda: teacher.observe(result), "must be a finite number")


@pytest.mark.parametrize("name", NAMES)
def test_states_of_others(name):
    teacher = fresh(name)
    teacher.issue()
    stranger = make("random" if name != "random" else "oracle", FLAT)
    refused(teacher, lambda: teacher.restore(stranger.state()), "belongs to the teacher")
    elsewhere = fresh(name, OTHER).state()
    refused(teacher, lambda: teacher.restore(elsewhere), "belongs to another task space")


@pytest.mark.parametrize("name", ["adr", "alp-gmm", "covar-gmm", "spdl", "goal-gan", "accel"])
def test_knowledge_of_the_wrong_dimension(name):
    pretrain = {"pretrain": True} if name == "goal-gan" else {}
    with pytest.raises(UserError, match="initial_mean must have 3 numbers, one per dimension"):
        fresh(name, initial_mean=(0.5, 1.0), **pretrain).issue()


@pytest.mark.parametrize("name", NAMES)
def test_unknown_settings(name):
    with pytest.raises(UserError, match="has no setting 'colour'"):
        fresh(name, colour=1)
