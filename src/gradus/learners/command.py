"""The command line that gives a recorded lesson again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gradus.learners.catalogue import seeded
from gradus.school import UserError, plain_text, plain_value
from gradus.stream import World, make

_HOSTS = {"person": "gradus play", "remote": "gradus serve"}
"""Which commands record those who are not ours to make, by their names in records."""
_PLAYED = ("--teacher", "--max-reward-per-task", "--hours")
"""What cannot be told to ``gradus play``."""


def teach_command(description: Mapping[str, Any], folder: str | Path) -> str:
    """The command line of a lesson; what no option can say is read from its record."""
    target, learner = shlex.quote(str(folder)), description["learner"]
    words = _words(description["world"], description.get("limits", {}))
    if "checkpoint_every" not in description:
        return _hosted(learner["name"], words or [], target)
    options = _options(description)
    if words is None or options is None or description.get("start") is not None:
        return f"gradus repeat {target} -o again"
    who = f"--learner {shlex.quote(learner['name'])}"
    return " ".join(["gradus teach", who, words[0], *options, *words[1:], "-o", target])


def _hosted(name: str, words: list[str], target: str) -> str:
    """How a lesson was recorded whose learner was a guest; what cannot be held again can still be looked at."""
    host = _HOSTS.get(name)
    asked = " ".join(words)
    if host is None or not words or (name == "person" and any(option in asked for option in _PLAYED)):
        return f"gradus replay {target} --serial 0"
    return f"{host} {asked} -o {target}"


def _words(world: Mapping[str, Any], limits: Mapping[str, Any]) -> list[str] | None:
    """The options that open this world; None if there are none."""
    kind = (world["scramble"] or {}).get("kind")
    name, teacher, bits = world["curriculum"]["name"], world["teacher"], bool(world.get("bits"))
    own = teacher == world["curriculum"]["teacher"]["name"]
    try:
        made = World(make(name), world["seed"], kind, None if own else teacher, bits=bits)
    except UserError:  # a curriculum that is in no list
        return None
    if made.spec() != {**world, "reward_cap": None}:
        return None
    words = [f"--curriculum {shlex.quote(name)}"]
    words += [] if kind is None else ["--scramble"] if kind == "all" else [f"--scrambler {kind}"]
    words += [] if own else [f"--teacher {shlex.quote(teacher)}"]
    words += ["--bitmode"] if bits else []
    capped = world["reward_cap"] is not None
    words += [f"--max-reward-per-task {world['reward_cap']}"] if capped else []
    words += [f"--max-steps {limits['max_steps']}"] if limits.get("max_steps") else []
    words += [f"--hours {limits['hours']}"] if limits.get("hours") else []
    return [*words, f"--seed {world['seed']}"]


def _options(description: Mapping[str, Any]) -> list[str] | None:
    """The learner's own options; None if it cannot be made again by name, or not with these."""
    learner, seed = description["learner"], description["world"]["seed"]
    told = {name: value for name, value in learner["options"].items() if name != "seed"}
    try:
        same = seeded(learner["name"], seed, **told) == learner["options"]
    except UserError:  # another process, or an object of somebody's program
        return None
    if not same or any(plain_value(_text(value)) != value for value in told.values()):
        return None
    return [f"--option {name}={plain_text(value)}" for name, value in told.items()]


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
