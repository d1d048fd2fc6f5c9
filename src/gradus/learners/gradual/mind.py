"""Chooses answers and learns from what they lead to.

Every source of knowledge proposes an answer; the most trusted one that has not been refuted is given. Afterwards
all proposals are compared with the right answer, also those that were not given, so that trust is earned without
being tried.
"""

from __future__ import annotations

from collections import deque

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.memory import EpochMemory, LastingMemory
from gradus.learners.gradual.predicates import Judge
from gradus.learners.gradual.reading import Exchange, Reader, Reading
from gradus.learners.gradual.rules import RuleBook
from gradus.learners.gradual.synonyms import Synonyms
from gradus.learners.gradual.trust import Trust
from gradus.learners.gradual.words import Phrase, WordCutter

SWITCHING = ("memory", "constant", "recall")
"""Sources that speak about the current instance: their failure may mark a switch."""


CURIOSITY = 0.12
"""Sources trusted less than this give way to trying something new."""


UNTOLD = 8
"""Failures from which the reading learned nothing, successes between them not counted, before it is doubted."""


MISSED = 24
"""Failures, successes between them not counted, after which readings are compared again in any case."""


CLEAR = 3.0
"""By how much another reading must then be better: chance alone makes small differences."""


class Mind(Remembering):
    """Everything between hearing a segment and planning an answer."""

    def __init__(self) -> None:
        self.reader = Reader()
        self.epoch = EpochMemory()
        self.lasting = LastingMemory()
        self.trust = Trust()
        self.cutter = WordCutter()
        self.rules = RuleBook()
        self.synonyms = Synonyms()
        self.judge = Judge()
        self.proposals: list[tuple[str, str]] = []
        self.chosen = ""
        self.context = ""
        self.asked = ""
        self.rewarded: deque[tuple[str, str]] = deque(maxlen=12)
        self.symbols: deque[str] = deque(maxlen=40)
        self.success = 0.5
        self.since_reward = 0
        self.next_reread = 12
        self.untold = 0
        self.missed = 0
        self.off: frozenset[str] = frozenset()

    def switch_off(self, priors: frozenset[str]) -> None:
        """Do without some of the built-in expectations."""
        self.off = priors
        self.rules.ablated = priors
        self.synonyms.ablated = priors
        self.judge.ablated = priors

    @property
    def reading(self) -> Reading:
        """The reading believed most."""
        return self.reader.best[0]

    # ---- answering

    def answer(self, segment: str) -> str:
        """Plan the answer to the question at the end of `segment`; empty when a probe is best."""
        question = self.reader.question(self.reading, segment)
        self.asked = question
        self.context = self._context(question)
        self.proposals = [(source, text) for source, text in self._propose(question, segment) if text]
        wrong = self.epoch.refuted.get(question, [])
        self.chosen = ""
        best, answer = -1.0, ""
        for source, text in self.proposals:
            trust = max(self.trust.of(source, self.context), CURIOSITY if source == "fresh" else 0.0)
            if text not in wrong and trust > best:
                best, answer, self.chosen = trust, text, source
        return answer

    def _context(self, question: str) -> str:
        if len(question) == 1:
            return "known" if self.lasting.answer(question)[1] else "novel"
        return ".".join(self.rules.keywords(self._phrase(question)))

    def _phrase(self, question: str) -> Phrase:
        reader = self.reader
        self.rules.silence, self.rules.terminator = reader.silence, reader.terminator
        return self.cutter.cut(question, reader.silence, reader.terminator)

    def _propose_words(self, question: str, segment: str) -> list[tuple[str, str]]:
        """What rules, synonyms, hints and verdicts say."""
        phrase = self._phrase(question)
        if "programs" in self.off:
            return []
        text, familiar = self._solve(phrase)
        found = [("rule" if familiar else "stretch", text)]
        if not familiar:
            guesses = self.synonyms.guesses(phrase, self.rules, self.cutter)
            found += [("abduction", text) for _, _, text in guesses[:4]]
        found.append(("verdict", self.judge.answer(self._phrase(self.reader.common(segment)))))
        return found

    def _solve(self, phrase: Phrase) -> tuple[str, bool]:
        """The answer of the rule that covers the question best, read plainly, with synonyms or through a hint.

        The second value says whether a question of this very kind has been answered before.
        """
        inner = self.synonyms.unfold(phrase)
        if inner is not None:
            text, familiar = self._solve(inner)
            if text:
                return text, familiar
        plain, rule = self.rules.answer(phrase)
        renamed = any(map(self.synonyms.known, phrase.word))
        if rule is not None and not renamed and self.rules.sure(rule, phrase):
            return plain, True
        known = [
            (len(other.keywords), len(exchange), other, text)
            for exchange, other, text in self.synonyms.guesses(phrase, self.rules, self.cutter)
            if self.synonyms.accepted(exchange)
        ]
        *_, other, text = max(known, key=lambda guess: guess[:2], default=(0, 0, None, ""))
        if other is not None and len(other.keywords) > (len(rule.keywords) if rule else 0):
            return text, True
        familiar = rule is not None and self.rules.familiar(rule, phrase)
        nested = "" if familiar else self._nested(phrase)
        if not familiar and self.rules.strange(phrase):
            plain = ""
        return (nested or plain), familiar

    def _nested(self, phrase: Phrase, depth: int = 0) -> str:
        """Answer a question that contains another one at its end, the inner one first."""
        if depth > 2:
            return ""
        for start in range(1, len(phrase.full)):
            inner = Phrase(phrase.full[start:], phrase.word[start:], phrase.raw[start:])
            text, rule = self.rules.answer(inner)
            if rule is None or not rule.keywords or not self.rules.familiar(rule, inner):
                continue
            words = self._phrase(text)
            outer = Phrase(
                phrase.full[:start] + words.full,
                phrase.word[:start] + words.word,
                phrase.raw[:start] + words.raw,
            )
            answer, rule = self.rules.answer(outer)
            if rule is not None and rule.keywords and self.rules.familiar(rule, outer):
                return answer
            deeper = self._nested(outer, depth + 1)
            if deeper:
                return deeper
        return ""

    def _propose(self, question: str, segment: str) -> list[tuple[str, str]]:
        lasting, strength = self.lasting.answer(question)
        found = [
            ("memory", self.epoch.now.get(question, "")),
            ("lasting2" if strength > 1 else "lasting1", lasting),
            ("recall", "" if "recall" in self.off else self.epoch.recall(question)),
        ]
        if len(question) == 1:
            self.symbols.append(question)
            found.append(("identity", question))
            found.append(("constant", self._constant()))
            found.append(("fresh", self._fresh(question)))
        elif self.reader.silence:
            found += self._propose_words(question, segment)
        if len(question) > 1:
            found.append(("frequent", self._frequent()))
        return found

    def _constant(self) -> str:
        """The latest rewarded answer to a single symbol, unless repeating that symbol explains it as well."""
        refuted = {answer for answers in self.epoch.refuted.values() for answer in answers}
        repeating = self.trust.of("identity", self.context) >= CURIOSITY
        for question, answer in reversed(self.rewarded):
            settled = repeating and question == answer and self.lasting.answer(question)[1] > 1
            if len(question) == 1 and answer not in refuted and not settled:
                return answer
        return ""

    def _frequent(self) -> str:
        """An answer that was right more than once lately, or else nothing."""
        recent = [self.reader.right(self.reading, exchange) for exchange in list(self.reader.window)[-8:]]
        if len(set(recent)) > 4:
            return ""
        for answer in reversed(recent):
            if answer and recent.count(answer) > 1:
                return answer
        return ""

    def _fresh(self, question: str) -> str:
        """A recent symbol that has been refuted least and is no known answer yet."""
        wrong = self.epoch.refuted.get(question, [])
        blamed: dict[str, int] = {}
        for answers in self.epoch.refuted.values():
            for answer in answers:
                blamed[answer] = blamed.get(answer, 0) + 1
        used = set(self.epoch.now.values())
        recent = {symbol: age for age, symbol in enumerate(self.symbols)}
        ranked = sorted(
            (symbol in used, self.lasting.answer(symbol)[1] > 1, blamed.get(symbol, 0), -age, symbol)
            for symbol, age in recent.items()
            if symbol not in wrong
        )
        return ranked[0][-1] if ranked else ""

    # ---- learning

    def learn(self, exchange: Exchange) -> None:
        """Take in a finished exchange."""
        self.reader.note(exchange)
        success = exchange.reward > 0
        self.success = 0.93 * self.success + 0.07 * success
        self.since_reward = 0 if success else self.since_reward + 1
        question = self.reader.question(self.reading, exchange.segment)
        right = self.reader.right(self.reading, exchange)
        tried = bool(exchange.said) and not exchange.late
        if not success and right in self.epoch.refuted.get(question, ()):
            self.reader.judge(self.reading, False)
            right = ""
        elif not success and tried and self.reader.told(self.reading, exchange.after) == exchange.said:
            self.reader.judge(self.reading, False, 1.0)
        if question == self.asked:
            told = self.chosen == "memory" and question in self.epoch.untested
            if told or (self.chosen == "rule" and success):
                self.reader.judge(self.reading, success)
            self._judge(exchange, right)
        if success:
            self.rewarded.append((question, exchange.said))
            if self.chosen in SWITCHING:
                self.epoch.confirm()
        elif tried:
            self.epoch.refute(question, exchange.said)
        if right:
            self.epoch.learn(question, right, success)
            self.lasting.learn(question, right, self.epoch.epoch)
        if success and self.chosen in SWITCHING:
            self.epoch.confirm()
        if right and len(question) > 1 and self.reader.silence:
            self._learn_words(exchange, question, right, success)
        self.untold = self.untold + 1 if not (success or right) else self.untold * success
        self._doubt_reading(success)

    def _doubt_reading(self, success: bool) -> None:
        """Compare readings again when answers told by this one fail, or when nothing succeeds, ever more rarely."""
        self.missed += not success
        if success:
            self.next_reread = 12
        elif self.missed >= MISSED:
            self.missed = 0
            self.reread(afresh=True)
        elif self.reader.blame.get(self.reading, 0.0) >= 1.0 and self.since_reward < 12:
            self.reread()
        elif self.since_reward >= self.next_reread or (self.untold >= UNTOLD and not self.untold % UNTOLD):
            self.next_reread = self.since_reward + max(4, self.since_reward // 4)
            self.reread()

    def _learn_words(self, exchange: Exchange, question: str, right: str, success: bool) -> None:
        reader = self.reader
        common = reader.common(exchange.segment)
        self.cutter.note(
            common if len(common) > len(question) else question, reader.silence, reader.terminator, right
        )
        self.cutter.glued = set(reader.delimiters.get("delimiter", ""))
        phrase = self._phrase(question)
        phrase = self.synonyms.unfold(phrase) or phrase
        solved = self._solve(phrase)[0] == right
        self.judge.learn(self._phrase(common), right)
        if solved and self.rules.answer(phrase)[0] != right:
            self.synonyms.learn(phrase, right, self.rules, self.cutter)
            return
        if self.rules.learn(phrase, right, success, exchange.said):
            if not solved:  # a word was read as another although the question read plainly has its answer
                self.synonyms.learn(phrase, right, self.rules, self.cutter)
            return
        if self.synonyms.learn(phrase, right, self.rules, self.cutter) and self._solve(phrase)[0] == right:
            return
        if not self.synonyms.learn_hint(self.rules):
            self.rules.explain(phrase, right)

    def _judge(self, exchange: Exchange, right: str) -> None:
        """Update trust, and notice that the instance has changed."""
        switched = False
        for source, text in self.proposals:
            if right:
                good = text == right
            elif text == exchange.said:
                good = False
            else:
                continue
            if source == self.chosen and not good and source in SWITCHING:
                switched = self.trust.of(source, self.context) > 0.6
            self.trust.update(source, self.context, good)
        if switched:
            self.epoch.switch()

    def reread(self, settled: bool = True, afresh: bool = False) -> None:
        """Compare all readings again; a new favourite rebuilds the memory of this instance."""
        old = self.reading
        self.reader.rescore(CLEAR if afresh else float(settled), afresh)
        if self.reading == old:
            return
        self._unlearn(old)
        for exchange in self.reader.window:
            question = self.reader.question(self.reading, exchange.segment)
            right = self.reader.right(self.reading, exchange)
            if not right:
                continue
            if len(question) > 1 and self.reader.silence:
                self.rules.suppose(self._phrase(question), right, exchange.reward > 0)
            if self.epoch.now.get(question, right) != right:
                self.epoch.switch()
            self.epoch.learn(question, right, exchange.reward > 0)

    def _unlearn(self, old: Reading) -> None:
        """Forget what rests on an abandoned reading alone."""
        self.epoch.clear()
        self.rules.unlearn()
        for exchange in self.reader.window:
            if exchange.reward <= 0:
                told = self.reader.told(old, exchange.after)
                self.lasting.forget(self.reader.question(old, exchange.segment), told)
