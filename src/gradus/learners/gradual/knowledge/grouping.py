"""Grouping: which unexplained pairs may belong together, before a program is sought for them.

Which words are keywords, where questions are cut and which pairs make a group are hypotheses; the likeliest groupings
of the newest unexplained pair are tried in turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.knowledge.keywords import keywords_of, prefix_of
from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.knowledge.marks import marks_of
from gradus.learners.gradual.knowledge.settings import GROUPING, KnowledgeSettings
from gradus.learners.gradual.knowledge.symbols import cut

Group = tuple[Kind, list[Pair]]


def hypotheses(
    pool: Sequence[Pair],
    silence: str,
    settings: KnowledgeSettings,
    gap: str = "",
    vain: int = 0,
    late: Sequence[tuple[str, str]] = (),
) -> list[Group]:
    """Groups that the newest pair of the pool may belong to, likeliest first.

    `gap`: what separates words; `vain`: searches in vain, after which older pairs are looked at as well; `late`: all
    questions of late with their answers.
    """
    recent = GROUPING.recent * (1 + min(vain // settings.patience, GROUPING.wider))
    bare = GROUPING.newest if vain % 3 == 1 else recent
    sizes = (settings.group, recent, bare)
    found = _hypotheses(pool, silence, sizes, gap if settings.marks else "", late)
    if not settings.marks:
        found = [(kind, members) for kind, members in found if not kind.marks]
    elif gap:
        found = [*found[: settings.groups - 2], *_hypotheses(pool, silence, sizes, "", late)]
    return found[: settings.groups]


def _hypotheses(
    pool: Sequence[Pair], silence: str, sizes: tuple[int, int, int], gap: str, late: Sequence[tuple[str, str]]
) -> list[Group]:
    """`sizes`: most members, most without a keyword, and most where no question seems to have one."""
    newest = pool[-1]
    plain = [(cut(pair.question, silence, gap), pair.answer) for pair in pool]
    tokens = plain[-1][0]
    said = [(cut(question, silence, gap), answer) for question, answer in late]
    keywords = _unglued(keywords_of(tokens, plain, said), tokens[0], pool, gap)
    kinds = [Kind(keywords, gap)] if keywords else []
    core = tuple(
        [word for word in keywords if sum(word in other for other, _ in plain) > GROUPING.core * len(plain)]
    )
    kinds += [Kind(core, gap)] if core else []
    cut_kinds = _cut_kinds(keywords, pool, silence, gap)
    clear = bool(cut_kinds) and _clear(cut_kinds[0], pool, silence)
    kinds = [*cut_kinds[:1], *kinds, *cut_kinds[1:]] if clear else [*kinds, *cut_kinds]
    kinds += [Kind((), gap), Kind((), gap, len(tokens))]
    recurring = [t for t in dict.fromkeys([tokens[0], tokens[-1]]) if sum(t in o for o, _ in plain) > 1]
    kinds += [Kind((token,), gap) for token in recurring]
    most, recent, bare = sizes
    return _groups(
        [*kinds, *_all_but_one(keywords, gap)], newest, pool, silence, (most, recent if keywords else bare)
    )


def _unglued(keywords: tuple[str, ...], first: str, pool: Sequence[Pair], gap: str) -> tuple[str, ...]:
    """The keywords without the first word where content is glued to it."""
    if gap or first not in keywords or not _glued(first, pool):
        return keywords
    return tuple([word for word in keywords if word != first])


def _all_but_one(keywords: tuple[str, ...], gap: str) -> list[Kind]:
    """Kinds in which one of several keywords does not matter."""
    if len(keywords) < 2:
        return []
    return [Kind(tuple([other for other in keywords if other != word]), gap) for word in keywords]


def recorded(pool: Sequence[Pair], silence: str, gap: str) -> list[Group]:
    """All pairs with the words that the latest questions share, cut at a mark first, if there are such words."""
    late = [cut(pair.question, silence, gap) for pair in pool[-GROUPING.gap :]]
    counts = {word: sum(word in other for other in late) for word in late[-1]}
    core = tuple([word for word, count in counts.items() if count >= max(2, len(late) - GROUPING.misheard)])
    if not core:
        return []
    found = []
    for mark in (*_choices(_inner_marks(core, pool, silence, gap))[:1], ""):
        kind = Kind(core, gap + mark)
        members = [pair for pair in pool if kind.fits(pair.question, silence)]
        if len(members) >= GROUPING.clear and members[-1] is pool[-1]:
            found.append((kind, members))
    return found


def _prefix(pool: Sequence[Pair]) -> str:
    """What the newest question begins with, unless that is content that begins alike."""
    prefix = prefix_of(pool[-1].question, [pair.question for pair in pool[:-1]])
    late = [pair.question.startswith(prefix) for pair in pool[-GROUPING.recent :]]
    return "" if len(prefix) < 3 and 2 * sum(late) < len(late) else prefix


def _glued(first: str, pool: Sequence[Pair]) -> bool:
    """Whether the first word is what late questions begin with, and then content that comes back."""
    prefix = _prefix(pool)
    late = [pair.question.startswith(prefix) for pair in pool[-GROUPING.recent :]]
    return first.startswith(prefix) and 1 < len(prefix) < len(first) and sum(late) > GROUPING.core * len(late)


def _cut_kinds(keywords: tuple[str, ...], pool: Sequence[Pair], silence: str, gap: str) -> list[Kind]:
    """Kinds with further marks, or with a prefix that is glued to what follows."""
    inner = _inner_marks(keywords, pool, silence, gap)
    found = [Kind(keywords, gap + mark) for mark in _choices(inner)]
    prefix = "" if gap else _prefix(pool)
    if prefix and not (keywords and silence and prefix.endswith(silence)):
        recent = [pair.question for pair in pool if pair.question.startswith(prefix)][-GROUPING.recent :]
        contents = [question[len(prefix) :] for question in recent if len(question) > len(prefix)]
        glued = [Kind((), mark, 0, prefix) for mark in _choices(marks_of(contents, silence))]
        glued.append(Kind((), "", 0, prefix))
        found = [*found, *glued] if keywords else [*glued, *found]
    return found


def _clear(kind: Kind, pool: Sequence[Pair], silence: str) -> bool:
    """Whether questions of a kind have its mark equally often, never at an end: it cannot be content."""
    late = [pair.question[len(kind.prefix) :] for pair in pool if kind.fits(pair.question, silence)]
    contents = [text for text in late[-GROUPING.recent :] if text]
    mark = kind.marks[-1:]
    if not mark or len(contents) < GROUPING.clear:
        return False
    counts = {text.count(mark) for text in contents}
    return len(counts) == 1 and all(mark in text[1:-1] for text in contents)


def _inner_marks(keywords: tuple[str, ...], pool: Sequence[Pair], silence: str, gap: str) -> list[str]:
    """Marks in what questions with these keywords are about."""
    contents = []
    for pair in pool:
        tokens = cut(pair.question, silence, gap)
        if all(word in tokens for word in keywords):
            contents.append((silence or gap).join([token for token in tokens if token not in keywords]))
    return marks_of([content for content in contents[-GROUPING.recent :] if content], silence)


def _choices(marks: Sequence[str]) -> list[str]:
    """The symbols of the best mark alone, and of all together."""
    every = "".join(dict.fromkeys("".join(marks)))
    return list(dict.fromkeys([marks[0], every])) if marks else []


def _latest(members: list[Pair], most: int) -> list[Pair]:
    """The latest members; all that have the same few answers, because a single one of those tells little."""
    answers = {pair.answer for pair in members[-most:]}
    first = max(0, len(members) - most)
    few = max(GROUPING.few, (len(members) - first) // GROUPING.few)
    while len(answers) <= few and first > 0 and members[first - 1].answer in answers:
        first -= 1
    return members[first:]


def _groups(
    kinds: Sequence[Kind], newest: Pair, pool: Sequence[Pair], silence: str, sizes: tuple[int, int]
) -> list[Group]:
    """The latest members of each kind; equal groups once, single pairs last; `sizes`: most, without keyword."""
    most, recent = sizes
    found: dict[tuple[tuple[int, ...], str, str], tuple[Kind, list[Pair]]] = {}
    for kind in kinds:
        if not kind.fits(newest.question, silence):
            continue
        members = [pair for pair in pool if kind.fits(pair.question, silence)]
        members = _latest(
            members, GROUPING.group * recent // GROUPING.recent if kind.weight >= 1 else recent
        )[-most:]
        key = (tuple([pair.at for pair in members]), kind.marks, kind.prefix)
        found.setdefault(key, (kind, members))
    return sorted(found.values(), key=lambda entry: len(entry[1]) == 1)
