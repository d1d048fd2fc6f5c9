"""Recorded instances of the stream: what was said, plain and scrambled, and what the learner knew then."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from gradus.learners import make as make_learner
from gradus.school import RunFolder, Ticket, UserError
from gradus.stream import SILENCE, Curriculum, Dialogue, World, open_instance
from gradus.web.library import Library
from gradus.web.turns import TURNS

_LONGEST = 200_000
"""Columns of an instance that are sent at most."""
_REPLAYED = 300_000
"""Steps up to which a learner is taught again to see what it knew."""
_FOLLOWED = 20_000
"""Steps of an instance up to which its machine is followed."""
_CURRENT = 2000
"""Columns of the running instance that are sent at most."""
_LISTED = 2000
"""Instances in a list at most."""


def tape(library: Library, key: str, serial: int) -> dict[str, Any]:
    """One recorded instance in three rows; only its own bytes of the transcript are read."""
    run, outcomes = library.run(key), library.outcomes(key)
    description = run.expect("lesson", "world", "learner")
    if serial not in outcomes.serials:
        raise UserError(f"The run has no instance {serial}; it has {len(outcomes)}.")
    place = outcomes.serials.index(serial)
    start = sum(outcomes.steps[:place])
    size = min(outcomes.steps[place], _LONGEST)
    with (run.path / "transcript.bin").open("rb") as file:
        file.seek(3 * start)
        columns = file.read(3 * size)
    columns = columns[: len(columns) // 3 * 3]
    heard, said = columns[0::3], columns[1::3]
    rewards = [value - 256 if value > 127 else value for value in columns[2::3]]
    shown = shown_bytes(description["world"])
    return {
        "serial": serial,
        "place": place,
        "task": outcomes.tasks[place],
        "solved": outcomes.solved[place],
        "reason": outcomes.reasons[place],
        "start": start,
        "heard": heard.decode("latin-1"),
        "said": said.decode("latin-1"),
        "heard_shown": heard.translate(shown).decode("latin-1"),
        "said_shown": said.translate(shown).decode("latin-1"),
        "rewards": rewards,
        "first_wrong": next((i for i, reward in enumerate(rewards) if reward < 0), None),
        "command": f"gradus replay {library.entry(key).typed} --serial {serial}",
        **_machine(description["world"], outcomes.ticket(place), said),
    }


def path(library: Library, key: str, serial: int) -> list[int | None]:
    """Where an instance stood in the whole machine of its task, byte by byte; empty where that cannot be drawn."""
    from gradus.web import whole  # mechanics is slow to import, and a tape does not wait for it

    world = library.run(key).expect("lesson", "world")["world"]
    if world.get("bits"):
        return []
    shown = tape(library, key, serial)
    task = Curriculum.from_spec(world["curriculum"]).tasks[shown["task"]]
    return whole.path(task, shown["heard"][:_FOLLOWED], shown["said"][:_FOLLOWED], shown["rewards"])


def current(library: Library, key: str) -> dict[str, Any]:
    """What has been written of the instance that is being played: the record behind the last outcome."""
    run, outcomes = library.run(key), library.outcomes(key)
    run.expect("lesson", "world")
    try:
        with (run.path / "transcript.bin").open("rb") as file:
            end = file.seek(0, 2) // 3
            start = max(sum(outcomes.steps), end - _CURRENT)
            file.seek(3 * start)
            columns = file.read(3 * max(0, end - start))
    except FileNotFoundError:
        columns = b""
    rewards = [value - 256 if value > 127 else value for value in columns[2::3]]
    return {
        "heard": columns[0::3].decode("latin-1"),
        "said": columns[1::3].decode("latin-1"),
        "rewards": rewards,
    }


def _machine(world: dict[str, Any], ticket: Ticket, said: bytes) -> dict[str, Any]:
    """The states of the instance's machine, step by step, and how many right answers in a row end it."""
    curriculum = Curriculum.from_spec(world["curriculum"])
    task = curriculum.tasks[str(ticket.task)]
    if world.get("bits") or not hasattr(task, "rules"):
        return {"states": [], "goal": 0}
    goal = 1 if task.rules.single else task.rules.streak
    return {"states": moments(curriculum, ticket, said[:_FOLLOWED]), "goal": goal}


def whole_machine(run: RunFolder, name: str) -> dict[str, Any]:
    """The whole machine of a task of a lesson, or a sentence that says why it is not drawn."""
    curriculum = Curriculum.from_spec(run.expect("lesson", "world")["world"]["curriculum"])
    if name not in curriculum.tasks:
        raise UserError(f"The run has no task {name!r}.")
    from gradus.web import whole

    return whole.whole(curriculum.tasks[name])


def moments(curriculum: Curriculum, ticket: Ticket, said: bytes) -> list[tuple[int, str]]:
    """The states that a recorded instance went through, one for each step, found by playing it again."""
    dialogue = open_instance(curriculum, ticket)
    found: list[tuple[int, str]] = []
    for byte in said:
        if not isinstance(dialogue, Dialogue) or dialogue.over:
            break
        dialogue.speak()
        found.append((dialogue.streak, dialogue.turn))
        dialogue.hear(byte)
    return found


def shown_bytes(world: dict[str, Any]) -> bytes:
    """What the learner saw for each plain byte."""
    plain = World.from_spec(world).plain
    table = bytearray(range(256))
    for shown, byte in enumerate(plain):
        table[byte] = shown
    return bytes(table)


def beliefs(run: RunFolder, step: int | None) -> dict[str, Any]:
    """What the run's learner believes, in words: as last saved, or at a step by being taught again up to it."""
    description = run.expect("lesson", "learner", "world")
    name = str(description["learner"]["name"])
    if why := _untold(name):
        return {"lines": [], "note": why}
    if step is None:
        state = run.path / "checkpoint" / "state.json"
        if not state.is_file():
            return {"lines": [], "note": "There is no checkpoint yet: it knows nothing that was saved."}
        return _as_saved(run.path, state.stat().st_mtime_ns)
    learner = make_learner(name, **description["learner"].get("options", {}))
    if step > _REPLAYED:
        raise UserError(f"Step {step:,} is too far: a learner is taught again up to {_REPLAYED:,} steps.")
    with TURNS.mine():
        _teach_again(learner, run, description, step)
        return {"lines": in_words(learner, description["world"]), "note": f"At step {step:,} of the run."}


def _untold(name: str) -> str:
    """Why there is nothing to say about what a learner knows; empty: there is."""
    if not name.startswith(("gradual-", "dialogue-")):
        return f"The learner {name} keeps nothing that can be put into words."
    try:
        make_learner(name)
    except UserError as gone:
        return str(gone)
    return ""


@lru_cache(maxsize=16)
def _as_saved(path: Path, changed: int) -> dict[str, Any]:
    """What a learner knew when it was last saved; a page that follows a run asks again and again."""
    run = RunFolder.read(path)
    about, loaded = run.description["learner"], run.load_checkpoint()
    assert loaded is not None
    learner = make_learner(str(about["name"]), **about.get("options", {}))
    learner.restore(loaded[0]["learner"])
    step = loaded[2].get("transcript.bin", 0) // 3
    return {"lines": in_words(learner, run.description["world"]), "note": f"As saved at step {step:,}."}


def _teach_again(learner: Any, run: RunFolder, description: dict[str, Any], step: int) -> None:
    """Let the learner live through the recorded bytes once more; a deterministic one ends as it was."""
    if description.get("start") is not None:
        learner.restore(description["start"])
    shown = shown_bytes(description["world"])
    with (run.path / "transcript.bin").open("rb") as file:
        columns = file.read(3 * step)
    reward = 0
    for heard, paid in zip(columns[0::3], columns[2::3], strict=False):
        learner.act(shown[heard], reward)
        reward = paid - 256 if paid > 127 else paid


def in_words(learner: Any, world: dict[str, Any]) -> list[str]:
    """What a gradual learner knows, spelt in plain characters."""
    from gradus.learners import gradual

    plain = World.from_spec(world).plain
    return gradual.in_words(gradual.knowledge(learner, lambda byte: _printed(plain[byte])))


def _printed(byte: int) -> str:
    if byte == SILENCE:
        return "\N{OPEN BOX}"
    return chr(byte) if chr(byte).isprintable() and byte < 127 else f"<{byte}>"


def instances(
    library: Library, key: str, task: str = "", solved: str = "", end: int | None = None, text: str = ""
) -> dict[str, Any]:
    """Instances of a lesson in columns: of one task, solved (``yes``) or not (``no``), the latest before ``end``.

    ``text``: only those in which it was said, by the world or by the learner. A long run has half a million
    instances, and nobody reads a list of that length: at most ``_LISTED`` are sent.
    """
    library.run(key).expect("lesson", "world")
    outcomes = library.outcomes(key)
    wanted = {"yes": (True,), "no": (False,)}.get(solved, (True, False))
    said = _with(library, key, text) if text else None
    places = [
        place
        for place, (name, done) in enumerate(zip(outcomes.tasks, outcomes.solved, strict=True))
        if done in wanted and (not task or name == task) and (said is None or place in said)
    ]
    before = places[: len(places) if end is None else max(0, end)]
    return {
        "total": len(outcomes),
        "found": len(places),
        "from": max(0, len(before) - _LISTED),
        "names": list(dict.fromkeys(outcomes.tasks)),
        **outcomes.at(before[-_LISTED:]),
    }


def _with(library: Library, key: str, text: str) -> set[int]:
    """The instances in which a text was said, wholly inside of them."""
    outcomes, sought = library.outcomes(key), text[:200].encode("latin-1", "replace")
    columns = (library.run(key).path / "transcript.bin").read_bytes()
    starts = [0, *accumulate(outcomes.steps)]
    found: set[int] = set()
    for row in (columns[0::3], columns[1::3]):
        at = row.find(sought)
        while at >= 0 and (place := bisect_right(starts, at) - 1) < len(outcomes):
            inside = at + len(sought) <= starts[place + 1]
            if inside:
                found.add(place)
            at = row.find(sought, starts[place + 1] if inside else at + 1)
    return found
