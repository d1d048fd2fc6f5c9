"""The page about the long campaign is made from its data, also while runs are under way."""

from __future__ import annotations

from tools.campaign_page import COLUMNS, FOLDER, NAME, packed, read, refresh

from gradus.bench import find


def rows(teacher, seed, shares, every=5_000_000):
    values = (
        (teacher, str(seed), str(every * (i + 1)), "9", str(share), "1.0", "0" * 25, "60")
        for i, share in enumerate(shares)
    )
    return [dict(zip(COLUMNS, value, strict=True)) for value in values]


def test_the_page_says_what_its_data_say():
    text = (FOLDER / f"{NAME}.md").read_text(encoding="utf-8")
    assert refresh(text, read((FOLDER / f"{NAME}.csv.gz").read_bytes())) == text


def test_unfinished_runs_are_counted_as_such():
    data = packed(
        rows("random", 0, [10, 20, 30, 20]) + rows("random", 1, [10, 20, 30, 40]) + rows("adr", 0, [2, 4])
    )
    assert data == packed(
        rows("random", 0, [10, 20, 30, 20]) + rows("random", 1, [10, 20, 30, 40]) + rows("adr", 0, [2, 4])
    )
    marks = "".join(f"<!-- {name} --><!-- /{name} -->" for name in ("state", "finished", "progress"))
    page = refresh(marks, read(data))
    assert "2 of 10 runs have gone to their end**, 1 under way: 50.0 million" in page
    # Student's interval of 20 and 40: 30 plus or minus 6.314 times 10, cut to what a percentage can be.
    assert "| Random | 2 of 2 | 20, 40 | 30.0 [0, 93] | 30, 40 |" in page
    assert find("original_stump_tracks", "high", "adr") is not None
    assert "| ADR | 0 of 2 | | | | | | 43.4 (sd 7.2) |" in page
    assert "| ADR | 0 | 10 M |  | 2 | 4 |  |  | 4 (at 10 M) | 3.0 |" in page
