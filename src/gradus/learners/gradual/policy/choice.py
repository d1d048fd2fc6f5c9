"""What to answer: what is known, or something worth trying where nothing is told or nothing is earned."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import zip_longest
from statistics import fmean

from gradus.learners.gradual.perception.exchange import timed
from gradus.learners.gradual.perception.form import Form
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.pieces import pieces, stretches
from gradus.learners.gradual.perception.silence import SilenceFinder
from gradus.learners.gradual.policy.counsel import Counsel
from gradus.learners.gradual.policy.settings import SETTINGS
from gradus.learners.gradual.policy.symbols import SYMBOLS
from gradus.learners.gradual.policy.trying import Trying, sayable


def choose(question: str, keeper: Keeper, mind: Counsel, trying: Trying, silence: SilenceFinder) -> str:
    """What to answer; empty: nothing is known, and nothing is worth trying."""
    trying.hear(question)
    hopeless = _hopeless(keeper)
    vain = _vain(question, keeper)
    proposals = [item for item in mind.propose(question) if not _fails(item[0], vain, keeper.endings.sign)]
    untold = hopeless or _untold(keeper) or bool(vain)
    if hopeless:
        proposals = [item for item in proposals if item[1] >= SETTINGS.convinced and _fresh(item[0], keeper)]
    elif untold or trying.alike:
        proposals = [item for item in proposals if not trying.vain(question, *item)]
    if proposals and (not untold or _convincing(question, proposals[0][1])):
        return proposals[0][0] if untold or _worth_saying(*proposals[0], keeper) else ""
    return _attempt(question, keeper, trying, silence) if untold else ""


def _hopeless(keeper: Keeper) -> bool:
    """Whether nothing has been earned for long and nothing is told reliably: every second time something is tried."""
    late = keeper.unpaid >= SETTINGS.vain and keeper.unpaid % 2 == 0
    return late and not keeper.trusted() and not _unended(keeper)


def _convincing(question: str, sure: float) -> bool:
    """Whether a proposal is more than a guess; to a single symbol there is hardly anything better to say."""
    return sure >= SETTINGS.guess or len(question) == 1


def _unended(keeper: Keeper) -> bool:
    """Whether it is only the sign behind right answers that is not known yet."""
    return keeper.endings.broken and keeper.endings.sought


def _fails(answer: str, vain: Collection[str], sign: str) -> bool:
    """Whether an answer cannot be said as a whole, was said in vain, or must be cut short where such a one was."""
    if answer in vain or not sayable(answer, sign):
        return True
    return not sign and any(old and answer.startswith(old) for old in vain)


def _fresh(answer: str, keeper: Keeper) -> bool:
    """Whether an answer was not said in vain again and again: however sure it seems, it is misread or outdated."""
    return keeper.failed.get(answer, 0) < SETTINGS.wrong


def _vain(question: str, keeper: Keeper) -> set[str]:
    """What was answered lately to a question that came back several times and was never answered rightly.

    Whatever is told, and whatever follows from it, is no help there, unless now this is told and now that.
    """
    latest = [old for old in keeper.window[:-1] if keeper.question(old) == question]
    if len(latest) < SETTINGS.untold or any(old.reward > 0 for old in latest) or _unended(keeper):
        return set()
    tolds = [found for found in map(keeper.told, range(len(keeper.window))) if found is not None]
    if len({text for about, text in tolds if keeper.question(about) == question}) > 1:
        return set()
    return {keeper.said(old) if old.prompt else "" for old in latest}


def _worth_saying(answer: str, sure: float, keeper: Keeper) -> bool:
    """Whether a guess is worth the steps it takes: where answers are told, it saves an exchange if it is right."""
    if not keeper.endings.sign or not keeper.wins:
        return True  # the world waits for so many symbols anyway, or what is said may show where answers are told
    exchange = fmean([len(old.segment) for old in keeper.window]) + len(answer)
    return sure * exchange >= len(answer)


def _attempt(question: str, keeper: Keeper, trying: Trying, silence: SilenceFinder) -> str:
    """Something that may be right, where nothing is told or nothing is earned."""
    heard = silence.heard
    lengths = [old.length for old in keeper.window if old.length and keeper.question(old) == question]
    length = lengths[-1] if lengths and timed(keeper.window) and not keeper.endings.broken else 0
    unheard = [symbol for symbol in SYMBOLS if symbol not in heard]
    signs = (silence.symbol, keeper.endings.sign)
    return trying.option(question, signs, length, list(heard), _pieces(keeper, silence.symbol), unheard)


def _pieces(keeper: Keeper, silence: str) -> list[str]:
    """Parts of the latest reactions that may be right answers."""
    form = keeper.form
    reacting = [old for old in keeper.window if old.joined and old.before <= 0]
    parses = [keeper.parse(old) for old in reacting]
    if form is None or not any(found is None or found.reaction for found in parses):
        return []
    marks = [keeper.endings.sign, form.end.mark, *form.end.also, form.wrong.mark]
    heard = [old.segment for old in reacting]
    told = [*_nearly_told(keeper, form), *keeper.told_elsewhere()]
    if not silence:
        return told
    told += pieces(heard, marks, silence)
    both = zip_longest(told, stretches(heard, marks, silence), fillvalue="")
    return list(dict.fromkeys([text for pair in both for text in pair if text]))


def _nearly_told(keeper: Keeper, form: Form) -> list[str]:
    """What was told at places that were refuted, one or two symbols shorter: a mark may be longer than it seemed."""
    latest = range(max(0, len(keeper.window) - SETTINGS.reread), len(keeper.window))
    forms = [replace(form, wrong=cut, slot=slot, lag=lag) for cut, slot, lag in keeper.blame if slot]
    found = [keeper.told(number, other) for other in forms for number in reversed(latest)]
    tolds = dict.fromkeys([told[1] for told in found if told is not None])
    shorter = [text for told in tolds for text in (told[:-1], told[1:], told[:-2], told[2:])]
    return list(dict.fromkeys([text for text in shorter if text]))


def _untold(keeper: Keeper) -> bool:
    """Whether answers are not told: the form has no place for them, or they have not been there lately."""
    recent = [number for number, old in enumerate(keeper.window) if old.before <= 0 and old.joined]
    if keeper.form is None or len(recent) < SETTINGS.untold:
        return False
    return keeper.form.slot is None or all(
        keeper.told(number) is None for number in recent[-SETTINGS.untold :]
    )
