"""All settings of the knowledge, each with its reason; a learner's description may change them."""

from __future__ import annotations

from dataclasses import dataclass, field

from gradus.learners.gradual.programs import SearchSettings


@dataclass(frozen=True)
class KnowledgeSettings:
    """How much is kept, how much is sought, and which abilities are switched off for an ablation."""

    budget: int = 3500
    """Program evaluations for an unexplained pair: more gained hardly anything in trials."""
    most_budgets: int = 3
    """How many times as much is spent after searches in vain, which come more rarely."""
    slowest: int = 3
    """How many times as slowly is searched after searches in vain: most searches of a life are for what has no rule."""
    groups: int = 6
    """Ways to group an unexplained pair with others: later ones rarely help."""
    group: int = 60
    """Pairs of a group that are looked at."""
    share: float = 0.6
    """Part of the remaining budget that each further group gets."""
    open_pairs: int = 60
    """Unexplained pairs kept."""
    stale: int = 100
    """Unexplained pairs older than so many questions are dropped: they belong to another task."""
    history: int = 64
    """Explained pairs kept: a new rule must not contradict them."""
    evidence: int = 40
    """Pairs kept with each rule, so that a better rule can be sought when it fails."""
    rules: int = 240
    """Rules kept; the least useful go first."""
    tables: int = 24
    """Learned tables kept."""
    entries: int = 200
    """Entries of a table."""
    functions: int = 60
    """Programs in the library."""
    patience: int = 3
    """Unsuccessful searches in a row after each of which one more question is let pass before the next."""
    longest_rest: int = 5
    """Questions let pass at most: what cannot be solved must not cost much, but more examples may help."""
    again_bits: float = 12.0
    """What a program must save in addition after it was accepted once and failed."""
    lasting: int = 6000
    """Questions whose answers are remembered for good."""
    archive: int = 48
    """Instances remembered for recognition."""
    refuted: int = 64
    """Questions of an instance whose wrong answers are remembered."""
    proposals: int = 8
    """Answers proposed at most."""
    library: bool = True
    """Whether earlier programs are single steps of later ones; off at test time: the knock-out."""
    earlier_tables: bool = True
    """Whether tables of earlier tasks are parts of later programs; off at test time: the knock-out as well."""
    learned_costs: bool = True
    """Whether what was useful before becomes cheaper."""
    programs: bool = True
    """Whether anything is sought that explains answers."""
    names: bool = True
    """Whether words may name functions."""
    synonyms: bool = True
    """Whether words may stand for other words."""
    hints: bool = True
    """Whether the beginning of a question may announce what a word stands for."""
    marks: bool = True
    """Whether questions are cut at other symbols than silence."""
    memory: bool = True
    """Whether answers may depend on earlier questions."""
    search: SearchSettings = field(default_factory=SearchSettings)
    """How programs are sought."""
