"""Patience: after searches in vain the next one comes later, and costs more."""

from __future__ import annotations

from gradus.learners.gradual.knowledge.agenda import Result
from gradus.learners.gradual.knowledge.kinds import Kind, Pair
from gradus.learners.gradual.knowledge.settings import PLANNING
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.knowledge.symbols import cut


class Patience:
    """Counts searches in vain, by what questions have in common."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def budget(self, kind: Kind, pair: Pair) -> int:
        """More evaluations after searches in vain, which come more rarely."""
        settings = self.store.settings
        return settings.budget * min(settings.most_budgets, 1 + self.vain(kind, pair) // settings.patience)

    def vain(self, kind: Kind, pair: Pair) -> int:
        """How many searches were in vain for such questions."""
        return self.store.vain.get(self.likes(kind, pair), (0, 0))[0]

    def ended(self, result: Result, good: bool) -> None:
        """Note whether a search was in vain: the next one for such questions may come later and cost more."""
        vain, rested = self.store.vain.pop(result.plan.about, (0, 0))
        if not good:
            self.store.vain[result.plan.about] = (vain + 1, rested)

    def due(self, kind: Kind, pair: Pair) -> bool:
        """Whether to search again: more rarely, the longer nothing was found for such questions."""
        key = self.likes(kind, pair)
        vain, rested = self.store.vain.pop(key, (0, 0))
        rest = min(vain // self.store.settings.patience, self.store.settings.longest_rest)
        now = rested >= rest
        self.store.vain[key] = (vain, 0 if now else rested + 1)
        if len(self.store.vain) > PLANNING.kinds:
            del self.store.vain[next(iter(self.store.vain))]
        return now

    def likes(self, kind: Kind, pair: Pair) -> tuple[str, ...]:
        """What questions have in common with this one: keywords, and how many tokens they have."""
        return likes(kind.tokens, len(cut(pair.question, self.store.quiet, "")), pair)


def likes(keywords: tuple[str, ...], size: int, pair: Pair) -> tuple[str, ...]:
    """Keywords, and how many tokens there are: what searches in vain are counted by."""
    return (*keywords, *[""] * (size + (len(pair.question) == 1)))
