"""Says in words what a learner has learned: silence, turns, readings, programs, tables, words, verdicts.

The learner itself knows only symbols. For showing them, a caller may pass what each byte looks like, for example
through the scrambler of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gradus.learners.gradual import explanation
from gradus.learners.gradual.kinds import Rule
from gradus.learners.gradual.learner import GradualLearner
from gradus.learners.gradual.operators import Program
from gradus.learners.gradual.predicates import Clause, Verdict
from gradus.learners.gradual.reading import Reading
from gradus.learners.gradual.turns import TurnRule

Show = Callable[[str], str]

WORDS = {
    "fields": "the words",
    "raw": "the words as sent",
    "silence": "a silence",
    "terminator": "the ending",
    "concat": "{0} put together",
    "join": "{0} joined by {1}",
    "each": "{0}, each followed by {1}",
    "reverse": "{0} in reverse order",
    "chars": "the symbols of {0}",
    "cat": "{0} and then {1}",
    "weave": "the symbols of {0} and {1} in turn",
    "minus": "{0} without the symbols of {1}",
    "union": "{0} with the new symbols of {1}",
    "common": "the symbols of {0} that {1} has too",
    "backwards": "{0} backwards",
    "head": "the first symbol of {0}",
    "end": "the last symbol of {0}",
    "tail": "{0} without its first symbol",
    "trunk": "{0} without its last symbol",
    "first": "the first of {0}",
    "last": "the last of {0}",
    "rest": "{0} but the first",
    "lead": "{0} but the last",
    "without": "{0} except {1}",
    "replace": "{0} with {2} for every {1}",
    "choose": "{2} if {0} has {1}, else {3}",
    "longest": "the longest of {0}",
    "shortest": "the shortest of {0}",
    "measure": "the length of {0}",
    "heads": "the first symbols of {0}",
    "ends": "the last symbols of {0}",
    "backs": "{0}, each backwards",
    "distinct": "{0} without repetitions",
    "alternate": "{0} and {1} in turn",
    "chain": "{0} followed by {1}",
    "onward": "{0} with its first symbol at the end",
    "return": "{0} with its last symbol in front",
    "crossed": "{0} with its first and last symbols exchanged",
    "odd": "every second symbol of {0}, the first included",
    "even": "every second symbol of {0}, the first left out",
    "front": "the first half of {0}",
    "rear": "the second half of {0}",
    "unlike": "the symbols that only one of {0} and {1} has",
}
"""How each operator reads; numbers stand for its arguments."""


def knowledge(learner: GradualLearner, shown: Callable[[int], str] | None = None) -> dict[str, Any]:
    """Everything worth showing, as plain JSON-able values."""
    alphabet = shown or "<{}>".format

    def show(symbols: str) -> str:
        return "".join(alphabet(byte) for byte in learner.spell(symbols))

    talk = learner.conversation
    mind = talk.mind
    return {
        "silence": show(talk.silence.symbol) if talk.silence.known else None,
        "turn": turn_in_words(talk.turns.rule, show),
        "reading": reading_in_words(mind.reading, mind.reader.delimiters, show),
        "ending": show(mind.reader.terminator) or None,
        "punctuation": sorted(map(show, mind.cutter.punctuation)),
        "rules": [rule_row(rule, mind.rules.library, show) for rule in mind.rules.rules],
        "tables": {name: {show(k): show(v) for k, v in t.items()} for name, t in mind.rules.tables.items()},
        "synonyms": {
            show(w): show(mind.synonyms.known(w)) for w in mind.synonyms.scores if mind.synonyms.known(w)
        },
        "hints": [
            f"word {hint.new + 1} stands for word {hint.known + 1} in what follows word {hint.start}"
            for hint in mind.synonyms.hints
        ],
        "verdicts": [verdict_row(verdict, show) for verdict in mind.judge.verdicts],
        "memories": len(mind.lasting.pairs),
        "instances": len(mind.epoch.archive),
        "speaks": "second" if learner.speaks_second else "first",
        "second": explanation.in_words(explanation.found_in(learner.second, show)) if learner.second else [],
    }


def turn_in_words(rule: TurnRule | None, show: Show) -> str:
    """When the learner thinks it should speak."""
    if rule is None:
        return "not known"
    if not rule.second:
        return "after every symbol" if rule.offset == 1 else f"after every {rule.offset} symbols"
    first = f"after the first {show(rule.first)!r}, " if rule.first else ""
    later = f", {rule.offset} symbols later" if rule.offset else ""
    return f"{first}at the next {show(rule.second)!r}{later}"


def reading_in_words(reading: Reading, delimiters: dict[str, str], show: Show) -> str:
    """Where the question begins and where reactions tell the right answer."""
    places = {
        "tail1": "is the last symbol",
        "tail2": "is the last two symbols",
        "whole": "is all that was said",
        "symbol": "begins at the first symbol that always occurs",
    }
    place = places.get(reading.split) or f"follows {show(delimiters.get(reading.split, ''))!r}"
    skip = (
        f"after {reading.skip} word{'s' * (reading.skip != 1)} of the reaction"
        if reading.skip
        else "in the reaction"
    )
    tail = f", its last {reading.tail} symbols" if reading.tail else ""
    return f"the question {place}; the right answer is told {skip}{tail}"


def program_in_words(program: Program, library: dict[str, Program], show: Show) -> str:
    """A program as a phrase."""
    name = program[0]
    if name == "field":
        return "the last word" if program[1] < 0 else f"word {program[1] + 1}"
    if name == "literal":
        return repr(show(program[1]))
    if name == "call":
        return program_in_words(library[program[1]], library, show)
    parts = [program_in_words(part, library, show) for part in program[1:] if isinstance(part, tuple)]
    if name in ("lookup", "map", "inverse"):
        return f"what table {program[1]} {'leads to' if name == 'inverse' else 'has for'} {parts[0]}"
    if name == "sort":
        return f"{parts[0]} in the order of table {program[1]}"
    if name == "sum":
        last = f" up to {show(program[4])!r}" if program[4:] else ""
        return f"{parts[0]} plus {parts[1]}, digits as in table {program[1]}{last}"
    return WORDS[name].format(*parts)


def rule_row(rule: Rule, library: dict[str, Program], show: Show) -> dict[str, Any]:
    """A rule for showing."""
    says = program_in_words(rule.program, library, show) if rule.program else "the word"
    if rule.table:
        says = f"what table {rule.table} has for {says}"
    return {"keywords": [show(word) for word in rule.keywords], "says": says, "trust": round(rule.worth, 2)}


def verdict_row(verdict: Verdict, show: Show) -> dict[str, Any]:
    """A verdict for showing."""
    return {
        "keywords": [show(word) for word in verdict.keywords],
        "yes": show(verdict.yes),
        "no": show(verdict.no),
        "when": [clause_in_words(clause, show) for clause in verdict.clauses],
    }


def clause_in_words(clause: Clause, show: Show) -> str:
    """One condition of a verdict."""
    groups = {
        "words": "the words before it",
        "parts": "the parts named",
        "after": f"the parts after {show(clause.mark)!r}",
        "others": f"the parts not after {show(clause.mark)!r}",
    }
    relations = {
        "covered": "the last word is covered by",
        "all": "the last word contains all of",
        "any": "the last word contains one of",
        "none": "the last word contains none of",
        "begins": "the last word begins with one of",
        "ends": "the last word ends with one of",
        "equals": "the last word is one of",
        "differs": "the last word is none of",
        "within": "the last word lies inside one of",
    }
    condition = (
        f"{'without' if clause.lacks else 'with'} {show(clause.keyword)!r}: " if clause.keyword else ""
    )
    return f"{condition}{relations[clause.relation]} {groups[clause.group]}"


def _asked(keywords: Sequence[str]) -> str:
    """The question as its keywords, without the colon that many of them end with."""
    return " ... ".join(keywords).rstrip(":") or "(any question)"


def in_words(found: dict[str, Any]) -> list[str]:
    """What `knowledge` found, as sentences for people."""
    lines = [
        f"Silence is {found['silence']!r}." if found["silence"] else "Silence is not known yet.",
        f"It is the learner's turn {found['turn']}.",
        f"{found['reading'][0].upper()}{found['reading'][1:]}.",
        f"An answer ends with {found['ending']!r}." if found["ending"] else "Answers have no common ending.",
    ]
    lines += [
        f"{_asked(row['keywords'])}: say {row['says']} ({row['trust']:.0%})."
        for row in sorted(found["rules"], key=lambda row: (row["keywords"], -row["trust"]))
    ]
    for name, entries in found["tables"].items():
        sample = ", ".join(f"{key} to {value}" for key, value in list(entries.items())[:4])
        lines.append(f"Table {name}: {len(entries)} entries, such as {sample}.")
    if found["synonyms"]:
        lines.append(
            "Synonyms: " + ", ".join(f"{new} for {old}" for new, old in found["synonyms"].items()) + "."
        )
    lines += [f"Hint: {hint}." for hint in found["hints"]]
    for verdict in found["verdicts"]:
        when = "; ".join(verdict["when"]) or "always"
        lines.append(
            f"{_asked(verdict['keywords'])}: say {verdict['yes']!r} when {when}; else {verdict['no']!r}."
        )
    lines.append(f"Remembered: {found['memories']} answers, {found['instances']} earlier instances.")
    if not found["second"]:
        return lines
    speaking = [
        "The learner converses in its second way, which infers the form of the dialogue.",
        *found["second"],
    ]
    others = ["Its first way of conversing, which is silent now, knows:", *lines]
    if found["speaks"] == "second":
        return speaking + others
    return [*lines, "Its second way of conversing, which is silent now, knows:", *found["second"]]
