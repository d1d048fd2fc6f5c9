"""States that silent commands move: on a plane, and where all questions of a task share a word."""

from __future__ import annotations

import random

from tests.learners.gradual.knowledge.test_facade import fresh, lesson

from gradus.learners.gradual.knowledge.registers import Past

ROOMS = ("attic", "bath", "cellar", "den", "entry", "foyer", "gym", "hall", "inn")
WAYS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}


def walk(count: int) -> list[tuple[str, str]]:
    """Silent steps on a map of nine rooms, and where they led."""
    pick, x, y = random.Random(1), 1, 1
    found = []
    for _ in range(count):
        open_ways = [way for way, (a, b) in WAYS.items() if 0 <= x + a < 3 and 0 <= y + b < 3]
        if pick.random() < 0.4:
            found.append(("where", ROOMS[3 * x + y]))
            continue
        way = pick.choice(open_ways)
        x, y = x + WAYS[way][0], y + WAYS[way][1]
        found.append((way, "done"))
    return found


def test_a_place_on_a_map_is_known_without_every_step_from_every_place() -> None:
    right = lesson(fresh(), walk(120))
    assert right[-40:].count(False) <= 1


def test_a_word_that_names_the_task_is_not_what_happened() -> None:
    asked = ["task show", "task up", "task up", "task down"]
    past = Past([(question, "5" if "show" in question else "done") for question in asked])
    assert past.values([("since", "")], "task show", " ") == {("since", ""): ("up", "up", "down")}
    about = Past([("flip lamp", "done"), ("ask lamp", "on"), ("flip lamp", "done"), ("flip fan", "done")])
    assert about.values([("since", "")], "ask lamp", " ") == {("since", ""): ("flip",)}
