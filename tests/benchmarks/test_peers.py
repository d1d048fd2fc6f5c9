"""The table in which learners stand side by side."""

from benchmarks.learning.peers import PARTS, one_part, section_peers

from gradus.report.published import AGENTS_2017


def test_a_learner_that_learns_nothing_passes_nothing():
    assert one_part(0, "development", ("silent", "forms")) == (0, 6)
    assert one_part(0, "development", ("silent", "walk")) == (0, 46)


def test_cells_add_up_seeds_and_the_agents_of_2017_stand_below():
    def over(function, jobs):
        del function
        return [(number, 10) for number, _ in enumerate(jobs)]

    text, rows = section_peers([3, 4], over, ["silent", "repeat"], "test")
    assert [row[0] for row in rows] == ["silent", "repeat", *(f"agent {a.name} of 2017" for a in AGENTS_2017)]
    assert rows[0][1:] == [f"{2 * number} of 20" for number in range(len(PARTS))]
    assert rows[2][1:3] == ["26*", "7 of 43*"]
    assert "| agent A of 2017 | 26* | 7 of 43* |" in text and "As published" in text
