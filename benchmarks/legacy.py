"""What a task of 2017 costs here, in Python function calls per step, beside what it cost in the original.

The original was measured in the same unit: 552 calls per step on the whole of round1 with a learner that knows
the tasks, 350 to 1,200 on single tasks. Here the same 46 tasks are played by the same kind of learner as tasks
of 2017 inside our world: handlers, events and channels, every instance with chance, a watch and objects of its
own. The learner's bytes are recorded first and its cost is left out. Single tasks follow, among them those with
the shortest instances (ten steps, so that opening one weighs most), a third party's micro-task and a task in
the grid world.

    python benchmarks/legacy.py [--repeats 5]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.call import function_call

from gradus.stream import Curriculum, World
from gradus.stream.configuration import TASK_CLASSES
from gradus.stream.legacy import install

ORIGINAL, TARGET = 552, 2.0
THIRD_PARTY = '''
from tasks.challenge.round1.challenge_micro import MicroMappingTask, FeedbackMappingTaskMixin
from tasks.competition.navigation import TurningTask
from worlds.grid_world import GridWorld

class Pets(FeedbackMappingTaskMixin, MicroMappingTask):
    """Which sound does the animal make?"""
    task_gen_kwargs = {"input_sep": ".", "feedback_sep": ";"}

    def _get_mapping(self):
        mapping = {"cat": "meow", "dog": "woof", "cow": "moo"}
        self.task_gen_kwargs["provide_feedback"] = self._get_simple_feedback_provider(mapping)
        return mapping
'''


def awaited(task: Any, env: Any, said: int) -> int:
    """What a learner that knows the answer says now; ``said`` is how much of it it has said already."""
    if not env.is_silent() or task.has_ended():
        return 32
    right = (
        task._asked.answer + task.catalogue.rules.terminator if hasattr(task, "_asked") else task.answer + "."
    )
    place = len(task.agent_answer) if hasattr(task, "agent_answer") else said
    return ord(right[place]) if place < len(right) else 32


def recorded(world: World, steps: int | None = None) -> list[int]:
    """The bytes of a learner that knows the tasks, or of one that is silent where there is nothing to know."""
    world.step(None)
    bytes_said: list[int] = []
    instance, said = None, 0
    while not world.finished and (steps is None or len(bytes_said) < steps):
        current: Any = world._dialogue
        if current is not instance:
            instance, said = current, 0
        knows = hasattr(current.task, "catalogue") or hasattr(current.task, "give_away_message")
        byte = awaited(current.task, current._env, said) if knows else 32
        said += byte != 32
        bytes_said.append(byte)
        world.step(byte)
    return bytes_said


def in_our_world(curriculum: Curriculum, said: list[int]) -> float:
    """Seconds of CPU per step in a world."""
    world = World(curriculum, 0)
    step = world.step
    step(None)
    start = time.process_time()
    for byte in said:
        step(byte)
    return (time.process_time() - start) / len(said)


def rows(names: list[str], folders: tuple[str, ...] = (), world: str | None = None) -> Curriculum:
    """A curriculum of classes of 2017."""
    tasks = [
        {"id": name, "legacy": {"class": name, "world": world, "folders": list(folders)}} for name in names
    ]
    return Curriculum.from_spec(
        {"name": "legacy", "tasks": tasks, "teacher": {"name": "consecutive", "success_threshold": 5}}
    )


def ratio(measure: Callable[[], float], repeats: int) -> float:
    """The median over repeats of a cost divided by that of a function call."""
    return statistics.median(measure() / function_call() for _ in range(repeats))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    install()
    names = list(TASK_CLASSES)
    course = rows(names)
    said = recorded(World(course, 0))
    calls = ratio(lambda: in_our_world(course, said), options.repeats)
    print(
        f"round1 as tasks of 2017 in our world, {len(said):,} steps: {calls:.0f} calls per step, "
        f"{calls / ORIGINAL:.2f} of the original's {ORIGINAL} (at most {TARGET:g} wanted)"
    )
    for name in ("Micro1Task", "Micro2Task", "Micro5Sub1Task", "Micro10Task", "TaskSet4"):
        path = next(path for path in names if path.endswith("." + name))
        single = rows([path])
        own = recorded(World(single, 0))
        print(f"  {name:16} {ratio(lambda s=single, o=own: in_our_world(s, o), options.repeats):5.0f}")  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pets.py").write_text(THIRD_PARTY)
        for name, world in (
            ("pets.Pets", None),
            ("tasks.competition.navigation.TurningTask", "worlds.grid_world.GridWorld"),
        ):
            single = rows([name], (folder,), world)
            own = recorded(World(single, 0), 6000)
            print(f"  {name:16} {ratio(lambda s=single, o=own: in_our_world(s, o), options.repeats):5.0f}")  # type: ignore[misc]


if __name__ == "__main__":
    main()
