"""What a task is: a few pure functions and two sets of parameters, all of them values.

A task draws the hidden parameters of an instance, asks questions, and words the feedback. How questions and
answers travel byte by byte, when it is whose turn and when an instance ends is the dialogue's business; the
constants it needs for that are the task's :class:`Rules`. A variant of a task is a value::

    spell_a_word.with_(keyword="letters", separator=";;", streak=5)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from reprlib import repr as shorten
from typing import TYPE_CHECKING, Any

from gradus.school import Registry, UserError, hint
from gradus.school.checks import ascii_text, flag, whole
from gradus.stream.question import Question

if TYPE_CHECKING:
    from gradus.school import Chooser

Hidden = Any
"""The hidden parameters of an instance: hashable and JSON-able (texts, numbers, nested tuples)."""
Memory = Any
"""What an instance remembers between questions (a deck, a record of keys): hashable and JSON-able."""


@dataclass(frozen=True)
class Rules:
    """How the dialogue of a task runs; the defaults are those of the challenge's micro-tasks."""

    streak: int = 10
    """Right answers in a row that solve an instance."""
    success_tolerance: float = 4.0
    """S: the soft limit allows R * (1 + S) questions after the learner should know (R is the streak)."""
    failure_tolerance: float = 1.0
    """F: the hard limit is (1 + F) times the questions asked when the soft limit was exceeded."""
    limits: bool = True
    """Whether the soft and the hard limit hold at all."""
    max_time: int = 10_000
    """Bytes after which an unfinished instance ends, once the world has nothing left to say."""
    terminator: str = "."
    """Ends questions and answers; empty: an answer ends when it is as long as the right one."""
    separator: str = ";"
    """Stands behind feedback; not sent where there is no feedback."""
    reactions: tuple[str, str] = ("good job! ", "wrong! ")
    """How feedback to a right and to a wrong answer begins."""
    echo: bool = False
    """Whether feedback to a right answer repeats it, as feedback to a wrong one always does."""
    single: bool = False
    """One question per instance, paid when the instance has ended (0 or 1), as in the mini-tasks."""
    penalty: int = -1
    """Reward for a byte other than silence while the world is speaking."""
    interruption_fails: bool = False
    """The terminator spoken while the world speaks fails the instance, even one just solved."""
    rest: int = 0
    """Silent bytes between two instances."""

    def __post_init__(self) -> None:
        for name, least in (("streak", 1), ("max_time", 1), ("rest", 0)):
            whole(name, getattr(self, name), least)
        for name in ("success_tolerance", "failure_tolerance"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
                raise UserError(f"{name} must be a number of at least 0, not {value!r}.")
        for name in ("limits", "echo", "single", "interruption_fails"):
            flag(name, getattr(self, name))
        if type(self.penalty) is not int or self.penalty not in (-1, 0):
            raise UserError(f"penalty must be -1 or 0, not {self.penalty!r}.")
        if not isinstance(self.reactions, tuple) or len(self.reactions) != 2:
            raise UserError(f"reactions must be a pair of texts, not {self.reactions!r}.")
        for name in ("terminator", "separator"):
            ascii_text(name, getattr(self, name))
        for text in self.reactions:
            ascii_text("reactions", text)


@dataclass(frozen=True)
class Origin:
    """Where an instance stands in the run, for tasks that share draws between instances."""

    nth: int = 0
    """How many instances of this task the run had before."""
    shared: Callable[[int], Chooser] | None = None
    """The chooser of a block of instances; None: there are no other instances, draw with your own."""

    def block(self, number: int, pick: Chooser) -> Chooser:
        """The chooser for what block ``number`` shares."""
        return self.shared(number) if self.shared else pick


@dataclass(frozen=True)
class Bound:
    """A task's four functions with its parameters filled in: what the dialogue calls."""

    draw: Callable[[Chooser, Origin], Hidden]
    ask: Callable[[Chooser, Hidden, Memory], tuple[Question, Memory]]
    react: Callable[[Chooser, Hidden, Question, bool], str]
    know: Callable[[Hidden, Memory, Question, bool], tuple[Memory, bool]]


@dataclass(frozen=True, repr=False)
class Task:
    """A family of instances: functions, rules and parameters. Made by :func:`task`, varied by :meth:`with_`."""

    name: str
    """The id under which the catalogue knows it."""
    summary: str
    """What is asked, in a sentence or two."""
    asking: Callable[..., Any]
    """Asks a question; see :func:`task`."""
    drawing: Callable[..., Any]
    """``drawing(pick, origin, **params) -> hidden``."""
    reacting: Callable[..., str]
    """``reacting(pick, hidden, question, correct, rules, **params) -> feedback`` without its separator."""
    knowing: Callable[..., tuple[Memory, bool]]
    """``knowing(hidden, record, question, correct, **params) -> (record, should_know)``."""
    rules: Rules = Rules()
    params: Mapping[str, Any] = field(default_factory=dict)
    """The task's own parameters with their values."""
    changed: Mapping[str, Any] = field(default_factory=dict)
    """What :meth:`with_` changed, so that a record can name the variant."""

    def __repr__(self) -> str:
        changes = "".join(f", {name}={value!r}" for name, value in self.changed.items())
        return f"<Task {self.name!r}{changes}: {self.summary.partition(chr(10))[0]}>"

    @cached_property
    def bound(self) -> Bound:
        """The functions with the task's parameters filled in."""
        react, rules = self._fill(self.reacting), self.rules
        return Bound(
            self._fill(self.drawing),
            _uniform(self.asking, self._fill(self.asking)),
            lambda pick, hidden, question, correct: react(pick, hidden, question, correct, rules),
            self._fill(self.knowing),
        )

    def _fill(self, function: Callable[..., Any]) -> Callable[..., Any]:
        own = _keywords(function)
        return partial(function, **{name: self.params[name] for name in own}) if own else function

    def row(self) -> dict[str, Any]:
        """How a curriculum's description names it."""
        return {"task": TASKS.full_id(self.name), **self.changed}

    def with_(self, /, **changes: Any) -> Task:
        """A variant: the same task with other rules or parameters."""
        rule_names = [f.name for f in fields(Rules)]
        known = [*rule_names, *self.params]
        rules, params = {}, {}
        for name, value in changes.items():
            frozen = freeze(value)
            if name in rule_names:
                rules[name] = frozen
            elif name in self.params:
                params[name] = _like(name, frozen, self.params[name])
            else:
                raise UserError(f"The task {self.name!r} has no parameter {name!r}.{hint(name, known)}")
        merged = {**self.changed, **rules, **params}
        return replace(
            self, rules=replace(self.rules, **rules), params={**self.params, **params}, changed=merged
        )


def freeze(value: Any) -> Any:
    """Lists, as JSON and TOML give them, turned into tuples all the way down."""
    return tuple(freeze(v) for v in value) if isinstance(value, list | tuple) else value


def _like(name: str, value: Any, default: Any) -> Any:
    """The value, if it is of the default's kind through all levels of nesting."""
    wanted = type(default)
    if wanted is float and type(value) is int:
        return float(value)
    if default is not None and type(value) is not wanted:
        raise UserError(f"{name} must be like {shorten(default)}, not {shorten(value)}.")
    if wanted is tuple and default:
        return tuple(_like(name, part, default[0]) for part in value)
    if wanted is str:
        ascii_text(name, value)
    return value


TASKS: Registry[Task] = Registry("task")
"""Every stream task by its id."""


def feedback(pick: Chooser, hidden: Hidden, question: Question, correct: bool, rules: Rules, **_: Any) -> str:
    """A reaction, followed by the answer where the rules say so."""
    reaction = rules.reactions[0] if correct else rules.reactions[1]
    if correct and not rules.echo:
        return reaction
    text = pick.choice(question.shown) if question.shown else question.answer
    return reaction + text + ("" if question.bare else rules.terminator)


def no_feedback(*_: Any, **__: Any) -> str:
    """Nothing, not even a separator."""
    return ""


def always(hidden: Hidden, record: Memory, *_: Any, **__: Any) -> tuple[Memory, bool]:
    """The learner should know from the first question on."""
    return record, True


def every_key_answered(
    hidden: Hidden, record: Memory, question: Question, correct: bool
) -> tuple[tuple[str, ...], bool]:
    """The learner should know once every key of the instance was answered at least once, right or wrong."""
    seen = record or ()
    if question.key not in seen:
        seen = (*seen, question.key)
    return seen, len(seen) >= len(hidden)


def nothing_hidden(pick: Chooser, origin: Origin, **_: Any) -> None:
    """An instance without hidden parameters."""
    return


def task(
    name: str,
    *,
    draw: Callable[..., Any] = nothing_hidden,
    react: Callable[..., str] = feedback,
    know: Callable[..., tuple[Memory, bool]] = always,
    **rules: Any,
) -> Callable[[Callable[..., Any]], Task]:
    """Turn a function that asks a question into a task of the catalogue.

    The function takes ``pick`` and, if it needs them, ``hidden`` and ``memory``; its keyword parameters,
    together with those of ``draw``, ``react`` and ``know``, are the task's parameters. It returns a question
    or, if it takes the memory, a question and the new memory.
    """

    def register(asking: Callable[..., Any]) -> Task:
        params: dict[str, Any] = {}
        for function in (draw, react, know, asking):
            params |= {
                key: value
                for key, value in _keywords(function).items()
                if key not in params or value is not _NEEDED
            }
        missing = [key for key, value in params.items() if value is _NEEDED]
        if missing:
            raise UserError(f"The task {name!r} gives its parameter {missing[0]!r} no value.")
        made = Task(
            name=name,
            summary=inspect.cleandoc(asking.__doc__ or ""),
            asking=asking,
            drawing=draw,
            reacting=react,
            knowing=know,
            rules=Rules(**rules),
            params=params,
        )
        return TASKS.add(name, made)

    return register


_NEEDED = inspect.Parameter.empty


def _keywords(function: Callable[..., Any]) -> dict[str, Any]:
    signature = inspect.signature(function)
    return {p.name: p.default for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY}


def _uniform(asking: Callable[..., Any], filled: Callable[..., Any]) -> Callable[..., Any]:
    """``ask(pick, hidden, memory) -> (Question, memory)`` from a function that may take or give less."""
    parameters = inspect.signature(asking).parameters.values()
    match tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY):
        case ("pick",):
            return lambda pick, hidden, memory: (filled(pick), memory)
        case ("pick", "hidden"):
            return lambda pick, hidden, memory: (filled(pick, hidden), memory)
        case ("pick", "hidden", "memory"):
            return filled
        case other:
            raise UserError(f"A task asks with pick, hidden and memory, in this order, not with {other}.")
