"""The conversation, step by step: listening, answering, and experimenting with silence."""

from __future__ import annotations

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.mind import Mind
from gradus.learners.gradual.perception.silence import SilenceFinder
from gradus.learners.gradual.reading import Exchange
from gradus.learners.gradual.turns import TurnLearner

SEGMENT = 600
"""Longest segment remembered; older symbols of a longer one are forgotten."""

EXPLORING = 14
"""Steps of mutual silence after an answer before other symbols are tried."""

SYMBOLS = tuple(map(chr, range(256)))
"""All symbols there are; what they mean, and which bytes they stand for, is not known here."""


class Conversation(Remembering):
    """The step-by-step state machine: listening, answering, experimenting with silence."""

    def __init__(self) -> None:
        self.silence = SilenceFinder()
        self.turns = TurnLearner()
        self.mind = Mind()
        self.segment = ""
        self.pending: Exchange | None = None
        self.answering = False
        self.plan = ""
        self.said = ""
        self.last = ""
        self.waited = 0
        self.experiments = 0
        self.next_experiment = 10
        self.patience = 8
        self.run = 0
        self.searching = False
        self.searched = 0
        self.misfires = 0
        self.explored = 0
        self.late = False

    def step(self, heard: str, reward: int) -> str:
        """Take in one symbol and the reward of the last reply; return the next reply."""
        self.silence.observe(self.last, heard, reward)
        self._take(heard, reward)
        self.last = self._reply()
        return self.last

    # ---- hearing

    def _take(self, heard: str, reward: int) -> None:
        silent = self.silence.symbol
        if self.answering:
            if reward == 0 and heard == silent:
                return
            self._close(reward)
        elif reward and self.pending is not None:
            if reward > 0 and self.pending.reward == 0 and self.pending.said:
                self.pending.reward = reward
            else:
                self._missed(reward)
        self._track_run(heard)
        self.segment = (self.segment + heard)[-SEGMENT:]

    def _track_run(self, heard: str) -> None:
        if heard == self.silence.symbol:
            self.run += 1
            return
        if self.run >= self.patience - 3 and self.segment.strip(self.silence.symbol or None):
            self.patience = min(40, self.run + 4)
        self.run = 0

    def _close(self, reward: int) -> None:
        """The world reacts: the answer is over."""
        self.answering = False
        pending = self.pending
        if pending is None:
            return
        if self.waited > EXPLORING and self.said[-1:] not in ("", self.silence.symbol):
            self.mind.reader.reacted(self.said[-1])
        pending.said = self.said
        pending.reward = reward
        if reward > 0 and not self.late:
            self.turns.succeeded(pending.segment)
        cut = len(self.plan) > 1 and len(self.said) == 1 and reward < 0
        unheard = reward == 0 and len(self.said) < len(self.plan)
        self.misfires = self.misfires + 1 if cut else max(0, self.misfires - (reward > 0))
        if (cut or unheard) and not self.late:
            self.turns.misfired(pending.segment)
        self.segment = ""
        self.run = 0

    def _missed(self, reward: int) -> None:
        """Silence was judged: the turn had been at the end of the segment."""
        segment = self.segment.rstrip(self.silence.symbol) or self.segment[-1:]
        self.turns.observe(segment)
        self._turn(segment)
        self.pending = Exchange(segment, self.silence.symbol if reward > 0 else "", reward)
        self.segment = ""
        self.run = 0
        self.experiments = max(0, self.experiments - 1)

    def _turn(self, segment: str) -> None:
        """A segment is complete: learn from the exchange before it."""
        self.mind.reader.silence = self.silence.symbol
        if self.turns.rule is not None:
            names = ("delimiter", "delimiter2", "delimiter3")
            found = dict(zip(names, self.turns.delimiters, strict=False))
            held = self.mind.reader.delimiters
            self.mind.reader.delimiters = found
            if any(found.get(name) != held.get(name) for name in ("delimiter", self.mind.reading.split)):
                self.mind.reread(settled=False)
        if self.pending is not None:
            self.pending.after = segment
            self.mind.learn(self.pending)
            self._doubt()
        self.pending = None

    def _doubt(self) -> None:
        """When nothing works, find silence, or be silent to see the turns."""
        mind = self.mind
        if mind.since_reward == 0:
            self.next_experiment = 10
        if not self.silence.known:
            self.searched = self.searched + 1 if mind.success < 0.09 else 0
            self.searching = 0 < self.searched % 480 < 360
            return
        self.searching = False
        if self.experiments:
            return
        if self.misfires >= 2 or mind.since_reward >= self.next_experiment:
            self.next_experiment = mind.since_reward + 2 * self.next_experiment
            self.experiments = 3
            self.misfires = 0
            self.turns.doubt()

    # ---- speaking

    def _reply(self) -> str:
        silent = self.silence.symbol
        if self.answering:
            return self._continue()
        if not silent:
            return self._babble()
        stripped = self.segment.rstrip(silent)
        waiting = self.run >= self.patience and bool(stripped)
        if waiting:
            self.turns.observe(stripped)
            self.experiments = max(0, self.experiments - 1)
            return self._open(stripped, late=True)
        if not self.experiments and self.turns.fires(self.segment):
            return self._open(self.segment, late=False)
        if self.run > 4 * self.patience:
            return self._open(self.segment[-1:], late=True)
        return silent

    def _open(self, segment: str, late: bool) -> str:
        """It is the learner's turn."""
        self._turn(segment)
        self.plan = self.mind.answer(segment)
        self.pending = Exchange(segment, "", 0, late=late)
        self.late = late
        self.answering = True
        self.said = ""
        self.waited = 0
        if not self.plan:
            self.plan = self.mind.reader.terminator
        return self._continue()

    def _continue(self) -> str:
        """The next symbol of the answer, or whatever may make a silent world react."""
        if len(self.said) >= len(self.plan):
            self.plan = self.said + self._wait()
        symbol = self.plan[len(self.said)]
        self.said += symbol
        return symbol

    def _wait(self) -> str:
        silent = self.silence.symbol
        self.waited += 1
        if not silent:
            return self._explore()
        if self.waited <= EXPLORING or self.waited % 2:
            return silent
        return self._explore()

    def _explore(self) -> str:
        """Say something: the answer terminator, the last heard symbols, then anything ever heard."""
        last = self.pending.segment[-1:] if self.pending is not None else ""
        options = [self.mind.reader.terminator, last, *reversed(self.silence.heard)]
        options = [symbol for symbol in dict.fromkeys(options) if symbol and symbol != self.silence.symbol]
        if not options:
            return SYMBOLS[self.explored % len(SYMBOLS)]
        self.explored += 1
        return (
            options[(self.waited // 2 - EXPLORING // 2 - 1) % len(options)]
            if self.silence.known
            else options[self.explored % len(options)]
        )

    def _babble(self) -> str:
        """Silence is unknown: treat every symbol as a question, or look for silence."""
        if self.searching:
            self._turn(self.segment)
            symbol = self.silence.candidate(SYMBOLS)
            self.pending = Exchange(self.segment, symbol, 0)
            self.answering, self.said, self.plan = True, symbol, symbol
            return symbol
        return self._open(self.segment, late=False)
