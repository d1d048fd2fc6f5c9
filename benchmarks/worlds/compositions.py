"""Compositions: primitives are tasks first, then two or three of them are one task.

A composition has a keyword of its own, or it is asked for by the keywords of its parts, outermost first, as a nested
call. The typed language decides what can follow what; programs that do what one of their parts does are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gradus.school import Chooser, Sampler

from .content import Content, simple
from .guard import shallow
from .lexicon import Lexicon
from .numbers import numeral
from .operations import LIST, NUMBER, PAIR, TEXT, Operation, all_operations, as_words, operands

Composed = list[tuple[Operation, tuple[Operation, ...]]]
"""Operations with their parts, outermost first; no parts where a call cannot say what is meant."""


def numbers_of_texts(lexicon: Lexicon) -> list[Operation]:
    """Text and lists to numbers, as the world writes them."""
    digits = lexicon.digits

    def write(value: int) -> str:
        return numeral(digits, value)

    return [
        Operation("length", TEXT, NUMBER, lambda w: write(len(w))),
        Operation("number of words", LIST, NUMBER, lambda ws: write(len(ws))),
        Operation("number of different letters", TEXT, NUMBER, lambda w: write(len(set(w)))),
    ]


def asked(operation: Operation, lexicon: Lexicon, words: tuple[str, ...] = (), **more: Any) -> Content:
    """Apply the operation to something fresh."""

    def ask(p: Chooser) -> tuple[tuple[str, ...], tuple[str, ...]]:
        while True:
            value = operands(p, lexicon, operation.takes)
            answer = _answer(operation, value)
            if answer and all(answer):
                return (*words, *as_words(value)), answer

    return simple(operation.name, ask, words=words, **more)


def _answer(operation: Operation, value: Any) -> tuple[str, ...]:
    """What the operation makes of a value; empty where it makes nothing: the last letter of none, say."""
    try:
        return as_words(operation.apply(value))
    except IndexError:
        return ()


def then(inner: Operation, outer: Operation) -> Operation:
    """First one, then the other."""
    return Operation(
        f"{outer.name} of {inner.name}", inner.takes, outer.gives, lambda v: outer.apply(inner.apply(v))
    )


def each(operation: Operation) -> Operation:
    """The operation on every word of a list."""
    return Operation(
        f"{operation.name} of each", LIST, LIST, lambda ws: tuple(operation.apply(w) for w in ws)
    )


def beside(left: Operation, right: Operation) -> Operation:
    """Both on the same word, one answer behind the other."""
    return Operation(f"{left.name} beside {right.name}", TEXT, TEXT, lambda w: left.apply(w) + right.apply(w))


def on_both(operation: Operation, joining: Operation) -> Operation:
    """The operation on two words, then what joins them."""
    return Operation(
        f"{joining.name} of {operation.name} of both",
        PAIR,
        TEXT,
        lambda p: joining.apply((operation.apply(p[0]), operation.apply(p[1]))),
    )


def depth_two(pick: Chooser, primitives: Sequence[Operation]) -> Composed:
    """All two-fold compositions of the primitives, in random order, with their parts outermost first."""
    found: Composed = []
    for a in primitives:
        for b in primitives:
            if a is not b and a.gives == b.takes:
                found.append((then(a, b), (b, a)))
            if a is not b and a.takes == b.takes == TEXT and a.gives == b.gives == TEXT:
                found.append((beside(a, b), ()))
            if a.takes == a.gives == TEXT and b.takes == PAIR:
                found.append((on_both(a, b), ()))
        if a.takes == a.gives == TEXT:
            found.append((each(a), ()))
    return list(pick.shuffled(found))


def depth_three(pick: Chooser, primitives: Sequence[Operation]) -> Composed:
    """All three-fold ones."""
    found: Composed = []
    for two, parts in depth_two(pick, primitives):
        found += [
            (then(two, c), (c, *parts) if parts else ())
            for c in primitives
            if two.gives == c.takes and c not in parts
        ]
    return list(pick.shuffled(found))


def genuine(operation: Operation, known: Sequence[Operation], lexicon: Lexicon) -> bool:
    """Whether the operation differs from all known ones often, and never says too little or too much."""
    pick, differs, cases = Sampler(1), dict.fromkeys(range(len(known)), 0), 40
    for _ in range(cases):
        value = operands(pick, lexicon, operation.takes)
        try:
            result = operation.apply(value)
        except IndexError:
            return False
        answer = as_words(result)
        if not answer or not all(answer) or sum(map(len, answer)) > 24:
            return False
        for number, other in enumerate(known):
            try:
                differs[number] += other.takes != operation.takes or other.apply(value) != result
            except (IndexError, TypeError):
                differs[number] += 1
    return all(count > cases // 2 for count in differs.values())


def same(takes: str) -> Operation:
    """Nothing done at all: what a genuine operation must differ from."""
    return Operation("nothing", takes, takes, lambda v: v)


def draw_primitives(
    pick: Chooser, lexicon: Lexicon, primitives: int = 4, depths: Sequence[int] = (2, 2, 3, 3)
) -> tuple[list[Operation], Composed]:
    """Operations, and compositions of them."""
    while True:
        pool = [*all_operations(pick, lexicon), *numbers_of_texts(lexicon)]
        chosen = _mixed(pick, pool, primitives)
        composed = _compose(pick, lexicon, chosen, depths)
        if composed and not any(shallow(asked(operation, lexicon)) for operation in chosen):
            return chosen, composed


def draw_compositions(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    """Primitives, then compositions of them."""
    chosen, composed = draw_primitives(pick, lexicon)
    names = pick.sample(lexicon.names[:10] + lexicon.names[30:36], len(chosen))
    nested = pick.chance(1, 2)
    calls = dict(zip([operation.name for operation in chosen], names, strict=True))
    taught = [asked(operation, lexicon, (calls[operation.name],), role="primitive") for operation in chosen]
    return taught + [
        asked(
            operation,
            lexicon,
            tuple(calls[part.name] for part in parts) if nested and parts else (),
            role="composition",
        )
        for operation, parts in composed
    ]


def _mixed(pick: Chooser, pool: Sequence[Operation], count: int) -> list[Operation]:
    """At least two operations from text to text, so that there is something to compose."""
    texts = [op for op in pool if op.takes == op.gives == TEXT]
    first = pick.sample(texts, 2)
    rest = [op for op in pool if op not in first]
    return [*first, *pick.sample(rest, count - 2)]


def _compose(pick: Chooser, lexicon: Lexicon, chosen: Sequence[Operation], depths: Sequence[int]) -> Composed:
    made: Composed = []
    options: dict[int, Callable[..., Any]] = {2: depth_two, 3: depth_three}
    for depth in depths:
        for operation, parts in options[depth](pick, chosen):
            known = [*chosen, *[op for op, _ in made], *map(same, (TEXT, LIST, PAIR))]
            if genuine(operation, known, lexicon) and not shallow(asked(operation, lexicon)):
                made.append((operation, parts))
                break
        else:
            return []
    return made
