"""Simple content: what can be learned by heart. It leaves the form of the dialogue as the only riddle."""

from __future__ import annotations

from functools import partial

from gradus.school import Chooser

from .content import Asked, Content, Hidden, Memory, deal, simple
from .lexicon import Lexicon


def constant(pick: Chooser, lexicon: Lexicon) -> Content:
    """The same answer to whatever is asked."""
    answer = pick.choice(lexicon.words)
    return simple("constant", lambda p: ((p.choice(lexicon.words),), (answer,)), trivial=True)


def copy(pick: Chooser, lexicon: Lexicon) -> Content:
    """Say the word."""

    def ask(p: Chooser) -> tuple[tuple[str, ...], tuple[str, ...]]:
        word = p.choice(lexicon.words)
        return (word,), (word,)

    return simple("copy", ask, trivial=True)


def copy_symbol(pick: Chooser, lexicon: Lexicon) -> Content:
    """Say the symbol: questions and answers of fixed length."""

    def ask(p: Chooser) -> tuple[tuple[str, ...], tuple[str, ...]]:
        letter = p.choice(lexicon.letters)
        return (letter,), (letter,)

    return simple("copy a symbol", ask, trivial=True)


def _look_up(
    p: Chooser, hidden: Hidden, memory: Memory, *, table: tuple[tuple[str, str], ...]
) -> tuple[Asked, Memory]:
    card, rest = deal(p, len(table), memory)
    return Asked((table[card][0],), (table[card][1],)), rest


def table(pick: Chooser, lexicon: Lexicon) -> Content:
    """A table that is the same in every instance."""
    size = pick.between(4, 7)
    if pick.chance(1, 2):
        keys, values = pick.sample(lexicon.letters, size), pick.sample(lexicon.letters, size)
    else:
        keys, values = pick.sample(lexicon.words, size), pick.sample(lexicon.words, size)
    rows = tuple(zip(keys, values, strict=True))
    return Content(f"table of {size}", partial(_look_up, table=rows))


def few_options(pick: Chooser, lexicon: Lexicon) -> Content:
    """A fixed table with two to five possible answers, which can be found out by trying."""
    size, count = pick.between(3, 5), pick.between(2, 5)
    options = _options(pick, lexicon, count)
    keys = pick.sample(lexicon.words if pick.chance(1, 2) else lexicon.letters, size)
    values = (*options[:2], *[pick.choice(options) for _ in range(size - 2)])
    rows = tuple(zip(keys, pick.shuffled(values), strict=True))
    return Content(f"one of {count} answers", partial(_look_up, table=rows), options=options)


def _options(pick: Chooser, lexicon: Lexicon, count: int) -> tuple[str, ...]:
    """Answers of one length, so that they can be tried where answers end by length."""
    if pick.chance(2, 3):
        return pick.sample(lexicon.letters, count)
    return tuple(letter * 2 for letter in pick.sample(lexicon.letters, count))


def secret_table(pick: Chooser, lexicon: Lexicon) -> Content:
    """A table that every instance draws anew: its entries must be told."""
    size = pick.between(3, 6)
    keys = pick.sample(lexicon.words if pick.chance(1, 2) else lexicon.letters, size)
    values = lexicon.words[:20] if pick.chance(1, 2) else tuple(lexicon.letters)

    def draw(p: Chooser) -> Hidden:
        return tuple(p.choice(values) for _ in keys)

    def ask(p: Chooser, hidden: Hidden, memory: Memory) -> tuple[Asked, Memory]:
        card, rest = deal(p, size, memory)
        return Asked((keys[card],), (hidden[card],), keys[card]), rest

    return Content(f"secret table of {size}", ask, draw, keys=size)


SIMPLE = (constant, copy, copy_symbol, table, table, few_options, few_options, secret_table)
