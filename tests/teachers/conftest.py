"""Small helpers that drive a teacher by hand."""

import pytest

from gradus.school import Outcome


def _tell(teacher, ticket, reward=0.0, solved=False, steps=10, **extras):
    teacher.observe(Outcome(ticket, steps, reward, solved, "solved" if solved else "failed", extras))


def _feed(teacher, rewards):
    tasks = []
    for reward in rewards:
        ticket = teacher.issue()
        tasks.append(ticket.task)
        _tell(teacher, ticket, reward)
    return tasks


@pytest.fixture(scope="session")
def tell():
    """Tell a teacher what became of a ticket."""
    return _tell


@pytest.fixture(scope="session")
def feed():
    """Play one ticket per reward; gives the tasks that were issued."""
    return _feed
