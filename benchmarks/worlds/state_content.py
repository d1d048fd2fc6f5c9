"""Content with memory: the right answer depends on earlier questions of the same instance."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gradus.school import Chooser

from .content import Asked, Content, Hidden, Memory
from .lexicon import Lexicon
from .operations import fresh_word

Names = tuple[str, ...]
Taken = tuple[tuple[str, ...], tuple[str, ...], Memory]
"""Question, answer, new memory."""
Step = Callable[[Chooser, Memory], Taken]

LASTING = ("queue", "stack", "collect and show", "whether the word came before")
"""Kinds whose memory always goes on: from an answer alone nobody could tell that it began anew."""


def _content(name: str, step: Step, keeps: bool) -> Content:
    def ask(pick: Chooser, hidden: Hidden, memory: Memory) -> tuple[Asked, Memory]:
        question, answer, memory = step(pick, memory)
        return Asked(question, answer), memory

    return Content(name, ask, keeps=keeps)


def _previous(p: Chooser, memory: Memory, *, lexicon: Lexicon, first: str) -> Taken:
    word = p.choice(lexicon.words)
    return (word,), (memory or first,), word


def _set_and_get(
    p: Chooser, memory: Memory, *, lexicon: Lexicon, put: str, get: str, done: str, names: Names
) -> Taken:
    kept = dict(memory or ())
    if kept and p.chance(3, 5):
        name = p.choice(sorted(kept))
        return (get, name), (kept[name],), tuple(sorted(kept.items()))
    name, value = p.choice(names), p.choice(lexicon.words)
    kept[name] = value
    return (put, name, value), (done,), tuple(sorted(kept.items()))


def _register(p: Chooser, memory: Memory, *, lexicon: Lexicon, put: str, get: str) -> Taken:
    if memory and p.chance(1, 2):
        return (get,), (memory,), memory
    word = p.choice(lexicon.words)
    return (put, word), (word[::-1],), word


def _counter(
    p: Chooser, memory: Memory, *, lexicon: Lexicon, up: str, down: str, clear: str, base: int
) -> Taken:
    count = memory or 0
    moves = [up, up, up] + [down] * (2 if count else 0) + ([clear] if count > 1 else [])
    move = p.choice(moves)
    count = (count + 1) % base if move == up else count - 1 if move == down else 0
    return (move,), (lexicon.digits[count],), count


def _sum(p: Chooser, memory: Memory, *, lexicon: Lexicon) -> Taken:
    base = len(lexicon.digits)
    amount = p.below(base)
    total = ((memory or 0) + amount) % base
    return (lexicon.digits[amount],), (lexicon.digits[total],), total


def _stack(
    p: Chooser, memory: Memory, *, lexicon: Lexicon, push: str, pop: str, done: str, last: bool
) -> Taken:
    kept = tuple(memory or ())
    if len(kept) >= 4 or (kept and p.chance(1, 2)):
        place = -1 if last else 0
        value = kept[place]
        return (pop,), (value,), kept[:-1] if last else kept[1:]
    word = p.choice(lexicon.words)
    return (push, word), (done,), (*kept, word)


def _collect(
    p: Chooser, memory: Memory, *, lexicon: Lexicon, add: str, show: str, drop: str, done: str
) -> Taken:
    kept = tuple(memory or ())
    if len(kept) >= 3 and p.chance(2, 3):
        return (drop,), (done,), ()
    if kept and p.chance(3, 5):
        return (show,), kept, kept
    if len(kept) >= 3:
        return (drop,), (done,), ()
    word = p.choice(lexicon.words)
    return (add, word), (done,), (*kept, word)


def _switch(p: Chooser, memory: Memory, *, lexicon: Lexicon, names: Names, done: str) -> Taken:
    mode = memory or 0
    if p.chance(1, 4):
        mode = p.below(2)
        return (names[mode],), (done,), mode
    word = p.choice(lexicon.words)
    return (word,), (word if mode == 0 else word[::-1],), mode


def _flip(p: Chooser, memory: Memory, *, words: Names, stay: str, turn: str) -> Taken:
    side = memory or 0
    move = p.choice((stay, turn))
    side = 1 - side if move == turn else side
    return (move,), (words[side],), side


def _walk(
    p: Chooser, memory: Memory, *, places: Names, moves: Names, table: tuple[tuple[int, ...], ...]
) -> Taken:
    move = p.below(len(moves))
    place = table[memory or 0][move]
    return (moves[move],), (places[place],), place


def _changed(p: Chooser, memory: Memory, *, lexicon: Lexicon, words: Names) -> Taken:
    same = memory is not None and p.chance(1, 2)
    word = memory if same else p.choice([w for w in lexicon.words[:12] if w != memory])
    return (word,), (words[0] if same else words[1],), word


def _seen(p: Chooser, memory: Memory, *, lexicon: Lexicon, words: Names) -> Taken:
    kept = tuple(memory or ())
    again = bool(kept) and p.chance(1, 2)
    word = p.choice(kept) if again else fresh_word(p, lexicon, 5, 6)
    return (word,), (words[0] if again else words[1],), kept if again else (*kept, word)[-6:]


def states(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    """All kinds of memory, with names and tables drawn."""
    name = iter(pick.shuffled(lexicon.names[:30]))
    take = partial(next, name)
    base = min(len(lexicon.digits), 6)
    places = pick.sample(lexicon.letters, 4)
    table = tuple(tuple(pick.below(4) for _ in range(2)) for _ in range(4))
    table = tuple(
        (((i + 1) % 4), row[1]) for i, row in enumerate(table)
    )  # the first move reaches every place
    verdict = pick.sample(lexicon.names[30:], 2)
    done = take()
    steps: dict[str, Step] = {
        "the word before": partial(_previous, lexicon=lexicon, first=done),
        "keep values under names": partial(
            _set_and_get,
            lexicon=lexicon,
            put=take(),
            get=take(),
            done=done,
            names=pick.sample(lexicon.letters, 3),
        ),
        "keep the last word": partial(_register, lexicon=lexicon, put=take(), get=take()),
        "count up, down, from nothing": partial(
            _counter, lexicon=lexicon, up=take(), down=take(), clear=take(), base=base
        ),
        "running sum in a circle": partial(_sum, lexicon=lexicon),
        "stack": partial(_stack, lexicon=lexicon, push=take(), pop=take(), done=done, last=True),
        "queue": partial(_stack, lexicon=lexicon, push=take(), pop=take(), done=done, last=False),
        "collect and show": partial(
            _collect, lexicon=lexicon, add=take(), show=take(), drop=take(), done=done
        ),
        "say it or say it backwards": partial(_switch, lexicon=lexicon, names=(take(), take()), done=done),
        "a switch": partial(_flip, words=verdict, stay=take(), turn=take()),
        "walk on a map": partial(_walk, places=places, moves=(take(), take()), table=table),
        "whether the word changed": partial(_changed, lexicon=lexicon, words=verdict),
        "whether the word came before": partial(_seen, lexicon=lexicon, words=verdict),
    }
    return [_content(kind, step, kind in LASTING or pick.chance(1, 2)) for kind, step in steps.items()]
