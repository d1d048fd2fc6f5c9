"""Sources of answers: what is remembered, what rules say, what they say to a question in other words, habits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from gradus.learners.gradual.knowledge.places import likely_word
from gradus.learners.gradual.knowledge.proposals import Draft
from gradus.learners.gradual.knowledge.rules import Opinion
from gradus.learners.gradual.knowledge.settings import SOURCES, TRUST
from gradus.learners.gradual.knowledge.store import Store
from gradus.learners.gradual.knowledge.symbols import cut
from gradus.learners.gradual.knowledge.synonyms import Guess
from gradus.learners.gradual.knowledge.writing import Values, registers_in


class Sources:
    """Asks every source for a draft."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._last: tuple[str, list[Draft], list[Opinion]] | None = None
        """The latest question with what was said to it, until something is learned."""

    def forget(self) -> None:
        """Ask all sources anew the next time: something has changed."""
        self._last = None

    def plain(self, heard: str) -> str:
        """The question with all words that surely stand for others read as those, unless a rule knows it as it is."""
        quiet = self.store.quiet
        if not quiet or not self.store.settings.synonyms or quiet not in heard:
            return heard
        words = heard.split(quiet)
        read = [self._meant(word) or word for word in words]
        return heard if read == words or self._known_as_it_is(heard) else quiet.join(read)

    def _known_as_it_is(self, heard: str) -> bool:
        """Whether a proven rule speaks about the question without any word read as another."""
        opinions = self.store.book.opinions(heard, {}, self.store.quiet, self.store.world)
        return any(o.familiar and o.answer is not None and o.rule.proven for o in opinions)

    def _meant(self, word: str) -> str:
        """What a word surely stands for; a word that answers are made of is content and stands for itself."""
        meant = self.store.synonyms.firm(word, self.store.book)
        return "" if meant and self._said(word) else meant

    def drafts(self, heard: str) -> tuple[list[Draft], list[Opinion]]:
        """What all sources say; the same for a question until something is learned."""
        if self._last is not None and self._last[0] == heard:
            return self._last[1], self._last[2]
        text = self.plain(heard)
        opinions = self.store.book.opinions(text, self._registers(text), self.store.quiet, self.store.world)
        drafts = [
            *self._remembered(text, opinions),
            *self._ruled(opinions, self._context(text) if len(text) == 1 else ""),
        ]
        drafts += [*self._hinted(heard), *self._renamed(text, opinions)]
        drafts += self._placed(text, opinions)
        drafts += self.store.habits.drafts(text, self.store.recall, self.store.trust)
        if len(text) > 1 and self.store.recall.known(text)[1]:
            drafts = [self._particular(draft, text) for draft in drafts]
        self._last = (heard, drafts, opinions)
        return drafts, opinions

    def _registers(self, text: str) -> Values:
        """What the registers hold that rules look at."""
        used = dict.fromkeys([r for rule in self.store.book.rules for r in registers_in(rule.program)])
        return self.store.past.values(list(used), text, self.store.quiet)

    def _context(self, text: str) -> str:
        if len(text) == 1:
            return "known" if self.store.recall.known(text)[1] else "novel"
        tokens = cut(text, self.store.quiet, "")
        return tokens[0] if len(tokens) > 1 else ""

    def _remembered(self, text: str, opinions: Sequence[Opinion]) -> list[Draft]:
        context = self._context(text) if len(text) == 1 else ""
        if self.store.past.changing(text) or any(
            o.familiar and registers_in(o.rule.program) for o in opinions
        ):
            context = "changing"
        found = []
        entry = self.store.recall.now.get(text)
        if entry is not None:
            found.append(self._draft("memory", context, entry.answer))
        answer, strength = self.store.recall.known(text)
        if strength:
            found.append(self._draft("known" if strength > 1 else "heard", context, answer))
        answer, support = self.store.recall.recognised(text)
        if support:
            found.append(self._draft("recognised", context, answer))
        return found + self._followed(text)

    def _followed(self, text: str) -> list[Draft]:
        """What was right the last time after the same answer, for questions that are answered now so, now so."""
        past = self.store.past
        answer = self.store.succession.after(past.latest, text) if past.changing(text) else None
        if answer is None:
            return []
        context = "single" if len(text) == 1 else ""
        return [Draft("followed", context, answer, self.store.trust.of("followed", context))]

    def _particular(self, draft: Draft, text: str) -> Draft:
        """The draft, trusted as far as its source was right about this very question."""
        return replace(draft, sure=self.store.trust.about(draft.speaker, text, draft.sure), about=text)

    def _draft(self, source: str, context: str, answer: str) -> Draft:
        doubt = SOURCES.changing if context == "changing" else -1.0
        return Draft(source, context, answer, self.store.trust.of(source, context, doubt))

    def _ruled(self, opinions: Sequence[Opinion], single: str) -> list[Draft]:
        """What rules say; the first familiar one speaks with its own record, others are a stretch.

        `single`: whether the question is a known or a novel single symbol; rules hold for one sort of them perhaps.
        """
        found: list[Draft] = []
        for opinion in opinions:
            if opinion.answer is None:
                continue
            rule = opinion.rule
            source = "stretched" if not opinion.familiar else "table" if rule.table else "rule"
            context = single or " ".join(rule.kind.tokens)
            if opinion.familiar and not single:
                sure = min(TRUST.sure, rule.sure)
            else:
                sure = self.store.trust.of(source, context, rule.worth if opinion.familiar else -1.0)
            sure *= 0.5 if found else 1.0
            found.append(Draft(source, context, opinion.answer, sure, voice=rule.voice))
        return found

    def _renamed(self, text: str, opinions: Sequence[Opinion]) -> list[Draft]:
        """What rules would say if a word were another; where a rule knows the question, only if it was so before."""
        ruled = any(o.familiar and o.answer is not None and o.rule.worth > SOURCES.good for o in opinions)
        if not self.store.settings.synonyms or (ruled and not self._known_names(text)):
            return []
        found = []
        for number, guess in enumerate(self._guesses(text)[:3]):
            source = "synonym" if guess.score > 0 else "renamed"
            context = f"{'another' if number else 'best'} {len(guess.exchange)} {guess.score < 0}"
            doubt = 0.2 if guess.score < 0 else 0.5 if number else 1.0
            sure = self.store.trust.of(source, context) * guess.rule.worth * doubt
            found.append(Draft(source, context, guess.answer, sure))
        return found

    def _guesses(self, text: str) -> list[Guess]:
        """Ways to read a question as a known one; words that answers are made of stand for themselves."""
        store = self.store
        content = frozenset([word for word in cut(text, store.quiet, "") if self._said(word)])
        return store.synonyms.guesses(text, store.book, store.world, store.quiet, content)

    def _said(self, word: str) -> bool:
        """Whether a word is part of a late answer."""
        return any(word in answer for _, answer in self.store.past.pairs)

    def _known_names(self, text: str) -> bool:
        """Whether a word of the question stands for another."""
        return any(self.store.synonyms.known(token) for token in cut(text, self.store.quiet, ""))

    def _placed(self, text: str, opinions: Sequence[Opinion]) -> list[Draft]:
        """The word of the question that stands where answers stood in such questions, unless a proven rule speaks."""
        quiet = self.store.quiet
        tokens = cut(text, quiet, "")
        if len(tokens) < 2 or any(o.familiar and o.answer is not None and o.rule.proven for o in opinions):
            return []
        late = [(cut(question, quiet, ""), answer) for question, answer in self.store.past.pairs]
        answer, sure = likely_word(tokens, late)
        return [Draft("place", "", answer, sure)] if answer else []

    def _hinted(self, text: str) -> list[Draft]:
        """What rules say to the question that a hint makes of this one."""
        inner = (
            self.store.hints.unfold(cut(text, self.store.quiet, ""))
            if self.store.settings.hints and self.store.quiet
            else ()
        )
        answer = self._familiar(inner) if inner else None
        return [] if answer is None else [self._draft("hint", "", answer)]

    def _familiar(self, tokens: Sequence[str]) -> str | None:
        """What a rule says to a question of a shape that it knows, if it was right about such; others do not matter."""
        text = self.plain(self.store.quiet.join(tokens))
        for opinion in self.store.book.opinions(text, {}, self.store.quiet, self.store.world):
            if opinion.familiar and opinion.answer is not None and opinion.rule.sure > SOURCES.good:
                return opinion.answer
        return None

    def _learn_hints(self, text: str, right: str) -> bool:
        """Whether the question is explained by taking its beginning for a hint."""
        tokens = cut(text, self.store.quiet, "")
        if len(tokens) < 4 or not self.store.quiet:
            return False
        keywords = {
            word: None
            for rule in self.store.book.rules
            if rule.worth > SOURCES.good
            for word in rule.kind.tokens
        } | dict.fromkeys([token for token in tokens if self.store.synonyms.known(token)])
        explained = False
        for template, inner in islice(self.store.hints.readings(tokens, keywords), SOURCES.readings):
            answer = self._familiar(inner)
            good = answer == right
            if good or (answer is not None and template in self.store.hints.credits):
                self.store.hints.judge(template, good)
            explained = explained or good
        return explained

    def judge_names(self, heard: str, opinions: Sequence[Opinion], right: str) -> None:
        """Credit the words that were read as others if a good rule is right about the question read so.

        Only the failure of a proven rule is held against them: another one may be wrong for reasons of its own. So is
        that a rule for the question as it was asked knows better.
        """
        first = next((o for o in opinions if o.familiar and o.answer is not None), None)
        if self.plain(heard) == heard or first is None or first.rule.worth <= SOURCES.good:
            return
        words = heard.split(self.store.quiet)
        if first.answer != right and not first.rule.proven and not self._right_as_asked(heard, right):
            return
        if right not in words or first.answer != right:
            self.store.synonyms.judge([word for word in words if self._meant(word)], first.answer == right)

    def _right_as_asked(self, heard: str, right: str) -> bool:
        """Whether a good rule is right about the question without any word read as another."""
        opinions = self.store.book.opinions(heard, self._registers(heard), self.store.quiet, self.store.world)
        return any(o.familiar and o.answer == right and o.rule.worth > SOURCES.good for o in opinions)

    def learn_names(self, heard: str, right: str, opinions: Sequence[Opinion]) -> bool:
        """Whether the question is explained by reading a word of it as another, or by a hint.

        `opinions`: what the rules said; a question that is understood as it is says nothing about other words.
        """
        ruled = any(o.familiar and o.answer == right and o.rule.proven for o in opinions)
        renamed = self.store.settings.synonyms and self._learn_synonyms(heard, right, not ruled)
        hinted = self.store.settings.hints and self._learn_hints(heard, right)
        return hinted or renamed

    def _learn_synonyms(self, heard: str, right: str, needed: bool) -> bool:
        """Whether the question is explained by reading a word of it as another."""
        text = self.plain(heard)
        guesses = self._guesses(text)
        telling = right not in cut(text, self.store.quiet, "")  # to pick the right word may be luck
        explained = any(
            guess.answer == right and self.store.synonyms.plausible(guess)
            for guess in (guesses if telling else guesses[:1])
        )
        self.store.synonyms.learn(guesses, right, telling and needed)
        return explained
