"""Finds the symbol that means "nothing is said".

Two kinds of evidence: a reply that earns nothing where other replies are punished, and a symbol that the world
repeats on and on while nothing happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception.settings import SILENCE


def _pauses(runs: Mapping[int, int]) -> bool:
    """Whether a symbol heard in runs of these lengths, so many of each, is what pauses are made of."""
    long = sum(count for size, count in runs.items() if size > 2)
    return len(runs) > 1 and long >= max(SILENCE.pauses, SILENCE.share * sum(runs.values()))


class SilenceFinder(Remembering):
    """Watches single steps until the silent symbol is known."""

    def __init__(self) -> None:
        self.symbol = ""
        """The symbol of silence; empty: not known."""
        self.heard: dict[str, int] = {}
        """How often each symbol was heard."""
        self._zeros: dict[str, float] = {}
        """By reply: how often it earned nothing, fading."""
        self._replies: dict[str, float] = {}
        """How often it was judged or not, fading alike."""
        self._last = ""
        """The symbol heard last."""
        self._run = 0
        """How often it was heard in a row without a reward or punishment."""
        self._tried: dict[str, int] = {}
        """How often each symbol was tried as silence."""
        self._held = 0
        """Steps in which silence was kept."""
        self._steps = 0
        """Steps since silence was last sought in vain."""
        self._judged = 0
        """How many of them were rewarded or punished."""
        self._adopted = False
        """Whether silence is a symbol that merely seems to mean nothing."""
        self._runs: dict[str, dict[int, int]] = {}
        """How often each symbol was heard so many times in a row, until silence is found."""
        self._same = 0
        """How often the last symbol was repeated, whatever was earned."""
        self._punished = 0
        """How many steps of silence were punished."""
        self._vain = 0
        """Replies judged since the latest reward, or since silence was last doubted."""
        self._enough = SILENCE.vain
        """So many of them raise doubts about an adopted silence."""
        self._final = ""
        """The symbol after which replies were judged lately."""
        self._finals = 0
        """How often in a row that was so, while a reply to it was never free."""
        self._settled = 0
        """Turns of one symbol that were judged at once while silence was merely adopted."""
        self._granted: dict[str, int] = {}
        """What was heard at the end of those that were not, and how often."""
        self._waiting: dict[str, int] = {}
        """How often each symbol was heard several times in a row just before a judgement in vain."""
        self._doubted = ""
        """The adopted silence that gave way to such a symbol."""

    @property
    def known(self) -> bool:
        """Whether silence has been found."""
        return bool(self.symbol)

    def observe(self, said: str, heard: str, reward: int) -> None:
        """One step: what was said, its reward, and what the world sent next."""
        self.heard[heard] = self.heard.get(heard, 0) + 1
        self._run = self._run + 1 if heard == self._last and reward == 0 else 1
        if self._adopted:
            self._doubt(reward)
        if self._adopted or not self.symbol:
            self._count_run(heard)
        self._last = heard
        if self.symbol:
            self._watch(said, reward)
            if self._run >= (SILENCE.run if self._adopted else SILENCE.long_run):
                self.symbol, self._adopted = heard, False
            return
        if said:
            fade = 0.5 if self._replies.get(said, 0.0) >= 6 else 1.0
            self._replies[said] = fade * self._replies.get(said, 0.0) + 1
            self._zeros[said] = fade * self._zeros.get(said, 0.0) + (reward == 0)
        self._steps, self._judged = self._steps + 1, self._judged + (reward != 0)
        if self._run >= SILENCE.run:
            self.symbol = heard
        elif self._steps >= SILENCE.idle:
            self._adopt()
        elif said and reward == 0 and self._stands_out(said):
            self.symbol = said

    def _count_run(self, heard: str) -> None:
        """Note how often a symbol was repeated; an adopted silence gives way to one that pauses are made of."""
        if heard == self._last:
            self._same += 1
            return
        runs = self._runs.setdefault(self._last, {})
        size = min(self._same + 1, SILENCE.run)
        runs[size] = runs.get(size, 0) + 1
        self._same = 0
        if self._adopted and self._pausing() not in ("", self.symbol):
            self.symbol = self._pausing()

    def answered(self, heard: str, reward: int) -> None:
        """A turn of one symbol is over: what was heard then.

        Where nearly all are judged at once, the world waits for more after the others. So it is where mistakes are
        broken off: what is always heard then is silence.
        """
        if reward:
            self._settled += self._adopted
        if reward or not self._adopted or heard == self.symbol:
            return
        self._granted[heard] = self._granted.get(heard, 0) + 1
        often, total = self._granted[heard], sum(self._granted.values())
        if often >= max(SILENCE.grants, SILENCE.mostly * total) and self._settled >= SILENCE.regular * total:
            self.symbol, self._doubted = heard, self.symbol
            self._vain = self._enough - SILENCE.trusted
            self._settled = 0
            self._granted.clear()

    def _doubt(self, reward: int) -> None:
        """Where replies are free, a world may say silence only while it waits for the second symbol of an answer.

        So if nothing is earned, a symbol that is never heard but just before a judgement is taken for silence, or one
        that is heard there several times in a row; and if that earns nothing either, what was adopted before, in turn.
        """
        if self._last == self._final:
            self._finals = self._finals + 1 if reward else 0
        elif reward:
            self._final, self._finals = self._last, 1
        self._vain = 0 if reward > 0 else self._vain + (reward < 0)
        if reward > 0:
            self._waiting.clear()
        elif reward and self._same:
            self._waiting[self._last] = self._waiting.get(self._last, 0) + 1
        if self._vain < self._enough:
            return
        other = self._doubted or (self._final if self._finals >= SILENCE.vain else self._waited())
        self._waiting.clear()
        if other in ("", self.symbol):
            return
        self._vain, self._enough = 0, 2 * self._enough
        self.symbol, self._doubted = other, "" if self._doubted else self.symbol

    def _waited(self) -> str:
        """The symbol that was heard several times in a row just before most judgements in vain; empty: none."""
        most = max(self._waiting, key=lambda symbol: self._waiting[symbol], default="")
        return most if most and self._waiting[most] > SILENCE.waiting * self._vain else ""

    def _pausing(self) -> str:
        """The symbol heard in runs of the most different lengths, as pauses are; empty: none."""
        varied = {symbol: runs for symbol, runs in self._runs.items() if symbol and _pauses(runs)}
        return max(varied, key=lambda symbol: (len(varied[symbol]), sum(varied[symbol].values())), default="")

    def _adopt(self) -> None:
        """Where replies are free, silence is what pauses are made of, or else any symbol that means nothing."""
        if self._judged <= SILENCE.penalties * self._steps:
            unheard = [chr(code) for code in range(256) if chr(code) not in self.heard]
            self.symbol, self._adopted = self._pausing() or (unheard or [self._last])[0], True
        self._steps = self._judged = 0

    def _watch(self, said: str, reward: int) -> None:
        """Silence that has nearly always been punished is none: it is sought again."""
        if said != self.symbol:
            return
        self._held, self._punished = self._held + 1, self._punished + (reward < 0)
        if self._held >= SILENCE.watched and self._punished > SILENCE.punished * self._held:
            self._tried[self.symbol] = self._tried.get(self.symbol, 0) + 12
            self._zeros[self.symbol] = 0.0
            self._held = self._punished = 0
            self.symbol, self._adopted = "", False

    def _stands_out(self, symbol: str) -> bool:
        """Blame must be the rule and the free symbol the exception."""
        replies, zeros = self._replies[symbol], self._zeros[symbol]
        others = sum(self._replies.values()) - replies
        free = sum(self._zeros.values()) - zeros
        if others < 8 or zeros < SILENCE.free * replies or replies < (4 if free < 0.02 * others else 6):
            return False
        return zeros / replies > free / others + 0.35

    def _turns_tried(self, symbol: str) -> tuple[int, bool]:
        """How often a symbol was tried; one never heard is left after fewer replies, as there are so many."""
        unheard = symbol not in self.heard
        return self._tried.get(symbol, 0) // (2 if unheard else 4), unheard

    def candidate(self, order: Sequence[str]) -> str:
        """The next symbol to try as silence: heard ones first, each a few times in a row."""
        choice = min(order, key=self._turns_tried)
        free = [
            symbol
            for symbol, zeros in self._zeros.items()
            if zeros > 0 and zeros >= SILENCE.free * self._replies[symbol] and self._tried.get(symbol, 0) < 12
        ]
        if free:
            choice = free[-1]
        if self._tried.get(choice, 0) % 12 == 0:
            self._replies[choice] = self._zeros[choice] = (
                0.0  # what it earned as an answer does not count here
            )
        self._tried[choice] = self._tried.get(choice, 0) + 1
        return choice
