"""The knowledge of a learner: hears questions with their right answers, proposes answers, thinks in between.

Perception hands over pairs; nothing else of the dialogue is known here. Every source (what is remembered, rules,
names, habits) proposes an answer, all are judged by the right one, and the surest come first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from gradus.learners.gradual.knowledge.agenda import Agenda, Plan, Result, shares
from gradus.learners.gradual.knowledge.grouping import Group, gap_of, hypotheses
from gradus.learners.gradual.knowledge.hints import Hints
from gradus.learners.gradual.knowledge.kinds import Kind, Pair, narrowed
from gradus.learners.gradual.knowledge.library import Library
from gradus.learners.gradual.knowledge.proposals import Draft, Habits
from gradus.learners.gradual.knowledge.recall import Recall
from gradus.learners.gradual.knowledge.registers import Past, Values, registers_in
from gradus.learners.gradual.knowledge.rules import Opinion, Rule, Rulebook
from gradus.learners.gradual.knowledge.saving import load, save
from gradus.learners.gradual.knowledge.settings import KnowledgeSettings
from gradus.learners.gradual.knowledge.symbols import Alphabet, Symbols, cut
from gradus.learners.gradual.knowledge.synonyms import Synonyms
from gradus.learners.gradual.knowledge.trust import SURE, Trust
from gradus.learners.gradual.knowledge.words import describe
from gradus.learners.gradual.programs import Program, Table, World, longest_chain, rename, run

SWITCHING = ("memory", "constant", "recognised")
"""Sources that speak about the current instance: their failure may mark a switch."""

RECENT = 40
"""Questions after which what a failing rule explained is no longer searched together with what it does not."""

GOOD = 0.7
"""Worth of rules that questions in other words are read by."""

CHANGING = 0.4
"""First trust in a remembered answer to a question whose answer depends on the past."""

CONVINCED = 0.95
"""Part of the pairs of a group that an explanation must explain for the search to be over."""

TRUSTED = 0.8
"""Worth of a rule that explains a pair although another rule has the first word."""

READINGS = 24
"""Ways to take the beginning of a question for a hint that are looked at."""

LONG = 7
"""Symbols of an answer that says enough by itself to doubt a rule."""

DOUBTED = 2
"""Wrong rules whose pairs are searched together with an unexplained one."""

KINDS = 200
"""Kinds for which unsuccessful searches are counted."""

TABLE_FROM = 5
"""Different keys that make a table worth keeping when no program is found."""


@dataclass(frozen=True)
class Proposal:
    """An answer, how probably it is right, and where it comes from."""

    answer: Symbols
    sure: float
    source: str


class Knowledge:
    """Everything known about what to answer."""

    def __init__(self, settings: KnowledgeSettings | None = None) -> None:
        self.settings = settings or KnowledgeSettings()
        self.silence: int | None = None
        """The symbol that separates words, once perception knows it."""
        self.evaluations = 0
        """Program evaluations in this life."""
        self.alphabet = Alphabet()
        self.recall = Recall(self.settings.archive, self.settings.lasting, self.settings.refuted)
        self.trust = Trust()
        self.book = Rulebook()
        self.library = Library()
        self.habits = Habits()
        self.world = World()
        self.agenda = Agenda(self.settings.search)
        self.open: deque[Pair] = deque(maxlen=self.settings.open_pairs)
        self.history: deque[Pair] = deque(maxlen=self.settings.history)
        self.clock = 0
        self.tabled = 0
        self.vain: dict[tuple[str, ...], tuple[int, int]] = {}
        """By keywords: searches in a row that found nothing, and unexplained pairs since the last one began."""
        self.past = Past()
        self.synonyms = Synonyms()
        self.hints = Hints()
        self._last: tuple[str, list[Draft], list[Opinion]] | None = None

    # ---- answering

    def propose(self, question: Symbols) -> Sequence[Proposal]:
        """Answers to a question, the surest first."""
        text = self.alphabet.text(question)
        drafts, _ = self._drafts(text)
        wrong = self.recall.wrong.get(text, ())
        merged: dict[str, tuple[float, str]] = {}
        for draft in sorted(drafts, key=lambda draft: -draft.sure):
            if draft.answer in wrong:
                continue
            sure, source = merged.get(draft.answer, (0.0, draft.source))
            merged[draft.answer] = (
                min(SURE, sure + (1.0 - sure) * draft.sure * (0.3 if sure else 1.0)),
                source,
            )
        ranked = sorted(merged.items(), key=lambda entry: -entry[1][0])[: self.settings.proposals]
        return [Proposal(self.alphabet.symbols(text), sure, source) for text, (sure, source) in ranked]

    def _drafts(self, text: str) -> tuple[list[Draft], list[Opinion]]:
        """What all sources say; the same for a question until something is learned."""
        if self._last is not None and self._last[0] == text:
            return self._last[1], self._last[2]
        opinions = self.book.opinions(text, self._registers(text), self._silence, self.world)
        drafts = [
            *self._remembered(text, opinions),
            *self._ruled(opinions, self._context(text) if len(text) == 1 else ""),
        ]
        drafts += [*self._hinted(text), *self._renamed(text, opinions)]
        drafts += self.habits.drafts(text, self.recall, self.trust)
        self._last = (text, drafts, opinions)
        return drafts, opinions

    def _registers(self, text: str) -> Values:
        """What the registers hold that rules look at."""
        used = dict.fromkeys([r for rule in self.book.rules for r in registers_in(rule.program)])
        return self.past.values(list(used), text, self._silence)

    @property
    def _silence(self) -> str:
        return "" if self.silence is None else self.alphabet.text((self.silence,))

    def _context(self, text: str) -> str:
        if len(text) == 1:
            return "known" if self.recall.known(text)[1] else "novel"
        tokens = cut(text, self._silence, "")
        return tokens[0] if len(tokens) > 1 else ""

    def _remembered(self, text: str, opinions: Sequence[Opinion]) -> list[Draft]:
        context = self._context(text) if len(text) == 1 else ""
        if self.past.changing(text) or any(o.familiar and registers_in(o.rule.program) for o in opinions):
            context = "changing"
        found = []
        entry = self.recall.now.get(text)
        if entry is not None:
            found.append(self._draft("memory", context, entry.answer))
        answer, strength = self.recall.known(text)
        if strength:
            found.append(self._draft("known" if strength > 1 else "heard", context, answer))
        answer, support = self.recall.recognised(text)
        if support:
            found.append(self._draft("recognised", context, answer))
        return found

    def _draft(self, source: str, context: str, answer: str) -> Draft:
        doubt = CHANGING if context == "changing" else -1.0
        return Draft(source, context, answer, self.trust.of(source, context, doubt))

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
            prior = rule.worth if opinion.familiar else -1.0
            sure = self.trust.of(source, context, prior) * (0.5 if found else 1.0)
            found.append(Draft(source, context, opinion.answer, sure))
        return found

    def _renamed(self, text: str, opinions: Sequence[Opinion]) -> list[Draft]:
        """What rules would say if a word were another; nothing where a rule knows the question."""
        if not self.settings.names or any(
            o.familiar and o.answer is not None and o.rule.worth > 0.7 for o in opinions
        ):
            return []
        found = []
        for number, guess in enumerate(self.synonyms.guesses(text, self.book, self.world, self._silence)[:3]):
            source = "synonym" if guess.score > 0 else "renamed"
            context = f"{'another' if number else 'best'} {len(guess.exchange)} {guess.score < 0}"
            doubt = 0.2 if guess.score < 0 else 0.5 if number else 1.0
            sure = self.trust.of(source, context) * guess.rule.worth * doubt
            found.append(Draft(source, context, guess.answer, sure))
        return found

    def _hinted(self, text: str) -> list[Draft]:
        """What rules say to the question that a hint makes of this one."""
        inner = (
            self.hints.unfold(cut(text, self._silence, "")) if self.settings.names and self._silence else ()
        )
        answer = self._familiar(inner) if inner else None
        return [] if answer is None else [self._draft("hint", "", answer)]

    def _familiar(self, tokens: Sequence[str]) -> str | None:
        """What a good rule says to a question of a shape that it knows."""
        text = self._silence.join(tokens)
        for opinion in self.book.opinions(text, {}, self._silence, self.world):
            if opinion.familiar and opinion.answer is not None and opinion.rule.worth > GOOD:
                return opinion.answer
        return None

    def _learn_hints(self, text: str, right: str) -> bool:
        """Whether the question is explained by taking its beginning for a hint."""
        tokens = cut(text, self._silence, "")
        if len(tokens) < 4 or not self._silence:
            return False
        keywords = {word: None for rule in self.book.rules if rule.worth > GOOD for word in rule.kind.tokens}
        explained = False
        for template, inner in islice(self.hints.readings(tokens, keywords), READINGS):
            good = self._familiar(inner) == right
            if good or template in self.hints.credits:
                self.hints.judge(template, good)
            explained = explained or good
        return explained

    # ---- learning

    def hear(self, question: Symbols, answer: Symbols, sure: float = 1.0) -> None:
        """Take in a question whose right answer was told."""
        self._learn(self.alphabet.text(question), self.alphabet.text(answer), sure, earned=False)

    def judged(self, question: Symbols, said: Symbols, reward: int) -> None:
        """Take in that our own answer was right or wrong."""
        text, answer = self.alphabet.text(question), self.alphabet.text(said)
        if reward > 0:
            self._learn(text, answer, 1.0, earned=True)
            return
        drafts, opinions = self._drafts(text)
        for draft in drafts:
            if draft.answer == answer:
                self._update(draft, False)
        for opinion in opinions:
            if opinion.answer == answer:
                opinion.rule.judge(False)
        if self._switched(drafts, answer, ""):
            self.recall.switch()
        self.recall.refute(text, answer)
        self._last = None

    def _learn(self, text: str, right: str, sure: float, earned: bool) -> None:
        self.clock += 1
        drafts, opinions = self._drafts(text)
        self._last = None
        for draft in drafts:
            self._update(draft, draft.answer == right)
        self.book.judge(opinions, right)
        if self._switched(drafts, "", right):
            self.recall.switch()
        self.recall.learn(text, right, earned)
        if any(draft.source in SWITCHING and draft.answer == right for draft in drafts):
            self.recall.confirm()
        self.habits.learn(text, right)
        self.past.learn(text, right)
        pair = Pair(text, right, self.clock, sure, {})
        explained = self._credit(pair, opinions)
        telling = self.settings.names and right not in self.past.usual()
        renamed = not explained and telling and self._learn_names(text, right)
        self._tabulate(opinions, right)
        if explained:
            self.history.append(pair)
        elif renamed:
            self._keep_open(pair)
        else:
            wrong = [o.rule for o in opinions if o.familiar and o.answer not in (None, right)]
            self._unexplained(pair, wrong[:DOUBTED])

    def _learn_names(self, text: str, right: str) -> bool:
        """Whether the question is explained by reading a word of it as another."""
        guesses = self.synonyms.guesses(text, self.book, self.world, self._silence)
        explained = any(guess.answer == right and self.synonyms.plausible(guess) for guess in guesses[:2])
        self.synonyms.learn(guesses, right)
        return self._learn_hints(text, right) or explained

    def _update(self, draft: Draft, good: bool) -> None:
        self.trust.update(draft.source, draft.context, good)

    def _switched(self, drafts: Sequence[Draft], said: str, right: str) -> bool:
        """Whether a trusted source about this instance has failed."""
        best = max(drafts, key=lambda draft: draft.sure, default=None)
        if best is None or best.source not in SWITCHING or best.sure < 0.6:
            return False
        return best.answer == said if said else best.answer != right

    def _credit(self, pair: Pair, opinions: Sequence[Opinion]) -> bool:
        """Whether the rule to be believed explains the pair; those that do keep it as evidence."""
        spoken = [opinion for opinion in opinions if opinion.answer is not None]
        right = [opinion for opinion in spoken if opinion.answer == pair.answer and opinion.rule.worth > 0.4]
        for opinion in right:
            opinion.rule.keep(pair, opinion.case, self.settings.evidence)
        least = max(spoken[0].rule.worth, TRUSTED) if spoken else 1.0
        return any(opinion is spoken[0] or opinion.rule.worth >= least for opinion in right)

    def _tabulate(self, opinions: Sequence[Opinion], right: str) -> None:
        """Let tables follow what was heard, after everything was judged; only their own rules may correct them."""
        for opinion in opinions:
            how, _, name = str(opinion.rule.program[0]).partition(":")
            table = self.world.tables.get(name)
            if table is None or how not in ("get", "code"):
                continue
            key = run(opinion.rule.program[1], opinion.case, self.world.operators)
            if key is None:
                continue
            if how == "code":
                links = dict(zip(key, right, strict=True)) if len(key) == len(right) else {}
            else:
                links = {"".join(key) if isinstance(key, tuple) else key: right}
            for known, value in links.items():
                if opinion.rule.worth > GOOD and (opinion.rule.table == name or known not in table.entries):
                    table.hear(known, value, self.settings.entries)

    def _unexplained(self, pair: Pair, wrong: Sequence[Rule]) -> None:
        """Keep a pair for which there is no rule, and plan a search; `wrong`: rules that should have known."""
        self._keep_open(pair)
        groups = self._groups(pair, wrong)
        if not self._due(groups[0][0], pair):
            return
        if self.settings.memory and self.past.ambiguous(pair.question, pair.answer):
            groups = [*self._remembering(self._memorable(groups, pair))[:3], *groups[:3]]
        world = self.world.copy(self._explaining(groups[0][1]))
        if not self.settings.library:
            world.functions.clear()
            world.refresh()
        costs = self.library.costs(world) if self.settings.learned_costs else {}
        vain, _ = self.vain.get(self._likes(groups[0][0], pair), (0, 0))
        budget = self.settings.budget * min(self.settings.most_budgets, 1 + vain // self.settings.patience)
        parts = shares(groups, budget, self.settings.share)
        fresh = tuple([other.at for other in self.open])
        self.agenda.add(Plan(tuple(parts), world, costs, self._silence, fresh, self.past.usual()))

    def _explaining(self, members: Sequence[Pair]) -> frozenset[str]:
        """Tables that hold these very pairs: a search must not look into them."""
        found = []
        for name, table in self.world.tables.items():
            held = sum(self._holds(table, pair) for pair in members)
            if 2 * held > len(members):
                found.append(name)
        return frozenset(found)

    def _holds(self, table: Table, pair: Pair) -> bool:
        tokens = cut(pair.question, self._silence, "")
        return any(
            table.entries.get(token) == pair.answer for token in (*tokens, pair.question, pair.question[-1:])
        )

    def _keep_open(self, pair: Pair) -> None:
        """Remember a pair that no rule explains."""
        while self.open and self.open[0].at < self.clock - self.settings.stale:
            self.open.popleft()
        self.open.append(pair)

    def _groups(self, pair: Pair, wrong: Sequence[Rule]) -> list[Group]:
        """What to search together: with what wrong rules rest on, then without if there is enough to go by."""
        gap = gap_of([question for question, _ in self.past.pairs], self._silence)
        groups = hypotheses(self._pool(pair, wrong), self._silence, self.settings, gap)
        if not wrong:
            return groups
        alone = [
            (kind, members)
            for kind, members in hypotheses(list(self.open), self._silence, self.settings, gap)[:2]
            if len(members) > 1 or len(pair.answer) >= LONG
        ]
        if any(old.answer == pair.answer for rule in wrong for old in rule.evidence):
            alone = []  # of a few answers, only those are unexplained that the rule does not give
        return [*groups[:1], *alone, *groups[1:]][: self.settings.groups]

    def _pool(self, pair: Pair, wrong: Sequence[Rule]) -> list[Pair]:
        """Unexplained pairs, and what the rules rest on that were wrong about this one."""
        found = [other for other in self.open if other is not pair]
        for rule in wrong:
            late = [old for old in rule.evidence if old.at > self.clock - RECENT]
            found += [old for old in late if not any(old.same(other) for other in found)]
        found.sort(key=lambda other: other.at)
        return [*found[-self.settings.open_pairs :], pair]

    def _memorable(self, groups: Sequence[Group], pair: Pair) -> list[Group]:
        """Groups in which memory may matter: questions as long as this one, without commands, or all of them."""
        kind, members = groups[0]
        size = len(cut(pair.question[len(kind.prefix) :], self._silence, kind.marks))
        equal = replace(kind, length=size)
        alike = [other for other in members if equal.case(other.question, {}, self._silence) is not None]
        found = [(equal, alike)] if 3 < len(alike) < len(members) else []
        quiet = [(kind, self._unsettled(members)) for kind, members in groups[:2]]
        found += [group for group in quiet if len(group[1]) >= 4]
        return [*found, *groups[:2]]

    def _unsettled(self, members: Sequence[Pair]) -> list[Pair]:
        """The members without questions that are always answered the same: commands that only change something."""
        return [pair for pair in members if not self.past.settled(pair.question)]

    def _remembering(self, groups: Sequence[tuple[Kind, list[Pair]]]) -> list[tuple[Kind, list[Pair]]]:
        """The groups again, with what registers held at each question."""
        found = []
        first = self.clock - len(self.past.pairs) + 1
        for kind, members in groups:
            registers = self.past.candidates(kind.marks, self._silence)
            late = {pair.at - first: pair for pair in members if pair.at > first}
            asked = {place: pair.question for place, pair in late.items()}
            held = self.past.replay(registers, self._silence, asked)
            found.append((kind, [replace(pair, registers=held[place]) for place, pair in late.items()]))
        return [(kind, members) for kind, members in found if members]

    def _due(self, kind: Kind, pair: Pair) -> bool:
        """Whether to search again: more rarely, the longer nothing was found for such questions."""
        key = self._likes(kind, pair)
        vain, rested = self.vain.pop(key, (0, 0))
        rest = min(vain // self.settings.patience, self.settings.longest_rest)
        now = rested >= rest
        self.vain[key] = (vain, 0 if now else rested + 1)
        if len(self.vain) > KINDS:
            del self.vain[next(iter(self.vain))]
        return now

    def _likes(self, kind: Kind, pair: Pair) -> tuple[str, ...]:
        """What questions have in common with this one: keywords, or else how many tokens they have."""
        size = len(cut(pair.question, self._silence, ""))
        return kind.tokens or ("", *[""] * (size + (len(pair.question) == 1)))

    # ---- thinking

    def think(self, evaluations: int) -> int:
        """Spend at most about so many program evaluations on what is unexplained; returns how many it took."""
        spent = 0
        while spent < evaluations and self.agenda.plan is not None:
            used, result = self.agenda.work(evaluations - spent)
            spent += used
            if result is not None:
                self._conclude(result)
        self.evaluations += spent
        return spent

    def _conclude(self, result: Result) -> None:
        if result.found is not None and self._convincing(result):
            self._accept(result)
            return
        self._ended(result, False)
        first = result.plan.groups[0]
        groups = [(kind, members) for kind, members, _ in result.plan.groups]
        if not any(self._make_table(kind, members) for kind, members in groups):
            self._make_order(first[0])

    def _ended(self, result: Result, good: bool) -> None:
        """Note whether a search was in vain: the next one for such questions may come later and cost more."""
        first = result.plan.groups[0]
        key = self._likes(first[0], first[1][-1])
        vain, rested = self.vain.pop(key, (0, 0))
        if not good:
            self.vain[key] = (vain + 1, rested)

    def _make_order(self, kind: Kind) -> None:
        """Keep as a table what single words lead to, if together they are one order: it may sort or count later."""
        links: dict[str, str] = {}
        if not self.settings.search.orders:
            return
        for pair in self.open:
            case = kind.case(pair.question, {}, self._silence)
            content = [t for t in case.tokens if t not in kind.tokens] if case else []
            if len(content) == 1 and content[0] != pair.answer:
                links[content[0]] = pair.answer
        if len(links) < TABLE_FROM or len(longest_chain(links)) != len(links) + 1:
            return
        for table in self.world.tables.values():
            if sum(table.entries.get(key) == value for key, value in links.items()) >= TABLE_FROM - 1:
                if not table.numeric and len(links) > len(table.entries):
                    table.replace(links)
                    self.world.refresh()
                return
        self._new_table(links)

    def _convincing(self, result: Result) -> bool:
        """Whether a program that was dropped before saves enough more this time."""
        assert result.found is not None
        failed = self.book.failures.get((result.kind, result.found.program), 0)
        return result.found.gain > self.settings.again_bits * failed or result.found.gain < 0

    def _accept(self, result: Result) -> None:
        """Make a rule of an explanation."""
        found = result.found
        assert found is not None
        program, table = found.program, ""
        if found.entries:
            table = self._same_table(result.kind, program) or self._new_table(found.entries)
            self.world.tables[table] = Table(found.entries)
            self.world.refresh()
            program = rename(program, table)
        members = [pair for pair, good in zip(result.members, found.right, strict=True) if good]
        cases = [result.kind.case(pair.question, pair.registers, self._silence) for pair in members]
        known = [case for case in cases if case is not None]
        kind = narrowed(result.kind, known, program, self._met)
        rule = Rule(kind, program, table, wins=min(4.0, len(members)), gain=found.gain)
        for pair, case in zip(members, known, strict=True):
            rule.keep(pair, case, self.settings.evidence)
        rule = self.book.add(rule, self.settings.rules)
        self._ended(result, sum(found.right) >= CONVINCED * len(found.right))
        self._shelve(rule)
        self._settle(rule)
        self._last = None

    def _met(self, token: str) -> bool:
        """Whether a token occurred in several recent questions."""
        recent = [*self.history, *self.open]
        return sum(token in cut(pair.question, self._silence, "") for pair in recent) > 1

    def _shelve(self, rule: Rule) -> None:
        """Put a rule's program into the library, and let a single keyword name it."""
        name = self.library.shelve(rule.program, self.world, self.settings.functions)
        tokens = rule.kind.tokens
        if name and len(tokens) == 1 and self.world.functions[name].takes == "t" and self.settings.names:
            self.world.names[tokens[0]] = name
            self.world.refresh()

    def _settle(self, rule: Rule) -> None:
        """Move the open pairs that a rule explains to the history."""
        left: deque[Pair] = deque(maxlen=self.settings.open_pairs)
        for pair in self.open:
            case = rule.kind.case(pair.question, pair.registers, self._silence)
            if case is not None and run(rule.program, case, self.world.operators) == pair.answer:
                rule.keep(pair, case, self.settings.evidence)
                self.history.append(pair)
            else:
                left.append(pair)
        self.open = left

    def _same_table(self, kind: Kind, program: Program) -> str:
        """The table of a rule that says the same with older entries; empty when there is none."""
        for rule in self.book.rules:
            if rule.table and rule.kind.marks == kind.marks and rename(program, rule.table) == rule.program:
                return rule.table
        return ""

    def _new_table(self, entries: Mapping[Any, str]) -> str:
        """Keep entries as a table with a name of its own; the oldest unused table gives way."""
        self.tabled += 1
        name = f"t{self.tabled}"
        self.world.tables[name] = Table(entries)
        if len(self.world.tables) > self.settings.tables:
            used = {rule.table for rule in self.book.rules}
            unused = [other for other in self.world.tables if other not in used and other != name]
            gone = (unused or list(self.world.tables))[0]
            del self.world.tables[gone]
            self.book.rules = [rule for rule in self.book.rules if rule.table != gone]
        self.world.refresh()
        return name

    def _make_table(self, kind: Kind, members: Sequence[Pair]) -> bool:
        """Keep what no program explains as a table, if a single token decides; whether there is one now."""
        if not kind.tokens or not self.settings.search.holes:
            return False
        cases = [kind.case(pair.question, {}, self._silence) for pair in members]
        entries: dict[str, str] = {}
        for case, pair in zip(cases, members, strict=True):
            content = [t for t in case.tokens if t not in kind.tokens] if case else []
            if len(content) == 1:
                entries[content[0]] = pair.answer
        if len(entries) < TABLE_FROM or any(r.table and r.kind == kind for r in self.book.rules):
            return False
        name = self._new_table(entries)
        program = (f"get:{name}", ("field", 0, kind.tokens))
        rule = Rule(kind, program, name, wins=1.0)
        for case, pair in zip(cases, members, strict=True):
            if case is not None:
                rule.keep(pair, case, self.settings.evidence)
        self.book.add(rule, self.settings.rules)
        self._last = None
        return True

    # ---- beliefs about the instance

    def regime(self) -> None:
        """Another dialogue has probably begun: what is bound to the instance becomes doubtful."""
        self.vain.clear()
        self.recall.switch()
        self._last = None

    # ---- saving and showing

    def forget_drafts(self) -> None:
        """Ask all sources anew the next time: something has changed."""
        self._last = None

    def state(self) -> dict[str, Any]:
        """Everything known, as JSON-able values."""
        return save(self)

    def restore(self, state: dict[str, Any]) -> None:
        """Take over what `state` wrote."""
        load(self, state)

    def in_words(self, spell: Callable[[Symbols], str]) -> list[str]:
        """What is known, as sentences."""
        return describe(self, spell)
