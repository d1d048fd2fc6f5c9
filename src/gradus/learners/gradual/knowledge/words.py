"""Says in words what is known: rules, tables, names, what is being sought."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gradus.learners.gradual.knowledge.kinds import Kind
from gradus.learners.gradual.knowledge.registers import Register
from gradus.learners.gradual.knowledge.symbols import Symbols
from gradus.learners.gradual.programs import EACH, OPERATORS, STEP, THOSE, Program, World

if TYPE_CHECKING:
    from gradus.learners.gradual.knowledge.facade import Knowledge

Show = Callable[[str], str]

ENTRIES = 4
"""Entries of a table that are shown."""


def describe(know: Knowledge, spell: Callable[[Symbols], str]) -> list[str]:
    """What is known, as sentences."""

    def show(text: str) -> str:
        return spell(know.alphabet.symbols(text))

    lines = []
    for rule in sorted(know.book.rules, key=lambda rule: -rule.worth):
        says = program_in_words(rule.program, know.world, show)
        lines.append(f"{kind_in_words(rule.kind, show)}: say {says} ({rule.worth:.0%}).")
    for name, table in know.world.tables.items():
        shown = [
            f"{_key(key, show)} to {show(value)}" for key, value in list(table.entries.items())[:ENTRIES]
        ]
        lines.append(f"Table {name}: {len(table.entries)} entries, such as {', '.join(shown)}.")
        if table.digits:
            lines.append(f"Table {name} has digits: {' '.join(map(show, table.digits))}.")
        elif table.order:
            lines.append(f"Table {name} is an order: {' '.join(map(show, table.order))}.")
    if know.world.names:
        lines.append(f"Names of functions: {', '.join(map(show, know.world.names))}.")
    same = [(word, know.synonyms.known(word)) for word in know.synonyms.credits]
    renamed = [f"{show(word)} for {show(old)}" for word, old in same if old]
    if renamed:
        lines.append(f"Words for others: {', '.join(renamed)}.")
    lines.append(f"Remembered: {len(know.recall.lasting)} answers, {len(know.recall.archive)} instances.")
    if know.agenda.plan is not None:
        kind, members, budget = know.agenda.plan.groups[know.agenda.at]
        tried = f"{know.agenda.used} of {budget} evaluations"
        lines.append(
            f"Seeking a program for {len(members)} questions ({kind_in_words(kind, show)}): {tried}."
        )
    return lines


def _key(key: str | int, show: Show) -> str:
    return " by ".join(map(show, key.split(STEP))) if isinstance(key, str) else str(key)


def kind_in_words(kind: Kind, show: Show) -> str:
    """Which questions a kind means."""
    parts = []
    if kind.prefix:
        parts.append(f"beginning with {show(kind.prefix)!r}")
    if kind.tokens:
        parts.append("with " + " ... ".join([repr(show(token)) for token in kind.tokens]))
    if kind.length:
        parts.append(f"of {kind.length} words")
    if kind.marks:
        parts.append("cut at " + " ".join([repr(show(mark)) for mark in kind.marks]))
    return "Questions " + (", ".join(parts) or "of any kind")


LEAVES = {
    "toks": "the words",
    "fields": "the words that are no keywords",
    "line": "what follows",
    "onward": "what follows as it is",
    "pieces": "the pieces",
}
"""How leaves without an argument worth showing read."""


def program_in_words(program: Program, world: World, show: Show) -> str:
    """A program as a phrase."""
    name = program[0]
    if name in ("tok", "field"):
        return f"word {program[1] + 1}" if program[1] >= 0 else f"word {-program[1]} from the end"
    if name == "lit":
        return repr(show(program[1]))
    if name == "num":
        return str(program[1])
    if name == "arg":
        return "it" if program[1] == 0 else "the other"
    if name in ("after", "others"):
        return f"the words {'behind' if name == 'after' else 'not behind'} {show(program[1])!r}"
    if name == "has":
        return f"there is {show(program[1])!r}"
    if name in ("reg", "top", "low"):
        which = {"reg": "all", "top": "the latest", "low": "the first"}[name]
        return f"{which} of what is remembered ({register_in_words(program[1], show)})"
    if name == "net":
        less = f" less {show(program[3])!r}" if program[3] else ""
        return f"how often {show(program[2])!r}{less} was asked since then"
    if name in LEAVES:
        return LEAVES[name]
    parts = [program_in_words(part, world, show) for part in program[1:]]
    if name == "if":
        return f"{parts[1]} if {parts[0]}, else {parts[2]}"
    if name == EACH:
        return f"for each of {parts[0]} {parts[1]}"
    if name == THOSE:
        return f"those of {parts[0]} for which {parts[1]}"
    operator = world.operators.get(name) or OPERATORS.get(name)
    return operator.words.format(*parts) if operator else name


def register_in_words(register: Register, show: Show) -> str:
    """How a register is written."""
    how = register[0]
    if how == "said":
        return "right answers"
    if how == "last":
        return "the answer to the same question"
    if how == "since":
        return "what was asked since the same question"
    if how == "asked":
        return "last words of questions"
    if how == "heap":
        return f"words asked about since {show(register[1])}"
    if how == "mode":
        return "commands " + ", ".join([show(word) for word in register[1]])
    if isinstance(register[1], int):
        under = " under a name that is asked for" if how == "keyed" else ""
        return f"what questions of {register[1]} words put there{under}"
    if how == "keyed":
        return f"what {show(register[1])} put under a name that is asked for"
    if how == "stack":
        taken = {"last": "the latest", "first": "the first", "all": "all"}[register[3]]
        return f"what {show(register[1])} put there; {show(register[2])} takes {taken} away"
    return f"what {show(register[1])} put there"
