"""One recorded instance, played again: the same world, the learner's recorded bytes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gradus.school import Outcome, RunFolder, UserError
from gradus.stream import Curriculum, open_instance


@dataclass(frozen=True)
class Replay:
    """One recorded instance, played again."""

    outcome: Outcome
    heard: bytes
    """What the world said, one byte per step."""
    said: bytes
    rewards: tuple[int, ...]
    exact: bool
    """Whether the world said and paid exactly what the record holds."""


def replay(path: str | Path, serial: int) -> Replay:
    """Play one recorded instance again: the same world, the learner's recorded bytes."""
    run = RunFolder.read(path)
    world = run.expect("lesson", "world")["world"]
    curriculum = Curriculum.from_spec(world["curriculum"])
    start, last = 0, -1
    for outcome in run.outcomes():
        last = outcome.ticket.serial
        if last == serial:
            break
        start += outcome.steps
    else:
        held = f"they are 0 to {last}" if last >= 0 else "it holds none"
        raise UserError(f"The run in {path} has no instance {serial}; {held}.")
    columns = run.transcript()[3 * start : 3 * (start + outcome.steps)]
    spoken = outcome.steps - (
        outcome.reason == "stopped"
    )  # the last byte of a stopped instance was not answered
    if len(columns) < 3 * spoken:
        raise UserError(f"The transcript of the run in {path} ends before instance {serial} does.")
    dialogue = open_instance(curriculum, outcome.ticket, bits=bool(world.get("bits")))
    heard, rewards = bytearray(), []
    for place, said in enumerate(columns[1::3]):
        heard.append(dialogue.speak())
        if place + 1 == outcome.extras.get("skipped"):
            dialogue.skip()
        rewards.append(dialogue.hear(said))
    paid = [value - 256 if value > 127 else value for value in columns[2::3]]  # stored as signed bytes
    capped = world["reward_cap"] is not None
    exact = bytes(heard) == columns[0::3] and (capped or rewards == paid)
    return Replay(outcome, bytes(heard), columns[1::3], tuple(rewards), exact)
