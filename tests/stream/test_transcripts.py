# ruff: noqa: E501
"""Every task of the curriculum speaks as the General AI Challenge Round 1 reference did.

The rows are real output of the reference, driven by a learner that knows the tasks and errs on purpose.
Where a task draws words, a variant with the words of the transcript is played: the list of words is ours.
"""

from typing import Any

import pytest
from tests.stream.transcripts import ROUND1, rows, steer


def mapping(**pairs: str) -> list[Any]:
    """Hidden parameters of a mapping task: the pairs seen (keys with a ``_`` in front) and no others."""
    return [tuple((key[1:], value) for key, value in pairs.items())]


# name, rows, hidden parameters of each instance (None: as drawn), changes, scripted choices of each question
CASES: list[tuple[str, str, list[Any] | None, dict[str, Any], list[list[Any]]]] = [
    (
        "micro1",
        """
        In  |66GYswSwYw?zS
        Out |qZZZZZZZZZZ00
        Rew |-++++++++++++
        Sw  |           ^
        """,
        [(tuple("6GYswSZ?ab"), "Z"), (tuple("zS0abcdefg"), "0")],
        {},
        [],
    ),
    (
        "micro2",
        """
        In  |,lr???:g?"; ,
        Out |qll???:l?"; ,
        Rew |-++++++++++++
        Sw  |           ^
        """,
        [(tuple("lrgz"), "l"), (tuple("abcd"), "a")],
        {},
        [],
    ),
    (
        "micro3",
        """
        In  |;tlevv l;t? n
        Out |qelvtt l;e? h
        Rew |-++++++++++++
        Sw  |           ^
        """,
        [(tuple("tlev"), tuple("elvt")), (tuple("nhab"), tuple("hnab"))],
        {},
        [],
    ),
    (
        "micro4",
        """
        In  |h:enn::hehe;l
        Out |q:enn::hehe;l
        Rew |-++++++++++++
        Sw  |           ^
        """,
        [tuple("h:en"), tuple(";lab")],
        {},
        [],
    ),
    (
        "micro5.1",
        """
        In  |611396
        Out |q 3 6
        Rew |- + +
        """,
        mapping(_6="1", _1="3", _9="6"),
        {},
        [],
    ),
    (
        "micro5.2",
        """
        In  |77;77;68;
        Out |q  7  8
        Rew |-  +  +
        """,
        mapping(_7="7", _6="8"),
        {},
        [],
    ),
    (
        "micro5.3",
        """
        In  |8.5;9.4;8.5;
        Out | q   4   5
        Rew | -   +   +
        """,
        mapping(_8="5", _9="4"),
        {},
        [],
    ),
    (
        "micro5.4",
        """
        In  |5. 44;7. 45;1. 96;
        Out | qq    45    96
        Rew |  -     +     +
        """,
        mapping(_5="44", _7="45", _1="96"),
        {},
        [],
    ),
    (
        "micro5.5",
        """
        In  |9. 2.;5. 3.;6. 1.;
        Out | q.    3.    1.
        Rew |  -     +     +
        """,
        mapping(_9="2.", _5="3.", _6="1."),
        {},
        [],
    ),
    (
        "micro5.6",
        """
        In  |2. 7.;4. 8;1. 3;
        Out | q.    8.   3.
        Rew |  -     +    +
        """,
        mapping(_2="7.", _4="8.", _1="3."),
        {},
        [],
    ),
    (
        "micro5.7",
        """
        In  |6.  08.;4. 1.;9.  81.;
        Out | qq.     1.    81.
        Rew |   -      +      +
        """,
        mapping(_6="08.", _4="1.", _9="81."),
        {},
        [],
    ),
    (
        "micro5.8",
        """
        In  |35. 8.;66. 7.;36. 3.;
        Out |  q.     7.     3.
        Rew |   -      +      +
        """,
        mapping(_35="8.", _66="7.", _36="3."),
        {},
        [],
    ),
    (
        "micro5.9",
        """
        In  |8. 1.;06. 1.;99. 6.;
        Out | q.     1.     6.
        Rew |  -      +      +
        """,
        mapping(_8="1.", _06="1.", _99="6."),
        {},
        [],
    ),
    (
        "micro5.10",
        """
        In  |0. 00.;0. 70.;4. 98.;
        Out | q.     0.     8.
        Rew |  -      +      +
        """,
        mapping(_0="0.", _4="8."),
        {},
        [],
    ),
    (
        "micro5.11",
        """
        In  |0. 3.;6. 70.;3. 5.;
        Out | q.    0.     5.
        Rew |  -     +      +
        """,
        mapping(_0="3.", _6="0.", _3="5."),
        {},
        [],
    ),
    (
        "micro5.12",
        """
        In  |0.    3181.;3.   042.;3.   042.;
        Out | qqqq.       042.      042.
        Rew |     -          +         +
        """,
        mapping(_0="3181.", _3="042."),
        {},
        [],
    ),
    (
        "micro5.13",
        """
        In  |7285. 3.;0881. 4.;7285. 3.;
        Out |    q.       4.       3.
        Rew |     -        +        +
        """,
        mapping(_7285="3.", _0881="4."),
        {},
        [],
    ),
    (
        "micro5.14",
        """
        In  |4. 95386.;9. 9318.;5. 0912.;
        Out | q.        8.       2.
        Rew |  -         +        +
        """,
        mapping(_4="6.", _9="8.", _5="2."),
        {},
        [],
    ),
    (
        "micro5.15",
        """
        In  |8.  40.;3.     95982.;5.    4190.;
        Out | qq.     95982.        4190.
        Rew |   -          +            +
        """,
        mapping(_8="40.", _3="95982.", _5="4190."),
        {},
        [],
    ),
    (
        "micro5.16",
        """
        In  |6. 8.;27. 1.;79. 9.;
        Out | q.     1.     9.
        Rew |  -      +      +
        """,
        mapping(_6="8.", _27="1.", _79="9."),
        {},
        [],
    ),
    (
        "micro5.17",
        """
        In  |6966. 0.;433.     85058.;7.  89.;
        Out |    q.      85058.        89.
        Rew |     -           +          +
        """,
        mapping(_6966="0.", _433="85058.", _7="89."),
        {},
        [],
    ),
    (
        "micro5.18",
        """
        In  |1536872.       6110189.;2982542.       6159765.;793252.        05679372.;
        Out |       qqqqqqq.                6159765.               05679372.
        Rew |              -                       +                       +
        """,
        mapping(_1536872="6110189.", _2982542="6159765.", _793252="05679372."),
        {},
        [],
    ),
    (
        "micro6",
        """
        In  |random_map: increase. wrong! most.;random_map: most.   good job! ;
        Out |                    q.                             run.
        Rew |                     -                                +
        """,
        [(("increase", "most"), ("most", "run"))],
        {},
        [],
    ),
    (
        "micro7.1",
        """
        In  |say: b. false! b.;say: i. correct! i.;
        Out |      q.                i.
        Rew |       -                 +
        """,
        None,
        {},
        [],
    ),
    (
        "micro7.2",
        """
        In  |say: key. false! key.;say: uppermost.         correct! uppermost.;
        Out |        q.                          uppermost.
        Rew |         -                                   +
        """,
        None,
        {"words": ("key", "uppermost")},
        [],
    ),
    (
        "micro7.3",
        """
        In  |say: cattle extent. false! cattle extent.;say: besides yes.           correct! besides yes.;
        Out |                  q.                                      besides yes.
        Rew |                   -                                                 +
        """,
        None,
        {"words": ("cattle", "extent", "besides", "yes")},
        [],
    ),
    (
        "micro8",
        """
        In  |say:     b    t   . false! b t .;say:  u p   .    correct! u p .;
        Out |                  q.                         u p .
        Rew |                   -                             +
        """,
        None,
        {"alphabet": "btup"},
        [],
    ),
    (
        "micro9.1",
        """
        In  |spell: b. wrong! b .;spell: t.  good job! t .;
        Out |        q.                   t .
        Rew |         -                     +
        """,
        None,
        {},
        [],
    ),
    (
        "micro9.2",
        """
        In  |spell: yard. wrong! y a r d .;spell: seldom.            good job! s e l d o m .;
        Out |           q.                              s e l d o m .
        Rew |            -                                          +
        """,
        None,
        {"words": ("yard", "seldom")},
        [],
    ),
    (
        "micro9.3",
        """
        In  |interleave: honesty by #. wrong! h#o#n#e#s#t#y.;interleave: face by ,.       good job! f,a,c,e.;
        Out |                        q.                                           f,a,c,e.
        Rew |                         -                                                  +
        """,
        None,
        {"words": ("honesty", "face")},
        [],
    ),
    (
        "micro10",
        """
        In  |say: guide say: ownership say: resign. wrong! guide ownership resign.;say: grand say: king.          good job! ;
        Out |                                     q.                                                   grand king.
        Rew |                                      -                                                             +
        """,
        None,
        {"words": ("guide", "ownership", "resign", "grand", "king")},
        [],
    ),
    (
        "micro11",
        """
        In  |say: ad say: bd concatenate:. wrong! adbd.;say: bc say: ad reverse:.     good job! ;
        Out |                            q.                                     ad bc.
        Rew |                             -                                          +
        """,
        None,
        {},
        [],
    ),
    (
        "micro12",
        """
        In  |say: acd say: d exclude:. wrong! ac.;say: acd say: a union:.   good job! ;
        Out |                        q.                                 acd.
        Rew |                         -                                    +
        """,
        None,
        {},
        [],
    ),
    (
        "micro13.1",
        """
        In  | say: c or e but not b. wrong! e; say: a and c.  good job! ;
        Out |                      q.                      ac.
        Rew |                       -                        +
        """,
        None,
        {},
        [],
    ),
    (
        "micro13.2",
        """
        In  |say: x and xue and u and dm. wrong! xxueudm.;say: t or oad or xq. good job! ;
        Out |                           q.                                   t.
        Rew |                            -                                    +
        """,
        None,
        {},
        [["and", 4, 1, "x", 3, "xue", 1, "u", 2, "dm"], ["or", 3, 1, "t", 3, "oad", 2, "xq"]],
    ),
    (
        "micro14",
        """
        In  |after v comes what:. wrong! w.;after l comes what:. good job! ;
        Out |                   q.                             m.
        Rew |                    -                              +
        """,
        None,
        {},
        [],
    ),
    (
        "micro15",
        """
        In  |say next after: nineteen. wrong! eighteen.;say next after: thirteen.      good job! ;
        Out |                        q.                                         twelve.
        Rew |                         -                                               +
        """,
        [(("nineteen", "eighteen"), ("thirteen", "twelve"))],
        {},
        [],
    ),
    (
        "micro16",
        """
        In  |spell: sell. wrong! s e l l .;spell: convenient.                    good job! c o n v e n i e n t .;
        Out |           q.                                  c o n v e n i e n t .
        Rew |            -                                                      +
        """,
        ["9.2"],
        {"words": ("sell", "convenient")},
        [],
    ),
    (
        "micro19",
        """
        In  |print: bc print: cd concatenate:. wrong! bccd.;print: bc print: ac reverse:.     good job! ;
        Out |                                q.                                         ac bc.
        Rew |                                 -                                              +
        """,
        ["11"],
        {},
        [],
    ),
    (
        "micro20",
        """
        In  |true is as union - say: bda say: c true:. wrong! bdac.;material is as exclude - say: bda say: b material:.  good job! ;
        Out |                                        q.                                                               da.
        Rew |                                         -                                                                 +
        """,
        [("12", ("coal", "deep", "milk", "hold", "true", "material"))],
        {},
        [],
    ),
    (
        "mini0",
        """
        In  |description: E; verify: EEE.    nice work. description: E; verify: C.    Wrong. The right answer is: false. d
        Out |                           true.                                    true.
        Rew |                                          +
        Sw  |                                           ^                                                                ^
        """,
        [("E", "EEE", True), ("E", "C", False), ("E", "EE", True)],
        {},
        [],
    ),
    (
        "mini1",
        """
        In  |description: C; verify: NCCCC.     nice work. description: OQI; verify: OQI.     Wrong. The right answer is: true. d
        Out |                             false.                                        false.
        Rew |                                             +
        Sw  |                                              ^                                                                    ^
        """,
        [("C", "NCCCC", False), ("OQI", "OQI", True), ("A", "AA", True)],
        {},
        [],
    ),
    (
        "mini2",
        """
        In  |description: PUT or GFZ; verify: PUT.    good job. d
        Out |                                    true.
        Rew |                                                  +
        Sw  |                                                   ^
        """,
        [("PUT or GFZ", "PUT", True), ("A", "AA", True)],
        {},
        [],
    ),
    (
        "mini3",
        """
        In  |description: UQA and YH and LZW; verify: LZWUQAYHYHLZWUQALZWYHLZWLZWLZW.    congratulations. d
        Out |                                                                       true.
        Rew |                                                                                            +
        Sw  |                                                                                             ^
        """,
        [("UQA and YH and LZW", "LZWUQAYHYHLZWUQALZWYHLZWLZWLZW", True), ("A", "AA", True)],
        {},
        [],
    ),
    (
        "mini4",
        """
        In  |description: anything and not S and OLK; verify: OLKOLKOLKOLKOLSKOLKOLKOLKOLK.     congratulations. d
        Out |                                                                             false.
        Rew |                                                                                                   +
        Sw  |                                                                                                    ^
        """,
        [("anything and not S and OLK", "OLKOLKOLKOLKOLSKOLKOLKOLKOLK", False), ("A", "AA", True)],
        {},
        [],
    ),
    (
        "mini5",
        """
        In  |description: ZQ or GZ; verify: GZGZZQGZGZ.    good job. d
        Out |                                         true.
        Rew |                                                       +
        Sw  |                                                        ^
        """,
        [("ZQ or GZ", "GZGZZQGZGZ", True), ("A", "AA", True)],
        {},
        [],
    ),
]


def test_there_is_a_transcript_for_each_of_the_46_tasks_in_order():
    assert [case[0] for case in CASES] == list(ROUND1)
    assert len(CASES) == 46


@pytest.mark.parametrize("name, text, hidden, changes, wishes", CASES, ids=[case[0] for case in CASES])
def test_transcript(name, text, hidden, changes, wishes):
    wanted = rows(text)
    assert str(steer(name, wanted, hidden, wishes, **changes)) == str(wanted)
