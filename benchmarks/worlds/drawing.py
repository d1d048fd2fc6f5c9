"""Drawing worlds: a family, a seed and a split name one world; development and test share no draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from zlib import crc32

from gradus.school import Chooser, Sampler, UserError, hint
from gradus.stream import Scrambler

from .compositions import asked, draw_compositions
from .content import Content, Stream
from .form import Form, change_form, draw_form
from .guard import begins, shallow
from .instance import Criterion, WorldTask
from .lexicon import Lexicon
from .names_content import names_and_calls
from .numbers import arithmetic, successor, verdicts
from .operations import all_operations
from .simple_content import SIMPLE
from .state_content import states
from .world import GeneratedWorld

SPLITS = ("development", "test")


def _forms(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    return [_deep(make, pick, lexicon) for make in pick.sample(SIMPLE, 6)]


def _deep(make: Callable[[Chooser, Lexicon], Content], pick: Chooser, lexicon: Lexicon) -> Content:
    """Content of that kind that is trivial by intention or not at all."""
    while True:
        content = make(pick, lexicon)
        if content.trivial or not shallow(content):
            return content


def _operations(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    return _deepest(pick, [asked(operation, lexicon) for operation in all_operations(pick, lexicon)], 7)


def _arithmetic(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    mixed = [*_deepest(pick, arithmetic(pick, lexicon), 3), *_deepest(pick, verdicts(pick, lexicon), 3)]
    return [successor(pick, lexicon), *pick.shuffled(mixed)]


def _state(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    return _deepest(pick, states(pick, lexicon), 6)


def _names(pick: Chooser, lexicon: Lexicon) -> list[Content]:
    while True:
        contents = names_and_calls(pick, lexicon)
        if not any(shallow(content) for content in contents):
            return contents


def _deepest(pick: Chooser, pool: Sequence[Content], count: int) -> list[Content]:
    """So many different contents in which no shallow answer is often right."""
    good = (content for content in pick.shuffled(pool) if not shallow(content))
    return list(islice(good, count))


FAMILIES: dict[str, Callable[[Chooser, Lexicon], list[Content]]] = {
    "forms": _forms,
    "operations": _operations,
    "arithmetic": _arithmetic,
    "state": _state,
    "compositions": draw_compositions,
    "names": _names,
}
"""Every family by name: what draws its contents."""


def draw(
    family: str,
    seed: int,
    split: str = "development",
    *,
    scramble: bool | Scrambler = False,
    criterion: Criterion | None = None,
) -> GeneratedWorld:
    """The world of that name, at its beginning."""
    if family not in FAMILIES:
        raise UserError(f"There is no family of worlds {family!r}.{hint(family, FAMILIES)}")
    if split not in SPLITS:
        raise UserError(f"split must be development or test, not {split!r}.")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise UserError(f"seed must be a whole number of at least 0, not {seed!r}.")
    name = f"{family}-{split}-{seed}"
    tasks = draw_tasks(family, seed, split)
    spec = {"family": family, "seed": seed, "split": split}
    return GeneratedWorld(name, tasks, spec, scramble, criterion)


def draw_tasks(family: str, seed: int, split: str) -> list[WorldTask]:
    """The tasks of a world."""
    pick = Sampler(seed, (crc32(b"worlds"), crc32(split.encode()), crc32(family.encode())))
    lexicon = Lexicon.draw(pick)
    contents = FAMILIES[family](pick, lexicon)
    keyed, names = pick.chance(2, 3), iter(pick.shuffled(lexicon.names[:10]))
    tasks: list[WorldTask] = []
    form: Form | None = None
    for number, content in enumerate(contents):
        form = _next_form(pick, lexicon, content, form, fresh=family == "forms" and pick.chance(2, 3))
        keyword = _keyword(names, content) if keyed and not content.words else ""
        form = _with_keyword(form, keyword)
        tasks.append(WorldTask(f"{number + 1} {content.name}", content, form))
    return tasks


def _keyword(names: Iterator[str], content: Content) -> str:
    """The next name that is no word of the content itself."""
    stream = Stream(content, Sampler(0))
    said = {word for _ in range(40) for word in stream.next().question}
    return next(name for name in names if name not in said)


def _with_keyword(form: Form, keyword: str) -> Form:
    return replace(form, keyword=keyword, key_mark=form.key_mark if keyword else "")


def _next_form(pick: Chooser, lexicon: Lexicon, content: Content, old: Form | None, fresh: bool) -> Form:
    """The old form as often as not, else one with a part changed, or an altogether new one."""
    telling = not content.options or pick.chance(1, 2) or not _findable(content.options)
    fixed, begun = _equally_long(content), not content.trivial and begins(content)
    needs = {"telling": telling, "fixed": fixed}
    while True:
        fits = old is not None and not (telling and not old.tells[1]) and (old.ask_end != "" or fixed)
        if old is None or fresh or not fits:
            form = draw_form(pick, lexicon, **needs)
        else:
            form = change_form(pick, lexicon, old, **needs) if pick.chance(1, 3) else old
        if form.answer_end or not begun:
            return form
        old = None  # where an answer ends when it is long enough, who copied the question would be right


def _findable(options: Sequence[str]) -> bool:
    """Whether answers that nobody says can be found by trying: one symbol, perhaps doubled."""
    return all(len(set(option)) == 1 for option in options)


def _equally_long(content: Content) -> bool:
    """Whether all questions have one length, as far as a hundred of them tell."""
    stream = Stream(content, Sampler(0))
    return len({tuple(map(len, stream.next().question)) for _ in range(100)}) == 1
