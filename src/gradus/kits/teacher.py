"""The kit for teachers: hand it a way to make your teacher and it checks every promise of the contract.

``check_teacher(make)`` raises a ``KitError`` with one sentence about the first promise that is broken.
"""

from __future__ import annotations

import copy
import json
import math
import random
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from gradus.kits.verdict import KitError, refuses
from gradus.school import Box, Outcome, TaskKey, Teacher, Ticket, UserError, generator

Make = Callable[[int], Teacher]
"""Makes a fresh teacher for a seed."""
Student = Callable[[Ticket], Outcome]
"""Plays a ticket."""


class PracticeStudent:
    """A student for checks: it gets better at a task the more often it or a task near it was played."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = generator(seed, "practice student")
        self._seen: dict[str, int] = {}

    def __call__(self, ticket: Ticket) -> Outcome:
        """Play one episode, with a trace of rewards and value predictions for teachers that want it."""
        place = _place(ticket.task)
        times = self._seen[place] = self._seen.get(place, 0) + 1
        # Returns as on the tracks, from -100 (fell over) to 300; a task near it is mastered after some 35 episodes,
        # so that a teacher sees progress, mastery and what lies between within the few hundred of a check.
        skill = 1 - math.exp(-times / 20)
        reward = float(-100 + 400 * skill + 5 * self._rng.standard_normal())
        trace = {"rewards": [0.0, reward], "values": [reward / 2, reward / 2 + 1]}
        solved = reward > 230  # what counts as mastered on the tracks
        return Outcome(ticket, 100, reward, solved, "solved" if solved else "failed", {"trace": trace})


def _place(task: TaskKey) -> str:
    return task if isinstance(task, str) else ",".join(str(round(4 * x)) for x in task)


def check_teacher(make: Make, episodes: int = 400, speed_episodes: int = 3000) -> None:
    """Check every promise of a teacher; ``make(seed)`` must give a fresh one each time.

    ``speed_episodes=0`` leaves the check of the cost per episode out.
    """
    check_tickets(make, episodes)
    check_determinism(make, episodes)
    check_preview(make, episodes)
    check_restore(make, episodes)
    check_trains_on(make, episodes)
    check_batches(make, episodes)
    check_withdraw(make, episodes)
    check_guards(make)
    if speed_episodes:
        check_flat_cost(make, speed_episodes)


def check_tickets(make: Make, episodes: int = 400) -> None:
    """Tickets are stamped in order and their tasks lie in the space, with plain floats."""
    teacher, student = make(0), PracticeStudent()
    for serial in range(episodes):
        ticket = teacher.issue()
        if ticket is None:
            break
        _require(ticket.serial == serial, f"ticket {serial} carries the serial {ticket.serial}")
        _require(ticket.seed == 0, f"ticket {serial} carries the seed {ticket.seed} instead of 0")
        _require_task(teacher, ticket.task)
        teacher.observe(student(ticket))


def check_determinism(make: Make, episodes: int = 400) -> None:
    """The same seed gives the same tickets whatever the global random state; and it is left alone."""
    first = _tasks(make(0), episodes)
    kept = (random.getstate(), np.random.get_state())  # noqa: NPY002 - it must not be touched
    try:
        random.seed(1)
        np.random.seed(1)  # noqa: NPY002
        before = (random.getstate(), _global_state())
        second = _tasks(make(0), episodes)
        untouched = before[0] == random.getstate() and before[1] == _global_state()
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])  # noqa: NPY002
    _require(first == second, "the same seed gave different tickets when the global random state differed")
    _require(untouched, "the global random state was used or changed")


def check_preview(make: Make, episodes: int = 400) -> None:
    """Previews change nothing, stay in the space and draw from their own stream."""
    teacher, watched, student, other = make(0), make(0), PracticeStudent(), PracticeStudent()
    for episode in range(episodes):
        if episode % 25 == 0:
            before = _frozen(watched.memory())
            for task in watched.preview(4):
                _require_task(watched, task)
            _require(_frozen(watched.memory()) == before, "a preview changed the teacher's memory")
        plain, seen = teacher.issue(), watched.issue()
        _require(plain == seen, f"a preview disturbed the run: ticket {episode} differs")
        if plain is None or seen is None:
            break
        teacher.observe(student(plain))
        watched.observe(other(seen))


def check_restore(make: Make, episodes: int = 400) -> None:
    """A teacher restored from JSON goes on exactly like the one that was saved, with tickets still open."""
    for stop in sorted({0, 1, episodes // 3, episodes // 2 + 1}):
        teacher, student = make(0), PracticeStudent()
        _play(teacher, student, stop)
        pending = [ticket for ticket in (teacher.issue() for _ in range(3)) if ticket is not None]
        saved = json.loads(json.dumps(teacher.state()))
        twin = make(0)
        twin.restore(saved)
        _require(
            _frozen(twin.state()) == _frozen(saved), f"the state after {stop} episodes did not come back"
        )
        pupil = copy.deepcopy(student)
        for ticket in pending:
            same = teacher.trains_on(ticket) == twin.trains_on(ticket)
            _require(same, f"restored after {stop} episodes, trains_on answered differently")
            teacher.observe(student(ticket))
            twin.observe(pupil(ticket))
        same = _play(teacher, student, episodes - stop) == _play(twin, pupil, episodes - stop)
        _require(same, f"restored after {stop} episodes, the teacher issued other tickets")
        _require(
            _frozen(teacher.state()) == _frozen(twin.state()),
            f"restored after {stop} episodes, the teacher ended in another state",
        )


def check_trains_on(make: Make, episodes: int = 400) -> None:
    """Whether an open ticket trains is answered by True or False, twice the same, and asking changes nothing."""
    teacher, student, other = make(0), PracticeStudent(), PracticeStudent()
    if type(teacher).trains_on is Teacher.trains_on:
        return  # it trains on everything, as the base class says
    asked = make(0)
    for episode in range(episodes):
        plain, seen = teacher.issue(), asked.issue()
        _require(plain == seen, f"asking trains_on disturbed the run: ticket {episode} differs")
        if plain is None or seen is None:
            break
        answer = asked.trains_on(seen)
        _require(isinstance(answer, bool), f"trains_on answered {answer!r} instead of True or False")
        _require(
            asked.trains_on(seen) is answer, f"trains_on answered differently when asked twice of {episode}"
        )
        teacher.observe(student(plain))
        asked.observe(other(seen))
    _require(_frozen(teacher.state()) == _frozen(asked.state()), "asking trains_on changed the teacher")


def check_batches(make: Make, episodes: int = 400) -> None:
    """Batches of any size give the same tickets and end in the same state as one by one."""
    single, batched, student, other = make(0), make(0), PracticeStudent(), PracticeStudent()
    sizes = generator(0, "sizes of batches")
    played = 0
    while played < episodes:
        n = int(sizes.integers(0, 48))  # none at all, too: an empty batch is a batch
        tickets = list(islice(iter(single.issue, None), n))
        together = batched.issue_many(n)
        _require(together == tickets, f"a batch of {n} after {played} tickets differs from one by one")
        left = int(sizes.integers(0, n + 1))  # lanes end in any order, and some go on
        order = [tickets[i] for i in sizes.permutation(len(tickets))[left:]]
        for ticket in order:
            single.observe(student(ticket))
        batched.observe_many([other(ticket) for ticket in order])
        same = _frozen(single.state()) == _frozen(batched.state())
        _require(same, f"observing a batch of {len(order)} after {played} tickets left another state")
        if len(tickets) < n:
            break
        played += n


def check_withdraw(make: Make, episodes: int = 400) -> None:
    """Tickets taken back unplayed are closed for good, and teaching goes on."""
    teacher, student = make(0), PracticeStudent()
    for _ in range(max(1, episodes // 16)):
        tickets = teacher.issue_many(8)
        teacher.withdraw(tickets[::3])
        if tickets:
            refuses(
                "This teacher",
                partial(teacher.observe, student(tickets[0])),
                "an outcome of a ticket taken back",
            )
        kept = [ticket for place, ticket in enumerate(tickets) if place % 3]
        teacher.observe_many([student(ticket) for ticket in kept])
        _require(teacher.state()["open"] == [], "a ticket taken back stayed open")
    saved = json.loads(json.dumps(teacher.state()))
    twin = make(0)
    twin.restore(saved)
    pupil = copy.deepcopy(student)
    same = _play(teacher, student, 20) == _play(twin, pupil, 20)
    _require(same, "restored after tickets were taken back, the teacher issued other tickets")


def check_guards(make: Make) -> None:
    """Bad input raises one clear sentence and leaves the teacher as it was."""
    teacher, student = make(0), PracticeStudent()
    _play(teacher, student, 20)
    ticket = teacher.issue()
    before = _frozen(teacher.state())
    if ticket is not None:
        stranger = Ticket(ticket.task, ticket.seed, ticket.serial + 1000, 0)
        refuses("This teacher", lambda: teacher.observe(student(stranger)), "an outcome of an unknown ticket")
        refuses(
            "This teacher", lambda: teacher.observe(_spoilt(student(ticket))), "a reward that is not a number"
        )
    refuses(
        "This teacher",
        lambda: teacher.restore({**teacher.state(), "teacher": "another-v0"}),
        "another teacher's state",
    )
    memory = teacher.memory()
    for name in memory:
        damaged = {key: value for key, value in memory.items() if key != name}
        state = {**teacher.state(), "memory": damaged}
        refuses("This teacher", partial(teacher.restore, state), "a damaged state")
    _require(_frozen(teacher.state()) == before, "a refused input changed the teacher")


def check_flat_cost(make: Make, episodes: int = 3000, limit: float = 3.0) -> None:
    """The last tenth of the episodes costs at most ``limit`` times the first, and the state grows linearly."""
    ratios = []
    for _ in range(3):  # a busy machine may spoil one measurement, not three
        ratios.append(cost_ratio(make, episodes))
        if ratios[-1] <= limit:
            break
    _require(
        min(ratios) <= limit, f"the cost per episode grew {min(ratios):.1f} times over {episodes} episodes"
    )
    sizes = []
    teacher, student = make(0), PracticeStudent()
    for _ in range(3):
        _play(teacher, student, episodes // 3)
        sizes.append(len(json.dumps(teacher.state())))
    # Linear growth means equal thirds; digits of larger numbers and a buffer that fills in a burst are allowed for.
    growth = (sizes[1] - sizes[0], sizes[2] - sizes[1])
    _require(growth[1] <= 1.35 * max(growth[0], 0) + 20_000, "the state grows faster than linearly")


def cost_ratio(make: Make, episodes: int) -> float:
    """Processor time of the last tenth of the episodes relative to the first tenth."""
    teacher, student = make(0), PracticeStudent()
    _play(teacher, student, 200)  # what is loaded or compiled once is no cost of an episode
    tenth = max(1, episodes // 10)
    clocks = []
    for _ in range(10):
        start = time.process_time()
        _play(teacher, student, tenth)
        clocks.append(time.process_time() - start)
    return clocks[-1] / max(clocks[0], 1e-9)


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise KitError(f"This teacher breaks its contract: {sentence}.")


def _require_task(teacher: Teacher, task: TaskKey) -> None:
    try:
        teacher.space.check(task)
    except UserError as error:
        raise KitError(f"This teacher breaks its contract: {error}") from error
    plain = isinstance(task, str) or all(type(x) is float for x in task)
    _require(plain, f"the coordinates of {task!r} are not plain floats")
    if isinstance(teacher.space, Box):
        _require(isinstance(task, tuple), f"the task {task!r} is not a tuple")


def _play(teacher: Teacher, student: Student, episodes: int) -> list[Ticket]:
    tickets: list[Ticket] = []
    for _ in range(episodes):
        ticket = teacher.issue()
        if ticket is None:
            break
        tickets.append(ticket)
        teacher.observe(student(ticket))
    return tickets


def _tasks(teacher: Teacher, episodes: int) -> list[TaskKey]:
    return [ticket.task for ticket in _play(teacher, PracticeStudent(), episodes)]


def _frozen(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def _global_state() -> str:
    name, keys, *rest = np.random.get_state(legacy=True)  # noqa: NPY002
    return repr((name, np.asarray(keys).tolist(), rest))


def _spoilt(outcome: Outcome) -> Outcome:
    """The same outcome with a reward that is no number, past the outcome's own check."""
    object.__setattr__(outcome, "reward", math.nan)
    return outcome
