"""What an exchange teaches: hands on to knowledge, to trying and to the beliefs about endings what it says."""

from __future__ import annotations

from gradus.learners.gradual.codec import Remembering
from gradus.learners.gradual.perception.exchange import RawExchange
from gradus.learners.gradual.perception.keeper import Keeper
from gradus.learners.gradual.policy.counsel import Counsel
from gradus.learners.gradual.policy.settings import SETTINGS
from gradus.learners.gradual.policy.trying import Trying


class Lessons(Remembering):
    """The pairs handed on lately, so that they can be taken back when they turn out to have been misheard."""

    def __init__(self) -> None:
        self.pairs: list[tuple[str, str]] = []
        """Questions with the answers told for them, as they were understood."""

    def learn(self, latest: RawExchange, keeper: Keeper, mind: Counsel, trying: Trying) -> None:
        """Hand on what the latest two exchanges say about right answers."""
        found = keeper.told(len(keeper.window) - 1)
        question = keeper.question(latest)
        if latest.reward > 0:
            said = latest.said if not latest.prompt else keeper.said(latest)
            if (question, said) in self.pairs:
                keeper.confirm()
            mind.judged(question, said or latest.said, 1)
            trying.note(latest)
            trying.judged(question, said, True, keeper.silence)
        elif latest.prompt and latest.said:
            untold = found is None or found[0] is not latest
            if untold:
                mind.judged(question, keeper.said(latest), -1)
            if (
                untold or keeper.unpaid >= SETTINGS.vain
            ):  # then what seems to be told may not be the right answer
                trying.note(latest)
                trying.judged(question, keeper.said(latest), False, keeper.silence)
        if found is not None and found[0].reward <= 0:
            self._hear(*found, keeper, mind)

    def _hear(self, about: RawExchange, answer: str, keeper: Keeper, mind: Counsel) -> None:
        """The right answer to an unrewarded exchange was told."""
        question, said, endings = keeper.question(about), keeper.said(about), keeper.endings
        rest = about.said[len(answer) :] if about.prompt and about.said.startswith(answer) else ""
        late = rest.startswith(keeper.silence or answer)
        if about.prompt and said and len(said) < len(answer) and answer.startswith(said):
            endings.breaks = 0  # what was judged was right so far
        if rest and (late or endings.sought or endings.broken):
            endings.acquit(rest, keeper.silence)
        elif about.prompt and said == answer:
            endings.doubt()
            keeper.refute()
            mind.judged(question, answer, -1)
            return
        mind.hear(question, answer, SETTINGS.told, said)
        self.pairs = [*self.pairs[1 - SETTINGS.pairs :], (question, answer)]

    def revise(self, keeper: Keeper, mind: Counsel, trying: Trying) -> None:
        """The form has changed: what the window says now replaces what it seemed to say."""
        right: list[tuple[str, str, bool]] = []
        for number, exchange in enumerate(keeper.window):
            found = keeper.told(number)
            if found is not None and found[0].reward <= 0:
                right.append((keeper.question(found[0]), found[1], False))
            if exchange.reward > 0 and exchange.said:
                right.append((keeper.question(exchange), keeper.said(exchange), True))
        heard = [exchange.segment for exchange in keeper.window]
        reread = [pair for pair in self.pairs if any(pair[0] in segment for segment in heard)]
        mind.revise(reread, right)  # what has left the window was read in a dialogue that is over
        if keeper.recut:
            record = trying.since(keeper.epochs)
            trying.forget([(keeper.question(old), keeper.said(old), old.reward > 0) for old in record])
        self.pairs = [(question, answer) for question, answer, certain in right if not certain]
