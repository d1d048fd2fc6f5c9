"""The command line of a training: what ``gradus train`` makes of options, and the options that make a plan again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from gradus.school import Box, Registry, UserError
from gradus.students.catalogue import STUDENTS
from gradus.students.plan import Plan
from gradus.teachers import TEACHERS, Knowledge, expert_settings
from gradus.tracks import TRACKS, task_space

Level = Literal["no", "low", "high"]
"""How much expert knowledge a teacher is given."""
LEVELS: tuple[Level, ...] = ("low", "no", "high")
"""All of them, the usual one first."""
TESTS = {"fish": "swim", "climbing": "climb"}
"""Which Parkour test set belongs to a body, by the beginning of its name; all others walk."""
EVALUATE_EVERY = 500_000
"""Steps between tests, if the training is so long."""
SINGLE_TESTS = 10
"""How often a single task is its own test."""
_EASY_STUMPS = (0.0, 6.0)
"""The easiest stumps are low and far apart."""
_MASTERY = (0.0, 180.0)
"""The returns between which a task goes from failed to mastered, as in the original benchmark."""
_WORDLESS = ("track_options", "preview_every", "previews", "keep_every", "keep_actions")
"""Entries of a plan that no option can change."""


def track_knowledge(teacher: str, track: str, level: str) -> dict[str, Any]:
    """The settings that expert knowledge about a track gives a teacher."""
    if level not in LEVELS:
        raise UserError(f"knowledge must be no, low or high, not {level!r}.")
    start = _EASY_STUMPS if track.startswith("stump") else None
    known = Knowledge(initial_mean=start, mastery=_MASTERY)
    return expert_settings(TEACHERS.get(teacher), level, known)


def usual_test(track: str, body: str) -> str:
    """The test set of a body on a track."""
    if track.startswith("stump"):
        return "stump"
    return next((test for start, test in TESTS.items() if body.startswith(start)), "walk")


def single_task(track: str, task: tuple[float, ...]) -> dict[str, Any]:
    """What a plan says about a single task, taught and tested alone."""
    names = task_space(track.split("-v")[0]).names
    if len(task) != len(names):
        told = ",".join(f"{value:g}" for value in task)
        raise UserError(f"A task on {track} is {len(names)} numbers ({', '.join(names)}), not {told!r}.")
    return {
        "teacher": "random",
        "space": Box(task, task, names).spec(),
        "test": (task,) * SINGLE_TESTS,
    }


def train_command(plan: Plan, folder: str | Path) -> str:
    """The command line that trains the same again; what no option can say is read from the record."""
    words = _words(plan)
    if words is None:
        return f"gradus repeat {shlex.quote(str(folder))} -o again"
    return " ".join(["gradus train", *words, "-o", shlex.quote(str(folder))])


def _words(plan: Plan) -> list[str] | None:
    """The options that make this plan; None if there are none."""
    usual = Plan()
    lessons = _lessons(plan)
    if lessons is None or any(getattr(plan, name) != getattr(usual, name) for name in _WORDLESS):
        return None
    student = [setting_text(name, value) for name, value in plan.student_settings.items()]
    if None in student:
        return None
    words = [f"--track {_bare(TRACKS, plan.track)}", *lessons, f"--student {_bare(STUDENTS, plan.student)}"]
    words += [f"--student-option {text}" for text in student]
    words += [f"--body {shlex.quote(plan.body)} --steps {plan.steps}"]
    words += [f"--lanes {plan.lanes}"] if plan.lanes is not None else []
    words += [f"--forget-every {plan.forget_every}"] if plan.forget_every is not None else []
    words += ["--rugged"] if plan.rugged else []
    asked = plan.evaluate_every != min(EVALUATE_EVERY, plan.steps)
    words += [f"--evaluate-every {plan.evaluate_every}"] if asked else []
    asked = plan.checkpoint_every != usual.checkpoint_every
    words += [f"--checkpoint-every {plan.checkpoint_every}"] if asked else []
    return [*words, f"--seed {plan.seed}"]


def _lessons(plan: Plan) -> list[str] | None:
    """The options for the teacher, its task space and the test."""
    if isinstance(plan.space, Mapping) or not isinstance(plan.test, str):
        return _single(plan)
    known = _known(plan)
    if known is None:
        return None
    level, settings = known
    texts = [setting_text(name, value) for name, value in settings.items()]
    if None in texts:
        return None
    words = [f"--teacher {_bare(TEACHERS, plan.teacher)}"]
    words += [f"--knowledge {level}"] if level != LEVELS[0] else []
    words += [f"--teacher-option {text}" for text in texts]
    words += [f"--space {shlex.quote(plan.space)}"] if plan.space is not None else []
    return words + ([f"--test {plan.test}"] if plan.test != usual_test(plan.track, plan.body) else [])


def _known(plan: Plan) -> tuple[Level, dict[str, Any]] | None:
    """The level of knowledge that leaves the fewest settings to be named one by one, and those settings."""
    given, fits = dict(plan.to_json()["teacher_settings"]), []
    for level in LEVELS:
        try:
            known = json.loads(json.dumps(track_knowledge(plan.teacher, plan.track, level)))
        except UserError:  # a teacher that cannot teach at this level
            continue
        if set(known) <= set(given):
            rest = {name: value for name, value in given.items() if known.get(name, ...) != value}
            fits.append((level, rest))
    return min(fits, key=lambda fit: len(fit[1]), default=None)


def _single(plan: Plan) -> list[str] | None:
    """``--task``, if the plan is about a single task."""
    tasks = {tuple(task) for task in plan.test_tasks}
    if len(tasks) != 1:
        return None
    task = tasks.pop()
    made = Plan(**single_task(plan.track, task))
    same = ("teacher", "space", "test", "teacher_settings")
    told = ",".join(repr(value) for value in task)
    return [f"--task={told}"] if all(getattr(made, n) == getattr(plan, n) for n in same) else None


def _bare(registry: Registry[Any], name: str) -> str:
    """A name as short as may be: without its version if that is the newest, which a bare name means."""
    bare = name.rpartition("-v")[0] or name
    return shlex.quote(bare if registry.full_id(bare) == name else name)


def settings_from(pairs: list[str] | None) -> dict[str, Any]:
    """Settings given as name=value.

    >>> settings_from(["hidden=64,64", "clip=0.1", "preset=paper"])
    {'hidden': [64, 64], 'clip': 0.1, 'preset': 'paper'}
    """
    found: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, text = pair.partition("=")
        if not equals:
            raise UserError(f"A setting is written name=value, not {pair!r}.")
        found[name] = _value(text)
    return found


def setting_text(name: str, value: Any) -> str | None:
    """The word that :func:`settings_from` reads back; None if there is none.

    >>> setting_text("hidden", [64, 64]), setting_text("clip", 0.1), setting_text("preset", None)
    ('hidden=64,64', 'clip=0.1', None)
    """
    if isinstance(value, Mapping):
        text = json.dumps(value)
    elif isinstance(value, list | tuple):
        text = ",".join(_plain(item) for item in value) + ("," if len(value) == 1 else "")
    else:
        text = _plain(value)
    given = list(value) if isinstance(value, tuple) else value
    return shlex.quote(f"{name}={text}") if _value(text) == given else None


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("{"):
        try:
            return json.loads(text)
        except ValueError as error:
            raise UserError(f'A table is written as JSON such as {{"clip": 0.1}}, not {text!r}.') from error
    if "," in text:
        return [_value(part) for part in text.split(",") if part]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
