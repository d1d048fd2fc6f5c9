"""The conversation, step by step: listening, answering, and experimenting with silence."""

from __future__ import annotations

from typing import Any

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.counsel import Counsel
from gradus.learners.gradual.perception.exchange import RawExchange, timed
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.pieces import pieces
from gradus.learners.gradual.policy.settings import SETTINGS
from gradus.learners.gradual.policy.trying import Trying, sayable
from gradus.learners.gradual.policy.whose_turn import WhoseTurn
from gradus.learners.gradual.silence import SilenceFinder

SYMBOLS = tuple(map(chr, range(256)))
"""All symbols there are; what they mean, and which bytes they stand for, is not known here."""


class Conversation(Remembering):
    """The step-by-step state machine."""

    def __init__(self) -> None:
        self.silence = SilenceFinder()
        self.keeper = Keeper()
        self.mind = Counsel()
        self.trying = Trying()
        self.turns = WhoseTurn()
        self.segment = ""
        self.before = 0
        """Reward of the latest answer."""
        self.joined = False
        self.exchange: RawExchange | None = None
        """The latest exchange; it is being answered, or its reaction is being heard."""
        self.answering = False
        self.cut = 0
        """Symbols heard before the latest answer, while it is open whether that interrupted the world; 0: it is not."""
        self.verdict = 0
        """What that answer earned."""
        self.paid = True
        """Whether the latest answer has been rewarded or punished."""
        self.plan = ""
        self.core = ""
        self.said = ""
        self.last = ""
        self.waited = 0
        self.run = 0
        self.patience = 8
        self.hush = False
        """Being silent at the next turn on purpose."""
        self.tested = False
        """Whether silence was kept at a predicted turn, so that the next step shows whether it was one."""
        self.whole = True
        """Whether the segment was heard from its beginning."""
        self.failures = 0
        self.next_test = SETTINGS.tested
        self.probing = False
        self.probe = ""
        self.searching = False
        self.searched = 0
        self.success = 0.5
        self.pairs: list[tuple[str, str]] = []

    def step(self, heard: str, reward: int) -> str:
        """Take in one symbol and the reward of the last reply; return the next reply."""
        self.silence.observe(self.last, heard, reward)
        self.keeper.silence = self.mind.silence = self.silence.symbol
        self._take(heard, reward)
        if self.keeper.think():
            self._revise()
        self.last = self._reply()
        self.mind.think()
        return self.last

    def begin_listening(self, silence: SilenceFinder) -> None:
        """Begin in the middle of a dialogue, with what somebody else knows about silence."""
        self.silence.restore(silence.state())
        if self.silence.symbol:
            self.keeper.restart()
            self.joined = self.whole = False

    def doing(self) -> str:
        """What the learner is trying now, in words."""
        if self.answering:
            return "It is trying signs that may end the answer." if self.probing else "It is answering."
        return "It is silent on purpose, to see whose turn it is." if self.hush else "It is listening."

    def restore(self, state: dict[str, Any]) -> None:
        """Take over a memory written by `state`."""
        super().restore(state)
        for exchange in self.keeper.window:
            if exchange == self.exchange:
                self.exchange = exchange  # the very one of the window: what becomes of it is noted there

    # ---- hearing

    def _take(self, heard: str, reward: int) -> None:
        silent = self.silence.symbol
        if self.turns.spoken:
            self._found_turn(self.turns.judge(reward))
        elif self.answering:
            if reward == 0 and heard == silent:
                return
            self._close(heard, reward)
        elif reward:
            if not self.paid and self.exchange is not None and self.exchange.said:
                self._pay(reward)
            elif not self.keeper.tried:
                self._missed(reward)
        elif self.tested and heard != silent:
            self._refuted()
        self.tested = False
        self._track_run(heard)
        self.segment = (self.segment + heard)[-SETTINGS.segment :]

    def _found_turn(self, sign: str) -> None:
        """Speaking behind `sign` is free, and nowhere else: it is the learner's turn, and rewards come later."""
        if sign:
            self.keeper.begin(sign)
            self.segment, self.joined, self.whole = self.segment[len(self.segment) :], False, False
            self.hush, self.failures, self.paid = False, 0, True

    def _track_run(self, heard: str) -> None:
        if heard == self.silence.symbol:
            self.run += 1
            return
        if self.run >= self.patience - 3 and self.segment.strip(self.silence.symbol or None):
            self.patience = min(40, self.run + 4)
        self.run = 0

    def _pay(self, reward: int) -> None:
        """The latest answer is rewarded or punished."""
        exchange = self.exchange
        self.paid = True
        self.before = reward
        if exchange is None:
            return
        exchange.reward = reward
        self.success = 0.93 * self.success + 0.07 * (reward > 0)
        if reward > 0:
            self.failures, self.next_test = 0, SETTINGS.tested
            self.turns.rewarded()
            self.keeper.endings.reward(exchange.said[len(self.core) :] if exchange.prompt else "")
            self.keeper.reward(exchange)
        else:
            self.keeper.fail(exchange)

    def _close(self, heard: str, reward: int) -> None:
        """The world goes on: the answer is over, or had not been wanted."""
        self.answering = False
        exchange, silent = self.exchange, self.silence.symbol
        if exchange is None:
            return
        planned = len(self.core) + len(self.keeper.endings.sign)
        if (
            silent
            and len(self.said) == 1
            and planned > 1
            and heard != silent
            and reward <= 0
            and exchange.prompt
            and not self.keeper.tried
            and self.said != self.keeper.endings.sign
        ):
            self.segment, self.cut, self.verdict = exchange.segment, len(exchange.segment), reward
            return
        self._judge(exchange, reward)
        self.segment, self.joined, self.run = "", True, 0

    def _judge(self, exchange: RawExchange, reward: int) -> None:
        """The world has taken what was said for the answer."""
        exchange.said = self.said
        self.paid = False
        self.before = 0
        if reward:
            self._pay(reward)
        if reward <= 0 and len(self.said) == 1 and self.keeper.endings.by_length:
            self.failures += 1
            self.hush = self.failures >= self.next_test and not self.keeper.tried
        self._learn_ending(exchange, reward)

    def _settle(self) -> None:
        """Whether the latest answer interrupted the world is open until what followed can be read.

        If that alone is a reaction and a question, the first symbol was enough to judge the answer; else the world
        had not finished, and what it said belongs to the same segment.
        """
        exchange, keeper = self.exchange, self.keeper
        cut, self.cut = self.cut, 0
        if exchange is None:
            return
        heard = self.segment[cut:].strip(self.silence.symbol)
        if heard and keeper.follows(heard) and not keeper.fires(self.segment, exchange.before > 0):
            self._judge(exchange, self.verdict)
            self.segment, self.joined = self.segment[cut:], True
            return
        if keeper.window and keeper.window[-1] is exchange:
            keeper.window.pop()
        self.exchange = keeper.window[-1] if keeper.window else None
        self.paid = True
        keeper.bother(0.7)

    def _learn_ending(self, exchange: RawExchange, reward: int) -> None:
        """What this answer shows about how answers end."""
        endings, silent = self.keeper.endings, self.silence.symbol
        said = self.said
        if not silent:
            return
        spoken = said.rstrip(silent)
        waited = len(said) - len(spoken)
        if not spoken:
            exchange.length = len(said)
            endings.timed()
        elif self.probing:
            if (
                self.probe
                and spoken.endswith(self.probe)
                and waited < SETTINGS.reacts
                and self._alone(spoken)
            ):
                endings.worked(self.probe)
            else:
                endings.suspect(said, silent)
        elif endings.sign and spoken.endswith(endings.sign) and waited < SETTINGS.reacts:
            endings.worked(endings.sign)
        elif endings.sign and len(said) < len(self.core) + len(endings.sign):
            endings.cut_short()
        elif endings.by_length and not endings.stilled and (waited or len(said) < len(self.core)):
            exchange.length = len(said)

    def _alone(self, spoken: str) -> bool:
        """Whether what was tried last stands alone or behind a pause, so that nothing else can have worked."""
        before = spoken[: len(spoken) - len(self.probe)]
        return not before or before.endswith(self.silence.symbol * (SETTINGS.reacts - 1))

    def _missed(self, reward: int) -> None:
        """Silence was judged: the turn had been at the end of the segment."""
        silent = self.silence.symbol
        if self.cut:
            self._settle()
        segment = self.segment.rstrip(silent) if silent else self.segment
        if not segment:
            segment = self.segment[-1:]
        expected = self.hush
        length = len(self.segment) - len(segment) + 1
        exchange = RawExchange(
            segment.lstrip(silent) or segment,
            self.before,
            self.joined,
            silent * length,
            reward,
            length,
            True,
            False,
        )
        self.keeper.endings.timed()
        self._turn(exchange)
        self.before, self.paid = reward, True
        self.segment, self.joined, self.run = "", True, 0
        if expected:
            self.hush, self.failures, self.next_test = False, 0, min(64, 2 * self.next_test)

    def _refuted(self) -> None:
        """The world went on although silence was kept at a predicted turn: it was none, nor were earlier ones."""
        self.keeper.window.clear()
        self.keeper.restart()
        self.hush, self.failures, self.next_test = False, 0, SETTINGS.tested
        self.joined = self.whole = False

    def _turn(self, exchange: RawExchange) -> None:
        """A segment is complete: learn from what it tells."""
        keeper = self.keeper
        if not self.paid:  # nothing came for the answer before
            self.paid = True
            if self.exchange is not None:
                keeper.fail(self.exchange)
        if not self.whole:
            self.whole, self.exchange = True, exchange
            return
        changed = keeper.note(exchange)
        self.turns.hear(exchange.segment)
        patient = keeper.unpaid < self.turns.after or keeper.wins or not self.silence.symbol
        if not patient and keeper.endings.by_length:
            self.turns.begin(self.silence.symbol)
        if keeper.tried and not keeper.wins and keeper.unpaid >= SETTINGS.unpaid:
            self._found_turn(self.turns.next())
        if changed:
            self._revise()
        else:
            self._learn()
        self.exchange = exchange

    def _learn(self) -> None:
        """Hand on what the latest two exchanges say about right answers."""
        keeper = self.keeper
        latest = self.exchange
        if latest is None or not keeper.window:
            return
        found = keeper.told(len(keeper.window) - 1)
        if latest.reward > 0:
            said = latest.said if not latest.prompt else keeper.said(latest)
            keeper.read += (keeper.question(latest), said) in self.pairs
            self.mind.judged(keeper.question(latest), said or latest.said, 1)
            self.trying.note(latest)
            self.trying.judged(keeper.question(latest), said, True, self.silence.symbol)
        elif (found is None or found[0] is not latest) and latest.prompt and latest.said:
            self.mind.judged(keeper.question(latest), keeper.said(latest), -1)
            self.trying.note(latest)
            self.trying.judged(keeper.question(latest), keeper.said(latest), False, self.silence.symbol)
        if found is not None:
            about, answer = found
            rest = about.said[len(answer) :] if about.prompt and about.said.startswith(answer) else ""
            late = rest.startswith(self.silence.symbol or answer)
            if about.reward <= 0 and rest and (late or keeper.endings.sought):
                keeper.endings.acquit(rest, self.silence.symbol)
            elif about.prompt and about.reward <= 0 and keeper.said(about) == answer:
                keeper.endings.doubt()
                keeper.refute()
                self.mind.judged(keeper.question(about), answer, -1)
                return
            if about.reward <= 0:
                self.mind.hear(keeper.question(about), answer, 0.9, keeper.said(about))
                self.pairs = [*self.pairs[-15:], (keeper.question(about), answer)]

    def _revise(self) -> None:
        """The form has changed: what the window says now replaces what it seemed to say."""
        keeper = self.keeper
        right: list[tuple[str, str, bool]] = []
        for number, exchange in enumerate(keeper.window):
            found = keeper.told(number)
            if found is not None and found[0].reward <= 0:
                right.append((keeper.question(found[0]), found[1], False))
            if exchange.reward > 0 and exchange.said:
                right.append((keeper.question(exchange), keeper.said(exchange), True))
        heard = [exchange.segment for exchange in keeper.window]
        reread = [pair for pair in self.pairs if any(pair[0] in segment for segment in heard)]
        self.mind.revise(reread, right)  # what has left the window was read in a dialogue that is over
        if keeper.recut:
            record = self.trying.since(keeper.epochs)
            self.trying.forget([(keeper.question(old), keeper.said(old), old.reward > 0) for old in record])
        self.pairs = [(question, answer) for question, answer, certain in right if not certain]

    # ---- speaking

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
        self.core = "" if late else self._choose(exchange)
        self.plan = self.core + self.keeper.endings.sign
        self.answering = True
        self.said, self.waited, self.probing, self.probe = "", 0, False, ""
        return self._continue()

    def _choose(self, exchange: RawExchange) -> str:
        """What to answer; empty: nothing is known, and nothing is worth trying."""
        question = self.keeper.question(exchange)
        self.trying.hear(question)
        sign = self.keeper.endings.sign
        proposals = [item for item in self.mind.propose(question) if sayable(item[0], sign)]
        unpaid = self.keeper.unpaid
        hopeless = unpaid >= SETTINGS.vain and unpaid % 2 == 0 and not self.keeper.trusted()
        untold = hopeless or self._untold()
        if hopeless:
            proposals = [item for item in proposals if item[1] >= SETTINGS.convinced]
        elif untold:
            proposals = [item for item in proposals if not self.trying.vain(question, *item)]
        if proposals and (proposals[0][1] >= SETTINGS.guess or len(question) == 1 or not untold):
            return proposals[0][0]
        return self._attempt(question) if untold else ""

    def _attempt(self, question: str) -> str:
        """Something that may be right, where nothing is told or nothing is earned."""
        keeper, heard = self.keeper, self.silence.heard
        lengths = [old.length for old in keeper.window if old.length and keeper.question(old) == question]
        if not timed(keeper.window):
            lengths = []
        symbols = [*heard, *(symbol for symbol in SYMBOLS if symbol not in heard)]
        signs = (self.silence.symbol, keeper.endings.sign)
        return self.trying.option(question, signs, lengths[-1] if lengths else 0, symbols, self._pieces())

    def _pieces(self) -> list[str]:
        """Parts of the latest reactions that may be right answers."""
        keeper, form = self.keeper, self.keeper.form
        parses = [keeper.parse(old) for old in keeper.window if old.joined and old.before <= 0]
        if form is None or not any(found is None or found.reaction for found in parses):
            return []
        segments = [old.segment for old in keeper.window if old.joined and old.before <= 0]
        marks = [keeper.endings.sign, form.end.mark, *form.end.also, form.wrong.mark]
        words = pieces(segments, marks, self.silence.symbol) if self.silence.symbol else []
        return [*keeper.told_elsewhere(), *words]

    def _untold(self) -> bool:
        """Whether answers are not told: the form has no place for them, or they have not been there lately."""
        keeper = self.keeper
        recent = [number for number, old in enumerate(keeper.window) if old.before <= 0 and old.joined]
        if keeper.form is None or len(recent) < SETTINGS.untold:
            return False
        return keeper.form.slot is None or all(
            keeper.told(number) is None for number in recent[-SETTINGS.untold :]
        )

    def _continue(self) -> str:
        """The next symbol of the answer, or whatever may make a silent world react."""
        if len(self.said) >= len(self.plan):
            self.plan = self.said + self._wait()
        symbol = self.plan[len(self.said)]
        self.said += symbol
        return symbol

    def _wait(self) -> str:
        """Nothing is left to say: be silent for a while, then try signs that may end the answer."""
        silent, endings = self.silence.symbol, self.keeper.endings
        if not silent:
            return SYMBOLS[sum(self.silence.heard.values()) % 256]
        self.waited += 1
        patience = SETTINGS.wait if endings.by_length else SETTINGS.reacts
        if self.exchange is not None and not self.exchange.prompt and endings.by_length:
            patience = SETTINGS.reacts
        if not self.probing and not endings.sought and self.waited <= patience:
            return silent
        if not self.probing:
            if not endings.sought:
                endings.unheard()
            self.probing = True
            self.waited = SETTINGS.reacts
        return self._try_sign()

    def _try_sign(self) -> str:
        """The next sign to try; suspects one by one with a pause between."""
        endings, silent = self.keeper.endings, self.silence.symbol
        if endings.suspects:
            if self.probe and self.waited < SETTINGS.reacts:
                return silent
            self.waited = 0
            self.probe = endings.suspects.pop(0)
            return self.probe
        if endings.tried % SETTINGS.breath == SETTINGS.breath - 1 and self.said[-1:] != silent:
            return silent
        options = self._signs()
        self.probe = options[endings.tried % len(options)]
        endings.tried += 1
        self.waited = 0
        return self.probe

    def _signs(self) -> list[str]:
        heard = self.silence.heard
        silent = self.silence.symbol
        segments = [exchange.segment for exchange in self.keeper.window[-3:]]
        tails = [segment[-size:] for size in (1, 2, 3) for segment in segments if len(segment) > size]
        form = self.keeper.form
        if form is not None:
            tails += [mark for mark in (form.end.mark, form.wrong.mark) if mark]
        rare = sorted((symbol for symbol in heard if symbol != silent), key=lambda symbol: heard[symbol])
        unheard = [symbol for symbol in SYMBOLS if symbol not in heard]
        return [sign for sign in self.keeper.endings.candidates(tails, rare, unheard) if silent not in sign]

    def _babble(self) -> str:
        """Silence is unknown: treat every symbol as a question, or look for silence."""
        self.searched = self.searched + 1 if self.success < 0.09 else 0
        self.searching = 0 < self.searched % 480 < 360
        if self.searching:
            exchange = RawExchange(self.segment, self.before, self.joined)
            self._turn(exchange)
            symbol = self.silence.candidate(SYMBOLS)
            self.core = self.plan = self.said = symbol
            self.answering = True
            return symbol
        return self._open(self.segment[-1:], late=False)
