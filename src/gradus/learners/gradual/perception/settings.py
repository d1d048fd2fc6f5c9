"""All settings of perception, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PerceptionSettings:
    """Prices of what forms explain, sizes of what is compared, and when beliefs change."""

    # how long the world waits
    patience: int = 4
    """A longer time that never changes is how long the world waits, and not the length of an answer."""

    # what forms are made of
    longest_mark: int = 3
    """Symbols of the longest mark."""
    marks: int = 36
    """Marks considered per class of segments."""
    optional_marks: int = 14
    """Marks considered that stand only in some of the segments."""
    skips: int = 24
    """Symbols of a reaction, always the same, that may come before the told answer."""
    slot_marks: int = 6
    """Marks within reactions before or behind which the told answer may stand."""
    kinds_of_ends: int = 3
    """Marks that may end questions of different kinds."""
    stray: int = 4
    """Segments among which one such mark may stand elsewhere."""
    longest_unmarked: int = 6
    """Longest reaction without any mark that is considered."""

    # what symbols cost
    dearest: float = 6.0
    """Bits of the rarest symbol: few occurrences say little about how rare it is."""
    cheapest: float = 2.5
    """Bits of the most frequent one."""
    copy: float = 6.0
    """Bits of a piece that stands earlier in the same segment: it is no news, wherever it stands."""

    # what texts cost that come back
    beginning: float = 1.0
    """Bits of a beginning that an earlier question has."""
    ending: float = 0.5
    """Bits of an ending that earlier questions have."""
    piece: float = 7.0
    """Bits of another piece that earlier questions have."""
    shortest_piece: int = 3
    """Symbols of the shortest such piece."""
    alike: int = 8
    """Earlier questions that a new one is compared with."""
    expected: float = 0.25
    """Weight of a text that was expected, not met."""
    usual: int = 2
    """Earlier texts that must have a piece."""
    taken_apart: int = 4096
    """Texts whose parts are remembered while forms are compared: several comparisons look at the same ones."""

    # what a form gains and loses
    unparsed: float = 7.0
    """Bits lost for a segment that a form cannot parse."""
    gain: float = 16.0
    """Most bits gained by one text that comes back: a long one is not much better evidence than a short one."""
    several: int = 2
    """Told answers other than the usual one from which on there are several, not one with an accident."""
    lonely: float = 1.5
    """Bits lost for each sign of no other use with which all questions begin or end: it belongs to a mark."""
    longer: float = 6.0
    """Bits lost for a told answer of another length than the world waited for."""
    refuted: float = 10.0
    """Bits lost for a told answer that was said and punished: once may be an accident."""
    again: float = 60.0
    """Bits lost for every further one: it is no accident, however well the form explains all else."""
    different: float = 5.0
    """Bits lost for a told answer other than the rewarded one, or with another ending than the others."""
    changed: float = 4.0
    """Bits lost when a question is told another answer than before."""
    edge: float = 2.0
    """Bits lost by a told answer that begins or ends with silence, unless rewarded ones do."""
    edges: int = 4
    """Told answers that lose them: what all have in common is said once."""
    torn: float = 6.0
    """Bits lost where told answers begin, or end, inside words: a few words may have a symbol in common by chance."""
    betrayed: float = 20.0
    """Most bits lost because questions begin otherwise after right answers: by chance, few do."""
    early: float = 0.3
    """Bits gained by each symbol that all questions begin with: where it is open, keywords belong to the question."""
    echoed: float = 2.0
    """Bits gained by a reaction that repeats a right answer just where others tell it."""
    quoted: float = 4.0
    """Bits of a told answer that is part of its question."""
    remembered: float = 6.0
    """Bits of one that is part of one of the questions before."""
    nearly: float = 16.0
    """Bits saved at most by a told answer that was said but for a few symbols at one end: so much is no chance."""
    word: float = 6.0
    """Bits of a word that a told answer has from its question."""
    foreign: float = 3.0
    """Bits lost for a symbol of a told answer that its question does not have."""
    follows: float = 1.5
    """Bits of a symbol that follows the one before as in the question, or stands between such symbols as before."""
    idle: float = 8.0
    """Bits lost for each new text of reactions that tells nothing, after the first few."""
    few: int = 3
    """Different texts that may surround told answers for no reason."""
    unreadable: float = 3.0
    """Bits lost for a reaction in which a form finds no told answer."""
    sole: float = 1.4
    """Occurrences per segment up to which a symbol may be a mark that has no other use."""
    readable: float = 1.5
    """Bits gained by each told answer that a form can read: reactions are there to tell something."""
    rewarded: float = 2.5
    """Bits gained by a told answer that was rewarded elsewhere: words around answers never are."""
    in_vain: float = 12.0
    """Bits lost at most because a told answer was said in vain, whatever the question."""
    questions_before: int = 2
    """So many of them."""

    # how forms are compared
    forms: int = 12
    """Forms returned."""
    vain: int = 8
    """Unrewarded answers in a row after which all ways to cut are tried with answers told late as well."""
    beam: int = 5
    """Ways to cut for which all places of a told answer are tried."""
    short: int = 5
    """Segments up to this length may be cut by counting although they have marks."""

    # when beliefs change
    window: int = 16
    """Exchanges on which forms are compared."""
    telling: int = 12
    """Older exchanges kept because the reaction to them may tell an answer: where most answers are right, few do."""
    openings: int = 4
    """Reactions to mistakes that must begin alike before another beginning is noticed."""
    opening: int = 2
    """Symbols that they must share."""
    library: int = 24
    """Proven forms remembered; the least proven are dropped."""
    proven: int = 3
    """Rewards after which a form is proven."""
    lead: float = 12.0
    """Bits by which another form must be better than a proven one."""
    confirmed: int = 2
    """Told answers rewarded when said after which the place where answers are told is believed."""
    streak: int = 8
    """Rewards in a row after which it is believed as well."""
    calm: int = 4
    """Unrewarded answers in a row after which forms are compared again although the present one is proven."""
    long: int = 24
    """Rewards after which a form must be beaten twice as clearly: what worked so long is not changed for a nicety."""
    earning: int = 7
    """Rewarded answers among the latest with which what worked so long is not changed at all."""
    stale: int = 12
    """Unrewarded answers in a row after which older exchanges no longer speak for a form."""
    patient: int = 12
    """Unrewarded answers in a row during which a place where answers were told is believed as firmly as before."""
    effort: int = 12_000
    """Symbols looked at in one step while forms are compared: a few milliseconds."""
    in_a_row: int = 6
    """Comparisons in a row that changed nothing after each of which the next ones take more steps."""
    slowest: int = 4
    """How many times as many steps at most."""
    scoring: int = 40
    """Symbols looked at to score a form, for each exchange of the window."""
    seeking: int = 400
    """The same to find the forms of a stage, or those in which questions end alike."""
    blame: float = 8.0
    """Bits held against the place of a told answer that was said and punished."""
    places_blamed: int = 64
    """Places blamed in a regime."""
    others: int = 10
    """Other places of told answers remembered: what they tell is tried where the present form earns nothing."""
    latest: int = 8
    """Exchanges whose reactions are read in other ways."""
    earned: int = 12
    """Rewarded answers remembered: what is told is expected to be like them."""
    failed: int = 64
    """Answers said in vain that are remembered."""
    trouble: float = 2.0
    """Trouble at which a regime ends."""
    shaken: float = 1.0
    """Trouble from which on forms are compared on what came since it began: another one may explain that alone."""
    fresh: int = 2
    """Exchanges that must have come since."""

    # parts of reactions
    glued: int = 3
    """Symbols that may be glued to a word at either end."""
    pieces: int = 64
    """Pieces considered."""
    latest_segments: int = 8
    """Segments looked at."""
    constant: int = 4
    """Segments that must have a part before it is taken for one that never changes."""
    stretches: int = 96
    """Parts of what never changes that are considered."""
    usual_answer: int = 4
    """Symbols of those that come first, as most words have about so many."""
    longest_answer: int = 8
    """Symbols of the longest of them."""

    # worlds that repeat what they hear
    repeated: int = 4
    """Symbols in a row that must come back: reactions may begin with what was said as well."""

    # how answers end
    doubted: int = 2
    """Times the world may wait in vain before a sign is given up."""
    mistrusted: int = 6
    """Right answers that may be punished before the sign behind them is given up: they may be misread."""
    closed: int = 4
    """Times that a sign must end several symbols, none before it being judged, to be beyond such doubts."""
    suspects: int = 6
    """Candidates kept when the world reacted while several were being tried."""
    waits: int = 3
    """Times that the world must go on after as many symbols to show that it does so whatever is said."""
    waits_kept: int = 12
    """Times remembered."""
    longest_sign: int = 3
    """Symbols of the longest sign."""
    paired: int = 6
    """Rarest symbols heard that are tried as signs of two different symbols."""
    vain_signs: int = 400
    """Signs remembered that did not end a right answer."""
    known_signs: int = 40
    """Known endings remembered."""


SETTINGS = PerceptionSettings()
"""The settings in use."""


@dataclass(frozen=True)
class SilenceSettings:
    """What `silence` goes by."""

    free: float = 0.4
    """Share of a symbol's replies that must cost nothing for it to be silence."""
    run: int = 10
    """So many equal symbols in a row, all unrewarded, are taken for silence."""
    idle: int = 48
    """Steps after which, if hardly any reply was punished, a symbol never heard serves as silence: all
    replies are free."""
    penalties: float = 0.3
    """Share of judged replies up to which replies count as free."""
    long_run: int = 60
    """So many are silence even if another symbol was taken for it."""
    watched: int = 30
    """Replies with the silent symbol from which it is judged."""
    punished: float = 0.6
    """Share of them that may be punished."""
    vain: int = 12
    """Punished replies in a row after which an adopted silence is doubted; twice as many the next time."""
    regular: int = 2
    """So many times as many turns must be judged at once as are not: then these are remarkable."""
    grants: int = 2
    """Such turns with the same symbol heard that show what the world says while it waits."""
    mostly: float = 0.7
    """Share of them that must be."""
    trusted: int = 96
    """Punished replies in a row for which a silence found so is trusted: much speaks for it."""
    waiting: float = 0.5
    """Share of them before which a symbol is heard several times in a row that says: the world waits."""
    pauses: int = 2
    """Longer runs than two that make pauses of a symbol; in words, a symbol may stand three times by chance."""
    share: float = 0.1
    """Share of such runs among all."""


SILENCE = SilenceSettings()
"""The settings in use."""
