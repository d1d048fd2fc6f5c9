"""Says what is known about answers: as plain values, and as sentences made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gradus.learners.gradual.knowledge.hints import Template
from gradus.learners.gradual.knowledge.rules import Rule
from gradus.learners.gradual.knowledge.settings import HINTS, IN_WORDS
from gradus.learners.gradual.knowledge.symbols import Symbols
from gradus.learners.gradual.knowledge.words import Show, kind_in_words, program_in_words
from gradus.learners.gradual.programs import DUE, EACH_TIME, KEPT, LEFT, STEP, Table, World

if TYPE_CHECKING:
    from gradus.learners.gradual.knowledge.facade import Knowledge

ENTRIES = {
    KEPT: "(kept)",
    LEFT: "(left out)",
    EACH_TIME: "(each time)",
    **{state: f"(program {number})" for number, state in enumerate(DUE, 1)},
}
"""Entries of tables that no symbols stand for read so."""


def found_knowledge(know: Knowledge, spell: Callable[[Symbols], str]) -> dict[str, Any]:
    """What is known about answers, as plain JSON-able values; the rules used last come first."""

    def show(text: str) -> str:
        return ENTRIES.get(text) or spell(know.alphabet.symbols(text))

    same = [(word, know.synonyms.known(word)) for word in know.synonyms.credits]
    return {
        "rules": [_rule(rule, know.world, show) for rule in sorted(know.book.rules, key=_used)],
        "tables": {name: _table(table, show) for name, table in know.world.tables.items()},
        "names": list(map(show, know.world.names)),
        "synonyms": {show(word): show(old) for word, old in same if old},
        "hints": [
            _hint(shape, show) for shape, credit in know.hints.credits.items() if credit >= HINTS.proven
        ],
        "functions": len(know.world.functions),
        "memories": len(know.recall.lasting),
        "instances": len(know.recall.archive),
        "seeking": _seeking(know, show),
    }


def knowledge_in_words(found: Mapping[str, Any]) -> list[str]:
    """What `found_knowledge` found, as sentences."""
    lines = [_sought(found["seeking"])] if found["seeking"] else []
    lines += _rules_in_words(found["rules"])
    for name, table in found["tables"].items():
        sample = ", ".join(
            f"{key} to {value}" for key, value in list(table["entries"].items())[: IN_WORDS.entries]
        )
        lines.append(f"Table {name}: {len(table['entries'])} entries, such as {sample}.")
        if table["digits"]:
            lines.append(f"Table {name} has digits: {' '.join(table['digits'])}.")
        elif table["order"]:
            lines.append(f"Table {name} is an order: {' '.join(table['order'])}.")
    if found["names"]:
        lines.append(f"Words that name what to do: {', '.join(found['names'])}.")
    if found["synonyms"]:
        others = ", ".join(f"{word} for {old}" for word, old in found["synonyms"].items())
        lines.append(f"Words read as others: {others}.")
    lines += [f"A question may begin by saying what a word stands for: {hint}." for hint in found["hints"]]
    lines.append(
        f"Remembered: {found['memories']} answers by heart, {found['instances']} earlier instances, "
        f"{found['functions']} programs as parts of later ones."
    )
    return lines


def _rules_in_words(rules: Sequence[Mapping[str, Any]]) -> list[str]:
    """A sentence for each kind of question that is answered by a trusted rule."""
    kinds: dict[str, list[str]] = {}
    for rule in rules:
        if rule["trust"] >= IN_WORDS.trusted:
            kinds.setdefault(rule["asked"], []).append(f"{rule['says']} ({rule['trust']:.0%})")
    lines = [f"{asked}: say {'; or else '.join(says[: IN_WORDS.told])}." for asked, says in kinds.items()]
    if lines:
        lines.insert(0, "What it answers, with how far it trusts each rule, those used last first:")
    doubted = sum(rule["trust"] < IN_WORDS.trusted for rule in rules)
    if doubted:
        lines.append(f"Rules that are hardly trusted: {doubted}.")
    return lines


def _sought(seeking: Mapping[str, Any]) -> str:
    asked = seeking["asked"][0].lower() + seeking["asked"][1:]
    tried = f"{seeking['used']:,} of {seeking['budget']:,} programs tried"
    return f"It seeks what {seeking['examples']} {asked} have in common: {tried}."


def _used(rule: Rule) -> tuple[int, float]:
    """Rules used last come first; of those used together the one trusted most."""
    return -max((pair.at for pair in rule.evidence), default=0), -rule.worth


def _rule(rule: Rule, world: World, show: Show) -> dict[str, Any]:
    return {
        "asked": kind_in_words(rule.kind, show),
        "says": program_in_words(rule.program, world, show),
        "trust": round(rule.worth, 2),
    }


def _table(table: Table, show: Show) -> dict[str, Any]:
    return {
        "entries": {_key(key, show): show(value) for key, value in table.entries.items()},
        "order": list(map(show, table.order or ())),
        "digits": list(map(show, table.digits or ())),
    }


def _hint(shape: Template, show: Show) -> str:
    """The words of a hint, the new word and the known one in brackets."""
    size, new, old, others = shape
    named = {new: "(new)", old: "(known)"}
    return " ".join([named.get(place) or show(others[place]) for place in range(size)])


def _seeking(know: Knowledge, show: Show) -> dict[str, Any] | None:
    """The search under way."""
    if know.agenda.plan is None:
        return None
    kind, members, budget = know.agenda.plan.groups[know.agenda.at]
    return {
        "asked": kind_in_words(kind, show),
        "examples": len(members),
        "used": know.agenda.used,
        "budget": budget,
    }


def _key(key: str | int, show: Show) -> str:
    return " by ".join(map(show, key.split(STEP))) if isinstance(key, str) else str(key)
