"""Everything a learner knows about right answers, in one place, with what each part means.

Sources read it, the planner plans searches, conclusions change rules and tables; nothing else writes here.
"""

from __future__ import annotations

from collections import deque

from gradus.learners.gradual.knowledge.agenda import Agenda
from gradus.learners.gradual.knowledge.hints import Hints
from gradus.learners.gradual.knowledge.kinds import Pair
from gradus.learners.gradual.knowledge.library import Library
from gradus.learners.gradual.knowledge.proposals import Habits
from gradus.learners.gradual.knowledge.recall import Recall
from gradus.learners.gradual.knowledge.registers import Past
from gradus.learners.gradual.knowledge.rules import Rule, Rulebook
from gradus.learners.gradual.knowledge.settings import KnowledgeSettings
from gradus.learners.gradual.knowledge.succession import Succession
from gradus.learners.gradual.knowledge.symbols import Alphabet
from gradus.learners.gradual.knowledge.synonyms import Synonyms
from gradus.learners.gradual.knowledge.trust import Trust
from gradus.learners.gradual.programs import World


class Store:
    """The state of the knowledge."""

    def __init__(self, settings: KnowledgeSettings | None = None) -> None:
        self.settings = settings or KnowledgeSettings()
        self.silence: int | None = None
        """The symbol that separates words, once perception knows it."""
        self.evaluations = 0
        """Program evaluations in this life."""
        self.alphabet = Alphabet()
        """Symbols in the order in which they were met: all texts in here are made of these."""
        self.recall = Recall(self.settings.archive, self.settings.lasting, self.settings.refuted)
        """Answers to single questions: of this instance, of earlier ones, for good."""
        self.trust = Trust()
        """How often each source of answers was right, by context."""
        self.book = Rulebook()
        """Rules: which program answers which kind of question."""
        self.library = Library()
        """How often operators were useful."""
        self.habits = Habits()
        """What to say when nothing is known."""
        self.world = World()
        """Tables, library functions and names, as operators of programs."""
        self.agenda = Agenda(self.settings.search)
        """The searches that are due."""
        self.open: deque[Pair] = deque(maxlen=self.settings.open_pairs)
        """Pairs that no rule explains."""
        self.pending: tuple[Pair, list[Rule]] | None = None
        """The newest unexplained pair for which no search is planned yet, and rules that were wrong about it."""
        self.history: deque[Pair] = deque(maxlen=self.settings.history)
        """The latest pairs that rules explain."""
        self.clock = 0
        """Pairs heard in this life."""
        self.tabled = 0
        """Tables made in this life: their names count on."""
        self.vain: dict[tuple[str, ...], tuple[int, int]] = {}
        """By keywords: searches in a row that found nothing, and unexplained pairs since the last one began."""
        self.past = Past()
        """The latest pairs, from which registers are computed."""
        self.succession = Succession()
        """What followed which right answer."""
        self.synonyms = Synonyms()
        """Words read as others."""
        self.hints = Hints()
        """Shapes of questions that announce a word."""

    @property
    def quiet(self) -> str:
        """The symbol of silence inside this room; empty while it is not known."""
        return "" if self.silence is None else self.alphabet.text((self.silence,))
