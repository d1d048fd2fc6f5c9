"""Grouping: which unexplained pairs may belong together, before a program is sought for them.

Which words are keywords, where questions are cut and which pairs make a group are hypotheses; the likeliest groupings
of the newest unexplained pair are tried in turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.knowledge.settings import GROUPING, KnowledgeSettings
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.programs import doubt, sign_around

Group = tuple[Kind, list[Pair]]

Cut = tuple[tuple[str, ...], str]
"""The tokens of a question, and its answer."""


def keywords_of(tokens: Sequence[str], pool: Sequence[Cut], late: Sequence[Cut] = ()) -> tuple[str, ...]:
    """The tokens of a question that recur in others and are rarely part of answers; one stays content.

    `late`: all questions of late, also those that are understood: their answers may be made of such a token.
    """
    found = []
    for token in dict.fromkeys(tokens):
        having = [answer for others, answer in pool if token in others]
        if len(having) < 2 or len(having) < GROUPING.common * len(pool):
            continue
        known = [answer for others, answer in late if token in others]
        seldom = _seldom(token, having) and _seldom(token, known)
        if seldom and _settled(token, [others for others, _ in pool if token in others]):
            found.append(token)
    if len(found) == len(set(tokens)) and len(found) > 1:
        found = found[:-1]
    return tuple(found)


def _seldom(token: str, answers: Sequence[str]) -> bool:
    """Whether a token is rarely part of the answers to questions that have it."""
    return sum(token in answer for answer in answers) <= max(
        GROUPING.content * len(answers), len(answers) // 4
    )


def _settled(token: str, questions: Sequence[tuple[str, ...]]) -> bool:
    """Whether a token mostly comes first at the same place, seen from the beginning or from the end."""
    front: dict[int, int] = {}
    back: dict[int, int] = {}
    for tokens in questions:
        at = tokens.index(token)
        front[at] = front.get(at, 0) + 1
        back[at - len(tokens)] = back.get(at - len(tokens), 0) + 1
    return max(*front.values(), *back.values()) >= GROUPING.place * len(questions)


def prefix_of(question: str, others: Sequence[str]) -> str:
    """The beginning that a question shares with others: the longer and the more of them the better."""
    best, value = "", 0
    for size in range(1, len(question)):
        begin = question[:size]
        others = [other for other in others if other.startswith(begin)]
        if len(others) < 2:
            break
        if size * len(others) >= value:
            best, value = begin, size * len(others)
    return best


def marks_of(contents: Sequence[str], silence: str) -> list[str]:
    """Signs that all contents have inside, equally often and never side by side first."""
    if len(contents) < 2:
        return []
    inner = [content[1:-1] for content in contents]
    shared = [s for s in dict.fromkeys(inner[-1]) if s != silence and all(s in text for text in inner)]
    likely = sorted(shared, key=lambda symbol: _doubt(symbol, contents))[: GROUPING.marks]
    return list(dict.fromkeys([_whole(symbol, contents, silence) for symbol in likely]))


def _doubt(symbol: str, contents: Sequence[str]) -> int:
    """How little a symbol behaves like a separator in some texts."""
    counts = {text.count(symbol) for text in contents}
    beside = sum(symbol + symbol in text or text[0] == symbol or text[-1] == symbol for text in contents)
    return len(counts) + 2 * beside


def gap_of(questions: Sequence[str], silence: str) -> str:
    """The symbols of the sign that separates words where silence does not; empty when there is none."""
    late = [question for question in questions[-GROUPING.gap :] if len(question) > 2]
    spoken = sum(bool(silence) and silence in question[1:-1] for question in late)
    if len(late) < GROUPING.clear or spoken >= GROUPING.wordy * len(late):
        return ""
    counts: dict[str, int] = {}
    for text in late:
        for symbol in dict.fromkeys(text[1:-1]):
            counts[symbol] = counts.get(symbol, 0) + (symbol != silence)
    always = [symbol for symbol, n in counts.items() if n == len(late)]
    best = min(always, key=lambda symbol: (doubt(symbol, late), _vocabulary(symbol, late)), default="")
    if best:
        return _whole(best, late, silence)
    often = [symbol for symbol, n in counts.items() if n >= GROUPING.wordy * len(late)]
    best = min(often, key=lambda symbol: _vocabulary(symbol, late), default="")
    good = best != "" and _vocabulary(best, late) < GROUPING.saved * _vocabulary("", late)
    return _whole(best, late, silence) if good else ""


def _whole(symbol: str, texts: Sequence[str], silence: str) -> str:
    """The different symbols, silence left out, of the sign that a symbol is always a part of."""
    return "".join(dict.fromkeys([other for other in sign_around(symbol, texts) if other != silence]))


def _vocabulary(symbol: str, questions: Sequence[str]) -> int:
    """How many symbols it takes to list the words that questions consist of when cut at a symbol."""
    words = {
        word: None for question in questions for word in (question.split(symbol) if symbol else (question,))
    }
    return sum(map(len, words)) + len(words)


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
