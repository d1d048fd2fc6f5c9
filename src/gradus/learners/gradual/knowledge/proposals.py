"""Drafts of answers, and the habits that speak when nothing better is known.

Repeat the question, say what was right lately, or try what has not been wrong yet: with a few options and reward only
this is elimination, every punishment rules an answer out.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from gradus.learners.gradual.knowledge.recall import Recall
from gradus.learners.gradual.knowledge.settings import PROPOSALS
from gradus.learners.gradual.knowledge.trust import Trust


@dataclass(frozen=True)
class Draft:
    """An answer of one source, with its context and how sure it is."""

    source: str
    context: str
    answer: str
    sure: float
    about: str = ""
    """The question, where it was asked before, so that experience with it alone counts as well."""
    voice: str = ""
    """Which of several that speak for the source; empty: there is one."""

    @property
    def speaker(self) -> str:
        """Whose experience with single questions counts."""
        return self.source + self.voice


class Habits:
    """What was right lately, whatever the question."""

    def __init__(self) -> None:
        self.recent: deque[tuple[str, str]] = deque(maxlen=PROPOSALS.recent)
        """The latest questions with their right answers."""
        self.symbols: deque[str] = deque(maxlen=PROPOSALS.symbols)
        """The latest single symbols that were asked, repetitions included: what is about now comes first."""

    def learn(self, question: str, right: str) -> None:
        """Note a right answer."""
        self.recent.append((question, right))

    def drafts(self, question: str, recall: Recall, trust: Trust) -> list[Draft]:
        """What habit says to a question."""
        context = self._context(question, recall)
        found = []
        if question:
            found.append(Draft("identity", context, question, trust.of("identity", context)))
        constant = self._constant(recall, trust.of("identity", context) >= PROPOSALS.curiosity)
        if constant:
            found.append(Draft("constant", context, constant, trust.of("constant", context)))
        frequent = self._frequent(len(question) == 1)
        if frequent and frequent != constant:
            found.append(Draft("frequent", context, frequent, trust.of("frequent", context)))
        options = self._untried(question, recall)
        for number, option in enumerate(options[: PROPOSALS.trials]):
            hope = PROPOSALS.curiosity if number == 0 and len(question) == 1 else 0.5 / len(options)
            sure = min(max(trust.of("trial", context), hope), 1.0 / len(options))
            found.append(Draft("trial", context, option, max(sure, hope)))
        return found

    def _context(self, question: str, recall: Recall) -> str:
        if len(question) == 1:
            return "known" if recall.known(question)[1] else "novel"
        return "long"

    def _constant(self, recall: Recall, repeating: bool) -> str:
        """The latest right answer that was not refuted in this instance, and is not explained by repeating."""
        refuted = {answer: None for answers in recall.wrong.values() for answer in answers}
        for question, answer in reversed(self.recent):
            settled = repeating and question == answer and recall.known(question)[1] > PROPOSALS.settled
            if answer not in refuted and not settled:
                return answer
        return ""

    def _frequent(self, single: bool) -> str:
        """The most frequent right answer to questions of this sort."""
        answers = [answer for question, answer in self.recent if (len(question) == 1) == single]
        if len(answers) < 3 or len(set(answers)) > len(answers) // 2:
            return ""
        return max(answers, key=answers.count)

    def _untried(self, question: str, recall: Recall) -> list[str]:
        """Answers met lately that are not known to be wrong, those that no other question has first."""
        wrong = recall.wrong.get(question, ())
        blamed: dict[str, int] = {}
        for answers in recall.wrong.values():
            for answer in answers:
                blamed[answer] = blamed.get(answer, 0) + 1
        taken = {entry.answer: None for entry in recall.now.values()}
        options = dict.fromkeys([answer for _, answer in reversed(self.recent)])
        if len(question) == 1:
            self.symbols.append(question)
            options = {**dict.fromkeys(reversed(self.symbols)), **options}
        ranked = [option for option in options if option not in wrong]
        itself = all(asked == entry.answer for asked, entry in recall.now.items())
        return sorted(
            ranked,
            key=lambda option: (
                not (itself and option == question),
                option in taken,
                recall.known(option)[1] > 1,
                blamed.get(option, 0),
            ),
        )
