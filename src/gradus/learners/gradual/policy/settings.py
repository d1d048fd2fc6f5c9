"""All settings of the policy, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PolicySettings:
    """When to answer, to try, to wait and to be silent."""

    # speaking and waiting
    segment: int = 600
    """Longest segment remembered; older symbols of a longer one are forgotten."""
    wait: int = 14
    """Silent steps after an answer that may end by length before signs are tried."""
    longer: int = 2
    """So many times as long as the longest right answer so far the next one may be."""
    breath: int = 8
    """Signs tried before a silence: it may be silence that ends an answer."""
    reacts: int = 4
    """Silent steps within which a world reacts to a complete answer."""
    ends_sought: int = 8
    """Latest segments in which signs of several symbols are sought at the end of words."""
    ends: int = 12
    """Such signs that are tried."""
    guess: float = 0.1
    """Answers less sure than this give way to trying on purpose where nothing is told."""
    vain: int = 6
    """Answers in a row that earned nothing, after which every second is tried on purpose."""
    reread: int = 4
    """Latest reactions in which refuted places are read again, a symbol or two shorter."""
    convinced: float = 0.6
    """Answers surer than this are said all the same: if they are wrong, that refutes where they were told."""
    untold: int = 3
    """Exchanges without a told answer after which options are tried on purpose."""
    tested: int = 4
    """Unrewarded answers of one symbol after which silence tests whether it is the learner's turn at all."""

    # thinking
    thought: int = 150
    """Program evaluations spent in an idle step: about two milliseconds."""

    # what exchanges teach
    told: float = 0.9
    """How sure a told answer is: it may be misread."""
    pairs: int = 16
    """Told answers that can be taken back when they turn out to have been misheard."""

    # trying on purpose
    questions: int = 64
    """Questions for which the options tried are remembered."""
    options: int = 400
    """Options remembered for a question, and right ones in all."""
    wrong: int = 4
    """Times an answer may be wrong before it is no longer expected to be right."""
    supported: float = 0.5
    """Answers surer than this are not guesses: that they were wrong elsewhere says nothing against them here."""
    won: int = 12
    """Latest right answers that may all be the same; a single change among them is that of the world."""
    asked: int = 4
    """Different questions that must have had them."""
    record: int = 200
    """Judged answers remembered as they were heard and said."""
    earlier: int = 6
    """Right answers of earlier dialogues that are tried."""
    heard: int = 40
    """Symbols heard elsewhere that are tried doubled as well."""
    tiers: tuple[int, ...] = (0, 1, 2, 4)
    """Losses after which the next options are as likely: what was said here, elsewhere, doubled, and never heard."""
    unlike: int = 3
    """Losses that weigh as much as being longer or shorter than all that was right lately."""
    outdated: int = 12
    """Wrong answers in a row after which that no longer says how long answers are."""

    # whose turn it is
    turn_vain: int = 12
    """Unrewarded answers in a row, none ever rewarded, after which the turn is doubted, and sought elsewhere."""
    turn_segments: int = 6
    """Latest segments in which a sign must stand, just once, to be tried."""
    turn_shortest: int = 3
    """Symbols of the shortest segment in which a turn is sought."""
    on_and_on: int = 240
    """Symbols heard without any turn after which the turn is sought."""
    regular: int = 8
    """Signs that come back most regularly, of such a speech, that are tried."""
    often: int = 6
    """Times that they must come back."""
    unpaid: int = 8
    """Unrewarded answers behind a sign after which the next one is taken for the turn."""
    trials: int = 2
    """Times that speaking behind a sign must be free, or punished, before it is believed."""


SETTINGS = PolicySettings()
"""The settings in use."""
