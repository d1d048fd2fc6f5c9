"""What may write registers: words that come again, commands, the longest questions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from gradus.learners.gradual.knowledge.settings import REGISTERS
from gradus.learners.gradual.knowledge.writing import Register


def word_counts(cuts: Sequence[tuple[str, ...]]) -> dict[str, int]:
    """In how many questions each word stands."""
    counts: dict[str, int] = {}
    for tokens in cuts:
        for token in dict.fromkeys(tokens):
            counts[token] = counts.get(token, 0) + 1
    return counts


def recurring_words(counts: dict[str, int], size: int) -> tuple[list[str], list[str]]:
    """The words that all of so many questions have, and others that come again."""
    always = [word for word in counts if counts[word] == size]
    return always, [
        word for word, count in counts.items() if count >= REGISTERS.recurring and word not in always
    ]


def about_things(cuts: Sequence[tuple[str, ...]], always: Sequence[str], place: int) -> bool:
    """Whether most questions say something besides a word at a place, and such words come again."""
    things = [tokens[place] for tokens in cuts if len(tokens) - len(always) > 1 and len(tokens) >= -place]
    return 2 * len(things) > len(cuts) and 2 * len(set(things)) <= len(things)


def of_one_task(cuts: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The questions that have what the latest ones all have."""
    late = cuts[-REGISTERS.late :]
    shared = [token for token in cuts[-1] if all(token in tokens for tokens in late)] if cuts else []
    return [tokens for tokens in cuts if all(token in tokens for token in shared)]


def trailing(cuts: Sequence[tuple[str, ...]], always: Sequence[str]) -> int:
    """How many words at the end all questions share: content stands before them."""
    count = 0
    while count < min(map(len, cuts), default=1) - 1 and cuts[-1][-1 - count] in always:
        count += 1
    return count if all(tokens[-count:] == cuts[-1][-count:] for tokens in cuts) else 0


def sets(words: Sequence[str], cuts: Sequence[tuple[str, ...]], end: int, marks: str) -> list[Register]:
    """Collections to which one command adds and from which another one takes the same things."""
    things = {
        word: {tokens[end] for tokens in cuts if word in tokens[:-1] and len(tokens) >= -end}
        for word in words
    }
    return [
        ("set", word, other, end, marks)
        for word, other in itertools.permutations(words, 2)
        if len(things[other]) > 1 and len(things[other] & things[word]) >= REGISTERS.same * len(things[other])
    ]


def written_by_length(cuts: Sequence[tuple[str, ...]], marks: str) -> list[Register]:
    """Registers that the longest questions write, where the same words also ask for what is there."""
    sizes = [len(tokens) for tokens in cuts]
    longest = max(sizes, default=0)
    if longest < 2 or sizes.count(longest) < REGISTERS.recurring or sizes.count(longest) == len(sizes):
        return []
    places = _kept_under([tokens for tokens in cuts if len(tokens) == longest])
    return [*[("keyed", longest, *both, marks) for both in places], ("kept", longest, -1, marks)]


def written_by(
    word: str, cuts: Sequence[tuple[str, ...]], alone: tuple[str, ...], marks: str, shared: tuple[int, int]
) -> list[Register]:
    """Registers that questions with a word write; `shared`: words that all questions have, and how many at the end."""
    size = min(len(tokens) for tokens in cuts)
    fixed, behind = shared
    if size - fixed < 2:
        return []
    end = -1 - behind
    found: list[Register] = [("kept", word, end, marks)]
    places = (end,) if behind else ()
    found += [
        ("stack", word, other, how, *places, marks) for other in alone for how in ("last", "first", "all")
    ]
    if size - fixed > 2:
        found += [("keyed", word, *places, marks) for places in _kept_under(cuts, word)]
    return found


def changed(
    registers: Sequence[Register], commands: Sequence[str], cuts: Sequence[tuple[str, ...]]
) -> list[Register]:
    """Registers of values under names, with what silent commands may do to them: by how many names they say."""
    found: list[Register] = []
    for register in registers:
        how, writer, *places, marks = register
        if how != "keyed":
            continue
        names = {tokens[places[1]] for tokens in cuts if writer in tokens}
        ways = [
            [(command, change) for change in _changes(command, writer, cuts, names)] for command in commands
        ]
        ways = [options for options in ways if options]
        choices = itertools.islice(itertools.product(*ways), REGISTERS.changes if ways else 0)
        found += [("keyed", writer, *places, choice, marks) for choice in choices]
    return found


def _changes(command: str, writer: str, cuts: Sequence[tuple[str, ...]], names: set[str]) -> tuple[str, ...]:
    """What a command may do to what is kept: it says no name, one that loses its value, or two."""
    asked = [tokens for tokens in cuts if command in tokens]
    if any(writer in tokens for tokens in asked):
        return ()
    counts = {sum(token in names for token in tokens if token != command) for tokens in asked}
    if counts == {0} and len({len(tokens) for tokens in asked}) == 1 and len(set(asked)) == 1:
        return ("empty",)
    return {frozenset({1}): ("drop",), frozenset({2}): ("exchange", "fetch", "hand on")}.get(
        frozenset(counts), ()
    )


def _kept_under(cuts: Sequence[tuple[str, ...]], writer: str = "") -> list[tuple[int, int]]:
    """Places, counted from the end, of a value and of its name in questions that keep values: what varies there."""
    size = min(map(len, cuts))
    words = {-place: {tokens[-place] for tokens in cuts} for place in range(1, size + 1)}
    varied = [place for place, others in words.items() if len(others) > 1 and writer not in others]
    return list(itertools.permutations(varied[: REGISTERS.keeping], 2))
