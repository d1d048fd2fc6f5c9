"""The hearing half of the conversation: what the world says and pays, cut into exchanges."""

from __future__ import annotations

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.knowledge import KnowledgeSettings
from gradus.learners.gradual.perception.echo import Echo
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.perception.silence import SilenceFinder
from gradus.learners.gradual.policy.answer import Answer
from gradus.learners.gradual.policy.counsel import Counsel
from gradus.learners.gradual.policy.lessons import Lessons
from gradus.learners.gradual.policy.settings import SETTINGS
from gradus.learners.gradual.policy.trying import Trying
from gradus.learners.gradual.policy.whose_turn import WhoseTurn


class Listening(Remembering):
    """What is known about the moment of the conversation, and how it changes with what is heard."""

    def __init__(self, settings: KnowledgeSettings | None = None) -> None:
        self.silence = SilenceFinder()
        """Finds the symbol of silence."""
        self.echo = Echo()
        """Notices a world that repeats what it hears."""
        self.keeper = Keeper()
        """The form of the dialogue."""
        self.mind = Counsel(settings)
        """What is known about content."""
        self.trying = Trying()
        """Trying on purpose."""
        self.turns = WhoseTurn()
        """Finds the turn where nothing shows it."""
        self.segment = ""
        """What the world has said since the latest answer."""
        self.before = 0
        """Reward of the latest answer."""
        self.joined = False
        """Whether the segment follows the latest exchange without a break."""
        self.exchange: RawExchange | None = None
        """The latest exchange; it is being answered, or its reaction is being heard."""
        self.answering = False
        """Whether an answer is being said, or the world has not reacted to it yet."""
        self.cut = 0
        """Symbols heard before the latest answer, while it is open whether that interrupted the world; 0: it is not."""
        self.verdict = 0
        """What that answer earned."""
        self.paid = True
        """Whether the latest answer has been rewarded or punished."""
        self.answer = Answer()
        """What is being said, or was said last."""
        self.last = ""
        """The latest reply."""
        self.run = 0
        """Silent symbols heard in a row."""
        self.patience = 8
        """Silent symbols in a row after which the world is taken to wait."""
        self.hush = False
        """Being silent at the next turn on purpose."""
        self.tested = False
        """Whether silence was kept at a predicted turn, so that the next step shows whether it was one."""
        self.whole = True
        """Whether the segment was heard from its beginning."""
        self.failures = 0
        """Unrewarded answers of one symbol in a row."""
        self.next_test = SETTINGS.tested
        """So many of them before silence tests whether it is the learner's turn."""
        self.searched = 0
        """Steps without success in which silence was not known."""
        self.success = 0.5
        """Share of rewarded answers, lately."""
        self.lessons = Lessons()
        """What was handed on to knowledge lately."""

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
            elif self.keeper.tried:
                self._missed_earlier(reward)
            else:
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
            self.keeper.endings.reward(exchange.said[len(self.answer.core) :] if exchange.prompt else "")
            self.keeper.reward(exchange)
        else:
            self.keeper.fail(exchange)

    def _close(self, heard: str, reward: int) -> None:
        """The world goes on: the answer is over, or had not been wanted."""
        self.answering = False
        exchange, silent = self.exchange, self.silence.symbol
        if exchange is None:
            return
        if exchange.prompt and len(self.answer.said) == 1:
            self.silence.answered(heard, reward)
        planned = len(self.answer.core) + len(self.keeper.endings.sign)
        if (
            silent
            and len(self.answer.said) == 1
            and planned > 1
            and heard != silent
            and reward <= 0
            and exchange.prompt
            and not self.keeper.tried
            and self.answer.said != self.keeper.endings.sign
        ):
            self.segment, self.cut, self.verdict = exchange.segment, len(exchange.segment), reward
            return
        self._judge(exchange, reward)
        self.segment, self.joined, self.run = "", True, 0

    def _judge(self, exchange: RawExchange, reward: int) -> None:
        """The world has taken what was said for the answer."""
        exchange.said = self.answer.said
        self.paid = False
        self.before = 0
        if reward:
            self._pay(reward)
        short = len(self.answer.said) == 1 and self.keeper.endings.by_length
        if reward <= 0 and (short or self.keeper.unpaid >= SETTINGS.turn_vain):
            self.failures += 1
            self.hush = self.failures >= self.next_test and not self.keeper.tried
        self.answer.teach(exchange, self.keeper, self.silence.symbol)

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
        self.exchange = keeper.take_back(exchange)
        self.paid = True
        keeper.bother(0.7)

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
        self.keeper.endings.timed(length)
        if length == 1:
            self.silence.answered("", reward)
        self._turn(exchange)
        self.before, self.paid = reward, True
        self.segment, self.joined, self.run = "", True, 0
        if expected:
            self.hush, self.failures, self.next_test = False, 0, min(64, 2 * self.next_test)

    def _missed_earlier(self, reward: int) -> None:
        """Silence was judged where rewards come late: the turn had been behind the latest end of a question."""
        keeper, silent = self.keeper, self.silence.symbol
        mark = keeper.form.end.mark if keeper.form is not None else ""
        head, found, rest = self.segment.rpartition(mark) if mark else ("", "", "")
        heard = rest.lstrip(silent)
        if not found or len(heard) == len(rest):
            return
        size = len(rest) - len(heard) + 1
        exchange = RawExchange(
            (head + found).lstrip(silent),
            self.before,
            self.joined,
            silent * size,
            reward,
            size,
            True,
            False,
        )
        self._turn(exchange)
        self.before, self.paid = reward, True
        self.segment, self.joined = heard, True

    def _refuted(self) -> None:
        """The world went on although silence was kept at a predicted turn: it was none, nor were earlier ones."""
        self.keeper.start_over()
        self.hush, self.failures, self.next_test = False, 0, SETTINGS.tested
        self.joined = self.whole = False

    def _turn(self, exchange: RawExchange) -> None:
        """A segment is complete: learn from what it tells, and from turns that went by within it."""
        while stop := self.keeper.unnoticed(exchange):
            self._complete(_passed(exchange, stop, self.silence.symbol))
            self.paid = False
        self._complete(exchange)

    def _complete(self, exchange: RawExchange) -> None:
        """Learn from what a segment tells."""
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
            self.lessons.revise(self.keeper, self.mind, self.trying)
        elif self.exchange is not None and keeper.window:
            self.lessons.learn(self.exchange, keeper, self.mind, self.trying)
        self.exchange = exchange


def _passed(exchange: RawExchange, stop: int, silent: str) -> RawExchange:
    """The turn at `stop` that went by in silence; the rest of its segment is left to `exchange`, and reacts to it."""
    head, rest = exchange.segment[:stop], exchange.segment[stop:]
    heard = rest.lstrip(silent)
    size = len(rest) - len(heard) + 1
    found = RawExchange(
        head, exchange.before, exchange.joined, silent * size, 0, size, certain=True, prompt=False
    )
    exchange.segment, exchange.before, exchange.joined = heard, 0, True
    return found
