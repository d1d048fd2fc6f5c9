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
    listed_share: int = 500
    """Evaluations for each of them."""
    compared_share: int = 300
    """Evaluations for members that are compared with words of the question."""
    numeric_share: int = 700
    """Evaluations for tests about numbers alone, where words are numerals."""
    named_share: int = 600
    """Evaluations for what a name means that is only heard together with others."""
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
