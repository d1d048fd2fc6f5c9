"""The two-minute tour ends with what its exam has shown, or says that it was too small to show it."""

import pytest

from gradus.cli.demo import conclusion
from gradus.exams import ComparedWhole


def whole(verdict, p):
    return ComparedWhole(tasks=4, verdict=verdict, p_better=p)


def test_the_conclusion_says_what_the_exam_has_shown():
    shown = conclusion(whole("beyond the interface", 0.004))
    assert shown.startswith("Shown: ") and "p = 0.004" in shown and "5 runs against 5" in shown
    for verdict in ("not shown", "behind the control", "too few runs"):
        assert conclusion(whole(verdict, 0.4)).startswith(
            "Not shown: this exam is too small, or the effect is"
        )


@pytest.mark.slow
def test_the_tour(gradus, tmp_path):
    code, out, _ = gradus("demo", "-o", tmp_path / "tour")
    assert code == 0 and "46 of 46 tasks passed" in out
    assert "Shown: " in out or "Not shown: " in out
    assert (tmp_path / "tour" / "report.html").stat().st_size > 50_000
