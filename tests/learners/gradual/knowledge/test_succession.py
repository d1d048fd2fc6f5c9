"""What follows what, without any search."""

from __future__ import annotations

from gradus.learners.gradual.knowledge import Knowledge, KnowledgeSettings
from gradus.learners.gradual.knowledge.settings import SUCCESSION
from gradus.learners.gradual.knowledge.succession import Succession


def test_the_latest_answer_after_an_answer_is_remembered_and_old_ones_go() -> None:
    succession = Succession()
    succession.learn("on", "turn", "off")
    succession.learn("off", "turn", "on")
    assert (succession.after("on", "turn"), succession.after("off", "turn")) == ("off", "on")
    assert succession.after("on", "stay") is None
    for number in range(SUCCESSION.steps):
        succession.learn("x", f"question {number}", "y")
    assert len(succession.steps) == SUCCESSION.steps
    assert succession.after("on", "turn") is None


def symbols(text: str) -> tuple[int, ...]:
    return tuple(map(ord, text))


def test_a_lamp_is_understood_without_evaluating_a_program() -> None:
    engine = Knowledge(KnowledgeSettings(memory=False))
    engine.silence = ord(" ")
    lamp, right = "dark", []
    for move in ["turn", "stay", "turn", "turn", "stay", "stay", "turn"] * 4:
        lamp = {"dark": "bright", "bright": "dark"}[lamp] if move == "turn" else lamp
        best = engine.propose(symbols(f"lamp {move}"))
        right.append(bool(best) and best[0].answer == symbols(lamp))
        engine.hear(symbols(f"lamp {move}"), symbols(lamp))
    assert all(right[-10:])
    assert engine.evaluations == 0
