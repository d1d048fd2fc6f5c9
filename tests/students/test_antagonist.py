"""A recorded policy plays every ticket, too: its returns are its own, stand in the record, and resume exactly."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.students.plans import fingerprint, plan
from tests.students.test_exactness import stopped

from gradus.school import RunFolder, Ticket, UserError
from gradus.students import Once, Plan, Training, Walker, policy_episode, save_walker, walker
from gradus.students.antagonist import Antagonist


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a walker that was trained for a moment."""
    folder = tmp_path_factory.mktemp("antagonist")
    Training.create(folder / "run", plan(steps=400, evaluate_every=400)).run()
    save_walker(folder / "run", folder / "rival.npz")
    return str(folder / "rival.npz")


def paired(**settings: object) -> Plan:
    return plan(teacher="paired", teacher_settings={"update_every": 20, **settings})


def alone(wanted: Plan, policy: Walker, ticket: Ticket) -> float:
    """What a policy earns with a ticket in a world of its own."""
    source, total, over = Once(), 0.0, False
    source.hand(ticket)
    world = wanted.make_world(1, source)
    observations, _ = world.reset()
    while not over:
        observations, rewards, terminated, truncated, _ = world.step(policy.best(observations))
        total, over = total + float(rewards[0]), bool(terminated[0] or truncated[0])
    return total


def test_its_returns_are_what_it_earns_alone(policy: str, tmp_path: Path) -> None:
    wanted = paired(regret="antagonist", antagonist=policy)
    Training.create(tmp_path / "whole", wanted).run()
    outcomes = list(RunFolder.read(tmp_path / "whole").outcomes())
    assert len(outcomes) > 40
    for outcome in outcomes[::7]:
        assert outcome.extras["antagonist"] == alone(wanted, walker(policy), outcome.ticket)
    assert len({outcome.extras["antagonist"] for outcome in outcomes}) > 20

    stopped(tmp_path / "stopped", wanted, 1620)
    Training.resume(tmp_path / "stopped").run()
    assert fingerprint(tmp_path / "stopped") == fingerprint(tmp_path / "whole")


def test_what_it_decides_reaches_the_adversary(policy: str) -> None:
    with_one, without = (Training.create(None, paired(**more)) for more in ({"antagonist": policy}, {}))
    for training in (with_one, without):
        training.run()
    assert with_one.teacher.state()["memory"]["adversary"] != without.teacher.state()["memory"]["adversary"]


def test_what_does_not_fit_is_said_before_a_folder_is_made(policy: str, tmp_path: Path) -> None:
    for wanted, words in (
        (paired(regret="antagonist"), "'paired-v0' with regret 'antagonist' needs the setting antagonist"),
        (paired(antagonist="spider"), "'spider' is a spider on stump-v0, the student a point on point"),
        (paired(antagonist="spidr"), "no walker named 'spidr'"),
        (paired(antagonist=str(tmp_path / "none.npz")), "no such file"),
        (paired(antagonist=policy, regret="memory"), "'memory' has no use for an antagonist"),
    ):
        with pytest.raises(UserError, match=words):
            Training.create(tmp_path / "run", wanted)
        assert not (tmp_path / "run").exists()


@pytest.mark.tracks
def test_a_shipped_walker_on_the_real_track() -> None:
    wanted, rival = Plan(teacher="paired"), walker("bipedal")
    tickets = [Ticket((0.0, 6.0), 5, serial, 0) for serial in (3, 8)]
    found = Antagonist(wanted, rival).returns(tickets)
    assert found == pytest.approx([policy_episode(wanted, rival, ticket).total for ticket in tickets])
    assert found[0] > 230  # an easy task
