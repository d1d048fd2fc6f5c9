"""The whole machine of a task, followed while the task is really played."""

from __future__ import annotations

import pytest

from gradus.mechanics import SMALL, Machine, follow, followed_machine, small_variant, table
from gradus.school import Sampler, UserError
from gradus.stream import SILENCE, TASKS, Dialogue, Origin, Task


@pytest.mark.parametrize("name", ["micro7.1", "micro9.1", "micro11", "micro12", "micro13.1", "micro14"])
def test_whole_machines_have_the_states_that_the_table_counts(name: str) -> None:
    assert str(len(followed_machine(TASKS.get(name)))) == table()[name].states


@pytest.mark.parametrize("name", ["micro1", "micro7.2", "mini0"])
def test_a_machine_that_is_too_large_is_refused(name: str) -> None:
    with pytest.raises(UserError):
        followed_machine(TASKS.get(name))


def walk(task: Task, machine: Machine, seed: int, care: int) -> tuple[int, float]:
    """Play an instance; how many steps the machine followed, and the mean chance it gave to what came."""
    pick = Sampler(seed)
    dialogue = Dialogue(task, pick, Origin())
    letters = [SILENCE, *b"ab01.,!"]
    state = follow(machine, machine.start, " ", chr(dialogue.speak()), 0)
    steps, chances = 0, 0.0
    while steps < 300:
        wanted = dialogue.awaited()[:1] or bytes([SILENCE])
        byte = wanted[0] if pick.chance(care, 100) else pick.choice(letters)
        reward = dialogue.hear(byte)
        if dialogue.over:
            break
        heard = chr(dialogue.speak())
        assert state is not None
        offers = {offer.label: offer for offer in machine.offers[state]}
        offer = offers.get(chr(byte)) or offers["…"]
        chances += sum(float(edge.weight) for edge in offer.edges if edge.output == (heard, reward))
        state = follow(machine, state, chr(byte), heard, reward)
        assert state is not None, f"step {steps}: no answer {heard!r}, {reward} to {chr(byte)!r}"
        steps += 1
    return steps, chances


@pytest.mark.parametrize("name", ["micro1", "micro2", "micro4", "micro5.1", "micro6", "micro15", "micro10"])
def test_a_played_instance_never_leaves_the_machine_of_its_small_variant(name: str) -> None:
    task = small_variant(name, limits=False)
    machine = followed_machine(task)
    walked = [walk(task, machine, seed, care) for seed in range(8) for care in (60, 95)]
    assert sum(steps for steps, _ in walked) >= 20


def test_a_public_task_is_followed_at_its_own_size() -> None:
    task = TASKS.get("micro7.1").with_(limits=False)
    machine = followed_machine(task)
    steps, chances = walk(task, machine, 3, 100)
    assert steps > 100
    assert chances > 0.5 * steps  # most bytes of a question follow from those before


def test_an_answer_that_the_world_never_gives_leads_nowhere() -> None:
    machine = followed_machine(small_variant("micro1"))
    assert follow(machine, machine.start, " ", "Z", 0) is None


def test_every_small_variant_is_known_by_name() -> None:
    assert {"micro1", "micro15"} <= set(SMALL)
    assert small_variant("micro1").params["alphabet"] == "ab"
