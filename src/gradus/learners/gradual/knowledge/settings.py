"""All settings of the knowledge, each with its reason; a learner's description may change the first of them."""

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
    calm: int = 20
    """Questions understood in a row after which those before that were not are dropped: another task has begun."""
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


@dataclass(frozen=True)
class BeginningsSettings:
    """What `beginnings` goes by."""

    apart: int = 8
    """Questions between two times at which everything began anew: what happens more often is a rule."""
    reach: int = 24
    """Latest questions before which it may have happened."""
    vain: int = 3
    """Examples of a new rule for which such a time is sought in vain."""


BEGINNINGS = BeginningsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class ConclusionsSettings:
    """What `conclusions` goes by."""

    table_from: int = 5
    """Different keys that make a table worth keeping when no program is found."""
    said: int = 24
    """Latest answers that tell whether a token may be content."""
    convinced: float = 0.95
    """Part of the pairs of a group that an explanation must explain for the search to be over."""


CONCLUSIONS = ConclusionsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class DescriptionSettings:
    """What `description` goes by."""

    questions: int = 40
    """Questions of a task that are described."""
    thought: int = 4000
    """Evaluations between two questions: what a learner in a dialogue has idle steps for."""
    surest: float = 0.99
    """No proposal is believed more, none less than the rest to one: a code must be able to say everything."""


DESCRIPTION = DescriptionSettings()
"""The settings in use."""


@dataclass(frozen=True)
class FacadeSettings:
    """What `facade` goes by."""

    reread: float = 0.9
    """How sure a pair is that was read again."""
    doubted: int = 2
    """Wrong rules whose pairs are searched together with an unexplained one."""
    relied: float = 0.6
    """How sure a source about this instance must have been for its failure to mark a switch."""
    credited: float = 0.4
    """Worth of a rule that keeps what it explains as evidence: a worse one was right by luck."""
    sound: float = 0.6
    """Worth that the rule that has the first word needs: one that is wrong every other time explains nothing."""
    trusted: float = 0.8
    """Worth of a rule that explains a pair although another rule has the first word."""
    planning: int = 100
    """Evaluations that take as long as planning a search."""


FACADE = FacadeSettings()
"""The settings in use."""


@dataclass(frozen=True)
class GroupingSettings:
    """What `grouping` goes by."""

    common: float = 0.15
    """Part of the recent pairs that a keyword must occur in."""
    core: float = 0.7
    """Part of the recent pairs that have a keyword without which there would be another task."""
    misheard: int = 1
    """Of the latest questions, how many may lack a word that all questions of their sort have."""
    place: float = 0.7
    """Part of its questions in which a keyword stands at the same place."""
    content: float = 0.1
    """Part of the answers that a keyword may occur in at most."""
    marks: int = 3
    """Marks that questions are cut at besides silence."""
    few: int = 4
    """Answers are few when there are at most so many different ones, or so many times as many examples."""
    group: int = 24
    """Latest pairs that make a group with a keyword, unless their answers are few."""
    recent: int = 8
    """Latest pairs that make a group without any keyword: older ones belong to other tasks."""
    newest: int = 6
    """The same after the first search in vain and every third one later: of eight, some may be of another task."""
    wider: int = 3
    """How many times as many more are looked at after searches in vain."""
    clear: int = 5
    """Questions that show a mark clearly."""
    gap: int = 16
    """Latest questions that tell what separates words."""
    wordy: float = 0.5
    """Part of the latest questions with silence inside from which on silence separates words."""
    saved: float = 0.75
    """Part of the list of words that is left when questions are cut at a symbol that some of them do not have."""


GROUPING = GroupingSettings()
"""The settings in use."""


@dataclass(frozen=True)
class HintsSettings:
    """What `hints` goes by."""

    longest: int = 8
    """Words of a hint."""
    proven: int = 2
    """Questions explained before a hint is believed."""
    templates: int = 16
    """Hints remembered."""


HINTS = HintsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class WordingSettings:
    """What `in_words` goes by."""

    entries: int = 4
    """Entries of a table that are shown."""
    told: int = 3
    """Rules for the same questions that are told."""
    trusted: float = 0.5
    """Trust from which on a rule is worth a sentence; the others are counted."""


IN_WORDS = WordingSettings()
"""The settings in use."""


@dataclass(frozen=True)
class KindsSettings:
    """What `kinds` goes by."""

    settled: int = 4
    """Questions after which a token in the same place of all of them is no coincidence, although a
    program reads it."""


KINDS = KindsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class LibrarySettings:
    """What `library` goes by."""

    weight: float = 24.0
    """How many accepted operators the built-in costs count for."""
    fade: float = 0.95
    """What is left after a further program of the weight of those before: a long life must not outweigh what is new."""
    forgotten: float = 0.01
    """Weight below which it is forgotten."""
    cheaper: int = 2
    """Bits that learning can take off an operator; none are added, or what is new would be out of reach."""


LIBRARY = LibrarySettings()
"""The settings in use."""


@dataclass(frozen=True)
class PlacesSettings:
    """What `places` goes by."""

    fade: float = 0.8
    """Weight of an experience after a further one."""
    hope: float = 0.1
    """Success expected of a place before any experience."""
    weight: float = 2.0
    """How many experiences that counts for."""


PLACES = PlacesSettings()
"""The settings in use."""


@dataclass(frozen=True)
class PlanningSettings:
    """What `planning` goes by."""

    recent: int = 40
    """Questions after which what a failing rule explained is no longer searched together with what it does not."""
    recurring: int = 4
    """Questions asked again that are looked at together with what happened since."""
    late: int = 24
    """Latest questions whose answers tell what is content."""
    again: int = 6
    """How often a question with changing answers must have been asked to be looked at alone."""
    long: int = 7
    """Symbols of an answer that says enough by itself to doubt a rule."""
    recorded: int = 2
    """Groups of all late pairs with usual answers that are searched before those of what is unexplained."""
    calling: int = 40
    """Evaluations for questions with names of functions: only calls are tried."""
    called: int = 8
    """Latest such questions that are looked at together."""
    naming: int = 5000
    """Evaluations for what several names in a question mean together."""
    kinds: int = 200
    """Kinds for which unsuccessful searches are counted."""


PLANNING = PlanningSettings()
"""The settings in use."""


@dataclass(frozen=True)
class ProposalsSettings:
    """What `proposals` goes by."""

    recent: int = 12
    """Right answers that a habit looks back on."""
    trials: int = 4
    """Untried answers proposed at once."""
    symbols: int = 40
    """Questions of a single symbol that a habit looks back on."""
    settled: int = 3
    """Instances in which a symbol was its own answer, after which repeating it says nothing about the others."""
    curiosity: float = 0.12
    """Habits trusted less than this give way to trying something new."""


PROPOSALS = ProposalsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class RecallSettings:
    """What `recall` goes by."""

    smallest: int = 3
    """Answers that make an instance worth archiving."""
    largest: int = 64
    """Larger instances are not archived: they would not be recognised quickly."""
    questions: int = 2000
    """Answers of an instance; with more of them it is over."""
    strongest: int = 9
    """In how many instances an answer must have held to count as proven; more make no difference."""


RECALL = RecallSettings()
"""The settings in use."""


@dataclass(frozen=True)
class RegistersSettings:
    """What `registers` goes by."""

    past: int = 64
    """Pairs that registers look back on."""
    usual: int = 24
    """Pairs that tell which answers are frequent at this time."""
    words: int = 5
    """Words that may write or clear registers."""
    commanded: int = 2
    """How often a command of one word must have been heard: what begins anew is rare."""
    commands: int = 4
    """Commands of one word that are looked at."""
    heaps: int = 3
    """Commands that may empty a collection to which every question adds."""
    late: int = 6
    """Latest questions that tell which words name the task."""
    shown: int = 12
    """Latest pairs that may show what is done now."""
    same: float = 0.8
    """Part of the things that are taken away which must have been put there."""
    beginnings: int = 8
    """Latest times at which all that was kept was forgotten: more do not fall into what is looked back on."""
    changes: int = 6
    """Ways in which commands together may change values under names that are looked at."""
    keeping: int = 3
    """Places of a question, the last ones that vary, that may be a value and its name."""
    recurring: int = 3
    """How often such a word must have occurred lately."""


REGISTERS = RegistersSettings()
"""The settings in use."""


@dataclass(frozen=True)
class RevisionSettings:
    """What `revision` goes by."""

    misheard: float = 0.5
    """Part of a rule's examples that were misheard from which on the rule goes as well."""


REVISION = RevisionSettings()
"""The settings in use."""


@dataclass(frozen=True)
class RulesSettings:
    """What `rules` goes by."""

    fade: float = 0.8
    """Weight of a judgement after a further one."""
    record: float = 2.0
    """How many judgements the worth of a rule counts for beside its record."""
    steady: float = 0.95
    """What is left of a rule's record after a success."""
    shaken: float = 0.7
    """What is left of it after a failure: a task may have changed."""
    yielding: float = 0.3
    """What is left of a rule's record when a newer one is found for the same questions."""
    proven: float = 8.0
    """Judgements after which a single failure proves nothing, if most were successes."""
    proven_share: float = 0.9
    """The part of them that must be successes."""
    specific: float = 0.3
    """What each keyword of their kind counts where several rules have something to say."""
    reliable: float = 1.5
    """What their record counts then."""
    familiar: float = 0.5
    """What it counts then that a rule knows the shape of the question."""
    strange: float = 0.15
    """Weight of a failure on a shape that the rule has never answered."""
    lucky: int = 3
    """Questions of a shape, and no more than other ones, that a rule may have answered by luck."""
    shapes: int = 8
    """Shapes remembered per rule."""
    useless: float = 0.25
    """Rules that succeed less often than that are not asked."""
    hopeless: float = 0.2
    """Worth below which a rule is dropped, if it failed often of late."""
    failed: float = 4.0
    """Fresh failures that this takes."""
    worthy: float = 0.6
    """Worth of a rule that stays beside a new one for the same kind."""
    failures: int = 200
    """Dropped programs that are remembered."""
    asked: int = 6
    """Rules asked about a question."""
    few_words: int = 3
    """Questions per different word that make the words at a place a closed set."""
    often: int = 4
    """Questions at least that this takes."""


RULES = RulesSettings()
"""The settings in use."""


@dataclass(frozen=True)
class SourcesSettings:
    """What `sources` goes by."""

    good: float = 0.7
    """Worth of rules that questions in other words are read by."""
    changing: float = 0.4
    """First trust in a remembered answer to a question whose answer depends on the past."""
    readings: int = 24
    """Ways to take the beginning of a question for a hint that are looked at."""


SOURCES = SourcesSettings()
"""The settings in use."""


@dataclass(frozen=True)
class SuccessionSettings:
    """What `succession` goes by."""

    steps: int = 400
    """Pairs of an answer and a question after it that are remembered; the oldest go."""


SUCCESSION = SuccessionSettings()
"""The settings in use."""


@dataclass(frozen=True)
class SynonymsSettings:
    """What `synonyms` goes by."""

    most: int = 2
    """Words exchanged at once."""
    readings: int = 12
    """Readings kept per word."""
    words: int = 400
    """Words with readings."""
    keywords: float = 0.6
    """Worth of rules whose keywords are known as such."""
    readable: float = 0.5
    """Worth of rules that questions are read by."""
    least: int = -6
    """The least that a reading is credited with."""
    most_credit: int = 9
    """The most that a reading is credited with."""
    firm: int = 3
    """Credit from which on a word is read as the other one before anything else is looked at."""
    guesses: int = 6
    """Ways to read a question that are looked at."""


SYNONYMS = SynonymsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class TrustSettings:
    """What `trust` goes by."""

    fade: float = 0.9
    """Weight of an experience after a further one in the same context."""
    contexts: int = 2000
    """Contexts remembered; the oldest are dropped."""
    weight: float = 2.0
    """How many experiences the prior counts for."""
    sure: float = 0.98
    """No proposal is surer than that."""


TRUST = TrustSettings()
"""The settings in use."""


@dataclass(frozen=True)
class WordsSettings:
    """What `words` goes by."""

    wordy: int = 160
    """Symbols from which on a phrase is too long: the functions in it are named instead of told."""


WORDS = WordsSettings()
"""The settings in use."""
