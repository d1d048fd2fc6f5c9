"""The teacher contract: stamping, guarding, previews that do not disturb, exact restore."""

import json
from dataclasses import dataclass

import pytest

from gradus.school import Box, Discrete, Outcome, Teacher, Ticket, UserError


class Uniform(Teacher):
    name = "uniform-v0"


class Counting(Teacher):
    """Goes round the tasks and counts what was solved."""

    name = "counting-v0"

    @dataclass(frozen=True)
    class Settings:
        rounds: int = 2

    def start(self):
        self.turn = 0
        self.solved = 0

    def choose(self, rng):
        if self.turn == self.settings.rounds * len(self.space.tasks):  # type: ignore[union-attr]
            return None
        self.turn += 1
        return self.space.tasks[(self.turn - 1) % len(self.space.tasks)]  # type: ignore[union-attr]

    def learn(self, outcome):
        self.solved += outcome.solved

    def memory(self):
        return {"turn": self.turn, "solved": self.solved}

    def recall(self, memory):
        self.turn, self.solved = memory["turn"], memory["solved"]


def outcome(ticket, reward=1.0):
    return Outcome(ticket, 10, reward, True, "solved")


def test_tickets_are_stamped():
    teacher = Counting(Discrete(("a", "b")), seed=5)
    tickets = [teacher.issue() for _ in range(5)]
    assert tickets[:4] == [
        Ticket("a", 5, 0, 0),
        Ticket("b", 5, 1, 0),
        Ticket("a", 5, 2, 1),
        Ticket("b", 5, 3, 1),
    ]
    assert tickets[4] is None


def test_only_open_tickets_are_observed_once():
    teacher = Counting(Discrete(("a",)))
    ticket = teacher.issue()
    with pytest.raises(UserError, match="not issued"):
        teacher.observe(outcome(Ticket("a", 0, 7, 0)))
    teacher.observe(outcome(ticket))
    with pytest.raises(UserError, match="observed before"):
        teacher.observe(outcome(ticket))
    assert teacher.solved == 1


def test_bad_outcomes_are_refused():
    ticket = Ticket("a", 0, 0, 0)
    with pytest.raises(UserError, match="finite"):
        Outcome(ticket, 1, float("nan"), False, "failed")
    with pytest.raises(UserError, match="not one of"):
        Outcome(ticket, 1, 0.0, False, "bored")  # type: ignore[arg-type]


def test_preview_does_not_disturb_the_run():
    space = Box((0, 0), (1, 2))
    plain, watched = Uniform(space, 0), Uniform(space, 0)
    for _ in range(5):
        first = watched.preview(3)
        assert len(first) == 3
        assert watched.preview(3) != first
        assert plain.issue() == watched.issue()


def test_preview_of_a_counting_teacher_leaves_its_memory_alone():
    teacher = Counting(Discrete(("a", "b")))
    assert teacher.preview(9) == ["a", "b", "a", "b"]
    assert teacher.memory() == {"turn": 0, "solved": 0}


class Queueing(Counting):
    """Says which attributes its choice changes and remembers what each ticket was for."""

    name = "queueing-v0"
    choosing_changes = ("turn", "purpose")

    def start(self):
        super().start()
        self.purpose = {}

    def choose(self, rng):
        task = super().choose(rng)
        self.purpose[self.serial] = task
        return task

    def recall(self, memory):
        raise AssertionError("a preview of this teacher must not go through its whole memory")


def test_a_preview_copies_only_what_choosing_changes():
    teacher = Queueing(Discrete(("a", "b")))
    ticket = teacher.issue()
    assert teacher.preview(9) == ["b", "a", "b"]
    assert (teacher.turn, teacher.serial) == (1, 1)
    assert teacher.purpose == {ticket.serial: "a"}


@pytest.mark.parametrize(
    "make", [lambda s: Uniform(Box((0,), (1,)), s), lambda s: Counting(Discrete(("a", "b")), s)]
)
def test_restore_continues_exactly(make):
    teacher = make(0)
    for _ in range(2):
        teacher.observe(outcome(teacher.issue()))
    pending = teacher.issue()
    state = json.loads(json.dumps(teacher.state()))
    twin = make(0)
    twin.restore(state)
    twin.observe(outcome(pending))
    teacher.observe(outcome(pending))
    assert [twin.issue() for _ in range(3)] == [teacher.issue() for _ in range(3)]
    assert twin.state() == teacher.state()


def test_a_foreign_or_damaged_state_changes_nothing():
    teacher = Counting(Discrete(("a",)))
    teacher.issue()
    before = teacher.state()
    with pytest.raises(UserError, match="belongs to the teacher 'uniform-v0'"):
        teacher.restore(Uniform(Discrete(("a",))).state())
    with pytest.raises(UserError, match="another task space"):
        teacher.restore(Counting(Discrete(("b",))).state())
    with pytest.raises(UserError, match="other settings"):
        teacher.restore(Counting(Discrete(("a",)), rounds=3).state())
    with pytest.raises(UserError, match="damaged"):
        teacher.restore({**before, "memory": {"turn": 3}})
    assert teacher.state() == before


def test_settings_are_checked():
    with pytest.raises(UserError, match=r"no setting 'round'\. Did you mean 'rounds'"):
        Counting(Discrete(("a",)), round=3)


def test_a_batch_ends_where_nothing_is_left():
    teacher = Counting(Discrete(("a", "b")), rounds=2)
    assert [ticket.task for ticket in teacher.issue_many(3)] == ["a", "b", "a"]
    assert [ticket.serial for ticket in teacher.issue_many(3)] == [3]
    assert teacher.issue_many(3) == []


def test_a_batch_with_a_bad_outcome_teaches_nothing():
    teacher = Counting(Discrete(("a", "b")))
    first, second = teacher.issue_many(2)
    stranger = Ticket("a", 0, 99, 0)
    before = json.dumps(teacher.state())
    with pytest.raises(UserError, match="Ticket 99 was not issued"):
        teacher.observe_many([outcome(first), outcome(stranger)])
    with pytest.raises(UserError, match="twice in one batch"):
        teacher.observe_many([outcome(first), outcome(second), outcome(first)])
    assert json.dumps(teacher.state()) == before
    teacher.observe_many(outcome(ticket) for ticket in (second, first))
    assert teacher.solved == 2 and teacher.state()["open"] == []


def test_a_refusal_within_a_batch_keeps_what_was_learnt_before_it():
    class Strict(Counting):
        def learn(self, outcome):
            if outcome.reward < 0:
                raise UserError("No negative rewards, please.")
            super().learn(outcome)

    teacher = Strict(Discrete(("a",)))
    good, bad = teacher.issue_many(2)
    with pytest.raises(UserError, match="negative"):
        teacher.observe_many([outcome(good), outcome(bad, -1.0)])
    assert teacher.solved == 1 and [row["serial"] for row in teacher.state()["open"]] == [bad.serial]


def test_times_played_come_back_by_name():
    teacher, twin = (Uniform(Box((0.0, 1.0), (1.0, 1.0)), seed=3) for _ in range(2))
    for _ in range(5):
        teacher.issue()
    saved = json.loads(json.dumps(teacher.state()))
    twin.restore(saved)
    assert twin.state() == saved and list(saved["issued"].values()) == [1] * 5
