"""All settings of the search for programs, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchSettings:
    """How a search proceeds."""

    cases: int = 5
    """Cases looked at while enumerating; the others only check the result."""
    few_cases: int = 12
    """The same where answers come back: single cases tell less."""
    deepest: int = 26
    """Bits of the largest programs enumerated."""
    simpler: int = 200
    """Evaluations spent, beside as many as before, to find something simpler than what explains everything."""
    gain: float = 4.0
    """Bits a program must save."""
    single_gain: float = 12.0
    """Bits it must save when there is only one example."""
    share: float = 0.75
    """Part of the examples it must explain."""
    late_gain: float = 8.0
    """Bits it must save if it explains only the last four examples: a keyword may have changed its meaning."""
    constant: int = 3
    """Different questions with the same answer after which it is taken for what their kind is answered with."""
    usual_constant: int = 8
    """The same where that answer is frequent at other questions too."""
    simple: int = 10
    """Bits of two programs for which a test is sought right away: larger pairs are mostly luck."""
    focused: int = 2
    """How many such pairs a search looks at: each costs some hundred evaluations."""
    halves: int = 14
    """Bits of two programs that a learned test may tell apart."""
    halving: int = 8
    """Bits of a number or a text that it is learned from."""
    words: int = 8
    """Words of the question that such tests compare."""
    viewed: int = 10
    """Bits of such a test."""
    beyond_luck: float = 1.0
    """Examples that two programs must differ in beyond the bits it takes to pick a test among those tried."""
    switching: int = 6
    """Bits of a text on which it may depend which of several programs is right."""
    switched: int = 6
    """Examples from which on that is tried."""
    ways: int = 4
    """Programs among which such a text decides."""
    paired: int = 11
    """Bits of a test that may hold together with another one."""
    signs: int = 5
    """Bits of a sign that may be added to another in a circle."""
    listed: int = 6
    """Bits of a list whose members may each become a piece of the answer; 0: none."""
    listed_most: int = 3
    """Such lists that are looked at: the likeliest come first."""
    listed_more: int = 6
    """Bits by which what is said of members is larger than the list at least: simpler programs come first."""
    listed_soon: int = 4
    """The same where members are no chance: what one operator makes of the list comes first."""
    listed_share: int = 500
    """Evaluations for each of them."""
    compared_share: int = 300
    """Evaluations for members that are compared with words of the question."""
    numeric_share: int = 700
    """Evaluations for tests about numbers alone, where words are numerals."""
    named_share: int = 600
    """Evaluations for what a name means that is only heard together with others."""
    alike: int = 12
    """Bits of what is said of one word that is compared with the same said of another, where there are two answers."""
    counted: int = 6
    """Bits of a number that may be added to another one to make what is wanted."""
    replacing: int = 5
    """Bits at which it is looked whether something in a word was replaced: words are known then."""
    assembling: int = 9
    """Bits at which functions around two others are tried: what functions make of words is known then."""
    parts: int = 14
    """Texts that functions make of words which are put together there."""
    measured: int = 14
    """Bits of a number that tells two answers apart by being beyond a limit."""
    containing: int = 7
    """Bits of a text that tells two answers apart by having one of a few symbols."""
    signs_learned: int = 4
    """How many such symbols are learned at most."""
    mixed: int = 10
    """Examples from which on more cases are looked at: they may follow several programs."""
    mixed_cases: int = 8
    """How many cases are looked at then, and where the past may matter."""
    holes: bool = True
    """Whether tables and codes are learned."""
    orders: bool = True
    """Whether orders are learned, and numerals read by them."""
    conditions: bool = True
    """Whether conditions and pairs of tests are learned."""
    decomposition: bool = True
    """Whether remainders of answers are goals."""


@dataclass(frozen=True)
class BranchesSettings:
    """What `branches` goes by."""

    late: int = 4
    """Latest examples that a program may explain alone."""
    least: int = 4
    """Examples from which on one answer may be given wherever a program says nothing."""
    defined: float = 0.75
    """Part of the cases in which a program is defined that it must be right in to be looked at where another answer
    is given in all others."""
    sound: float = 0.9
    """The same part of all examples: what is wrong more often is right in the others by luck."""


BRANCHES = BranchesSettings()
"""The settings in use."""


@dataclass(frozen=True)
class CallsSettings:
    """What `calls` goes by."""

    call_bits: int = 2
    """What a call costs: its name and that it is one."""
    words: int = 8
    """Longer questions are not looked at."""


CALLS = CallsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class ComparingSettings:
    """What `comparing` goes by."""

    least: int = 10
    """Verdicts that tell an order."""
    wrong: float = 0.1
    """Part of the verdicts that may be misheard."""
    again: int = 2
    """How many comparisons there must be for each thing that is compared."""
    equal: float = 0.4
    """Part of the numerals compared that must be equally long: else their lengths may be what matters."""


COMPARING = ComparingSettings()
"""The settings in use."""


@dataclass(frozen=True)
class CompletionSettings:
    """What `completion` goes by."""

    numerals: int = 4
    """Words of a question that may be numerals that add up."""
    extremes: int = 6
    """Bits of a list of which the first or last in some order may be wanted."""


COMPLETION = CompletionSettings()
"""The settings in use."""


@dataclass(frozen=True)
class GoalsSettings:
    """What `goals` goes by."""

    residuals: int = 60
    """Remainders of answers that are sought at the same time."""
    numbers: int = 60
    """The same of numbers."""
    inverted: int = 12
    """Latest functions of the library that are tried around something else: what was learned last is
    composed first."""
    function_bits: int = 4
    """What a function of the library costs around a goal."""
    symbol_bits: int = 3
    """What each further symbol of a constant costs: that it is one was said already."""


GOALS = GoalsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class HolesSettings:
    """What `holes` goes by."""

    piece: int = 4
    """Symbols of a piece that tells texts apart, at most."""
    misheard: int = 6
    """One in so many telling cases may be wrong where numbers decide."""


HOLES = HolesSettings()
"""The settings in use."""


@dataclass(frozen=True)
class InverseSettings:
    """What `inverse` goes by."""

    longer: int = 2
    """How much longer than its answer a text may be."""


INVERSE = InverseSettings()
"""The settings in use."""


@dataclass(frozen=True)
class LanguageSettings:
    """What `language` goes by."""

    longest: int = 160
    """Longer texts and lists are not built."""
    rare: int = 99
    """The cost of operators that are never enumerated: verdicts and conditions put them together."""
    cuts: int = 8192
    """Cut texts kept at hand: the same questions are cut for every rule and register."""


LANGUAGE = LanguageSettings()
"""The settings in use."""


@dataclass(frozen=True)
class LikenessSettings:
    """What `likeness` goes by."""

    bits: int = 5
    """What it costs to compare what is said of a word with the same of another."""
    words: int = 3
    """Words of a question that are compared with each other."""


LIKENESS = LikenessSettings()
"""The settings in use."""


@dataclass(frozen=True)
class LimitsSettings:
    """What `limits` goes by."""

    limit_bits: float = 8.0
    """A limit, and that it is one."""
    views: int = 24
    """Simple values that are kept for pairs of programs found later."""


LIMITS = LimitsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class LookupsSettings:
    """What `lookups` goes by."""

    least: int = 4
    """Words of a question that may hold what is looked up."""
    examples: int = 4
    """Examples from which on look-ups are tried: one of several is right about two or three by luck."""
    wrong: float = 0.1
    """Part of the examples that may be wrong."""
    bits: int = 11
    """What such a program costs."""


LOOKUPS = LookupsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class MappingSettings:
    """What `mapping` goes by."""

    least: int = 4
    """Different members that make a problem."""
    most: int = 40
    """Members that are looked at."""
    shared: int = 3
    """Words of the question that members may be compared with."""
    compared_bits: int = 8
    """What a test costs that compares with a word of the question."""
    alone_bits: int = 4
    """What a test costs without one."""


MAPPING = MappingSettings()
"""The settings in use."""


@dataclass(frozen=True)
class MovesSettings:
    """What `moves` goes by."""

    passes: int = 3
    """How often examples are gone through to complete a table of steps: what one tells may make another
    one tell more."""
    counted: int = 5
    """Different numerals that tell digits."""
    smallest_circle: int = 3
    """The fewest signs that stand in a circle."""
    largest_circle: int = 16
    """The most signs that may stand in one."""
    smallest_line: int = 3
    """The fewest states on a line."""
    first_place: int = 100
    """The place of the first state that is known: others may come before it."""
    row: int = 1000
    """How far apart rows of a plane of states are: farther than any walk within what is remembered."""
    least_sums: int = 12
    """Examples that tell digits by sums."""


MOVES = MovesSettings()
"""The settings in use."""


@dataclass(frozen=True)
class NamingSettings:
    """What `naming` goes by."""

    least: int = 6
    """Questions that show which of their words are names."""
    alike: float = 0.5
    """Part of the questions that there may be different names: content varies more."""
    name_bits: int = 3
    """What it costs that a word is a name."""
    beam: int = 24
    """Readings of the names that are kept side by side."""
    unknown: int = 2
    """Names at most that are sought in one example."""
    right: float = 0.8
    """Part of the examples about known names that a reading must explain."""
    telling: int = 4
    """Texts by which functions are told apart."""
    learned: int = 4
    """Examples from which the function of a name may be learned that is nothing simple."""
    share: float = 0.5
    """Part of all examples that must be explained: others may have names that are not known yet."""
    convincing: int = 2
    """Examples that must be explained beyond one for each name."""
    pause: int = 16
    """Evaluations between two places where the search may be interrupted."""


NAMING = NamingSettings()
"""The settings in use."""


@dataclass(frozen=True)
class PiecesSettings:
    """What `pieces` goes by."""

    often: int = 4
    """How often a symbol occurs at least before what stands beside it is taken for a part of the same sign."""
    steady: float = 0.9
    """Part of its occurrences in which it does: an answer may be misheard."""
    constant: float = 0.6
    """Part of the texts with a symbol that have it at the same place where that place is constant."""
    longest_sign: int = 4
    """Symbols of a sign at most."""


PIECES = PiecesSettings()
"""The settings in use."""


@dataclass(frozen=True)
class ProblemSettings:
    """What `problem` goes by."""

    symbol_bits: float = 4.7
    """What a symbol of a new answer costs: about one of 26."""
    exception_bits: float = 3.0
    """What an example costs that the explanation gets wrong, beside its answer."""
    marks: int = 3
    """Marks of a group at which its questions are cut into pieces."""


PROBLEM = ProblemSettings()
"""The settings in use."""


@dataclass(frozen=True)
class SearchingSettings:
    """What `search` goes by."""

    two: int = 6
    """Examples from which on two answers are told apart by tests."""


SEARCH = SearchingSettings()
"""The settings in use."""


@dataclass(frozen=True)
class RemaindersSettings:
    """What `remainders` goes by."""

    simple: int = 6
    """Bits of a text that something learned may turn into what remains of answers."""
    texts: int = 10
    """Such texts that are looked at."""
    goals: int = 24
    """Remainders that are looked at."""
    least: int = 4
    """Examples that tell something."""
    again: float = 0.6
    """Part of the examples in which a table must say what it says in another answer as well."""


REMAINDERS = RemaindersSettings()
"""The settings in use."""


@dataclass(frozen=True)
class SpellingSettings:
    """What `spelling` goes by."""

    looked: int = 12
    """Latest examples that tell what symbols become; all examples judge it."""
    passes: int = 3
    """How often they are read, each time with what they said before."""
    longest: int = 4
    """Symbols that one symbol becomes at most."""
    kept: float = 0.4
    """Part of the symbols of every text that stay as they are, or at least in their place."""
    strange: float = 1.5
    """What it costs that a symbol becomes something that does not begin with it, beside what any exception costs."""
    simple: int = 5
    """Bits of a text that is read so: each costs as much as some hundred evaluations."""


SPELLING = SpellingSettings()
"""The settings in use."""


@dataclass(frozen=True)
class TablesSettings:
    """What `tables` goes by."""

    chain: int = 3
    """The fewest links that make an order."""
    largest_base: int = 16
    """Longer runs of single symbols are alphabets, not digits."""
    longest_numeral: int = 9
    """Longer texts are no numerals."""
    counted: float = 0.9
    """Part of the entries that digits must explain which were found although numerals are missing."""


TABLES = TablesSettings()
"""The settings in use."""


@dataclass(frozen=True)
class TurningSettings:
    """What `turning` goes by."""

    least: int = 8
    """Examples that tell how programs follow each other."""
    tries: int = 6
    """Sets of programs that are looked at: each costs some hundred evaluations."""
    step_bits: float = 4.0
    """What it costs to say which event changes something, beside what becomes of it."""


TURNING = TurningSettings()
"""The settings in use."""


@dataclass(frozen=True)
class VerdictsSettings:
    """What `verdicts` goes by."""

    clauses: int = 4
    """Clauses of a verdict at most."""
    keywords: int = 8
    """Words that may introduce parts or condition a clause."""
    inside: float = 0.2
    """Part of the questions in which a keyword may occur inside the subject."""


VERDICTS = VerdictsSettings()
"""The settings in use."""


@dataclass(frozen=True)
class WorldSettings:
    """What `world` goes by."""

    remembered: int = 2000
    """Values of a function that are remembered during a search: the same texts come again and again."""


WORLD = WorldSettings()
"""The settings in use."""
