"""The conversation, step by step: listening, answering, and experimenting with silence."""

from __future__ import annotations

from typing import Any

from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.policy.choice import choose
from gradus.learners.gradual.policy.listening import Listening
from gradus.learners.gradual.policy.settings import SETTINGS
from gradus.learners.gradual.policy.symbols import SYMBOLS


class Conversation(Listening):
    """The step-by-step state machine."""

    def step(self, heard: str, reward: int) -> str:
        """Take in one symbol and the reward of the last reply; return the next reply."""
        self.silence.observe(self.last, heard, reward)
        if self.silence.symbol != self.keeper.silence:
            self._change_silence()
        self._take(self._of_its_own(heard, reward), reward)
        if self.keeper.think():
            self.lessons.revise(self.keeper, self.mind, self.trying)
        self.last = self._reply()
        self.mind.think()
        return self.last

    def _of_its_own(self, heard: str, reward: int) -> str:
        """What the world says that is not merely what it has just heard."""
        silent = self.silence.symbol
        if not silent:
            return heard
        if self.echo.observe(self.last, heard, reward, silent, self.answering):
            self.keeper.start_over()  # what was repeated had been taken for reactions
            self.joined = self.whole = False
        return self.echo.without(self.last, heard, reward, silent)

    def _change_silence(self) -> None:
        """Another symbol is silence now: what was cut with the old one is worth nothing."""
        if self.keeper.silence:
            self.joined = self.whole = False
        self.keeper.unlearn(self.silence.symbol)
        self.mind.silence = self.silence.symbol

    def restore(self, state: dict[str, Any]) -> None:
        """Take over a memory written by `state`."""
        super().restore(state)
        for exchange in self.keeper.window:
            if exchange == self.exchange:
                self.exchange = exchange  # the very one of the window: what becomes of it is noted there

    def _reply(self) -> str:
        silent = self.silence.symbol
        if self.answering:
            return self._continue()
        if not silent:
            return self._babble()
        if self.cut and self._read():
            self._settle()
        stripped = self.segment.strip(silent)
        self.turns.listen(self.segment, silent)
        if self.turns.active and self.run > 4 * self.patience:  # the world waits: here is a turn
            sign = self.turns.awaited(self.segment, silent)
            self.turns.stop()
            if sign:
                self.keeper.begin(sign)
        if self.turns.active:
            return self._seek_turn()
        if self.run >= self._patience() and stripped:
            return self._open(stripped, late=True)
        segment = self.segment.lstrip(silent)
        if segment and self.keeper.fires(segment, self.before > 0):
            if not self.hush:
                return self._open(segment, late=False)
            self.tested = True
        elif not segment and self.keeper.fires(self.segment[-1:], self.before > 0) and not self.hush:
            return self._open(self.segment[-1:], late=False)
        if self.run > 4 * self.patience:
            return self._open(self.segment[-1:], late=True)
        return silent

    def _read(self) -> bool:
        """Whether what followed an answer that may have interrupted the world can be read by now."""
        heard = self.segment[self.cut :].lstrip(self.silence.symbol)
        whole = self.keeper.fires(self.segment, self.before > 0)
        return self.run >= self._patience() or whole or (bool(heard) and self.keeper.follows(heard))

    def _seek_turn(self) -> str:
        """Be silent, but for one symbol behind one of the signs that may stand at the turn."""
        if not self.turns.speaks(self.segment):
            return self.silence.symbol
        return next(symbol for symbol in self.silence.heard if symbol != self.silence.symbol)

    def _patience(self) -> int:
        """Silent steps after which the world is taken to wait; more of them at times where nothing is earned."""
        return self.patience * (1 + self.keeper.unpaid // SETTINGS.vain % 3)

    def _open(self, segment: str, late: bool) -> str:
        """It is the learner's turn."""
        if late and self.hush:
            self.hush, self.failures, self.next_test = False, 0, min(64, 2 * self.next_test)
        exchange = RawExchange(segment, self.before, self.joined, certain=late, prompt=not late)
        self._turn(exchange)
        core = "" if late else self._choose(exchange)
        self.answer.begin(core, self.keeper.endings.sign)
        self.answering = True
        return self._continue()

    def _choose(self, exchange: RawExchange) -> str:
        """What to answer at the end of `exchange`."""
        question = self.keeper.question(exchange)
        return choose(question, self.keeper, self.mind, self.trying, self.silence)

    def _continue(self) -> str:
        """The next symbol of the answer."""
        prompt = self.exchange is None or self.exchange.prompt
        return self.answer.next(self.keeper, self.silence, prompt)

    def _babble(self) -> str:
        """Silence is unknown: treat every symbol as a question, or look for silence."""
        self.searched = self.searched + 1 if self.success < 0.09 else 0
        if 0 < self.searched % 480 < 360:
            exchange = RawExchange(self.segment, self.before, self.joined)
            self._turn(exchange)
            symbol = self.silence.candidate(SYMBOLS)
            self.answer.utter(symbol)
            self.answering = True
            return symbol
        return self._open(self.segment[-1:], late=False)
