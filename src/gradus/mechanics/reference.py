"""Role machines of the small task families, for comparing tasks with one another."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from gradus.mechanics.families import grouped_orbits, target_orbits
from gradus.mechanics.machine import Edge, Machine, Offer
from gradus.mechanics.mappings import END, mapping_orbits
from gradus.mechanics.minimise import causal_states
from gradus.mechanics.models import plain
from gradus.mechanics.phrases import Hear, phrase_machine
from gradus.mechanics.roles import Label, RoleMachine, role_machine
from gradus.school import UserError
from gradus.stream import TASKS


def copying() -> RoleMachine:
    """Everything is answered by itself, every answer is rewarded."""
    right, wrong = (((1, "question"), 1.0, 0),), (((-1, "question"), 1.0, 0),)
    return RoleMachine(({"best": right, "bad": wrong, "silent": wrong},))


def hidden_target_roles(n: int, streak: int) -> RoleMachine:
    """One secret symbol among ``n``."""
    return _silent_roles(target_orbits(n, streak))


def permutation_roles(n: int, streak: int) -> RoleMachine:
    """A secret permutation of ``n`` symbols, no feedback but the reward."""
    return _silent_roles(grouped_orbits(n, n, streak, injective=True))


def _reward(output: Hashable) -> int:
    return int(output[1]) if isinstance(output, tuple) else int(str(output))


def _silent_roles(machine: Machine) -> RoleMachine:
    """Roles where every byte is an answer and silence is a wrong one."""

    def chance(offer: Offer) -> Fraction:
        return sum((edge.weight for edge in offer.edges if _reward(edge.output) > 0), Fraction(0))

    def role(state: int, offer: Offer) -> tuple[str, ...]:
        top = max(chance(other) for other in machine.offers[state])
        if chance(offer) == top:
            return ("best",)
        return ("bad", "silent") if offer.label in ("wrong", "other") else ()

    def label(_state: int, _offer: Offer, edge: Edge) -> Label:
        return _reward(edge.output), "question"

    return role_machine(machine, role, label)


def mapping_roles(name: str, n: int, streak: int, dropped: bool = True) -> RoleMachine:
    """A mapping task with one-character feedback (micro5.1 to 5.3) over ``n`` digits, as roles.

    ``dropped``: the reply to the last byte of an instance is not punished, as in the stream.
    """
    if name not in ("micro5.1", "micro5.2", "micro5.3"):
        raise UserError(f"Roles of {name!r} are not defined; use micro5.1, micro5.2 or micro5.3.")
    machine = mapping_orbits(plain(TASKS.get(name).with_(alphabet="0123456789"[:n], streak=streak)))
    phases: list[str] = [situation[0].phase for situation in machine.names]  # type: ignore[index]
    runs: list[int] = [situation[1] for situation in machine.names]  # type: ignore[index]

    def role(state: int, offer: Offer) -> tuple[str, ...]:
        if phases[state] != "hear":
            return ("best", "silent") if offer.label == "silent" else ("bad",)
        listed = [other.label for other in machine.offers[state]]
        best = next((x for x in listed if str(x).startswith("digit")), "other")
        roles = ("best",) if offer.label == best else ()
        return (*roles, "bad", "silent") if offer.label == "other" else roles

    def label(state: int, offer: Offer, edge: Edge) -> Label:
        kind = {"gap": "question", "ask": "point", "hear": "feedback", "say": "separator"}[phases[state]]
        if phases[state] == "hear":
            return (1 if runs[edge.target] else -1), kind
        free = dropped and phases[state] == "gap" and runs[state] == END
        return (-1 if offer.label == "speak" and not free else 0), kind

    return role_machine(machine, role, label)


def phrase_roles(name: str, **changes: object) -> RoleMachine:
    """A phrase task of the catalogue as roles; byte classes are letters, blanks and signs."""
    machine = causal_states(phrase_machine(plain(TASKS.get(name).with_(**changes))))

    def role(state: int, offer: Offer) -> tuple[str, ...]:
        node = machine.names[state]
        labels = [other.label for other in machine.offers[state]]
        if not isinstance(node, Hear):
            return ("best", "silent") if offer.label == " " else ("bad",)
        answer = node.question.answer + "."
        wanted: Hashable = answer[len(node.said)] if answer.startswith(node.said) else "."
        best = wanted if wanted in labels else labels[-1]
        silent: Hashable = " " if " " in labels else labels[-1]
        return tuple(
            r for r, x in (("best", best), ("bad", labels[-1]), ("silent", silent)) if offer.label == x
        )

    def label(_state: int, _offer: Offer, edge: Edge) -> Label:
        assert isinstance(edge.output, tuple)
        byte, reward = edge.output
        return int(reward), "letter" if str(byte).isalnum() else "blank" if byte == " " else "sign"

    return role_machine(machine, role, label)
