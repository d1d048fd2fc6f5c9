"""The knowledge of a learner: hears questions with their right answers, proposes answers, thinks in between.

Perception hands over pairs; nothing else of the dialogue is known here. Every source (what is remembered, rules,
names, habits) proposes an answer, all are judged by the right one, and the surest come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gradus.learners.gradual.knowledge.beginnings import Beginnings
from gradus.learners.gradual.knowledge.conclusions import Conclusions
from gradus.learners.gradual.knowledge.kinds import Pair
from gradus.learners.gradual.knowledge.library import operators_in
from gradus.learners.gradual.knowledge.planning import Planner
from gradus.learners.gradual.knowledge.proposals import Draft
from gradus.learners.gradual.knowledge.revision import Reading, Revision
from gradus.learners.gradual.knowledge.rules import Opinion
from gradus.learners.gradual.knowledge.saving import load, save
from gradus.learners.gradual.knowledge.settings import FACADE, TRUST, KnowledgeSettings
from gradus.learners.gradual.knowledge.sources import Sources
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.knowledge.symbols import Symbols
from gradus.learners.gradual.knowledge.trust import ABOUT
from gradus.learners.gradual.knowledge.writing import registers_in

SWITCHING = ("memory", "constant", "recognised")
"""Sources that speak about the current instance: their failure may mark a switch."""

HABITUAL = ("identity", "constant", "frequent", "trial")
"""Sources that are judged only by questions whose answers are not remembered: for the others nobody asks them."""


@dataclass(frozen=True)
class Proposal:
    """An answer, how probably it is right, and where it comes from."""

    answer: Symbols
    sure: float
    source: str


class Knowledge(Store):
    """Everything known about what to answer."""

    def __init__(self, settings: KnowledgeSettings | None = None) -> None:
        super().__init__(settings)
        self._sources = Sources(self)
        self._planner = Planner(self)
        self._conclusions = Conclusions(self, self._planner)
        self._beginnings = Beginnings(self)
        self._revision = Revision(self, self._read_again)

    # ---- answering

    def propose(self, question: Symbols) -> Sequence[Proposal]:
        """Answers to a question, the surest first."""
        heard = self.alphabet.text(question)
        drafts, _ = self._sources.drafts(heard)
        text = self._sources.plain(heard)
        wrong = () if len(text) > 1 and self.past.changing(text) else self.recall.wrong.get(text, ())
        left = [draft for draft in drafts if draft.answer not in wrong]
        merged: dict[str, tuple[float, str]] = {}
        for draft in sorted(left, key=lambda draft: -draft.sure):
            sure, source = merged.get(draft.answer, (0.0, draft.source))
            merged[draft.answer] = (
                min(TRUST.sure, sure + (1.0 - sure) * draft.sure * (0.3 if sure else 1.0)),
                source,
            )
        ranked = sorted(merged.items(), key=lambda entry: -entry[1][0])[: self.settings.proposals]
        return [Proposal(self.alphabet.symbols(text), sure, source) for text, (sure, source) in ranked]

    # ---- learning

    def hear(self, question: Symbols, answer: Symbols, sure: float = 1.0) -> None:
        """Take in a question whose right answer was told."""
        self._learn(self.alphabet.text(question), self.alphabet.text(answer), sure, earned=False)

    def judged(self, question: Symbols, said: Symbols, reward: int) -> None:
        """Take in that our own answer was right or wrong."""
        heard, answer = self.alphabet.text(question), self.alphabet.text(said)
        if reward > 0:
            self._learn(heard, answer, 1.0, earned=True)
            return
        drafts, opinions = self._sources.drafts(heard)
        text = self._sources.plain(heard)
        for draft in drafts:
            if draft.answer == answer:
                self._update(draft, False)
        for opinion in opinions:
            if opinion.answer == answer:
                opinion.rule.judge(False)
        if self._switched(text, drafts, answer, ""):
            self.recall.fail()
        self.recall.refute(text, answer)
        self.past.ask(text)
        self._sources.forget()

    def _read_again(self, pair: Reading) -> None:
        self._learn(pair.question, pair.answer, FACADE.reread, pair.earned)

    def _learn(self, heard: str, right: str, sure: float, earned: bool) -> None:
        self.clock += 1
        drafts, opinions = self._sources.drafts(heard)
        text = self._sources.plain(heard)
        self._sources.forget()
        self._judge(drafts, right)
        anew = self._beginnings.noticed(text, right, opinions)
        excepted = anew is not None or self._excepted(opinions, right)
        self.book.judge(opinions, right)
        if self._switched(text, drafts, "", right):
            self.recall.fail()
        self.recall.learn(text, right, earned)
        if any(draft.source in SWITCHING and draft.answer == right for draft in drafts):
            self.recall.confirm()
        self.habits.learn(text, right)
        self.succession.learn(self.past.latest, text, right)
        self.past.learn(text, right, self.clock)
        pair = Pair(text, right, self.clock, sure, {})
        explained = self._credit(pair, opinions)
        telling = right not in self.past.usual()
        self._sources.judge_names(heard, opinions, right)
        renamed = telling and self._sources.learn_names(heard, right, opinions) and not explained
        self._conclusions.tables.tabulate(opinions, right)
        if explained:
            self.history.append(pair)
            return
        wrong = [o.rule for o in opinions if o.familiar and o.answer != right and _doubtful(o)]
        if excepted or renamed or ((wrong or self.past.unsteady) and self.past.settled(text)):
            self._planner.keep_open(pair)
        else:
            self._planner.unexplained(pair, wrong[: FACADE.doubted])

    def _judge(self, drafts: Sequence[Draft], right: str) -> None:
        """All sources are judged by the right answer; habits only where nothing is remembered."""
        known = any(draft.source == "memory" and draft.answer == right for draft in drafts)
        for draft in drafts:
            if not (known and draft.source in HABITUAL):
                self._update(draft, draft.answer == right)

    def _update(self, draft: Draft, good: bool) -> None:
        self.trust.update(draft.source, draft.context, good)
        if draft.about:
            self.trust.update(draft.speaker, ABOUT + draft.about, good)

    def _switched(self, text: str, drafts: Sequence[Draft], said: str, right: str) -> bool:
        """Whether what was rewarded in this instance, or a trusted source about it, has failed."""
        entry = self.recall.now.get(text)
        if entry is not None and entry.tested and (len(text) == 1 or not self.past.changing(text)):
            return entry.answer == said if said else entry.answer != right
        best = max(drafts, key=lambda draft: draft.sure, default=None)
        if best is None or best.source not in SWITCHING or best.sure < FACADE.relied:
            return False
        return best.answer == said if said else best.answer != right

    def _excepted(self, opinions: Sequence[Opinion], right: str) -> bool:
        """Whether a proven rule about the past is wrong for once: what it remembers may have begun anew."""
        first = next((opinion for opinion in opinions if opinion.answer is not None), None)
        if first is None or first.answer == right or not first.rule.proven:
            return False
        return first.familiar and bool(registers_in(first.rule.program))

    def _credit(self, pair: Pair, opinions: Sequence[Opinion]) -> bool:
        """Whether the rule to be believed explains the pair; those that do keep it as evidence."""
        spoken = [opinion for opinion in opinions if opinion.answer is not None]
        right = [
            opinion
            for opinion in spoken
            if opinion.answer == pair.answer and opinion.rule.worth > FACADE.credited
        ]
        for opinion in right:
            opinion.rule.keep(pair, opinion.case, self.settings.evidence)
        first = spoken[0] if spoken else None
        if first is not None and self.past.two_valued:
            right = [opinion for opinion in right if opinion is first]  # others are right by luck
        least = max(first.rule.worth, FACADE.trusted) if first else 1.0
        return any(opinion.rule.worth >= (FACADE.sound if opinion is first else least) for opinion in right)

    # ---- thinking

    def idle(self, evaluations: int) -> int:
        """Use a step in which nothing else is to be done: fewer evaluations where searches have been in vain."""
        return self.think(evaluations // self.agenda.slowness)

    def think(self, evaluations: int) -> int:
        """Spend at most about so many program evaluations on what is unexplained; returns how many it took."""
        planned = 0
        if self.pending is not None:
            self._planner.plan()
            planned = FACADE.planning
        spent = 0
        while spent + planned < evaluations and self.agenda.plan is not None:
            used, result = self.agenda.work(evaluations - planned - spent)
            spent += used
            if result is not None:
                self._conclusions.conclude(result)
                self._sources.forget()
        self.evaluations += spent
        return spent + bool(planned)

    def revise(
        self, wrong: Sequence[tuple[Symbols, Symbols]], right: Sequence[tuple[Symbols, Symbols, bool]]
    ) -> None:
        """Pairs were misheard: forget those that were not meant, and learn what was, in its order.

        `right` says of each pair whether it was rewarded; what was read the same before counts once.
        """
        self.regime()
        text = self.alphabet.text
        self._revision.revise(
            [(text(question), text(answer)) for question, answer in wrong],
            [Reading(text(question), text(answer), earned) for question, answer, earned in right],
        )
        self._sources.forget()

    def regime(self) -> None:
        """Another dialogue has probably begun: what is bound to the instance becomes doubtful."""
        self.vain.clear()
        self.recall.switch()
        self._sources.forget()

    # ---- saving and showing

    def forget_drafts(self) -> None:
        """Ask all sources anew the next time: something has changed."""
        self._sources.forget()

    def state(self) -> dict[str, Any]:
        """Everything known, as JSON-able values."""
        return save(self)

    def restore(self, state: dict[str, Any]) -> None:
        """Take over what `state` wrote."""
        load(self, state)


def _doubtful(opinion: Opinion) -> bool:
    """Whether a rule that was not right is to be sought anew: it said something, or its order is not complete."""
    sorting = any(name.startswith("sort:") for name in operators_in(opinion.rule.program))
    return opinion.answer is not None or sorting
