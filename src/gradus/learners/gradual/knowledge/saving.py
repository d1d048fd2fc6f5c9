"""Writes the knowledge as plain JSON values and reads it back, exactly, searches in progress included.

A search is not written but repeated: its plan and the number of evaluations spent on it say everything.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from gradus.learners.gradual.codec import decode, encode
from gradus.learners.gradual.knowledge.agenda import Plan
from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.knowledge.recall import Entry, Recall
from gradus.learners.gradual.knowledge.registers import Past
from gradus.learners.gradual.knowledge.rules import Rule
from gradus.learners.gradual.knowledge.symbols import Alphabet
from gradus.learners.gradual.programs import Function, Table, World

if TYPE_CHECKING:
    from gradus.learners.gradual.knowledge.facade import Knowledge

VERSION = 2
"""Of what is written here."""


def save(know: Knowledge) -> dict[str, Any]:
    """Everything known, as JSON-able values."""
    parts: dict[str, Any] = {
        "silence": know.silence,
        "evaluations": know.evaluations,
        "alphabet": know.alphabet.heard,
        "clock": know.clock,
        "tabled": know.tabled,
        "recall": _recall(know.recall),
        "trust": know.trust.record,
        "rules": [_rule(rule) for rule in know.book.rules],
        "failures": {(_kind(kind), program): n for (kind, program), n in know.book.failures.items()},
        "library": (know.library.counts, know.library.shelved),
        "habits": (know.habits.recent, know.habits.symbols),
        "world": _world(know.world),
        "open": [_pair(pair) for pair in know.open],
        "history": [_pair(pair) for pair in know.history],
        "vain": know.vain,
        "pending": _pending(know),
        "past": (know.past.pairs, know.past.times, know.past.untold, know.past.begun),
        "succession": know.succession.steps,
        "synonyms": know.synonyms.credits,
        "hints": know.hints.credits,
        "plans": [_plan(plan) for plan in (know.agenda.plan, know.agenda.waiting) if plan is not None],
        "progress": (know.agenda.at, know.agenda.used),
    }
    return {"version": VERSION, **{name: encode(part) for name, part in parts.items()}}


def load(know: Knowledge, state: dict[str, Any]) -> None:
    """Take over what `save` wrote."""
    parts = {name: decode(image) for name, image in state.items() if name != "version"}
    know.silence, know.evaluations = parts["silence"], parts["evaluations"]
    know.alphabet = Alphabet(parts["alphabet"])
    know.clock, know.tabled = parts["clock"], parts["tabled"]
    _restore_recall(know.recall, parts["recall"])
    know.trust.record = parts["trust"]
    know.book.rules = [_rule_of(image) for image in parts["rules"]]
    know.book.failures = {(Kind(*kind), program): n for (kind, program), n in parts["failures"].items()}
    know.library.counts, know.library.shelved = parts["library"]
    know.habits.recent, know.habits.symbols = parts["habits"]
    know.world = _world_of(parts["world"])
    know.open = deque([Pair(*image) for image in parts["open"]], know.settings.open_pairs)
    know.history = deque([Pair(*image) for image in parts["history"]], know.settings.history)
    know.vain = parts["vain"]
    know.pending = None
    if parts["pending"] is not None:
        pair, places = parts["pending"]
        know.pending = (Pair(*pair), [know.book.rules[place] for place in places])
    know.past = Past(*parts["past"])
    know.succession.steps = parts.get("succession", {})
    know.synonyms.credits = parts["synonyms"]
    know.hints.credits = parts.get("hints", {})
    know.agenda.drop()
    for image in parts["plans"]:
        know.agenda.add(_plan_of(image))
    know.agenda.at, know.agenda.used = parts["progress"]
    know.forget_drafts()


def _pending(know: Knowledge) -> Any:
    """The pair that waits for a plan, and the places of the rules that were wrong about it."""
    if know.pending is None:
        return None
    pair, wrong = know.pending
    places = [place for place, rule in enumerate(know.book.rules) if any(rule is other for other in wrong)]
    return (_pair(pair), places)


def _recall(recall: Recall) -> tuple[Any, ...]:
    now = {question: (entry.answer, entry.at, entry.tested) for question, entry in recall.now.items()}
    counts = (recall.clock, recall.last_success, recall.instance, recall.begun)
    return (now, recall.wrong, recall.archive, recall.lasting, counts)


def _restore_recall(recall: Recall, image: tuple[Any, ...]) -> None:
    now, recall.wrong, recall.archive, recall.lasting, counts = image
    recall.now = {question: Entry(*entry) for question, entry in now.items()}
    recall.clock, recall.last_success, recall.instance, recall.begun = counts


def _kind(kind: Kind) -> tuple[Any, ...]:
    return (kind.tokens, kind.marks, kind.length, kind.prefix)


def _pair(pair: Pair) -> tuple[Any, ...]:
    return (pair.question, pair.answer, pair.at, pair.sure, dict(pair.registers))


def _rule(rule: Rule) -> tuple[Any, ...]:
    evidence = [_pair(pair) for pair in rule.evidence]
    record = (rule.wins, rule.losses, rule.shapes)
    return (_kind(rule.kind), rule.program, rule.table, *record, evidence, rule.gain, rule.hits, rule.trials)


def _rule_of(image: tuple[Any, ...]) -> Rule:
    kind, program, table, wins, losses, shapes, evidence, *rest = image
    return Rule(Kind(*kind), program, table, wins, losses, shapes, [Pair(*pair) for pair in evidence], *rest)


def _world(world: World) -> tuple[Any, ...]:
    tables = {
        name: (table.entries, table.base, table.doubts, table.times) for name, table in world.tables.items()
    }
    functions = {name: (f.takes, f.gives, f.body) for name, f in world.functions.items()}
    return (tables, functions, world.names)


def _world_of(image: tuple[Any, ...]) -> World:
    tables, functions, names = image
    return World(
        {name: _table_of(table) for name, table in tables.items()},
        {name: Function(*function) for name, function in functions.items()},
        names,
    )


def _table_of(image: tuple[Any, ...]) -> Table:
    entries, base, doubts, times = image
    table = Table(entries, base)
    table.doubts, table.times = doubts, times
    return table


def _plan(plan: Plan) -> tuple[Any, ...]:
    groups = [(_kind(kind), [_pair(pair) for pair in pairs], budget) for kind, pairs, budget in plan.groups]
    known = (_world(plan.world), dict(plan.costs))
    return (groups, *known, plan.silence, plan.fresh, plan.usual, plan.calling, plan.about, plan.slowness)


def _plan_of(image: tuple[Any, ...]) -> Plan:
    groups, world, costs, silence, fresh, usual, calling, about, slowness = image
    made = [(Kind(*kind), tuple([Pair(*pair) for pair in pairs]), budget) for kind, pairs, budget in groups]
    return Plan(
        tuple(made),
        _world_of(world),
        costs,
        silence,
        tuple(fresh),
        tuple(usual),
        calling,
        tuple(about),
        slowness,
    )
