"""Operations on words and lists: a typed language from which tasks and compositions are drawn.

An operation is a value with a name, the types it takes and gives, and a function. Texts are words over the world's
letters, lists are tuples of words. Constants that an operation needs (a letter to drop, a table to spell by) are drawn
with the world and stay the same in all its tasks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gradus.school import Chooser

from .lexicon import Lexicon

TEXT, PAIR, LIST, NUMBER, TRUTH = "text", "pair", "list", "number", "truth"


@dataclass(frozen=True)
class Operation:
    """A function of the language."""

    name: str
    takes: str
    """``text``, ``pair`` (two texts) or ``list``."""
    gives: str
    """``text``, ``list``, ``number`` or ``truth``."""
    apply: Callable[[Any], Any]


def text_operations(pick: Chooser, lexicon: Lexicon) -> list[Operation]:
    """Text to text."""
    letters = lexicon.letters
    cipher = str.maketrans(letters, "".join(pick.shuffled(letters)))
    order = {letter: place for place, letter in enumerate(pick.shuffled(letters))}
    front, back = pick.letters(letters, 2), pick.letters(letters, pick.between(1, 2))
    dropped = pick.sample(letters, 3)
    *old, new = pick.sample(letters, 5)
    uniform = str.maketrans(dict.fromkeys(old, new))
    functions: dict[str, Callable[[str], str]] = {
        "reverse": lambda w: w[::-1],
        "twice": lambda w: w * 2,
        "thrice": lambda w: w * 3,
        "mirror": lambda w: w + w[::-1],
        "mirror backwards": lambda w: w[::-1] + w,
        "first": lambda w: w[0],
        "last": lambda w: w[-1],
        "second": lambda w: w[1],
        "but the first": lambda w: w[1:],
        "but the last": lambda w: w[:-1],
        "inside": lambda w: w[1:-1],
        "from the third": lambda w: w[2:],
        "first two": lambda w: w[:2],
        "last two": lambda w: w[-2:],
        "ends": lambda w: w[0] + w[-1],
        "swap ends": lambda w: w[-1] + w[1:-1] + w[0] if len(w) > 1 else w,
        "rotate": lambda w: w[1:] + w[:1],
        "rotate back": lambda w: w[-1:] + w[:-1],
        "stutter": lambda w: "".join(c + c for c in w),
        "every second": lambda w: w[::2],
        "the other ones": lambda w: w[1::2],
        "no repeats": lambda w: "".join(dict.fromkeys(w)),
        "prefixed": lambda w: front + w,
        "suffixed": lambda w: w + back,
        "first again": lambda w: w + w[:1],
        "ciphered": lambda w: w.translate(cipher),
        "sorted": lambda w: "".join(sorted(w, key=order.__getitem__)),
        "three letters dropped": lambda w: "".join(c for c in w if c not in dropped),
        "four letters replaced": lambda w: w.translate(uniform),
    }
    return [Operation(name, TEXT, TEXT, function) for name, function in functions.items()]


def pair_operations(pick: Chooser, lexicon: Lexicon) -> list[Operation]:
    """Two texts to a text."""
    mark = pick.choice(lexicon.letters)
    functions: dict[str, Callable[[tuple[str, str]], str]] = {
        "joined": lambda p: p[0] + p[1],
        "joined the other way": lambda p: p[1] + p[0],
        "joined by a letter": lambda p: p[0] + mark + p[1],
        "longer": lambda p: p[0] if len(p[0]) >= len(p[1]) else p[1],
        "shorter": lambda p: p[0] if len(p[0]) <= len(p[1]) else p[1],
        "interleaved": lambda p: "".join(a + b for a, b in zip(*p, strict=False)),
        "first of each": lambda p: p[0][0] + p[1][0],
        "last of each": lambda p: p[0][-1] + p[1][-1],
        "letters of the first in the second": lambda p: "".join(c for c in p[0] if c in p[1]),
        "letters of the first not in the second": lambda p: "".join(c for c in p[0] if c not in p[1]),
        "first around second": lambda p: p[0] + p[1] + p[0],
    }
    return [Operation(name, PAIR, TEXT, function) for name, function in functions.items()]


def list_operations(pick: Chooser, lexicon: Lexicon) -> list[Operation]:
    """Lists to texts and lists."""
    texts: dict[str, Callable[[tuple[str, ...]], str]] = {
        "first word": lambda ws: ws[0],
        "last word": lambda ws: ws[-1],
        "second word": lambda ws: ws[1],
        "longest word": lambda ws: max(ws, key=len),
        "shortest word": lambda ws: min(ws, key=len),
        "initials": lambda ws: "".join(w[0] for w in ws),
        "endings": lambda ws: "".join(w[-1] for w in ws),
        "all joined": lambda ws: "".join(ws),
        "last and first joined": lambda ws: ws[-1] + ws[0],
    }
    lists: dict[str, Callable[[tuple[str, ...]], tuple[str, ...]]] = {
        "words reversed": lambda ws: ws[::-1],
        "but the first word": lambda ws: ws[1:],
        "but the last word": lambda ws: ws[:-1],
        "first and last word": lambda ws: (ws[0], ws[-1]),
        "words rotated": lambda ws: (*ws[1:], ws[0]),
        "different words": lambda ws: tuple(dict.fromkeys(ws)),
    }
    made = [Operation(name, LIST, TEXT, function) for name, function in texts.items()]
    return made + [Operation(name, LIST, LIST, function) for name, function in lists.items()]


def all_operations(pick: Chooser, lexicon: Lexicon) -> list[Operation]:
    """Everything above."""
    return [
        *text_operations(pick, lexicon),
        *pair_operations(pick, lexicon),
        *list_operations(pick, lexicon),
    ]


def operands(pick: Chooser, lexicon: Lexicon, takes: str, least: int = 2) -> Any:
    """Something the operation can be applied to; words are fresh, so that nothing can be learned by heart."""
    if takes == TEXT:
        return fresh_word(pick, lexicon)
    if takes == PAIR:
        first, second = fresh_word(pick, lexicon), fresh_word(pick, lexicon)
        while len(first) == len(second):
            second = fresh_word(pick, lexicon)
        return first, second
    words: tuple[str, ...] = ()
    while len({len(word) for word in words}) < 2:
        words = tuple(fresh_word(pick, lexicon) for _ in range(pick.between(least, 3)))
    sizes = [len(word) for word in words]
    if sizes.count(max(sizes)) > 1 or sizes.count(min(sizes)) > 1:
        return operands(pick, lexicon, takes, least)
    return (*words, words[0]) if pick.chance(1, 2) else words


def fresh_word(pick: Chooser, lexicon: Lexicon, least: int = 3, most: int = 6) -> str:
    """Letters of the world in any order, not all the same."""
    word = pick.letters(lexicon.letters, pick.between(least, most))
    return (
        word if len(set(word)) > 1 and word not in lexicon.names else fresh_word(pick, lexicon, least, most)
    )


def as_words(value: Any) -> tuple[str, ...]:
    """A text or a list as the words of a question or an answer."""
    return (value,) if isinstance(value, str) else tuple(value)
