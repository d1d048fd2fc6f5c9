"""The answer that is being said, symbol by symbol, and the signs tried behind it until the world reacts."""

from __future__ import annotations

from collections.abc import Sequence

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception.exchange import RawExchange, timed
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.silence import SilenceFinder
from gradus.learners.gradual.policy.settings import SETTINGS
from gradus.learners.gradual.policy.symbols import SYMBOLS


class Answer(Remembering):
    """What is said in one turn."""

    def __init__(self) -> None:
        self.core = ""
        """The answer itself, without what ends it."""
        self.plan = ""
        """What is to be said, as far as that is decided."""
        self.said = ""
        """What has been said."""
        self.waited = 0
        """Steps since all was said, or since the latest sign was tried."""
        self.probing = False
        """Whether signs that may end the answer are being tried."""
        self.probe = ""
        """The sign tried last."""

    def begin(self, core: str, sign: str) -> None:
        """Begin to say `core` and the `sign` that ends it."""
        self.core, self.plan, self.said = core, core + sign, ""
        self.waited, self.probing, self.probe = 0, False, ""

    def utter(self, symbol: str) -> None:
        """The answer is one symbol, and it is said at once."""
        self.core = self.plan = self.said = symbol

    def next(self, keeper: Keeper, silence: SilenceFinder, prompt: bool) -> str:
        """The next symbol of the answer, or whatever may make a silent world react."""
        if len(self.said) >= len(self.plan):
            self.plan = self.said + self._wait(keeper, silence, prompt)
        symbol = self.plan[len(self.said)]
        self.said += symbol
        return symbol

    def _wait(self, keeper: Keeper, silence: SilenceFinder, prompt: bool) -> str:
        """Nothing is left to say: be silent for a while, then try signs that may end the answer."""
        silent, endings = silence.symbol, keeper.endings
        if not silent:
            return SYMBOLS[sum(silence.heard.values()) % 256]
        self.waited += 1
        if not self.probing and not endings.sought and self.waited <= _patience(keeper, prompt):
            return silent
        if not self.probing:
            if not endings.sought:
                endings.unheard()
            self.probing = True
            self.waited = SETTINGS.reacts
        return self._try_sign(keeper, silence)

    def _try_sign(self, keeper: Keeper, silence: SilenceFinder) -> str:
        """The next sign to try; suspects one by one with a pause between."""
        endings, silent = keeper.endings, silence.symbol
        if endings.waits(len(self.said)):
            return silent
        if endings.suspects:
            if self.probe and self.waited < SETTINGS.reacts:
                return silent
            self.waited = 0
            self.probe = endings.next_suspect()
            return self.probe
        if endings.tried % SETTINGS.breath == SETTINGS.breath - 1 and self.said[-1:] != silent:
            return silent
        self.probe = endings.next_sign(_signs(keeper, silence))
        self.waited = 0
        return self.probe

    def teach(self, exchange: RawExchange, keeper: Keeper, silent: str) -> None:
        """The world has reacted: what that shows about how answers end."""
        endings, said = keeper.endings, self.said
        if not silent:
            return
        spoken = said.rstrip(silent)
        waited = len(said) - len(spoken)
        if not spoken:
            exchange.length = len(said)
            endings.timed(len(said))
        elif self.probing:
            if endings.broken or not endings.went_on(len(said)):
                return
            if (
                self.probe
                and spoken.endswith(self.probe)
                and waited < SETTINGS.reacts
                and self._alone(spoken, silent)
            ):
                endings.worked(self.probe)
            else:
                endings.suspect(said, silent)
        elif endings.sign and spoken.endswith(endings.sign) and waited < SETTINGS.reacts:
            endings.worked(endings.sign, len(spoken) - len(endings.sign))
        elif endings.sign and len(said) < len(self.core) + len(endings.sign):
            endings.cut_short()
        elif endings.by_length and not endings.stilled and (waited or len(said) < len(self.core)):
            exchange.length = len(said)

    def _alone(self, spoken: str, silent: str) -> bool:
        """Whether what was tried last stands alone behind the answer or a pause: nothing else can have worked."""
        before = spoken[: len(spoken) - len(self.probe)]
        return before in ("", self.core) or before.endswith(silent * (SETTINGS.reacts - 1))


def _patience(keeper: Keeper, prompt: bool) -> int:
    """Silent steps after an answer before signs are tried; where long answers were waited for, longer ones may be."""
    if not (keeper.endings.by_length and prompt):
        return SETTINGS.reacts
    longest = max([old.length for old in keeper.window], default=0) if timed(keeper.window) else 0
    return max(SETTINGS.wait, SETTINGS.longer * longest)


def _signs(keeper: Keeper, silence: SilenceFinder) -> list[str]:
    """Signs that may end an answer, the most likely first."""
    heard, silent, form = silence.heard, silence.symbol, keeper.form
    segments = [exchange.segment for exchange in keeper.window[-3:]]
    whole = "".join([exchange.segment for exchange in keeper.window]).rstrip(silent)
    segments.append(whole)  # who takes each symbol for a question heard the end of one in pieces
    tails = [segment[-size:] for size in (1, 2, 3) for segment in segments if len(segment) > size]
    if form is not None:
        tails += [mark for mark in (form.end.mark, form.wrong.mark) if mark]
    rare = sorted((symbol for symbol in heard if symbol != silent), key=lambda symbol: heard[symbol])
    rare += word_ends([exchange.segment for exchange in keeper.window], silent)
    unheard = [symbol for symbol in SYMBOLS if symbol not in heard]
    return [sign for sign in keeper.endings.candidates(tails, rare, unheard) if silent not in sign]


def word_ends(segments: Sequence[str], silent: str) -> list[str]:
    """Signs of several symbols with which words of several segments end, those of the most segments first.

    What is told may be told with the sign that ends it, before other words and before other marks.
    """
    counts: dict[str, int] = {}
    for segment in segments[-SETTINGS.ends_sought :]:
        words = [word for word in segment.split(silent) if word]
        for end in dict.fromkeys(word[-size:] for word in words for size in (2, 3) if len(word) > size):
            counts[end] = counts.get(end, 0) + 1
    often = [end for end, count in counts.items() if count > 1]
    return sorted(often, key=lambda end: -counts[end])[: SETTINGS.ends]
