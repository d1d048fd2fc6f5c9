"""Who walks: the student of a recorded run, a random one, or nobody; and any of them on any terrain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from gradus.school import Ticket, UserError
from gradus.students import (
    UNTRAINED,
    WALKERS,
    Plan,
    Policy,
    load_student,
    policy_episode,
    recorded_test,
    training_episode,
    untrained,
    walker,
)
from gradus.tracks import SUCCESS, TRACKS, Scene
from gradus.web.films import film, filmed
from gradus.web.library import Library
from gradus.web.turns import TURNS

_LONGEST = 2000
"""Steps of a walk: as long as an episode of the tracks."""


def recorded_episode(
    library: Library, key: str, serial: int | None, test: int | None, evaluation: int
) -> dict[str, Any]:
    """The film of a recorded episode: a training episode by serial, or a test episode by its number."""
    path, again = library.run(key).path, f"gradus replay {library.entry(key).typed}"
    with TURNS.mine():
        if test is not None:
            return film(
                recorded_test(path, test, evaluation), f"{again} --test {test} --evaluation {evaluation}"
            )
        if serial is None:
            raise UserError("Name an episode by serial or by test.")
        return film(training_episode(path, serial), f"{again} --serial {serial}")


def ghost(
    library: Library, key: str, serial: int | None, test: int | None, evaluation: int, by: str
) -> dict[str, Any]:
    """The film of somebody else on the very ticket of a recorded episode.

    ``by``: ``run:ID`` (its newest state), ``run:ID@KEPT`` (a kept checkpoint) or ``walker:NAME``.
    """
    run = library.run(key)
    plan = Plan.from_json(run.expect("training", "plan")["plan"])
    with TURNS.mine():
        if test is not None:
            ticket = recorded_test(run.path, test, evaluation).ticket
        else:
            ticket = _ticket(library, key, serial)
        who = trained(library, _named(by))
        if who is None or who.plan.track != plan.track:
            raise UserError(f"A ghost must have been trained on {plan.track}, as this run.")
        made = policy_episode(replace(plan, body=who.plan.body), who.policy, ticket)
        return film(made, f"{who.command} {_ticket_words(ticket)}")


def _ticket(library: Library, key: str, serial: int | None) -> Ticket:
    outcomes = library.outcomes(key)
    if serial not in outcomes.serials:
        raise UserError(f"The run has no finished episode {serial}; it has {len(outcomes)}.")
    found = outcomes.ticket(outcomes.serials.index(serial))
    return Ticket(tuple(map(float, found.task)), found.seed, found.serial, found.nth)


def _named(by: str) -> dict[str, str]:
    """What the page calls a policy, taken apart."""
    kind, _, name = by.partition(":")
    run, _, kept = name.partition("@")
    return {"run": run, "checkpoint": kept} if kind == "run" else {"walker": name} if kind == "walker" else {}


def _ticket_words(ticket: Ticket) -> str:
    """The options of ``gradus watch`` that name a ticket."""
    told = ",".join(f"{value!r}" for value in ticket.task)
    later = f" --nth {ticket.nth}" if ticket.nth else ""
    return f"--task {told} --seed {ticket.seed}{later}"


def walk(library: Library, wish: Mapping[str, Any]) -> dict[str, Any]:
    """The film of a policy in a scene; ``wish`` comes from the page and is checked."""
    asked = wish.get("policy")
    asked = asked if isinstance(asked, Mapping) else {}
    with TURNS.mine():
        who = trained(library, asked)
        scene = Scene.from_json({**wish, "body": who.plan.body} if who else wish)
        if who and who.track != scene.track:
            raise UserError(f"This policy was trained on {who.track}: choose that track.")
        kind = "random" if asked.get("kind") == UNTRAINED[0] else "still"
        policy = who.policy if who else untrained(kind, scene.body, scene.ticket.seed)
        world = open_track(scene, who.plan.track_options if who else {})
        made = filmed(_moments(world, policy, 0 if wish.get("preview") is True else _LONGEST))
    named = who.command if who else f"gradus watch --policy {kind}"
    return made | {
        "task": None if scene.terrain else list(scene.ticket.task),
        "ticket": scene.ticket.to_json(),
        "body": scene.body,
        "track": scene.track,
        "total": made["returns"][-1],
        "solved": made["returns"][-1] > SUCCESS,
        "command": f"{named} {_scene_words(scene, who is None)}",
    }


def _moments(world: Any, policy: Policy, most: int) -> Iterator[Any]:
    observations, _ = world.reset()
    yield world
    for _ in range(most):
        observations, _, terminated, truncated, _ = world.step(policy.best(observations))
        yield world
        if terminated[0] or truncated[0]:
            return


def open_track(scene: Scene, more: Mapping[str, Any]) -> Any:
    """The track of a scene with one lane, not yet started."""
    options = {**more, **scene.options(), "body": scene.body, "num_envs": 1, "autoreset_mode": "Disabled"}
    return TRACKS.get(scene.track)(tickets=[scene.ticket], seed=scene.ticket.seed, **options)


def _scene_words(scene: Scene, is_body_told: bool) -> str:
    """The options of ``gradus watch`` that name a scene; a drawing is saved on the page and named as a file."""
    if scene.terrain:
        return "--scene track.json"
    body = f"--track {scene.track} --body {scene.body} " if is_body_told else ""
    return f"{body}{_ticket_words(scene.ticket)}"


@dataclass(frozen=True)
class Trained:
    """Somebody who learned to walk: a recorded student or a shipped walker."""

    policy: Policy
    plan: Plan
    command: str
    """The beginning of the command that shows it."""

    @property
    def track(self) -> str:
        """The track it was trained on."""
        return self.plan.track.rsplit("-v", 1)[0]


def trained(library: Library, wish: Mapping[str, Any]) -> Trained | None:
    """Whom the page asked for; None if that is nobody with a training."""
    if wish.get("run"):
        entry, run = library.entry(str(wish["run"])), library.run(str(wish["run"]))
        kept = wish.get("checkpoint") or None
        if kept is not None and kept not in run.kept():
            raise UserError(f"The run keeps no checkpoint {str(kept)[:80]!r}.")
        plan, student = _student(str(run.path), kept, _saved(run.path))
        at = f" --checkpoint {kept.split('-')[0]}" if kept else ""
        return Trained(student, plan, f"gradus watch {entry.typed}{at}")
    if wish.get("walker"):
        name = wish["walker"]
        if name not in WALKERS.available():
            raise UserError(f"walker must be one of {', '.join(WALKERS.available())}, not {name!r}.")
        shipped = walker(name)
        return Trained(shipped, shipped.plan, f"gradus watch --walker {shipped.name}")
    return None


def _saved(path: Any) -> float:
    """When the newest state of a run was saved."""
    state = path / "checkpoint" / "state.json"
    return float(state.stat().st_mtime) if state.is_file() else 0.0


@lru_cache(maxsize=8)
def _student(path: str, kept: str | None, changed: float) -> tuple[Plan, Any]:
    """A run's student; one that has been saved again since is loaded again."""
    return load_student(path, kept)
