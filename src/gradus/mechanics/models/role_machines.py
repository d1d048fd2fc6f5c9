"""Role machines of mapping and phrase tasks, for comparing tasks with one another."""

from __future__ import annotations

from collections.abc import Hashable

from gradus.mechanics.machines.machine import Edge, Offer
from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.measures.shadow import Label, RoleMachine, role_machine
from gradus.mechanics.models.mapping_forms import END
from gradus.mechanics.models.one_character_mappings import mapping_orbits
from gradus.mechanics.models.phrases import Hear, phrase_machine
from gradus.school import UserError
from gradus.stream import TASKS


def mapping_roles(name: str, n: int, streak: int, dropped: bool = True) -> RoleMachine:
    """A mapping task with one-character feedback (micro5.1 to 5.3) over ``n`` digits, as roles.

    ``dropped``: the reply to the last byte of an instance is not punished, as in the stream.
    """
    if name not in ("micro5.1", "micro5.2", "micro5.3"):
        raise UserError(f"Roles of {name!r} are not defined; use micro5.1, micro5.2 or micro5.3.")
    machine = mapping_orbits(
        measured_variant(TASKS.get(name).with_(alphabet="0123456789"[:n], streak=streak))
    )
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
    machine = causal_states(phrase_machine(measured_variant(TASKS.get(name).with_(**changes))))

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
