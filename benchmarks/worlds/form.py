"""The form of a dialogue: everything about turns, ends and reactions, and nothing about what is asked.

A form is drawn from a grammar, not from a list. What the drawing excludes is what nobody could find out: a question
without an end that may have any length, a reaction that runs into the question without a seam, an ending of several
different symbols that is never heard.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gradus.school import Chooser

from .lexicon import Lexicon

GAP, ASK, ANSWER, SPLIT, TAIL, KEY = range(6)
"""The roles a mark can have, as places in the lexicon's signs."""


@dataclass(frozen=True)
class Form:
    """How questions, answers, reactions and rewards follow each other."""

    ask_end: str = "."
    """Behind every question; empty only where all questions are equally long."""
    answer_end: str = "."
    """Behind every answer; empty: an answer ends when it is as long as the right one."""
    split: str = ";"
    """Behind every reaction."""
    gap: str = " "
    """Between the words of questions and answers."""
    keyword: str = ""
    """Before every question; empty: none."""
    key_mark: str = ""
    """Behind the keyword."""
    openings: tuple[str, str] = ("", "")
    """How a reaction to a right and to a wrong answer begins."""
    fillers: tuple[str, ...] = ()
    """Words of which one, by chance, stands between the opening and the told answer."""
    tail: str = ""
    """Behind the told answer."""
    presence: tuple[int, int] = (100, 100)
    """How often, in per cent, there is a reaction to a right and to a wrong answer."""
    tells: tuple[bool, bool] = (False, True)
    """Whether the reaction to a right and to a wrong answer tells the right one."""
    told_end: bool = True
    """Whether a told answer carries the answers' ending."""
    lag: int = 0
    """1: the told answer is that of the question before."""
    pay: str = "answer"
    """``answer``: the reward comes with the judgement; ``reaction``: with the last symbol of the reaction."""
    pauses: tuple[int, int] = (0, 0)
    """Silent steps before a reaction and before a question that follows one."""
    penalty: int = -1
    """Reward for speaking while the world speaks."""

    def question(self, tokens: tuple[str, ...]) -> str:
        """The text of a question."""
        head = (self.keyword + self.key_mark,) if self.keyword else ()
        return self.gap.join(head + tokens) + self.ask_end

    def answer(self, tokens: tuple[str, ...]) -> str:
        """The text of an answer without its ending."""
        return self.gap.join(tokens)

    def reaction(self, pick: Chooser, correct: bool, told: str) -> str:
        """What the world says to an answer; empty: nothing at all."""
        kind = 0 if correct else 1
        if not pick.chance(self.presence[kind], 100):
            return ""
        text = self.openings[kind]
        if self.fillers:
            text += pick.choice(self.fillers) + self.gap
        if self.tells[kind]:
            text += told + (self.answer_end if self.told_end else "") + self.tail
        return text + self.split


def draw_form(
    pick: Chooser, lexicon: Lexicon, *, telling: bool = True, fixed: bool = False, plain: bool = False
) -> Form:
    """A form. ``telling``: answers must be told; ``fixed``: all questions are equally long; ``plain``: no lag."""
    while True:
        form = _any_form(pick, lexicon, telling, fixed, plain)
        if sound(form, fixed):
            return form


def change_form(
    pick: Chooser, lexicon: Lexicon, old: Form, *, telling: bool, fixed: bool, plain: bool = False
) -> Form:
    """The form with one or two parts drawn anew."""
    parts = ("ask_end", "answer_end", "split", "gap", "openings", "fillers", "presence", "pauses", "told_end")
    while True:
        new = _any_form(pick, lexicon, telling, fixed, plain)
        names = pick.sample(parts, pick.between(1, 2))
        changed = replace(old, **{name: getattr(new, name) for name in names}, tells=new.tells)
        if sound(changed, fixed) and changed != old:
            return changed


def _any_form(pick: Chooser, lexicon: Lexicon, telling: bool, fixed: bool, plain: bool) -> Form:
    signs = lexicon.signs
    ask = "" if fixed and pick.chance(1, 4) else _mark(pick, signs[ASK])
    answer = _answer_end(pick, signs[ANSWER], ask)
    split = pick.choice(("", ask, *[_mark(pick, signs[SPLIT]) for _ in range(6)]))
    gap = " " if pick.chance(1, 2) else _mark(pick, signs[GAP], most=2)
    keyword = pick.choice(lexicon.names[:10]) if pick.chance(2, 3) else ""
    presence, tells = _reactions(pick, telling)
    react = presence == (100, 100) and pick.chance(1, 6)
    return Form(
        ask_end=ask,
        answer_end=answer,
        split=split,
        gap=gap,
        keyword=keyword,
        key_mark=_mark(pick, signs[KEY], most=1) if keyword and pick.chance(1, 2) else "",
        openings=_openings(pick, lexicon.names[10:18]),
        fillers=pick.sample(lexicon.names[18:30], 4) if pick.chance(1, 6) else (),
        tail=_mark(pick, signs[TAIL]) if pick.chance(1, 6) else "",
        presence=presence,
        tells=tells,
        told_end=pick.chance(1, 2),
        lag=1 if telling and not plain and pick.chance(1, 8) else 0,
        pay="reaction" if react else "answer",
        pauses=(pick.choice((0, 0, 0, 1, 2)), pick.choice((0, 0, 0, 1, 3))),
        penalty=-1 if pick.chance(4, 5) else 0,
    )


def _mark(pick: Chooser, hand: str, most: int = 3) -> str:
    """One to ``most`` symbols of a hand; often a symbol repeated."""
    size = pick.choice((1, 1, 2, 3)[: most + 1])
    return hand[0] * size if pick.chance(1, 2) else pick.letters(hand, size)


def _answer_end(pick: Chooser, hand: str, ask: str) -> str:
    """None, that of questions or its last symbol, or one of its own: by chance never heard before."""
    kind = pick.below(6)
    if kind == 0:
        return ""
    return ask if kind == 1 else ask[-1:] if kind == 2 else _mark(pick, hand)


def _openings(pick: Chooser, names: tuple[str, ...]) -> tuple[str, str]:
    """None, one, or one per class; behind them silence, nothing or a word of their own."""
    kind = pick.below(5)
    right, wrong = pick.sample(names, 2)
    glue = pick.choice(("", " "))
    if kind == 0:
        return "", ""
    if kind == 1:
        return right + glue, right + glue
    return right + glue, wrong + glue


def _reactions(pick: Chooser, telling: bool) -> tuple[tuple[int, int], tuple[bool, bool]]:
    """How often there are reactions, and whether they tell the answer."""
    kind = pick.choice(
        ("always", "always", "wrong", "sometimes") if telling else ("always", "never", "wrong")
    )
    often = {"always": (100, 100), "wrong": (0, 100), "never": (0, 0)}
    presence = often.get(kind) or (pick.choice((0, 50, 70)), pick.choice((60, 70, 80)))
    return presence, (telling and pick.chance(1, 2), telling)


def sound(form: Form, fixed: bool) -> bool:
    """Whether an attentive learner could find out whose turn it is, what was asked and what was told."""
    return (
        (fixed or form.ask_end != "")
        and _seamed(form)
        and _distinguishable(form)
        and _findable(form)
        and (form.presence == (0, 0) or any(form.reaction(_Never(), kind, "x") for kind in (True, False)))
        and (form.pay == "answer" or _reacts_always(form))
    )


class _Never(Chooser):
    """The first of all options, for looking at a form without chance."""

    def below(self, n: int) -> int:
        return 0


def _reacts_always(form: Form) -> bool:
    return form.presence == (100, 100) and all(form.reaction(_Never(), kind, "") for kind in (True, False))


def _end_of_reaction(form: Form) -> str:
    """The last constant symbols of a reaction that tells something."""
    return form.split or form.tail or (form.answer_end if form.told_end else "")


def _seamed(form: Form) -> bool:
    """A reaction ends with a sign, or is a constant that the question's keyword may follow."""
    if form.presence == (0, 0) or form.split:
        return True
    kinds = [kind for kind in (0, 1) if form.presence[kind]]
    told = all(_end_of_reaction(form) for kind in kinds if form.tells[kind])
    constant = not form.fillers or all(form.tells[kind] for kind in kinds)
    return told and constant


def _distinguishable(form: Form) -> bool:
    """Where a reaction ends like a question, it must be certain whether there is a reaction."""
    if form.presence == (0, 0):
        return True
    alike = form.ask_end in (_end_of_reaction(form), "")
    certain = all(share in (0, 100) for share in form.presence) and form.pay == "answer"
    return certain or not alike


def _findable(form: Form) -> bool:
    """Reactions come only after an ending was said, so an ending of different symbols must end questions too.

    One symbol, repeated or not, can be tried out.
    """
    return len(set(form.answer_end)) <= 1 or form.ask_end.endswith(form.answer_end)
