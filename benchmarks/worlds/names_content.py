"""Names, calls and conditions: one operation under several names, calls in calls, names announced, choices made."""

from __future__ import annotations

from collections.abc import Callable

from gradus.school import Chooser, Sampler

from .compositions import asked, draw_primitives
from .content import Content, simple
from .lexicon import Lexicon
from .operations import TEXT, Operation, as_words, fresh_word

Question = tuple[tuple[str, ...], tuple[str, ...]]
Ask = Callable[[Chooser], Question]


def names_and_calls(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    """Two operations under several names first, then calls in calls, announced names, choices and look-ups."""
    names = pick.sample(lexicon.names[:10] + lexicon.names[30:36], 8)
    first, second = _operations(pick, lexicon)
    calls = dict.fromkeys(names[:3], first) | dict.fromkeys(names[3:5], second)
    means, dash = names[5], names[6]

    def several(p: Chooser) -> Question:
        name, word = p.choice(tuple(calls)), fresh_word(p, lexicon)
        return (name, word), as_words(calls[name].apply(word))

    def nested(p: Chooser) -> Question:
        outer, inner, word = p.choice(names[:3]), p.choice(names[3:5]), fresh_word(p, lexicon)
        return (outer, inner, word), as_words(first.apply(second.apply(word)))

    def announced(p: Chooser) -> Question:
        new, name, word = p.choice(lexicon.words), p.choice(tuple(calls)), fresh_word(p, lexicon)
        return (new, means, name, dash, new, word), as_words(calls[name].apply(word))

    return [
        asked(first, lexicon, (names[0],), role="primitive"),
        asked(second, lexicon, (names[3],), role="primitive"),
        simple("operations under several names", several, words=(names[0],)),
        simple("calls in calls", nested, words=(names[0],)),
        simple("names announced", announced, words=(names[0],)),
        *pick.sample(choices(lexicon), 3),
    ]


def _operations(pick: Chooser, lexicon: Lexicon) -> tuple[Operation, Operation]:
    """Two operations on words, neither of which undoes or repeats the other."""
    while True:
        chosen, _ = draw_primitives(pick, lexicon, primitives=2, depths=(2,))
        texts = [operation for operation in chosen if operation.takes == operation.gives == TEXT]
        if len(texts) == 2 and _always_leaves_something(texts[1], lexicon):
            return texts[0], texts[1]


def _always_leaves_something(inner: Operation, lexicon: Lexicon) -> bool:
    """Whether a call around this one has at least two letters to work on, whatever the word."""
    pick = Sampler(0)
    return all(len(inner.apply(fresh_word(pick, lexicon))) > 1 for _ in range(300))


def choices(lexicon: Lexicon) -> list[Content]:
    """Answers that are one or several words of the question, picked by a condition."""

    def words(p: Chooser, count: int) -> tuple[str, ...]:
        return tuple(fresh_word(p, lexicon) for _ in range(count))

    def has_letter(p: Chooser) -> Question:
        word, yes, no = words(p, 3)
        letter = p.choice(lexicon.letters)
        return (word, letter, yes, no), (yes if letter in word else no,)

    def same_end(p: Chooser) -> Question:
        one, two, no = words(p, 3)
        two = two[:-1] + one[-1] if p.chance(1, 2) else two
        return (one, two, no), (two if one[-1] == two[-1] else no,)

    def look_up(p: Chooser) -> Question:
        keys = p.sample(lexicon.letters, 3)
        values = words(p, 3)
        wanted = p.below(3)
        said = tuple(text for pair in zip(keys, values, strict=True) for text in pair)
        return (*said, keys[wanted]), (values[wanted],)

    def with_letter(p: Chooser) -> Question:
        while True:
            letter, some = p.choice(lexicon.letters), words(p, 3)
            found = tuple(word for word in some if letter in word)
            if found:
                return (letter, *some), found

    asks: dict[str, Ask] = {
        "one of two words by a letter": has_letter,
        "one of two words by an end": same_end,
        "look up in the question": look_up,
        "the words with a letter": with_letter,
    }
    return [simple(name, ask) for name, ask in asks.items()]
