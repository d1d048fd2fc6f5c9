"""Built-in expectations that can be switched off, to see what is lost without them: one list for all ablations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from gradus.learners.gradual.knowledge.settings import KnowledgeSettings
from gradus.school import UserError, hint


@dataclass(frozen=True)
class Prior:
    """A part of the engine: what it is, and the settings that switch it off."""

    meaning: str
    knowledge: tuple[tuple[str, Any], ...] = ()
    search: tuple[tuple[str, Any], ...] = ()


PRIORS = {
    "programs": Prior("programs altogether: only memories are left", (("programs", False),)),
    "recall": Prior("recognition of earlier instances", (("archive", 0),)),
    "memory": Prior("answers that depend on earlier questions", (("memory", False),)),
    "marks": Prior("questions cut at other symbols than silence", (("marks", False),)),
    "names": Prior("words that name functions", (("names", False),)),
    "synonyms": Prior("unknown words read as known keywords", (("synonyms", False),)),
    "hints": Prior("questions that begin by saying what a word stands for", (("hints", False),)),
    "library": Prior("accepted programs as single steps of later ones", (("library", False),)),
    "earlier tables": Prior("tables of earlier tasks as parts of programs", (("earlier_tables", False),)),
    "costs": Prior("what was useful before becomes cheaper", (("learned_costs", False),)),
    "tables": Prior("tables and codes learned from examples", (), (("holes", False),)),
    "orders": Prior("orders, and numerals read by them", (), (("orders", False),)),
    "decomposition": Prior("remainders of answers as goals of the search", (), (("decomposition", False),)),
    "conditions": Prior("conditions and verdicts", (), (("conditions", False),)),
}
"""By name."""


def settings_without(names: Iterable[str], settings: KnowledgeSettings | None = None) -> KnowledgeSettings:
    """The settings with the named parts switched off."""
    found = settings or KnowledgeSettings()
    for name in names:
        if name not in PRIORS:
            raise UserError(f"without cannot name {name!r}.{hint(name, PRIORS)}")
        prior = PRIORS[name]
        search = replace(found.search, **dict(prior.search))
        found = replace(found, search=search, **dict(prior.knowledge))
    return found
